import type { SynthPerson } from "../people.ts";
import type { Place } from "../place.ts";
import type { JobRole } from "./job-roles.ts";

export interface WeightedApp {
  readonly name: string;
  readonly weight: number;
}

/** A span of days of the period, both ends inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const covers = ({ from, to }: Span, day: number): boolean => day >= from && day <= to;

/** Work on a project: a share of a person's activity, in applications of its own. */
export interface Project extends Span {
  readonly applications: readonly string[];
  readonly share: number;
}

/** A change of a person's behavior that lasts from one day to another. */
export interface BehaviorChange extends Span {
  /** Applications that take `share` of the activity. */
  readonly applications?: readonly WeightedApp[];
  readonly share?: number;
  /** Grows the share by this much per week instead of at once. */
  readonly sharePerWeek?: number;
  /** Hours by which the working day starts later. */
  readonly hours?: number;
  readonly volume?: number;
  readonly place?: Place;
}

/** A person of the organization with everything that decides what they do on a day. Days count from the first of the period. */
export interface Employee extends SynthPerson {
  readonly role: JobRole;
  readonly kind: "employee" | "admin_account" | "service_account";
  /** The title, department and manager in the directory; null where the directory lacks them. */
  readonly listed: {
    readonly title: string | null;
    readonly department: string | null;
    readonly manager: string | null;
  };
  readonly presence: Span;
  readonly startHour: number;
  /** The person's activity as a multiple of the average. */
  readonly volume: number;
  readonly applications: readonly WeightedApp[];
  readonly projects: readonly Project[];
  readonly absences: readonly Span[];
  readonly changes: readonly BehaviorChange[];
}
