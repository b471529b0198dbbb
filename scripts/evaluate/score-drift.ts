import type { Measure } from "./gates.ts";
import { meanOf, medianOf, precisionRecallOf } from "./metrics.ts";
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

/** Compares drift events with the planted changes. */
export function scoreDrift(truth: Truth, { drift }: Results, period: EvaluatedPeriod): readonly Measure[] {
  const people = new Map(truth.people.map(({ subject, upn }) => [upn.toLowerCase(), subject.toLowerCase()]));
  const events = drift.map((event): Event => ({ ...event, who: whoOf(event, people) }));
  const plants = truth.plants.filter(({ family }) => family === "drift");
  return [
    ...EXACT.flatMap((computator) => scoreExact(truth, plants, events, computator)),
    ...scoreApplications(truth, plants, events, period),
    ...scoreKind(plants, events, { computator: "working_hours", window: "30d", gate: [0.85, 0.9] }),
    ...scoreKind(plants, events, { computator: "activity_volume", window: "30d", gate: [0.9, 0.9] }),
    ...scoreKind(plants, events, { computator: "application_mix", window: "30d", gate: [0.65, 0.7] }),
    ...scoreKind(plants, events, { computator: "location_set", window: undefined }),
    ...scoreKind(plants, events, { computator: "call_rhythm", window: undefined }),
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
  const found = wanted.filter((plant) => own.some((event) => matches(plant, event)));
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
      value: wanted.length === 0 ? null : found.length / wanted.length,
      gate: { least: 1 },
    },
  ];
}

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
    const own = events.filter(({ computator, period: of }) => computator === "application_set" && of === window);
    const shares = [5, 10, 20, 40].map((share): Measure => {
      const wanted = plants.filter(({ kind }) => kind === `new_apps_${share}`);
      const found = wanted.filter((plant) => own.some((event) => matches(plant, event)));
      const value = wanted.length === 0 ? null : found.length / wanted.length;
      const metric = `recall at ${share} % share`;
      return { output: `application_set ${window}`, metric, value, ...(share === 20 && { gate: { least: 0.95 } }) };
    });
    const delays = plants
      .filter(({ kind }) => kind === "new_apps_20")
      .flatMap((plant) => {
        const times = own.filter((event) => matches(plant, event)).map(({ detectedAt }) => detectedAt.getTime());
        return times.length === 0 || plant.start === null
          ? []
          : [(Math.min(...times) - new Date(plant.start).getTime()) / DAY_MS];
      });
    const noisy = own.filter(({ who }) => quietOnes.has(who)).length;
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
        value: medianOf(delays),
        gate: { most: window === "7d" ? 5 : 15 },
      },
    ];
  });
}

interface Kind {
  readonly computator: string;
  readonly window: string | undefined;
  readonly gate?: readonly [precision: number, recall: number];
}

/** Changes that several computators see: not wanted of each, but not wrong either. */
const ALSO_CHANGED: Readonly<Record<string, readonly string[]>> = {
  application_mix: ["new_apps_10", "new_apps_20", "new_apps_40", "reorganization", "slow_drift"],
  activity_volume: ["role_change"],
};

function scoreKind(
  plants: readonly Plant[],
  events: readonly Event[],
  { computator, window, gate }: Kind,
): readonly Measure[] {
  const own = events.filter(
    (event) => event.computator === computator && (window === undefined || event.period === window),
  );
  const wanted = plants.filter((plant) => expects(plant, computator) && plant.kind !== "slow_drift");
  const allowed = plants.filter(({ kind }) => ALSO_CHANGED[computator]?.includes(kind));
  const subjectOf = ({ subject }: Plant): string => subject.toLowerCase();
  const found = new Set(wanted.filter((plant) => own.some((event) => matches(plant, event))).map(subjectOf));
  const right = own.filter((event) => [...wanted, ...allowed].some((plant) => matches(plant, event)));
  const output = window === undefined ? computator : `${computator} ${window}`;
  const { recall } = precisionRecallOf(new Set(wanted.map(subjectOf)), found);
  return [
    {
      output,
      metric: "precision",
      value: own.length === 0 ? null : right.length / own.length,
      ...(gate && { gate: { least: gate[0] } }),
    },
    { output, metric: "recall", value: recall, ...(gate && { gate: { least: gate[1] } }) },
  ];
}

/** Recall of all planted changes among the most severe events that fit the budget. */
function scoreBudget(
  truth: Truth,
  plants: readonly Plant[],
  events: readonly Event[],
  period: EvaluatedPeriod,
): readonly Measure[] {
  const weeks = (period.until.getTime() - period.from.getTime()) / (7 * DAY_MS);
  const identities = truth.people.length + truth.programs.length;
  const allowed = Math.round(((BUDGET * identities) / 1_000) * weeks);
  const ranked = [...events].sort(
    (a, b) =>
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      b.excess - a.excess ||
      (a.who < b.who ? -1 : 1),
  );
  const seen = ranked.slice(0, allowed);
  const wanted = plants.filter(({ kind }) => kind !== "reorganization");
  const found = wanted.filter((plant) => seen.some((event) => matches(plant, event)));
  return [
    {
      output: "drift",
      metric: `recall at ${BUDGET} events per 1,000 identities a week`,
      value: wanted.length === 0 ? null : found.length / wanted.length,
    },
    { output: "drift", metric: "events per 1,000 identities a week", value: rateOf(events.length, identities, weeks) },
  ];
}

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
export function scoreQuiet(truth: Truth, { drift }: Results, period: EvaluatedPeriod): readonly Measure[] {
  const weeks = (period.until.getTime() - period.from.getTime()) / (7 * DAY_MS);
  const identities = truth.people.length + truth.programs.length;
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
