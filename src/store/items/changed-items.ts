import type { DomainDb } from "../database/database.ts";

/** How many changed items one statement collects and sorts. */
const COLLECTED = 2_000;

/**
 * Returns whether few items of a table have changed since a time. Few are found by the time of their change and sorted;
 * many are found soon in the order of the list.
 */
export async function areFewChanged(db: DomainDb, table: "cases" | "threats", since: Date): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from ${table} where domain_id = $1 and changed_at >= $2 limit ${COLLECTED + 1}) bounded`,
    [since],
  );
  return (row?.count ?? 0) <= COLLECTED;
}

/** Returns a `from` item for the items of a table that have changed; `since` is the placeholder of the time. */
export const changedItems = (table: "cases" | "threats", since: string): string =>
  // `offset 0` keeps the planner from reading the list in its order instead.
  `(select * from ${table} where domain_id = $1 and changed_at >= ${since} offset 0)`;
