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
  // Each piece of evidence asks, so that answers cost what the number of days is, not that of findings.
  const ofOthers = sumByDay(others, ({ detector }) => detector);
  const ofSubject = sumByDay(own, ({ detector }) => detector);
  const ofObjects = sumByDay(own, ({ detector, object }) => `${detector} ${object}`);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return {
    othersBefore: (detector, day) => sum(countsBefore(ofOthers.get(detector), day)),
    ownDays: (detector, day) => countsBefore(ofSubject.get(detector), day).length,
    objectDays: (detector, object, day) => countsBefore(ofObjects.get(`${detector} ${object}`), day).length,
    mostOnOneDay: (detector, day) =>
      countsBefore(ofSubject.get(detector), day).reduce((most, count) => Math.max(most, count), 0),
  };
}

export const NOTHING_EARLIER: EarlierFindings = earlierFindings([], []);

type DayCounts = ReadonlyMap<number, number>;

/** Returns the number of findings, or of subjects, on each day of each name. */
function sumByDay<T extends FirstFinding & { readonly findings?: number }>(
  found: readonly T[],
  nameOf: (one: T) => string,
): ReadonlyMap<string, DayCounts> {
  const groups = new Map<string, Map<number, number>>();
  for (const one of found) {
    const days = groups.get(nameOf(one)) ?? new Map<number, number>();
    groups.set(nameOf(one), days.set(one.day, (days.get(one.day) ?? 0) + (one.findings ?? 1)));
  }
  return groups;
}

const countsBefore = (days: DayCounts | undefined, day: number): readonly number[] =>
  [...(days ?? [])].flatMap(([each, count]) => (each < day ? [count] : []));
