import type { Measure } from "./gates.ts";
import { meanOf, medianOf } from "./metrics.ts";
import type { DriftResult, Results } from "./results.ts";
import type { Truth } from "./score-people.ts";

const DAY_MS = 86_400_000;
const EXACT = ["entitlement_set", "privilege_level", "credential_set", "steward_change"];
/** Events per 1,000 identities and week that somebody can look at. */
const BUDGET = 10;
/** Most comparisons of activity need this many days of logs. */
const LEARNING_DAYS = 90;
const SEVERITIES = ["low", "medium", "high"];

interface Event extends DriftResult {
  /** The object id of the identity. */
  readonly who: string;
}

type Plant = Truth["plants"][number];

const expects = ({ expected }: Plant, computator: string): boolean =>
  Array.isArray(expected["computators"]) && (expected["computators"] as readonly string[]).includes(computator);

/** The days for which the analysis was run. */
export interface EvaluatedPeriod {
  readonly from: Date;
  readonly until: Date;
}

const plantsOf = ({ plants }: Truth): readonly Plant[] => plants.filter(({ family }) => family === "drift");

function eventsOf({ people }: Truth, drift: readonly DriftResult[]): readonly Event[] {
  const byUpn = new Map(people.map(({ subject, upn }) => [upn.toLowerCase(), subject.toLowerCase()]));
  return drift.map((event): Event => ({ ...event, who: whoOf(event, byUpn) }));
}

/** Compares drift events of what identities hold with the planted changes. */
export function scoreExactDrift(truth: Truth, { drift }: Pick<Results, "drift">): readonly Measure[] {
  const events = eventsOf(truth, drift);
  return EXACT.flatMap((computator) => scoreExact(truth, plantsOf(truth), events, computator));
}

/** Compares drift events of activity with the planted changes. */
export function scoreActivityDrift(
  truth: Truth,
  { drift }: Pick<Results, "drift">,
  period: EvaluatedPeriod,
): readonly Measure[] {
  const events = eventsOf(truth, drift);
  const plants = plantsOf(truth);
  return [
    ...scoreApplications(truth, plants, events, period),
    ...scoreKind(plants, events, { computator: "working_hours", gate: [0.85, 0.9] }),
    ...scoreKind(plants, events, { computator: "activity_volume", gate: [0.9, 0.9], only: "volume_2.5" }),
    ...scoreKind(plants, events, { computator: "application_mix", gate: [0.65, 0.7] }),
    ...scoreKind(plants, events, { computator: "location_set" }),
    ...scoreKind(plants, events, { computator: "call_rhythm" }),
    ...scoreBudget(truth, plants, events, period),
    scoreReorganization(plants, events),
  ];
}

const whoOf = ({ email, principalId }: DriftResult, people: ReadonlyMap<string, string>): string =>
  principalId?.toLowerCase() ?? people.get(email?.toLowerCase() ?? "") ?? "";

const matches = (plant: Plant, event: Event): boolean =>
  event.who === plant.subject.toLowerCase() &&
  plant.start !== null &&
  event.detectedAt >= new Date(plant.start) &&
  event.periodStartAt <= new Date(plant.end ?? plant.start);

const CHANGE_KINDS: Readonly<Record<string, readonly string[]>> = {
  entitlement_set: ["group_member_added", "app_role_added", "role_added", "grant_added", "azure_role_added"],
  privilege_level: ["group_member_added", "app_role_added", "role_added", "grant_added", "azure_role_added"],
  credential_set: ["credential_added"],
  steward_change: ["owner_added", "owner_removed", "identity_disabled"],
};

/** An exact event is right if the directory changed in its window; every planted change must have its event. */
function scoreExact(
  truth: Truth,
  plants: readonly Plant[],
  events: readonly Event[],
  computator: string,
): readonly Measure[] {
  const kinds = CHANGE_KINDS[computator] ?? [];
  const people = new Set(truth.people.map(({ subject }) => subject.toLowerCase()));
  // What changed before the logs begin cannot be observed.
  const changes = truth.changes
    .filter(({ kind, at }) => kinds.includes(kind) && at >= truth.from)
    .map(({ subject, at }) => ({ who: subject.toLowerCase(), at: new Date(at) }));
  const leavers = computator === "steward_change" ? changes.filter(({ who }) => people.has(who)) : [];
  const own = events.filter((event) => event.computator === computator);
  const isRight = (event: Event): boolean =>
    [...changes.filter(({ who }) => who === event.who), ...leavers].some(
      ({ at }) => at.getTime() >= event.periodStartAt.getTime() - DAY_MS && at < event.detectedAt,
    );
  const wanted = plants.filter(
    (plant) => expects(plant, computator) && plant.start !== null && plant.start >= truth.from,
  );
  return [
    {
      output: computator,
      metric: "precision by event",
      value: meanOf(own.map((event) => (isRight(event) ? 1 : 0))),
      gate: { least: 1 },
    },
    {
      output: computator,
      metric: "recall by plant",
      value: recallOf(wanted, own),
      gate: { least: 1 },
    },
  ];
}

