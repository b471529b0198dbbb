import { toAmount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { migrate, refuseServingRole } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import type { Command } from "../command.ts";

const MIGRATION_TIMEOUT_MS = 3_600_000;

export const command: Command = {
  examples: ["parapet migrate", "PARAPET_OWNER_DATABASE_URL=postgres://… parapet migrate"],
  notes: `On PostgreSQL, migrations run as the role of PARAPET_OWNER_DATABASE_URL if that is set. It owns the tables; the role of
PARAPET_DATABASE_URL then only needs membership in parapet_app.`,
  run: async ({ config, terminal, json }) => {
    terminal.progress("Opening the database");
    const database = await openDatabase({
      databaseUrl: config.ownerDatabaseUrl ?? config.databaseUrl,
      dataDir: config.dataDir,
      statementTimeoutMs: MIGRATION_TIMEOUT_MS,
      shared: true,
      warn: (message) => terminal.note(message),
    });
    try {
      await refuseServingRole(database);
      terminal.progress("Applying migrations");
      const applied = await migrate(database, systemClock);
      terminal.progress("");
      if (json) terminal.data(JSON.stringify({ applied }));
      else for (const name of applied) terminal.out(name);
      terminal.note(
        applied.length === 0 ? "The schema is up to date." : `${toAmount(applied.length, "migration")} applied.`,
      );
      return 0;
    } finally {
      await database.close();
    }
  },
};
