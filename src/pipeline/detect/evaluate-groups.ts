import { affectedPeriods, byTime, foldByKey, keepFindings, memoryReach } from "../../analysis/detect/periods.ts";
import {
  type PeriodFinding,
  periodOf,
  type StatefulDetector,
  type StoredHit,
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

/** More hits of a group than this are never looked at together. */
const MAX_HITS = 5_000;
/** How many groups are read at a time, and how many of their hits: memory stays bounded whatever a batch touches. */
const GROUPS_AT_ONCE = 2_000;
const HITS_AT_ONCE = 2 * MAX_HITS;

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

/** The hits of a batch, ready to be stored. */
export interface PackedHits {
  readonly memories: readonly HitMemory[];
  readonly rows: readonly HitRow[];
}

/** Of the hits of a memory, those that may change something. */
type NewOf = (memory: HitMemory, folded: ReadonlyMap<string, StoredHit>) => readonly StoredHit[];

/** Folds and packs hits; needs no database, so that it is done before the transaction. */
export async function packHits(
  hits: ReadonlyMap<HitMemory, readonly StoredHit[]>,
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

/** Remembers hits and works out again what every group they change supports. */
export async function evaluateGroups(
  tx: DomainDb,
  { memories, rows }: PackedHits,
  { recordedAt, onProblem, maxHits = MAX_HITS }: EvaluateOptions,
): Promise<readonly Evaluated[]> {
  const uncounted = memories.filter(({ ignoresCounts }) => ignoresCounts).map(({ name }) => name);
  const evaluation = { tx, maxHits, onProblem, slice: createTimeSlice() };
  let tasks = await worthwhile(tx, tasksOf(memories, await saveHits(tx, rows, uncounted, recordedAt)));
  const evaluated: Evaluated[] = [];
  while (tasks.length > 0) {
    const { done, again } = await evaluateTasks(evaluation, tasks.slice(0, GROUPS_AT_ONCE));
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
  const gated = tasks.filter(({ detector }) => detector.minTriggers !== undefined);
  const triggers = await countTriggers(tx, gated.map(memoryOf));
  const idle = new Set(gated.filter(({ detector }, index) => (triggers[index] ?? 0) < (detector.minTriggers ?? 0)));
  return tasks.filter((task) => !idle.has(task));
}

/** The stretch of a memory that a task looks at. */
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
    if (evaluated && mayBeExplained(task, evaluated)) again.push({ ...task, spanMs: task.detector.spanMs });
    else if (evaluated) done.push(evaluated);
  }
  return { done, again: [...again, ...tasks.slice(memories.length)] };
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
