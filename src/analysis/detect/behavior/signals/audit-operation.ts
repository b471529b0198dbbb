import { readFirst } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** Returns the successful directory operation, in lower case with single blanks and plain dashes; null for other rows. */
export const auditOperationOf = oncePerRow(({ table, fields }): string | null => {
  if (table !== "AuditLogs") return null;
  const result = readFirst(fields, ["Result", "ResultType"])?.toLowerCase() ?? "success";
  if (result !== "success" && result !== "0") return null;
  const operation = readFirst(fields, ["OperationName", "ActivityDisplayName"]);
  return operation?.toLowerCase().replace(/[‐-―]/g, "-").replace(/\s+/g, " ").trim() ?? null;
});
