import type { Fields } from "../../model/fields.ts";

/** Columns of AzureActivity that had another name in the older schema. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  OperationNameValue: "OperationName",
  ActivityStatusValue: "ActivityStatus",
  ActivitySubstatusValue: "ActivitySubstatus",
  CategoryValue: "Category",
};

/**
 * Converts a row of AzureActivity to plain values under the current column names: exports of the activity log have
 * `{value, localizedValue}` where the workspace has the value, and older ones lack the columns for values.
 */
export function toActivityRow(fields: Fields): Fields {
  const plain = Object.fromEntries(Object.entries(fields).map(([column, value]) => [column, plainValue(value)]));
  for (const [column, older] of Object.entries(OLDER_NAMES)) {
    if (plain[column] === undefined && typeof plain[older] === "string") plain[column] = plain[older];
  }
  return plain;
}

function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("localizedValue" in value) || !("value" in value)) return value;
  return value.value;
}
