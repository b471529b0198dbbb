/** The directory: objects of Microsoft Graph and Azure by kind. */
import type { Actor, World } from "./types.ts";
import type { Row } from "./sink.ts";
import { DAY, iso } from "./util.ts";

const PERMISSION_IDS: Record<string, string> = {
  "User.Read.All": "df021288-bdef-4463-88db-98f22de89214",
  "User.ReadWrite.All": "741f803b-c850-494e-b5df-cde7c675a1ca",
  "Directory.Read.All": "7ab1d382-f21e-4acd-a863-ba3e13f7da61",
  "Device.Read.All": "7438b122-aefc-4978-80ed-43db9fcc7715",
  "Group.Read.All": "5b567255-7703-4780-807c-7be8301ae99b",
  "Sites.ReadWrite.All": "9492366f-7969-46a4-8d15-ed1a20078fff",
  "Sites.Read.All": "332a536c-c7ef-4017-ab91-336970924f0d",
  "Files.Read.All": "01d4889c-1287-42c6-ac1f-5d1e02578ef6",
  "Mail.Read": "810c84a8-4a9e-49e6-bf7d-12d183f40d01",
  "Mail.Send": "b633e1c5-b582-4048-a93e-9f11b44c7e96",
  "Contacts.Read": "089fe4d0-434a-44c5-8827-41ba8a0b17f5",
  "AuditLog.Read.All": "b0afded3-3588-46d8-8b3d-9842eff778da",
  "User.Invite.All": "09850681-111b-4a89-9bed-3f2cae46d706",
  "Application.ReadWrite.OwnedBy": "18a4783c-866b-4cc7-a460-3d5e5662c884",
};

const AZURE_ROLES: Record<string, string> = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
  "Storage Blob Data Contributor": "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
  "Key Vault Secrets User": "4633458b-17de-408a-b874-0445c86b69e6",
};

