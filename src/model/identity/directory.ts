import type { DirectoryKind } from "../directory-kind.ts";
import type { DirectoryRef } from "./entitlement.ts";

/** A user object of the directory. Ids are lower-case object ids. */
export interface DirectoryUser {
  readonly objectId: string;
  readonly userPrincipalName: string | null;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly mail: string | null;
  readonly jobTitle: string | null;
  readonly department: string | null;
  readonly managerId: string | null;
  /** The manager's name as the user object gives it; `managerOf` finds the manager's own object. */
  readonly managerName: string | null;
  readonly employeeId: string | null;
  readonly createdAt: Date | null;
  readonly isEnabled: boolean;
  readonly isGuest: boolean;
  /** Null if the directory does not export it. */
  readonly passwordNeverExpires: boolean | null;
  /** Null if the directory does not export licenses. */
  readonly hasLicense: boolean | null;
  readonly servicePrincipalNames: readonly string[];
  readonly isSynchronized: boolean;
  /** A managed service account or an agent's user account, by the type of its object. */
  readonly objectClass: "user" | "gmsa" | "smsa" | "agent_user";
  /** The texts of extension attributes, which may name another account. */
  readonly extensions: readonly string[];
}

/** A service principal of the directory. */
export interface DirectoryService {
  readonly objectId: string;
  readonly appId: string | null;
  readonly displayName: string | null;
  /** `Application`, `ManagedIdentity`, `Legacy`, `SocialIdp`, `ServiceIdentity`, or null. */
  readonly type: string | null;
  readonly agent: "identity" | "blueprint" | null;
  readonly isEnabled: boolean;
  readonly createdAt: Date | null;
  readonly createdByAppId: string | null;
  readonly ownerTenantId: string | null;
  readonly isFirstParty: boolean;
  readonly publisher: string | null;
  /** Null if the directory does not export it. */
  readonly isPublisherVerified: boolean | null;
  readonly templateId: string | null;
  readonly signInAudience: string | null;
  readonly ssoMode: string | null;
  readonly isAssignmentRequired: boolean | null;
  readonly tags: readonly string[];
  readonly alternativeNames: readonly string[];
  readonly replyUrls: readonly string[];
  readonly homepage: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  /** Set when the vendor disabled the application. */
  readonly disabledByVendor: string | null;
  readonly lastSignInAt: Date | null;
  /** The resource of a managed identity, from its alternative names or from the resources. */
  readonly resourceId: string | null;
  readonly isUserAssigned: boolean | null;
  readonly blueprintId: string | null;
  /** Owners named by the object itself, such as sponsors of an agent or a declared owner in its notes or tags. */
  readonly sponsorIds: readonly string[];
}

export interface DirectoryGroup {
  readonly objectId: string;
  readonly displayName: string | null;
  readonly isRoleAssignable: boolean;
  readonly isMicrosoft365: boolean;
  readonly isDynamic: boolean;
}

/** Who owns an application, service principal or group. */
export interface DirectoryOwner {
  /** The owner's object id: a user, service principal or group. */
  readonly ownerId: string;
  readonly relation: "app_owner" | "sp_owner" | "group_owner";
  readonly evidence: DirectoryRef;
}

export interface DirectoryCredential {
  readonly keyId: string;
  readonly type: "client_secret" | "certificate" | "federated";
  readonly origin: "application" | "service_principal" | "user";
  readonly displayName: string | null;
  readonly createdAt: Date | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Of a federated credential. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** Of a certificate. */
  readonly thumbprint: string | null;
  readonly evidence: DirectoryRef;
}

/** A consent to delegated scopes. */
export interface DirectoryGrant {
  readonly clientId: string;
  readonly resourceId: string;
  /** Null for all users. */
  readonly principalId: string | null;
  readonly scopes: readonly string[];
  readonly evidence: DirectoryRef;
}

/** A resource of the cloud platform. */
export interface CloudResource {
  /** The resource id in lower case, `/subscriptions/…`. */
  readonly objectId: string;
  readonly name: string;
  readonly type: string | null;
  /** The object ids of its managed identities. */
  readonly identityIds: readonly string[];
  /** The value of its owner tag. */
  readonly owner: string | null;
}

/** The directory of a domain, read once per run. Lists are in the order of object ids. */
export interface DirectoryModel {
  /** Which kinds of objects have ever been delivered. */
  readonly delivered: ReadonlySet<DirectoryKind>;
  readonly users: readonly DirectoryUser[];
  readonly services: readonly DirectoryService[];
  readonly groups: readonly DirectoryGroup[];
  readonly resources: readonly CloudResource[];
  findUser(objectId: string): DirectoryUser | undefined;
  findUserByUpn(upn: string): DirectoryUser | undefined;
  findService(objectId: string): DirectoryService | undefined;
  findServiceByAppId(appId: string): DirectoryService | undefined;
  findGroup(objectId: string): DirectoryGroup | undefined;
  findResource(objectId: string): CloudResource | undefined;
  managerOf(objectId: string): DirectoryUser | undefined;
  /** The groups of a user, service principal or group, direct and nested. */
  groupsOf(objectId: string): readonly DirectoryGroup[];
  /** The owners of a service principal, including those of its application, or of a group. */
  ownersOf(objectId: string): readonly DirectoryOwner[];
  /** The service principals that a user, service principal or group owns. */
  ownedBy(objectId: string): readonly DirectoryService[];
  /** The credentials of a service principal, including those of its application, or of a user. */
  credentialsOf(objectId: string): readonly DirectoryCredential[];
  /** The delegated grants that a service principal holds as the client. */
  grantsTo(clientId: string): readonly DirectoryGrant[];
  /** The delegated grants that a user consented to, or that were consented for one user. */
  grantsBy(userId: string): readonly DirectoryGrant[];
}
