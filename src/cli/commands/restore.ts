import { Failure } from "../../model/failure.ts";
import { toAmount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { ensurePrivateFolder } from "../../runtime/private-folder.ts";
import { readSecretFile, secretPath, writeSecretFile } from "../../runtime/secret-file.ts";
import { refuseServingRole } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import type { BackupHeader } from "../../transfer/backup/backup-format.ts";
import { verifyBackup } from "../../transfer/backup/read-backup.ts";
import { type Filled, type RestoreRequest, restoreInto, restoreIntoFolder } from "../../transfer/backup/restore.ts";
import { NEW_CODES } from "../admin/print-invitation.ts";
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
checksum of the backup. Sessions and open invitations end. Keys, accounts and roles are those of the backup: what was revoked, disabled or removed
since then is valid again, and has to be revoked again.`,
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
    const { tables, ended } = config.databaseUrl
      ? await restoreIntoPostgres(invocation, request, keepSecret)
      : await restoreIntoFolder(request, keepSecret);
    terminal.progress("");
    if (json) terminal.data(JSON.stringify(describeRestore(file, header, { tables, ended })));
    terminal.note(`${describeCopy(tables)} were restored, as of ${header.created_at}.`);
    for (const line of accessNotes(header, ended)) terminal.note(line);
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
): Promise<Filled> {
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

const describeRestore = (file: string, header: BackupHeader, { tables, ended }: Filled) => ({
  file,
  created_at: header.created_at,
  tables: tablesOf(tables),
  sessions_ended: ended.sessions,
  invitations_removed: ended.invitations,
});

/** Returns who has access to what was restored. */
const accessNotes = (
  { created_at: at }: BackupHeader,
  { sessions, invitations }: Filled["ended"],
): readonly string[] => [
  `${toAmount(sessions, "session")} and ${toAmount(invitations, "open invitation")} ended: everybody signs in again.`,
  ...(invitations > 0 ? [NEW_CODES] : []),
  `Keys, accounts and roles are those of the backup: what was revoked, disabled or removed after ${at} is valid again.`,
  "  See them with: parapet key list --domain NAME, parapet admin list",
  "  End them with: parapet key revoke --domain NAME KEY_ID, parapet admin disable EMAIL",
];

const missingSecret = (dataDir: string): string =>
  `The backup has no secret. Before you start the server, copy that of the original installation to ${secretPath(dataDir)} (mode 600) or set PARAPET_SECRET: without it keys and connector secrets cannot be used.`;
