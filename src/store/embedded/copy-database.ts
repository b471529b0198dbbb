import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database, SystemDb } from "../database/database.ts";
import { databaseDir } from "./database-folder.ts";

const SLOT = "parapet_backup";
/** Folders whose content belongs to the running server; a copy starts with them empty. */
const LEFT_EMPTY: ReadonlySet<string> = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT: ReadonlySet<string> = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init"]);
const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies the database of a data folder to `target`, file by file, while it is being written to: a PostgreSQL base backup.
 * The copy holds every transaction that was committed when this was called; opening it replays the write-ahead log. Other
 * callers are served meanwhile. Only one copy at a time may be made of a database.
 */
export async function copyDatabase(
  database: Database,
  folders: { readonly dataDir: string; readonly target: string },
  onBytes: (copied: number) => void,
): Promise<void> {
  let copied = 0;
  const onFile = (bytes: number): void => {
    copied += bytes;
    onBytes(copied);
  };
  const [from, to] = [databaseDir(folders.dataDir), databaseDir(folders.target)];
  await database.exclusively(async (_run, db) => {
    await endAbandoned(db);
    // Keeps the segments of the write-ahead log until they are copied.
    await db.query("select pg_create_physical_replication_slot($1, true, true)", [SLOT]);
    try {
      await db.query("select pg_backup_start('parapet backup', true)");
      await copyFolder(from, to, LEFT_EMPTY, onFile);
      const [stopped] = await db.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
      await copyLog(join(from, "pg_wal"), join(to, "pg_wal"), stopped?.labelfile ?? "");
      await writeFile(join(to, "backup_label"), stopped?.labelfile ?? "", { mode: 0o600 });
    } finally {
      await endAbandoned(db).catch(() => undefined);
    }
  });
}

/** Ends a copy that was begun and not finished: the embedded engine keeps it when the process that began it is gone. */
async function endAbandoned(db: SystemDb): Promise<void> {
  await db.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1", [SLOT]);
  await db.query("select * from pg_backup_stop(false)").catch((error: { readonly code?: string }) => {
    if (error.code !== NOT_IN_PROGRESS) throw error;
  });
}

const NOT_IN_PROGRESS = "55000";

async function copyFolder(
  from: string,
  to: string,
  leftEmpty: ReadonlySet<string>,
  onFile: (bytes: number) => void,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.has(entry.name)) continue;
    if (leftEmpty.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(source, target, NONE, onFile);
    else onFile(await copyUnlessGone(source, target));
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Copies a file and returns its size. A table or index may be dropped meanwhile; the write-ahead log then drops it in the
 * copy as well.
 */
async function copyUnlessGone(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target);
    return (await stat(target)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

async function copyLog(from: string, to: string, label: string): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (first === undefined) throw new Error("the embedded database did not report where its copy begins");
  const segments = (await readdir(from)).filter((name) => WAL_SEGMENT.test(name) && name >= first).sort();
  for (const name of segments) await copyFile(join(from, name), join(to, name));
  for (const name of ["archive_status", "summaries"]) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
}
