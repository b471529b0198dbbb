import type { Fields } from "../../model/fields.ts";
import type { DirectoryOwner } from "../../model/identity/directory.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import { readId, readShown, readTime } from "../../model/identity/read-document.ts";
import { readBoolean, readObjects, readText, readTexts } from "../../model/rows/row-fields.ts";
import type {
  AppRoleAssignment,
  AzureAssignment,
  HeldOwner,
  RoleAssignment,
  RoleDefinition,
} from "./directory-facts.ts";

export const readRoleDefinition = (objectId: string, document: Fields): RoleDefinition => ({
  objectId,
  templateId: readId(document, "templateId", "roleTemplateId"),
  name: readShown(document, "displayName"),
  actions: readTexts(document, "rolePermissions.allowedResourceActions"),
});

export function readRoleAssignment(kind: RoleAssignment["kind"], objectId: string, document: Fields): RoleAssignment {
  return {
    objectId,
    kind,
    principalId: readId(document, "principalId") ?? "",
    roleId: readId(document, "roleDefinitionId") ?? "",
    scope: scopeOf(readId(document, "directoryScopeId", "appScopeId", "resourceScope")),
    state: kind === "role-assignments" ? "active" : eligibleState(document),
    isActivated: readText(document, "assignmentType")?.toLowerCase() === "activated",
    grantedAt: readTime(document, "createdDateTime", "startDateTime"),
  };
}

const eligibleState = (document: Fields): Entitlement["state"] =>
  readBoolean(document, "requiresApproval") ? "eligible_with_approval" : "eligible";

export function readAppRoleAssignment(
  objectId: string,
  document: Fields,
  shared: (id: string) => string,
): AppRoleAssignment {
  return {
    objectId,
    principalId: shared(readId(document, "principalId") ?? ""),
    resourceId: shared(readId(document, "resourceId") ?? ""),
    resourceName: shared(readShown(document, "resourceDisplayName") ?? "") || null,
    appRoleId: shared(readId(document, "appRoleId") ?? ""),
    grantedAt: readTime(document, "createdDateTime", "creationTimestamp"),
  };
}

/** Reads the names of the roles that an application or API offers, by their ids. */
export function readAppRoles(document: Fields): ReadonlyMap<string, string> {
  return new Map(
    readObjects(document, "appRoles").flatMap((role): (readonly [string, string])[] => {
      const id = readId(role, "id");
      const name = readShown(role, "value", 120) ?? readShown(role, "displayName", 120);
      return id === null || name === null ? [] : [[id, name]];
    }),
  );
}

export function readAzureAssignment(objectId: string, document: Fields): AzureAssignment {
  const roleId = readId(document, "roleDefinitionId", "properties.roleDefinitionId");
  const isEligible = readBoolean(document, "eligible") ?? false;
  const list = (name: string): readonly string[] =>
    [name, `roleDefinition.permissions.${name}`, `permissions.${name}`].flatMap((path) => readTexts(document, path));
  return {
    objectId,
    principalId: readId(document, "principalId", "properties.principalId") ?? "",
    roleId: roleId === null ? null : roleId.slice(roleId.lastIndexOf("/") + 1),
    roleName: readShown(document, "roleName") ?? readShown(document, "roleDefinition.roleName"),
    scope: scopeOf(readId(document, "scope", "properties.scope")),
    state: isEligible ? eligibleState(document) : "active",
    grantedAt: readTime(document, "createdOn", "createdDateTime", "properties.createdOn"),
    role: { actions: list("actions"), notActions: list("notActions"), dataActions: list("dataActions") },
  };
}

/** Normalizes a scope: no slash at the end, `/` for the root. */
function scopeOf(scope: string | null): string {
  const text = scope ?? "/";
  return text.length > 1 && text.endsWith("/") ? text.slice(0, -1) : text;
}

const RELATIONS: readonly (readonly [string, DirectoryOwner["relation"]])[] = [
  ["servicePrincipalId", "sp_owner"],
  ["applicationId", "app_owner"],
  ["groupId", "group_owner"],
  ["objectId", "sp_owner"],
];

export function readOwner(objectId: string, document: Fields): HeldOwner {
  const [path, relation] = RELATIONS.find(([name]) => readText(document, name) !== null) ?? ["objectId", "sp_owner"];
  return {
    objectId: readId(document, path),
    appId: readId(document, "appId"),
    owner: { ownerId: readId(document, "ownerId") ?? "", relation, evidence: { kind: "owners", objectId } },
  };
}
