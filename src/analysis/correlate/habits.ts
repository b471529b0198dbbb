import type { ActivityDay, Dimension } from "../../model/identity/activity.ts";
import { safeText } from "../../model/text/safe-text.ts";

/** What an actor did on which days, to compare an act with. Days are counted since 1970-01-01. */
export interface Habits {
  /** On how many days before a day the actor did anything. */
  readonly activeDays: (before: number) => number;
  /** On how many days before a day it used a value. */
  readonly daysOf: (dimension: Dimension, key: string, before: number) => number;
  /** On how many days before a day it administered: roles, policies, accounts, resources. */
  readonly daysOfAdministration: (before: number) => number;
  /** On how many days before a day it did anything within an hour of an hour of the day, in UTC. */
  readonly daysOfHour: (hour: number, before: number) => number;
  /** On how many of these days it was the same day of the week. */
  readonly weeksOfHour: (hour: number, before: number) => number;
}

/** Facts are cut like this too. */
const MAX_KEY = 120;

export function habitsOf(days: readonly ActivityDay[]): Habits {
  const active = days.filter(({ events }) => events > 0).map(({ day }) => day);
  const byName = daysByName(days);
  const before = (name: string, end: number): readonly number[] =>
    [...(byName.get(name) ?? [])].filter((day) => day < end);
  return {
    activeDays: (end) => active.filter((day) => day < end).length,
    daysOf: (dimension, key, end) => before(`${dimension} ${key}`, end).length,
    daysOfAdministration: (end) => before(ADMINISTRATION, end).length,
    daysOfHour: (hour, end) => before(`hour ${hour}`, end).length,
    weeksOfHour: (hour, end) => before(`hour ${hour}`, end).filter((day) => (end - day) % 7 === 0).length,
  };
}

/** Returns the days of each value and of each hour. */
function daysByName(days: readonly ActivityDay[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byName = new Map<string, Set<number>>();
  for (const day of days) {
    for (const name of namesOf(day)) {
      const known = byName.get(name);
      if (known) known.add(day.day);
      else byName.set(name, new Set([day.day]));
    }
  }
  return byName;
}

const ADMINISTRATION = "administration";

const namesOf = ({ hours, uses }: ActivityDay): readonly string[] => [
  ...hours.flatMap((count, hour) => (count > 0 ? nearHoursOf(hour).map((near) => `hour ${near}`) : [])),
  ...(uses.some(({ dimension, key }) => dimension === "operation" && key.startsWith("admin:")) ? [ADMINISTRATION] : []),
  ...uses.map(({ dimension, key }) => `${dimension} ${safeText(key, MAX_KEY)}`),
];

const nearHoursOf = (hour: number): readonly number[] => [hour + 23, hour, hour + 1].map((near) => near % 24);

export const NO_HABITS: Habits = habitsOf([]);
