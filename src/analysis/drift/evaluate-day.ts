import type { ActivityDay } from "../../model/identity/activity.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import { type ActivityHistory, activityHistoryOf } from "./activity-history.ts";
import { createCohort, type Survivor } from "./cohort.ts";
import type { SubjectKind } from "./computators.ts";
import { describeChange } from "./describe-change.ts";
import type { DriftChange } from "./drift-change.ts";
import type { DriftSubject } from "./drift-subject.ts";
import { DRIFT_REACH_DAYS } from "./drift-windows.ts";
import { type MeasuredSubject, measureSubject } from "./measure-subject.ts";
import { createOrganizationUsage } from "./organization-usage.ts";
import { createPeerCentroids } from "./peer-centroids.ts";
import { type RhythmChange, rhythmChanges, withoutOutages } from "./rhythm-changes.ts";
import { selectChanges } from "./select-changes.ts";

/**
 * Finds the changes of activity of one evaluation day in three passes over all subjects: what the organization uses, what
 * each subject measures, and the few that are described. Each pass takes the subjects in any order, one at a time.
 */
export interface DayEvaluation {
  observe(subject: DriftSubject, activity: readonly ActivityDay[]): void;
  measure(subject: DriftSubject, activity: readonly ActivityDay[]): void;
  /** Ends the second pass; returns the ids of the subjects that the third one needs. */
  survivors(): ReadonlySet<string>;
  describe(subject: DriftSubject, activity: readonly ActivityDay[]): void;
  /** Returns the changes, ordered by subject, computator and window. */
  changes(): readonly DriftChange[];
}

export function createDayEvaluation(day: number): DayEvaluation {
  const usage = createOrganizationUsage(day);
  const peers = createPeerCentroids(day);
  const cohort = createCohort(day);
  let survivors: ReadonlyMap<string, readonly Survivor[]> = new Map();
  const found: DriftChange[] = [];
  const rhythms: RhythmChange[] = [];
  let services = 0;
  const measured = ({ kind, group }: DriftSubject, history: ActivityHistory): MeasuredSubject => ({
    kind,
    history,
    day,
    rolloutsOf: (period: DriftPeriod) => usage.rolloutsOf(kind, period, group),
    centroid: group === null ? undefined : peers.withoutMember(group, history),
  });
  const historyOf = (kind: SubjectKind, activity: readonly ActivityDay[]): ActivityHistory | undefined => {
    const inReach = activity.filter((one) => one.day < day && one.day >= day - DRIFT_REACH_DAYS);
    return activityHistoryOf(inReach, kind);
  };
  return {
    observe: ({ kind, group }, activity) => {
      const history = historyOf(kind, activity);
      if (!history) return;
      usage.add(kind, history, group);
      if (group !== null) peers.add(group, history);
    },
    measure: (subject, activity) => {
      const history = historyOf(subject.kind, activity);
      if (!history) return;
      cohort.add(subject.kind, subject.id, measureSubject(measured(subject, history)));
      if (subject.kind === "nhi") services++;
      rhythms.push(...rhythmChanges(subject, history, day));
    },
    survivors: () => {
      survivors = bySubject(cohort.survivors());
      return new Set(survivors.keys());
    },
    describe: (subject, activity) => {
      const own = survivors.get(subject.id);
      const history = own && historyOf(subject.kind, activity);
      if (!history) return;
      const facts = measured(subject, history);
      found.push(...own.flatMap((survivor) => describeChange(facts, survivor) ?? []));
    },
    changes: () =>
      [...selectChanges(found, [...survivors.values()].flat()), ...withoutOutages(rhythms, services)].toSorted(byPlace),
  };
}

function bySubject(survivors: readonly Survivor[]): ReadonlyMap<string, readonly Survivor[]> {
  const subjects = new Map<string, Survivor[]>();
  for (const survivor of survivors) {
    const own = subjects.get(survivor.subject);
    if (own) own.push(survivor);
    else subjects.set(survivor.subject, [survivor]);
  }
  return subjects;
}

const placeOf = ({ subject, computator, period }: DriftChange): string =>
  `${subject}|${computator}|${period.padStart(4, "0")}`;

function byPlace(left: DriftChange, right: DriftChange): number {
  const [one, other] = [placeOf(left), placeOf(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
