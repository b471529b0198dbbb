import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";

/** The subfolder of a folder of records that has the log rows, a file per table. */
export const ROWS_FOLDER = "rows";

/** Returns the file names that the rows of a table may have. */
export const rowFileNames = (table: LogTable): readonly string[] => [`${table}.ndjson`, `${table}.ndjson.gz`];

/** Returns the table of a file with rows. */
export const tableOfFile = (name: string): LogTable | undefined =>
  LOG_TABLES.find((table) => rowFileNames(table).includes(name));
