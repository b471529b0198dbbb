import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

export interface AzureOperation {
  /** Lower case, for example `microsoft.keyvault/vaults/delete`. */
  readonly action: string;
  readonly resource: string | null;
  /** An operation is logged several times: started, accepted, succeeded. */
  readonly isDone: boolean;
}

/** Returns the operation of an AzureActivity row. */
export const azureOperationOf = oncePerRow(({ table, fields }): AzureOperation | null => {
  if (table !== "AzureActivity") return null;
  const action = readFirst(fields, [
    "OperationNameValue",
    "Authorization_d.action",
    "Authorization.action",
    "OperationName",
  ]);
  if (action === null) return null;
  const status = readFirst(fields, ["ActivityStatusValue", "ActivityStatus"])?.toLowerCase() ?? "";
  return {
    action: action.toLowerCase(),
    resource: (readText(fields, "_ResourceId") ?? readText(fields, "ResourceId"))?.toLowerCase() ?? null,
    isDone: /^(succe|success)/.test(status),
  };
});
