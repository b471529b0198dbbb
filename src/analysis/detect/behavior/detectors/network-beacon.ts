import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { isCommonService } from "../signals/common-services.ts";
import { isInsideAddress, type NetworkFlow, networkFlowOf } from "../signals/network-flow.ts";
import { nameOfOrigin } from "../signals/sign-in.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["networkBeacon"];

const FOLD_MINUTES = 10;
const FOLD_MS = FOLD_MINUTES * MINUTE_MS;
const SOURCE_BUCKETS = 32;

/**
 * Detects a host that contacts one address on the internet at a regular interval. The group is that address, so that one
 * which many hosts contact is recognized as a service.
 */
export function networkBeacon(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "network_beacon",
      major: 1,
      title: "Host contacts one address at a regular interval",
      severity: "high",
      tactics: ["command_and_control"],
      techniques: ["T1071.001", "T1573"],
      threatType: "account_compromise",
      signal: "network",
      precision: 0.6,
    },
    tables: ["CommonSecurityLog"],
    spanMs: settings.withinHours * HOUR_MS,
    foldMs: FOLD_MS,
    minTriggers: settings.contacts,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row }: SeenRow): readonly Hit[] {
  const flow = networkFlowOf(row);
  if (flow === null || !isCandidate(flow)) return [];
  const { source, destination, host } = flow;
  const data = { source, name: host === null ? null : toName(host) };
  return [toHit(`ip:${destination}`, `from:${bucketOf(source, SOURCE_BUCKETS)}`, data)];
}

/** A check-in is small, and ends at a service of its own rather than at the resolver or the clock of everybody. */
const MAX_SENT = 65_536;
const MAX_RECEIVED = 262_144;
const SERVICES: ReadonlySet<number> = new Set([53, 123, 500, 4500, 5060]);

function isCandidate({ source, destination, port, isBlocked, host, sentBytes, receivedBytes }: NetworkFlow): boolean {
  if (isBlocked || !isInsideAddress(source) || isInsideAddress(destination)) return false;
  if (SERVICES.has(port ?? 0) || (sentBytes ?? 0) > MAX_SENT || (receivedBytes ?? 0) > MAX_RECEIVED) return false;
  return host === null || !isCommonService(host);
}

/** Looks at each day with the time before it, so that a finding rests on no other hits. */
function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const day of new Set(hits.map(({ at }) => periodOf(at, DAY_MS)))) {
    const from = day - settings.withinHours * HOUR_MS;
    const near = hits.filter(({ at }) => at >= from && at < day + DAY_MS);
    for (const { source, run } of runsBySource(near, settings)) {
      const [trigger] = run.slice(-1);
      if (trigger !== undefined && trigger.at >= day) yield toFiring(group, source, trigger, run, settings);
    }
  }
}

/** Returns the steady series of each host; none if more hosts than a few contact the address. */
function runsBySource(
  hits: readonly RowHit[],
  settings: Settings,
): readonly { readonly source: string; readonly run: readonly RowHit[] }[] {
  const sources = [...new Set(hits.map((hit) => dataText(hit, "source")))];
  if (sources.length > settings.sources) return [];
  return sources.flatMap((source) => {
    const own = hits.filter((hit) => dataText(hit, "source") === source);
    return steadyRuns(own, settings).map((run) => ({ source, run }));
  });
}

function toFiring(group: string, source: string, trigger: RowHit, run: readonly RowHit[], settings: Settings): Firing {
  const contacts = contactsIn(run);
  const named = dataText(trigger, "name");
  const interval = lengthOf(run) / Math.max(contacts - 1, 1);
  return {
    trigger,
    evidence: run,
    about: source,
    count: contacts,
    summary: () =>
      `${source} contacted ${nameOfOrigin(group)}${named === "" ? "" : ` (${named})`} ${toAmount(contacts, "time")} in ` +
      `${toDuration(lengthOf(run))}, about every ${toDuration(interval)}; ${settings.contacts} or more at a steady interval ` +
      `by at most ${toAmount(settings.sources, "host")} is reported.`,
  };
}

const contactsIn = (run: readonly RowHit[]): number => run.reduce((sum, { count }) => sum + count, 0);

const lengthOf = (run: readonly RowHit[]): number => (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0);

/**
 * Returns the series of contacts at a steady interval that are long enough. Contacts are counted by slots of ten minutes:
 * in a steady series every slot has about as many as the others or, if the interval is longer than a slot, about the same
 * time lies between them.
 */
function steadyRuns(hits: readonly RowHit[], settings: Settings): readonly (readonly RowHit[])[] {
  return [...denseRuns(hits, settings), ...sparseRuns(hits, settings)].filter(
    (run) => contactsIn(run) >= settings.contacts && lengthOf(run) >= settings.lastsHours * HOUR_MS,
  );
}

/** Series without an empty slot in which the counts stay close to the median; the first and last slot may be cut. */
function denseRuns(hits: readonly RowHit[], { contacts }: Settings): readonly (readonly RowHit[])[] {
  const tolerance = (median: number) => Math.max(1, median * 0.25);
  return splitWhere(hits, (before, next) => next.at - before.at > 2 * FOLD_MS)
    .filter((run) => run.length >= leastSlots(contacts) + 2)
    .map((run) => run.slice(1, -1))
    .filter((run) =>
      isSteady(
        run.map(({ count }) => count),
        tolerance,
      ),
    );
}

/** Series of single contacts with about the same time between them. */
function sparseRuns(hits: readonly RowHit[], settings: Settings): readonly (readonly RowHit[])[] {
  const longestMs = settings.longestMinutes * MINUTE_MS;
  return splitWhere(hits, (before, next) => next.at - before.at > longestMs).filter((run) => {
    const gaps = run.slice(1).map((hit, index) => hit.at - (run[index]?.at ?? 0));
    const isSingle = run.filter(({ count }) => count === 1).length >= run.length * STEADY_SHARE;
    const isLong = gaps.length >= leastSlots(settings.contacts);
    return isSingle && isLong && isSteady(gaps, (median) => median * (settings.jitterPercent / 100));
  });
}

const leastSlots = (contacts: number): number => Math.max(1, Math.min(6, contacts - 1));

function splitWhere(
  hits: readonly RowHit[],
  isApart: (before: RowHit, next: RowHit) => boolean,
): readonly (readonly RowHit[])[] {
  const runs: RowHit[][] = [];
  for (const hit of hits) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run === undefined || before === undefined || isApart(before, hit)) runs.push([hit]);
    else run.push(hit);
  }
  return runs;
}

const STEADY_SHARE = 0.9;

/** Returns whether nearly all numbers are within a tolerance of their median. */
function isSteady(numbers: readonly number[], toleranceOf: (median: number) => number): boolean {
  const sorted = numbers.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  const tolerance = toleranceOf(median);
  const close = numbers.filter((number) => Math.abs(number - median) <= tolerance).length;
  return close >= numbers.length * STEADY_SHARE;
}
