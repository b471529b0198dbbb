import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Failure } from "../../model/failure.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import { type CopiedRows, createRowCounter, type TableSource } from "../../store/copy/load-tables.ts";
import type { RowTexts } from "../../store/copy/table-rows.ts";
import {
  BACKUP_VERSION,
  type BackupEnd,
  type BackupHeader,
  endLine,
  MAX_LINE_BYTES,
  type TableEnd,
  type TableStart,
} from "./backup-format.ts";

const CHUNK_BYTES = 256 * 1_024;
const NEWLINE = 0x0a;
const ROW_START = "[".charCodeAt(0);
const MAX_HEADER_BYTES = 1_048_576;
const END_LINE = /^\{"sha256":"[0-9a-f]{64}"\}\n$/;
const END_BYTES = endLine("0".repeat(64)).length;
const BATCH = { rows: 2_000, characters: 1_048_576 };

export interface VerifiedBackup {
  readonly header: BackupHeader;
  /** The checksum of the content, which identifies the backup. */
  readonly sha256: string;
}

/**
 * Reads a backup to its end and returns its header; throws a `Failure` if the file is damaged, incomplete, or no backup
 * that this version can read. The content is not split into lines, so that a file of a few bytes that decompresses to
 * billions of lines is refused as fast as it is decompressed.
 */
export async function verifyBackup(path: string, onBytes: (bytes: number) => void): Promise<VerifiedBackup> {
  const hash = createHash("sha256");
  let header: BackupHeader | undefined;
  let [start, held]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  for await (const chunk of readChunks(path, onBytes)) {
    if (!header) {
      start = Buffer.concat([start, chunk]);
      header = readStart(path, start);
    }
    const content = Buffer.concat([held, chunk]);
    // The last line holds the checksum and is no part of it.
    const end = Math.max(0, content.length - END_BYTES);
    hash.update(content.subarray(0, end));
    held = content.subarray(end);
  }
  if (!header) throw notBackup(path);
  const last = held.toString("utf8");
  if (!END_LINE.test(last)) throw damaged(path, "it is incomplete");
  const sha256 = hash.digest("hex");
  if (last !== endLine(sha256)) throw damaged(path, "its checksum does not match");
  return { header, sha256 };
}

/** Returns the header at the start of a backup; undefined if more of it is needed. */
function readStart(path: string, start: Buffer): BackupHeader | undefined {
  const end = start.indexOf(NEWLINE);
  if (end < 0 && start.length > MAX_HEADER_BYTES) throw notBackup(path);
  if (end < 0 || start.length === end + 1) return undefined;
  const header = readHeader(path, start.subarray(0, end));
  if (start[end + 1] === ROW_START) throw damaged(path, "it has a row before any table");
  return header;
}

/** Reads the tables of a backup that was verified, and compares each with the count and digest in the file. */
export async function* readBackupTables(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<TableSource, void, void> {
  const lines = readLines(path, onBytes);
  await lines.next();
  for (;;) {
    const line = await nextLine(path, lines);
    const start = parse(path, line) as Partial<TableStart & BackupEnd>;
    if (start.sha256 !== undefined) return;
    if (start.table === undefined || start.columns === undefined)
      throw damaged(path, "it has a row outside of a table");
    const { table, columns } = start;
    if (!Array.isArray(columns)) throw damaged(path, `table '${table}' has no list of columns`);
    yield { table, columns, batches: readRows(path, { table, columns }, lines) };
  }
}

type Lines = AsyncGenerator<Buffer, void, void>;

async function* readRows(
  path: string,
  { table, columns }: TableStart,
  lines: Lines,
): AsyncGenerator<readonly RowTexts[], void, void> {
  const counter = createRowCounter();
  let [batch, characters]: [RowTexts[], number] = [[], 0];
  for (;;) {
    const line = await nextLine(path, lines);
    const value = parse(path, line) as RowTexts | TableEnd;
    const isEnd = !isRow(value);
    if (!isEnd) batch.push(checkRow(path, value, { table, columns }));
    characters += line.length;
    if (isEnd || batch.length >= BATCH.rows || characters >= BATCH.characters) {
      counter.add(batch);
      if (batch.length > 0) yield batch;
      [batch, characters] = [[], 0];
    }
    if (isEnd) return checkEnd(path, counter.total(table), value);
  }
}

/** Returns the row if it has as many values as the table has columns: others would cost time before they are refused. */
function checkRow(path: string, row: RowTexts, { table, columns }: TableStart): RowTexts {
  if (row.length === columns.length) return row;
  throw damaged(path, `a row of table '${table}' has ${row.length} values, expected ${columns.length}`);
}

const isRow = (value: RowTexts | TableEnd): value is RowTexts => Array.isArray(value);

function checkEnd(path: string, { table, rows, digest }: CopiedRows, end: TableEnd): void {
  if (end.end === table && end.rows === rows && end.digest === digest) return;
  throw damaged(path, `table '${table}' does not have the rows that it had when the backup was made`);
}

async function nextLine(path: string, lines: Lines): Promise<Buffer> {
  const { value, done } = await lines.next();
  if (done) throw damaged(path, "it is incomplete");
  return value;
}

function readHeader(path: string, line: Buffer): BackupHeader {
  const header = parseObject(line) as Partial<BackupHeader> | undefined;
  if (typeof header?.parapet_backup !== "number" || !Array.isArray(header.migrations)) throw notBackup(path);
  if (header.parapet_backup > BACKUP_VERSION) {
    throw new Failure(
      "invalid_request",
      `'${path}' was written by Parapet ${header.version}, which is newer; upgrade Parapet first`,
    );
  }
  return header as BackupHeader;
}

function parse(path: string, line: Buffer): object {
  const value = parseObject(line);
  if (value === undefined) throw damaged(path, "a line cannot be read");
  return value;
}

/** Returns the object or list of a line; undefined if it holds neither. */
function parseObject(line: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the lines of a compressed file. */
async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer, void, void> {
  let [pieces, length]: [Buffer[], number] = [[], 0];
  for await (const chunk of readChunks(path, onBytes)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      checkLength(path, length + end - start);
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      [pieces, length] = [[], 0];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
    length += chunk.length - start;
    checkLength(path, length);
  }
  if (length > 0) throw damaged(path, "it is incomplete");
}

function checkLength(path: string, bytes: number): void {
  if (bytes > MAX_LINE_BYTES) throw damaged(path, `it has a line of more than ${MAX_LINE_BYTES} bytes`);
}

/** Yields the content of a compressed file. */
async function* readChunks(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer, void, void> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const content = pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Failure ? error : readFailure(path, error as NodeJS.ErrnoException);
  }
}

/** What zlib reports for a file that is not a gzip file at all. */
const NOT_GZIP = "incorrect header check";

function readFailure(path: string, error: NodeJS.ErrnoException): Failure {
  if (error.message === NOT_GZIP) return notBackup(path);
  if (error.code?.startsWith("Z_")) return damaged(path, error.message);
  return new Failure("invalid_request", `'${path}' ${describeUnreadable(error)}`);
}

const notBackup = (path: string): Failure =>
  new Failure("invalid_request", `'${path}' is not a Parapet backup; name a file that parapet backup wrote`);

const damaged = (path: string, reason: string): Failure =>
  new Failure("invalid_request", `'${path}' is damaged or incomplete; use another copy (${reason})`);
