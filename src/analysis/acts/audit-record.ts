import type { Fields } from "../../model/fields.ts";
import { toGuid, toUpn } from "../../model/rows/identifiers.ts";
import { readFirst, readObjects, readText } from "../../model/rows/row-fields.ts";
import type { ActObject, ActRecord } from "./act-record.ts";
import { toOperationName } from "./operation-name.ts";
import { readChanges, readPairs } from "./read-record-parts.ts";

const MAX_TARGETS = 20;

/** Returns the normalized name of a successful operation of the directory's audit log. */
export function auditOperation(fields: Fields): string | null {
  const result = readFirst(fields, ["Result", "ResultType"])?.toLowerCase() ?? "success";
  if (result !== "success" && result !== "0") return null;
  const operation = readFirst(fields, ["OperationName", "ActivityDisplayName"]);
  return operation === null ? null : toOperationName(operation);
}

export function readAuditRecord(fields: Fields, operation: string): ActRecord {
  const targets = readObjects(fields, "TargetResources").slice(0, MAX_TARGETS);
  return {
    operation,
    objects: targets.map(toObject),
    properties: readChanges(
      targets.flatMap((target) => readObjects(target, "modifiedProperties")),
      ["displayName", "oldValue", "newValue"],
    ),
    parameters: readPairs(fields, ["AdditionalDetails"], ["key", "value"]),
    isCommand: false,
    isByPim:
      readText(fields, "LoggedByService")?.toLowerCase() === "pim" ||
      readText(fields, "InitiatedBy.app.displayName")?.toLowerCase() === "ms-pim",
    remark: readFirst(fields, ["ResultReason", "ResultDescription"]) ?? "",
    ownDomains: [],
  };
}

const toObject = (target: Fields): ActObject => ({
  type: readText(target, "type")?.toLowerCase() ?? "",
  id: toGuid(readText(target, "id")),
  upn: toUpn(readText(target, "userPrincipalName")),
  name: readText(target, "displayName"),
});
