import type { Hit, RowHit, SeenRow } from "../../analysis/detect/stateful-detector.ts";
import type { Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { platformEventIdOf } from "../../model/tables.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DetectorSet, OnDetectorProblem } from "./detector-set.ts";
import { type HitMemory, memoriesOf } from "./hit-memory.ts";

/** The findings and hits of a batch of rows. */
export interface Detected {
  readonly findings: readonly Finding[];
  readonly hits: ReadonlyMap<HitMemory, readonly RowHit[]>;
  /** Hits of late rows, of memories that the days contain: they cause no finding, but may withdraw a later one. */
  readonly lateHits: ReadonlyMap<HitMemory, readonly RowHit[]>;
}

/**
 * Runs the detectors on every row. A late row is only matched against rules, not added to the hits of stateful
 * detectors; it counts only as part of its day.
 */
export async function detectRows(
  detectors: DetectorSet,
  rows: readonly LogRow[],
  actorOf: (row: LogRow) => Actor | null,
  onProblem: OnDetectorProblem,
): Promise<Detected> {
  const byTable = memoriesByTable(memoriesOf(detectors.stateful));
  const findings: Finding[] = [];
  const hits = new Map<HitMemory, RowHit[]>();
  const lateHits = new Map<HitMemory, RowHit[]>();
  const slice = createTimeSlice();
  for (const row of rows) {
    await slice.pause();
    const look = guarded("rules", onProblem, () => detectors.look(row, actorOf(row), onProblem));
    if (!look) continue;
    findings.push(...look.findings);
    const memories = byTable.get(row.table) ?? [];
    if (row.late) addHits(lateHits, memories.filter(readsDays), look.seen, onProblem);
    else addHits(hits, memories, look.seen, onProblem);
  }
  return { findings, hits, lateHits };
}

const readsDays = ({ days }: HitMemory): boolean => days !== undefined;

function addHits(
  hits: Map<HitMemory, RowHit[]>,
  memories: readonly HitMemory[],
  seen: SeenRow,
  onProblem: OnDetectorProblem,
): void {
  for (const memory of memories) {
    const found = guarded(memory.name, onProblem, () => memory.hitsOf(seen));
    if (found && found.length > 0) append(hits, memory, found, seen);
  }
}

function append(
  hits: Map<HitMemory, RowHit[]>,
  memory: HitMemory,
  found: readonly Hit[],
  { row, actor }: SeenRow,
): void {
  const kept = hits.get(memory) ?? [];
  hits.set(memory, kept);
  const ref = { table: row.table, rowId: row.rowId, at: row.at };
  const platformEventId = platformEventIdOf(row);
  for (const { group, value, data, isSupporting } of found) {
    kept.push({ group, value, data, isSupporting, at: row.at, ref, actor, platformEventId, count: 1 });
  }
}

function memoriesByTable(memories: readonly HitMemory[]): ReadonlyMap<LogTable, readonly HitMemory[]> {
  const byTable = new Map<LogTable, HitMemory[]>();
  for (const memory of memories) {
    for (const table of memory.tables) byTable.set(table, [...(byTable.get(table) ?? []), memory]);
  }
  return byTable;
}

/** Returns the result of a detector, or undefined if it threw: a hostile row must not stop the rows after it. */
export function guarded<T>(slug: string, onProblem: OnDetectorProblem, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    onProblem(slug, error as Error);
    return undefined;
  }
}
