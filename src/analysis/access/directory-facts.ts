import type { DirectoryKind } from "../../model/directory-kind.ts";
import type {
  CloudResource,
  DirectoryGrant,
  DirectoryGroup,
  DirectoryOwner,
  DirectoryService,
  DirectoryUser,
} from "../../model/identity/directory.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { HeldCredential } from "../../model/identity/read-links.ts";
import type { RoleActions } from "./tiers/action-rules.ts";

/** A definition of a directory role. */
export interface RoleDefinition {
  readonly objectId: string;
  readonly templateId: string | null;
  readonly name: string | null;
  /** The actions of a custom role. */
  readonly actions: readonly string[];
}

/** A directory role of a principal, held or to be activated. */
export interface RoleAssignment {
  readonly objectId: string;
  readonly kind: "role-assignments" | "role-eligibilities";
  readonly principalId: string;
  readonly roleId: string;
  readonly scope: string;
  readonly state: Entitlement["state"];
  readonly isActivated: boolean;
  readonly grantedAt: Date | null;
}

/** A role of an application or permission of an API that a principal has. */
export interface AppRoleAssignment {
  readonly objectId: string;
  readonly principalId: string;
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly appRoleId: string;
  readonly grantedAt: Date | null;
}

export interface AzureAssignment {
  readonly objectId: string;
  readonly principalId: string;
  /** The last part of the id of the role definition, or null. */
  readonly roleId: string | null;
  readonly roleName: string | null;
  /** In lower case, without a slash at the end; `/` is the root. */
  readonly scope: string;
  readonly state: Entitlement["state"];
  readonly grantedAt: Date | null;
  readonly role: RoleActions;
}

/** An owner with the object that is owned, by its id and that of its application. */
export interface HeldOwner {
  readonly objectId: string | null;
  readonly appId: string | null;
  readonly owner: DirectoryOwner;
}

/** The objects of a directory, parsed, in the order of their ids. */
export interface DirectoryFacts {
  readonly delivered: ReadonlySet<DirectoryKind>;
  readonly users: ReadonlyMap<string, DirectoryUser>;
  readonly services: ReadonlyMap<string, DirectoryService>;
  readonly groups: ReadonlyMap<string, DirectoryGroup>;
  readonly resources: ReadonlyMap<string, CloudResource>;
  readonly roles: ReadonlyMap<string, RoleDefinition>;
  /** The values of the app roles of each service principal: by its id, then by the id of the role. */
  readonly appRoles: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The direct groups of each member. */
  readonly memberships: ReadonlyMap<string, readonly string[]>;
  readonly roleAssignments: readonly RoleAssignment[];
  readonly appRoleAssignments: readonly AppRoleAssignment[];
  readonly azureAssignments: readonly AzureAssignment[];
  readonly grants: readonly DirectoryGrant[];
  readonly owners: readonly HeldOwner[];
  readonly credentials: readonly HeldCredential[];
}
