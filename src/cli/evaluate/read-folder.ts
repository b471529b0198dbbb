import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../model/failure.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { nameId } from "../../runtime/ids.ts";
import type { RawLine } from "../../runtime/line-splitter.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import { readBatches, UnreadableFile } from "../../transfer/read-batches.ts";
import { type Label, readLabel } from "./label.ts";
import type { Recordings } from "./score.ts";

/** A row to be delivered, without its label, so that no detector can read the label. */
export interface GivenRow {
  readonly table: LogTable;
  readonly rowId: string;
  readonly label: Label | undefined;
  readonly text: string;
}

export interface LabeledFolder {
  readonly rows: readonly GivenRow[];
  readonly recordings: Recordings;
  /** Number of lines that are not rows. */
  readonly unreadable: number;
  /** The first of them. */
  readonly unreadableLines: readonly UnreadableLine[];
  readonly skipped: readonly SkippedFile[];
}

/** A line that is not a row. The reason continues a sentence that starts with the line. */
export interface UnreadableLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** A file that was not read. The reason continues a sentence that starts with the file. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

const invalid = (message: string): Failure => new Failure("invalid_request", message);

const FILE = /^(.+)\.ndjson(\.gz)?$/;
const RECORDINGS = "labels.json";
/** Namespace of the ids of rows without one; an arbitrary constant. */
const NAMESPACE = "6f6b1f0e-5a3c-5d0e-9d1b-6a1d0c1f7b52";
const AT_ONCE = { lines: 5_000, bytes: 16 * 1_048_576 };
const MAX_REPORTED = 1_000;

/** Reads every `<Table>.ndjson[.gz]` of a folder, and the techniques of its recordings from `labels.json` if there is one. */
export async function readLabeledFolder(folder: string): Promise<LabeledFolder> {
  const names = await namesIn(folder);
  const rows: GivenRow[] = [];
  const unreadable = { count: 0, first: [] as UnreadableLine[] };
  const skipped: SkippedFile[] = [];
  for (const name of names) {
    const table = tableOf(name);
    if (typeof table !== "string") skipped.push({ file: safeText(name), reason: table.reason });
    else await readRows(join(folder, name), { name, table, rows, unreadable });
  }
  if (rows.length === 0) throw noRows(folder, unreadable.first, skipped);
  const hasRecordings = (await stat(join(folder, RECORDINGS)).catch(() => undefined))?.isFile();
  return {
    rows,
    recordings: hasRecordings ? await readRecordings(folder) : new Map<string, readonly string[]>(),
    unreadable: unreadable.count,
    unreadableLines: unreadable.first,
    skipped: skipped.slice(0, MAX_REPORTED),
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith(".") && name !== RECORDINGS).sort();
  } catch (error) {
    throw invalid(`'${folder}' ${describeUnreadable(error as Error)}`);
  }
}

function tableOf(name: string): LogTable | { readonly reason: string } {
  const [, given] = FILE.exec(name) ?? [];
  if (given === undefined) return { reason: "does not end in .ndjson or .ndjson.gz" };
  return LOG_TABLES.find((known) => known === given) ?? { reason: "is not named after a log table" };
}

function noRows(folder: string, [line]: readonly UnreadableLine[], [file]: readonly SkippedFile[]): Failure {
  const found = line ? `; ${line.file} line ${line.line} ${line.reason}` : file ? `; ${file.file} ${file.reason}` : "";
  return invalid(`'${folder}' has no rows: expected <Table>.ndjson or .ndjson.gz files${found}`);
}

interface Reading {
  readonly name: string;
  readonly table: LogTable;
  readonly rows: GivenRow[];
  readonly unreadable: { count: number; readonly first: UnreadableLine[] };
}

/** Adds the rows of a file, and records its lines that are not rows. */
async function readRows(path: string, reading: Reading): Promise<void> {
  try {
    for await (const batch of readBatches(path, AT_ONCE)) {
      for (const line of batch) addLine(line, reading);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? invalid(`'${path}' ${error.message}`) : error;
  }
}

function addLine(line: RawLine, { name, table, rows, unreadable }: Reading): void {
  const row = "text" in line ? toRow(table, line.text, `${table}:${line.number}`) : { reason: line.problem };
  if ("text" in row) rows.push(row);
  else if (unreadable.count++ < MAX_REPORTED)
    unreadable.first.push({ file: name, line: line.number, reason: row.reason });
}

function toRow(table: LogTable, text: string, place: string): GivenRow | { readonly reason: string } {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { reason: "is not JSON" };
  }
  if (typeof row !== "object" || row === null || Array.isArray(row)) return { reason: "is not a JSON object" };
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
    throw invalid(`'${path}' ${describeUnreadable(error as Error)}`);
  }
}
