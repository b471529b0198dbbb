import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, constants, lstat, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Failure } from "../../model/failure.ts";
import { describeSystemError } from "../../runtime/system-error.ts";
import { type CopiedRows, createRowCounter, type OnCopied, type TableSource } from "../../store/copy/load-tables.ts";
import type { RowTexts } from "../../store/copy/table-rows.ts";
import { type BackupHeader, endLine, MAX_LINE_BYTES, type TableEnd, type TableStart } from "./backup-format.ts";

export interface WrittenBackup {
  readonly bytes: number;
  readonly tables: readonly CopiedRows[];
}

/** Fast, and close to the best that the text of log rows can be compressed. */
const GZIP = { level: 4 };

/** Writes a backup that only its owner can read. The file has its name only once it is complete and on disk. */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  sources: AsyncIterable<TableSource>,
  onCopied: OnCopied,
): Promise<WrittenBackup> {
  await checkBackupPath(path);
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const tables: CopiedRows[] = [];
  try {
    const file = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    await pipeline(linesOf(header, sources, tables, onCopied), createGzip(GZIP), file);
    await syncFile(unfinished);
    const { size } = await stat(unfinished);
    await refuseExisting(path);
    await rename(unfinished, path);
    return { bytes: size, tables };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Throws a `Failure` if a backup cannot be written under this name: it is taken, or its folder cannot be written to. */
export async function checkBackupPath(path: string): Promise<void> {
  await refuseExisting(path);
  if (path.endsWith("/")) throw new Failure("invalid_request", `'${path}' is the name of a folder; name a file`);
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw new Failure("invalid_request", `the folder '${folder}' does not exist; create it first`);
  await access(join(folder, "."), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      "invalid_request",
      `nothing can be written to '${folder}': ${describeSystemError(error) ?? error.message}`,
    );
  });
}

/** Refuses a name that exists, even as a link to nothing: writing to it would replace it. */
async function refuseExisting(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found) throw new Failure("invalid_request", `'${path}' already exists; name another file`);
}

async function* linesOf(
  header: BackupHeader,
  sources: AsyncIterable<TableSource>,
  tables: CopiedRows[],
  onCopied: OnCopied,
): AsyncGenerator<string, void, void> {
  const hash = createHash("sha256");
  for await (const lines of contentOf(header, sources, tables, onCopied)) {
    hash.update(lines);
    yield lines;
  }
  yield endLine(hash.digest("hex"));
}

async function* contentOf(
  header: BackupHeader,
  sources: AsyncIterable<TableSource>,
  tables: CopiedRows[],
  onCopied: OnCopied,
): AsyncGenerator<string, void, void> {
  yield toLine(header);
  for await (const { table, columns, batches } of sources) {
    yield toLine({ table, columns } satisfies TableStart);
    const counter = createRowCounter();
    for await (const batch of batches) {
      counter.add(batch);
      yield batch.map((row) => toRowLine(table, row)).join("");
      onCopied({ table, rows: counter.rows, isCheck: false });
    }
    const total = counter.total(table);
    tables.push(total);
    yield toLine({ end: table, rows: total.rows, digest: total.digest } satisfies TableEnd);
  }
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

function toRowLine(table: string, row: RowTexts): string {
  const line = toLine(row);
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  throw new Failure("invalid_request", `a row of table '${table}' is longer than ${MAX_LINE_BYTES} bytes`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
