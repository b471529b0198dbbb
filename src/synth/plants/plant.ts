import type { Fields } from "../../model/fields.ts";

export const PLANT_FAMILIES = ["user", "drift", "nhi", "path", "cluster"] as const;

/** Something that the analysis should find, or should not, with what is expected of it. */
export interface Plant {
  readonly id: string;
  readonly family: (typeof PLANT_FAMILIES)[number];
  readonly kind: string;
  /** The object id of the user or service principal. */
  readonly subject: string;
  readonly name: string;
  /** Days of the period on which it starts and ends; null where it was there all the time. */
  readonly startDay: number | null;
  readonly endDay: number | null;
  readonly expected: Fields;
}

/** Returns the number of subjects for a share of an organization, at least one. */
export const countFor = (total: number, share: number): number => Math.max(1, Math.round(total * share));
