import type { Fields } from "../../model/fields.ts";
import { TENANT_ID } from "../account.ts";
import { makeRoles } from "../directory/roles.ts";
import { GRAPH, graphPrincipal, ownersObject, PLATFORM_TENANT } from "../directory/services.ts";
import { type Directory, toUser } from "../directory.ts";
import { DAY_MS, HOUR_MS, shift } from "../moment.ts";
import type { Nhi, NhiCredential } from "../nhi/nhi.ts";
import { AZURE_ROLES, PERMISSIONS } from "../nhi/permissions.ts";
import { synthId } from "../synth-id.ts";
import type { Employee } from "../workforce/employee.ts";
import { type Holding, signInAppOf } from "../workforce/holding.ts";
import { firstDayOf } from "../workforce/staff.ts";
import type { AzureAssignment, AzureResource } from "./path-plants.ts";
import type { PlantedOrganization } from "./planted-organization.ts";

/** Returns the time of a change on a day of the period, in office hours. */
export const changeTime = (first: Date, day: number, key: string): Date =>
  shift(
    first,
    day * DAY_MS + 9 * HOUR_MS + (Number.parseInt(synthId(0, "minute", key).slice(0, 4), 16) % 400) * 60_000,
  );

/** Renders the directory as it is at the end of the period. */
export function renderDirectory(organization: PlantedOrganization): Directory {
  const { knobs, staff, adminAccounts, serviceUsers, nhis, holdings, gated } = organization;
  const first = firstDayOf(knobs);
  const held = holdings.filter(({ removedDay }) => removedDay === undefined);
  const of = (kind: Holding["object"]["kind"]): readonly Holding[] => held.filter(({ object }) => object.kind === kind);
  return {
    users: [
      ...staff.map(toListedUser),
      ...adminAccounts.map(toListedUser),
      ...serviceUsers.map(({ employee }) => toServiceUser(employee)),
    ],
    ...groupsOf(of("group")),
    "directory-roles": makeRoles(),
    "role-assignments": of("role").map((holding) => toAssignment(holding, first)),
    "role-eligibilities": of("eligible_role").map((holding) => ({
      ...toAssignment(holding, first),
      memberType: "Direct",
      requiresApproval: gated.has(holding),
    })),
    "service-principals": [
      { ...graphPrincipal(), appRoles: Object.entries(PERMISSIONS).map(([value, { id }]) => ({ id, value })) },
      ...signInApps(of("application")).map(toSignInApp),
      ...nhis.map((nhi) => ({ ...toPrincipal(nhi, first), ...hostOf(nhi, organization.resources) })),
    ],
    "app-role-assignments": [
      ...nhis.flatMap((nhi) => toPermissions(nhi, first)),
      ...of("application").map((holding) => toUserAssignment(holding, first)),
    ],
    "delegated-grants": nhis.flatMap(toGrants),
    credentials: nhis.flatMap((nhi) => toCredentials(nhi, first)),
    owners: nhis.flatMap(toOwners),
    "azure-role-assignments": organization.assignments.map(toAzureAssignment),
    "azure-resources": organization.resources.map(toAzureResource),
  };
}

const toListedUser = (employee: Employee): Fields => ({
  ...toUser(employee),
  department: employee.listed.department,
  jobTitle: employee.listed.title,
  ...(employee.listed.manager !== null && { manager: { id: employee.listed.manager } }),
  ...(employee.kind === "employee" && { assignedLicenses: [{ skuId: "c7df2760-2c81-4ef7-b578-5b5392b571df" }] }),
});

const toServiceUser = (employee: Employee): Fields => ({
  ...toUser(employee),
  department: null,
  jobTitle: null,
  passwordPolicies: "DisablePasswordExpiration",
  assignedLicenses: [],
});

