import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Organization, Person, World } from "./model.ts";
import { builtinRoles } from "./rows-net.ts";
import { roleId, roleNames } from "./rows-identity.ts";
import type { Row } from "./sink.ts";

const graphId = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a";

/** Roles that administrators hold all the time, by title. */
const standing: [string, string][] = [
  ["Microsoft 365 Administrator", "Exchange Administrator"], ["SharePoint", "SharePoint Administrator"],
  ["Windows Server", "Intune Administrator"], ["Cloud Engineer", "Application Administrator"],
  ["Information Security", "Security Administrator"], ["Chief Information", "Global Reader"],
  ["Identity Engineer", "User Administrator"],
];
/** Roles that they activate when they need them. */
const eligible: [string, string, boolean][] = [
  ["Identity Engineer", "Global Administrator", true], ["Identity Engineer", "Privileged Role Administrator", false],
  ["Identity Engineer", "Conditional Access Administrator", false],
    ["Cloud Engineer", "Hybrid Identity Administrator", false],
  ["Microsoft 365 Administrator", "Compliance Administrator", false],
];

const user = (org: Organization, p: Person, historyDays: number): Row => ({
  id: p.id, userPrincipalName: p.upn, displayName: p.name, mail: p.mail,
  proxyAddresses: p.grade === "guest" ? undefined : [`SMTP:${p.mail}`, `smtp:${p.alias}`],
  accountEnabled: p.enabled && !(p.leaves !== undefined && p.leaves < historyDays), userType: p.grade === "guest"
    ? "Guest" : "Member",
  onPremisesSamAccountName: p.sam === "" ? undefined : p.sam,
  onPremisesDomainName: p.sam === "" ? undefined : org.adDomain,
  onPremisesSecurityIdentifier: p.sid === "" ? undefined : p.sid, department: p.department === ""
    ? undefined : p.department,
  jobTitle: p.title === "" ? undefined : p.title, employeeId: p.employeeId === "" ? undefined : p.employeeId,
  companyName: p.company?.name ?? (p.grade === "helpdesk" ? "Corvane Services" : org.name),
  officeLocation: p.office.place.city, createdDateTime: p.created,
  passwordPolicies: p.grade === "service" || p.grade === "breakglass" ? "DisablePasswordExpiration" : "None",
  manager: p.manager === undefined ? undefined : { id: p.manager.id, displayName: p.manager.name },
});

/** Everybody who stands in the directory when it is delivered, which is before the counted time. */
export const allUsers = (org: Organization): Person[] =>
  [...org.people, ...org.admins, ...org.services, ...org.breakGlass, ...org.guests];

type AzureAssignment = { to: string; role: keyof typeof builtinRoles; scope: string };

/** The roles of Azure that people and machines hold. */
export const azureAssignments = (org: Organization): AzureAssignment[] => {
  const scope = (index: number): string => `/subscriptions/${org.subscriptions[index]?.id ?? ""}`;
  const named = (name: string): string => [...org.principals, ...org.identities].find((p) => p.name === name)?.id ?? "";
  return [
    ...org.admins.filter((p) => p.title.startsWith("Cloud Engineer")).flatMap((p) => [0, 1, 2].map((index) =>
      ({ to: p.id, role: "Owner" as const, scope: scope(index) }))),
    { to: named("Infrastructure Pipeline"), role: "Contributor", scope: scope(0) },
    { to: named("Infrastructure Pipeline"), role: "User Access Administrator", scope: scope(0) },
    { to: named("vm-backup-proxy"), role: "Contributor", scope: `${scope(0)}/resourceGroups/rg-backup` },
    { to: named("func-billing"), role: "Key Vault Secrets User", scope: `${scope(0)}/resourceGroups/rg-security` },
    { to: named("adf-reporting"), role: "Storage Blob Data Reader", scope: scope(1) },
    { to: named("aa-nightly"), role: "Virtual Machine Contributor", scope: scope(0) },
    { to: named("SIEM Connector"), role: "Reader", scope: scope(0) },
  ];
};

