import type { Chance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { type AnalysisCandidate, listAnalysisCandidates } from "../../store/analysis/analysis-candidates.ts";
import { type Covered, endAnalysis, failAnalysis, stopAnalysis } from "../../store/analysis/analysis-lease.ts";
import { finishRun, type RunOutcome, startRun } from "../../store/analysis/analysis-runs.ts";
import type { Database, DomainDb, DomainHandle } from "../../store/database/database.ts";
import type { AnalysisPhase } from "./analysis-run.ts";
import { dayOf, evaluationDayOf } from "./evaluation-day.ts";
import { type KeptLease, keepLease, LeaseLost, underLease } from "./lease-keeper.ts";
import { PHASES } from "./phases.ts";
import { type PhaseRunner, type RunProgress, type RunTask, runPhases } from "./run-phases.ts";

export interface AnalysisParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Runs the phases in another thread; absent means in this one. */
  readonly runPhases?: PhaseRunner | undefined;
  /** Only tests have other phases. */
  readonly phases?: readonly AnalysisPhase[];
}

export interface AnalysisOptions {
  /** A time on the evaluation day; absent means the day of the newest event. */
  readonly asOf?: Date | undefined;
  readonly isStopped?: () => boolean;
  /** Called when a phase begins. */
  readonly onPhase?: (phase: string) => void;
}

export interface AnalysisReport extends RunProgress {
  readonly outcome: RunOutcome;
  readonly day: number;
}

/**
 * Runs the phases of the analysis of a domain and records the run in the ledger. Returns undefined if another process
 * analyzes the domain. A run that was stopped or whose process ended is repeated by the next one: phases skip results
 * that are stored already.
 */
export async function analyzeDomain(
  parts: AnalysisParts,
  domainId: string,
  options: AnalysisOptions = {},
): Promise<AnalysisReport | undefined> {
  const { database, clock } = parts;
  const startedAt = clock();
  // Read before the facts themselves: a change that is committed meanwhile makes the next run due.
  const [candidate] = await listAnalysisCandidates(database.system, [domainId], startedAt);
  const lease = await keepLease(database.forDomain(domainId), parts);
  if (!lease) return undefined;
  const day = options.asOf ? dayOf(options.asOf) : evaluationDayOf(startedAt, candidate?.newestEventAt ?? null);
  const task = { domainId, runId: newId(), owner: lease.owner, day, startedAt };
  const run = new LeasedRun(parts, lease, task, options);
  try {
    return await run.execute(coverageOf(candidate, startedAt, day));
  } catch (error) {
    if (!(error instanceof LeaseLost)) await run.fail(error as Error);
    throw error;
  } finally {
    await lease.end();
  }
}

const coverageOf = (candidate: AnalysisCandidate | undefined, startedAt: Date, day: number): Covered => ({
  startedAt,
  day,
  changes: candidate?.changes ?? 0,
  resourcesWithHistory: candidate?.resourcesWithHistory ?? 0,
});

/** How much of an error's message the ledger keeps. */
const MAX_ERROR = 500;

class LeasedRun {
  private readonly parts: AnalysisParts;
  private readonly lease: KeptLease;
  private readonly task: RunTask;
  private readonly options: AnalysisOptions;
  private readonly db: DomainHandle;
  private progress: RunProgress = { phase: null, counts: {} };

  constructor(parts: AnalysisParts, lease: KeptLease, task: RunTask, options: AnalysisOptions) {
    this.parts = parts;
    this.lease = lease;
    this.task = task;
    this.options = options;
    this.db = underLease(parts.database.forDomain(task.domainId), lease.owner);
  }

  async execute(covered: Covered): Promise<AnalysisReport> {
    await this.db.transaction((tx) => startRun(tx, this.task));
    const { isStopped, onPhase } = this;
    this.progress = await (this.parts.runPhases ?? this.runHere)(this.task, { isStopped, onPhase });
    const outcome: RunOutcome = isStopped() ? "stopped" : "finished";
    await this.finish(outcome, null, (tx) =>
      outcome === "finished" ? endAnalysis(tx, this.lease.owner, covered) : stopAnalysis(tx, this.lease.owner),
    );
    return { outcome, day: this.task.day, ...this.progress };
  }

  /** Records the failure; if that fails too, the lease expires. */
  async fail(error: Error): Promise<void> {
    await this.finish("failed", error.message.slice(0, MAX_ERROR), (tx) => failAnalysis(tx, this.lease.owner)).catch(
      () => undefined,
    );
  }

  private readonly isStopped = (): boolean => this.lease.isLost() || (this.options.isStopped?.() ?? false);

  private readonly onPhase = (progress: RunProgress): void => {
    this.progress = progress;
    if (progress.phase !== null) this.options.onPhase?.(progress.phase);
  };

  private readonly runHere: PhaseRunner = (task, watch) =>
    runPhases(this.parts.database.forDomain(task.domainId), this.parts.phases ?? PHASES, task, watch);

  private async finish(
    outcome: RunOutcome,
    error: string | null,
    release: (tx: DomainDb) => Promise<void>,
  ): Promise<void> {
    const finishedAt = this.parts.clock();
    const { counts } = this.progress;
    await this.db.transaction(async (tx) => {
      await finishRun(tx, { runId: this.task.runId, outcome, finishedAt, counts, error });
      await release(tx);
    });
  }
}
