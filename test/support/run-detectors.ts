import {
  affectedPeriods,
  byTime,
  foldByKey,
  foldInto,
  foldSlot,
  keepFindings,
  memoryReach,
} from "../../src/analysis/detect/periods.ts";
import type { PeriodFinding, RowHit, SeenRow, StatefulDetector } from "../../src/analysis/detect/stateful-detector.ts";
import type { LogRow, LogTable } from "../../src/model/rows/log-row.ts";
import { actorOf } from "../../src/model/rows/row-actor.ts";

/** Does in memory what the pipeline does: for each batch, evaluates again only what may have changed. */
export class DetectorRun {
  readonly #detectors: readonly StatefulDetector[];
  readonly #hits = new Map<string, Map<string, RowHit>>();
  readonly #findings = new Map<string, Map<string, PeriodFinding>>();

  constructor(detectors: readonly StatefulDetector[]) {
    this.#detectors = detectors;
  }

  take(batch: readonly SeenRow[]): void {
    for (const detector of this.#detectors) this.#takeFor(detector, batch);
  }

  /** All current findings, in order of detector, time and key. */
  findings(): readonly PeriodFinding[] {
    return [...this.#findings.values()].flatMap((byKey) => [...byKey.values()]).sort(compareFindings);
  }

  #takeFor(detector: StatefulDetector, batch: readonly SeenRow[]): void {
    const touched = new Map<string, number[]>();
    const seenByIt = batch.filter(({ row }) => detector.tables.includes(row.table) && !row.late);
    for (const hit of seenByIt.flatMap((seen) => hitsOfRow(detector, seen))) {
      if (!this.#remember(detector, hit)) continue;
      touched.set(hit.group, [...(touched.get(hit.group) ?? []), hit.at]);
    }
    for (const [group, times] of touched) this.#evaluate(detector, group, times);
  }

  /** Whether anything the detector reads has changed. */
  #remember(detector: StatefulDetector, hit: RowHit): boolean {
    const memory = `${detector.facts.slug}|${hit.group}`;
    const hits = this.#hits.get(memory) ?? new Map<string, RowHit>();
    this.#hits.set(memory, hits);
    const slot = JSON.stringify([hit.value, foldSlot(detector, hit)]);
    const known = hits.get(slot);
    const kept = known === undefined ? hit : foldInto(known, hit);
    hits.set(slot, kept);
    return known === undefined || detector.ignoresCounts !== true || kept.ref.rowId !== known.ref.rowId;
  }

  #evaluate(detector: StatefulDetector, group: string, times: readonly number[]): void {
    const memory = `${detector.facts.slug}|${group}`;
    const all = foldHits(detector, this.#hits.get(memory)?.values() ?? []);
    const stored = this.#findings.get(memory) ?? new Map<string, PeriodFinding>();
    this.#findings.set(memory, stored);
    for (const range of affectedPeriods(detector, times)) {
      const { from, until } = memoryReach(detector, range);
      const hits = all.filter(({ at }) => at >= from && at < until);
      const found = keepFindings(detector.evaluate({ group, hits, since: all[0]?.at ?? 0 }), range);
      for (const [key, { period }] of stored) if (period >= range.first && period <= range.last) stored.delete(key);
      for (const finding of found) stored.set(finding.key, finding);
    }
  }
}

/** Returns the hits as a detector gets them: folded, in order of time. */
export function foldHits(detector: Pick<StatefulDetector, "foldMs">, hits: Iterable<RowHit>): readonly RowHit[] {
  return [...foldByKey(detector, hits).values()].sort(byTime);
}

export function hitsOfRow(detector: StatefulDetector, seen: SeenRow): readonly RowHit[] {
  const { table, rowId, at } = seen.row;
  return detector
    .hitsOf(seen)
    .map((hit) => ({ ...hit, at, ref: { table, rowId, at }, actor: seen.actor, platformEventId: null, count: 1 }));
}

function compareFindings(a: PeriodFinding, b: PeriodFinding): number {
  const [one, other] = [a, b].map((f) => `${f.detector.slug} ${String(f.at).padStart(15, "0")} ${f.key}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

/** Returns the findings of one detector for these rows. */
export function findingsOf(detector: StatefulDetector, rows: readonly SeenRow[]): readonly PeriodFinding[] {
  const run = new DetectorRun([detector]);
  run.take(rows);
  return run.findings();
}

let rowNumber = 0;

function nextRowId(): string {
  rowNumber += 1;
  return `row-${String(rowNumber).padStart(6, "0")}`;
}

/** Creates a row with a time (`2026-03-10T09:00Z`, or milliseconds) and the actor that it names. */
export function seenRow(
  table: LogTable,
  when: string | number,
  fields: Readonly<Record<string, unknown>>,
  rowId = nextRowId(),
): SeenRow {
  const at = typeof when === "number" ? when : Date.parse(when);
  const text = JSON.stringify(fields);
  const row: LogRow = { table, rowId, contentKey: rowId, at, late: false, fields, text };
  const actor = actorOf(row);
  const known = actor && { ...actor, subject: actor.key, tuid: null, email: actor.upn };
  return { row, actor: known, matches: new Set() };
}

/** Returns `count` values, each made from its index. */
export const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
