import { affectedPeriods, byTime, foldHits, keepFindings, memoryReach } from "../analysis/detect/episodes.ts";
import {
  type PeriodFinding,
  periodOf,
  type StatefulDetector,
  type StoredHit,
} from "../analysis/detect/stateful-detector.ts";
import type { DomainDb } from "../store/database.ts";
import type { PeriodRange } from "../store/findings.ts";
import { type ChangedHit, type RememberedHit, readHits, saveHits } from "../store/hits.ts";
import { guarded, type OnDetectorProblem } from "./detect-rows.ts";
import { memoryNameOf } from "./detector-set.ts";
import { bucketOf, hitPacker, hitReader } from "./hit-memory.ts";

/** More hits of a group than this are never looked at together. */
const MAX_HITS = 5_000;
/** How many groups are read at a time, so that memory stays bounded whatever a batch touches. */
const GROUPS_AT_ONCE = 2_000;

/** Some periods of a group that have to be worked out again. */
interface Task {
  readonly detector: StatefulDetector;
  readonly group: string;
  readonly first: number;
  readonly last: number;
}

/** What a group's memory supports in the periods that can have changed. */
export interface Evaluated {
  readonly range: PeriodRange;
  readonly findings: readonly PeriodFinding[];
}

/** Remembers hits and works out again what every group they change supports. */
export async function evaluateGroups(
  tx: DomainDb,
  hits: ReadonlyMap<StatefulDetector, readonly StoredHit[]>,
  recordedAt: Date,
  onProblem: OnDetectorProblem,
  maxHits = MAX_HITS,
): Promise<readonly Evaluated[]> {
  const detectors = new Map([...hits.keys()].map((detector) => [memoryNameOf(detector), detector]));
  const rows = [...hits].flatMap(([detector, found]) => {
    const toRow = hitPacker(detector);
    return foldHits(detector, found).map(toRow);
  });
  const uncounted = [...detectors].filter(([, { ignoresCounts }]) => ignoresCounts).map(([name]) => name);
  let tasks = tasksOf(detectors, await saveHits(tx, rows, uncounted, recordedAt));
  const evaluated: Evaluated[] = [];
  while (tasks.length > 0) {
    const next = tasks.slice(0, GROUPS_AT_ONCE);
    const { done, split } = await evaluateTasks(tx, next, maxHits, onProblem);
    evaluated.push(...done);
    tasks = [...split, ...tasks.slice(GROUPS_AT_ONCE)];
  }
  return evaluated;
}

/** Which periods of which groups the changed hits can reach. */
function tasksOf(detectors: ReadonlyMap<string, StatefulDetector>, changed: readonly ChangedHit[]): readonly Task[] {
  const groups = new Map<string, { name: string; group: string; times: number[] }>();
  for (const { detector: name, group, at } of changed) {
    const key = `${name} ${group}`;
    const known = groups.get(key);
    if (known) known.times.push(at);
    else groups.set(key, { name, group, times: [at] });
  }
  return [...groups.values()].flatMap(({ name, group, times }) => {
    const detector = detectors.get(name);
    return detector ? affectedPeriods(detector, times).map((range) => ({ detector, group, ...range })) : [];
  });
}

async function evaluateTasks(
  tx: DomainDb,
  tasks: readonly Task[],
  maxHits: number,
  onProblem: OnDetectorProblem,
): Promise<{ readonly done: readonly Evaluated[]; readonly split: readonly Task[] }> {
  const memories = await readHits(
    tx,
    tasks.map((task) => {
      const { from, until } = memoryReach(task.detector, task);
      const detector = memoryNameOf(task.detector);
      return { detector, group: task.group, from: bucketOf(task.detector, from), to: until - 1 };
    }),
    maxHits,
  );
  const done: Evaluated[] = [];
  const split: Task[] = [];
  for (const [index, task] of tasks.entries()) {
    const memory = memories[index] ?? [];
    const parts = memory.length < maxHits ? [] : partsOf(task, memory);
    if (parts.length > 0) split.push(...parts);
    else done.push(...evaluateTask(task, memory, onProblem));
  }
  return { done, split };
}

/**
 * A stretch with more hits than are looked at together is worked out in halves, down to single periods: so what is left
 * out of a period depends on its own hits alone, never on what else was looked at with it.
 */
function partsOf(task: Task, newestFirst: readonly RememberedHit[]): readonly Task[] {
  const { periodMs } = task.detector;
  const newest = periodOf(newestFirst[0]?.at ?? task.last, periodMs);
  if (task.first === task.last) return [];
  if (newest < task.first) return [];
  if (newest < task.last) return [{ ...task, last: newest }];
  const middle = periodOf(task.first + (task.last - task.first) / 2, periodMs);
  return [
    { ...task, last: middle },
    { ...task, first: middle + periodMs },
  ];
}

/** Of a detector that failed nothing is known, so that what it found before stays as it is. */
function evaluateTask(
  task: Task,
  memory: readonly RememberedHit[],
  onProblem: OnDetectorProblem,
): readonly Evaluated[] {
  const { detector, group, first, last } = task;
  const { from, until } = memoryReach(detector, task);
  const hits = memory
    .map(hitReader(group))
    .filter(({ at }) => at >= from && at < until)
    .sort(byTime);
  const since = hits[0]?.at ?? first;
  const found = guarded(detector.facts.slug, onProblem, () => detector.evaluate({ group, hits, since }));
  if (!found) return [];
  const range = { detector: detector.facts.slug, major: detector.facts.major, group, first, last };
  return [{ range, findings: keepFindings(found, { first, last }) }];
}
