import type { Fields } from "../fields.ts";
import { readBoolean, readText, readTexts, readValues } from "../rows/row-fields.ts";
import { safeText } from "../text/safe-text.ts";
import type { CloudResource, DirectoryCredential, DirectoryGrant, DirectoryGroup } from "./directory.ts";
import { readId, readShown, readTime } from "./read-document.ts";

export function readGroup(objectId: string, document: Fields): DirectoryGroup {
  const types = readTexts(document, "groupTypes").map((type) => type.toLowerCase());
  return {
    objectId,
    displayName: readShown(document, "displayName"),
    isRoleAssignable: readBoolean(document, "isAssignableToRole") ?? false,
    isMicrosoft365: types.includes("unified"),
    isDynamic: types.includes("dynamicmembership") || readText(document, "membershipRule") !== null,
  };
}

const CREDENTIAL_TYPES: ReadonlyMap<string, DirectoryCredential["type"]> = new Map([
  ["password", "client_secret"],
  ["certificate", "certificate"],
  ["federated", "federated"],
]);

/** A credential with the object that holds it, by its id and that of its application. */
export interface HeldCredential {
  readonly holderId: string | null;
  readonly appId: string | null;
  readonly credential: DirectoryCredential;
}

export function readCredential(objectId: string, document: Fields): HeldCredential {
  const isApplication = readText(document, "applicationId") !== null;
  return {
    holderId: readId(document, "servicePrincipalId", "applicationId", "objectId"),
    appId: readId(document, "appId"),
    credential: {
      keyId: readId(document, "keyId") ?? objectId,
      type: CREDENTIAL_TYPES.get(readText(document, "type")?.toLowerCase() ?? "") ?? "client_secret",
      origin: isApplication ? "application" : "service_principal",
      displayName: readShown(document, "displayName") ?? readShown(document, "name"),
      createdAt: readTime(document, "startDateTime", "createdDateTime"),
      expiresAt: readTime(document, "endDateTime"),
      lastUsedAt: readTime(document, "lastUsedDateTime", "lastSignInDateTime"),
      issuer: readShown(document, "issuer", 512),
      subject: readShown(document, "subject", 512),
      thumbprint: readShown(document, "thumbprint", 128),
      evidence: { kind: "credentials", objectId },
    },
  };
}

const MAX_SCOPES = 200;
const MAX_SCOPE = 200;

export function readGrant(objectId: string, document: Fields): DirectoryGrant {
  const isForAll = readText(document, "consentType")?.toLowerCase() === "allprincipals";
  const scopes = (readText(document, "scope") ?? "").split(/\s+/).map((scope) => safeText(scope, MAX_SCOPE));
  return {
    clientId: readId(document, "clientId") ?? "",
    resourceId: readId(document, "resourceId") ?? "",
    principalId: isForAll ? null : readId(document, "principalId"),
    scopes: [...new Set(scopes)]
      .filter((scope) => scope !== "")
      .sort()
      .slice(0, MAX_SCOPES),
    evidence: { kind: "delegated-grants", objectId },
  };
}

const OWNER_TAGS: ReadonlySet<string> = new Set([
  "owner",
  "owneremail",
  "owner-email",
  "owner_email",
  "technicalowner",
]);

export function readResource(objectId: string, document: Fields): CloudResource {
  const assigned = document["identity"] ?? document["identities"];
  return {
    objectId,
    name: readShown(document, "name") ?? objectId.slice(objectId.lastIndexOf("/") + 1, 256),
    type: readShown(document, "type")?.toLowerCase() ?? null,
    identityIds: [...new Set([...identityIdsOf(assigned), ...readTexts(document, "identityPrincipalIds")])]
      .map((id) => id.toLowerCase())
      .sort(),
    owner: ownerTagOf(document) ?? readShown(document, "owner", 320),
  };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the principal ids of `identity`, as Azure Resource Manager exports it. */
function identityIdsOf(identity: unknown): readonly string[] {
  if (!isObject(identity)) return [];
  const assigned = identity["userAssignedIdentities"];
  const others = isObject(assigned) ? Object.values(assigned).filter(isObject) : [];
  return [identity, ...others].flatMap((held) => [
    ...readTexts(held, "principalId"),
    ...readTexts(held, "principalIds"),
  ]);
}

function ownerTagOf(document: Fields): string | null {
  const [tags] = readValues(document, "tags");
  if (!isObject(tags)) return null;
  const name = Object.keys(tags)
    .filter((key) => OWNER_TAGS.has(key.toLowerCase()))
    .sort()[0];
  return name === undefined ? null : readShown(tags, name, 320);
}
