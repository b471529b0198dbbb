import { periodOf, type RowHit, type StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import { appendTo } from "../../model/append-to.ts";
import { compareText } from "../../model/text/compare-text.ts";
import type { Severity } from "../../model/vocabulary.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { readPeriods } from "../../store/threats/findings.ts";
import { countTriggers, countTriggerValues, readHits } from "../../store/threats/hits.ts";
import type { Detected } from "../detect/detect-rows.ts";
import { memoryOf } from "../detect/evaluation-tasks.ts";
import { storableName } from "../detect/packed-text.ts";
import { type Outcome, outcomeOf, type Reporting } from "./outcome.ts";

/** A row as a signal of a behavior or correlation, which counts it or compares it with others. */
export interface RowSignal {
  /** The detector's slug. */
  readonly detector: string;
  readonly title: string;
  readonly severity: Severity;
  /** The person, address or other entity whose rows it counts together. */
  readonly group: string;
  /** What it counts or compares. */
  readonly values: readonly string[];
  /** It never causes a finding alone. */
  readonly isSupporting: boolean;
  /** How many rows of the group are stored that a finding of the row's period may count, or their different values. */
  readonly stored: number;
  /** The fewest of these for a finding; null if it has no such limit. */
  readonly fewest: number | null;
  readonly outcome: Outcome;
  /** Events of the same group and period that do not rest on the row. */
  readonly otherEvents: readonly string[];
}

interface GroupedHits {
  readonly detector: StatefulDetector;
  readonly group: string;
  readonly hits: readonly RowHit[];
}

/** Explains which detectors took a row as a signal. Detectors that share stored hits all do, but each counts only its own values. */
export async function explainSignals(
  db: DomainDb,
  { hits }: Pick<Detected, "hits">,
  reporting: Reporting,
): Promise<readonly RowSignal[]> {
  const signals: RowSignal[] = [];
  for (const [{ readers }, found] of hits) {
    for (const detector of readers) {
      for (const [group, own] of groupsOf(found)) {
        signals.push(await explainSignal(db, { detector, group, hits: own }, reporting));
      }
    }
  }
  return signals.sort(byName);
}

function groupsOf(hits: readonly RowHit[]): ReadonlyMap<string, readonly RowHit[]> {
  const groups = new Map<string, RowHit[]>();
  for (const hit of hits) appendTo(groups, hit.group, hit);
  return groups;
}

async function explainSignal(db: DomainDb, grouped: GroupedHits, reporting: Reporting): Promise<RowSignal> {
  const { detector, group, hits } = grouped;
  const { slug, title, severity } = detector.facts;
  const outcome = outcomeOf(reporting, detector.facts, group);
  return {
    detector: slug,
    title,
    severity,
    group,
    values: [...new Set(hits.map(({ value }) => value))],
    isSupporting: hits.every((hit) => hit.isSupporting),
    stored: await countStored(db, grouped),
    fewest: detector.minTriggers ?? null,
    outcome,
    otherEvents: outcome === "event" ? [] : await otherEventsOf(db, grouped),
  };
}

async function countStored(db: DomainDb, { detector, group, hits }: GroupedHits): Promise<number> {
  const { minTriggers, triggersMs = Number.POSITIVE_INFINITY, nearMs, spanMs } = detector;
  const period = periodIn(detector, hits);
  const reach = { first: period, last: period, spanMs: Math.min(nearMs ?? spanMs, triggersMs) };
  const range = memoryOf({ detector, group: storableName(group), ...reach });
  if (minTriggers === undefined) {
    const [read = []] = await readHits(db, [range], { perRange: MAX_HITS, total: 2 * MAX_HITS });
    return read.reduce((sum, { count }) => sum + count, 0);
  }
  const count = detector.triggersDiffer && detector.foldMs > 0 ? countTriggerValues : countTriggers;
  const [stored = 0] = await count(db, [range]);
  return stored;
}

/** More hits of a group are not counted. */
const MAX_HITS = 5_000;

async function otherEventsOf(db: DomainDb, { detector, group, hits }: GroupedHits): Promise<readonly string[]> {
  const { slug, major } = detector.facts;
  const period = periodIn(detector, hits);
  const range = { detector: slug, major, group: storableName(group), first: period, last: period };
  return (await readPeriods(db, [range])).map(({ eventId }) => eventId).sort();
}

const periodIn = ({ periodMs }: StatefulDetector, hits: readonly RowHit[]): number =>
  periodOf(hits[0]?.at ?? 0, periodMs);

const byName = (left: RowSignal, right: RowSignal): number =>
  compareText(left.detector, right.detector) || compareText(left.group, right.group);
