import {
  type PeriodFinding,
  periodOf,
  type RowHit,
  type StatefulDetector,
  type TriggerLimit,
} from "../../analysis/detect/stateful-detector.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  dropLaterLimits,
  findBelowLimit,
  type LimitedPeriod,
  type TriggerLimitRow,
} from "../../store/threats/trigger-limits.ts";
import { guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { type EvaluationTask, memoryOf } from "./evaluation-tasks.ts";

interface LimitedTask extends EvaluationTask {
  readonly detector: StatefulDetector & { readonly triggerLimit: TriggerLimit };
}

const isLimited = (task: EvaluationTask): task is LimitedTask => task.detector.triggerLimit !== undefined;

const periodOfTask = ({ detector, group, first }: LimitedTask): LimitedPeriod => ({
  name: detector.triggerLimit.name,
  group,
  period: first,
});

/** Drops the limits of periods after those in which hits changed, before any of the groups is left out. */
export const dropOutdatedLimits = (tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<void> =>
  dropLaterLimits(tx, tasks.filter(isLimited).map(periodOfTask));

/**
 * Drops the tasks of groups with fewer triggers than the hits of earlier periods require. Their first period had no finding
 * when its limit was stored, and nothing before it has changed since.
 */
export async function withoutBelowLimit(
  tx: DomainDb,
  tasks: readonly EvaluationTask[],
): Promise<readonly EvaluationTask[]> {
  const limited = tasks.filter(isLimited);
  const periods = limited.map((task) => {
    const { detector, to } = memoryOf(task);
    return { ...periodOfTask(task), detector, periodMs: task.detector.periodMs, to };
  });
  const below = await findBelowLimit(tx, periods);
  const dropped = new Set<EvaluationTask>(limited.filter((_, place) => below.has(place)));
  return tasks.filter((task) => !dropped.has(task));
}

/** The hits of a task; some are left out if it has too many. */
interface TaskHits {
  readonly hits: readonly RowHit[];
  readonly isWhole: boolean;
}

/** Returns the limit of the latest period of an evaluated task; none if that has a finding. */
export function limitsOf(
  task: EvaluationTask,
  { hits, isWhole }: TaskHits,
  findings: readonly PeriodFinding[],
  onProblem: OnDetectorProblem,
): readonly TriggerLimitRow[] {
  const [oldest, newest] = [hits[0], hits.at(-1)];
  if (!isLimited(task) || !isWhole || oldest === undefined || newest === undefined) return [];
  const { detector, group, first, spanMs } = task;
  const period = periodOf(newest.at, detector.periodMs);
  const isIncomplete = period < first || spanMs < detector.spanMs;
  if (isIncomplete || findings.some((finding) => finding.period === period)) return [];
  const memory = { group, hits, since: oldest.at };
  const fewest = guarded(detector.facts.slug, onProblem, () => detector.triggerLimit.fewest(memory, period));
  return fewest === undefined ? [] : [{ name: detector.triggerLimit.name, group, period, fewest }];
}