function groupsOf(holdings: readonly Holding[]): Pick<Directory, "groups" | "memberships"> {
  const members = new Map<string, Holding[]>();
  for (const holding of holdings) {
    const list = members.get(holding.object.id) ?? [];
    list.push(holding);
    members.set(holding.object.id, list);
  }
  return {
    groups: [...members].map(([id, [holding]]) => ({
      id,
      displayName: holding?.object.name ?? "",
      securityEnabled: true,
      mailEnabled: false,
      groupTypes: [],
    })),
    memberships: [...members].map(([id, list]) => ({
      id,
      members: list.map(({ employee }) => ({ "@odata.type": "#microsoft.graph.user", id: employee.objectId })),
    })),
  };
}

const grantedAt = ({ day, employee, object }: Holding, first: Date): string =>
  day === null
    ? shift(employee.joinedAt, HOUR_MS).toISOString()
    : changeTime(first, day, `${employee.email}/${object.id}`).toISOString();

const toAssignment = (holding: Holding, first: Date): Fields => ({
  id: synthId(0, "role assignment", `${holding.object.kind}/${holding.object.name}/${holding.employee.email}`),
  principalId: holding.employee.objectId,
  roleDefinitionId: holding.object.id,
  directoryScopeId: "/",
  createdDateTime: grantedAt(holding, first),
});

/** Returns the names of the applications that people are assigned to, each once. */
export const signInApps = (holdings: readonly Holding[]): readonly string[] => [
  ...new Set(holdings.filter(({ object }) => object.kind === "application").map(({ object }) => object.name)),
];

function toSignInApp(name: string): Fields {
  const { appId, objectId } = signInAppOf(name);
  return {
    id: objectId,
    appId,
    displayName: name,
    servicePrincipalType: "Application",
    accountEnabled: true,
    appOwnerOrganizationId: TENANT_ID,
    appRoleAssignmentRequired: true,
    preferredSingleSignOnMode: "saml",
    replyUrls: [`https://${name.toLowerCase().replaceAll(" ", "-")}.example/saml/acs`],
    tags: ["WindowsAzureActiveDirectoryCustomSingleSignOnApplication", "WindowsAzureActiveDirectoryIntegratedApp"],
  };
}

const toUserAssignment = (holding: Holding, first: Date): Fields => ({
  id: synthId(0, "app role assignment", `${holding.object.name}/${holding.employee.email}`),
  principalId: holding.employee.objectId,
  principalType: "User",
  principalDisplayName: holding.employee.name,
  resourceId: holding.object.id,
  resourceDisplayName: holding.object.name,
  appRoleId: "00000000-0000-0000-0000-000000000000",
  createdDateTime: grantedAt(holding, first),
});

const createdAt = ({ createdDaysBefore }: Nhi, first: Date): Date =>
  shift(first, -createdDaysBefore * DAY_MS + 10 * HOUR_MS);

function toPrincipal(nhi: Nhi, first: Date): Fields {
  const { archetype } = nhi.family;
  return {
    id: nhi.objectId,
    appId: nhi.appId,
    displayName: nhi.name,
    servicePrincipalType: archetype.type,
    accountEnabled: true,
    createdDateTime: createdAt(nhi, first).toISOString(),
    appOwnerOrganizationId: organizationOf(nhi),
    verifiedPublisher:
      nhi.publisher === "verified"
        ? { displayName: nhi.family.stem, verifiedPublisherId: synthId(0, "publisher", nhi.family.stem) }
        : {},
    publisherName: nhi.publisher === "vendor" ? "Microsoft Services" : null,
    tags: tagsOf(archetype.type),
    ...(archetype.type === "ServiceIdentity" && { "@odata.type": "#microsoft.graph.agentIdentity" }),
  };
}

/** Names the resource that a managed identity belongs to, as the directory does. */
function hostOf({ objectId }: Nhi, resources: readonly AzureResource[]): Fields {
  const host = resources.find(({ principalId }) => principalId === objectId);
  return host ? { alternativeNames: ["isExplicit=False", host.id] } : {};
}

