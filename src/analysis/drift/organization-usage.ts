import type { Dimension } from "../../model/identity/activity.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityHistory, countOf, type Positions, positionsIn } from "./activity-history.ts";
import { ACTIVITY_RULES, type SubjectKind } from "./computators.ts";
import { DRIFT_WINDOWS, spansAt } from "./drift-windows.ts";

/** A value that this share of the cohort uses is common; one that so few used before was rolled out since. */
const COMMON_SHARE = 0.1;
const RARE_SHARE = 0.05;
/** In a small cohort a value of a few subjects is not common. */
const MIN_COMMON = 5;

/** Values that the organization as a whole began to use, which is no drift of one subject. */
export interface Rollouts {
  /** Used by many now and by few before: left out of every comparison. */
  readonly isRolledOut: (dimension: Dimension, key: string) => boolean;
  /** Used by many now: never new. */
  readonly isCommon: (dimension: Dimension, key: string) => boolean;
}

interface Users {
  current: number;
  reference: number;
}

/** How many subjects of a cohort use each value. */
export interface OrganizationUsage {
  add(kind: SubjectKind, history: ActivityHistory): void;
  rolloutsOf(kind: SubjectKind, period: DriftPeriod): Rollouts;
}

const DIMENSIONS_OF: Readonly<Record<SubjectKind, readonly Dimension[]>> = {
  user: dimensionsOf("user"),
  nhi: dimensionsOf("nhi"),
};

function dimensionsOf(kind: SubjectKind): readonly Dimension[] {
  const rules = ACTIVITY_RULES.filter(({ kinds }) => kinds.includes(kind)).map(({ rule }) => rule);
  const named = rules.flatMap((rule): readonly (Dimension | "hours")[] => {
    if (rule.measure === "first_ever_share") return rule.dimensions;
    return rule.measure === "log_ratio" ? [] : [rule.source];
  });
  return [...new Set(named)].filter((name) => name !== "hours");
}

/** Counts, for the windows of one evaluation day, the subjects that use each value. */
export function createOrganizationUsage(day: number): OrganizationUsage {
  const cohorts = new Map<string, Users>();
  const users = new Map<string, Map<string, Users>>();
  const addSeries = (name: string, dimension: Dimension, history: ActivityHistory, spans: Spans): void => {
    const place = `${name}/${dimension}`;
    const counted = users.get(place) ?? new Map<string, Users>();
    users.set(place, counted);
    const series = history.seriesOf(dimension);
    for (const [index, key] of series.keys.entries()) {
      const isNow = countOf(series, spans.current, index) > 0;
      const wasBefore = countOf(series, spans.reference, index) > 0;
      if (isNow || wasBefore) count(counted, key, isNow, wasBefore);
    }
  };
  return {
    add: (kind, history) => {
      for (const window of DRIFT_WINDOWS) {
        const { current, reference } = spansAt(window, day, history.firstDay);
        const spans = { current: positionsIn(history, current), reference: positionsIn(history, reference) };
        const [isNow, wasBefore] = [isActive(spans.current), isActive(spans.reference)];
        const name = `${kind}/${window.period}`;
        if (isNow || wasBefore) count(cohorts, name, isNow, wasBefore);
        for (const dimension of DIMENSIONS_OF[kind]) addSeries(name, dimension, history, spans);
      }
    },
    rolloutsOf: (kind, period) => {
      const name = `${kind}/${period}`;
      const cohort = cohorts.get(name) ?? { current: 0, reference: 0 };
      const common = Math.max(MIN_COMMON, COMMON_SHARE * cohort.current);
      const isCommon = (dimension: Dimension, key: string): boolean =>
        (users.get(`${name}/${dimension}`)?.get(key)?.current ?? 0) >= common;
      return {
        isCommon,
        isRolledOut: (dimension, key) =>
          isCommon(dimension, key) &&
          (users.get(`${name}/${dimension}`)?.get(key)?.reference ?? 0) < RARE_SHARE * cohort.reference,
      };
    },
  };
}

interface Spans {
  readonly current: Positions;
  readonly reference: Positions;
}

const isActive = ({ from, to }: Positions): boolean => to > from;

function count(counted: Map<string, Users>, key: string, isNow: boolean, wasBefore: boolean): void {
  const known = counted.get(key) ?? { current: 0, reference: 0 };
  counted.set(key, known);
  if (isNow) known.current++;
  if (wasBefore) known.reference++;
}
