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

const PERSISTENCE: ReadonlyMap<Computator, Persistence> = new Map(
  ACTIVITY_RULES.map(({ computator, rule }) => [
    computator,
    rule.measure === "first_ever_share" ? AT_ONCE : DISTRIBUTION,
  ]),
);

/** The evaluation days before a day that decide whether a change opens an episode on it. */
export const PERSISTENCE_DAYS = DISTRIBUTION.of - 1;

type ChangePlace = Pick<DriftChange, "subject" | "computator" | "period">;

/** Returns whether a change is found from days of activity, so that chance may explain it on a single day. */
export const needsPersistence = ({ computator }: Pick<DriftChange, "computator">): boolean =>
  (PERSISTENCE.get(computator) ?? AT_ONCE).of > 1;

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
    const { held, of } = PERSISTENCE.get(change.computator) ?? AT_ONCE;
    const earlier = [...(days.get(placeOf(change)) ?? [])].filter((day) => day < change.day && day > change.day - of);
    return earlier.length + 1 >= held;
  };
}
