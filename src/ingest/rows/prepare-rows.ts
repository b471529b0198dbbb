import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { parseRowTime } from "../../model/rows/row-time.ts";
import { TABLES } from "../../model/tables.ts";
import type { NewLogRow } from "../../store/rows/log-rows.ts";
import {
  MAX_COLUMN_NAME,
  MAX_COLUMNS,
  MAX_FIELD_CHARACTERS,
  MAX_ITEM_ID,
  MAX_LINE_RECORDS,
  MAX_RECORDS,
} from "../limits.ts";
import { type OpenRecord, openRecords } from "../wire/open-records.ts";
import { checkOwnTable } from "../wire/own-table.ts";
import { toFields } from "../wire/wire-shapes.ts";
import { canonicalRow } from "./content-key.ts";
import { deliveredColumns } from "./delivered-columns.ts";
import { quoted, RowProblem } from "./row-problem.ts";

/** One delivered line: its text, a value that was parsed already, or the reason why it cannot be read. */
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

/** Converts delivered lines into rows of one table. An invalid line is rejected and affects no other. */
export function prepareRows(table: LogTable, lines: Iterable<DeliveredLine>, receivedAt: Date): PreparedRows {
  const reader = createRowReader(table, receivedAt);
  const rows = [...lines].flatMap((line) => [...reader.read(line)]).filter((row) => row !== undefined);
  return { rows, rejected: reader.rejected };
}

export const createRowReader = (table: LogTable, receivedAt: Date): RecordReader<PreparedRow> =>
  createRecordReader((record, { line }) => toRow(table, line, record, receivedAt));

/** Reads the lines of one delivery, one after the other. */
export interface RecordReader<T> {
  /** The lines rejected so far. */
  readonly rejected: readonly RejectedLine[];
  /** Yields the result for each object of the line, converted lazily; undefined for one that is rejected. */
  read(line: DeliveredLine): Generator<T | undefined, void, void>;
  /** Runs `work`; a `RowProblem` is recorded as a rejection of that record. */
  attempt<R>(place: RecordPlace, work: () => R): R | undefined;
}

export interface RecordPlace {
  readonly line: number;
  /** The record of the line, as the start of a message; empty if it is the only one. */
  readonly where: string;
}

/** Converts every object with `convert`; a `RowProblem` is recorded as a rejection of its line. */
export function createRecordReader<T>(convert: (record: unknown, place: RecordPlace) => T): RecordReader<T> {
  const rejected: RejectedLine[] = [];
  const budget = createRecordBudget();
  const attempt = <R>(place: RecordPlace, work: () => R): R | undefined => {
    try {
      return work();
    } catch (error) {
      rejected.push(rejectedLine(place, error));
      return undefined;
    }
  };
  function* read(delivered: DeliveredLine): Generator<T | undefined, void, void> {
    const { line } = delivered;
    const records = attempt({ line, where: "" }, () => openLine(delivered, budget)) ?? [];
    for (const [index, open] of records.entries()) {
      const place = { line, where: records.length > 1 ? `record ${index + 1} ` : "" };
      yield attempt(place, () => convert(open(), place));
    }
  }
  return { rejected, read, attempt };
}

function openLine(delivered: DeliveredLine, budget: RecordBudget): readonly OpenRecord[] {
  if ("problem" in delivered) throw new RowProblem(delivered.problem);
  budget.check();
  // It was not parsed strictly, so it is rendered and parsed again.
  const records = openRecords("text" in delivered ? delivered.text : JSON.stringify(delivered.value ?? null));
  budget.spend(records.length);
  return records;
}

/** Bounds the cost of a small body with very many tiny records; real lines are far below these limits. */
interface RecordBudget {
  /** Fails once a line has exceeded the budget: the lines after it are rejected without being parsed. */
  check(): void;
  spend(records: number): void;
}

function createRecordBudget(): RecordBudget {
  let left = MAX_RECORDS;
  const check = () => {
    if (left >= 0) return;
    throw new RowProblem(`exceeds the limit of ${MAX_RECORDS} records in one delivery; send it in another one`);
  };
  return {
    check,
    spend: (records) => {
      if (records > MAX_LINE_RECORDS) throw new RowProblem(`holds more than ${MAX_LINE_RECORDS} records`);
      left -= records;
      check();
    },
  };
}

function rejectedLine({ line, where }: RecordPlace, error: unknown): RejectedLine {
  if (!(error instanceof RowProblem)) throw error;
  return { line, error: `${where}${error.message}`.slice(0, 300) };
}

function toRow(table: LogTable, line: number, record: unknown, receivedAt: Date): PreparedRow {
  const fields = toFields(table, record);
  if (Object.keys(fields).length > MAX_COLUMNS) throw new RowProblem(`has more than ${MAX_COLUMNS} columns`);
  const time = timeOf(table, fields);
  const timed =
    time === undefined || time.column === "TimeGenerated" ? fields : { ...fields, TimeGenerated: fields[time.column] };
  const columns = deliveredColumns(table, timed);
  checkOwnTable(table, columns, fields["Type"]);
  const canonical = canonicalRow(table, columns.fields, fields["_ResourceId"]);
  checkColumns(timed, columns.fields, canonical.text.length);
  const at = time?.at ?? receivedAt.getTime();
  return { line, ...canonical, itemId: itemIdOf(timed), at, undated: time === undefined };
}

function checkColumns(delivered: Fields, normalized: Fields, size: number): void {
  for (const [column, value] of Object.entries(delivered)) {
    if (column.length > MAX_COLUMN_NAME)
      throw new RowProblem(`has a column name of more than ${MAX_COLUMN_NAME} characters`);
    if (size > MAX_FIELD_CHARACTERS && sizeOf(normalized[column] ?? value) > MAX_FIELD_CHARACTERS) {
      throw new RowProblem(`has more than ${MAX_FIELD_CHARACTERS} characters in column ${quoted(column)}`);
    }
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 0;
}

/** Returns the time of the event; undefined if the row has none, as in some exports. */
function timeOf(table: LogTable, fields: Fields): { readonly at: number; readonly column: string } | undefined {
  for (const column of ["TimeGenerated", ...TABLES[table].times]) {
    const value = fields[column];
    if (value === undefined || value === null || value === "") continue;
    const at = parseRowTime(value);
    if (at !== null) return { at, column };
    throw new RowProblem(
      `has ${column} ${quoted(String(value))}, which is not a time; send it as 2026-01-31T08:15:00.000Z`,
    );
  }
  return undefined;
}

function itemIdOf(fields: Fields): string | null {
  const id = fields["_ItemId"];
  if (id === undefined || id === null || id === "") return null;
  if (typeof id !== "string" || id.length > MAX_ITEM_ID) {
    throw new RowProblem(`has an _ItemId that is not a string of at most ${MAX_ITEM_ID} characters`);
  }
  return id;
}
