import { ACTIVITY_RULES, type Computator } from "./computators.ts";
import type { DriftChange } from "./drift-change.ts";

/** On how many of the last evaluation days a change must hold before it opens an episode. */
export interface Persistence {
  readonly held: number;
  readonly of: number;
}

const AT_ONCE: Persistence = { held: 1, of: 1 };
/** A value that varies near its gate is tested every day, and passes it on some day although nothing changed. */
const DISTRIBUTION: Persistence = { held: 3, of: 4 };
/** A window of a month or more changes little from day to day. */
const LONG_DISTRIBUTION: Persistence = { held: 5, of: 7 };

/** The computators that compare distributions, volumes or rhythms. */
const DISTRIBUTIONS: ReadonlySet<Computator> = new Set<Computator>([
  "call_rhythm",
  ...ACTIVITY_RULES.filter(({ rule }) => rule.measure !== "first_ever_share").map(({ computator }) => computator),
]);

/** The first use of an operation is known at once; otherwise operations are compared from a month on. */
function persistenceOf({ computator, period }: Pick<ChangePlace, "computator" | "period">): Persistence {
  if (!DISTRIBUTIONS.has(computator)) return AT_ONCE;
  if (period === "7d") return computator === "operation_mix" ? AT_ONCE : DISTRIBUTION;
  return LONG_DISTRIBUTION;
}

/** The evaluation days before a day that decide whether a change opens an episode on it. */
export const PERSISTENCE_DAYS = LONG_DISTRIBUTION.of - 1;

type ChangePlace = Pick<DriftChange, "subject" | "computator" | "period">;

/** Returns whether a change is found from days of activity, so that chance may explain it on a single day. */
export const needsPersistence = (change: Pick<ChangePlace, "computator" | "period">): boolean =>
  persistenceOf(change).of > 1;

const placeOf = ({ subject, computator, period }: ChangePlace): string => `${subject}|${computator}|${period}`;

/** Returns a test of whether a change held on enough evaluation days, of which `before` lists those before its own. */
export function persistenceTest(
  before: readonly (Omit<ChangePlace, "computator"> & { readonly computator: string; readonly day: number })[],
): (change: ChangePlace & Pick<DriftChange, "day">) => boolean {
  const days = new Map<string, Set<number>>();
  for (const { day, ...place } of before) {
    const name = placeOf(place as ChangePlace);
    days.set(name, (days.get(name) ?? new Set()).add(day));
  }
  return (change) => {
    const { held, of } = persistenceOf(change);
    const earlier = [...(days.get(placeOf(change)) ?? [])].filter((day) => day < change.day && day > change.day - of);
    return earlier.length + 1 >= held;
  };
}
