import type { Chance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import { type AnalysisCandidate, listAnalysisCandidates } from "../../store/analysis/analysis-candidates.ts";
import { type Covered, endAnalysis, failAnalysis, stopAnalysis } from "../../store/analysis/analysis-lease.ts";
import { finishRun, type RunOutcome, recordPhase, startRun } from "../../store/analysis/analysis-runs.ts";
import type { Database, DomainDb } from "../../store/database/database.ts";
import { markAnalyzed } from "../../store/domains/readiness.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { dayOf, evaluationDayOf, startOfDay } from "./evaluation-day.ts";
import { type KeptLease, keepLease, LeaseLost } from "./lease-keeper.ts";
import { loadDirectory } from "./load-directory.ts";
import { PHASES } from "./phases.ts";

export interface AnalysisParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
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

export interface AnalysisReport {
  readonly outcome: RunOutcome;
  readonly day: number;
  /** The phase that was reached. */
  readonly phase: string | null;
  readonly counts: Readonly<Record<string, number>>;
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
  const run = new LeasedRun(parts, lease, { runId: newId(), startedAt, day, options });
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

interface RunFacts {
  readonly runId: string;
  readonly startedAt: Date;
  readonly day: number;
  readonly options: AnalysisOptions;
}

/** How much of an error's message the ledger keeps. */
const MAX_ERROR = 500;

class LeasedRun {
  private readonly parts: AnalysisParts;
  private readonly lease: KeptLease;
  private readonly facts: RunFacts;
  private readonly counts = new Map<string, number>();
  private phase: string | null = null;

  constructor(parts: AnalysisParts, lease: KeptLease, facts: RunFacts) {
    this.parts = parts;
    this.lease = lease;
    this.facts = facts;
  }

  async execute(covered: Covered): Promise<AnalysisReport> {
    const { db } = this.lease;
    await db.transaction((tx) => startRun(tx, this.facts));
    const slice = createTimeSlice();
    const loaded = await this.enter("directory", () => loadDirectory(db, slice));
    for (const phase of this.parts.phases ?? PHASES) {
      if (this.isStopped()) break;
      await this.enter(phase.name, () => phase.run(this.runOf(loaded, slice)));
      if (!this.isStopped()) await this.markReady(phase);
    }
    const outcome: RunOutcome = this.isStopped() ? "stopped" : "finished";
    await this.finish(outcome, null, (tx) =>
      outcome === "finished" ? endAnalysis(tx, this.lease.owner, covered) : stopAnalysis(tx, this.lease.owner),
    );
    return { outcome, day: this.facts.day, phase: this.phase, counts: Object.fromEntries(this.counts) };
  }

  /** Records the failure; if that fails too, the lease expires. */
  async fail(error: Error): Promise<void> {
    await this.finish("failed", error.message.slice(0, MAX_ERROR), (tx) => failAnalysis(tx, this.lease.owner)).catch(
      () => undefined,
    );
  }

  private readonly isStopped = (): boolean => this.lease.isLost() || (this.facts.options.isStopped?.() ?? false);

  private runOf(loaded: Pick<AnalysisRun, "directory" | "access">, slice: AnalysisRun["slice"]): AnalysisRun {
    const { day, startedAt } = this.facts;
    return {
      db: this.lease.db,
      asOf: startOfDay(day),
      day,
      now: startedAt,
      ...loaded,
      slice,
      isStopped: this.isStopped,
      count: (name, by) => this.counts.set(name, (this.counts.get(name) ?? 0) + by),
    };
  }

  private async enter<T>(phase: string, work: () => Promise<T>): Promise<T> {
    this.phase = phase;
    this.facts.options.onPhase?.(phase);
    const counts = Object.fromEntries(this.counts);
    await this.lease.db.transaction((tx) => recordPhase(tx, { runId: this.facts.runId, phase, counts }));
    return work();
  }

  private async markReady({ builds }: AnalysisPhase): Promise<void> {
    if (builds) await this.lease.db.transaction((tx) => markAnalyzed(tx, builds, this.facts.startedAt));
  }

  private async finish(
    outcome: RunOutcome,
    error: string | null,
    release: (tx: DomainDb) => Promise<void>,
  ): Promise<void> {
    const finishedAt = this.parts.clock();
    const counts = Object.fromEntries(this.counts);
    await this.lease.db.transaction(async (tx) => {
      await finishRun(tx, { runId: this.facts.runId, outcome, finishedAt, counts, error });
      await release(tx);
    });
  }
}
