import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { LOG_TABLES, type LogTable } from "../../model/log-row.ts";
import { ConnectorProblem } from "../connector-problem.ts";

const MAX_FILES = 5_000;
const MAX_DEPTH = 4;
const FILE_NAME = /^[^.].*\.(ndjson|jsonl)(\.gz)?$/;

/** A file of the folder that holds rows of a table. */
export interface DroppedFile {
  readonly table: LogTable;
  /** Below the folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly packed: boolean;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * The files of the folder by name: `<Table>.ndjson`, `<Table>.anything.ndjson`, or anything below `<Table>/`, each also
 * packed with gzip. Links are not followed, so nothing outside the folder is ever read.
 */
export async function findFiles(folder: string): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const name of await namesIn(folder, folder)) {
    const table = LOG_TABLES.find((known) => name === known || name.startsWith(`${known}.`));
    if (table) await collect(folder, { table, name, depth: 0 }, found);
  }
  return found;
}

interface Place {
  readonly table: LogTable;
  readonly name: string;
  readonly depth: number;
}

async function collect(folder: string, { table, name, depth }: Place, found: DroppedFile[]): Promise<void> {
  const path = join(folder, name);
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isDirectory() && depth < MAX_DEPTH) {
    for (const inner of await namesIn(path, folder)) {
      await collect(folder, { table, name: `${name}/${inner}`, depth: depth + 1 }, found);
    }
    return;
  }
  if (!entry?.isFile() || !FILE_NAME.test(name.split("/").at(-1) ?? "")) return;
  if (found.length >= MAX_FILES) {
    throw new ConnectorProblem(
      "too_large",
      `the folder holds more than ${MAX_FILES} files; remove those that are read`,
    );
  }
  const modifiedMs = Math.floor(entry.mtimeMs);
  found.push({ table, name, path, packed: name.endsWith(".gz"), size: entry.size, modifiedMs });
}

async function namesIn(path: string, folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "failed";
    // A folder inside may be removed while it is looked at; the watched one must be there.
    if (path !== folder && code === "ENOENT") return [];
    throw new ConnectorProblem("unreachable", `the watched folder cannot be read (${code})`);
  }
}
