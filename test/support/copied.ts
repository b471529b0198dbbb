import { type CopiedRows, createRowCounter } from "../../src/store/copy/load-tables.ts";
import { readTables } from "../../src/store/copy/read-tables.ts";
import type { Database } from "../../src/store/database/database.ts";

/** Returns the totals without those of the audit log, which a restore and a move append to. */
export const withoutAudit = (totals: readonly CopiedRows[]): readonly CopiedRows[] =>
  totals.filter(({ table }) => !table.startsWith("audit_"));

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
