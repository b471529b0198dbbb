import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

export interface AzureOperation {
  /** Lower case, for example `microsoft.keyvault/vaults/delete`. */
  readonly action: string;
  readonly resource: string | null;
  /** Each operation is told of as started, accepted and done. */
  readonly isDone: boolean;
}

/** What an AzureActivity row says was done. */
export const azureOperationOf = oncePerRow(({ table, fields }): AzureOperation | null => {
  if (table !== "AzureActivity") return null;
  const told = readFirst(fields, [
    "OperationNameValue",
    "Authorization_d.action",
    "Authorization.action",
    "OperationName",
  ]);
  if (told === null) return null;
  const status = readFirst(fields, ["ActivityStatusValue", "ActivityStatus"])?.toLowerCase() ?? "";
  return {
    action: told.toLowerCase(),
    resource: (readText(fields, "_ResourceId") ?? readText(fields, "ResourceId"))?.toLowerCase() ?? null,
    isDone: /^(succe|success)/.test(status),
  };
});
