import { affectedPeriods, byTime, foldByKey, keepFindings, memoryReach } from "../analysis/detect/episodes.ts";
import {
  type PeriodFinding,
  periodOf,
  type StatefulDetector,
  type StoredHit,
} from "../analysis/detect/stateful-detector.ts";
import type { DomainDb } from "../store/database.ts";
import type { PeriodRange } from "../store/findings.ts";
import {
  type ChangedHit,
  countSparks,
  type MemoryRange,
  type RememberedHit,
  readHits,
  saveHits,
} from "../store/hits.ts";
import { guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { bucketOf, type HitMemory, memoryNameOf } from "./hit-memory.ts";
import { hitPacker, hitReader } from "./pack-hit.ts";

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
  /** How far before the first period it looks. */
  readonly spanMs: number;
}

/** What a group's memory supports in the periods that can have changed. */
export interface Evaluated {
  readonly range: PeriodRange;
  readonly findings: readonly PeriodFinding[];
}

export interface EvaluateOptions {
  readonly recordedAt: Date;
  readonly onProblem: OnDetectorProblem;
  /** Of the hits of a memory, those that may change something. */
  readonly newOf?: (memory: HitMemory, folded: ReadonlyMap<string, StoredHit>) => readonly StoredHit[];
  readonly maxHits?: number;
}

/** Remembers hits and works out again what every group they change supports. */
export async function evaluateGroups(
  tx: DomainDb,
  hits: ReadonlyMap<HitMemory, readonly StoredHit[]>,
  { recordedAt, onProblem, newOf = (_, folded) => [...folded.values()], maxHits = MAX_HITS }: EvaluateOptions,
): Promise<readonly Evaluated[]> {
  const memories = [...hits.keys()];
  const rows = [...hits].flatMap(([memory, found]) => newOf(memory, foldByKey(memory, found)).map(hitPacker(memory)));
  const uncounted = memories.filter(({ ignoresCounts }) => ignoresCounts).map(({ name }) => name);
  let tasks = await worthwhile(tx, tasksOf(memories, await saveHits(tx, rows, uncounted, recordedAt)));
  const evaluated: Evaluated[] = [];
  while (tasks.length > 0) {
    const next = tasks.slice(0, GROUPS_AT_ONCE);
    const { done, again } = await evaluateTasks(tx, next, maxHits, onProblem);
    evaluated.push(...done);
    tasks = [...again, ...tasks.slice(GROUPS_AT_ONCE)];
  }
  return evaluated;
}

/** Which periods of which groups the changed hits can reach. */
function tasksOf(memories: readonly HitMemory[], changed: readonly ChangedHit[]): readonly Task[] {
  const readersOf = new Map(memories.map(({ name, readers }) => [name, readers]));
  const groups = new Map<string, { name: string; group: string; times: number[] }>();
  for (const { detector: name, group, at } of changed) {
    const key = `${name} ${group}`;
    const known = groups.get(key);
    if (known) known.times.push(at);
    else groups.set(key, { name, group, times: [at] });
  }
  return [...groups.values()].flatMap(({ name, group, times }) =>
    (readersOf.get(name) ?? []).flatMap((detector) =>
      affectedPeriods(detector, times).map(({ first, last }) => {
        return { detector, group, first, last, spanMs: detector.nearMs ?? detector.spanMs };
      }),
    ),
  );
}

/**
 * Leaves out the groups with too little in them for a finding. Hits in reach are never taken away, so that there was not
 * enough for one before either.
 */
async function worthwhile(tx: DomainDb, tasks: readonly Task[]): Promise<readonly Task[]> {
  const gated = tasks.filter(({ detector }) => detector.leastSparks !== undefined);
  const sparks = await countSparks(tx, gated.map(memoryOf));
  const idle = new Set(gated.filter(({ detector }, index) => (sparks[index] ?? 0) < (detector.leastSparks ?? 0)));
  return tasks.filter((task) => !idle.has(task));
}

/** The stretch of a memory that a task looks at. */
function memoryOf(task: Task): MemoryRange {
  const { from, until } = reachOf(task);
  const detector = memoryNameOf(task.detector);
  return { detector, group: task.group, from: bucketOf(task.detector, from), to: until - 1 };
}

const reachOf = (task: Task) => memoryReach({ spanMs: task.spanMs, periodMs: task.detector.periodMs }, task);

async function evaluateTasks(
  tx: DomainDb,
  tasks: readonly Task[],
  maxHits: number,
  onProblem: OnDetectorProblem,
): Promise<{ readonly done: readonly Evaluated[]; readonly again: readonly Task[] }> {
  const memories = await readHits(tx, tasks.map(memoryOf), maxHits);
  const done: Evaluated[] = [];
  const again: Task[] = [];
  for (const [index, task] of tasks.entries()) {
    const memory = memories[index] ?? [];
    const parts = memory.length < maxHits ? [] : partsOf(task, memory);
    const evaluated = parts.length > 0 ? undefined : evaluateTask(task, memory, onProblem);
    again.push(...parts);
    if (evaluated && mayBeExplained(task, evaluated)) again.push({ ...task, spanMs: task.detector.spanMs });
    else if (evaluated) done.push(evaluated);
  }
  return { done, again };
}

/** Whether something was found that what lies further back may explain away. */
const mayBeExplained = ({ spanMs, detector }: Task, { findings }: Evaluated): boolean =>
  spanMs < detector.spanMs && findings.length > 0;

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
): Evaluated | undefined {
  const { detector, group, first, last } = task;
  const { from, until } = reachOf(task);
  const hits = memory
    .map(hitReader(group))
    .filter(({ at }) => at >= from && at < until)
    .sort(byTime);
  const since = hits[0]?.at ?? first;
  const found = guarded(detector.facts.slug, onProblem, () => detector.evaluate({ group, hits, since }));
  if (!found) return undefined;
  const range = { detector: detector.facts.slug, major: detector.facts.major, group, first, last };
  return { range, findings: keepFindings(found, { first, last }) };
}
