import { type PeriodFinding, periodOf, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  dropLaterLimits,
  findBelowLimit,
  type LimitedPeriod,
  type PeriodLimit,
} from "../../store/threats/period-limits.ts";
import { guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { type EvaluationTask, memoryOf } from "./evaluation-tasks.ts";

/** Returns the settings of the limit of a task's detector, if it has one. */
const settingsOf = ({ detector }: EvaluationTask): string | undefined => detector.triggerLimit?.settings;

const isLimited = (task: EvaluationTask): boolean => settingsOf(task) !== undefined;

const limitedPeriod = (task: EvaluationTask, period: number): LimitedPeriod => ({
  name: `${task.detector.facts.slug}@${task.detector.facts.major}`,
  settings: settingsOf(task) ?? "",
  group: task.group,
  period,
});

const firstPeriodOf = (task: EvaluationTask): LimitedPeriod => limitedPeriod(task, task.first);

/** Drops the limits of periods after those in which hits changed, and of other settings, before any group is left out. */
export const dropOutdatedLimits = (tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<void> =>
  dropLaterLimits(tx, tasks.filter(isLimited).map(firstPeriodOf));

/**
 * Drops the tasks of groups without the triggers that the hits of earlier periods require. Their first period had no finding when its
 * limit was stored, and nothing before it has changed since.
 */
export async function withoutBelowLimit(
  tx: DomainDb,
  tasks: readonly EvaluationTask[],
): Promise<readonly EvaluationTask[]> {
  const limited = tasks.filter(isLimited);
  const periods = limited.map((task) => {
    const { detector, to } = memoryOf(task);
    return { ...firstPeriodOf(task), detector, periodMs: task.detector.periodMs, to };
  });
  const below = await findBelowLimit(tx, periods);
  const dropped = new Set(limited.filter((_, place) => below.has(place)));
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
): readonly PeriodLimit[] {
  const [oldest, newest] = [hits[0], hits.at(-1)];
  const { triggerLimit } = task.detector;
  if (!triggerLimit || !isWhole || oldest === undefined || newest === undefined) return [];
  const period = latestPeriodOf(task, newest.at);
  if (period === undefined || findings.some((finding) => finding.period === period)) return [];
  const memory = { group: task.group, hits, since: oldest.at };
  const fewest = guarded(task.detector.facts.slug, onProblem, () => triggerLimit.fewest(memory, period));
  return fewest === undefined ? [] : [{ ...limitedPeriod(task, period), fewest }];
}

/** Returns the period of the newest hit, if everything that can affect it was read. */
function latestPeriodOf({ detector, first, spanMs }: EvaluationTask, newest: number): number | undefined {
  const period = periodOf(newest, detector.periodMs);
  return period < first || spanMs < detector.spanMs ? undefined : period;
}
