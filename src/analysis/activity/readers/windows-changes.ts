import { toSid, toUpn } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../model/rows/row-fields.ts";
import type { ReadChange } from "../read-change.ts";

const EVENTS: ReadonlyMap<string, ReadChange["change"]> = new Map([
  ["4728", "group_member_added"],
  ["4732", "group_member_added"],
  ["4756", "group_member_added"],
  ["4729", "group_member_removed"],
  ["4733", "group_member_removed"],
  ["4757", "group_member_removed"],
  ["4720", "identity_created"],
  ["4726", "identity_removed"],
]);

/** Returns changes of the members of groups, and created and deleted accounts, of Active Directory. */
export function windowsChanges({ table, fields }: LogRow): readonly ReadChange[] {
  if (table === "IdentityDirectoryEvents") return reportedChanges(fields);
  const change = EVENTS.get(readText(fields, "EventID") ?? "");
  if (change === undefined) return [];
  const name = readFirst(fields, ["TargetUserName", "TargetAccount"]);
  const object = toSid(readText(fields, "TargetSid"));
  const member = change.startsWith("group") ? toSid(readText(fields, "MemberSid")) : object;
  return member === null ? [] : [{ change, target: `sid:${member}`, objectId: object, objectName: name }];
}

/** Reads what the sensor of a domain controller reports about a group's members. */
function reportedChanges(fields: LogRow["fields"]): readonly ReadChange[] {
  if (!/^group membership changed$/i.test(readText(fields, "ActionType") ?? "")) return [];
  const member = toUpn(readText(fields, "TargetAccountUpn"));
  if (member === null) return [];
  const joined = readText(fields, "AdditionalFields.TO.GROUP");
  const left = readText(fields, "AdditionalFields.FROM.GROUP");
  const target = `upn:${member}`;
  return [
    ...(joined === null ? [] : [{ change: "group_member_added", target, objectId: null, objectName: joined } as const]),
    ...(left === null ? [] : [{ change: "group_member_removed", target, objectId: null, objectName: left } as const]),
  ];
}
