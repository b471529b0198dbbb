import { affectedPeriods, byTime, foldByKey, keepFindings, memoryReach } from "../../analysis/detect/periods.ts";
import {
  isInDays,
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
  findWithHits,
  type HitRow,
  type MemoryRange,
  type RememberedHit,
  readHits,
  saveHits,
} from "../../store/threats/hits.ts";
import { readDayHits } from "./day-hits.ts";
import { type Detected, guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { bucketOf, type HitMemory, memoryNameOf } from "./hit-memory.ts";
import { hitPacker, hitReader, storableName } from "./pack-hit.ts";
import type { NewHits } from "./seen-values.ts";

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
  /** Findings that the domain does not want. */
  readonly unreported?: readonly PeriodFinding[];
}

/** The hits of a batch in the form they are stored in. */
export interface PackedHits {
  readonly memories: readonly HitMemory[];
  readonly rows: readonly HitRow[];
  /** Hits that only the days contain: they are not stored, but may withdraw a later finding. */
  readonly shown: readonly ChangedHit[];
}

/** Returns the hits of a memory that may change a finding. */
type NewOf = (memory: HitMemory, folded: ReadonlyMap<string, RowHit>) => NewHits;

type HitsByMemory = Pick<Detected, "hits" | "lateHits">;

/** Folds and packs hits. Needs no database, so it runs before the transaction. */
export async function packHits(
  { hits, lateHits }: HitsByMemory,
  newOf: NewOf = (_, folded) => ({ toStore: [...folded.values()], settled: [] }),
): Promise<PackedHits> {
  const slice = createTimeSlice();
  const rows: HitRow[] = [];
  const shown: ChangedHit[] = [];
  for (const [memory, found] of hits) {
    const { toStore, settled } = newOf(memory, foldByKey(memory, found));
    rows.push(...toStore.map(hitPacker(memory)));
    shown.push(...settled.map(toChanged(memory)));
    await slice.pause();
  }
  for (const [memory, found] of lateHits) shown.push(...[...foldByKey(memory, found).values()].map(toChanged(memory)));
  return { memories: [...new Set([...hits.keys(), ...lateHits.keys()])], rows, shown };
}

const toChanged =
  ({ name }: HitMemory) =>
  ({ group, at }: RowHit): ChangedHit => ({ detector: name, group: storableName(group), at });

export interface EvaluateOptions {
  readonly recordedAt: Date;
  readonly onProblem: OnDetectorProblem;
  readonly maxHits?: number;
}

/** Stores hits and evaluates again every group they change. */
export async function evaluateGroups(
  tx: DomainDb,
  { memories, rows, shown }: PackedHits,
  { recordedAt, onProblem, maxHits = MAX_HITS }: EvaluateOptions,
): Promise<readonly Evaluated[]> {
  const uncounted = memories.filter(({ ignoresCounts }) => ignoresCounts).map(({ name }) => name);
  const evaluation = { tx, maxHits, onProblem, slice: createTimeSlice() };
  const changed = [...(await saveHits(tx, rows, uncounted, recordedAt)), ...shown];
  let tasks = await withEnoughTriggers(tx, await withCandidates(tx, tasksOf(memories, changed)));
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

/**
 * Drops the tasks of detectors that read days for groups without a stored hit in the periods: every hit that may be a
 * finding is stored.
 */
async function withCandidates(tx: DomainDb, tasks: readonly Task[]): Promise<readonly Task[]> {
  const ofDays = tasks.filter(({ detector }) => detector.days !== undefined);
  const places = await findWithHits(
    tx,
    ofDays.map((task) => memoryOf({ ...task, spanMs: 0 })),
  );
  const kept = new Set(ofDays.filter((_, place) => places.has(place)));
  return tasks.filter((task) => task.detector.days === undefined || kept.has(task));
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
  const hitsOf = await addDays(tx, await unpackAll(tasks, memories, slice));
  const done: Evaluated[] = [];
  const again: Task[] = [];
  for (const [index, task] of tasks.slice(0, memories.length).entries()) {
    await slice.pause();
    const memory = memories[index] ?? [];
    const parts = memory.length < maxHits ? [] : partsOf(task, memory);
    const evaluated = parts.length > 0 ? undefined : evaluateTask(task, hitsOf[index] ?? [], onProblem);
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

/** The stored hits of a task. */
interface Unpacked {
  readonly task: Task;
  readonly hits: readonly RowHit[];
}

async function unpackAll(
  tasks: readonly Task[],
  memories: readonly (readonly RememberedHit[])[],
  slice: TimeSlice,
): Promise<readonly Unpacked[]> {
  const unpacked: Unpacked[] = [];
  for (const [index, task] of tasks.slice(0, memories.length).entries()) {
    await slice.pause();
    unpacked.push(unpack(task, memories[index] ?? []));
  }
  return unpacked;
}

function unpack(task: Task, memory: readonly RememberedHit[]): Unpacked {
  const { from, until } = reachOf(task);
  const hits = memory
    .map(hitReader(task.group))
    .filter(({ at }) => at >= from && at < until)
    .sort(byTime);
  return { task, hits };
}

/** Adds what the days show to the hits of detectors that read days. */
async function addDays(tx: DomainDb, unpacked: readonly Unpacked[]): Promise<readonly (readonly RowHit[])[]> {
  const wanted = unpacked.flatMap(({ task: { detector, group, first }, hits }, place) => {
    const candidates = hits.filter(({ at }) => at >= first);
    const [earliest, latest] = [candidates[0], candidates.at(-1)];
    if (detector.days === undefined || earliest === undefined || latest === undefined) return [];
    const reach = { from: periodOf(earliest.at, detector.periodMs) - detector.spanMs, to: latest.at };
    const held = hits.filter((hit) => isInDays(detector.days, hit));
    return [{ place, group, habit: detector.days.habit, hits: held, ...reach }];
  });
  const shown = new Map((await readDayHits(tx, wanted)).map((hits, index) => [wanted[index]?.place, hits]));
  return unpacked.map(({ hits }, place) => [...hits, ...(shown.get(place) ?? [])].sort(byTime));
}

/** Returns undefined if the detector threw, so that its earlier findings stay as they are. */
function evaluateTask(task: Task, hits: readonly RowHit[], onProblem: OnDetectorProblem): Evaluated | undefined {
  const { detector, group, first, last } = task;
  const since = hits[0]?.at ?? first;
  const found = guarded(detector.facts.slug, onProblem, () => detector.evaluate({ group, hits, since }));
  if (!found) return undefined;
  const range = { detector: detector.facts.slug, major: detector.facts.major, group, first, last };
  return { range, findings: keepFindings(found, { first, last }) };
}
