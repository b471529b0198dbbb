import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findLogRows } from "../../store/rows/log-rows.ts";
import type { StoredLogRow } from "../../store/rows/stored-row.ts";

/** Finds the rows of some tables that have an id or were delivered with it. */
export async function findRows(
  db: DomainDb,
  tables: readonly LogTable[],
  id: string,
): Promise<readonly StoredLogRow[]> {
  const found: StoredLogRow[] = [];
  for (const table of tables) found.push(...(await findLogRows(db, table, [id])));
  return found;
}

/** Returns the message for an id that no row has; `where` is a table, or `any table`. */
export const describeMissingRow = (id: string, where: string): string =>
  `There is no row '${id}' in ${where} of this domain; its retention may be over (parapet retention show).`;
