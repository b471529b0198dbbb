import { LATE_MS, type LogRow, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { countReceivedRows } from "./received-rows.ts";
import { type ClaimingRow, type SettledIds, settleIds } from "./row-claims.ts";

/** A delivered row, before deduplication. */
export interface NewLogRow {
  readonly contentKey: string;
  /** Its `_ItemId`, if it has one. */
  readonly itemId: string | null;
  readonly at: number;
  /** It has no event time, and `at` is the time of its arrival. */
  readonly undated: boolean;
  readonly text: string;
}

/** A new row whose item id was also delivered with another row. */
export interface IdConflict {
  readonly itemId: string;
  readonly rowId: string;
  readonly contentKey: string;
}

export interface SavedRows {
  /**
   * Whether the table was live before: an earlier delivery had a row that was at most 48 hours old. From then on a row that
   * is older when it arrives is late. To be passed on with the next part of the same delivery.
   */
  readonly wasLive: boolean;
  readonly accepted: number;
  readonly duplicates: number;
  readonly conflicts: readonly IdConflict[];
}

interface TableRows {
  readonly table: LogTable;
  readonly rows: readonly NewLogRow[];
  readonly receivedAt: Date;
  /** The value for the first part of the delivery, so that one part does not cause the next to be marked late. */
  readonly wasLive?: boolean | undefined;
  /** Whether the detectors are to process the rows. */
  readonly isPending: boolean;
}

/**
 * Stores new rows and queues them for detection unless they are evidence only. The result does not depend on the order of
 * rows, on duplicates, or on how rows are divided into deliveries.
 */
export async function saveLogRows(tx: DomainDb, part: TableRows): Promise<SavedRows> {
  const { table, rows, receivedAt } = part;
  await lockTable(tx, table);
  const isLive = await recordTableDelivery(tx, table, rows, receivedAt);
  const wasLive = part.wasLive ?? isLive;
  const unique = new Map<string, NewLogRow>();
  const itemIds = new Map<string, Set<string>>();
  for (const row of rows) {
    if (!unique.has(row.contentKey)) unique.set(row.contentKey, row);
    const ids = itemIds.get(row.contentKey) ?? new Set();
    itemIds.set(row.contentKey, row.itemId === null ? ids : ids.add(row.itemId));
  }
  const known = await findKnown(tx, table, [...unique.keys()]);
  const settled = await settleIds(tx, table, claimingRows(unique, itemIds, known));
  const fresh = [...unique.values()].filter(({ contentKey }) => !known.has(contentKey));
  await insertRows(tx, { ...part, rows: fresh }, settled, wasLive);
  await writeClaims(tx, table, settled);
  await countReceivedRows(tx, table, fresh, receivedAt);
  return {
    wasLive,
    accepted: fresh.length,
    duplicates: rows.length - fresh.length,
    conflicts: fresh.flatMap(({ contentKey }) =>
      [...(itemIds.get(contentKey) ?? [])]
        .filter((itemId) => settled.contested.has(itemId))
        .map((itemId) => ({ itemId, contentKey, rowId: settled.rowIds.get(contentKey) ?? itemId })),
    ),
  };
}

/** Returns new rows, and duplicates that were delivered with an item id other than the row's id. */
function claimingRows(
  unique: ReadonlyMap<string, NewLogRow>,
  itemIds: ReadonlyMap<string, ReadonlySet<string>>,
  known: ReadonlyMap<string, string>,
): readonly ClaimingRow[] {
  return [...unique.keys()].flatMap((contentKey) => {
    const ids = itemIds.get(contentKey) ?? new Set<string>();
    const rowId = known.get(contentKey);
    const isSettled = rowId !== undefined && [...ids].every((id) => id === rowId);
    return isSettled ? [] : [{ contentKey, isNew: rowId === undefined, itemIds: ids }];
  });
}

/** The key of the advisory lock; the same in every process. */
const INTAKE_LOCK = 61_140_928;

/** Locks the table for one delivery at a time: two concurrent ones could store the same row twice. */
async function lockTable(tx: DomainDb, table: LogTable): Promise<void> {
  await tx.query(
    `select true from (select pg_advisory_xact_lock(hashtextextended($1::uuid::text || $2, ${INTAKE_LOCK}))) held`,
    [table],
  );
}

/** Records the delivery; returns whether an earlier delivery of the table had recent rows. */
async function recordTableDelivery(
  tx: DomainDb,
  table: LogTable,
  rows: readonly NewLogRow[],
  receivedAt: Date,
): Promise<boolean> {
  const [before] = await tx.query<{ live_since: Date | null }>(
    "select live_since from log_tables where domain_id = $1 and table_name = $2",
    [table],
  );
  const isLiveNow = rows.some(({ at, undated }) => !undated && receivedAt.getTime() - at <= LATE_MS);
  await tx.execute(
    `insert into log_tables (domain_id, table_name, live_since, received_at) values ($1, $2, $3, $4)
     on conflict (domain_id, table_name) do update
     set live_since = coalesce(log_tables.live_since, excluded.live_since), received_at = excluded.received_at`,
    [table, isLiveNow ? receivedAt : null, receivedAt],
  );
  return before?.live_since != null;
}

async function findKnown(
  tx: DomainDb,
  table: LogTable,
  contentKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ content_key: string; row_id: string }>(
    `select l.content_key, l.row_id from unnest($3::uuid[]) as given (content_key) cross join lateral (
       select content_key, row_id from log_rows
       where domain_id = $1 and table_name = $2 and content_key = given.content_key offset 0) l`,
    [table, contentKeys],
  );
  return new Map(rows.map(({ content_key, row_id }) => [content_key, row_id]));
}

