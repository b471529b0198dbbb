import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed } from "../patterns/first-seen.ts";
import { type HostHistory, hostHistory } from "../patterns/host-history.ts";
import { before } from "../patterns/sequence.ts";
import { networkLogOnOf } from "../signals/network-log-on.ts";
import { LOG_ON_TABLES } from "../signals/remote-log-on.ts";
import { isSuccess } from "../signals/sign-in.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["logonFanOut"];

/** Another log-on of the account: it shows that the account was observed. */
const PRESENT = "present";

/** Detects an account that signs in over the network to several machines that it never used, within minutes. */
export function logonFanOut(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "logon_fan_out",
      major: 1,
      title: "Network sign-ins to several new machines within minutes",
      severity: "medium",
      tactics: ["lateral_movement"],
      techniques: ["T1021.002", "T1550.002"],
      threatType: "account_compromise",
      signal: "infrastructure",
      precision: 0.3,
    },
    tables: LOG_ON_TABLES,
    // The past is counted by whole days.
    spanMs: (settings.baselineDays + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const logOn = networkLogOnOf(seen.row);
  if (logOn === null) return isSuccess(seen.row) ? supporting(hitOfActor(seen, PRESENT)) : [];
  const { host, isNtlm, from } = logOn;
  return hitOfActor(seen, host, { ntlm: isNtlm, from: toName(from, "") });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const logOns = hits.filter(({ value }) => value !== PRESENT);
  const baselineMs = settings.baselineDays * DAY_MS;
  const past = hostHistory(logOns, ({ value }) => value, baselineMs);
  const fresh: RowHit[] = [];
  for (const hit of newOf(logOns, baselineMs)) {
    fresh.push(hit);
    const knownMs = hit.at - (hits.find(({ at }) => at >= hit.at - baselineMs)?.at ?? hit.at);
    if (knownMs < settings.warmUpDays * DAY_MS) continue;
    const fan = [...before(fresh, hit.at, settings.withinMinutes * MINUTE_MS)].reverse();
    if (fan.length < settings.hosts || isRoutine(fan.length, past(hit.at), settings)) continue;
    yield toFiring(hit, fan, observed(knownMs, settings.baselineDays).period, settings);
  }
}

/** Returns the first sign-in of a day to each machine that the account did not use on an earlier day. */
function newOf(logOns: readonly RowHit[], baselineMs: number): readonly RowHit[] {
  const lastDay = new Map<string, number>();
  return logOns.filter(({ value, at }) => {
    const day = periodOf(at, DAY_MS);
    const known = lastDay.get(value);
    lastDay.set(value, day);
    return known === undefined || known < day - baselineMs;
  });
}

/** Scanners, software distribution and administrators used as many machines on one earlier day, or many on several. */
function isRoutine(hosts: number, past: HostHistory, { hosts: least, routineDays }: Settings): boolean {
  if (past.hosts < least) return false;
  return hosts <= past.mostInDay || (past.days >= routineDays && hosts < 2 * past.mostInDay);
}

function toFiring(hit: RowHit, fan: readonly RowHit[], period: string, settings: Settings): Firing {
  const hosts = fan.length;
  const isNtlm = fan.every(({ data }) => data?.["ntlm"] === true);
  const sources = [...new Set(fan.map((each) => dataText(each, "from")))].filter((from) => from !== "");
  return {
    trigger: hit,
    evidence: fan,
    count: hosts,
    // The hash of a password is enough for NTLM, and programs of the organization use Kerberos.
    ...((isNtlm || hosts >= 2 * settings.hosts) && { severity: "high", precision: isNtlm ? 0.45 : 0.35 }),
    summary: () =>
      `Signed in over the network${isNtlm ? " with NTLM" : ""} to ${toAmount(hosts, "machine")} within ` +
      `${toDuration(hit.at - (fan[0]?.at ?? hit.at))} that this account did not use ${period}: ` +
      `${fan
        .slice(0, 5)
        .map(({ value }) => value)
        .join(", ")}${sources.length === 0 ? "" : `; from ${sources.slice(0, 2).join(", ")}`}. ` +
      `${settings.hosts} or more within ${settings.withinMinutes} min are reported.`,
  };
}
