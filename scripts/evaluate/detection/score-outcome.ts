import type { EventEvidence, JudgedCase } from "../../../src/store/cases/evaluation.ts";
import type { PlantedAttack } from "../../../src/synth/attacks/plant-attacks.ts";
import { itemIdOf } from "../../../src/synth/detection/generate-attacked.ts";
import type { Outcome } from "./deliver-periods.ts";
import type { DetectorTruth } from "./detector-scores.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How soon after its end an attack has to be a case to be found in time. */
const IN_TIME_MS = HOUR_MS;
/** How long an analyst takes to answer a case. */
const ANSWERED_MS = 8 * HOUR_MS;

/** The days that count, and how many people there are. */
export interface CountedPeriod {
  readonly from: Date;
  readonly until: Date;
  readonly users: number;
}

/** A planted attack and what became of it. */
export interface FoundAttack {
  readonly attack: PlantedAttack;
  /** Events that rest on its rows. */
  readonly events: readonly EventEvidence[];
  /** The case with most of these events; undefined if no case has any. */
  readonly found: JudgedCase | undefined;
  /** When the case first had one of its events. */
  readonly foundAt: Date | undefined;
  /** The share of its events that the case has. */
  readonly share: number;
  readonly isInTime: boolean;
  readonly isRightType: boolean;
}

export interface ScoredOutcome {
  readonly attacks: readonly FoundAttack[];
  /** Cases of the counted period of which no event rests on a row of an attack. */
  readonly falseCases: readonly JudgedCase[];
  readonly falsePerThousandDays: number;
  readonly eventsPerThousandDays: number;
  /** Cases that nobody has answered, at each hour of the period. */
  readonly queue: readonly number[];
}

/** Compares what the service found with the planted attacks. */
export function scoreOutcome(
  { cases, events }: Outcome,
  attacks: readonly PlantedAttack[],
  period: CountedPeriod,
): ScoredOutcome {
  const attackOf = attackedRows(attacks);
  const attacked = new Set(events.filter((event) => restsOn(event, attackOf)).map(({ eventId }) => eventId));
  const counted = cases.filter(({ createdAt }) => createdAt >= period.from);
  const falseCases = counted.filter(({ eventIds }) => !eventIds.some((eventId) => attacked.has(eventId)));
  const recent = events.filter(({ recordedAt }) => recordedAt >= period.from);
  const perThousandDays = (count: number): number => count / thousandDaysOf(period);
  return {
    attacks: attacks.map((attack) => findAttack(attack, cases, events)),
    falseCases,
    falsePerThousandDays: perThousandDays(falseCases.length),
    eventsPerThousandDays: perThousandDays(recent.length),
    queue: queueOf(counted, period),
  };
}

/** Returns the id of the attack that each of its rows belongs to. */
export const attackedRows = (attacks: readonly PlantedAttack[]): ReadonlyMap<string, string> =>
  new Map(attacks.flatMap(({ id, rows }) => rows.map((row) => [itemIdOf(row), id] as const)));

/** Returns what is true of the detectors of an outcome. */
export const detectorTruthOf = (
  planted: readonly PlantedAttack[],
  { attacks, falseCases }: ScoredOutcome,
): DetectorTruth => ({
  rows: attackedRows(planted),
  falseCases,
  found: attacks.flatMap(({ found, events }) => (found ? [events] : [])),
});

export const restsOn = ({ rowIds }: EventEvidence, rows: { has(rowId: string): boolean }): boolean =>
  rowIds.some((rowId) => rows.has(rowId));

const thousandDaysOf = ({ from, until, users }: CountedPeriod): number =>
  (users / 1_000) * ((until.getTime() - from.getTime()) / DAY_MS);

function findAttack(attack: PlantedAttack, cases: readonly JudgedCase[], all: readonly EventEvidence[]): FoundAttack {
  const rows = new Set(attack.rows.map(itemIdOf));
  const events = all.filter((event) => restsOn(event, rows));
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const held = cases
    .map((one) => ({ one, own: one.eventIds.flatMap((eventId) => byId.get(eventId) ?? []) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => b.own.length - a.own.length);
  const [best] = held;
  const times = held.map(({ one, own }) => Math.max(one.createdAt.getTime(), earliest(own)));
  const foundAt = times.length === 0 ? undefined : new Date(Math.min(...times));
  return {
    attack,
    events,
    found: best?.one,
    foundAt,
    share: best ? best.own.length / events.length : 0,
    isInTime: foundAt !== undefined && foundAt.getTime() <= attack.end.getTime() + IN_TIME_MS,
    isRightType: best !== undefined && attack.types.includes(best.one.threatType),
  };
}

const earliest = (events: readonly EventEvidence[]): number =>
  Math.min(...events.map(({ recordedAt }) => recordedAt.getTime()));

/** Returns the number of unanswered cases at each hour of the period. */
export function queueOf(
  cases: readonly Pick<JudgedCase, "createdAt">[],
  { from, until }: Pick<CountedPeriod, "from" | "until">,
): readonly number[] {
  const hours = Math.floor((until.getTime() - from.getTime()) / HOUR_MS);
  return Array.from({ length: hours }, (_, hour) => {
    const at = from.getTime() + (hour + 1) * HOUR_MS;
    return cases.filter(({ createdAt }) => createdAt.getTime() <= at && createdAt.getTime() > at - ANSWERED_MS).length;
  });
}
