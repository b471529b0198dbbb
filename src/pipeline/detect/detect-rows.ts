import type { Hit, RowHit, SeenRow } from "../../analysis/detect/stateful-detector.ts";
import { appendTo } from "../../model/append-to.ts";
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
  const byTable = memoriesOfSet(detectors);
  const findings: Finding[] = [];
  const hits = new Map<HitMemory, RowHit[]>();
  const lateHits = new Map<HitMemory, RowHit[]>();
  const slice = createTimeSlice();
  for (const row of rows) {
    // A promise for each row would cost more than most detectors.
    if (slice.isOver()) await slice.pause();
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
  let source: HitSource | undefined;
  for (const memory of memories) {
    const found = hitsOfRow(memory, seen, onProblem);
    if (found.length === 0) continue;
    source ??= sourceOf(seen);
    append(hits, memory, found, source);
  }
}

/** Like `guarded`, but without a function for each detector and row. */
function hitsOfRow(memory: HitMemory, seen: SeenRow, onProblem: OnDetectorProblem): readonly Hit[] {
  try {
    return memory.hitsOf(seen);
  } catch (error) {
    onProblem(memory.name, error as Error);
    return NO_HITS;
  }
}

const NO_HITS: readonly Hit[] = [];

/** What all hits of a row share. */
type HitSource = Pick<RowHit, "at" | "ref" | "actor" | "platformEventId">;

const sourceOf = ({ row, actor }: SeenRow): HitSource => ({
  at: row.at,
  ref: { table: row.table, rowId: row.rowId, at: row.at },
  actor,
  platformEventId: platformEventIdOf(row),
});

function append(
  hits: Map<HitMemory, RowHit[]>,
  memory: HitMemory,
  found: readonly Hit[],
  { at, ref, actor, platformEventId }: HitSource,
): void {
  let kept = hits.get(memory);
  if (kept === undefined) {
    kept = [];
    hits.set(memory, kept);
  }
  for (const { group, value, data, isSupporting } of found) {
    kept.push({ group, value, data, isSupporting, at, ref, actor, platformEventId, count: 1 });
  }
}

type MemoriesByTable = ReadonlyMap<LogTable, readonly HitMemory[]>;

const memoriesOfSets = new WeakMap<DetectorSet["stateful"], MemoriesByTable>();

/** Returns the memories of a set of detectors by table. A set never changes, so they are computed once. */
function memoriesOfSet({ stateful }: DetectorSet): MemoriesByTable {
  const known = memoriesOfSets.get(stateful);
  if (known !== undefined) return known;
  const byTable = new Map<LogTable, HitMemory[]>();
  for (const memory of memoriesOf(stateful)) {
    for (const table of memory.tables) appendTo(byTable, table, memory);
  }
  memoriesOfSets.set(stateful, byTable);
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
