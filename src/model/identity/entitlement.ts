import type { DirectoryKind } from "../directory-kind.ts";

/** 0 can take over the tenant, 1 has broad write or sensitive read access, 2 is narrow. */
export type Tier = 0 | 1 | 2;

export const BLAST_RADII = ["minimal", "low", "moderate", "high", "critical"] as const;
export type BlastRadius = (typeof BLAST_RADII)[number];

export const ENTITLEMENT_KINDS = [
  "directory_role",
  "group",
  "app_assignment",
  "app_permission",
  "delegated_grant",
  "azure_role",
  "app_owner",
] as const;
export type EntitlementKind = (typeof ENTITLEMENT_KINDS)[number];

/** An object of the directory, as evidence. */
export interface DirectoryRef {
  readonly kind: DirectoryKind;
  readonly objectId: string;
}

/** One thing that an identity is allowed to do, direct or through a group. */
export interface Entitlement {
  /** Identifies it among those of all identities: two identities with the same entitlement have the same key. */
  readonly key: string;
  readonly kind: EntitlementKind;
  readonly name: string;
  /** `direct`, `group:NAME`, `pim_eligible`, `pim_active`, `app_role:APP`, `azure:SCOPE KIND`, `owner:APP`, `grant:API`. */
  readonly source: string;
  /** The API or application that grants it, by name and by its id. */
  readonly resource: string | null;
  readonly resourceId: string | null;
  readonly scope: string | null;
  readonly state: "active" | "eligible" | "eligible_with_approval";
  readonly tier: Tier;
  readonly privilegeClass: string;
  readonly privilegeLabel: string;
  readonly isPrivileged: boolean;
  readonly grantedAt: Date | null;
  readonly evidence: DirectoryRef;
}

/** One step of a path through the control graph. */
export interface ControlStep {
  /** The name of the edge, such as `AddSecret` or `MemberOf`. */
  readonly edge: string;
  readonly to: string;
}

/** What an identity could take over. */
export interface Reach {
  readonly reachesControlPlane: boolean;
  readonly blastRadius: BlastRadius;
  /** The most privileged tier that it holds or can take over. */
  readonly tier: Tier;
  /** Whether it holds that tier itself. */
  readonly isDirect: boolean;
  /** The shortest path to the control plane, empty if there is none or it is direct. */
  readonly path: readonly ControlStep[];
  /** The share of all users, NHIs and resources that it can take over. */
  readonly share: number;
}

/** What the directory says about access, for all identities of a domain. Ids are the lower-case object ids. */
export interface AccessModel {
  /** Which kinds of directory objects have ever been delivered. */
  readonly delivered: ReadonlySet<DirectoryKind>;
  entitlementsOf(objectId: string): readonly Entitlement[];
  reachOf(objectId: string): Reach;
}
