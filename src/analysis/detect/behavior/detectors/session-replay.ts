import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { type Memory, MINUTE_MS, type RowHit, type SeenRow, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { agentOfRow, deviceOf, isFromOwnNetwork, isManagedDevice, isSuccess, placeOfRow } from "../signals/sign-in.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["sessionReplay"];

const FOLD_MINUTES = 5;

/** Detects one session used from two countries or two operating systems within a short time. */
export function sessionReplay(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "session_replay",
      major: 1,
      title: "Session used from two places in a short time",
      severity: "high",
      tactics: ["credential_access", "lateral_movement"],
      techniques: ["T1539", "T1550.004"],
      threatType: "account_compromise",
      signal: "zero_trust",
    },
    tables: ["SigninLogs", "AADNonInteractiveUserSignInLogs", "OfficeActivity"],
    spanMs: settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow) {
  const session = actor?.kind === "user" ? sessionOf(row) : null;
  const ip = ipOf(row);
  if (session === null || ip === null) return [];
  // Connecting to the organization's own network seems to change the country.
  const country = isFromOwnNetwork(row) ? "" : toName(placeOfRow(row)?.country, "");
  const system = agentOfRow(row)?.system ?? "";
  if (country === "" && system === "") return [];
  const device = deviceOf(row) ?? "";
  const data = { ip, country, system, device, managed: isManagedDevice(row) };
  return [toHit(`session:${session}`, toKey(`${ip} ${country} ${system}`), data)];
}

function sessionOf(row: LogRow): string | null {
  if (row.table !== "OfficeActivity" && !isSuccess(row)) return null;
  const id = readFirst(row.fields, row.table === "OfficeActivity" ? ["AppAccessContext.AADSessionId"] : ["SessionId"]);
  return id === null || /^[0-]+$/.test(id) ? null : toKey(id);
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const spanMs = settings.withinMinutes * MINUTE_MS;
  let recent: readonly RowHit[] = [];
  for (const hit of hits) {
    recent = recent.filter(({ at, value }) => at >= hit.at - spanMs && value !== hit.value);
    const other = recent.findLast((before) => isElsewhere(before, hit) && !isRoamingPhone(before, hit));
    recent = [...recent, hit];
    if (other !== undefined) yield toFiring(other, hit, settings);
  }
}

/** Another address alone is roaming; another country or operating system is another machine. */
const isElsewhere = (a: RowHit, b: RowHit): boolean =>
  dataText(a, "ip") !== dataText(b, "ip") && (differ(a, b, "country") || differ(a, b, "system"));

function differ(a: RowHit, b: RowHit, name: string): boolean {
  const [one, other] = [dataText(a, name), dataText(b, name)];
  return one !== "" && other !== "" && one !== other;
}

/** A device of the organization, or the same device, that changes its address uses a VPN; its operating system stays. */
function isOneDevice(a: RowHit, b: RowHit): boolean {
  const isSame = dataText(a, "device") !== "" && dataText(a, "device") === dataText(b, "device");
  return (isSame || b.data?.["managed"] === true) && !differ(a, b, "system");
}

/** A phone changes between networks all day, and many carriers have their exit in another country. */
const isRoamingPhone = (a: RowHit, b: RowHit): boolean =>
  dataText(a, "device") !== "" &&
  dataText(a, "device") === dataText(b, "device") &&
  PHONES.test(dataText(b, "system")) &&
  !differ(a, b, "system");

const PHONES = /^(?:ios|ipados|android)$/i;

function toFiring(before: RowHit, hit: RowHit, settings: Settings): Firing {
  return {
    trigger: hit,
    evidence: [before],
    severity: isOneDevice(before, hit) ? "low" : "high",
    // Another country and another operating system at once are another machine.
    ...(differ(before, hit, "country") && differ(before, hit, "system") && { precision: 0.7 }),
    summary: () =>
      `The same session was used from ${describe(hit)} ${toDuration(hit.at - before.at)} after ${describe(before)}; ` +
      `within ${settings.withinMinutes} min the token may have been copied.`,
  };
}

function describe(hit: RowHit): string {
  const details = [dataText(hit, "country"), dataText(hit, "system")].filter((part) => part !== "");
  return `${dataText(hit, "ip")} (${details.join(", ")})`;
}
