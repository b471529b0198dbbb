import { createTimeSlice } from "../../runtime/time-slice.ts";
import { recordPhase } from "../../store/analysis/analysis-runs.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { markAnalyzed } from "../../store/domains/readiness.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { startOfDay } from "./evaluation-day.ts";
import { underLease } from "./lease-keeper.ts";
import { loadDirectory } from "./load-directory.ts";

/** A run of the analysis of a domain whose lease is held and that is in the ledger. It can be sent to another thread. */
export interface RunTask {
  readonly domainId: string;
  readonly runId: string;
  /** The holder of the lease. */
  readonly owner: string;
  /** The evaluation day, as days since 1970-01-01. */
  readonly day: number;
  readonly startedAt: Date;
}

export interface RunProgress {
  /** The phase that was reached. */
  readonly phase: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** The first error of an identity that could not be analyzed; `failed` in the counts is the number of such identities. */
  readonly failure?: string | undefined;
}

const MAX_FAILURE = 300;

export interface RunWatch {
  readonly isStopped: () => boolean;
  /** Called when a phase begins. */
  readonly onPhase: (progress: RunProgress) => void;
}

/** Runs the phases of a task; resolves early when the run is stopped. */
export type PhaseRunner = (task: RunTask, watch: RunWatch) => Promise<RunProgress>;

/** Loads the directory of a domain and runs the phases of its analysis, in order. */
export async function runPhases(
  handle: DomainHandle,
  phases: readonly AnalysisPhase[],
  task: RunTask,
  { isStopped, onPhase }: RunWatch,
): Promise<RunProgress> {
  const db = underLease(handle, task.owner);
  const counts = new Map<string, number>();
  let reached: string | null = null;
  let failure: string | undefined;
  const progress = (): RunProgress => ({ phase: reached, counts: Object.fromEntries(counts), failure });
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  const enter = async (phase: string): Promise<void> => {
    reached = phase;
    onPhase(progress());
    const entered = { runId: task.runId, phase, counts: Object.fromEntries(counts) };
    await db.transaction((tx) => recordPhase(tx, entered));
  };
  const slice = createTimeSlice();
  await enter("directory");
  const run: AnalysisRun = {
    db,
    asOf: startOfDay(task.day),
    day: task.day,
    now: task.startedAt,
    ...(await loadDirectory(db, slice)),
    slice,
    isStopped,
    count,
    fail: (error) => {
      count("failed", 1);
      failure ??= String(error).slice(0, MAX_FAILURE);
    },
  };
  for (const { name, builds, run: runPhase } of phases) {
    if (isStopped()) break;
    await enter(name);
    await runPhase(run);
    if (builds && !isStopped()) await db.transaction((tx) => markAnalyzed(tx, builds, task.startedAt));
  }
  return progress();
}
