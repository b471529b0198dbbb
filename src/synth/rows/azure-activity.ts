import type { Fields } from "../../model/fields.ts";
import type { Account, ServiceAccount } from "../account.ts";
import { synthId } from "../synth-id.ts";
import { type SynthRow, toRow } from "./row.ts";

export const SUBSCRIPTION_ID = synthId(0, "subscription", "sub-commerce-prod");
const OBJECT_ID_CLAIM = "http://schemas.microsoft.com/identity/claims/objectidentifier";

export interface AzureOperation {
  readonly at: Date;
  readonly by: Account | ServiceAccount;
  readonly ip: string;
  /** Such as `Microsoft.Compute/virtualMachines/delete`. */
  readonly operation: string;
  /** Absent, like the resource, for an operation on the whole tenant, which is in no subscription. */
  readonly group?: string;
  readonly resource?: string;
  readonly status?: "Success" | "Failure" | "Start";
  readonly more?: Fields;
}

export function azureActivityRow({
  at,
  by,
  ip,
  operation,
  group,
  resource,
  status = "Success",
  more,
}: AzureOperation): SynthRow {
  const provider = operation.split("/")[0] ?? "";
  const kind = operation.split("/").slice(1, -1).join("/");
  const subscription = group === undefined ? undefined : SUBSCRIPTION_ID;
  return toRow({
    table: "AzureActivity",
    at,
    idColumn: "EventDataId",
    fields: {
      EventSubmissionTimestamp: at.toISOString(),
      OperationNameValue: operation.toUpperCase(),
      CategoryValue: "Administrative",
      ActivityStatusValue: status,
      ActivitySubstatusValue: status === "Failure" ? "Forbidden" : "OK",
      Caller: "appId" in by ? by.objectId : by.email,
      CallerIpAddress: ip,
      Claims_d: { [OBJECT_ID_CLAIM]: by.objectId, ...("appId" in by && { appid: by.appId }) },
      Level: operation.endsWith("/delete") ? "Warning" : "Informational",
      ResourceGroup: group ?? "",
      ResourceProviderValue: provider.toUpperCase(),
      Resource: resource ?? "",
      ResourceId: subscription
        ? `/subscriptions/${subscription}/resourceGroups/${group}/providers/${provider}/${kind}/${resource}`
        : `/providers/${provider}`,
      SubscriptionId: subscription ?? "",
    },
    more,
  });
}
