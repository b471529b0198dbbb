import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../model/failure.ts";
import { makeFolder } from "../../runtime/make-folder.ts";
import type { OnCopied } from "../../store/copy/load-tables.ts";
import { readTables } from "../../store/copy/read-tables.ts";
import type { Database } from "../../store/database/database.ts";
import { listAppliedMigrations } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import { copyDatabase } from "../../store/embedded/copy-database.ts";
import { lockFolder } from "../../store/embedded/lock-folder.ts";
import { BACKUP_VERSION } from "./backup-format.ts";
import { checkBackupPath, type WrittenBackup, writeBackup } from "./write-backup.ts";

export interface BackupRequest {
  /** Opens the embedded database, through the server that holds it if there is one. */
  readonly open: () => Promise<Database>;
  readonly dataDir: string;
  readonly file: string;
  readonly createdAt: Date;
  /** The version of Parapet. */
  readonly version: string;
  /** The secret to include, or null. */
  readonly secret: string | null;
  readonly statementTimeoutMs: number;
  /** Called with the bytes of database files that were copied so far. */
  readonly onBytes: (bytes: number) => void;
  readonly onCopied: OnCopied;
}

/**
 * Writes everything in an embedded database to a file, as of the moment of the call, while others use the database. The
 * engine runs one transaction at a time, so a long snapshot would block them: instead its files are copied as in a
 * PostgreSQL base backup, and the rows are read from the copy.
 */
export async function backUp(request: BackupRequest): Promise<WrittenBackup> {
  await checkBackupPath(request.file);
  return withWorkFolder(join(request.dataDir, "parapet.backup"), "backup", async (folder) => {
    await copyThrough(request, folder);
    const { statementTimeoutMs } = request;
    const copy = await openDatabase({ dataDir: folder, statementTimeoutMs, shared: false });
    try {
      const header = {
        parapet_backup: BACKUP_VERSION,
        created_at: request.createdAt.toISOString(),
        version: request.version,
        migrations: await listAppliedMigrations(copy),
        secret: request.secret,
      };
      return await readTables(copy, (sources) => writeBackup(request.file, header, sources, request.onCopied));
    } finally {
      await copy.close();
    }
  });
}

async function copyThrough({ open, dataDir, onBytes }: BackupRequest, target: string): Promise<void> {
  const database = await open();
  try {
    await copyDatabase(database, { dataDir, target }, onBytes);
  } finally {
    await database.close();
  }
}

/** Runs `work` with an empty folder that only one process uses at a time, and removes it afterwards. */
export async function withWorkFolder<T>(
  path: string,
  purpose: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await makeFolder(path);
  const lock = await lockFolder(path);
  if (!lock) throw new Failure("unavailable", `another ${purpose} of this data folder is running; wait for its end`);
  const folder = join(path, "data");
  try {
    // An earlier process may have been killed.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
    await rm(path, { recursive: true, force: true });
  }
}
