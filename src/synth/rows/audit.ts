import type { Fields } from "../../model/fields.ts";
import type { Account, ServiceAccount } from "../account.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface AuditTarget {
  readonly type: "User" | "Group" | "Role" | "ServicePrincipal" | "Application" | "Policy" | "Device" | "Other";
  readonly id: string;
  readonly name: string;
  readonly upn?: string;
  /** Modified properties: name, old value, new value. */
  readonly changes?: readonly (readonly [property: string, before: string, after: string])[];
}

export interface DirectoryChange {
  readonly at: Date;
  readonly operation: string;
  readonly category: string;
  readonly by: Account | ServiceAccount;
  readonly ip: string;
  readonly targets: readonly AuditTarget[];
  readonly details?: Readonly<Record<string, string>>;
  readonly result?: "success" | "failure";
  readonly service?: string;
  readonly more?: Fields;
}

/** Creates the row of a directory change. */
export const auditRow = (change: DirectoryChange): SynthRow =>
  toRow({
    table: "AuditLogs",
    at: change.at,
    idColumn: "Id",
    fields: {
      ActivityDateTime: change.at.toISOString(),
      OperationName: change.operation,
      ActivityDisplayName: change.operation,
      Category: change.category,
      AADOperationType: change.operation.split(" ")[0] ?? "",
      LoggedByService: change.service ?? "Core Directory",
      Result: change.result ?? "success",
      Identity: change.by.name,
      InitiatedBy: initiatorOf(change),
      TargetResources: change.targets.map(toTarget),
      AdditionalDetails: Object.entries(change.details ?? {}).map(([key, value]) => ({ key, value })),
    },
    more: change.more,
  });

function initiatorOf({ by, ip }: DirectoryChange): Fields {
  if ("appId" in by) return { app: { displayName: by.name, appId: by.appId, servicePrincipalId: by.objectId } };
  return { user: { id: by.objectId, displayName: by.name, userPrincipalName: by.email, ipAddress: ip } };
}

const toTarget = ({ type, id, name, upn, changes = [] }: AuditTarget): Fields => ({
  id,
  displayName: name,
  type,
  ...(upn !== undefined && { userPrincipalName: upn }),
  modifiedProperties: changes.map(([displayName, oldValue, newValue]) => ({ displayName, oldValue, newValue })),
});

export const userTarget = (account: Account, changes: AuditTarget["changes"] = []): AuditTarget => ({
  type: "User",
  id: account.objectId,
  name: account.name,
  upn: account.email,
  changes,
});
