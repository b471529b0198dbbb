import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { Entitlement, Reach } from "../../model/identity/entitlement.ts";
import type { NhiSummary } from "../../model/identity/nhi-summary.ts";
import type { ActivityProfile, SourceDays } from "./activity-profile.ts";
import type { AdminAccounts } from "./admin-account.ts";
import type { Peers } from "./peers.ts";
import type { Person } from "./person.ts";
import type { ResourceUse } from "./resource-use.ts";
import type { RoleFamily } from "./roles/role-family.ts";
import type { ValueIndex } from "./value-index.ts";

/** What the personas of an organization share. */
export interface OrganizationFacts {
  readonly asOf: Date;
  /** `asOf` as days since 1970-01-01. */
  readonly day: number;
  /** Kinds of directory objects that have been delivered. */
  readonly delivered: ReadonlySet<DirectoryKind>;
  readonly index: ValueIndex;
  readonly sources: SourceDays;
  readonly resources: ResourceUse;
  readonly adminAccounts: AdminAccounts;
  /** Users who are similar to others, by tuid. */
  readonly members: ReadonlyMap<string, OrganizationMember>;
  /** Users by the id of their directory object. */
  readonly tuids: ReadonlyMap<string, string>;
  /** Returns the id that rows use for the application of a service principal, in lower case. */
  readonly applicationIdOf: (servicePrincipalId: string) => string | null;
  /** Returns the name of an application by the id that rows use. */
  readonly applicationNameOf: (applicationId: string) => string | null;
}

/** What the personas of others need from a user. */
export interface OrganizationMember {
  readonly person: Person;
  readonly family: RoleFamily | undefined;
  readonly privilegedCount: number;
}

/** The facts that the persona of one user is computed from. */
export interface PersonaFacts {
  readonly person: Person;
  readonly profile: ActivityProfile;
  /** Null if the directory does not have the user. */
  readonly entitlements: readonly Entitlement[] | null;
  readonly reach: Reach | null;
  /** Null if no non-human identity was analyzed. */
  readonly nhis: readonly NhiSummary[] | null;
  readonly peers: Peers;
  /** Changes of the user's own access that audit rows report. */
  readonly changes: readonly DirectoryChange[];
  /** The first day on which each entitlement was held, by its key. */
  readonly heldSince: ReadonlyMap<string, number>;
  /** Clients to which the user consented, by the directory object of the grant. */
  readonly grantClients: ReadonlyMap<string, string>;
  /** Drift events of the last 30 days. */
  readonly driftCount: number;
}
