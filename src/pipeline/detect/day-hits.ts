import { crowdedDay } from "../../analysis/detect/behavior/patterns/sightings.ts";
import { valueOfHabit } from "../../analysis/detect/behavior/signals/habits.ts";
import { DAY_MS, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { HabitKind } from "../../model/activity/habit-codes.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { findActorKeys } from "../../store/activity/actors.ts";
import { type HabitSeen, readHabitDays } from "../../store/activity/habit-days.ts";
import type { DomainDb } from "../../store/database/database.ts";

/** The habits of the actors of some hits, within a time range. */
export interface WantedDays {
  readonly group: string;
  readonly habit: HabitKind;
  /** The hits that the days contain. */
  readonly hits: readonly RowHit[];
  readonly from: number;
  readonly to: number;
}

/**
 * Returns what the days show of the habits of the person or application behind each group, as hits without rows. The days
 * are those of the actors in the hits and of all other actors of their identities.
 */
export async function readDayHits(
  tx: DomainDb,
  wanted: readonly WantedDays[],
): Promise<readonly (readonly RowHit[])[]> {
  if (wanted.length === 0) return [];
  const owners = wanted.map(({ hits }) => hits.flatMap(({ actor }) => (isOwner(actor) ? [actor] : [])));
  const keysOf = await findActorKeys(tx, [...new Set(owners.flat().map(({ subject }) => subject))]);
  const days = await readHabitDays(
    tx,
    wanted.map(({ habit, from, to }, place) => {
      const actors = owners[place] ?? [];
      const keys = actors.flatMap(({ key, subject }) => [key, ...(keysOf.get(subject) ?? [])]);
      const [firstDay, lastDay] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)];
      return { actorKeys: [...new Set(keys)], kind: habit, firstDay, lastDay };
    }),
  );
  return wanted.map(({ group, habit, from }, place) => {
    const { seen = [], crowded = [] } = days[place] ?? {};
    return [
      ...seen.filter(({ at }) => at >= from).map((one) => toHit(group, habit, one)),
      ...crowded.map((day) => crowdedDay(group, day)),
    ];
  });
}

/** Machines have no days. */
const isOwner = (actor: Actor | null): actor is Actor => actor !== null && actor.kind !== "machine";

function toHit(group: string, habit: HabitKind, { key, at }: HabitSeen): RowHit {
  const { value, name, table } = valueOfHabit(habit, key);
  const ref = { table, rowId: "", at };
  return { group, value, data: { name }, at, ref, actor: null, platformEventId: null, count: 1, isFromDays: true };
}