function tagsOf(type: string): readonly string[] {
  if (type === "ManagedIdentity") return [];
  return type === "ServiceIdentity" ? ["AgenticInstance"] : ["WindowsAzureActiveDirectoryIntegratedApp"];
}

function organizationOf({ publisher, family, name }: Nhi): string {
  if (publisher === "own") return TENANT_ID;
  if (publisher === "vendor") return PLATFORM_TENANT;
  return synthId(0, "tenant", publisher === "unverified" ? name : family.stem);
}

const toPermissions = (nhi: Nhi, first: Date): readonly Fields[] =>
  nhi.permissions.map((permission) => ({
    id: synthId(0, "app role assignment", `${nhi.name}/${permission}`),
    principalId: nhi.objectId,
    principalType: "ServicePrincipal",
    principalDisplayName: nhi.name,
    resourceId: GRAPH.id,
    resourceDisplayName: "Microsoft Graph",
    appRoleId: PERMISSIONS[permission].id,
    createdDateTime: permittedAt(nhi, permission, first).toISOString(),
  }));

const permittedAt = (nhi: Nhi, permission: string, first: Date): Date =>
  nhi.granted?.permission === permission
    ? changeTime(first, nhi.granted.day, `${nhi.name}/${permission}`)
    : shift(createdAt(nhi, first), HOUR_MS);

function toGrants(nhi: Nhi): readonly Fields[] {
  if (nhi.scopes === "") return [];
  const grant = { clientId: nhi.objectId, resourceId: GRAPH.id, scope: nhi.scopes };
  const idOf = (whom: string): string => synthId(0, "grant", `${nhi.name}/${whom}`);
  if (nhi.consents === null) return [{ id: idOf("all"), ...grant, consentType: "AllPrincipals", principalId: null }];
  return nhi.consents.map(({ email, objectId }) => ({
    id: idOf(email),
    ...grant,
    consentType: "Principal",
    principalId: objectId,
  }));
}

const LISTS = {
  secret: "passwordCredentials",
  certificate: "keyCredentials",
  federated: "federatedIdentityCredentials",
} as const;

const toCredentials = (nhi: Nhi, first: Date): readonly Fields[] =>
  nhi.credentials.map((credential) => ({
    id: nhi.objectId,
    appId: nhi.appId,
    [LISTS[credential.type]]: [toCredential(nhi, credential, first)],
  }));

const toCredential = ({ name }: Nhi, credential: NhiCredential, first: Date): Fields => ({
  keyId: credential.keyId,
  displayName: `${name} ${credential.type}`,
  ...(credential.type === "federated"
    ? { issuer: "https://token.actions.githubusercontent.com", subject: credential.subject ?? "" }
    : {
        startDateTime: shift(first, credential.startDay * DAY_MS + 10 * HOUR_MS).toISOString(),
        endDateTime: shift(first, credential.endDay * DAY_MS).toISOString(),
      }),
});

function toOwners({ objectId, owner, ownerProgram }: Nhi): readonly Fields[] {
  const owners = [
    ...(owner ? [{ type: "user" as const, id: owner.objectId }] : []),
    ...(ownerProgram ? [{ type: "servicePrincipal" as const, id: ownerProgram.objectId }] : []),
  ];
  return owners.length === 0 ? [] : [ownersObject(objectId, owners)];
}

const toAzureAssignment = ({ principalId, role, scope }: AzureAssignment): Fields => ({
  id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${synthId(0, "azure role", `${scope}/${principalId}/${role}`)}`,
  principalId,
  principalType: "ServicePrincipal",
  roleDefinitionId: AZURE_ROLES[role],
  roleName: role,
  scope,
});

const toAzureResource = ({ id, type, principalId }: AzureResource): Fields => ({
  id,
  type,
  name: id.slice(id.lastIndexOf("/") + 1),
  ...(principalId !== null && { identity: { type: "SystemAssigned", principalId } }),
});
