import type { OperationClass } from "../../../model/identity/activity.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../model/rows/row-fields.ts";
import { type Act, named } from "../act.ts";

const SECRET = /certificates and secrets|service principal credentials|\bsecret\b|federated identity credential/i;
const ADMIN = /\brole\b|polic(y|ies)|consent|\bowner\b|permission grant|app role|conditional access|domain|elevat/i;
const DELETE = /^(hard |permanently )?(delete|purge)/i;

function classOf(operation: string, category: string): OperationClass {
  if (SECRET.test(operation)) return "secret";
  if (DELETE.test(operation)) return "delete";
  if (ADMIN.test(operation) || /^(rolemanagement|policy|authorization)/i.test(category)) return "admin";
  return "write";
}

/** Reads an operation on the directory. */
export function auditAct({ fields }: LogRow): Act | null {
  const operation = readFirst(fields, ["OperationName", "ActivityDisplayName"]);
  if (operation === null) return null;
  const result = readFirst(fields, ["Result", "ResultType"])?.toLowerCase() ?? "success";
  const isSuccess = result === "success" || result === "0";
  const service = named(null, readText(fields, "LoggedByService"), "directory:");
  return {
    result: isSuccess ? "success" : "failure",
    code: readFirst(fields, ["ResultReason", "ResultDescription"]) ?? result,
    class: classOf(operation, readText(fields, "Category") ?? ""),
    name: operation,
    resources: service === null ? [] : [service],
  };
}

/** Reads the provisioning of one object into another system. */
export function provisioningAct({ fields }: LogRow): Act | null {
  const action = readFirst(fields, ["ProvisioningAction", "OperationName"]);
  if (action === null) return null;
  const status = readFirst(fields, ["ProvisioningStatusInfo.Status", "ProvisioningStatusInfo.status", "ResultType"]);
  const isFailure = /^fail/i.test(status ?? "");
  const system = ["Id", "Name"].map((part) =>
    readFirst(fields, [`TargetSystem.${part}`, `TargetSystem.${part.toLowerCase()}`]),
  );
  const target = named(system[0] ?? null, system[1] ?? null, "system:");
  return {
    result: isFailure ? "failure" : "success",
    code: readText(fields, "ResultSignature") ?? status,
    class: /delete|disable/i.test(action) ? "delete" : "write",
    name: `Provision ${action}`,
    application: named(null, system[1] ?? null),
    resources: target === null ? [] : [target],
  };
}