export function buildDirectory(w: World): Record<string, Row[]> {
  const rng = w.rng.fork("directory");
  const user = (a: Actor): Row => ({
    id: a.id,
    userPrincipalName: a.upn,
    displayName: a.name,
    mail: a.kind === "admin" || a.kind === "service" ? undefined : a.mail,
    proxyAddresses: a.kind === "person" ? [`SMTP:${a.mail}`, `smtp:${a.sam}@${w.domain}`] : undefined,
    accountEnabled: a.enabled,
    userType: a.kind === "guest" ? "Guest" : "Member",
    onPremisesSamAccountName: a.kind === "guest" ? undefined : a.sam,
    onPremisesDomainName: a.kind === "guest" ? undefined : w.adDomain,
    onPremisesSecurityIdentifier: a.kind === "guest" ? undefined : a.sid,
    department: a.department || undefined,
    jobTitle: a.title,
    officeLocation: a.kind === "person" ? a.site.city : undefined,
    country: a.kind === "person" ? a.site.country : undefined,
    employeeId: a.kind === "person" ? String(rng.int(10_000, 99_999)) : undefined,
    createdDateTime: a.created,
    passwordPolicies: a.kind === "service" ? "DisablePasswordExpiration" : "None",
    manager: a.manager === undefined ? undefined : { id: a.manager.id, displayName: a.manager.name },
  });
  const everyone: Actor[] = [...w.people, ...w.admins, ...Object.values(w.services), ...w.kiosks, ...w.shared,
    ...w.guests];

  const assignments: Row[] = [];
  const eligibilities: Row[] = [];
  const role = (list: Row[], actor: Actor | { id: string } | undefined, name: string, extra: Row = {}): void => {
    if (actor !== undefined) {
      list.push({ id: `${list === assignments ? "ra" : "re"}-${list.length + 1}`, principalId: actor.id,
        roleDefinitionId: w.roles[name], directoryScopeId: "/", ...extra });
    }
  };
  const s = w.staff;
  role(assignments, w.services.breakglass, "Global Administrator");
  for (const person of s.cloud.slice(0, 2)) {
    role(eligibilities, person.admin, "Global Administrator", { requiresApproval: true });
  }
  role(eligibilities, s.exchange.admin, "Global Administrator", { requiresApproval: true });
  for (const person of s.cloud) {
    role(eligibilities, person.admin, "Application Administrator");
    role(eligibilities, person.admin, "Conditional Access Administrator");
    role(eligibilities, person.admin, "SharePoint Administrator");
    role(assignments, person.admin, "Global Reader");
  }
  for (const person of s.helpdesk) {
    role(assignments, person.admin, "Helpdesk Administrator");
    role(eligibilities, person.admin, "Authentication Administrator");
  }
  for (const person of s.mailAdmins) {
    role(assignments, person.admin, "Exchange Administrator");
  }
  role(eligibilities, s.windows[0]?.admin, "User Administrator");
  role(eligibilities, s.windows[1]?.admin, "Hybrid Identity Administrator");
  role(eligibilities, s.windows[0]?.admin, "Intune Administrator");
  role(assignments, s.security, "Security Reader");
  role(eligibilities, s.security.admin, "Security Administrator");
  role(assignments, s.compliance, "Compliance Administrator");
  role(assignments, w.services.msol, "Directory Readers");

  const apps = Object.values(w.apps);
  const graph = w.apps.graph!;
  const grants: Row[] = apps.filter((a) => a.kind === "Application" && !a.firstParty &&
    a.permissions.length > 0).slice(0, 8).map((a, i) => ({
    id: `grant-${i + 1}`, clientId: a.id, consentType: "AllPrincipals", principalId: null, resourceId: graph.id,
    scope: a === w.apps.oldCrm ? "User.Read Files.Read.All Contacts.Read" : "User.Read openid profile",
  }));
  const prod = `/subscriptions/${w.cloud.production}`;
  const dev = `/subscriptions/${w.cloud.development}`;
  const azure: Row[] = [];
  const azureRole = (principal: { id: string } | undefined, name: string, scope: string, eligible = false): void => {
    if (principal !== undefined) {
      azure.push({ id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`,
        principalId: principal.id,
        roleDefinitionId: AZURE_ROLES[name], roleName: name, scope, ...(eligible ? { eligible: true } : {}) });
    }
  };
  azureRole(s.cloud[0]?.admin, "Owner", prod, true);
  for (const person of s.cloud) {
    azureRole(person.admin, "Contributor", prod);
    azureRole(person.admin, "Owner", dev);
  }
  for (const person of s.developers) {
    azureRole(person, "Contributor", dev);
    azureRole(person, "Reader", prod);
  }
  azureRole(w.apps.deployProd, "Contributor", prod);
  azureRole(w.apps.terraform, "Owner", prod);
  azureRole(w.apps.deployDev, "Contributor", dev);
  azureRole(w.apps.miPlatform, "Contributor", prod);
  azureRole(w.apps.miAutomation, "Contributor", `${prod}/resourceGroups/rg-telemetry-prod`);
  azureRole(w.apps.miIngest, "Storage Blob Data Contributor", w.cloud.resources.telemetryStore!);
  azureRole(w.apps.miFunction, "Key Vault Secrets User", w.cloud.resources.vault!);
  azureRole(w.apps.miBackup, "Key Vault Secrets User", w.cloud.resources.vaultErp!);

  return {
    users: everyone.map(user),
    groups: w.groups.map((g) => ({ id: g.id, displayName: g.name, securityEnabled: true, mailEnabled: false,
      groupTypes: [], isAssignableToRole: g.assignable ?? false })),
    memberships: w.groups.flatMap((g) => g.members.map((memberId) =>
      ({ groupId: g.id, memberId, memberType: "User" }))),
    "directory-roles": Object.entries(w.roles).map(([displayName, id]) =>
      ({ id, displayName, isBuiltIn: true, isEnabled: true })),
    "role-assignments": assignments,
    "role-eligibilities": eligibilities,
    "service-principals": apps.map((a) => ({ id: a.id, appId: a.appId, displayName: a.name,
      servicePrincipalType: a.kind, accountEnabled: true,
      appRoles: a === graph ? Object.entries(PERMISSION_IDS).map(([value, id]) => ({ id, value, displayName: value }))
        : undefined })),
    "app-role-assignments": apps.flatMap((a) =>
      a.permissions.map((p) => ({ id: `ara-${a.id.slice(0, 8)}-${p}`, principalId: a.id,
      principalType: "ServicePrincipal", resourceId: graph.id, resourceDisplayName: "Microsoft Graph",
      appRoleId: PERMISSION_IDS[p] }))),
    "delegated-grants": grants,
    credentials: apps.filter((a) => a.kind === "Application" && !a.firstParty).map((a) =>
      ({ servicePrincipalId: a.id, keyId: a.keyId, type: "password",
      displayName: `${a.name} secret`, startDateTime: iso(w.from - rng.int(20, 300) * DAY),
      endDateTime: iso(w.until + rng.int(30, 400) * DAY) })),
    owners: apps.flatMap((a) => (a.owner === undefined ? []
      : [{ servicePrincipalId: a.id, ownerId: a.owner.id, ownerType: "User" }])),
    "azure-role-assignments": azure,
    "azure-resources": Object.values(w.cloud.resources).map((id) => {
      const identity = apps.find((a) => a.hostResource === id && a !== w.apps.miPlatform);
      const parts = id.split("/");
      return { id, type: `${parts[6]}/${parts[7]}`,
        ...(identity === undefined ? {} : { identity: { principalId: identity.id } }),
        tags: { environment: id.startsWith(dev) ? "dev" : "prod" } };
    }),
  };
}
