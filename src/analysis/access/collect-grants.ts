import type { DirectoryService } from "../../model/identity/directory.ts";
import type { Entitlement, Tier } from "../../model/identity/entitlement.ts";
import { azureScopeKind, azureTier, controlsResources, grantsAccess } from "./azure-scope.ts";
import type { AppRoleAssignment, AzureAssignment, DirectoryFacts, RoleAssignment } from "./directory-facts.ts";
import { type Grant, permissionCapabilities, roleCapabilities } from "./grant.ts";
import { classifyAzureActions, classifyDirectoryActions } from "./tiers/action-rules.ts";
import { type Classified, classifyPermission } from "./tiers/permission-rules.ts";
import { PRIVILEGE_CLASSES } from "./tiers/privilege-classes.ts";
import {
  classifyAzureRoleName,
  classifyDirectoryRoleName,
  findApiName,
  findAzureRole,
  findDirectoryRole,
  findPermissionValue,
  type TieredRole,
} from "./tiers/tiers.ts";

/** Adds the class of an entitlement with its label; one is privileged in tiers 0 and 1 or if Microsoft marks its role. */
export const classOf = ({ tier, privilegeClass }: Classified, isMarked = false) => ({
  tier,
  privilegeClass,
  privilegeLabel: PRIVILEGE_CLASSES[privilegeClass],
  isPrivileged: tier <= 1 || isMarked,
});

/** Converts a directory role of a principal. A role in a smaller scope than the tenant is one tier lower. */
export function toRoleGrant(facts: DirectoryFacts, assignment: RoleAssignment): Grant {
  const definition = facts.roles.get(assignment.roleId);
  const known = findKnownRole(assignment.roleId, definition?.templateId ?? null);
  const name = known?.name ?? definition?.name ?? assignment.roleId;
  const classified: Classified = known ?? classifyCustomRole(name, definition?.actions ?? []);
  const isTenantWide = assignment.scope === "/";
  const tier = isTenantWide ? classified.tier : (Math.min(classified.tier + 1, 2) as Tier);
  const entitlement: Entitlement = {
    key: `role:${known?.id ?? assignment.roleId}@${assignment.scope}`,
    kind: "directory_role",
    name,
    source: roleSource(assignment),
    resource: null,
    resourceId: null,
    scope: assignment.scope,
    state: assignment.state,
    ...classOf({ ...classified, tier }, known?.isMarked),
    grantedAt: assignment.grantedAt,
    evidence: { kind: assignment.kind, objectId: assignment.objectId },
  };
  const capabilities = roleCapabilities(known, entitlement);
  return { entitlement, capabilities, controlledScope: null, isControlPlane: tier === 0 };
}

const findKnownRole = (roleId: string, templateId: string | null): TieredRole | undefined =>
  findDirectoryRole(roleId) ?? (templateId === null ? undefined : findDirectoryRole(templateId));

const classifyCustomRole = (name: string, actions: readonly string[]): Classified =>
  actions.length > 0 ? classifyDirectoryActions(actions) : classifyDirectoryRoleName(name);

function roleSource({ kind, isActivated }: RoleAssignment): string {
  if (kind === "role-eligibilities") return "pim_eligible";
  return isActivated ? "pim_active" : "direct";
}

const APP_ACCESS: Classified = { tier: 2, privilegeClass: "app_access" };
const DEFAULT_ACCESS = "00000000-0000-0000-0000-000000000000";

/** Converts a role of an application: a permission of a service principal, or the assignment of a user or group. */
export function toAppRoleGrant(facts: DirectoryFacts, assignment: AppRoleAssignment): Grant {
  const resource = facts.services.get(assignment.resourceId);
  const resourceId = resource?.appId ?? assignment.resourceId;
  const resourceName = apiNameOf(resource, assignment.resourceName, resourceId);
  const value = roleValueOf(facts, assignment, resourceId);
  const isPermission = !facts.users.has(assignment.principalId) && !facts.groups.has(assignment.principalId);
  const entitlement: Entitlement = {
    key: `${isPermission ? "permission" : "app"}:${resourceId}/${assignment.appRoleId}`,
    kind: isPermission ? "app_permission" : "app_assignment",
    name: isPermission ? (value ?? assignment.appRoleId) : value ? `${resourceName}: ${value}` : resourceName,
    source: isPermission ? "direct" : `app_role:${resourceName}`,
    resource: resourceName,
    resourceId,
    scope: null,
    state: "active",
    ...classOf(isPermission ? classifyPermission(value ?? "") : APP_ACCESS),
    grantedAt: assignment.grantedAt,
    evidence: { kind: "app-role-assignments", objectId: assignment.objectId },
  };
  const capabilities = isPermission ? permissionCapabilities(entitlement) : [];
  return { entitlement, capabilities, controlledScope: null, isControlPlane: entitlement.tier === 0 };
}

/** Returns the name of an API or application. */
export const apiNameOf = (resource: DirectoryService | undefined, named: string | null, id: string): string =>
  resource?.displayName ?? named ?? findApiName(id) ?? id;

function roleValueOf(facts: DirectoryFacts, assignment: AppRoleAssignment, apiId: string): string | null {
  if (assignment.appRoleId === DEFAULT_ACCESS || assignment.appRoleId === "") return null;
  const own = facts.appRoles.get(assignment.resourceId)?.get(assignment.appRoleId);
  return findPermissionValue(apiId, assignment.appRoleId) ?? own ?? null;
}

/** Converts an Azure role. `hostedTier` is the most privileged tier of the identities that run in its scope. */
export function toAzureGrant(assignment: AzureAssignment, hostedTier: (scope: string) => Tier): Grant {
  const { roleId, roleName, scope } = assignment;
  const known = findAzureRole(roleId ?? "") ?? findAzureRole(roleName ?? "");
  const classified: Classified = known ?? classifyCustomAzureRole(assignment);
  const kind = azureScopeKind(scope);
  const isControl = controlsResources(classified.privilegeClass);
  const tier = azureTier(classified.tier, kind, isControl ? hostedTier(scope) : 2);
  const entitlement: Entitlement = {
    key: `azure:${known?.id ?? roleId ?? roleName?.toLowerCase() ?? ""}@${scope}`,
    kind: "azure_role",
    name: known?.name ?? roleName ?? roleId ?? "Azure role",
    source: `azure:${kind}`,
    resource: "Microsoft Azure",
    resourceId: null,
    scope,
    state: assignment.state,
    ...classOf({ ...classified, tier }, known?.isMarked),
    grantedAt: assignment.grantedAt,
    evidence: { kind: "azure-role-assignments", objectId: assignment.objectId },
  };
  return {
    entitlement,
    capabilities: [],
    controlledScope: isControl ? scope : null,
    isControlPlane: grantsAccess(classified.privilegeClass) && azureTier(classified.tier, kind, 2) === 0,
  };
}

function classifyCustomAzureRole({ role, roleName, roleId }: AzureAssignment): Classified {
  const isListed = role.actions.length + role.dataActions.length > 0;
  return isListed ? classifyAzureActions(role) : classifyAzureRoleName(roleName ?? roleId ?? "");
}
