import type { DomainDb } from "../database/database.ts";

/** One run of the analysis of a domain, as the ledger has it. */
export interface LedgerRun {
  readonly runId: string;
  /** The evaluation day, as days since 1970-01-01. */
  readonly day: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** The phase that was reached. */
  readonly phase: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** Null while the run is in progress; `interrupted` if its process ended. */
  readonly outcome: RunOutcome | "interrupted" | null;
  readonly error: string | null;
}

export type RunOutcome = "finished" | "failed" | "stopped";

/** How many runs of a domain are kept. */
const KEPT_RUNS = 100;

/** Appends a run, marks earlier runs without an outcome as interrupted, and deletes the oldest. */
export async function startRun(
  tx: DomainDb,
  { runId, day, startedAt }: Pick<LedgerRun, "runId" | "day" | "startedAt">,
): Promise<void> {
  await tx.execute(
    "update analysis_runs set outcome = 'interrupted', finished_at = $2 where domain_id = $1 and outcome is null",
    [startedAt],
  );
  await tx.execute("insert into analysis_runs (domain_id, run_id, day, started_at) values ($1, $2, $3, $4)", [
    runId,
    day,
    startedAt,
  ]);
  await tx.execute(
    `delete from analysis_runs where domain_id = $1 and run_id = any(array(
       select run_id from analysis_runs where domain_id = $1 order by started_at desc, run_id desc offset ${KEPT_RUNS}))`,
  );
}

/** Records the phase that a run has reached. */
export async function recordPhase(
  tx: DomainDb,
  { runId, phase, counts }: Pick<LedgerRun, "runId" | "phase" | "counts">,
): Promise<void> {
  await tx.execute("update analysis_runs set phase = $3, counts = $4 where domain_id = $1 and run_id = $2", [
    runId,
    phase,
    JSON.stringify(counts),
  ]);
}

export interface RunEnd {
  readonly runId: string;
  readonly outcome: RunOutcome;
  readonly finishedAt: Date;
  readonly counts: LedgerRun["counts"];
  readonly error: string | null;
}

export async function finishRun(tx: DomainDb, end: RunEnd): Promise<void> {
  await tx.execute(
    `update analysis_runs set outcome = $3, finished_at = $4, counts = $5, error = $6
     where domain_id = $1 and run_id = $2`,
    [end.runId, end.outcome, end.finishedAt, JSON.stringify(end.counts), end.error],
  );
}

interface RunRow {
  readonly run_id: string;
  readonly day: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly phase: string | null;
  readonly counts: string;
  readonly outcome: LedgerRun["outcome"];
  readonly error: string | null;
}

/** Lists the last runs, newest first. */
export async function listRuns(db: DomainDb, limit: number): Promise<readonly LedgerRun[]> {
  const rows = await db.query<RunRow>(
    `select run_id, day, started_at, finished_at, phase, counts, outcome, error from analysis_runs
     where domain_id = $1 order by started_at desc, run_id desc limit $2`,
    [limit],
  );
  return rows.map((row) => ({
    runId: row.run_id,
    day: row.day,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    phase: row.phase,
    counts: JSON.parse(row.counts) as LedgerRun["counts"],
    outcome: row.outcome,
    error: row.error,
  }));
}
