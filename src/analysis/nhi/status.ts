import { largest } from "../../model/extremes.ts";
import type { NhiStatus } from "../../model/vocabulary.ts";
import type { AssessedCredential } from "./credentials.ts";
import { dayOfDate, type NhiFacts } from "./facts.ts";
import type { Uses } from "./uses.ts";

export const DORMANT_DAYS = 90;

export interface Lifetime {
  readonly status: NhiStatus;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  /** The last day of any activity; null if there is none. */
  readonly lastActiveDay: number | null;
}

/** Determines when an identity was first and last seen, and whether it is dormant. */
export function lifetimeOf(facts: NhiFacts, uses: Uses, credentials: readonly AssessedCredential[] | null): Lifetime {
  const { service, user, day } = facts;
  const used = (credentials ?? []).flatMap(({ lastUsedDay }) => lastUsedDay ?? []);
  const signedIn = service?.lastSignInAt ? [dayOfDate(service.lastSignInAt)] : [];
  const active = [...(uses.lastDay === null ? [] : [uses.lastDay]), ...used, ...signedIn].filter((each) => each <= day);
  const lastActiveDay = largest(active);
  const created = service?.createdAt ?? user?.createdAt ?? null;
  const firstRow = uses.firstDay === null ? null : dateOf(uses.firstDay);
  const firstSeen =
    [created, firstRow].filter((each) => each !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const isEnabled = service?.isEnabled ?? user?.isEnabled ?? true;
  return {
    status: isEnabled && !isIdle(facts, lastActiveDay, created) ? "active" : "dormant",
    firstSeen,
    lastSeen: lastActiveDay === null ? firstSeen : dateOf(lastActiveDay),
    lastActiveDay,
  };
}

const dateOf = (day: number): Date => new Date(day * 86_400_000);

/** Returns whether the identity was idle for 90 days, which only rows over that time can show. */
function isIdle({ day, fleet }: NhiFacts, lastActiveDay: number | null, created: Date | null): boolean {
  if (lastActiveDay !== null) return day - lastActiveDay > DORMANT_DAYS;
  const isWatched = [...fleet.sources.values()].some(({ firstDay }) => firstDay <= day - DORMANT_DAYS);
  return isWatched && created !== null && day - dayOfDate(created) >= DORMANT_DAYS;
}
