import { Failure } from "../../model/failure.ts";
import { systemClock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { ensurePrivateFolder } from "../../runtime/private-folder.ts";
import { readSecretFile, secretPath, writeSecretFile } from "../../runtime/secret-file.ts";
import type { CopiedRows } from "../../store/copy/load-tables.ts";
import { refuseServingRole } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import type { BackupHeader } from "../../transfer/backup/backup-format.ts";
import { verifyBackup } from "../../transfer/backup/read-backup.ts";
import { type RestoreRequest, restoreInto, restoreIntoFolder } from "../../transfer/backup/restore.ts";
import type { Command, Invocation } from "../command.ts";
import { COPY_TIMEOUT_MS, describeCopy, showBytes, showCopied, tablesOf } from "../copy/copy-report.ts";

export const command: Command = {
  operands: [{ name: "FILE" }],
  examples: [
    "parapet restore parapet-2026-11-15.backup",
    "parapet restore --data-dir /var/lib/parapet parapet-2026-11-15.backup",
  ],
  notes: `Reads a file that 'parapet backup' wrote into a data folder that has no database yet. The checksum of the file is
verified before anything is changed, and the folder gets the database completely or not at all. If PARAPET_DATABASE_URL is
set, the target is that PostgreSQL database, which must be empty. The audit log of each domain gets an entry with the time and
checksum of the backup.`,
  run: async (invocation) => {
    const { config, operands, terminal, json } = invocation;
    const [file = ""] = operands;
    const { header, sha256 } = await verifyBackup(file, showBytes(terminal, "verifying the backup"));
    const request: RestoreRequest = {
      file,
      header,
      sha256,
      actor: currentOperator(),
      dataDir: config.dataDir,
      clock: systemClock,
      statementTimeoutMs: COPY_TIMEOUT_MS,
      onBytes: () => undefined,
      onCopied: showCopied(terminal),
    };
    await ensurePrivateFolder(config.dataDir, (message) => terminal.note(message));
    const known = config.secret ?? (await readSecretFile(secretPath(config.dataDir)));
    refuseOtherSecret(header, known);
    const isWritten = header.secret !== null && known === undefined;
    const keepSecret = async () => {
      if (isWritten) await writeSecretFile(config.dataDir, header.secret ?? "");
    };
    terminal.progress("creating the database");
    const tables = config.databaseUrl
      ? await restoreIntoPostgres(invocation, request, keepSecret)
      : await restoreIntoFolder(request, keepSecret);
    terminal.progress("");
    if (json) terminal.data(JSON.stringify({ file, created_at: header.created_at, tables: tablesOf(tables) }));
    terminal.note(`${describeCopy(tables)} were restored, as of ${header.created_at}.`);
    if (known === undefined && !isWritten) terminal.note(missingSecret(config.dataDir));
    return 0;
  },
};

function refuseOtherSecret({ secret }: BackupHeader, known: string | undefined): void {
  if (secret === null || known === undefined || secret === known) return;
  throw new Failure(
    "invalid_request",
    "the backup contains a different secret from the one in use here; remove the secret file or unset PARAPET_SECRET first",
  );
}

async function restoreIntoPostgres(
  { config, terminal }: Invocation,
  request: RestoreRequest,
  keepSecret: () => Promise<void>,
): Promise<readonly CopiedRows[]> {
  const database = await openDatabase({
    databaseUrl: config.ownerDatabaseUrl ?? config.databaseUrl,
    dataDir: config.dataDir,
    statementTimeoutMs: COPY_TIMEOUT_MS,
    shared: false,
    warn: (message) => terminal.note(message),
  });
  try {
    await refuseServingRole(database);
    await keepSecret();
    return await restoreInto(database, request);
  } finally {
    await database.close();
  }
}

const missingSecret = (dataDir: string): string =>
  `The backup has no secret. Before you start the server, copy that of the original installation to ${secretPath(dataDir)} (mode 600) or set PARAPET_SECRET: without it keys and connector secrets cannot be used.`;
