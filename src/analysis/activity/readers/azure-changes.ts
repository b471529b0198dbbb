import { toGuid } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst } from "../../../model/rows/row-fields.ts";
import { keyOf } from "../../detect/behavior/signals/audit-operation.ts";
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

const PRINCIPAL = pathsOf("PrincipalId");
const ROLE = pathsOf("RoleDefinitionId");
const SCOPE = pathsOf("Scope");

/**
 * Returns the assignment of a role on cloud resources. The object is the role, its name the scope. The principal may
 * stand in the row of the start or of the end of the operation, so both are read unless they report a failure.
 */
export function azureChanges(row: LogRow): readonly ReadChange[] {
  const action = azureOperationOf(row)?.action ?? "";
  const isWrite = action === "microsoft.authorization/roleassignments/write";
  if (!isWrite && action !== "microsoft.authorization/roleassignments/delete") return [];
  const { fields } = row;
  if (/^fail/i.test(readFirst(fields, ["ActivityStatusValue", "ActivityStatus"]) ?? "")) return [];
  const target = keyOf(null, readFirst(fields, PRINCIPAL));
  if (target === null) return [];
  const role = readFirst(fields, ROLE)?.split("/").at(-1) ?? null;
  const change = isWrite ? "azure_role_added" : "azure_role_removed";
  return [{ change, target, objectId: toGuid(role), objectName: readFirst(fields, SCOPE) }];
}
