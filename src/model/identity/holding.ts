import type { RowRef } from "./activity.ts";
import type { DirectoryRef, Tier } from "./entitlement.ts";

export const HOLDING_KINDS = ["entitlement", "reach", "credential", "owner"] as const;
/** `reach` is held while the identity reaches the control plane. */
export type HoldingKind = (typeof HOLDING_KINDS)[number];

/** The type of an owner that is itself a service. */
export const SERVICE_OWNER = "service";

/** What is recorded about a holding beside its times. */
export interface HoldingAttributes {
  readonly label: string;
  readonly tier: Tier | null;
  readonly isPrivileged: boolean;
  /** The type of a credential, the kind of an entitlement, the relation of an owner or `SERVICE_OWNER`. */
  readonly type: string | null;
  readonly object: DirectoryRef | null;
  /** The rows that report the addition and the removal. */
  readonly addedBy: RowRef | null;
  readonly removedBy: RowRef | null;
}

/** Something that an identity held for a time. */
export interface Holding {
  readonly kind: HoldingKind;
  readonly key: string;
  readonly firstSeen: Date;
  /** It was in the first listing, so that the time it began is unknown unless `grantedAt` has it. */
  readonly isInitial: boolean;
  readonly grantedAt: Date | null;
  readonly removedAt: Date | null;
  readonly lastSeen: Date;
  readonly attributes: HoldingAttributes;
}

/** Returns since when something is held; null if it began before anything was recorded. */
export const heldSince = ({ grantedAt, isInitial, firstSeen }: Holding): Date | null =>
  grantedAt ?? (isInitial ? null : firstSeen);
