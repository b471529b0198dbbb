import type { LogTable } from "../model/log-row.ts";
import { parseRowTime } from "../model/row-time.ts";
import { TABLES } from "../model/tables.ts";
import type { NewLogRow } from "../store/log-rows.ts";
import { canonicalRow } from "./content-key.ts";
import { MAX_COLUMN_NAME, MAX_COLUMNS, MAX_FIELD_CHARACTERS, MAX_ITEM_ID } from "./limits.ts";
import { checkOwnTable } from "./own-table.ts";
import { parseLine } from "./parse-line.ts";
import { quoted, RowProblem } from "./row-problem.ts";
import { saidColumns } from "./said-columns.ts";
import { type Fields, recordsOf, toFields } from "./wire-shapes.ts";

/** One delivered line: its text, a value that was parsed elsewhere, or why it cannot be read at all. */
export type DeliveredLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

export interface RejectedLine {
  readonly line: number;
  readonly error: string;
}

export interface PreparedRow extends NewLogRow {
  readonly line: number;
}

export interface PreparedRows {
  readonly rows: readonly PreparedRow[];
  readonly rejected: readonly RejectedLine[];
}

/** Turns delivered lines into rows of one table. What is wrong with a line is said of that line; the rest goes on. */
export function prepareRows(table: LogTable, lines: Iterable<DeliveredLine>, receivedAt: Date): PreparedRows {
  const rows: PreparedRow[] = [];
  const rejected: RejectedLine[] = [];
  eachRecord(lines, rejected, (record, line) => {
    rows.push(toRow(table, line, record, receivedAt));
  });
  return { rows, rejected };
}

/** Hands out every object of the lines; what is wrong with one, here or for the taker, is said of its line. */
export function eachRecord(
  lines: Iterable<DeliveredLine>,
  rejected: RejectedLine[],
  take: (record: unknown, line: number) => void,
): void {
  for (const delivered of lines) {
    attempt(rejected, delivered.line, "", () => {
      const records = recordsOf(readLine(delivered));
      for (const [index, record] of records.entries()) {
        const where = records.length > 1 ? `record ${index + 1} ` : "";
        attempt(rejected, delivered.line, where, () => take(record, delivered.line));
      }
    });
  }
}

function attempt(rejected: RejectedLine[], line: number, where: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    reject(rejected, line, where, error);
  }
}

function reject(rejected: RejectedLine[], line: number, where: string, error: unknown): void {
  if (!(error instanceof RowProblem)) throw error;
  rejected.push({ line, error: `${where}${error.message}`.slice(0, 300) });
}

function readLine(delivered: DeliveredLine): unknown {
  if ("problem" in delivered) throw new RowProblem(delivered.problem);
  // Whoever parsed it was less strict than this.
  return parseLine("text" in delivered ? delivered.text : JSON.stringify(delivered.value ?? null));
}

function toRow(table: LogTable, line: number, record: unknown, receivedAt: Date): PreparedRow {
  const fields = toFields(table, record);
  const time = timeOf(table, fields);
  const timed =
    time === undefined || time.column === "TimeGenerated" ? fields : { ...fields, TimeGenerated: fields[time.column] };
  const columns = saidColumns(table, timed);
  checkOwnTable(table, columns, fields["Type"]);
  const canonical = canonicalRow(table, columns.said, fields["_ResourceId"]);
  checkColumns(timed, columns.said, canonical.text.length);
  const at = time?.at ?? receivedAt.getTime();
  return { line, ...canonical, itemId: itemIdOf(timed), at, undated: time === undefined };
}

function checkColumns(fields: Fields, said: Fields, size: number): void {
  const columns = Object.entries(fields);
  if (columns.length > MAX_COLUMNS) throw new RowProblem(`has more than ${MAX_COLUMNS} columns`);
  for (const [column, value] of columns) {
    if (column.length > MAX_COLUMN_NAME)
      throw new RowProblem(`has a column name of more than ${MAX_COLUMN_NAME} characters`);
    if (size > MAX_FIELD_CHARACTERS && sizeOf(said[column] ?? value) > MAX_FIELD_CHARACTERS) {
      throw new RowProblem(`has more than ${MAX_FIELD_CHARACTERS} characters in column ${quoted(column)}`);
    }
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 0;
}

/** When a row says it happened; some exports leave that out, and a workspace then takes the time of receipt. */
function timeOf(table: LogTable, fields: Fields): { readonly at: number; readonly column: string } | undefined {
  for (const column of ["TimeGenerated", ...TABLES[table].times]) {
    const value = fields[column];
    if (value === undefined || value === null || value === "") continue;
    const at = parseRowTime(value);
    if (at !== null) return { at, column };
    throw new RowProblem(
      `has ${column} ${quoted(String(value))}, which is no time; send it as 2026-01-31T08:15:00.000Z`,
    );
  }
  return undefined;
}

function itemIdOf(fields: Fields): string | null {
  const id = fields["_ItemId"];
  if (id === undefined || id === null || id === "") return null;
  if (typeof id !== "string" || id.length > MAX_ITEM_ID) {
    throw new RowProblem(`has an _ItemId that is no text of at most ${MAX_ITEM_ID} characters`);
  }
  return id;
}
