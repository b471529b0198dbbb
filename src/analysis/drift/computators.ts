import type { Dimension } from "../../model/identity/activity.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";

export type SubjectKind = "user" | "nhi";

/** Computators that compare activity. */
export const ACTIVITY_COMPUTATORS = [
  "application_set",
  "application_mix",
  "resource_set",
  "operation_mix",
  "working_hours",
  "activity_volume",
  "location_set",
  "device_set",
  "peer_distance",
  "workstream_set",
  "caller_set",
  "credential_set",
  "call_rhythm",
] as const;
export type ActivityComputator = (typeof ACTIVITY_COMPUTATORS)[number];

/** Computators that compare what a subject holds, without statistics. */
export const EXACT_COMPUTATORS = ["entitlement_set", "privilege_level", "credential_set", "steward_change"] as const;
export type ExactComputator = (typeof EXACT_COMPUTATORS)[number];
export type Computator = ActivityComputator | ExactComputator;

/** Measures the share of events with values that the subject never had before the current window. */
export interface NoveltyRule {
  readonly measure: "first_ever_share";
  readonly dimensions: readonly Dimension[];
  readonly minShare: number;
  readonly minDays: number;
  readonly minHistoryDays: number;
  /** The share must also exceed what is usual for the cohort and for the subject itself. */
  readonly isCommon: boolean;
  /** The days on which a value that others had before must occur, because a trip ends; null if it does not matter. */
  readonly minDaysOfKnown: number | null;
  /** The values that are compared; all if absent. */
  readonly accepts?: (key: string) => boolean;
  /** A first use of such a value is a change however small its share is. */
  readonly isNotable?: (key: string) => boolean;
  /** A notable value needs so many earlier uses of others: that it is missing among few shows nothing. */
  readonly minEarlierUses?: number;
  /** Only a subject that had none of the accepted values before can have a notable one. */
  readonly isForBeginners?: boolean;
}

/** Measures how differently events are distributed over values. */
export interface MixRule {
  readonly measure: "js_distance" | "jaccard_distance" | "peer_distance";
  readonly source: Dimension | "hours";
  readonly accepts?: (key: string) => boolean;
  readonly minDistance: number;
  /** How far a distance is from the middle of the cohort, in spreads; percentiles alone would limit how many may change. */
  readonly farOut: number;
  /** How far it must exceed the largest distance within a short history, whose comparisons overlap and are therefore alike. */
  readonly aboveInnerMax: number;
}

/** Measures the ratio of events per active day. */
export interface VolumeRule {
  readonly measure: "log_ratio";
}

export interface ComputatorRule {
  readonly computator: ActivityComputator;
  readonly kinds: readonly SubjectKind[];
  readonly periods: readonly DriftPeriod[];
  readonly rule: NoveltyRule | MixRule | VolumeRule;
}

const ALL: readonly DriftPeriod[] = ["7d", "30d", "90d", "180d"];
/** Distributions over a week vary too much to be compared. */
const FROM_30D: readonly DriftPeriod[] = ["30d", "90d", "180d"];
/** A single first use is reported once, in the shortest window. */
const WEEK: readonly DriftPeriod[] = ["7d"];
const USER: readonly SubjectKind[] = ["user"];
const NHI: readonly SubjectKind[] = ["nhi"];
const BOTH: readonly SubjectKind[] = ["user", "nhi"];

const newValues = (dimensions: readonly Dimension[]): NoveltyRule => ({
  measure: "first_ever_share",
  dimensions,
  minShare: 0.05,
  minDays: 2,
  minHistoryDays: 90,
  isCommon: true,
  minDaysOfKnown: null,
});

/** A stay of at most a week in a place where colleagues were before is a trip. */
const TRIP_DAYS = 7;

const newPlaces = (dimensions: readonly Dimension[]): NoveltyRule => ({
  ...newValues(dimensions),
  minShare: 0.02,
  minHistoryDays: 35,
  isCommon: false,
  minDaysOfKnown: TRIP_DAYS + 1,
});

