import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { judgeDue } from "../../pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../pipeline/detect/known-hits.ts";
import { processBatch } from "../../pipeline/schedule/process-batch.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import type { GivenRow } from "./read-folder.ts";

/** Rows of one delivery. */
const DELIVERY_ROWS = 1_000;
/** Far enough ahead that no subject waits for a quiet period any more. */
const JUDGED_LATER_MS = 86_400_000;

export interface Evaluation {
  readonly accepted: number;
  readonly duplicates: number;
  /** The rejected rows with their reasons. */
  readonly rejected: readonly { readonly table: LogTable; readonly rowId: string; readonly error: string }[];
  readonly seconds: number;
}

export interface EvaluationWork {
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly detectors: DetectorSet;
  readonly deliveries: readonly (readonly GivenRow[])[];
  readonly onWorked: (rows: number) => Promise<void>;
  readonly onProblem: (slug: string, error: Error) => void;
}

/** Runs rows through the same ingestion, pipeline and judge as the service. */
export async function evaluateRows(work: EvaluationWork): Promise<Evaluation> {
  const { db, clock, detectors, deliveries, onWorked, onProblem } = work;
  const started = monotonicMs();
  const options = { onProblem, knownHits: createKnownHits() };
  const rejected: Evaluation["rejected"][number][] = [];
  let [accepted, duplicates] = [0, 0];
  for (const delivery of deliveries) {
    for (const { table, rows } of deliveriesByTable(delivery)) {
      const lines = rows.map(({ text }, index) => ({ line: index + 1, text }));
      const report = await ingestRows(db, clock, { table, lines });
      accepted += report.accepted;
      duplicates += report.duplicates;
      for (const { line, error } of report.rejected) {
        rejected.push({ table, rowId: rows[line - 1]?.rowId ?? "", error });
      }
    }
    for (let batch = await processBatch(db, clock, detectors, options); batch.rows > 0; ) {
      await onWorked(batch.rows);
      batch = await processBatch(db, clock, detectors, options);
    }
  }
  // Once, after all rows: judging between deliveries would depend on how they were split.
  await judgeDue(db, () => new Date(clock().getTime() + JUDGED_LATER_MS));
  return { accepted, duplicates, rejected, seconds: (monotonicMs() - started) / 1_000 };
}

function* deliveriesByTable(rows: readonly GivenRow[]): Generator<{ table: LogTable; rows: readonly GivenRow[] }> {
  for (const table of new Set(rows.map((row) => row.table))) {
    const own = rows.filter((row) => row.table === table);
    for (let start = 0; start < own.length; start += DELIVERY_ROWS) {
      yield { table, rows: own.slice(start, start + DELIVERY_ROWS) };
    }
  }
}
