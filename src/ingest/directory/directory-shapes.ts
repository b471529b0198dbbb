import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import { readFirst, readObjects } from "../../model/rows/row-fields.ts";
import { quoted, RowProblem } from "../rows/row-problem.ts";

/** A directory object with the id it is stored under, or the id of a removed one. */
export interface DeliveredObject {
  readonly objectId: string;
  readonly document: Fields;
  readonly isRemoved: boolean;
}

/** The parts of an object's id, each with the member names it may have. */
const ID_PATHS: Readonly<Record<DirectoryKind, readonly (readonly string[])[]>> = {
  users: [["id"]],
  groups: [["id"]],
  memberships: [["groupId"], ["memberId"]],
  "directory-roles": [["id"]],
  "role-assignments": [["id"]],
  "role-eligibilities": [["id"]],
  "service-principals": [["id"]],
  "app-role-assignments": [["id"]],
  "delegated-grants": [["id"]],
  credentials: [["servicePrincipalId", "applicationId", "objectId"], ["keyId"]],
  owners: [["servicePrincipalId", "applicationId", "groupId", "objectId"], ["ownerId"]],
  "azure-role-assignments": [["id"]],
  "azure-resources": [["id"]],
};

/** Members that an object must have besides its id, each with the names it may have. */
const REQUIRED: Readonly<Partial<Record<DirectoryKind, readonly (readonly string[])[]>>> = {
  "role-assignments": [["principalId"], ["roleDefinitionId"]],
  "role-eligibilities": [["principalId"], ["roleDefinitionId"]],
  "app-role-assignments": [["principalId"], ["resourceId"]],
  "delegated-grants": [["clientId"], ["resourceId"]],
  "azure-role-assignments": [
    ["principalId", "properties.principalId"],
    ["roleDefinitionId", "roleName", "properties.roleDefinitionId"],
    ["scope", "properties.scope"],
  ],
};

/** Members with credentials, which are never stored. */
const SECRETS: ReadonlySet<string> = new Set(["secretText", "key", "passwordProfile", "customKeyIdentifier"]);

const MAX_ID = 512;

/**
 * Returns the raw objects of one delivered value; a group with its members has several. Throws a `RowProblem`.
 */
export function namedObjects(kind: DirectoryKind, value: unknown): readonly Fields[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RowProblem("is not a JSON object");
  return flattened(kind, value as Fields);
}

/** Validates one object; throws a `RowProblem`. */
export function toDeliveredObject(kind: DirectoryKind, object: Fields): DeliveredObject {
  const parts = ID_PATHS[kind].map((paths) => {
    const part = readFirst(object, paths);
    if (part === null) throw new RowProblem(`has no ${paths.map(quoted).join(" or ")}`);
    return part.toLowerCase();
  });
  const objectId = parts.join("/");
  if (objectId.length > MAX_ID) throw new RowProblem(`has an id of more than ${MAX_ID} characters`);
  const isRemoved = Object.hasOwn(object, "@removed");
  const missing = isRemoved ? undefined : REQUIRED[kind]?.find((paths) => readFirst(object, paths) === null);
  if (missing) throw new RowProblem(`has no ${missing.map(quoted).join(" or ")}`);
  return { objectId, document: { ...withoutSecrets(object), ...agentTypeOf(object) }, isRemoved };
}

/** Returns the type of an agent's object, which its other members do not show. */
function agentTypeOf({ "@odata.type": type }: Fields): Fields {
  const agent = typeof type === "string" ? /^#microsoft\.graph\.(agent\w{1,60})$/.exec(type)?.[1] : undefined;
  return agent === undefined ? {} : { objectType: agent };
}

/** Flattens what Microsoft Graph nests: members in groups, credentials in applications, owners in both. */
function flattened(kind: DirectoryKind, object: Fields): readonly Fields[] {
  if (kind === "memberships") return nested(object, ["members", "members@delta"], "groupId", "memberId");
  if (kind === "owners") return nested(object, ["owners", "owners@delta"], "objectId", "ownerId");
  return kind === "credentials" ? credentialsOf(object) : [object];
}

function nested(object: Fields, lists: readonly string[], holder: string, member: string): readonly Fields[] {
  const list = lists.find((name) => Array.isArray(object[name]));
  if (list === undefined) return [object];
  return readObjects(object, list).map((item) => ({
    [holder]: object["id"],
    [member]: item["id"],
    ...(typeof item["@odata.type"] === "string" && {
      [`${member.replace(/Id$/, "")}Type`]: typeOf(item["@odata.type"]),
    }),
    ...(Object.hasOwn(item, "@removed") && { "@removed": item["@removed"] }),
  }));
}

const typeOf = (odata: string): string => odata.replace(/^#microsoft\.graph\./, "");

function credentialsOf(object: Fields): readonly Fields[] {
  const lists = [
    ["passwordCredentials", "password"],
    ["keyCredentials", "certificate"],
    ["federatedIdentityCredentials", "federated"],
  ] as const;
  if (!lists.some(([name]) => Array.isArray(object[name]))) return [object];
  return lists.flatMap(([name, type]) =>
    readObjects(object, name).map((credential) => ({
      ...credential,
      keyId: credential["keyId"] ?? credential["id"],
      objectId: object["id"],
      appId: object["appId"] ?? null,
      type,
      ...(type === "certificate" && { thumbprint: credential["customKeyIdentifier"] ?? null }),
    })),
  );
}

function withoutSecrets(object: Fields): Fields {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !SECRETS.has(name) && !name.startsWith("@"))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutSecret) : value]),
  );
}

const withoutSecret = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? withoutSecrets(value as Fields) : value;
