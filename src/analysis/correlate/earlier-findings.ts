/** The day on which a detector first found something about a subject. Days are counted since 1970-01-01. */
export interface FirstFinding {
  readonly detector: string;
  readonly day: number;
}

/** A day on which a detector found something about the subject, and what it was done to. */
export interface OwnFinding extends FirstFinding {
  readonly object: string;
  readonly findings: number;
}

/** What was found on earlier days: what is new in the organization is rarely harmless, what is usual seldom is not. */
export interface EarlierFindings {
  /** About how many other subjects a detector found something before a day. */
  readonly othersBefore: (detector: string, day: number) => number;
  /** On how many days before a day it found something about the subject. */
  readonly ownDays: (detector: string, day: number) => number;
  /** On how many of them it was the same object. */
  readonly objectDays: (detector: string, object: string, day: number) => number;
  /** The most that it found about the subject on one day before. */
  readonly mostOnOneDay: (detector: string, day: number) => number;
}

export function earlierFindings(others: readonly FirstFinding[], own: readonly OwnFinding[]): EarlierFindings {
  const ofOthers = groupDays(others, ({ detector }) => detector);
  const ownDays = groupDays(own, ({ detector }) => detector);
  const counts = countByDay(own);
  const objectDays = groupDays(own, ({ detector, object }) => `${detector} ${object}`);
  return {
    othersBefore: (detector, day) => (ofOthers.get(detector) ?? []).filter((first) => first < day).length,
    ownDays: (detector, day) => daysBefore(ownDays.get(detector), day),
    objectDays: (detector, object, day) => daysBefore(objectDays.get(`${detector} ${object}`), day),
    mostOnOneDay: (detector, day) => {
      const before = [...(counts.get(detector) ?? [])].filter(([each]) => each < day);
      return before.reduce((most, [, count]) => Math.max(most, count), 0);
    },
  };
}

export const NOTHING_EARLIER: EarlierFindings = earlierFindings([], []);

function countByDay(own: readonly OwnFinding[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  for (const { detector, day, findings } of own) {
    const days = counts.get(detector) ?? new Map<number, number>();
    counts.set(detector, days.set(day, (days.get(day) ?? 0) + findings));
  }
  return counts;
}

function groupDays<T extends FirstFinding>(found: readonly T[], nameOf: (one: T) => string) {
  const groups = new Map<string, number[]>();
  for (const one of found) {
    const known = groups.get(nameOf(one));
    if (known) known.push(one.day);
    else groups.set(nameOf(one), [one.day]);
  }
  return groups;
}

const daysBefore = (days: readonly number[] | undefined, day: number): number =>
  new Set(days?.filter((each) => each < day)).size;
