import { affectedPeriods, byTime, foldByKey, keepFindings, memoryReach } from "../../analysis/detect/periods.ts";
import {
  type PeriodFinding,
  periodOf,
  type RowHit,
  type StatefulDetector,
} from "../../analysis/detect/stateful-detector.ts";
import { createTimeSlice, type TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { PeriodRange } from "../../store/threats/findings.ts";
import {
  type ChangedHit,
  countTriggers,
  type HitRow,
  type MemoryRange,
  type RememberedHit,
  readHits,
  saveHits,
} from "../../store/threats/hits.ts";
import { guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { bucketOf, type HitMemory, memoryNameOf } from "./hit-memory.ts";
import { hitPacker, hitReader } from "./pack-hit.ts";

/** The most hits of a group that are evaluated together. */
const MAX_HITS = 5_000;
/** How many groups are read at a time, and how many of their hits; bounds memory whatever a batch touches. */
const GROUPS_AT_ONCE = 2_000;
const HITS_AT_ONCE = 2 * MAX_HITS;

/** Periods of a group that have to be evaluated again. */
interface Task {
  readonly detector: StatefulDetector;
  readonly group: string;
  readonly first: number;
  readonly last: number;
  /** How far before the first period hits are read. */
  readonly spanMs: number;
}

/** The findings of a group in the periods that may have changed. */
export interface Evaluated {
  readonly range: PeriodRange;
  readonly findings: readonly PeriodFinding[];
}

/** The hits of a batch in the form they are stored in. */
export interface PackedHits {
  readonly memories: readonly HitMemory[];
  readonly rows: readonly HitRow[];
}

/** Returns the hits of a memory that may change a finding. */
type NewOf = (memory: HitMemory, folded: ReadonlyMap<string, RowHit>) => readonly RowHit[];

/** Folds and packs hits. Needs no database, so it runs before the transaction. */
export async function packHits(
  hits: ReadonlyMap<HitMemory, readonly RowHit[]>,
  newOf: NewOf = (_, folded) => [...folded.values()],
): Promise<PackedHits> {
  const slice = createTimeSlice();
  const rows: HitRow[] = [];
  for (const [memory, found] of hits) {
    rows.push(...newOf(memory, foldByKey(memory, found)).map(hitPacker(memory)));
    await slice.pause();
  }
  return { memories: [...hits.keys()], rows };
}

export interface EvaluateOptions {
  readonly recordedAt: Date;
  readonly onProblem: OnDetectorProblem;
  readonly maxHits?: number;
}

/** Stores hits and evaluates again every group they change. */
export async function evaluateGroups(
  tx: DomainDb,
  { memories, rows }: PackedHits,
  { recordedAt, onProblem, maxHits = MAX_HITS }: EvaluateOptions,
): Promise<readonly Evaluated[]> {
  const uncounted = memories.filter(({ ignoresCounts }) => ignoresCounts).map(({ name }) => name);
  const evaluation = { tx, maxHits, onProblem, slice: createTimeSlice() };
  let tasks = await withEnoughTriggers(tx, tasksOf(memories, await saveHits(tx, rows, uncounted, recordedAt)));
  const evaluated: Evaluated[] = [];
  while (tasks.length > 0) {
    const { done, again } = await evaluateTasks(evaluation, tasks.slice(0, GROUPS_AT_ONCE));
    evaluated.push(...done);
    tasks = [...again, ...tasks.slice(GROUPS_AT_ONCE)];
  }
  return evaluated;
}

/** Returns the periods of groups that the changed hits can affect. */
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
 * Drops the tasks of groups with too few triggers for a finding. Hits in reach are never removed, so such a group had no
 * finding before either.
 */
async function withEnoughTriggers(tx: DomainDb, tasks: readonly Task[]): Promise<readonly Task[]> {
  const gated = tasks.filter(({ detector }) => detector.minTriggers !== undefined);
  const triggers = await countTriggers(tx, gated.map(memoryOf));
  const idle = new Set(gated.filter(({ detector }, index) => (triggers[index] ?? 0) < (detector.minTriggers ?? 0)));
  return tasks.filter((task) => !idle.has(task));
}

/** Returns the part of a memory that a task reads. */
function memoryOf(task: Task): MemoryRange {
  const { from, until } = reachOf(task);
  const detector = memoryNameOf(task.detector);
  return { detector, group: task.group, from: bucketOf(task.detector, from), to: until - 1 };
}

const reachOf = (task: Task) => memoryReach({ spanMs: task.spanMs, periodMs: task.detector.periodMs }, task);

interface Evaluation {
  readonly tx: DomainDb;
  readonly maxHits: number;
  readonly onProblem: OnDetectorProblem;
  readonly slice: TimeSlice;
}

async function evaluateTasks(
  { tx, maxHits, onProblem, slice }: Evaluation,
  tasks: readonly Task[],
): Promise<{ readonly done: readonly Evaluated[]; readonly again: readonly Task[] }> {
  const limits = { perRange: maxHits, total: Math.max(HITS_AT_ONCE, 2 * maxHits) };
  const memories = await readHits(tx, tasks.map(memoryOf), limits);
  const done: Evaluated[] = [];
  const again: Task[] = [];
  for (const [index, task] of tasks.slice(0, memories.length).entries()) {
    await slice.pause();
    const memory = memories[index] ?? [];
    const parts = memory.length < maxHits ? [] : partsOf(task, memory);
    const evaluated = parts.length > 0 ? undefined : evaluateTask(task, memory, onProblem);
    again.push(...parts);
    if (evaluated && mayBeSuppressed(task, evaluated)) again.push({ ...task, spanMs: task.detector.spanMs });
    else if (evaluated) done.push(evaluated);
  }
  return { done, again: [...again, ...tasks.slice(memories.length)] };
}

/** Whether older hits, which were not read yet, may suppress one of the findings. */
const mayBeSuppressed = ({ spanMs, detector }: Task, { findings }: Evaluated): boolean =>
  spanMs < detector.spanMs && findings.length > 0;

/**
 * Splits a task with too many hits in halves, down to single periods. Which hits of a period are left out then depends
 * on its own hits alone, never on the periods that are evaluated with it.
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

/** Returns undefined if the detector threw, so that its earlier findings stay as they are. */
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
