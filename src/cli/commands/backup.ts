import { Failure } from "../../model/failure.ts";
import { systemClock } from "../../runtime/clock.ts";
import { readSecretFile, secretPath } from "../../runtime/secret-file.ts";
import { openDatabase } from "../../store/database/open.ts";
import { hasFinishedDatabase } from "../../store/embedded/database-folder.ts";
import { backUp } from "../../transfer/backup/back-up.ts";
import type { Command, Invocation } from "../command.ts";
import { COPY_TIMEOUT_MS, describeCopy, showBytes, showCopied, tablesOf, toMib } from "../copy/copy-report.ts";
import { VERSION } from "../version.ts";

export const command: Command = {
  operands: [{ name: "FILE" }],
  flags: { "with-secret": "put the secret of the installation into the file as well" },
  examples: ["parapet backup parapet-2026-11-15.backup", "parapet backup --with-secret /mnt/safe/parapet.backup"],
  notes: `Writes everything in the embedded database to one file: all domains with their log rows, findings, cases, verdicts, keys
and settings. It works while a server uses the data folder. The secret is not in the file unless --with-secret is given:
without it API keys and the stored secrets of connectors cannot be used, so keep a copy of it in another place.
For PostgreSQL use pg_dump; docs/operate.md has the commands.`,
  run: async (invocation) => {
    const { config, operands, terminal, json } = invocation;
    const [file = ""] = operands;
    refuseOther(invocation);
    const createdAt = systemClock();
    const secret = await secretFor(invocation);
    const { bytes, tables } = await backUp({
      open: () =>
        openDatabase({
          dataDir: config.dataDir,
          statementTimeoutMs: COPY_TIMEOUT_MS,
          shared: true,
          warn: (message) => terminal.note(message),
        }),
      dataDir: config.dataDir,
      file,
      createdAt,
      version: VERSION,
      secret,
      statementTimeoutMs: COPY_TIMEOUT_MS,
      onBytes: showBytes(terminal, "copying the database files"),
      onCopied: showCopied(terminal),
    });
    terminal.progress("");
    const report = { file, bytes, created_at: createdAt, has_secret: secret !== null, tables: tablesOf(tables) };
    if (json) terminal.data(JSON.stringify(report));
    terminal.note(`${describeCopy(tables)} are in ${file} (${toMib(bytes)}).`);
    terminal.note(
      secret === null ? keepSecret(invocation) : "The file contains the secret: whoever reads it can use it.",
    );
    return 0;
  },
};

function refuseOther({ config }: Invocation): void {
  if (config.databaseUrl !== undefined) {
    throw new Failure(
      "invalid_request",
      "backup copies the embedded database, but PARAPET_DATABASE_URL is set; use pg_dump as docs/operate.md describes",
    );
  }
  if (!hasFinishedDatabase(config.dataDir)) {
    throw new Failure("invalid_request", `the data folder '${config.dataDir}' has no database to back up`);
  }
}

async function secretFor({ config, flags }: Invocation): Promise<string | null> {
  if (!flags.has("with-secret")) return null;
  const secret = config.secret ?? (await readSecretFile(secretPath(config.dataDir)));
  if (secret === undefined) throw new Failure("invalid_request", "there is no secret yet; leave out --with-secret");
  return secret;
}

function keepSecret({ config }: Invocation): string {
  const place = config.secret === undefined ? `the file ${secretPath(config.dataDir)}` : "the value of PARAPET_SECRET";
  return `The secret is not in it. Keep ${place} as well, but in a different place than the backup: without it keys and connector secrets cannot be used.`;
}
