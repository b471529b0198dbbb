import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { SkippedItem } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { openInside } from "./open-inside.ts";

const MAX_FILES = 5_000;
const MAX_IGNORED = 200;
const MAX_DEPTH = 4;
const FILE_NAME = /\.(ndjson|jsonl)(\.gz)?$/;

/** A file with rows of a table. */
export interface DroppedFile {
  readonly table: LogTable;
  readonly folder: string;
  /** The path below the folder, with slashes. */
  readonly name: string;
  /** Device and inode when the folder was listed. */
  readonly device: number;
  readonly inode: number;
  readonly packed: boolean;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface FoundFiles {
  readonly files: readonly DroppedFile[];
  /** Entries of the folder that are not read, at most 200. */
  readonly ignored: readonly SkippedItem[];
  /** The number of all entries that are not read. */
  readonly ignoredCount: number;
}

/**
 * Lists the files of the folder: `<Table>.ndjson`, `<Table>.anything.ndjson`, or anything below `<Table>/`, each also
 * compressed with gzip. Links are not followed, so nothing outside the folder is ever read.
 */
export async function findFiles(folder: string): Promise<FoundFiles> {
  const found = { files: [] as DroppedFile[], ignored: [] as SkippedItem[] };
  for (const { name, entry } of await entriesIn(folder, "")) {
    const table = LOG_TABLES.find((known) => name === known || name.startsWith(`${known}.`));
    if (table) await collect({ folder, table, name, entry, depth: 0 }, found);
    else found.ignored.push({ place: name, reason: "is of no known table" });
  }
  const { files, ignored } = found;
  return { files, ignored: ignored.slice(0, MAX_IGNORED), ignoredCount: ignored.length };
}

interface Entry {
  /** The path below the watched folder, with slashes. */
  readonly name: string;
  readonly entry: Stats;
}

interface Place extends Entry {
  readonly folder: string;
  readonly table: LogTable;
  readonly depth: number;
}

async function collect(
  { folder, table, name, entry, depth }: Place,
  found: { readonly files: DroppedFile[]; readonly ignored: SkippedItem[] },
): Promise<void> {
  if (entry.isDirectory() && depth < MAX_DEPTH) {
    for (const inner of await entriesIn(folder, name)) {
      await collect({ folder, table, ...inner, depth: depth + 1 }, found);
    }
    return;
  }
  const reason = reasonToIgnore(name, entry);
  if (reason !== undefined) {
    found.ignored.push({ place: name, reason });
    return;
  }
  if (found.files.length >= MAX_FILES) {
    throw new ConnectorProblem(
      "too_large",
      `the folder holds more than ${MAX_FILES} files; remove those that are read`,
    );
  }
  const { dev: device, ino: inode, size } = entry;
  const modifiedMs = Math.floor(entry.mtimeMs);
  found.files.push({ table, folder, name, device, inode, packed: name.endsWith(".gz"), size, modifiedMs });
}

/** Returns why an entry below a table's name is not read, or undefined. */
function reasonToIgnore(name: string, entry: Stats): string | undefined {
  if (entry.isDirectory()) return "is a folder more than 4 levels deep";
  if (entry.isSymbolicLink()) return "is a link";
  if (!entry.isFile()) return "is not a regular file";
  return FILE_NAME.test(name) ? undefined : "does not end in .ndjson or .jsonl, plain or with .gz";
}

/** Lists the watched folder, or one below it. Names that begin with a dot are ignored. */
async function entriesIn(folder: string, below: string): Promise<readonly Entry[]> {
  try {
    const { handle, path } = await openInside(folder, below);
    try {
      const names = (await readdir(path)).filter((name) => !name.startsWith(".")).sort();
      const entries: Entry[] = [];
      for (const name of names) {
        const entry = await lstat(`${path}/${name}`).catch(() => undefined);
        if (entry) entries.push({ name: below === "" ? name : `${below}/${name}`, entry });
      }
      return entries;
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "failed";
    // A folder inside may be removed or replaced meanwhile; the watched one must exist.
    if (below !== "" && REPLACED.has(code)) return [];
    throw unreadable(folder, below, code);
  }
}

/** Returns the problem of a folder that cannot be listed, with the setting and the remedy. */
function unreadable(folder: string, below: string, code: string): ConnectorProblem {
  const place = `'${safeText(below === "" ? folder : `${folder}/${below}`)}'`;
  const remedy = REMEDIES[code] ?? ((shown) => `${shown} cannot be read (${code})`);
  return new ConnectorProblem("unreachable", `folder=${remedy(place)}`);
}

const ELSEWHERE = "or set another folder with: parapet connector add --domain NAME file_drop folder=PATH";
const REMEDIES: Readonly<Record<string, (place: string) => string>> = {
  ENOENT: (place) => `${place} does not exist on this server; create it, ${ELSEWHERE}`,
  ENOTDIR: (place) => `${place} is not a folder; replace it with one, ${ELSEWHERE}`,
  EACCES: (place) => `${place} may not be read by the user that runs Parapet; grant it access, ${ELSEWHERE}`,
};

/** Error codes of opening without following links when the entry was replaced. */
const REPLACED: ReadonlySet<string> = new Set(["ENOENT", "ELOOP", "ENOTDIR"]);
