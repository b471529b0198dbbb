import type { DriftDirection, DriftItemStatus, DriftSignificance } from "../../model/drift.ts";
import type { RowRef } from "../../model/identity/activity.ts";
import type { DirectoryRef, Tier } from "../../model/identity/entitlement.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { Computator, SubjectKind } from "./computators.ts";
import type { DaySpan } from "./drift-windows.ts";

/** One thing that changed, with the rows or the object of the directory that show it. */
export interface ChangeItem {
  readonly key: string;
  readonly label: string;
  readonly status: DriftItemStatus;
  readonly before: number | string | null;
  readonly after: number | string | null;
  readonly contribution: number | null;
  readonly tier: Tier | null;
  readonly isPrivileged: boolean;
  readonly rows: readonly RowRef[];
  readonly object: DirectoryRef | null;
}

export interface ChangeWindow extends DaySpan {
  readonly activeDays: number;
  readonly events: number;
}

/** What is found about one subject, computator and window on one evaluation day. */
export interface DriftChange {
  readonly subject: string;
  readonly kind: SubjectKind;
  readonly computator: Computator;
  readonly period: DriftPeriod;
  /** The evaluation day; its windows end at its start. */
  readonly day: number;
  readonly measure: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly direction: DriftDirection;
  readonly significance: DriftSignificance | null;
  readonly current: ChangeWindow;
  readonly reference: ChangeWindow;
  /** At most `MAX_ITEMS`, the largest contribution first. */
  readonly items: readonly ChangeItem[];
  readonly summary: string;
  /** It reaches the control plane, and did not before. */
  readonly reachesControlPlane: boolean;
  /** The subject's earlier values rose slowly. */
  readonly isRising: boolean;
  /** The subject has too little history for a high severity. */
  readonly isShort: boolean;
}

export const MAX_ITEMS = 20;
