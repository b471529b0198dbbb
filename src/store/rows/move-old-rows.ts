import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../database/database.ts";
import { lockTable } from "./log-rows.ts";
import { dayOf, derivedRowId, rowKeyOf, UNDATED_DAY } from "./row-key.ts";
import { type RowToWrite, writeBlocks } from "./write-blocks.ts";

interface OldRowToMove {
  readonly content_key: string;
  readonly row_id: string;
  readonly at: Date;
  readonly received_at: Date;
  readonly late: boolean;
  readonly text: string;
}

/**
 * Moves up to `limit` rows of a domain from `log_rows`, where rows were stored before there were blocks, into blocks;
 * pending ones first. Returns how many; 0 if there are none left. Every call is one transaction, so that a row is in exactly one
 * of the two places whenever the move is interrupted.
 */
export async function moveOldRows(db: DomainHandle, limit: number): Promise<number> {
  const next = await findNext(db);
  if (!next) return 0;
  return db.transaction(async (tx) => {
    await lockTable(tx, next.table);
    const rows = await readNext(tx, next, limit);
    const moved = rows.map((row) => toWrite(tx.domainId, next, row));
    await writeBlocks(tx, next.table, moved);
    await placeAliases(tx, next.table, moved);
    await removeOld(tx, next.table, rows);
    return rows.length;
  });
}

/** Moves all rows of a domain that are not in blocks yet. */
export async function moveAllOldRows(db: DomainHandle): Promise<void> {
  while ((await moveOldRows(db, 1_000)) > 0);
}

/** Returns the days of the rows that `moveOldRows` with the same limit moves next, for their partitions. */
export async function listOldDays(db: DomainDb, limit: number): Promise<ReadonlySet<number>> {
  const next = await findNext(db);
  if (!next) return new Set();
  const rows = await db.query<{ at: Date }>(`select at from (${nextRows(next)}) next`, [next.table, limit]);
  return new Set(rows.map(({ at }) => dayOf(at.getTime())));
}

/** The table whose rows are moved next, and whether these are pending ones. */
interface NextRows {
  readonly table: LogTable;
  readonly isPending: boolean;
}

async function findNext(db: DomainDb): Promise<NextRows | undefined> {
  const [row] = await db.query<{ pending: LogTable | null; stored: LogTable | null }>(
    `select (select table_name from pending_rows where domain_id = $1 order by at limit 1) as pending,
       (select table_name from log_rows where domain_id = $1 limit 1) as stored`,
  );
  if (row?.pending) return { table: row.pending, isPending: true };
  return row?.stored ? { table: row.stored, isPending: false } : undefined;
}

const nextRows = ({ isPending }: NextRows): string =>
  isPending
    ? `select l.* from pending_rows p
       join log_rows l on l.domain_id = $1 and l.table_name = p.table_name and l.content_key = p.content_key
       where p.domain_id = $1 and p.table_name = $2 order by p.at, p.content_key limit $3`
    : "select l.* from log_rows l where l.domain_id = $1 and l.table_name = $2 order by l.content_key limit $3";

const readNext = (tx: DomainDb, next: NextRows, limit: number): Promise<readonly OldRowToMove[]> =>
  tx.query(`select content_key, row_id, at, received_at, late, text from (${nextRows(next)}) next`, [
    next.table,
    limit,
  ]);

function toWrite(domainId: string, { table, isPending }: NextRows, row: OldRowToMove): RowToWrite {
  const [contentKey, at] = [row.content_key, row.at.getTime()];
  // A row that was delivered with a time has this column, whatever the column was called that it came in.
  const isDated = Object.hasOwn(JSON.parse(row.text) as object, "TimeGenerated");
  return {
    contentKey,
    key: rowKeyOf(domainId, table, contentKey),
    itemId: row.row_id === derivedRowId(domainId, table, contentKey) ? null : row.row_id,
    at,
    day: isDated ? dayOf(at) : UNDATED_DAY,
    receivedAt: row.received_at.getTime(),
    late: row.late,
    text: row.text,
    isPending,
  };
}

async function placeAliases(tx: DomainDb, table: LogTable, rows: readonly RowToWrite[]): Promise<void> {
  await tx.execute(
    `update row_aliases a set day = given.day from unnest($3::uuid[], $4::integer[]) as given (content_key, day)
     where a.domain_id = $1 and a.table_name = $2 and a.content_key = given.content_key`,
    [table, rows.map(({ contentKey }) => contentKey), rows.map(({ day }) => day)],
  );
}

async function removeOld(tx: DomainDb, table: LogTable, rows: readonly OldRowToMove[]): Promise<void> {
  const keys = rows.map(({ content_key }) => content_key);
  await tx.execute(
    `delete from pending_rows p using unnest($3::uuid[], $4::timestamptz[]) as given (content_key, at)
     where p.domain_id = $1 and p.at = given.at and p.table_name = $2 and p.content_key = given.content_key`,
    [table, keys, rows.map(({ at }) => at)],
  );
  const removed = await tx.execute(
    `delete from log_rows l using unnest($3::uuid[]) as given (content_key)
     where l.domain_id = $1 and l.table_name = $2 and l.content_key = given.content_key`,
    [table, keys],
  );
  if (removed !== rows.length) throw new Error(`moved ${removed} of ${rows.length} rows`);
}
