import type { ActivityDay, Dimension, OperationClass } from "../../model/identity/activity.ts";
import { safeText } from "../../model/text/safe-text.ts";

/** What an actor did on which days, to compare an act with. Days are counted since 1970-01-01. */
export interface Habits {
  /** On how many days before a day the actor did anything. */
  readonly activeDays: (before: number) => number;
  /** On how many days before a day it used a value. */
  readonly daysOf: (dimension: Dimension, key: string, before: number) => number;
  /** On how many days before a day it did an operation of a class. */
  readonly daysOfClass: (operations: OperationClass, before: number) => number;
  /** On how many days before a day it did anything within an hour of an hour of the day, in UTC. */
  readonly daysOfHour: (hour: number, before: number) => number;
  /** On how many of the same days of the week before. */
  readonly weeksOfHour: (hour: number, before: number) => number;
}

/** Facts are cut like this too. */
const MAX_KEY = 120;

export function habitsOf(days: readonly ActivityDay[]): Habits {
  const active: number[] = [];
  const byName = new Map<string, Set<number>>();
  const add = (name: string, day: number): void => {
    const known = byName.get(name);
    if (known) known.add(day);
    else byName.set(name, new Set([day]));
  };
  for (const { day, events, hours, uses } of days) {
    if (events > 0) active.push(day);
    for (const [hour, count] of hours.entries()) {
      if (count > 0) for (const near of [hour + 23, hour, hour + 1]) add(`hour ${near % 24}`, day);
    }
    for (const { dimension, key } of uses) {
      add(`${dimension} ${safeText(key, MAX_KEY)}`, day);
      if (dimension === "operation") add(`class ${key.slice(0, key.indexOf(":"))}`, day);
    }
  }
  const countBefore = (all: Iterable<number>, before: number): number =>
    [...all].reduce((count, day) => count + (day < before ? 1 : 0), 0);
  return {
    activeDays: (before) => countBefore(active, before),
    daysOf: (dimension, key, before) => countBefore(byName.get(`${dimension} ${key}`) ?? [], before),
    weeksOfHour: (hour, before) =>
      countBefore([...(byName.get(`hour ${hour}`) ?? [])].filter((day) => (before - day) % 7 === 0), before),
    daysOfHour: (hour, before) => countBefore(byName.get(`hour ${hour}`) ?? [], before),
    daysOfClass: (operations, before) => countBefore(byName.get(`class ${operations}`) ?? [], before),
  };
}

export const NO_HABITS: Habits = habitsOf([]);