/** First uses that matter by themselves: one is enough, unless many others do the same. */
const notable = (dimensions: readonly Dimension[], isNotable: (key: string) => boolean): NoveltyRule => ({
  ...newValues(dimensions),
  minDays: 1,
  accepts: isNotable,
  isNotable,
});

/** Limits of distances, of which few are far from the others. */
const STRICT = { farOut: 3.5, aboveInnerMax: 1.5 };
/** Projects move the use of applications of everybody, so that the distances of the cohort vary as widely as changes do. */
const WIDE = { farOut: 3, aboveInnerMax: 1.3 };

const distribution = (source: MixRule["source"]): MixRule => ({
  measure: "js_distance",
  source,
  minDistance: 0.1,
  ...STRICT,
});

/** Of users only the operations of administrators are compared; applications and resources cover the others. */
export const isPrivilegedOperation = (key: string): boolean => key.startsWith("admin:") || key.startsWith("secret:");

/** A key with a tenth of the calls is missing among so many with a probability of 4 %. */
const MIN_KEY_USES = 30;

const isFederatedSubject = (key: string): boolean => key.startsWith("federated:");
const isAnyKey = (): boolean => true;

export const ACTIVITY_RULES: readonly ComputatorRule[] = [
  { computator: "application_set", kinds: USER, periods: ALL, rule: newValues(["application"]) },
  { computator: "application_mix", kinds: USER, periods: FROM_30D, rule: { ...distribution("application"), ...WIDE } },
  { computator: "resource_set", kinds: BOTH, periods: ALL, rule: newValues(["resource"]) },
  {
    computator: "operation_mix",
    kinds: USER,
    periods: WEEK,
    // Administrators do something for the first time every week.
    rule: { ...notable(["operation"], isPrivilegedOperation), isForBeginners: true },
  },
  { computator: "operation_mix", kinds: NHI, periods: WEEK, rule: notable(["operation"], isPrivilegedOperation) },
  {
    computator: "operation_mix",
    kinds: USER,
    periods: FROM_30D,
    rule: { ...distribution("operation"), accepts: isPrivilegedOperation },
  },
  { computator: "operation_mix", kinds: NHI, periods: FROM_30D, rule: distribution("operation") },
  { computator: "working_hours", kinds: USER, periods: FROM_30D, rule: distribution("hours") },
  { computator: "activity_volume", kinds: BOTH, periods: ALL, rule: { measure: "log_ratio" } },
  { computator: "location_set", kinds: USER, periods: ALL, rule: newPlaces(["country"]) },
  { computator: "location_set", kinds: NHI, periods: ALL, rule: newPlaces(["country", "network"]) },
  {
    computator: "device_set",
    kinds: USER,
    periods: ALL,
    rule: { ...newPlaces(["device"]), minShare: 0.1, minDays: 3 },
  },
  {
    computator: "peer_distance",
    kinds: USER,
    periods: FROM_30D,
    rule: { measure: "peer_distance", source: "application", minDistance: 0.15, ...STRICT },
  },
  {
    computator: "workstream_set",
    kinds: USER,
    periods: FROM_30D,
    rule: { measure: "jaccard_distance", source: "resource", minDistance: 0.5, ...STRICT },
  },
  {
    computator: "caller_set",
    kinds: NHI,
    periods: ALL,
    rule: { ...newValues(["caller"]), isNotable: isFederatedSubject },
  },
  {
    computator: "credential_set",
    kinds: NHI,
    periods: WEEK,
    rule: { ...notable(["credential"], isAnyKey), minHistoryDays: 35, minEarlierUses: MIN_KEY_USES },
  },
];

/** Returns the rule of a computator for a kind of subject and a window. */
export function ruleFor({
  computator,
  kind,
  period,
}: {
  readonly computator: Computator;
  readonly kind: SubjectKind;
  readonly period: DriftPeriod;
}): ComputatorRule["rule"] | undefined {
  return ACTIVITY_RULES.find(
    (one) => one.computator === computator && one.kinds.includes(kind) && one.periods.includes(period),
  )?.rule;
}
