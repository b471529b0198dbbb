import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { DirectoryObjects } from "../connector.ts";
import type { JsonObject } from "../http/read-json.ts";
import { applicationCredentials, federatedCredential, servicePrincipalCredentials } from "./credentials.ts";

type Objects = DirectoryObjects["objects"];

/** A part of the directory that Graph supports delta queries for. */
export interface DeltaStage {
  readonly name: string;
  readonly path: string;
  readonly kinds: readonly DirectoryKind[];
  readonly toObjects: (items: readonly JsonObject[]) => Readonly<Partial<Record<DirectoryKind, Objects>>>;
}

/** A part of the directory that is read in full at intervals: one list, or several in sequence. */
export interface ListStage {
  readonly name: string;
  readonly kind: DirectoryKind;
  readonly everyMs: number;
  readonly lists: readonly {
    readonly path: string;
    readonly toObjects: (item: JsonObject) => Objects;
    /** The list below each item whose members are read. */
    readonly below?: (id: string) => string;
    readonly toMember?: (member: JsonObject, item: JsonObject) => JsonObject;
  }[];
}

const HOUR = 3_600_000;

const USER_FIELDS =
  "id,displayName,givenName,surname,userPrincipalName,mail,otherMails,proxyAddresses,accountEnabled,userType," +
  "department,jobTitle,companyName,officeLocation,employeeId,createdDateTime,usageLocation,manager," +
  "passwordPolicies,assignedLicenses,onPremisesSyncEnabled,onPremisesExtensionAttributes," +
  "onPremisesSamAccountName,onPremisesDomainName,onPremisesSecurityIdentifier,onPremisesImmutableId";
const GROUP_FIELDS =
  "id,displayName,description,mail,mailEnabled,securityEnabled,groupTypes,isAssignableToRole,createdDateTime,members";
/** Members to drop. `$select` is not used, because with it Graph leaves out the creation date. */
const SERVICE_PRINCIPAL_BALLAST: ReadonlySet<string> = new Set([
  "addIns",
  "info",
  "keyCredentials",
  "passwordCredentials",
  "resourceSpecificApplicationPermissions",
  "samlSingleSignOnSettings",
]);

export const DELTA_STAGES: readonly DeltaStage[] = [
  {
    name: "users",
    kinds: ["users"],
    path: `users/delta?$select=${USER_FIELDS}`,
    toObjects: (items) => ({ users: items.map(toUser) }),
  },
  {
    name: "groups",
    kinds: ["groups", "memberships"],
    path: `groups/delta?$select=${GROUP_FIELDS}`,
    toObjects: (items) => ({
      groups: items.map(plain).filter((group) => Object.keys(group).length > 1),
      memberships: items.flatMap(toMemberships),
    }),
  },
  {
    name: "service principals",
    kinds: ["service-principals"],
    path: "servicePrincipals/delta",
    toObjects: (items) => ({ "service-principals": items.map(withAgentType).map(withoutBallast) }),
  },
  {
    name: "delegated grants",
    kinds: ["delegated-grants"],
    path: "oauth2PermissionGrants/delta",
    toObjects: (items) => ({ "delegated-grants": items.map(plain) }),
  },
];

const itself = (item: JsonObject): Objects => [plain(item)];
const nothing = (): Objects => [];

export const LIST_STAGES: readonly ListStage[] = [
  {
    name: "directory roles",
    kind: "directory-roles",
    everyMs: 6 * HOUR,
    lists: [{ path: "roleManagement/directory/roleDefinitions", toObjects: itself }],
  },
  {
    name: "role assignments",
    kind: "role-assignments",
    everyMs: HOUR,
    lists: [{ path: "roleManagement/directory/roleAssignments", toObjects: itself }],
  },
  {
    name: "eligible role assignments",
    kind: "role-eligibilities",
    everyMs: HOUR,
    lists: [{ path: "roleManagement/directory/roleEligibilityScheduleInstances", toObjects: itself }],
  },
  {
    name: "credentials",
    kind: "credentials",
    everyMs: HOUR,
    lists: [
      {
        path: "applications?$select=id,appId,displayName,passwordCredentials,keyCredentials&$top=500",
        toObjects: applicationCredentials,
      },
      {
        path: "servicePrincipals?$select=id,appId,displayName,passwordCredentials,keyCredentials&$top=500",
        toObjects: servicePrincipalCredentials,
      },
      {
        path: "applications?$select=id,appId&$top=100",
        toObjects: nothing,
        below: (id) => `applications/${id}/federatedIdentityCredentials`,
        toMember: federatedCredential,
      },
    ],
  },
  {
    name: "app role assignments",
    kind: "app-role-assignments",
    everyMs: 6 * HOUR,
    lists: [
      {
        path: "servicePrincipals?$select=id&$top=100",
        toObjects: nothing,
        below: (id) => `servicePrincipals/${id}/appRoleAssignedTo?$top=999`,
        toMember: plain,
      },
    ],
  },
  {
    name: "owners",
    kind: "owners",
    everyMs: 6 * HOUR,
    lists: [
      {
        path: "servicePrincipals?$select=id,appId&$top=100",
        toObjects: nothing,
        below: (id) => `servicePrincipals/${id}/owners?$select=id`,
        toMember: (member, { id, appId }) => ({ servicePrincipalId: id, appId, ...ownerOf(member) }),
      },
      {
        path: "applications?$select=id,appId&$top=100",
        toObjects: nothing,
        below: (id) => `applications/${id}/owners?$select=id`,
        toMember: (member, { id, appId }) => ({ applicationId: id, appId, ...ownerOf(member) }),
      },
    ],
  },
];

/** Removes OData members from an object, but keeps `@removed`. */
export function plain(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name === "@removed" || !name.includes("@")));
}

/** Removes OData members from an object, but keeps the type of an agent as `objectType`. */
function withAgentType(item: JsonObject): JsonObject {
  const type = /^#microsoft\.graph\.(agent\w{1,60})$/.exec(String(item["@odata.type"]))?.[1];
  return { ...plain(item), ...(type !== undefined && { objectType: type }) };
}

/** Converts a user; a delta query returns the manager as a list of changes. */
function toUser(item: JsonObject): JsonObject {
  const changes = item["manager@delta"];
  if (!Array.isArray(changes)) return withAgentType(item);
  const manager = changes.find((change: JsonObject) => change["@removed"] === undefined) as JsonObject | undefined;
  return { ...withAgentType(item), managerId: manager?.["id"] ?? null };
}

const withoutBallast = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !SERVICE_PRINCIPAL_BALLAST.has(name)));

function toMemberships({ id, "members@delta": members }: JsonObject): Objects {
  if (!Array.isArray(members)) return [];
  return members.map((member: JsonObject) => ({
    groupId: id,
    memberId: member["id"],
    memberType: typeOf(member),
    ...(member["@removed"] !== undefined && { "@removed": member["@removed"] }),
  }));
}

const ownerOf = (owner: JsonObject): JsonObject => ({ ownerId: owner["id"], ownerType: typeOf(owner) });

/** Converts `#microsoft.graph.servicePrincipal` to `ServicePrincipal`. */
function typeOf(item: JsonObject): string | null {
  const name = /^#microsoft\.graph\.(\w+)$/.exec(String(item["@odata.type"]))?.[1];
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : null;
}
