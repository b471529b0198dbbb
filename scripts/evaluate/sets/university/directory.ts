import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row, World } from "./model.ts";
import { AD_DOMAIN } from "./model.ts";
import { APP_ROLES, AZURE_ROLES, DIRECTORY_ROLES } from "./roles.ts";

const GRAPH_ID_LABEL = "Microsoft Graph";

/** Writes the directory as it was at the beginning of the period. */
export function writeDirectory(w: World, folder: string): void {
  const rng = w.rng.fork("directory");
  const kinds: Record<string, Row[]> = {};
  const everyone = [...w.people, ...w.admins, ...w.services, ...w.guests];
  kinds.users = everyone.map((p) => ({
    id: p.id,
    userPrincipalName: p.upn,
    displayName: p.display,
    mail: p.kind === "admin" ? undefined : p.mail,
    proxyAddresses: p.kind === "staff" || p.kind === "student" ? [`SMTP:${p.mail}`, `smtp:${p.sam}@waalhaven.example`]
      : undefined,
    accountEnabled: p.enabled,
    userType: p.kind === "guest" ? "Guest" : "Member",
    ...(p.kind === "guest" ? {} : {
      onPremisesSamAccountName: p.sam,
      onPremisesDomainName: AD_DOMAIN,
      onPremisesSecurityIdentifier: p.sid,
      department: p.unit,
      employeeId: p.kind === "staff" || p.kind === "student" ? p.employeeId : undefined,
    }),
    jobTitle: p.title,
    createdDateTime: p.created,
    passwordPolicies: p.kind === "service" ? "DisablePasswordExpiration" : "None",
    manager: p.manager && p.manager !== p ? { id: p.manager.id, displayName: p.manager.display } : undefined,
  }));
  kinds.groups = [...w.groups.values()].map((g) => ({
    id: g.id, displayName: g.name, securityEnabled: g.security, mailEnabled: g.mail, groupTypes: [],
    ...(g.roleAssignable ? { isAssignableToRole: true } : {}),
  }));
  kinds.memberships = [...w.groups.values()].flatMap((g) =>
    g.members.map((m) => ({ groupId: g.id, memberId: m.id, memberType: "User" })));
  kinds["directory-roles"] = Object.entries(DIRECTORY_ROLES).map(([displayName, id]) => ({
    id, displayName, isBuiltIn: true, isEnabled: true,
  }));
  const assignment = (eligible: boolean): Row[] => w.roles.filter((r) => r.eligible === eligible).map((r) => ({
    id: rng.uuid(), principalId: r.holder.id, roleDefinitionId: DIRECTORY_ROLES[r.role], directoryScopeId: "/",
    ...(eligible ? { memberType: "Direct", requiresApproval: r.approval } : {}),
  }));
  kinds["role-assignments"] = assignment(false);
  kinds["role-eligibilities"] = assignment(true);
  const graphId = rng.uuid();
  const apps = [...w.apps.values()];
  kinds["service-principals"] = [
    {
      id: graphId, appId: "00000003-0000-0000-c000-000000000000", displayName: GRAPH_ID_LABEL,
        servicePrincipalType: "Application",
      accountEnabled: true,
      appRoles: Object.entries(APP_ROLES).map(
        ([value, id]) => ({ id, value, displayName: value, allowedMemberTypes: ["Application"] })),
    },
    ...apps.map((a) => ({
      id: a.id, appId: a.appId, displayName: a.name, servicePrincipalType: a.type, accountEnabled: true,
    })),
  ];
  kinds["app-role-assignments"] = apps.flatMap((a) => a.roles.filter((role) => APP_ROLES[role]).map((role) => ({
    id: rng.uuid(), principalId: a.id, principalType: "ServicePrincipal", resourceId: graphId,
    resourceDisplayName: GRAPH_ID_LABEL, appRoleId: APP_ROLES[role],
  })));
  kinds["delegated-grants"] = ["survey", "proctor", "ticket", "visitor"].map((key) => ({
    id: rng.uuid(), clientId: w.apps.get(key)?.id, consentType: "AllPrincipals", principalId: null, resourceId: graphId,
    scope: "User.Read openid profile",
  }));
  kinds.credentials = apps.filter((a) => a.type === "Application").map((a, i) => ({
    servicePrincipalId: a.id, keyId: a.keyId, type: i % 4 === 0 ? "certificate" : "password",
    displayName: a.asleep ? "2021" : `prod ${2025 + (i % 2)}`,
    startDateTime: a.asleep ? "2021-05-01T00:00:00Z" : "2026-01-12T00:00:00Z",
    endDateTime: a.asleep ? "2031-05-01T00:00:00Z" : "2027-07-12T00:00:00Z",
  }));
  kinds.owners = apps.filter((a) => a.owner).map(
    (a) => ({ servicePrincipalId: a.id, ownerId: a.owner?.id, ownerType: "User" }));
  const azureRole = (principalId: string, roleName: string, scope: string): Row => ({
    id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`, principalId,
    roleDefinitionId: AZURE_ROLES[roleName], roleName, scope,
  });
  kinds["azure-role-assignments"] = [...w.subs].flatMap(([key, sub]) => {
    const scope = `/subscriptions/${sub.id}`;
    const group = `${scope}/resourceGroups/rg-${key}-prod`;
    return [
      azureRole(sub.owner.id, "Owner", scope),
      ...sub.members.map((m) => azureRole(m.id, "Contributor", group)),
      ...w.admins.filter((a) => a.tags.has("cloud")).map((a) => azureRole(a.id, "Owner", scope)),
      ...sub.resources.filter((r) => r.identity).map((r) => azureRole(r.identity?.id ?? "", "Contributor", group)),
      azureRole(w.apps.get("terraform")?.id ?? "", "Contributor", scope),
    ];
  });
  for (const [key, app] of [["genomics", "gitlab"], ["climate", "climateci"]] as const) {
    const scope = `/subscriptions/${w.subs.get(key)?.id}/resourceGroups/rg-${key}-prod`;
    kinds["azure-role-assignments"]?.push(azureRole(w.apps.get(app)?.id ?? "", "Contributor", scope));
  }
  kinds["azure-resources"] = [...w.subs.values()].flatMap((sub) => sub.resources.map((r) => ({
    id: r.id, type: r.type, ...(r.identity ? { identity: { principalId: r.identity.id } } : {}),
      tags: { owner: sub.owner.upn },
  })));
  mkdirSync(join(folder, "directory"), { recursive: true });
  for (const [kind, objects] of Object.entries(kinds)) {
    const lines = objects.map((object) => JSON.stringify(object)).join("\n");
    writeFileSync(join(folder, "directory", `${kind}.ndjson`), `${lines}\n`);
  }
}
