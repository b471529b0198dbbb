import { decodeDay } from "../../model/activity/day-codec.ts";
import { type HabitKind, habitValueCode, kindMark } from "../../model/activity/habit-codes.ts";
import type { ValueName } from "../../model/activity/to-activity-day.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../database/database.ts";
import { readValueNames } from "./value-names.ts";

/** The days of a person to read, both ends included. */
export interface HabitRange {
  readonly actorKeys: readonly string[];
  readonly kind: HabitKind;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** A habit and when it was first seen on a day of one of the actors. */
export interface HabitSeen extends ValueName {
  readonly at: number;
}

export interface HabitDays {
  readonly seen: readonly HabitSeen[];
  /** The days that do not show all habits. */
  readonly crowded: readonly number[];
}

const DAY_MS = 86_400_000;

/** How many days are read at a time: bounds memory. */
const DAYS_AT_ONCE = 20_000;

/** Returns the habits of each range, in no particular order. */
export async function readHabitDays(db: DomainDb, ranges: readonly HabitRange[]): Promise<readonly HabitDays[]> {
  const read: HabitDays[] = [];
  for (let start = 0; start < ranges.length; ) {
    const part = ranges.slice(start, endOfPart(ranges, start));
    read.push(...(await readPart(db, part)));
    start += part.length;
  }
  return read;
}

function endOfPart(ranges: readonly HabitRange[], start: number): number {
  let [end, days] = [start, 0];
  for (let range = ranges[end]; range !== undefined && (end === start || days < DAYS_AT_ONCE); range = ranges[end]) {
    days += (range.lastDay - range.firstDay + 1) * range.actorKeys.length;
    end += 1;
  }
  return end;
}

async function readPart(db: DomainDb, ranges: readonly HabitRange[]): Promise<readonly HabitDays[]> {
  const wanted = ranges.flatMap(({ actorKeys, firstDay, lastDay }, place) =>
    actorKeys.map((actorKey) => ({ place, actorKey, firstDay, lastDay })),
  );
  const rows = await db.query<DayRow>(
    `select wanted.place, d.day, d.payload
     from unnest($2::int[], $3::text[], $4::int[], $5::int[]) as wanted (place, actor_key, first_day, last_day)
     cross join lateral (
       select day, payload from activity_days
       where domain_id = $1 and actor_key = wanted.actor_key and day between wanted.first_day and wanted.last_day) d`,
    [
      wanted.map(({ place }) => place),
      wanted.map(({ actorKey }) => actorKey),
      wanted.map(({ firstDay }) => firstDay),
      wanted.map(({ lastDay }) => lastDay),
    ],
  );
  const { habits, crowded } = await unpackDays(ranges, rows);
  const nameless = new Map(habits.map(({ name, code, hash }) => [name, [code, hash] as const]));
  const names = await readValueNames(db, [...nameless.values()]);
  const seen = ranges.map((): HabitSeen[] => []);
  for (const { place, name, at } of habits) {
    const named = names.get(name);
    if (named) seen[place]?.push({ ...named, at });
  }
  return ranges.map((_, place) => ({ seen: seen[place] ?? [], crowded: [...(crowded[place] ?? [])] }));
}

interface DayRow {
  readonly place: number;
  readonly day: number;
  readonly payload: Uint8Array;
}

interface PackedHabit {
  readonly place: number;
  readonly code: number;
  readonly hash: string;
  readonly name: string;
  readonly at: number;
}

async function unpackDays(ranges: readonly HabitRange[], rows: readonly DayRow[]) {
  const habits: PackedHabit[] = [];
  const crowded = ranges.map(() => new Set<number>());
  const codes = ranges.map(({ kind }) => ({ mark: kindMark(kind), code: habitValueCode(kind) }));
  const slice = createTimeSlice();
  for (const { place, day, payload } of rows) {
    if (slice.isOver()) await slice.pause();
    const { mark, code } = codes[place] ?? { mark: "", code: 0 };
    const facts = decodeDay(payload);
    if (facts.isCrowded) crowded[place]?.add(day);
    for (const [habit, since] of facts.habits) {
      if (!habit.startsWith(mark)) continue;
      const hash = habit.slice(mark.length);
      habits.push({ place, code, hash, name: `${code}:${hash}`, at: day * DAY_MS + since });
    }
  }
  return { habits, crowded };
}
