import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { readText } from "../../model/rows/row-fields.ts";

const COUNTRY = { column: "Location", path: "LocationDetails.countryOrRegion" };

/** Columns that repeat another column, and that not every wire shape has. */
const IMPLIED: Readonly<Partial<Record<LogTable, typeof COUNTRY>>> = {
  SigninLogs: COUNTRY,
  AADNonInteractiveUserSignInLogs: COUNTRY,
  AADServicePrincipalSignInLogs: COUNTRY,
  AADManagedIdentitySignInLogs: COUNTRY,
  AuditLogs: { column: "OperationName", path: "ActivityDisplayName" },
};

/** Returns the column that a row lacks and its value, which another column implies. */
export function findImplied(
  table: LogTable,
  fields: Fields,
): { readonly column: string; readonly value: string } | undefined {
  const implied = IMPLIED[table];
  if (implied === undefined || isPresent(fields[implied.column])) return undefined;
  const value = readText(fields, implied.path);
  return value === null ? undefined : { column: implied.column, value };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
