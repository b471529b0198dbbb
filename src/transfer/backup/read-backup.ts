import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Failure } from "../../model/failure.ts";
import { describeSystemError } from "../../runtime/system-error.ts";
import { type CopiedRows, createRowCounter, type TableSource } from "../../store/copy/load-tables.ts";
import type { RowTexts } from "../../store/copy/table-rows.ts";
import { BACKUP_VERSION, type BackupEnd, type BackupHeader, type TableEnd, type TableStart } from "./backup-format.ts";

const CHUNK_BYTES = 256 * 1_024;
const NEWLINE = 0x0a;
const ROW_START = "[".charCodeAt(0);
const BATCH = { rows: 2_000, characters: 1_048_576 };

/**
 * Reads a backup to its end and returns its header; throws a `Failure` if the file is damaged, incomplete, or no backup
 * that this version can read.
 */
export async function verifyBackup(path: string, onBytes: (bytes: number) => void): Promise<BackupHeader> {
  const hash = createHash("sha256");
  let header: BackupHeader | undefined;
  let last: Buffer | undefined;
  let isSecond = false;
  for await (const line of readLines(path, onBytes)) {
    // The last line holds the checksum and is no part of it.
    if (last) hash.update(last).update("\n");
    if (header && isSecond && line[0] === ROW_START) throw damaged(path, "it has a row before any table");
    isSecond = header === undefined;
    header ??= readHeader(path, line);
    last = line;
  }
  if (!header || !last) throw notBackup(path);
  const end = parse(path, last) as Partial<BackupEnd>;
  if (end.sha256 === undefined) throw damaged(path, "it is incomplete");
  if (end.sha256 !== hash.digest("hex")) throw damaged(path, "its checksum does not match");
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
    yield { table, columns, batches: readRows(path, table, lines) };
  }
}

type Lines = AsyncGenerator<Buffer, void, void>;

async function* readRows(path: string, table: string, lines: Lines): AsyncGenerator<readonly RowTexts[], void, void> {
  const counter = createRowCounter();
  let [batch, characters]: [RowTexts[], number] = [[], 0];
  for (;;) {
    const line = await nextLine(path, lines);
    const value = parse(path, line) as RowTexts | TableEnd;
    const isEnd = !isRow(value);
    if (!isEnd) batch.push(value);
    characters += line.length;
    if (isEnd || batch.length >= BATCH.rows || characters >= BATCH.characters) {
      counter.add(batch);
      if (batch.length > 0) yield batch;
      [batch, characters] = [[], 0];
    }
    if (isEnd) return checkEnd(path, counter.total(table), value);
  }
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

/** Yields the lines of a compressed file, however long they are: a row may hold a megabyte of text. */
async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer, void, void> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const content = pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead);
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
        pieces = [];
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    }
  } catch (error) {
    throw error instanceof Failure ? error : readFailure(path, error as NodeJS.ErrnoException);
  }
  if (pieces.length > 0) throw damaged(path, "it is incomplete");
}

/** What zlib reports for a file that is not a gzip file at all. */
const NOT_GZIP = "incorrect header check";

function readFailure(path: string, error: NodeJS.ErrnoException): Failure {
  if (error.message === NOT_GZIP) return notBackup(path);
  // Reading a folder fails without its path.
  const described = describeSystemError(Object.assign(error, { path }));
  return described === undefined ? damaged(path, error.message) : new Failure("invalid_request", described);
}

const notBackup = (path: string): Failure =>
  new Failure("invalid_request", `'${path}' is not a Parapet backup; name a file that parapet backup wrote`);

const damaged = (path: string, reason: string): Failure =>
  new Failure("invalid_request", `'${path}' is damaged or incomplete; use another copy (${reason})`);
