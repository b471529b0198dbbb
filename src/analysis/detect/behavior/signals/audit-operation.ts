import { toGuid, toSid, toUpn } from "../../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst, readObjects, readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** Returns the successful directory operation, in lower case with single blanks and plain dashes; null for other rows. */
export const auditOperationOf = oncePerRow(({ table, fields }): string | null => {
  if (table !== "AuditLogs") return null;
  const result = readFirst(fields, ["Result", "ResultType"])?.toLowerCase() ?? "success";
  if (result !== "success" && result !== "0") return null;
  const operation = readFirst(fields, ["OperationName", "ActivityDisplayName"]);
  return operation?.toLowerCase().replace(/[‐-―]/g, "-").replace(/\s+/g, " ").trim() ?? null;
});

/** A role assignment, or an addition to a privileged group. */
export interface Grant {
  /** The principal that receives the role, in the form of an actor's key. */
  readonly grantee: string;
  readonly role: string;
}

export const grantOf = oncePerRow((row): Grant | null => {
  switch (row.table) {
    case "AuditLogs":
      return directoryGrant(row);
    case "AzureActivity":
      return resourceGrant(row);
    case "SecurityEvent":
      return windowsGrant(row);
    default:
      return null;
  }
});

/** Ignores PIM activations and requests: they follow the approval process. */
function directoryGrant(row: LogRow): Grant | null {
  const operation = auditOperationOf(row);
  if (operation === null || !/^add (eligible )?member to role/.test(operation)) return null;
  if (/activation|requested/.test(operation)) return null;
  const targets = readObjects(row.fields, "TargetResources");
  for (const target of targets) {
    const type = readText(target, "type")?.toLowerCase() ?? "";
    if (type === "role" || type === "group" || type === "directory") continue;
    const grantee = keyOf(readText(target, "userPrincipalName"), readText(target, "id"));
    if (grantee !== null) return { grantee, role: roleIn(row.fields) };
  }
  return null;
}

function roleIn(fields: LogRow["fields"]): string {
  for (const target of readObjects(fields, "TargetResources")) {
    if (readText(target, "type")?.toLowerCase() === "role") return readText(target, "displayName") ?? "a role";
  }
  for (const property of readObjects(fields, "TargetResources.modifiedProperties")) {
    if (readText(property, "displayName")?.toLowerCase() === "role.displayname") {
      return readText(property, "newValue")?.replaceAll('"', "") ?? "a role";
    }
  }
  return "a role";
}

/** Prefers the user principal name, because every table has it. */
export function keyOf(upn: string | null, id: string | null): string | null {
  const name = toUpn(upn);
  if (name !== null) return `upn:${name}`;
  const guid = toGuid(id);
  return guid === null ? null : `oid:${guid}`;
}

function resourceGrant({ fields }: LogRow): Grant | null {
  const action = readFirst(fields, ["OperationNameValue", "OperationName"])?.toLowerCase();
  if (action !== "microsoft.authorization/roleassignments/write") return null;
  const grantee = keyOf(
    null,
    readFirst(fields, [
      "Properties.requestbody.Properties.PrincipalId",
      "Properties_d.requestbody.Properties.PrincipalId",
      "Properties.requestbody.properties.principalId",
      "Properties_d.requestbody.properties.principalId",
    ]),
  );
  return grantee === null ? null : { grantee, role: "a role on a cloud resource" };
}

const GROUP_ADDITIONS: ReadonlySet<string> = new Set(["4728", "4732", "4756"]);
const STRONG_NAMES =
  /(^|\\)(administrators|domain admins|enterprise admins|schema admins|account operators|backup operators|server operators|print operators|dnsadmins|group policy creator owners)$/i;
/** The relative ids of the same groups, for localized installations. */
const STRONG_SIDS = /-(512|518|519|520|544|548|549|550|551)$/;

function windowsGrant({ fields }: LogRow): Grant | null {
  if (!GROUP_ADDITIONS.has(readText(fields, "EventID") ?? "")) return null;
  const group = readFirst(fields, ["TargetUserName", "TargetAccount"]) ?? "";
  const isStrong = STRONG_NAMES.test(group) || STRONG_SIDS.test(readText(fields, "TargetSid") ?? "");
  const member = isStrong ? toSid(readText(fields, "MemberSid")) : null;
  return member === null ? null : { grantee: `sid:${member}`, role: group };
}
