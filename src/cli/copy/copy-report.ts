import { toAmount } from "../../model/text/amount.ts";
import type { CopiedRows, OnCopied } from "../../store/copy/load-tables.ts";
import type { Terminal } from "../command.ts";

/** Limit for one statement of a command that copies a database. */
export const COPY_TIMEOUT_MS = 3_600_000;

const MIB = 1_048_576;

/** Shows how far a copy has come, table by table. */
export function showCopied(terminal: Terminal): OnCopied {
  return ({ table, rows, isCheck }) =>
    terminal.progress(`${isCheck ? "comparing" : "copying"} ${table}: ${toAmount(rows, "row")}`);
}

/** Shows how many bytes of a file or folder were read. */
export function showBytes(terminal: Terminal, verb: string): (bytes: number) => void {
  return (bytes) => terminal.progress(`${verb}: ${toMib(bytes)}`);
}

export const toMib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

/** Returns `1,234 rows of 45 tables`. */
export function describeCopy(tables: readonly CopiedRows[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${toAmount(rows, "row")} of ${toAmount(tables.length, "table")}`;
}

/** Returns the tables of a copy for `--json`: the number of rows and their digest, by name. */
export function tablesOf(tables: readonly CopiedRows[]) {
  return Object.fromEntries(tables.map(({ table, rows, digest }) => [table, { rows, digest }]));
}
