import type { SubjectKind } from "./computators.ts";

/** An identity whose activity is compared. */
export interface DriftSubject {
  /** The `tuid` or `nuid`. */
  readonly id: string;
  readonly kind: SubjectKind;
  /** The peer group of a user. */
  readonly group: string | null;
}
