import type { Json, PulledPage } from "../connector.ts";
import { createPageGuard } from "../http/page-guard.ts";
import { type JsonObject, malformed } from "../http/read-json.ts";
import { toAuditRow } from "./audit-row.ts";
import { textOf, withoutGaps } from "./event-parts.ts";
import { type OktaApi, type OktaPage, STALE } from "./okta-api.ts";
import { isSignIn, toSignInRow } from "./signin-row.ts";

/** Events may appear slightly out of order, so after a lost position the log is read from this far back. */
const OVERLAP_MS = 10 * 60_000;
const PAGE_SIZE = "1000";

/** The position in the log: Okta's next link, and the time of the last event in case the link expires. */
export interface LogPosition {
  readonly link: string | null;
  readonly since: number;
}

export interface LogStep {
  readonly rows: PulledPage["rows"];
  readonly position: LogPosition;
}

/** Yields the system log from a position until a page is empty. Okta always returns a next link, for future events. */
export async function* walkLog(api: OktaApi, start: LogPosition): AsyncGenerator<LogStep> {
  const guard = createPageGuard(api.base);
  let position = start;
  let page = await firstPage(api, position);
  for (;;) {
    const since = Math.max(position.since, ...page.items.map(timeOf(api.base.host)));
    position = { link: page.next ?? null, since };
    yield { rows: toRows(page.items), position };
    if (page.items.length === 0 || page.next === undefined) return;
    const next = await api.list(guard.next(page.next));
    if (next === STALE) throw malformed(api.base.host, "a next page that does not exist");
    page = next;
  }
}

async function firstPage(api: OktaApi, { link, since }: LogPosition): Promise<OktaPage> {
  if (link !== null) {
    const page = await api.list(createPageGuard(api.base).next(link));
    if (page !== STALE) return page;
  }
  const url = new URL("/api/v1/logs", api.base);
  const from = new Date(since - (link === null ? 0 : OVERLAP_MS));
  url.search = new URLSearchParams({
    since: from.toISOString(),
    sortOrder: "ASCENDING",
    limit: PAGE_SIZE,
  }).toString();
  const page = await api.list(url);
  if (page === STALE) throw malformed(api.base.host, "no system log");
  return page;
}

const timeOf =
  (host: string) =>
  (event: JsonObject): number => {
    const at = Date.parse(textOf(event, "published") ?? "");
    if (!Number.isFinite(at)) throw malformed(host, "an event without a time");
    return at;
  };

function toRows(events: readonly JsonObject[]): PulledPage["rows"] {
  const signIns = events.filter(isSignInEvent);
  const others = events.filter((event) => !isSignInEvent(event));
  const toLine = (row: JsonObject): string => JSON.stringify(withoutGaps(row));
  return {
    ...(signIns.length > 0 && { SigninLogs: signIns.map((event) => toLine(toSignInRow(event))) }),
    ...(others.length > 0 && { AuditLogs: others.map((event) => toLine(toAuditRow(event))) }),
  };
}

const isSignInEvent = (event: JsonObject): boolean => isSignIn(textOf(event, "eventType") ?? "");

/** Returns the stored position, or the initial one. */
export function readLogPosition(value: Json | undefined, since: number): LogPosition {
  const kept = value as Partial<LogPosition> | null | undefined;
  if (typeof kept?.since !== "number") return { link: null, since };
  return { link: typeof kept.link === "string" ? kept.link : null, since: kept.since };
}
