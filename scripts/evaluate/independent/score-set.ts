import type { EventEvidence, JudgedCase } from "../../../src/store/cases/evaluation.ts";
import type { Outcome } from "../detection/deliver-periods.ts";
import type { SetAttack, SetTruth } from "./truth.ts";

const DAY_MS = 86_400_000;

/** What became of an attack. */
export interface ScoredAttack {
  readonly attack: SetAttack;
  /** Events that rest on its rows. */
  readonly events: readonly EventEvidence[];
  /** The cases that have such events, that with most of them first. */
  readonly cases: readonly JudgedCase[];
  readonly isRightType: boolean;
  /** Whether at least half of the events of the first case are of this attack. */
  readonly isMain: boolean;
}

export interface ScoredSet {
  readonly attacks: readonly ScoredAttack[];
  /** Of each case with events of an attack, the share of its events that belong to the one it has most of. */
  readonly purities: readonly number[];
  /** Cases of the counted period without an event of an attack. */
  readonly falseCases: readonly JudgedCase[];
  readonly falsePerThousandDays: number;
  /** Events of the counted period that rest on no row of an attack. */
  readonly otherEvents: readonly EventEvidence[];
  readonly otherEventsPerThousandDays: number;
}

/** Compares what the service made of a set with what is true of it. */
export function scoreSet({ cases, events }: Outcome, truth: SetTruth): ScoredSet {
  const attacksOf = attacksByEvent(events, truth.attacks);
  const from = new Date(truth.counted_from);
  const days = (Date.parse(truth.until) - from.getTime()) / DAY_MS;
  const perThousandDays = (count: number): number => count / ((truth.people / 1_000) * days);
  const isOfAttack = (eventId: string): boolean => attacksOf.has(eventId);
  const falseCases = cases.filter(({ createdAt, eventIds }) => createdAt >= from && !eventIds.some(isOfAttack));
  const otherEvents = events.filter(({ recordedAt, eventId }) => recordedAt >= from && !isOfAttack(eventId));
  return {
    attacks: truth.attacks.map((attack) => scoreAttack(attack, { cases, events }, attacksOf)),
    purities: cases.filter(({ eventIds }) => eventIds.some(isOfAttack)).map((one) => purityOf(one, attacksOf)),
    falseCases,
    falsePerThousandDays: perThousandDays(falseCases.length),
    otherEvents,
    otherEventsPerThousandDays: perThousandDays(otherEvents.length),
  };
}

/** The ids of the attacks that each event rests on; events of no attack are absent. */
type AttacksByEvent = ReadonlyMap<string, ReadonlySet<string>>;

function attacksByEvent(events: readonly EventEvidence[], attacks: readonly SetAttack[]): AttacksByEvent {
  const attackOf = new Map(attacks.flatMap(({ id, rows }) => rows.map((row) => [row, id] as const)));
  const all = events.map(({ eventId, rowIds }): readonly [string, ReadonlySet<string>] => [
    eventId,
    new Set(rowIds.flatMap((row) => attackOf.get(row) ?? [])),
  ]);
  return new Map(all.filter(([, own]) => own.size > 0));
}

function scoreAttack(attack: SetAttack, { cases, events }: Outcome, attacksOf: AttacksByEvent): ScoredAttack {
  const countIn = ({ eventIds }: JudgedCase): number =>
    eventIds.filter((eventId) => attacksOf.get(eventId)?.has(attack.id)).length;
  const own = cases
    .map((one) => ({ one, count: countIn(one) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count);
  const [best] = own;
  return {
    attack,
    events: events.filter(({ eventId }) => attacksOf.get(eventId)?.has(attack.id)),
    cases: own.map(({ one }) => one),
    isRightType: best !== undefined && attack.types.includes(best.one.threatType),
    isMain: best !== undefined && best.count >= best.one.eventIds.length / 2,
  };
}

function purityOf({ eventIds }: JudgedCase, attacksOf: AttacksByEvent): number {
  const counts = new Map<string, number>();
  for (const id of eventIds.flatMap((eventId) => [...(attacksOf.get(eventId) ?? [])])) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / eventIds.length;
}