/** The days of a window. */
const WINDOW_DAYS: Readonly<Record<string, number>> = { "7d": 7, "30d": 30, "90d": 90, "180d": 180 };
const daysOf = (window: string): number => WINDOW_DAYS[window] ?? 0;

/** First uses are compared after 90 days of logs: a window shows those that began no earlier than its length before. */
const isMeasurable = (truth: Truth, { start }: Plant, window: string): boolean =>
  start !== null && dayOf(start) - dayOf(truth.from) >= LEARNING_DAYS - daysOf(window);

const dayOf = (time: string): number => new Date(time).getTime() / DAY_MS;

function scoreApplications(
  truth: Truth,
  plants: readonly Plant[],
  events: readonly Event[],
  period: EvaluatedPeriod,
): readonly Measure[] {
  const quiet = truth.people.filter(
    ({ quiet: isQuiet, kind, left }) => isQuiet && kind === "employee" && left === null,
  );
  const quietOnes = new Set(quiet.map(({ subject }) => subject.toLowerCase()));
  const weeks = (period.until.getTime() - period.from.getTime()) / (7 * DAY_MS);
  return (["7d", "30d"] as const).flatMap((window): readonly Measure[] => {
    // What a shorter window shows is published once, for the shorter window.
    const own = events.filter(
      ({ computator, period: of }) => computator === "application_set" && daysOf(of) <= daysOf(window),
    );
    const wantedOf = (share: number) =>
      plants.filter((plant) => plant.kind === `new_apps_${share}` && isMeasurable(truth, plant, window));
    const shares = [5, 10, 20, 40].map((share): Measure => {
      const metric = `recall at ${share} % share`;
      const value = recallOf(wantedOf(share), own);
      return { output: `application_set ${window}`, metric, value, ...(share === 20 && { gate: { least: 0.95 } }) };
    });
    const noisy = own.filter(({ who, period: of }) => quietOnes.has(who) && of === window).length;
    return [
      ...shares,
      {
        output: `application_set ${window}`,
        metric: "events of quiet people, per person and week",
        value: quiet.length === 0 || weeks <= 0 ? null : noisy / quiet.length / weeks,
        gate: { most: 0.02 },
      },
      {
        output: `application_set ${window}`,
        metric: "median delay in days at 20 % share",
        value: medianDelay(wantedOf(20), own),
        gate: { most: window === "7d" ? 5 : 15 },
      },
    ];
  });
}

/** Returns the share of plants with an event; null without plants. */
function recallOf(plants: readonly Plant[], events: readonly Event[]): number | null {
  return meanOf(plants.map((plant) => (events.some((event) => matches(plant, event)) ? 1 : 0)));
}

/** Returns the median of the days from the start of a plant to its first event, of the plants that were found. */
function medianDelay(plants: readonly Plant[], events: readonly Event[]): number | null {
  return medianOf(
    plants.flatMap((plant) => {
      const times = events.filter((event) => matches(plant, event)).map(({ detectedAt }) => detectedAt.getTime());
      return times.length === 0 || plant.start === null ? [] : [Math.min(...times) / DAY_MS - dayOf(plant.start)];
    }),
  );
}

interface Kind {
  readonly computator: string;
  readonly gate?: readonly [precision: number, recall: number];
  /** The kind of plant that the gate is about; the recall of the others is reported. */
  readonly only?: string;
}

/** Changes that several computators see: not wanted of each, but not wrong either. */
const ALSO_CHANGED: Readonly<Record<string, readonly string[]>> = {
  application_mix: ["new_apps_10", "new_apps_20", "new_apps_40", "reorganization", "slow_drift"],
  // A program with another rhythm has another number of calls a day.
  activity_volume: ["role_change", "rhythm_change"],
};

/** What precision is if only the changes count that the computator is meant for. */
const STRICT_PRECISION = "precision without what also changes it";

