import type { DirectoryChange } from "../../../model/identity/activity.ts";
import { toGuid } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { principalKey } from "../../../model/rows/principal-key.ts";
import { auditOperationOf } from "../../detect/behavior/signals/audit-operation.ts";
import type { ReadChange } from "../read-change.ts";
import { type AuditDetails, type AuditTarget, auditDetailsOf, propertyOf, targetKey } from "./audit-properties.ts";

type Change = DirectoryChange["change"];
type ChangeReader = (details: AuditDetails, change: Change) => readonly ReadChange[];

/** Readers by the operation in lower case with plain dashes; the first match decides. */
const OPERATIONS: readonly (readonly [RegExp, Change, ChangeReader])[] = [
  [/^add (eligible )?member to role.*\brequest/, "role_added", () => []],
  [/^add member to role.*activation/, "role_activated", roleChange],
  [/^add (eligible |scoped )?member to role\b/, "role_added", roleChange],
  [/^remove (eligible |scoped )?member from role\b/, "role_removed", roleChange],
  [/^add member to group\b/, "group_member_added", groupChange],
  [/^remove member from group\b/, "group_member_removed", groupChange],
  [/^add app role assignment\b/, "app_role_added", appRoleChange],
  [/^remove app role assignment\b/, "app_role_removed", appRoleChange],
  [/^consent to application\b/, "grant_added", consentChange],
  [/^add delegated permission grant\b|^add oauth2permissiongrant\b/, "grant_added", grantChange],
  [/^remove delegated permission grant\b|^remove oauth2permissiongrant\b/, "grant_removed", grantChange],
  [/^add owner to (application|service principal)\b/, "owner_added", ownerChange],
  [/^remove owner from (application|service principal)\b/, "owner_removed", ownerChange],
  [/certificates and secrets management|service principal credentials/, "credential_added", credentialChanges],
  [/^add (user|service principal|application)\b/, "identity_created", identityChange],
  [/^(hard )?(delete|remove) (user|service principal|application)\b/, "identity_removed", identityChange],
];

/** Returns the changes that a successful operation of the directory's audit log made. */
export function auditChanges(row: LogRow): readonly ReadChange[] {
  const operation = auditOperationOf(row);
  if (operation === null) return [];
  const [, change, read] = OPERATIONS.find(([pattern]) => pattern.test(operation)) ?? [];
  return change === undefined || read === undefined ? [] : read(auditDetailsOf(row.fields), change);
}

/** Types of targets that hold others, or are no objects of the directory. */
const NO_PRINCIPALS: ReadonlySet<string> = new Set(["role", "request", "directory", "other", "policy", "n/a"]);

const principalIn = (details: AuditDetails, except: readonly string[] = []): AuditTarget | undefined =>
  details.targets.find(
    (target) => !NO_PRINCIPALS.has(target.type) && !except.includes(target.type) && targetKey(target) !== null,
  );

const ofType = (details: AuditDetails, ...types: readonly string[]): AuditTarget | undefined =>
  details.targets.find(({ type }) => types.includes(type));

function toChange(
  change: Change,
  target: string | null,
  objectId: string | null,
  objectName: string | null,
): readonly ReadChange[] {
  return target === null ? [] : [{ change, target, objectId, objectName }];
}

function roleChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const role = ofType(details, "role");
  const id = propertyOf(details, ["role.templateid", "role.objectid"]);
  return toChange(
    change,
    targetKey(principalIn(details)),
    toGuid(id) ?? role?.id ?? null,
    propertyOf(details, ["role.displayname"]) ?? role?.name ?? null,
  );
}

function groupChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const id = toGuid(propertyOf(details, ["group.objectid"]));
  const group = details.targets.find((target) => target.type === "group" && (id === null || target.id === id));
  const member = details.targets.find((target) => target !== group && targetKey(target) !== null);
  return toChange(
    change,
    targetKey(member),
    id ?? group?.id ?? null,
    propertyOf(details, ["group.displayname"]) ?? group?.name ?? null,
  );
}

/** Reads the assignment of an application's role; the first target is the application that has the role. */
function appRoleChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const [resource] = details.targets;
  const upn = propertyOf(details, ["user.upn"]);
  const id = propertyOf(details, ["serviceprincipal.objectid", "user.objectid", "group.objectid"]);
  const other = details.targets.slice(1).find((target) => targetKey(target) !== null);
  return toChange(
    change,
    principalKey(upn, id) ?? targetKey(other),
    toGuid(propertyOf(details, ["approle.id"])) ?? resource?.id ?? null,
    propertyOf(details, ["approle.value", "approle.displayname"]) ?? resource?.name ?? null,
  );
}

function consentChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const [client] = details.targets;
  return toChange(change, targetKey(client), null, propertyOf(details, ["consentaction.permissions"]) ?? null);
}

/** Reads a delegated grant; the first target is the API, the client is a property. */
function grantChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const [api] = details.targets;
  const client = principalKey(null, propertyOf(details, ["serviceprincipal.objectid"]));
  const scope = propertyOf(details, ["delegatedpermissiongrant.scope"]);
  return toChange(change, client ?? targetKey(details.targets[1]), api?.id ?? null, scope ?? api?.name ?? null);
}

/** Reads a change of owners: what is owned is changed, and the owner is the object. */
function ownerChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const owned = ofType(details, "application", "serviceprincipal");
  const id = propertyOf(details, ["serviceprincipal.objectid", "application.objectid"]);
  const owner = details.targets.find((target) => target !== owned && targetKey(target) !== null);
  return toChange(change, serviceKey(details, toGuid(id) ?? owned?.id ?? null), owner?.id ?? null, nameOf(owner));
}

const nameOf = (target: AuditTarget | undefined): string | null => target?.upn ?? target?.name ?? null;

/** Returns the key of an application or its service principal: rows name both by the application's id. */
const serviceKey = ({ appId }: AuditDetails, id: string | null): string | null =>
  appId === null ? principalKey(null, id) : `app:${appId}`;

const KEY_ID = /\bKeyIdentifier=([0-9a-f-]{36})\b/i;
const KEY_NAME = /\bDisplayName=([^,\]]{1,256})/i;

/** Compares the lists of credentials before and after the change. */
function credentialChanges(details: AuditDetails): readonly ReadChange[] {
  const { before = [], after = [] } = details.properties.get("keydescription") ?? {};
  const target = serviceKey(details, ofType(details, "application", "serviceprincipal")?.id ?? null);
  const [had, has] = [keysIn(before), keysIn(after)];
  const added = [...has].filter(([id]) => !had.has(id));
  const removed = [...had].filter(([id]) => !has.has(id));
  return [
    ...added.flatMap(([id, name]) => toChange("credential_added", target, id, name)),
    ...removed.flatMap(([id, name]) => toChange("credential_removed", target, id, name)),
  ];
}

function keysIn(texts: readonly string[]): ReadonlyMap<string, string | null> {
  const keys = new Map<string, string | null>();
  for (const text of texts) {
    const id = toGuid(KEY_ID.exec(text)?.[1] ?? null);
    if (id !== null) keys.set(id, KEY_NAME.exec(text)?.[1] ?? null);
  }
  return keys;
}

function identityChange(details: AuditDetails, change: Change): readonly ReadChange[] {
  const target = ofType(details, "user", "serviceprincipal", "application") ?? principalIn(details);
  const isService = target?.type !== "user";
  const key = isService ? serviceKey(details, target?.id ?? null) : targetKey(target);
  return toChange(change, key, target?.id ?? null, nameOf(target));
}
