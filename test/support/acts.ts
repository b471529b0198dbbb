import type { Fields } from "../../src/model/fields.ts";
import type { LogRow } from "../../src/model/rows/log-row.ts";
import { rowOf } from "./rules.ts";

/** An act as the directory's audit log and the audit log of the office suite both can report it. */
export interface ReportedAct {
  readonly operation: string;
  readonly type?: string;
  readonly name?: string;
  readonly upn?: string;
  /** Name, value before, value after. */
  readonly properties?: readonly (readonly [string, string, string])[];
  readonly parameters?: Readonly<Record<string, string>>;
}

const ADMIN = "dana.cole@fabrikam.example";

export const auditRow = ({
  operation,
  type = "User",
  name,
  upn,
  properties = [],
  parameters = {},
}: ReportedAct): LogRow =>
  rowOf(
    {
      OperationName: operation,
      Result: "success",
      LoggedByService: "Core Directory",
      InitiatedBy: { user: { userPrincipalName: ADMIN, ipAddress: "192.0.2.140" } },
      TargetResources: [
        {
          type,
          displayName: name ?? null,
          userPrincipalName: upn ?? null,
          modifiedProperties: properties.map(([displayName, oldValue, newValue]) => ({
            displayName,
            oldValue,
            newValue,
          })),
        },
      ],
      AdditionalDetails: Object.entries(parameters).map(([key, value]) => ({ key, value })),
    },
    "AuditLogs",
  );

const officeRecord = ({
  operation,
  type = "User",
  name,
  upn,
  properties = [],
  parameters = {},
}: ReportedAct): Fields => ({
  Operation: operation,
  UserId: ADMIN,
  ResultStatus: "Success",
  ModifiedProperties: properties.map(([Name, OldValue, NewValue]) => ({ Name, OldValue, NewValue })),
  Parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value })),
  Target: [
    { ID: `${type}_00000000-0000-4000-8000-000000000001`, Type: 2 },
    { ID: type, Type: 2 },
    ...(name === undefined ? [] : [{ ID: name, Type: 1 }]),
    ...(upn === undefined ? [] : [{ ID: upn, Type: 5 }]),
  ],
});

export function officeRow(act: ReportedAct): LogRow {
  const { Target, ModifiedProperties, Parameters, ...record } = officeRecord(act);
  return rowOf(
    {
      ...record,
      OfficeWorkload: "AzureActiveDirectory",
      AADTarget: JSON.stringify(Target),
      ModifiedProperties: JSON.stringify(ModifiedProperties),
      Parameters: JSON.stringify(Parameters),
    },
    "OfficeActivity",
  );
}

export const cloudRow = (act: ReportedAct): LogRow =>
  rowOf(
    { ActionType: act.operation, AccountDisplayName: "Dana Cole", RawEventData: officeRecord(act) },
    "CloudAppEvents",
  );
