import { LOG_TABLES, type LogRow, type LogTable } from "./rows/log-row.ts";
import { readText } from "./rows/row-fields.ts";
import { ANALYSIS_TABLES } from "./tables/analysis-tables.ts";
import type { TableFacts } from "./tables/define-table.ts";
import { EMAIL_TABLES } from "./tables/email-tables.ts";
import { ENTRA_TABLES } from "./tables/entra-tables.ts";
import { IDENTITY_TABLES } from "./tables/identity-tables.ts";
import { INSIGHT_TABLES } from "./tables/insight-tables.ts";
import { OFFICE_TABLES } from "./tables/office-tables.ts";
import { PLATFORM_TABLES } from "./tables/platform-tables.ts";
import { WINDOWS_TABLES } from "./tables/windows-tables.ts";

const ALL: readonly TableFacts[] = [
  ...ENTRA_TABLES,
  ...OFFICE_TABLES,
  ...EMAIL_TABLES,
  ...WINDOWS_TABLES,
  ...IDENTITY_TABLES,
  ...INSIGHT_TABLES,
  ...PLATFORM_TABLES,
  ...ANALYSIS_TABLES,
];

/** The definition of every log table, by name. */
export const TABLES: Readonly<Record<LogTable, TableFacts>> = Object.fromEntries(
  ALL.map((facts) => [facts.name, facts]),
) as Record<LogTable, TableFacts>;

export const isLogTable = (name: string): name is LogTable => (LOG_TABLES as readonly string[]).includes(name);

/** Returns the id of a row in the upstream system, if it has one. */
export function platformEventIdOf(row: Pick<LogRow, "table" | "fields">): string | null {
  for (const column of TABLES[row.table].nativeIds) {
    const id = readText(row.fields, column);
    if (id) return id.slice(0, 256);
  }
  return null;
}
