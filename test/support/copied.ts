import { type CopiedRows, createRowCounter } from "../../src/store/copy/load-tables.ts";
import { readTables } from "../../src/store/copy/read-tables.ts";
import type { Database } from "../../src/store/database/database.ts";

const CHANGED: ReadonlySet<string> = new Set(["account_sessions", "account_codes"]);

/** Returns the totals without those of the tables that a restore and a move change: the audit log, sessions and invitations. */
export const withoutChanged = (totals: readonly CopiedRows[]): readonly CopiedRows[] =>
  totals.filter(({ table }) => !table.startsWith("audit_") && !CHANGED.has(table));

/** Returns the count and digest of every table, by name. */
export function readTotals(database: Database): Promise<readonly CopiedRows[]> {
  return readTables(database, async (sources) => {
    const totals: CopiedRows[] = [];
    for await (const { table, batches } of sources) {
      const counter = createRowCounter();
      for await (const batch of batches) counter.add(batch);
      totals.push(counter.total(table));
    }
    return totals;
  });
}
