import { toGuid } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { principalKey } from "../../../model/rows/principal-key.ts";
import { readFirst } from "../../../model/rows/row-fields.ts";
import { azureOperationOf } from "../../detect/behavior/signals/azure-operation.ts";
import type { ReadChange } from "../read-change.ts";

const BODIES = ["requestbody", "responseBody", "responsebody"];
const ROOTS = ["Properties", "Properties_d"];

/** Returns every place where a request or response can have a property, in both of the spellings that occur. */
const pathsOf = (name: string): readonly string[] =>
  ROOTS.flatMap((root) =>
    BODIES.flatMap((body) => [
      `${root}.${body}.Properties.${name}`,
      `${root}.${body}.properties.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    ]),
  );

const MAX_ID = 64;

const PRINCIPAL = pathsOf("PrincipalId");
const ROLE = pathsOf("RoleDefinitionId");
const SCOPE = pathsOf("Scope");

/**
 * Returns the assignment of a role on cloud resources. The object is the role, its name the scope. The principal may
 * stand in the row of the start or of the end of the operation or in both, so both are read; they have the operation in
 * common. The row of a failure withdraws what the row of the start reports.
 */
export function azureChanges(row: LogRow): readonly ReadChange[] {
  const { action = "", resource = null } = azureOperationOf(row) ?? {};
  const isWrite = action === "microsoft.authorization/roleassignments/write";
  if (!isWrite && action !== "microsoft.authorization/roleassignments/delete") return [];
  const { fields } = row;
  const operation = operationKey(readFirst(fields, ["CorrelationId", "OperationId"]), resource);
  const target = principalKey(null, readFirst(fields, PRINCIPAL));
  if (/^fail/i.test(readFirst(fields, ["ActivityStatusValue", "ActivityStatus"]) ?? "")) {
    const failed = { change: "azure_role_failed", target: target ?? "", objectId: null, objectName: null } as const;
    return operation.operation === undefined ? [] : [{ ...failed, ...operation }];
  }
  if (target === null) return [];
  const role = readFirst(fields, ROLE)?.split("/").at(-1) ?? null;
  const change = isWrite ? "azure_role_added" : "azure_role_removed";
  return [{ change, target, objectId: toGuid(role), objectName: readFirst(fields, SCOPE), ...operation }];
}

/** Identifies the operation on one assignment: a deployment makes many assignments with one correlation id. */
function operationKey(correlation: string | null, resource: string | null): Pick<ReadChange, "operation"> {
  if (correlation === null) return {};
  return {
    operation: `${correlation.toLowerCase().slice(0, MAX_ID)}/${(resource?.split("/").at(-1) ?? "").slice(0, MAX_ID)}`,
  };
}
