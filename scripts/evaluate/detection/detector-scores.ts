import type { EventEvidence, JudgedCase } from "../../../src/store/cases/evaluation.ts";
import type { Outcome } from "./deliver-periods.ts";
import { restsOn } from "./score-outcome.ts";

/** What one detector contributes. */
export interface DetectorScore {
  readonly detector: string;
  readonly events: number;
  /** Events that rest on rows of attacks. */
  readonly hits: number;
  readonly cases: number;
  readonly falseCases: number;
  /** Attacks whose case has events of no other detector on their rows. */
  readonly foundAlone: number;
}

type Counts = { -readonly [K in Exclude<keyof DetectorScore, "detector">]: number };

/** What is true of an outcome. */
export interface DetectorTruth {
  /** The ids of the rows of attacks. */
  readonly rows: { has(rowId: string): boolean };
  readonly falseCases: readonly JudgedCase[];
  /** The events of each attack that became a case. */
  readonly found: readonly (readonly EventEvidence[])[];
}

/** Counts what each detector contributed to an outcome, in the order of their names. */
export function scoreDetectors(
  { cases, events }: Outcome,
  { rows, falseCases, found }: DetectorTruth,
): readonly DetectorScore[] {
  const detectorOf = new Map(events.map(({ eventId, detector }) => [eventId, detector]));
  const counts = new Map<string, Counts>();
  const of = (detector: string): Counts => {
    const own = counts.get(detector) ?? { events: 0, hits: 0, cases: 0, falseCases: 0, foundAlone: 0 };
    counts.set(detector, own);
    return own;
  };
  const detectorsOf = ({ eventIds }: JudgedCase): ReadonlySet<string> =>
    new Set(eventIds.flatMap((eventId) => detectorOf.get(eventId) ?? []));
  const countCases = (all: readonly JudgedCase[], count: "cases" | "falseCases"): void => {
    for (const detector of all.flatMap((one) => [...detectorsOf(one)])) of(detector)[count] += 1;
  };
  for (const event of events) {
    of(event.detector).events += 1;
    of(event.detector).hits += restsOn(event, rows) ? 1 : 0;
  }
  countCases(cases, "cases");
  countCases(falseCases, "falseCases");
  for (const detector of found.flatMap(onlyDetectorOf)) of(detector).foundAlone += 1;
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([detector, own]) => ({ detector, ...own }));
}

/** Returns the detector of the events of an attack if it is the only one. */
function onlyDetectorOf(events: readonly EventEvidence[]): readonly string[] {
  const detectors = [...new Set(events.map(({ detector }) => detector))];
  return detectors.length === 1 ? detectors : [];
}

/** Adds up the counts of several outcomes. */
export function addDetectorScores(all: readonly (readonly DetectorScore[])[]): readonly DetectorScore[] {
  const byName = new Map<string, DetectorScore>();
  for (const score of all.flat()) {
    const known = byName.get(score.detector);
    byName.set(score.detector, known ? sumOf(known, score) : score);
  }
  return [...byName.values()].sort((a, b) => b.falseCases - a.falseCases || b.events - a.events);
}

const sumOf = (a: DetectorScore, b: DetectorScore): DetectorScore => ({
  detector: a.detector,
  events: a.events + b.events,
  hits: a.hits + b.hits,
  cases: a.cases + b.cases,
  falseCases: a.falseCases + b.falseCases,
  foundAlone: a.foundAlone + b.foundAlone,
});
