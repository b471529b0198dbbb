import type { Fields } from "../../model/fields.ts";
import type { Account, ServiceAccount } from "../account.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface Provisioning {
  readonly at: Date;
  readonly service: ServiceAccount;
  readonly action: "create" | "update" | "disable" | "delete" | "other";
  readonly target: Account;
  readonly system: string;
  readonly failed?: boolean;
  readonly more?: Fields;
}

/** Creates the row of an account that a provisioning job wrote to another system; nested columns are JSON text. */
export const provisioningRow = ({
  at,
  service,
  action,
  target,
  system,
  failed = false,
  more,
}: Provisioning): SynthRow =>
  toRow({
    table: "AADProvisioningLogs",
    at,
    idColumn: "Id",
    fields: {
      Category: "ProvisioningLogs",
      OperationName: "Provisioning activity",
      ProvisioningAction: action,
      ResultType: failed ? "Failure" : "Success",
      InitiatedBy: JSON.stringify({ Id: service.objectId, Name: service.name, Type: "System" }),
      ServicePrincipal: JSON.stringify({ Id: service.objectId, Name: service.name }),
      SourceIdentity: JSON.stringify({ Id: target.objectId, Name: target.name, Type: "User" }),
      TargetIdentity: JSON.stringify({ Id: target.objectId, Name: target.email, Type: "User" }),
      TargetSystem: JSON.stringify({ Name: system }),
      ModifiedProperties: "[]",
    },
    more,
  });