export const writeDirectory = (w: World, folder: string): void => {
  const { org } = w;
  const rng = w.rng.fork("directory");
  mkdirSync(folder, { recursive: true });
  const write = (kind: string, rows: Row[]): void =>
    writeFileSync(join(folder, `${kind}.ndjson`), `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
  const by = (title: string): Person[] => org.admins.filter((p) => p.title.startsWith(title));

  write("users", allUsers(org).map((p) => user(org, p, w.historyDays)));
  write("groups", org.groups.map((g) => ({ id: g.id, displayName: g.name, securityEnabled: g.security,
    mailEnabled: false,
    groupTypes: [], isAssignableToRole: g.name === "Privileged Identity Operators" })));
  write("memberships", org.groups.flatMap((g) => g.members.map((p) =>
    ({ groupId: g.id, memberId: p.id, memberType: "User" }))));
  write("directory-roles", roleNames.map((name) =>
    ({ id: roleId(name), displayName: name, isBuiltIn: true, isEnabled: true })));
  const assignment = (principalId: string, role: string): Row =>
    ({ id: rng.guid(), principalId, roleDefinitionId: roleId(role), directoryScopeId: "/" });
  write("role-assignments", [
    ...standing.flatMap(([title, role]) => by(title).map((p) => assignment(p.id, role))),
    ...org.people.filter((p) => p.grade === "helpdesk").map((p) => assignment(p.id, "Helpdesk Administrator")),
    ...org.breakGlass.map((p) => assignment(p.id, "Global Administrator")),
    ...org.principals.filter((p) => p.name === "Directory Synchronisation").map((p) =>
      assignment(p.id, "Directory Synchronization Accounts")),
    ...org.services.filter((p) => p.sam === "svc-sync").map((p) => assignment(p.id,
      "Directory Synchronization Accounts")),
  ]);
  write("role-eligibilities", eligible.flatMap(([title, role, requiresApproval]) => by(title).map((p) =>
    ({ ...assignment(p.id, role), memberType: "Direct", requiresApproval }))));
  write("service-principals", [
    ...[...org.principals, ...org.identities].map((p) => ({ id: p.id, appId: p.appId, displayName: p.name,
      servicePrincipalType: p.kind, accountEnabled: true, createdDateTime: p.created })),
    { id: graphId, appId: "00000003-0000-0000-c000-000000000000", displayName: "Microsoft Graph",
      servicePrincipalType: "Application", accountEnabled: true, appRoles: [...new Set(org.principals.flatMap((p) =>
        p.roles))].map((value) => ({ id: appRole(value), value, displayName: value })) },
  ]);
  write("app-role-assignments", org.principals.flatMap((p) => p.roles.map((role) => ({ id: rng.guid(),
    principalId: p.id,
    principalType: "ServicePrincipal", resourceId: graphId, resourceDisplayName: "Microsoft Graph",
    appRoleId: appRole(role) }))));
  write("delegated-grants", org.principals.slice(8, 16).map((p) => ({ id: rng.guid(), clientId: p.id,
    consentType: "AllPrincipals", principalId: null, resourceId: graphId, scope: "openid profile User.Read" })));
  write("credentials", org.principals.map((p) => ({ servicePrincipalId: p.id, keyId: p.keyId, type: "password",
    displayName: "current", startDateTime: p.created, endDateTime: "2027-12-31T00:00:00Z" })));
  write("owners", org.principals.flatMap((p) => p.owner === undefined ? [] : [{ servicePrincipalId: p.id,
    ownerId: p.owner.id, ownerType: "User" }]));
  write("azure-role-assignments", azureAssignments(org).map((a) => ({
    id: `${a.scope}/providers/Microsoft.Authorization/roleAssignments/${rng.guid()}`, principalId: a.to,
    roleDefinitionId: builtinRoles[a.role], roleName: a.role, scope: a.scope })));
  write("azure-resources", org.resources.map((r) => {
    const identity = org.identities.find((i) => i.name === r.name);
    return { id: r.id, type: r.type, identity: identity === undefined ? undefined : { principalId: identity.id },
      tags: { environment: r.group === "rg-sandbox" ? "sandbox" : "production" } };
  }));
};

/** Ids of application permissions: the public ones of Microsoft Graph where they are known, otherwise derived. */
const known: Record<string, string> = {
  "Mail.Read": "810c84a8-4a9e-49e6-bf7d-12d183f40d01", "Mail.ReadWrite": "e2a3a72e-5f79-4c64-b1b1-878b674786c9",
  "Mail.Send": "b633e1c5-b582-4048-a93e-9f11b44c7e96", "User.Read.All": "df021288-bdef-4463-88db-98f22de89214",
  "User.ReadWrite.All": "741f803b-c850-494e-b5df-cde7c675a1ca",
    "Files.Read.All": "01d4889c-1287-42c6-ac1f-5d1e02578ef6",
  "Directory.ReadWrite.All": "19dbc75e-c2e2-444c-a770-ec69d8559fc7",
  "Group.Read.All": "5b567255-7703-4780-807c-7be8301ae99b",
    "Group.ReadWrite.All": "62a82d76-70ea-41e2-9197-370581804d09",
  "Sites.FullControl.All": "a82116e5-55eb-4c41-a434-62fe8a61c773",
  "Sites.ReadWrite.All": "9492366f-7969-46a4-8d15-ed1a20078fff",
    "Sites.Selected": "883ea226-0bf2-4a8f-9f9d-92c9162a727d",
  "Application.Read.All": "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30",
    "AuditLog.Read.All": "b0afded3-3588-46d8-8b3d-9842eff778da",
  "RoleManagement.ReadWrite.Directory": "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8",
};
export const appRole = (name: string): string => {
  let h = 0;
  for (const c of name) h = Math.imul(h ^ c.charCodeAt(0), 2654435761) >>> 0;
  const x = h.toString(16).padStart(8, "0");
  return known[name] ?? `${x}-${x.slice(0, 4)}-4${x.slice(1, 4)}-9${x.slice(4, 7)}-${x}${x.slice(2, 6)}`;
};
