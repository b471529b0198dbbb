import { affectedPeriods, memoryReach } from "../../analysis/detect/periods.ts";
import type { StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  type ChangedHit,
  countBusyDays,
  countTriggers,
  countTriggerValues,
  findWithHits,
  findWithTwoKeys,
  type MemoryRange,
} from "../../store/threats/hits.ts";
import { bucketOf, type HitMemory, memoryNameOf } from "./hit-memory.ts";

/** Periods of a group that have to be evaluated again. */
export interface EvaluationTask {
  readonly detector: StatefulDetector;
  readonly group: string;
  readonly first: number;
  readonly last: number;
  /** How far before the first period hits are read. */
  readonly spanMs: number;
}

/** Returns the periods of groups that the changed hits can affect. */
export function tasksOf(memories: readonly HitMemory[], changed: readonly ChangedHit[]): readonly EvaluationTask[] {
  const readersOf = new Map(memories.map(({ name, readers }) => [name, readers]));
  const groups = new Map<string, { name: string; group: string; times: number[] }>();
  for (const { detector: name, group, at } of changed) {
    const key = `${name} ${group}`;
    const known = groups.get(key);
    if (known) known.times.push(at);
    else groups.set(key, { name, group, times: [at] });
  }
  const tasks: EvaluationTask[] = [];
  for (const { name, group, times } of groups.values()) {
    for (const detector of readersOf.get(name) ?? []) {
      const spanMs = detector.nearMs ?? detector.spanMs;
      for (const { first, last } of affectedPeriods(detector, times)) {
        tasks.push({ detector, group, first, last, spanMs });
      }
    }
  }
  return tasks;
}

/** Drops the tasks of groups that have no finding, as far as this can be known without reading their hits. */
export async function withPossibleFindings(
  tx: DomainDb,
  tasks: readonly EvaluationTask[],
): Promise<readonly EvaluationTask[]> {
  const triggered = await withEnoughTriggers(tx, await withCandidates(tx, tasks));
  const busy = await withBusyDays(tx, await withEnoughValues(tx, triggered));
  return withTwoValues(tx, busy);
}

/**
 * Drops the tasks of groups with too few triggers for a finding. Hits in reach are never removed, so such a group had no
 * finding before either.
 */
async function withEnoughTriggers(tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<readonly EvaluationTask[]> {
  const gated = tasks.filter(({ detector }) => detector.minTriggers !== undefined);
  const triggers = await countTriggers(tx, gated.map(triggersOf));
  return withoutFewer(tasks, gated, triggers, ({ minTriggers }) => minTriggers);
}

/** Drops the tasks of groups whose triggers have too few different values for a finding. */
async function withEnoughValues(tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<readonly EvaluationTask[]> {
  const differing = tasks.filter(({ detector }) => detector.triggersDiffer && detector.foldMs > 0);
  const values = await countTriggerValues(tx, differing.map(triggersOf));
  return withoutFewer(tasks, differing, values, ({ minTriggers }) => minTriggers);
}

/** Drops the tasks of groups with too few busy days for a finding. */
async function withBusyDays(tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<readonly EvaluationTask[]> {
  const counted = tasks.filter(({ detector }) => detector.busyDays !== undefined);
  const ranges = counted.map((task) => ({ ...triggersOf(task), leastTriggers: task.detector.busyDays?.triggers ?? 0 }));
  const days = await countBusyDays(tx, ranges);
  return withoutFewer(tasks, counted, days, ({ busyDays }) => busyDays?.days);
}

/** Drops those of the counted tasks whose count, at the same place, is below what their detector needs. */
function withoutFewer(
  tasks: readonly EvaluationTask[],
  counted: readonly EvaluationTask[],
  counts: readonly number[],
  neededBy: (detector: StatefulDetector) => number | undefined,
): readonly EvaluationTask[] {
  const dropped = new Set(counted.filter(({ detector }, place) => (counts[place] ?? 0) < (neededBy(detector) ?? 0)));
  return tasks.filter((task) => !dropped.has(task));
}

/** Returns the part of a memory in which the triggers of a task lie. */
function triggersOf(task: EvaluationTask): MemoryRange {
  const { triggersMs } = task.detector;
  return memoryOf(triggersMs === undefined ? task : { ...task, spanMs: Math.min(task.spanMs, triggersMs) });
}

/**
 * Drops the tasks of detectors that compare values for groups with hits of one value only. Hits in reach are never
 * removed, so such a group had no finding before either.
 */
async function withTwoValues(tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<readonly EvaluationTask[]> {
  const comparing = tasks.filter(({ detector }) => detector.needsTwoValues && detector.foldMs > 0);
  if (comparing.length === 0) return tasks;
  const places = await findWithTwoKeys(tx, comparing.map(memoryOf));
  const dropped = new Set(comparing.filter((_, place) => !places.has(place)));
  return tasks.filter((task) => !dropped.has(task));
}

/**
 * Drops the tasks of detectors that read days for groups without a stored hit in the periods: every hit that may be a
 * finding is stored.
 */
async function withCandidates(tx: DomainDb, tasks: readonly EvaluationTask[]): Promise<readonly EvaluationTask[]> {
  const ofDays = tasks.filter(({ detector }) => detector.days !== undefined);
  const places = await findWithHits(
    tx,
    ofDays.map((task) => memoryOf({ ...task, spanMs: 0 })),
  );
  const kept = new Set(ofDays.filter((_, place) => places.has(place)));
  return tasks.filter((task) => task.detector.days === undefined || kept.has(task));
}

/** Returns the part of a memory that a task reads. */
export function memoryOf(task: EvaluationTask): MemoryRange {
  const { from, until } = reachOf(task);
  const detector = memoryNameOf(task.detector);
  return { detector, group: task.group, from: bucketOf(task.detector, from), to: until - 1 };
}

export const reachOf = (task: EvaluationTask) =>
  memoryReach({ spanMs: task.spanMs, periodMs: task.detector.periodMs }, task);
