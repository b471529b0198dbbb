import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { toIp } from "../../../../model/rows/row-ip.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, supporting, toHit } from "../hits.ts";
import { burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { nameOfOrigin } from "../signals/sign-in.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["sshSweep"];

/** Detects failed SSH sign-ins from one address on several machines. */
export function sshSweep(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "ssh_sweep",
      major: 1,
      title: "Failed SSH sign-ins on several machines from one address",
      severity: "medium",
      tactics: ["credential_access"],
      techniques: ["T1110.003", "T1021.004"],
      threatType: "account_compromise",
      signal: "infrastructure",
    },
    tables: ["Syslog"],
    spanMs: (settings.withinMinutes + settings.successWithinMinutes) * MINUTE_MS,
    foldMs: MINUTE_MS,
    minTriggers: settings.failures,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const DAEMON = /^sshd(-session)?$/i;
/** Matched against the lower-cased message. */
const FAILED = /\b(?:failed (?:password|keyboard-interactive\S{0,64}|publickey|none) for|(?:invalid|illegal) user) /;
const ACCEPTED = /\baccepted (?:password|keyboard-interactive\S{0,64}) for (\S{1,128}) from /i;
/** The peer address. A user name may contain anything, so the last match counts. */
const PEER = / from ([0-9a-f:.]{3,45})(?= port \d|$|\s)/gi;
const EXAMINED = 4_096;

function hitsOf({ row }: SeenRow): readonly Hit[] {
  const message = DAEMON.test(readText(row.fields, "ProcessName") ?? "") ? messageOf(row) : "";
  const host = readFirst(row.fields, ["Computer", "HostName"]);
  const address = toIp([...message.matchAll(PEER)].at(-1)?.[1] ?? "");
  if (host === null || address === null) return [];
  const account = ACCEPTED.exec(message)?.[1];
  const data = { host: toName(host) };
  if (account !== undefined) {
    const value = `success:${toKey(`${account}@${host}`)}`;
    return supporting([toHit(`ip:${address}`, value, { ...data, account: toName(account) })]);
  }
  return FAILED.test(message.toLowerCase()) ? [toHit(`ip:${address}`, `failed:${toKey(host)}`, data)] : [];
}

const messageOf = ({ fields }: LogRow): string => (readText(fields, "SyslogMessage") ?? "").slice(0, EXAMINED);

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const failed = hits.filter(({ value }) => value.startsWith("failed:"));
  const successes = hits.filter(({ value }) => value.startsWith("success:"));
  const rule = { windowMs: settings.withinMinutes * MINUTE_MS, least: settings.failures, count: "rows" as const };
  const isWide = (window: FullWindow): boolean => hasHosts(failed, window, settings.hosts);
  for (const { trigger, hits: burst, peak } of burstsOf(failed, { ...rule, periodMs: DAY_MS }, isWide)) {
    yield {
      trigger,
      evidence: burst,
      count: peak,
      actor: null,
      summary: () =>
        `${nameOfOrigin(group)} failed to sign in over SSH ${toAmount(peak, "time")} within ${settings.withinMinutes} ` +
        `min, on ${toMachines(burst)}; ${settings.failures} or more on ${settings.hosts} or more is reported as guessing.`,
    };
  }
  const waves = fullWindows(failed, rule).filter(isWide);
  for (const { first, second } of followUps(waves, successes, settings.successWithinMinutes * MINUTE_MS)) {
    yield toBreach(group, second, first, failed);
  }
}

function toBreach(group: string, success: RowHit, wave: FullWindow, failed: readonly RowHit[]): Firing {
  const tries = failed.slice(wave.from, wave.to);
  return {
    trigger: success,
    evidence: tries,
    severity: "high",
    about: success.value,
    summary: () =>
      `${nameOfOrigin(group)} signed in over SSH as ${dataText(success, "account")} on ${dataText(success, "host")} ` +
      `${toDuration(success.at - wave.at)} after it had failed ${toAmount(wave.size, "time")} on ${toMachines(tries)}: ` +
      "a password may have been guessed.",
  };
}

const hostsOf = (hits: readonly RowHit[]): readonly string[] => [...new Set(hits.map((hit) => dataText(hit, "host")))];

/** Returns whether a window has `least` machines; stops at the last one needed, since windows can be large. */
function hasHosts(hits: readonly RowHit[], { from, to }: FullWindow, least: number): boolean {
  const hosts = new Set<string>();
  for (let at = from; at < to && hosts.size < least; at += 1) {
    const hit = hits[at];
    if (hit) hosts.add(dataText(hit, "host"));
  }
  return hosts.size >= least;
}

/** `6 machines, among them web-01, web-02, web-03`. */
function toMachines(hits: readonly RowHit[]): string {
  const hosts = hostsOf(hits);
  return `${toAmount(hosts.length, "machine")}, among them ${hosts.slice(0, 3).join(", ")}`;
}
