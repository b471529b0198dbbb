import { logNormal, type Random } from "../random.ts";
import { type BehaviorChange, covers, type Employee, type Span, type WeightedApp } from "./employee.ts";

/** An application that the whole organization gets within a few days. */
export interface Rollout extends Span {
  readonly application: string;
  readonly share: number;
  /** The share of people who get it. */
  readonly reach: number;
}

/** Day-level overdispersion: how much a day's mix of applications differs from the person's average. */
const DAY_SIGMA = 0.7;

/** Returns what a person uses on one day, with weights that add up to about 1. */
export function mixOn(
  employee: Employee,
  day: number,
  rollouts: readonly Rollout[],
  random: Random,
): readonly WeightedApp[] {
  const extras = [
    ...employee.projects.filter((project) => covers(project, day)).map(projectApps),
    ...employee.changes.filter((change) => covers(change, day)).map((change) => changeApps(change, day)),
    ...rollouts.filter((rollout) => day >= startFor(rollout, employee)).map(rolloutApps),
  ].flat();
  const taken = Math.min(
    0.95,
    extras.reduce((sum, { weight }) => sum + weight, 0),
  );
  const total = employee.applications.reduce((sum, { weight }) => sum + weight, 0);
  const usual = employee.applications.map(({ name, weight }) => ({ name, weight: (weight / total) * (1 - taken) }));
  return [...usual, ...extras].map(({ name, weight }) => ({ name, weight: weight * logNormal(random, DAY_SIGMA) }));
}

const projectApps = ({ applications, share }: { applications: readonly string[]; share: number }) =>
  applications.map((name) => ({ name, weight: share / applications.length }));

function changeApps(change: BehaviorChange, day: number): readonly WeightedApp[] {
  const { applications = [], share = 0, sharePerWeek = 0, from } = change;
  const reached = share + (sharePerWeek * (day - from)) / 7;
  const total = applications.reduce((sum, { weight }) => sum + weight, 0);
  return applications.map(({ name, weight }) => ({ name, weight: (weight / total) * reached }));
}

const rolloutApps = ({ application, share }: Rollout): readonly WeightedApp[] => [{ name: application, weight: share }];

/** Returns the day on which a rollout reaches a person; infinity if it never does. */
function startFor({ from, to, reach }: Rollout, { objectId }: Employee): number {
  const drawn = Number.parseInt(objectId.slice(0, 6), 16) / 0x1000000;
  return drawn < reach ? from + Math.floor((drawn / reach) * (to - from + 1)) : Number.POSITIVE_INFINITY;
}
