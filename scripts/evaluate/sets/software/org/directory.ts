import { iso } from "../lib/time.ts";
import { azureRoleId } from "../emit/azure.ts";
import { graphResource } from "./identities.ts";
import { finDomain } from "./people.ts";
import type { Person } from "./people.ts";
import { ownerOf } from "./world.ts";
import type { World } from "./world.ts";

type Item = Record<string, unknown>;

const appRoleIds: Record<string, string> = {
  "Directory.Read.All": "7ab1d382-f21e-4acd-a863-ba3e13f7da61",
    "User.ReadWrite.All": "741f803b-c850-494e-b5df-cde7c675a1ca",
  "AuditLog.Read.All": "b0afded3-3588-46d8-8b3d-9842eff778da", "User.Read.All": "df021288-bdef-4463-88db-98f22de89214",
  "Mail.Read": "810c84a8-4a9e-49e6-bf7d-12d183f40d01", "Contacts.ReadWrite": "6918b873-d17a-4dc1-b314-35f528134491",
  "Application.ReadWrite.OwnedBy": "18a4783c-866b-4cc7-a460-3d5e5662c884",
  "AppRoleAssignment.ReadWrite.All": "06b708a9-e830-4db3-a914-8e69da51d44f",
  "Sites.FullControl.All": "a82116e5-55eb-4c41-a434-62fe8a61c773",
  "RoleManagement.ReadWrite.Directory": "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8",
};

