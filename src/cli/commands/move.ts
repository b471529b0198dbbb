import { Failure } from "../../model/failure.ts";
import { toAmount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { secretPath } from "../../runtime/secret-file.ts";
import type { Database } from "../../store/database/database.ts";
import { readRole } from "../../store/database/database-role.ts";
import { openDatabase } from "../../store/database/open.ts";
import { hasFinishedDatabase } from "../../store/embedded/database-folder.ts";
import { EngineHeld } from "../../store/embedded/engine.ts";
import { moveDatabase } from "../../transfer/backup/move.ts";
import { type Command, type Invocation, messageOf, required } from "../command.ts";
import { COPY_TIMEOUT_MS, describeCopy, showCopied, tablesOf } from "../copy/copy-report.ts";
import { readDatabaseUrl } from "../read-database-url.ts";

export const command: Command = {
  options: {
    to: { value: "URL", meaning: "an empty PostgreSQL database, as the role that owns it", required: true },
  },
  examples: ["PGPASSWORD=… parapet move --to postgres://parapet_owner@db/parapet"],
  notes: `Copies everything in the embedded database to PostgreSQL: the schema is created, the rows are copied in one
transaction, and both sides are compared by the count and digest of each table before it is committed. The embedded database
is not changed; the audit log of each copied domain gets an entry, and everybody has to sign in again. If the command fails, the target has no rows and the command can be repeated. Stop the server first.`,
  run: async (invocation) => {
    const { terminal, json, config } = invocation;
    const url = readDatabaseUrl("--to", required(invocation, "to"));
    const source = await openSource(invocation);
    try {
      const target = await openTarget(invocation, url);
      try {
        const { tables, ended } = await moveDatabase(source, target, {
          clock: systemClock,
          actor: currentOperator(),
          onCopied: showCopied(terminal),
        });
        terminal.progress("");
        if (json) terminal.data(JSON.stringify({ tables: tablesOf(tables), sessions_ended: ended.sessions }));
        terminal.note(`${describeCopy(tables)} were copied; the counts and digests of source and target are equal.`);
        terminal.note(
          `${toAmount(ended.sessions, "session")} ended there. Keys, roles and invitations are those of the source.`,
        );
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    for (const step of nextSteps(config)) terminal.note(step);
    return 0;
  },
};

async function openSource({ config, terminal }: Invocation): Promise<Database> {
  const { dataDir } = config;
  if (!hasFinishedDatabase(dataDir)) {
    throw new Failure("invalid_request", `the data folder '${dataDir}' has no embedded database to copy`);
  }
  const warn = (message: string) => terminal.note(message);
  return openDatabase({ dataDir, statementTimeoutMs: COPY_TIMEOUT_MS, shared: false, warn }).catch((error) => {
    if (!(error instanceof EngineHeld)) throw error;
    const remedy = "stop it first, because the copy would lack what it stores meanwhile";
    throw new Failure("unavailable", `${error.message}; ${remedy}`);
  });
}

async function openTarget({ config }: Invocation, databaseUrl: string): Promise<Database> {
  const { dataDir } = config;
  const options = { databaseUrl, dataDir, statementTimeoutMs: COPY_TIMEOUT_MS, shared: false };
  const target = await openDatabase(options).catch((error: Error) => {
    throw new Failure("unavailable", `the database of --to cannot be opened: ${messageOf(error)}`);
  });
  const role = await readRole(target);
  if (role.canMigrate) return target;
  await target.close();
  throw new Failure(
    "invalid_request",
    `the database role '${role.name}' of --to cannot create tables; use the owner's`,
  );
}

function nextSteps({ dataDir, secret }: Invocation["config"]): readonly string[] {
  const kept = secret === undefined ? `the secret in ${secretPath(dataDir)}` : "the same PARAPET_SECRET";
  return [
    "Next:",
    "  1. Set PARAPET_DATABASE_URL to this database, best with a role that only serves (docs/operate.md, Roles on PostgreSQL).",
    `  2. Keep ${kept}: keys and connector secrets depend on it. Several servers need the same one.`,
    `  3. Start parapet serve. The embedded database in ${dataDir} is unchanged; remove it once you no longer need it.`,
  ];
}