/** An event of any window counts: the shortest that shows a change is published. */
function scoreKind(
  plants: readonly Plant[],
  events: readonly Event[],
  { computator, gate, only }: Kind,
): readonly Measure[] {
  const own = events.filter((event) => event.computator === computator);
  const wanted = plants.filter((plant) => expects(plant, computator) && plant.kind !== "slow_drift");
  const allowed = plants.filter(
    (plant) => ALSO_CHANGED[computator]?.includes(plant.kind) || expects(plant, computator),
  );
  const shareOf = (explaining: readonly Plant[]): number | null =>
    meanOf(own.map((event) => (explaining.some((plant) => matches(plant, event)) ? 1 : 0)));
  const gated = wanted.filter(({ kind }) => only === undefined || kind === only);
  const others = [...new Set(wanted.filter((plant) => !gated.includes(plant)).map(({ kind }) => kind))].sort();
  return [
    {
      output: computator,
      metric: "precision",
      value: shareOf(allowed),
      ...(gate && { gate: { least: gate[0] } }),
    },
    ...(ALSO_CHANGED[computator] ? [{ output: computator, metric: STRICT_PRECISION, value: shareOf(wanted) }] : []),
    {
      output: computator,
      metric: only === undefined ? "recall" : `recall of ${only}`,
      value: recallOf(gated, own),
      ...(gate && { gate: { least: gate[1] } }),
    },
    ...others.map((kind) => ({
      output: computator,
      metric: `recall of ${kind}`,
      value: recallOf(
        wanted.filter((plant) => plant.kind === kind),
        own,
      ),
    })),
  ];
}

/** Recall and delay of planted changes among the most severe events that fit the budget, by kind of plant. */
function scoreBudget(
  truth: Truth,
  plants: readonly Plant[],
  events: readonly Event[],
  period: EvaluatedPeriod,
): readonly Measure[] {
  const weeks = (period.until.getTime() - period.from.getTime()) / (7 * DAY_MS);
  const identities = countIdentities(truth);
  const allowed = Math.round(((BUDGET * identities) / 1_000) * weeks);
  const ranked = [...events].sort(
    (a, b) =>
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      b.excess - a.excess ||
      (a.who < b.who ? -1 : 1),
  );
  const seen = ranked.slice(0, allowed);
  const wanted = plants.filter(({ kind }) => kind !== "reorganization");
  const kinds = [...new Set(wanted.map(({ kind }) => kind))].sort();
  const output = `drift at ${BUDGET} a week`;
  return [
    {
      output,
      metric: `recall within ${BUDGET} events per 1,000 identities a week`,
      value: recallOf(wanted, seen),
    },
    ...kinds.flatMap((kind): readonly Measure[] => {
      const own = wanted.filter((plant) => plant.kind === kind);
      return [
        { output, metric: `recall of ${kind}`, value: recallOf(own, seen) },
        { output, metric: `median delay in days of ${kind}`, value: medianDelay(own, seen) },
      ];
    }),
    { output: "drift", metric: "events per 1,000 identities a week", value: rateOf(events.length, identities, weeks) },
  ];
}

/** The accounts that programs use are both people and programs. */
const countIdentities = ({ people, programs }: Truth): number =>
  new Set([...people, ...programs].map(({ subject }) => subject.toLowerCase())).size;

const rateOf = (events: number, identities: number, weeks: number): number | null =>
  identities === 0 || weeks <= 0 ? null : (events / identities / weeks) * 1_000;

function scoreReorganization(plants: readonly Plant[], events: readonly Event[]): Measure {
  const moved = plants.filter(({ kind }) => kind === "reorganization");
  const flagged = moved.filter((plant) =>
    events.some((event) => event.computator === "application_set" && matches(plant, event)),
  );
  const value = moved.length === 0 ? null : flagged.length / moved.length;
  return { output: "application_set", metric: "share flagged in a reorganization", value };
}

/** Measures the events of an organization in which nothing was planted. */
export function scoreQuiet(
  truth: Truth,
  { drift }: Pick<Results, "drift">,
  period: EvaluatedPeriod,
): readonly Measure[] {
  const weeks = (period.until.getTime() - period.from.getTime()) / (7 * DAY_MS);
  const identities = countIdentities(truth);
  const learned = Math.max(period.from.getTime(), new Date(truth.from).getTime() + LEARNING_DAYS * DAY_MS);
  const late = drift.filter(({ detectedAt }) => detectedAt.getTime() >= learned);
  const lateWeeks = (period.until.getTime() - learned) / (7 * DAY_MS);
  const computators = [...new Set(drift.map(({ computator }) => computator))].sort();
  return [
    {
      output: "null world",
      metric: "events per 1,000 identities a week",
      value: rateOf(drift.length, identities, weeks),
      gate: { most: BUDGET },
    },
    {
      output: "null world",
      metric: `the same after ${LEARNING_DAYS} days of logs`,
      value: rateOf(late.length, identities, lateWeeks),
      gate: { most: BUDGET },
    },
    ...computators.map((computator) => ({
      output: "null world",
      metric: `of them ${computator}`,
      value: rateOf(drift.filter((event) => event.computator === computator).length, identities, weeks),
    })),
  ];
}