const userItem = (w: World, who: Person): Item => {
  const manager = w.people.find((one) => one.id === who.managerId);
  const item: Item = {
    id: who.id, userPrincipalName: who.upn, displayName: who.name, accountEnabled: who.leaves >= w.countedFrom,
    userType: who.guest ? "Guest" : "Member", createdDateTime: iso(who.created), passwordPolicies: "None",
  };
  if (!who.admin && !who.guest) {
    Object.assign(item, { mail: who.upn, otherMails: [], proxyAddresses: [`SMTP:${who.upn}`, `smtp:${who.alias}`],
      department: who.department, jobTitle: who.title, employeeId: who.employeeId,
      employeeType: who.contractor ? "Contractor" : "Employee", usageLocation: who.city.country });
  } else if (who.guest) {
    Object.assign(item, { mail: who.upn.replace(/_([^_]*)#EXT#.*/, "@$1"), companyName: who.company,
      jobTitle: who.title });
  } else {
    Object.assign(item, { jobTitle: who.title === "Service account" || who.title === "Emergency access" ? who.title
      : `Administration account of ${who.owner?.name ?? ""}`, department: who.department });
  }
  if (manager) item["manager"] = { id: manager.id, displayName: manager.name };
  if (who.sam) {
    Object.assign(item, { onPremisesSamAccountName: who.sam, onPremisesDomainName: finDomain,
      onPremisesSecurityIdentifier: who.sid });
  }
  return item;
};

/** The directory as it is when counting starts. */
export const makeDirectory = (w: World): Record<string, Item[]> => {
  const r = w.r.fork("directory");
  const known = w.newcomers.filter((one) => one.created < w.countedFrom);
  const users = [...w.people, ...known, ...w.guests, ...w.admins, ...w.breakGlass, ...w.services];
  const principals = [...w.principals, ...w.identities, ...w.approvedApps];
  const sres = w.people.filter((one) => one.department === "Site Reliability");
  const assignment = (h: World["roleHolders"][number]): Item => ({
    id: r.uuid(), principalId: h.person.id, roleDefinitionId: w.roles[h.role], directoryScopeId: "/" });
  const subscriptionScope = (index: number): string => `/subscriptions/${w.subscriptions[index]?.id}`;
  const azureAssignment = (principalId: string, role: string, scope: string, more: Item = {}): Item => ({
    id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${r.uuid()}`, principalId,
    roleDefinitionId: azureRoleId(role), roleName: role, scope, ...more });
  const group = (name: string): string => w.groups.find((one) => one.name === name)?.id ?? "";
  return {
    "users": users.map((who) => userItem(w, who)),
    "groups": w.groups.map((one) => ({ id: one.id, displayName: one.name, securityEnabled: true, mailEnabled: false,
      groupTypes: [],
      isAssignableToRole: one.roleAssignable })),
    "memberships": w.groups.flatMap((one) => one.members.map((member) => ({ groupId: one.id, memberId: member.id,
      memberType: "User" }))),
    "directory-roles": Object.entries(w.roles).map(([displayName, id]) =>
      ({ id, displayName, isBuiltIn: true, isEnabled: true })),
    "role-assignments": [
      ...w.roleHolders.filter((one) => !one.eligible).map(assignment),
      { id: r.uuid(), principalId: group("sg-tier0-operators"),
        roleDefinitionId: w.roles["Privileged Role Administrator"],
        directoryScopeId: "/" },
      { id: r.uuid(), principalId: group("sg-helpdesk-operators"), roleDefinitionId: w.roles["Helpdesk Administrator"],
        directoryScopeId: "/" },
    ],
    "role-eligibilities": w.roleHolders.filter((one) => one.eligible).map((one) =>
      ({ ...assignment(one), memberType: "Direct",
      requiresApproval: one.role === "Global Administrator" })),
    "service-principals": [
      ...principals.map((one) => ({ id: one.id, appId: one.appId, displayName: one.name, servicePrincipalType: one.type,
        accountEnabled: true, description: one.purpose })),
      { id: r.uuid(), appId: graphResource, displayName: "Microsoft Graph", servicePrincipalType: "Application",
        accountEnabled: true, appRoles: Object.entries(appRoleIds).map(([value, id]) =>
          ({ id, value, displayName: value })) },
    ],
    "app-role-assignments": w.principals.flatMap((one) => one.permissions.map((permission) =>
      ({ id: r.uuid(), principalId: one.id,
      principalType: "ServicePrincipal", principalDisplayName: one.name, resourceId: graphResource,
      resourceDisplayName: "Microsoft Graph", appRoleId: appRoleIds[permission] ?? r.uuid() }))),
    "delegated-grants": w.approvedApps.map((one) => ({ id: r.uuid(), clientId: one.id, consentType: "AllPrincipals",
      principalId: null,
      resourceId: graphResource, scope: "User.Read Calendars.Read" })),
    "credentials": w.principals.map((one) => ({ servicePrincipalId: one.id, keyId: one.keyId, type: "password",
      displayName: "rotated", startDateTime: iso(w.from - r.int(1, 60) * 86_400_000),
        endDateTime: iso(w.until + r.int(20, 200) *
        86_400_000) })),
    "owners": w.principals.map((one) => ({ servicePrincipalId: one.id, ownerId: ownerOf(w, one).id,
      ownerType: "User" })),
    "azure-role-assignments": [
      ...[...w.principals, ...w.identities].filter((one) => one.azureRole).map((one) => azureAssignment(one.id,
        one.azureRole,
        subscriptionScope(one.subscription))),
      ...sres.flatMap((one) => [0, 1].map((i) => azureAssignment(one.id, "Contributor", subscriptionScope(i)))),
      ...w.admins.filter((one) => one.department === "Site Reliability").flatMap((one) => w.subscriptions.map((_, i) =>
        azureAssignment(one.id, "Owner", subscriptionScope(i), { eligible: true }))),
      azureAssignment(group("dept-engineering"), "Contributor", subscriptionScope(2)),
      azureAssignment(group("dept-data"), "Contributor", subscriptionScope(3)),
      azureAssignment(group("dept-data"), "Contributor", subscriptionScope(2)),
      azureAssignment(group("dept-security"), "Reader", subscriptionScope(0)),
    ],
    "azure-resources": w.resources.map((one) => {
      const identity = w.identities.find((mi) => mi.name === one.name
        || one.type.includes(mi.name.startsWith("adf") ? "DataFactory"
        : mi.name.startsWith("aa-") ? "automationAccounts" : "-none-"));
      return { id: one.id, type: one.type, name: one.name, tags: { owner: r.pick(sres).upn,
        env: one.subscription.name },
        ...(identity ? { identity: { type: "SystemAssigned", principalId: identity.id } } : {}) };
    }),
  };
};
