import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LOG_TABLES, type LogTable } from "../../model/log-row.ts";
import { nameId } from "../../runtime/ids.ts";
import { readBatches } from "../../transfer/read-batches.ts";
import { UsageProblem } from "../command.ts";
import { type Label, readLabel } from "./label.ts";
import type { Recordings } from "./score.ts";

/** A row of the folder, ready to be sent: its label is kept apart, so that no detector can read it. */
export interface GivenRow {
  readonly table: LogTable;
  readonly rowId: string;
  readonly label: Label | undefined;
  readonly text: string;
}

export interface LabelledFolder {
  readonly rows: readonly GivenRow[];
  readonly recordings: Recordings;
  /** Lines that are no row at all. */
  readonly unreadable: number;
}

const FILE = /^([A-Za-z]+)\.ndjson(\.gz)?$/;
const RECORDINGS = "labels.json";
/** What a row without an id is named after; any constant will do. */
const NAMESPACE = "6f6b1f0e-5a3c-5d0e-9d1b-6a1d0c1f7b52";
const AT_ONCE = { lines: 5_000, bytes: 16 * 1_048_576 };

/** Every `<Table>.ndjson[.gz]` of a folder, and the techniques of its recordings where a `labels.json` tells them. */
export async function readLabelledFolder(folder: string): Promise<LabelledFolder> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const rows: GivenRow[] = [];
  let lines = 0;
  for (const name of names) {
    const table = LOG_TABLES.find((known) => known === FILE.exec(name)?.[1]);
    if (table) lines += await readRows(join(folder, name), table, rows);
  }
  if (rows.length === 0) throw new UsageProblem(`'${folder}' has no rows: expected <Table>.ndjson or .ndjson.gz files`);
  const recordings = names.includes(RECORDINGS) ? await readRecordings(folder) : new Map<string, readonly string[]>();
  return { rows, recordings, unreadable: lines - rows.length };
}

/** Adds the rows of a file and answers how many lines it has. */
async function readRows(path: string, table: LogTable, rows: GivenRow[]): Promise<number> {
  let lines = 0;
  for await (const batch of readBatches(path, AT_ONCE)) {
    lines += batch.length;
    for (const line of batch) {
      const row = "text" in line ? toRow(table, line.text, `${table}:${line.number}`) : undefined;
      if (row) rows.push(row);
    }
  }
  return lines;
}

function toRow(table: LogTable, text: string, place: string): GivenRow | undefined {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (typeof row !== "object" || row === null || Array.isArray(row)) return undefined;
  const { _Label: label, _Source: _, ...columns } = row;
  const given = columns["_ItemId"];
  const rowId = typeof given === "string" && given !== "" ? given : nameId(NAMESPACE, place);
  return { table, rowId, label: readLabel(label), text: JSON.stringify({ ...columns, _ItemId: rowId }) };
}

async function readRecordings(folder: string): Promise<Recordings> {
  const path = join(folder, RECORDINGS);
  try {
    const document = JSON.parse(await readFile(path, "utf8")) as Record<string, { techniques?: readonly string[] }>;
    return new Map(Object.entries(document).map(([name, { techniques = [] }]) => [name, techniques]));
  } catch (error) {
    throw new UsageProblem(`${path} cannot be read: ${(error as Error).message}`);
  }
}
