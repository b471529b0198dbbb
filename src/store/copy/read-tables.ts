import type { Database } from "../database/database.ts";
import { listCopiedTables } from "./copied-tables.ts";
import type { TableSource } from "./load-tables.ts";
import { readTable, TEXT_FORM } from "./table-rows.ts";

/**
 * Gives `work` every table of a database, all of one snapshot. The session user must not be bound by row-level security,
 * as that of the embedded engine is not.
 */
export async function readTables<T>(
  database: Database,
  work: (sources: AsyncIterable<TableSource>) => Promise<T>,
): Promise<T> {
  return database.exclusively(async (run, db) => {
    await run("begin isolation level repeatable read read only");
    try {
      await run(TEXT_FORM);
      return await work(sourcesOf({ run, db }));
    } finally {
      await run("rollback");
    }
  });
}

async function* sourcesOf(connection: Parameters<typeof readTable>[0]): AsyncGenerator<TableSource, void, void> {
  for (const table of await listCopiedTables(connection.db)) {
    const columns = table.columns.map(({ name }) => name);
    yield { table: table.name, columns, batches: readTable(connection, table) };
  }
}
