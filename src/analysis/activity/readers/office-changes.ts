import { toIdentifier, toUpn } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readObjects, readText, readTexts } from "../../../model/rows/row-fields.ts";
import type { ReadChange } from "../read-change.ts";

/** Returns changes of the members of teams and of the role groups of Exchange. */
export function officeChanges({ fields }: LogRow): readonly ReadChange[] {
  if (/^(fail|false)/i.test(readText(fields, "ResultStatus") ?? "")) return [];
  switch (readText(fields, "Operation")?.toLowerCase()) {
    case "memberadded":
      return teamChanges(fields, "group_member_added");
    case "memberremoved":
      return teamChanges(fields, "group_member_removed");
    case "add-rolegroupmember":
      return roleGroupChange(fields, "role_added");
    case "remove-rolegroupmember":
      return roleGroupChange(fields, "role_removed");
    default:
      return [];
  }
}

function teamChanges(fields: LogRow["fields"], change: ReadChange["change"]): readonly ReadChange[] {
  const objectId = toIdentifier(readFirst(fields, ["AADGroupId", "TeamGuid"]));
  const objectName = readText(fields, "TeamName");
  const upns = new Set(readTexts(fields, "Members.UPN").flatMap((text) => toUpn(text) ?? []));
  return [...upns].sort().map((upn) => ({ change, target: `upn:${upn}`, objectId, objectName }));
}

function roleGroupChange(fields: LogRow["fields"], change: ReadChange["change"]): readonly ReadChange[] {
  const parameters = new Map<string, string | null>();
  for (const parameter of readObjects(fields, "Parameters").slice(0, 50)) {
    parameters.set(readText(parameter, "Name")?.toLowerCase() ?? "", readText(parameter, "Value"));
  }
  const member = toUpn(parameters.get("member") ?? null);
  if (member === null) return [];
  return [{ change, target: `upn:${member}`, objectId: null, objectName: parameters.get("identity") ?? null }];
}
