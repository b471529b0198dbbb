import type { Hit, SeenRow, StatefulDetector, StoredHit } from "../analysis/detect/stateful-detector.ts";
import type { Actor } from "../model/actor.ts";
import type { Finding } from "../model/finding.ts";
import type { LogRow, LogTable } from "../model/log-row.ts";
import { platformEventIdOf } from "../model/tables.ts";
import type { DetectorSet } from "./detector-set.ts";

/** Told of a detector that failed on what it was given: its work is lost, that of all others goes on. */
export type OnDetectorProblem = (slug: string, error: Error) => void;

/** What the rows of a batch gave. */
export interface Detected {
  readonly findings: readonly Finding[];
  readonly hits: ReadonlyMap<StatefulDetector, readonly StoredHit[]>;
}

/** Shows every row to the detectors. A late row is seen by rules only: the time it belongs to is settled. */
export function detectRows(
  detectors: DetectorSet,
  rows: readonly LogRow[],
  actorOf: (row: LogRow) => Actor | null,
  onProblem: OnDetectorProblem,
): Detected {
  const byTable = detectorsByTable(detectors.stateful);
  const findings: Finding[] = [];
  const hits = new Map<StatefulDetector, StoredHit[]>();
  for (const row of rows) {
    const look = guarded("rules", onProblem, () => detectors.look(row, actorOf(row)));
    if (!look) continue;
    findings.push(...look.findings);
    if (row.late) continue;
    for (const detector of byTable.get(row.table) ?? []) {
      const found = guarded(detector.facts.slug, onProblem, () => detector.hitsOf(look.seen));
      if (found && found.length > 0) append(hits, detector, found, look.seen);
    }
  }
  return { findings, hits };
}

function append(
  hits: Map<StatefulDetector, StoredHit[]>,
  detector: StatefulDetector,
  found: readonly Hit[],
  { row, actor }: SeenRow,
): void {
  const kept = hits.get(detector) ?? [];
  hits.set(detector, kept);
  const ref = { table: row.table, rowId: row.rowId, at: row.at };
  const platformEventId = platformEventIdOf(row);
  for (const { group, value, data } of found) {
    kept.push({ group, value, ...(data && { data }), at: row.at, ref, actor, platformEventId, count: 1 });
  }
}

function detectorsByTable(detectors: readonly StatefulDetector[]): ReadonlyMap<LogTable, readonly StatefulDetector[]> {
  const byTable = new Map<LogTable, StatefulDetector[]>();
  for (const detector of detectors) {
    for (const table of detector.tables) byTable.set(table, [...(byTable.get(table) ?? []), detector]);
  }
  return byTable;
}

/** The answer of a detector, or nothing when it failed: a hostile row must not stop the rows behind it. */
export function guarded<T>(slug: string, onProblem: OnDetectorProblem, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    onProblem(slug, error as Error);
    return undefined;
  }
}
