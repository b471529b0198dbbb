import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { LOG_TABLES, type LogTable } from "../../model/log-row.ts";
import type { LeftOut } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";

const MAX_FILES = 5_000;
const MAX_STRANGERS = 200;
const MAX_DEPTH = 4;
const FILE_NAME = /\.(ndjson|jsonl)(\.gz)?$/;

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

export interface FoundFiles {
  readonly files: readonly DroppedFile[];
  /** What lies in the folder and is not read; only the first of them when they are very many. */
  readonly strangers: readonly LeftOut[];
}

/**
 * The files of the folder by name: `<Table>.ndjson`, `<Table>.anything.ndjson`, or anything below `<Table>/`, each also
 * packed with gzip. Links are not followed, so nothing outside the folder is ever read.
 */
export async function findFiles(folder: string): Promise<FoundFiles> {
  const found = { files: [] as DroppedFile[], strangers: [] as LeftOut[] };
  for (const name of await namesIn(folder, folder)) {
    const table = LOG_TABLES.find((known) => name === known || name.startsWith(`${known}.`));
    if (table) await collect(folder, { table, name, depth: 0 }, found);
    else found.strangers.push({ place: name, reason: "is of no known table" });
  }
  return { files: found.files, strangers: found.strangers.slice(0, MAX_STRANGERS) };
}

interface Place {
  readonly table: LogTable;
  readonly name: string;
  readonly depth: number;
}

async function collect(
  folder: string,
  { table, name, depth }: Place,
  found: { readonly files: DroppedFile[]; readonly strangers: LeftOut[] },
): Promise<void> {
  const path = join(folder, name);
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return;
  if (entry.isDirectory() && depth < MAX_DEPTH) {
    for (const inner of await namesIn(path, folder)) {
      await collect(folder, { table, name: `${name}/${inner}`, depth: depth + 1 }, found);
    }
    return;
  }
  const reason = reasonToLeave(name, entry);
  if (reason !== undefined) {
    found.strangers.push({ place: name, reason });
    return;
  }
  if (found.files.length >= MAX_FILES) {
    throw new ConnectorProblem(
      "too_large",
      `the folder holds more than ${MAX_FILES} files; remove those that are read`,
    );
  }
  const modifiedMs = Math.floor(entry.mtimeMs);
  found.files.push({ table, name, path, packed: name.endsWith(".gz"), size: entry.size, modifiedMs });
}

/** Why something below a table's name is not read, if so. */
function reasonToLeave(
  name: string,
  entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean },
): string | undefined {
  if (entry.isDirectory()) return "is a folder too deep";
  if (entry.isSymbolicLink()) return "is a link";
  if (!entry.isFile()) return "is no file";
  return FILE_NAME.test(name) ? undefined : "does not end in .ndjson or .jsonl, plain or with .gz";
}

/** Names that begin with a dot are left alone. */
async function namesIn(path: string, folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).filter((name) => !name.startsWith(".")).sort();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "failed";
    // A folder inside may be removed while it is looked at; the watched one must be there.
    if (path !== folder && code === "ENOENT") return [];
    throw new ConnectorProblem("unreachable", `the watched folder cannot be read (${code})`);
  }
}
