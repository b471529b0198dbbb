import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AuditActor } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type CopiedRows, loadTables, type OnCopied, type TableSource } from "../../store/copy/load-tables.ts";
import type { Database } from "../../store/database/database.ts";
import { type AppliedMigration, migrate, migrateTo, refuseNewerSchema } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import { refreshStatistics } from "../../store/database/statistics.ts";
import { databaseDir } from "../../store/embedded/database-folder.ts";
import { lockFolder } from "../../store/embedded/lock-folder.ts";
import { withWorkFolder } from "./back-up.ts";
import type { BackupHeader } from "./backup-format.ts";
import { readBackupTables } from "./read-backup.ts";
import { type CopyRecord, type EndedAccess, endCopiedAccess, recordCopy } from "./record-copy.ts";

export interface RestoreRequest {
  readonly file: string;
  /** The header and checksum of the file, which was verified. */
  readonly header: BackupHeader;
  readonly sha256: string;
  readonly actor: AuditActor;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly statementTimeoutMs: number;
  readonly onBytes: (bytes: number) => void;
  readonly onCopied: OnCopied;
}

/**
 * Restores a verified backup into a data folder without a database; the folder has it completely or not at all.
 * `keepSecret` runs just before: a database without its secret would be useless.
 */
export async function restoreIntoFolder(request: RestoreRequest, keepSecret: () => Promise<void>): Promise<Filled> {
  const { dataDir, statementTimeoutMs } = request;
  const lock = await lockFolder(dataDir);
  if (!lock) throw new Failure("unavailable", `another process uses the data folder '${dataDir}'; stop it first`);
  try {
    await refuseDatabase(dataDir);
    await refuseNewerSchema(request.header.migrations);
    return await withWorkFolder(join(dataDir, "parapet.restore"), "restore", async (folder) => {
      const database = await openDatabase({ dataDir: folder, statementTimeoutMs, shared: false });
      const copied = await restoreInto(database, request).finally(() => database.close());
      await keepSecret();
      await rename(databaseDir(folder), databaseDir(dataDir));
      return copied;
    });
  } finally {
    await lock.release();
  }
}

/** Restores a verified backup into a database without rows. */
export function restoreInto(
  database: Database,
  { file, header, sha256, actor, clock, onBytes, onCopied }: RestoreRequest,
): Promise<Filled> {
  return fillDatabase(database, {
    migrations: header.migrations,
    sources: readBackupTables(file, onBytes),
    clock,
    onCopied,
    record: {
      action: "domain.restore",
      actor,
      after: { backup_created_at: header.created_at, backup_version: header.version, backup_sha256: sha256 },
    },
  });
}

export interface Filling {
  /** The migrations that the source has. */
  readonly migrations: readonly AppliedMigration[];
  readonly sources: AsyncIterable<TableSource>;
  readonly clock: Clock;
  readonly onCopied: OnCopied;
  readonly record: CopyRecord;
}

/** What a database was filled with, and what then ended in it. */
export interface Filled {
  readonly tables: readonly CopiedRows[];
  readonly ended: EndedAccess;
}

/**
 * Creates the schema of the source in a database, loads the rows, applies the migrations that came later, ends all sessions,
 * and records the copy in the audit logs of the installation and of every domain.
 */
export async function fillDatabase(database: Database, filling: Filling): Promise<Filled> {
  const { clock, record } = filling;
  await migrateTo(database, clock, filling.migrations);
  const tables = await loadTables(database, filling.sources, filling.onCopied);
  await migrate(database, clock);
  const ended = await endCopiedAccess(database, clock, record);
  await recordCopy(database, clock, record);
  await refreshStatistics(database);
  return { tables, ended };
}

async function refuseDatabase(dataDir: string): Promise<void> {
  const found = await stat(databaseDir(dataDir)).catch(() => undefined);
  if (!found) return;
  const remedy = "name an empty one with --data-dir, or move its 'database' folder away";
  throw new Failure("invalid_request", `the data folder '${dataDir}' already has a database; ${remedy}`);
}
