import type { Dimension } from "../../model/identity/activity.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityHistory, countOf, type Positions, positionsIn } from "./activity-history.ts";
import { ACTIVITY_RULES, type SubjectKind } from "./computators.ts";
import { DRIFT_WINDOWS, type DriftWindow, spansAt } from "./drift-windows.ts";

/** A value that this share of the cohort uses is common; one that so few used before was rolled out since. */
const COMMON_SHARE = 0.1;
const RARE_SHARE = 0.05;
/** In a small cohort a value of a few subjects is not common. */
const MIN_COMMON = 5;
/** A value that this share of the other members of a peer group use is common in it. */
const COMMON_GROUP_SHARE = 0.25;
const MIN_COMMON_MEMBERS = 3;
/** Operations are rare: what so few others of the group did belongs to its work. */
const MIN_SHARED_OPERATION = 2;
/** What a peer group uses in common is its work; where its members are is not. */
const GROUP_DIMENSIONS: ReadonlySet<Dimension> = new Set(["application", "resource", "operation"]);
/** Only of places it matters who was there long ago. */
const PLACE_DIMENSIONS: ReadonlySet<Dimension> = new Set(["country", "network"]);
/** A place where this many subjects were before is known to the organization. */
const MIN_KNOWN = 2;

/** Values that the organization or a peer group as a whole uses, which is no drift of one subject. */
export interface Rollouts {
  /** Used by many now and by few before: left out of every comparison. */
  readonly isRolledOut: (dimension: Dimension, key: string) => boolean;
  /** Used by many now: never new. */
  readonly isCommon: (dimension: Dimension, key: string) => boolean;
  /** Used by several subjects before the current window. */
  readonly isKnown: (dimension: Dimension, key: string) => boolean;
}

interface Users {
  current: number;
  reference: number;
  /** Subjects that used it at any time before the current window. */
  earlier: number;
}

/** How many subjects of a cohort use each value. */
export interface OrganizationUsage {
  add(kind: SubjectKind, history: ActivityHistory, group: string | null): void;
  /** Returns what is usual for a subject: in its cohort, and among the other members of its peer group. */
  rolloutsOf(kind: SubjectKind, period: DriftPeriod, group: string | null): Rollouts;
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
  const countedAt = (place: string): Map<string, Users> => {
    const known = users.get(place) ?? new Map<string, Users>();
    users.set(place, known);
    return known;
  };
  const addSeries = (names: readonly string[], dimension: Dimension, history: ActivityHistory, spans: Spans): void => {
    const series = history.seriesOf(dimension);
    const counted = names.map((name) => countedAt(`${name}/${dimension}`));
    for (const [index, key] of series.keys.entries()) {
      const used = {
        isNow: countOf(series, spans.current, index) > 0,
        wasBefore: countOf(series, spans.reference, index) > 0,
        wasEarlier: PLACE_DIMENSIONS.has(dimension) && (series.firsts[index] ?? 0) < spans.current.from,
      };
      for (const place of counted) count(place, key, used);
    }
  };
  const addWindow = (kind: SubjectKind, history: ActivityHistory, group: string | null, window: DriftWindow): void => {
    const { current, reference } = spansAt(window, day, history.firstDay);
    const spans = { current: positionsIn(history, current), reference: positionsIn(history, reference) };
    const used = { isNow: isActive(spans.current), wasBefore: isActive(spans.reference), wasEarlier: false };
    const name = `${kind}/${window.period}`;
    const names = group === null ? [name] : [name, `${name}/${group}`];
    for (const one of names) count(cohorts, one, used);
    for (const dimension of DIMENSIONS_OF[kind]) {
      addSeries(GROUP_DIMENSIONS.has(dimension) ? names : [name], dimension, history, spans);
    }
  };
  return {
    add: (kind, history, group) => {
      for (const window of DRIFT_WINDOWS) addWindow(kind, history, group, window);
    },
    rolloutsOf: (kind, period, group) => {
      const name = `${kind}/${period}`;
      const usersOf = (place: string, dimension: Dimension, key: string): Users =>
        users.get(`${place}/${dimension}`)?.get(key) ?? NOBODY;
      const all = cohorts.get(name) ?? NOBODY;
      const members = group === null ? NOBODY : (cohorts.get(`${name}/${group}`) ?? NOBODY);
      const common = Math.max(MIN_COMMON, COMMON_SHARE * all.current);
      const commonOthers = Math.max(MIN_COMMON_MEMBERS, COMMON_GROUP_SHARE * (members.current - 1));
      const inGroup = (dimension: Dimension, key: string): Users => usersOf(`${name}/${group}`, dimension, key);
      const isCommonInAll = (dimension: Dimension, key: string): boolean =>
        usersOf(name, dimension, key).current >= common;
      const isCommonInGroup = (dimension: Dimension, key: string): boolean => {
        if (group === null) return false;
        const { current, reference } = inGroup(dimension, key);
        // The subject is one of the members that are counted now.
        const isShared = dimension === "operation" && current - 1 + reference >= MIN_SHARED_OPERATION;
        return isShared || current - 1 >= commonOthers;
      };
      return {
        isCommon: (dimension, key) => isCommonInAll(dimension, key) || isCommonInGroup(dimension, key),
        isRolledOut: (dimension, key) =>
          (isCommonInAll(dimension, key) && usersOf(name, dimension, key).reference < RARE_SHARE * all.reference) ||
          (isCommonInGroup(dimension, key) && inGroup(dimension, key).reference < RARE_SHARE * members.reference),
        isKnown: (dimension, key) => usersOf(name, dimension, key).earlier >= MIN_KNOWN,
      };
    },
  };
}

const NOBODY: Users = { current: 0, reference: 0, earlier: 0 };

interface Spans {
  readonly current: Positions;
  readonly reference: Positions;
}

const isActive = ({ from, to }: Positions): boolean => to > from;

interface Used {
  readonly isNow: boolean;
  readonly wasBefore: boolean;
  readonly wasEarlier: boolean;
}

function count(counted: Map<string, Users>, key: string, { isNow, wasBefore, wasEarlier }: Used): void {
  if (!isNow && !wasBefore && !wasEarlier) return;
  const known = counted.get(key) ?? { ...NOBODY };
  counted.set(key, known);
  if (isNow) known.current++;
  if (wasBefore) known.reference++;
  if (wasEarlier) known.earlier++;
}
