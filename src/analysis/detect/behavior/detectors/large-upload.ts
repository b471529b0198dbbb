import { appendTo } from "../../../../model/append-to.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
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
import { isInsideAddress, networkFlowOf } from "../signals/network-flow.ts";
import { nameOfOrigin } from "../signals/sign-in.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["largeUpload"];

const SOURCE_BUCKETS = 32;
const MEBIBYTE = 1_048_576;

/**
 * Detects that a host sends a large amount to an address on the internet to which it sent nothing comparable before. The
 * group is that address, so that one to which many hosts send is recognized as a service.
 */
export function largeUpload(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "large_upload",
      major: 1,
      title: "Large amount sent to an address new for the host",
      severity: "high",
      tactics: ["exfiltration"],
      techniques: ["T1048", "T1041"],
      threatType: "data_exfiltration",
      signal: "network",
      precision: 0.5,
    },
    tables: ["CommonSecurityLog"],
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: HOUR_MS,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** A transfer is stored by the power of two of its size, so that many of them are one hit with their number. */
function hitsOf({ row }: SeenRow): readonly Hit[] {
  const flow = networkFlowOf(row);
  const sent = flow?.sentBytes ?? 0;
  if (flow === null || flow.isBlocked || sent < MEBIBYTE) return [];
  const { source, destination, host } = flow;
  if (!isInsideAddress(source) || isInsideAddress(destination) || (host !== null && isCommonService(host))) return [];
  const power = Math.floor(Math.log2(sent / MEBIBYTE));
  const data = { source, megabytes: 2 ** power, name: host === null ? "" : toName(host) };
  return [toHit(`to:${destination}`, `${bucketOf(source, SOURCE_BUCKETS)}:${power}`, data)];
}

/** At least so much was sent. */
const megabytesOf = (hits: readonly RowHit[]): number =>
  hits.reduce((sum, { count, data }) => sum + count * Number(data?.["megabytes"] ?? 0), 0);

const sourceOf = (hit: RowHit): string => dataText(hit, "source");

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const bySource = new Map<string, RowHit[]>();
  for (const hit of hits) appendTo(bySource, sourceOf(hit), hit);
  for (const [source, own] of bySource) {
    const days = new Map<number, RowHit[]>();
    for (const hit of own) appendTo(days, periodOf(hit.at, DAY_MS), hit);
    for (const [day, ofDay] of days) {
      const trigger = crossing(ofDay, settings.megabytes);
      if (trigger === undefined || isUsual(day, days, settings) || sourcesUntil(hits, day, settings) > settings.sources)
        continue;
      yield toFiring({ group, source, trigger, ofDay }, settings);
    }
  }
}

/** Returns the hit with which the sum reaches the limit. */
function crossing(hits: readonly RowHit[], least: number): RowHit | undefined {
  return hits.find((_, index) => megabytesOf(hits.slice(0, index + 1)) >= least);
}

/** A tenth as much on an earlier day shows that the host sends there regularly. */
const isUsual = (day: number, days: ReadonlyMap<number, readonly RowHit[]>, settings: Settings): boolean =>
  [...days].some(
    ([other, hits]) =>
      other < day && other >= day - settings.baselineDays * DAY_MS && megabytesOf(hits) >= settings.megabytes / 10,
  );

const sourcesUntil = (hits: readonly RowHit[], day: number, { baselineDays }: Settings): number =>
  new Set(hits.filter(({ at }) => at >= day - baselineDays * DAY_MS && at < day + DAY_MS).map(sourceOf)).size;

interface Upload {
  readonly group: string;
  readonly source: string;
  readonly trigger: RowHit;
  readonly ofDay: readonly RowHit[];
}

function toFiring({ group, source, trigger, ofDay }: Upload, settings: Settings): Firing {
  const sent = megabytesOf(ofDay);
  const name = dataText(trigger, "name");
  return {
    trigger,
    evidence: ofDay,
    about: source,
    count: sent,
    summary: () =>
      `${source} sent at least ${toAmount(sent, "megabyte")} to ${nameOfOrigin(group)}${name === "" ? "" : ` (${name})`} on ` +
      `this day, to which it sent less than a tenth of the limit on any day before; ${settings.megabytes} megabytes or ` +
      `more to an address that at most ${toAmount(settings.sources, "host")} of the organization use are reported.`,
  };
}
