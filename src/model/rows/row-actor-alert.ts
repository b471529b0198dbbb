import type { Fields } from "../fields.ts";
import type { RowActor } from "./actor.ts";
import { toGuid, toIdentifier, toUpn } from "./identifiers.ts";
import { makeActor } from "./make-actor.ts";
import { readFirst, readObjects, readText, readTexts } from "./row-fields.ts";

/** Services that write alerts and investigations in their own name; the record is about somebody else. */
const ALERT_SERVICE =
  /^(?:securitycompliance(?:alerts|insights)|airinvestigation|threatintel|defender|mcas|cloudappsecurity)/;
const ALERT_OPERATION = /^(?:alert|air|atpdetection|timaildata|tiurlclickdata|massdownload|investigation)/;

/** Returns whether a record of the audit log is an alert that a service raised about somebody. */
function isAlert(fields: Fields, at: string): boolean {
  const user = toIdentifier(readText(fields, `${at}UserId`)) ?? "";
  if (toUpn(user) !== null) return false;
  const operation = readFirst(fields, [`${at}Operation`, "ActionType"])?.toLowerCase() ?? "";
  return ALERT_SERVICE.test(user.replaceAll(" ", "")) || ALERT_OPERATION.test(operation);
}

/** Where alerts name the user they are about: the entity, the data of the alert, the mailbox, the recipients. */
const SUBJECT_PATHS = [
  "AlertEntityId",
  "EntityId",
  "Data.f3u",
  "Data.eid",
  "Data.AlertEntityId",
  "ExtraProperties.AlertEntityId",
  "ExtraProperties.Data.f3u",
  "TargetUserId",
  "Recipients",
] as const;
const ENTITY_PATHS = ["Entities", "Data.Entities", "ExtraProperties.Entities"] as const;

/**
 * Returns the user that an alert is about; null if the record is not an alert or names nobody. `at` is the path of the audit
 * record in the row, empty or ending with a dot.
 */
export function alertedActorOf(fields: Fields, at: string): RowActor | null {
  if (!isAlert(fields, at)) return null;
  const named = SUBJECT_PATHS.flatMap((path) => readTexts(fields, at + path))
    .map(toUpn)
    .find((upn) => upn !== null);
  if (named) return makeActor("user", { upn: named }, null);
  return entityActorOf(ENTITY_PATHS.flatMap((path) => readObjects(fields, at + path)));
}

/** Returns the first account among the entities of an alert or anomaly. */
export function entityActorOf(entities: readonly Fields[]): RowActor | null {
  for (const entity of entities) {
    const type = toIdentifier(readText(entity, "Type")) ?? "";
    if (!/^(?:account|user|mailbox)$/.test(type)) continue;
    const [name, suffix] = [readText(entity, "Name"), readText(entity, "UPNSuffix")];
    const upn =
      toUpn(readFirst(entity, ["UserPrincipalName", "Upn", "UPN", "MailboxPrimaryAddress", "PrimaryAddress"])) ??
      toUpn(suffix === null ? name : `${name}@${suffix}`);
    const oid = toGuid(readFirst(entity, ["AadUserId", "AadId", "ObjectGuid"]));
    const actor = makeActor("user", { upn, oid }, readText(entity, "DisplayName"));
    if (actor !== null) return actor;
  }
  return null;
}
