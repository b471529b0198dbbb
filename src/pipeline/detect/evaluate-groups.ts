import { byTime, keepFindings } from "../../analysis/detect/periods.ts";
import { isInDays, type PeriodFinding, periodOf, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { createTimeSlice, type TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { PeriodRange } from "../../store/threats/findings.ts";
import { readHitActors } from "../../store/threats/hit-actors.ts";
import { type RememberedHit, readHits, saveHits } from "../../store/threats/hits.ts";
import { type PeriodLimit, savePeriodLimits } from "../../store/threats/period-limits.ts";
import { readDayHits } from "./day-hits.ts";
import { guarded } from "./detect-rows.ts";
import type { OnDetectorProblem } from "./detector-set.ts";
import { type EvaluationTask, memoryOf, reachOf, tasksOf, withPossibleFindings } from "./evaluation-tasks.ts";
import { unpackActor } from "./pack-actor.ts";
import { hitReader } from "./pack-hit.ts";
import type { PackedHits } from "./pack-hits.ts";
import { dropOutdatedLimits, limitsOf, withoutBelowLimit } from "./period-limits.ts";

/** The most hits of a group that are evaluated together. */
const MAX_HITS = 5_000;
/** How many groups are read at a time, and how many of their hits; bounds memory whatever a batch touches. */
const GROUPS_AT_ONCE = 2_000;
const HITS_AT_ONCE = 2 * MAX_HITS;

/** The findings of a group in the periods that may have changed. */
export interface Evaluated {
  readonly range: PeriodRange;
  readonly findings: readonly PeriodFinding[];
  /** Findings that the domain does not want. */
  readonly unreported?: readonly PeriodFinding[];
}

export interface EvaluateOptions {
  readonly recordedAt: Date;
  readonly onProblem: OnDetectorProblem;
  readonly maxHits?: number;
}

/** Stores hits and evaluates again every group they change. */
export async function evaluateGroups(
  tx: DomainDb,
  { memories, shown, ...stored }: PackedHits,
  { recordedAt, onProblem, maxHits = MAX_HITS }: EvaluateOptions,
): Promise<readonly Evaluated[]> {
  const uncounted = memories.filter(({ ignoresCounts }) => ignoresCounts).map(({ name }) => name);
  const evaluation = { tx, maxHits, onProblem, slice: createTimeSlice() };
  const changed = [...(await saveHits(tx, stored, uncounted, recordedAt)), ...shown];
  const tasks = tasksOf(memories, changed);
  await dropOutdatedLimits(tx, tasks);
  let left = await withoutBelowLimit(tx, await withPossibleFindings(tx, tasks));
  const evaluated: Evaluated[] = [];
  const limits: PeriodLimit[] = [];
  while (left.length > 0) {
    const { done, again, limits: ofTasks } = await evaluateTasks(evaluation, left.slice(0, GROUPS_AT_ONCE));
    evaluated.push(...done);
    limits.push(...ofTasks);
    left = [...again, ...left.slice(GROUPS_AT_ONCE)];
  }
  await savePeriodLimits(tx, limits);
  return evaluated;
}

interface Evaluation {
  readonly tx: DomainDb;
  readonly maxHits: number;
  readonly onProblem: OnDetectorProblem;
  readonly slice: TimeSlice;
}

interface EvaluatedTasks {
  readonly done: readonly Evaluated[];
  readonly again: readonly EvaluationTask[];
  readonly limits: readonly PeriodLimit[];
}

async function evaluateTasks(
  { tx, maxHits, onProblem, slice }: Evaluation,
  tasks: readonly EvaluationTask[],
): Promise<EvaluatedTasks> {
  const most = { perRange: maxHits, total: Math.max(HITS_AT_ONCE, 2 * maxHits) };
  const memories = await readHits(tx, tasks.map(memoryOf), most);
  const actorOf = await readActors(tx, memories);
  const hitsOf = await addDays(tx, await unpackAll({ tasks, memories, actorOf }, slice));
  const done: Evaluated[] = [];
  const again: EvaluationTask[] = [];
  const limits: PeriodLimit[] = [];
  for (const [index, task] of tasks.slice(0, memories.length).entries()) {
    await slice.pause();
    const [memory, hits] = [memories[index] ?? [], hitsOf[index] ?? []];
    const parts = memory.length < maxHits ? [] : partsOf(task, memory);
    const evaluated = parts.length > 0 ? undefined : evaluateTask(task, hits, onProblem);
    again.push(...parts);
    if (evaluated === undefined) continue;
    if (mayBeSuppressed(task, evaluated)) again.push({ ...task, spanMs: task.detector.spanMs });
    else done.push(evaluated);
    limits.push(...limitsOf(task, { hits, isWhole: memory.length < maxHits }, evaluated.findings, onProblem));
  }
  return { done, again: [...again, ...tasks.slice(memories.length)], limits };
}

/** Whether older hits, which were not read yet, may suppress one of the findings. */
const mayBeSuppressed = ({ spanMs, detector }: EvaluationTask, { findings }: Evaluated): boolean =>
  spanMs < detector.spanMs && findings.length > 0;

/**
 * Splits a task with too many hits in halves, down to single periods. Which hits of a period are left out then depends
 * on its own hits alone, never on the periods that are evaluated with it.
 */
function partsOf(task: EvaluationTask, newestFirst: readonly RememberedHit[]): readonly EvaluationTask[] {
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
  readonly task: EvaluationTask;
  readonly hits: readonly RowHit[];
}

/** Returns the actors that hits refer to. One that is missing has expired. */
async function readActors(tx: DomainDb, memories: StoredMemories["memories"]): Promise<StoredMemories["actorOf"]> {
  const keys = new Set<string>();
  for (const memory of memories) for (const { actor } of memory) if (actor !== null) keys.add(actor);
  const packed = await readHitActors(tx, [...keys]);
  const actors = new Map([...packed].map(([key, text]) => [key, unpackActor(text)]));
  return (key) => actors.get(key) ?? null;
}

/** The stored hits of tasks, as far as they were read, and their actors. */
interface StoredMemories {
  readonly tasks: readonly EvaluationTask[];
  readonly memories: readonly (readonly RememberedHit[])[];
  readonly actorOf: (key: string) => Actor | null;
}

async function unpackAll({ tasks, memories, actorOf }: StoredMemories, slice: TimeSlice): Promise<readonly Unpacked[]> {
  const unpacked: Unpacked[] = [];
  for (const [index, task] of tasks.slice(0, memories.length).entries()) {
    if (slice.isOver()) await slice.pause();
    unpacked.push(unpack(task, memories[index] ?? [], actorOf));
  }
  return unpacked;
}

function unpack(task: EvaluationTask, memory: readonly RememberedHit[], actorOf: StoredMemories["actorOf"]): Unpacked {
  const { from, until } = reachOf(task);
  const hits = memory
    .map(hitReader(task.group, actorOf))
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
function evaluateTask(
  task: EvaluationTask,
  hits: readonly RowHit[],
  onProblem: OnDetectorProblem,
): Evaluated | undefined {
  const { detector, group, first, last } = task;
  const since = hits[0]?.at ?? first;
  const found = guarded(detector.facts.slug, onProblem, () => detector.evaluate({ group, hits, since }));
  if (!found) return undefined;
  return { range: rangeOf(task), findings: keepFindings(found, { first, last }) };
}

const rangeOf = ({ detector: { facts }, group, first, last }: EvaluationTask): PeriodRange => ({
  detector: facts.slug,
  major: facts.major,
  group,
  first,
  last,
});