/** The maximum text that one statement inserts. */
const INSERT_CHARACTERS = 4_000_000;

async function insertRows(
  tx: DomainDb,
  { table, rows, receivedAt, isPending }: TableRows,
  { rowIds }: SettledIds,
  isLive: boolean,
): Promise<void> {
  for (const part of partsOf(rows)) {
    const ids = part.map(({ contentKey }) => rowIds.get(contentKey));
    const times = part.map(({ at }) => new Date(at));
    await tx.execute(
      `with given as (
         select * from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[])
           as given (content_key, row_id, at, late, text)),
       kept as (
         insert into log_rows (domain_id, table_name, content_key, row_id, at, received_at, late, text)
         select $1, $2, content_key, row_id, at, $8, late, text from given)
       insert into pending_rows (domain_id, at, table_name, content_key)
       select $1, at, $2, content_key from given where $9`,
      [
        table,
        part.map(({ contentKey }) => contentKey),
        ids,
        times,
        part.map(({ at, undated }) => undated || (isLive && receivedAt.getTime() - at > LATE_MS)),
        part.map(({ text }) => text),
        receivedAt,
        isPending,
      ],
    );
  }
}

function* partsOf(rows: readonly NewLogRow[]): Generator<readonly NewLogRow[]> {
  let part: NewLogRow[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += row.text.length;
    if (characters < INSERT_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

async function writeClaims(tx: DomainDb, table: LogTable, { renamed, aliases }: SettledIds): Promise<void> {
  if (renamed.length > 0) await renameRows(tx, table, renamed);
  if (aliases.length === 0) return;
  await tx.execute(
    `insert into row_aliases (domain_id, table_name, item_id, content_key)
     select $1, $2, item_id, content_key from unnest($3::text[], $4::uuid[]) as given (item_id, content_key)
     on conflict do nothing`,
    [table, aliases.map(({ itemId }) => itemId), aliases.map(({ contentKey }) => contentKey)],
  );
}

async function renameRows(tx: DomainDb, table: LogTable, renamed: SettledIds["renamed"]): Promise<void> {
  const source = "unnest($3::uuid[], $4::text[]) as given (content_key, row_id)";
  const given = [table, renamed.map(({ contentKey }) => contentKey), renamed.map(({ to }) => to)];
  // Events based on a row that was already processed have to refer to it by its new id.
  await tx.execute(
    `insert into renamed_rows (domain_id, table_name, content_key)
     select $1, $2, content_key from unnest($3::uuid[]) as given (content_key) on conflict do nothing`,
    [table, renamed.filter(({ isPending }) => !isPending).map(({ contentKey }) => contentKey)],
  );
  await tx.execute(
    `update log_rows l set row_id = given.row_id from ${source}
     where l.domain_id = $1 and l.table_name = $2 and l.content_key = given.content_key`,
    given,
  );
  await tx.execute(
    `delete from row_aliases a using ${source}
     where a.domain_id = $1 and a.table_name = $2 and a.content_key = given.content_key and a.item_id = given.row_id`,
    given,
  );
}

/** A row as it is read from the database. */
export interface StoredRow {
  readonly table_name: LogTable;
  readonly content_key: string;
  readonly row_id: string;
  readonly at: Date;
  readonly received_at: Date;
  readonly late: boolean;
  readonly text: string;
}

/** A stored row, with the time it was received at. */
export interface StoredLogRow extends LogRow {
  readonly receivedAt: Date;
}

/** The columns of a `StoredRow`, of `log_rows l`. */
export const ROW_COLUMNS = "l.table_name, l.content_key, l.row_id, l.at, l.received_at, l.late, l.text";

export const toLogRow = (row: StoredRow): StoredLogRow => ({
  table: row.table_name,
  rowId: row.row_id,
  contentKey: row.content_key,
  at: row.at.getTime(),
  receivedAt: row.received_at,
  late: row.late,
  fields: JSON.parse(row.text) as Readonly<Record<string, unknown>>,
  text: row.text,
});

/** Finds rows by their ids or the item ids they were delivered with, to show the evidence of an event. */
export async function findLogRows(
  db: DomainDb,
  table: LogTable,
  rowIds: readonly string[],
): Promise<readonly StoredLogRow[]> {
  const rows = await db.query<StoredRow>(
    `select ${ROW_COLUMNS} from log_rows l
     where l.domain_id = $1 and l.table_name = $2 and l.content_key in (
       select content_key from log_rows where domain_id = $1 and table_name = $2 and row_id = any($3::text[])
       union
       select content_key from row_aliases where domain_id = $1 and table_name = $2 and item_id = any($3::text[]))
     order by l.at, l.row_id`,
    [table, rowIds],
  );
  return rows.map(toLogRow);
}

/**
 * Returns rows by their content, as far as they are still stored. One lookup for each: for a domain that is new since the
 * last statistics the planner expects hardly any rows, and would read all of them to join.
 */
export async function findRowsByContent(
  db: DomainDb,
  rows: readonly { readonly table: LogTable; readonly contentKey: string }[],
): Promise<readonly StoredLogRow[]> {
  if (rows.length === 0) return [];
  const found = await db.query<StoredRow>(
    `select ${ROW_COLUMNS} from unnest($2::text[], $3::uuid[]) as wanted (table_name, content_key)
     cross join lateral (
       select * from log_rows o
       where o.domain_id = $1 and o.table_name = wanted.table_name and o.content_key = wanted.content_key limit 1) l`,
    [rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)],
  );
  return found.map(toLogRow);
}
