import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Failure } from "../../model/failure.ts";
import { type CopiedRows, createRowCounter, type OnCopied, type TableSource } from "../../store/copy/load-tables.ts";
import type { BackupEnd, BackupHeader, TableEnd, TableStart } from "./backup-format.ts";

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
  await refuseExisting(path);
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const tables: CopiedRows[] = [];
  try {
    const file = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    await pipeline(linesOf(header, sources, tables, onCopied), createGzip(GZIP), file);
    await syncFile(unfinished);
    const { size } = await stat(unfinished);
    await rename(unfinished, path);
    return { bytes: size, tables };
  } finally {
    await rm(unfinished, { force: true });
  }
}

export async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
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
  yield toLine({ sha256: hash.digest("hex") } satisfies BackupEnd);
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
      yield batch.map(toLine).join("");
      onCopied({ table, rows: counter.rows, isCheck: false });
    }
    const total = counter.total(table);
    tables.push(total);
    yield toLine({ end: table, rows: total.rows, digest: total.digest } satisfies TableEnd);
  }
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
