import type { Fields } from "../../model/fields.ts";

/** Columns of AzureActivity that its older schema knew by another name only. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  OperationNameValue: "OperationName",
  ActivityStatusValue: "ActivityStatus",
  ActivitySubstatusValue: "ActivitySubstatus",
  CategoryValue: "Category",
};

/**
 * A row of AzureActivity with its words plain and under their present names: exports of the activity log hold
 * `{value, localizedValue}` where the workspace holds the value, and older ones lack the columns for values.
 */
export function toActivityRow(fields: Fields): Fields {
  const plain = Object.fromEntries(Object.entries(fields).map(([column, value]) => [column, wordOf(value)]));
  for (const [column, older] of Object.entries(OLDER_NAMES)) {
    if (plain[column] === undefined && typeof plain[older] === "string") plain[column] = plain[older];
  }
  return plain;
}

function wordOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("localizedValue" in value) || !("value" in value)) return value;
  return value.value;
}
