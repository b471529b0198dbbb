import type { OperationClass } from "../../../model/identity/activity.ts";
import { toIdentifier } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../model/rows/row-fields.ts";
import { outcomeOf } from "../../detect/behavior/signals/sign-in.ts";
import { type Act, named } from "../act.ts";
import { hostOf } from "../host-of.ts";

/** Reads a logon to Active Directory or a cloud application. */
export function logonAct(row: LogRow): Act | null {
  const { fields } = row;
  const outcome = outcomeOf(row);
  if (outcome === null) return null;
  const from = toIdentifier(readText(fields, "DeviceName"));
  return {
    result: outcome === "success" ? "success" : "failure",
    code: readText(fields, "FailureReason") ?? outcome,
    class: "sign_in",
    name: readText(fields, "LogonType") ?? "logon",
    application: named(null, readText(fields, "Application")),
    resources: hostOf(readFirst(fields, ["DestinationDeviceName", "TargetDeviceName"])),
    authentication: readText(fields, "Protocol"),
    callers: [from && `host:${from}`],
  };
}

/** Reads a query of the directory. */
export function queryAct({ fields }: LogRow): Act | null {
  const action = readFirst(fields, ["ActionType", "QueryType"]);
  if (action === null) return null;
  return {
    result: "success",
    class: "read",
    name: action,
    resources: hostOf(readText(fields, "DestinationDeviceName")),
  };
}

function classOf(action: string): OperationClass {
  if (/replication|private data|credential/i.test(action)) return "secret";
  if (/powershell|service creation|remote|task|wmi/i.test(action)) return "execute";
  if (/deleted/i.test(action)) return "delete";
  return /membership|delegation|constrained|polic|privilege/i.test(action) ? "admin" : "write";
}

/** Reads a change of Active Directory, or an action on a domain controller. */
export function directoryAct({ fields }: LogRow): Act | null {
  const action = readText(fields, "ActionType");
  if (action === null) return null;
  return {
    result: "success",
    class: classOf(action),
    name: action,
    application: named(null, readText(fields, "Application")),
    resources: hostOf(readText(fields, "DestinationDeviceName")),
  };
}
