import { LATE_MS, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";
import { findOldRows, renameOldRows } from "./old-rows.ts";
import { readFactsAt, readRows } from "./read-rows.ts";
import { countReceivedRows } from "./received-rows.ts";
import { type ClaimingRow, type SettledIds, settleIds } from "./row-claims.ts";
import { findRowDays, type RowDay } from "./row-days.ts";
import { dayOf, derivedRowId, itemIdKeysOf, type KeyOfItemId, rowKeysOf, UNDATED_DAY } from "./row-key.ts";
import { placesOfDays, type RowPlace } from "./row-places.ts";
import { findRowsOfAliases, findRowsOfIds, leastOfAliases, placesOfItemIds } from "./rows-by-id.ts";
import type { StoredLogRow } from "./stored-row.ts";
import { blockStatements, insertItemIds, planBlocks, type RowToWrite } from "./write-blocks.ts";

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
  /** The contents of rows of a day whose rows were removed: whether they were stored before is not known any more. */
  readonly expired: ReadonlySet<string>;
}

interface TableRows {
  readonly table: LogTable;
  readonly rows: readonly NewLogRow[];
  readonly receivedAt: Date;
  /** The value for the first part of the delivery, so that one part does not cause the next to be marked late. */
  readonly wasLive?: boolean | undefined;
  /** Whether the detectors are to process the rows. */
  readonly isPending: boolean;
  /** Statements that are sent together with those that store the rows. */
  readonly together?: readonly DomainStatement<void>[];
}

/** A row with its day and the key of its content. */
interface DatedRow extends NewLogRow {
  readonly day: number;
  readonly key: string;
}

/** A row that is stored already. */
interface KnownRow {
  /** Undefined if it has not been moved into a block yet. */
  readonly day: number | undefined;
  /** Undefined if it was not looked up, because the row was delivered without an id. */
  readonly rowId: string | undefined;
}

/**
 * Stores new rows and queues them for detection unless they are evidence only. The result does not depend on the order of
 * rows, on duplicates, or on how rows are divided into deliveries.
 */
export async function saveLogRows(tx: DomainDb, part: TableRows): Promise<SavedRows> {
  const { table, rows, receivedAt, isPending, together = [] } = part;
  const { unique, itemIds } = uniqueRows(tx.domainId, table, rows);
  // Nearly always all rows are new: their texts are compressed while the database looks for copies.
  const planning = planBlocks(unique);
  // If it fails and is needed, it is awaited below.
  planning.catch(() => undefined);
  const before = await lookUp(tx, part, unique, itemIds);
  const wasLive = part.wasLive ?? before.isLive;
  const isRemoved = ({ day }: DatedRow): boolean => before.days.get(day)?.isRemoved ?? false;
  const dated = unique.filter((row) => !isRemoved(row));
  const known = await findKnown(tx, table, dated, itemIds, before);
  const settled = await settleIds(tx, table, claimingRows(dated, itemIds, known), before.mayBeClaimed);
  const fresh = dated.filter(({ contentKey }) => !known.has(contentKey));
  const planned = fresh.length === unique.length ? await planning : await planBlocks(fresh);
  const toWrite = (row: DatedRow): RowToWrite => ({
    ...row,
    itemId: ownItemId(row.contentKey, itemIds, settled),
    receivedAt: receivedAt.getTime(),
    late: row.undated || (wasLive && receivedAt.getTime() - row.at > LATE_MS),
    isPending,
  });
  const blocks = planned.map(({ rows: own, encoded }) => ({ rows: own.map(toWrite), encoded }));
  await tx.runAll([
    ...blockStatements(table, blocks, before),
    ...countReceivedRows(table, fresh, receivedAt),
    ...together,
  ]);
  await writeClaims(tx, table, settled);
  const expired = new Set(unique.filter(isRemoved).map(({ contentKey }) => contentKey));
  const refused = rows.filter(({ contentKey }) => expired.has(contentKey)).length;
  return {
    wasLive,
    accepted: fresh.length,
    duplicates: rows.length - refused - fresh.length,
    conflicts: fresh.flatMap(({ contentKey }) =>
      [...(itemIds.get(contentKey) ?? [])]
        .filter((itemId) => settled.contested.has(itemId))
        .map((itemId) => ({ itemId, contentKey, rowId: settled.rowIds.get(contentKey) ?? itemId })),
    ),
    expired,
  };
}

/** The rows of a delivery by content, and the item ids that each was delivered with. */
function uniqueRows(domainId: string, table: LogTable, rows: readonly NewLogRow[]) {
  const keyOf = rowKeysOf(domainId, table);
  const unique = new Map<string, DatedRow>();
  const itemIds = new Map<string, Set<string>>();
  for (const row of rows) {
    if (!unique.has(row.contentKey)) {
      const day = row.undated ? UNDATED_DAY : dayOf(row.at);
      unique.set(row.contentKey, { ...row, day, key: keyOf(row.contentKey) });
    }
    const ids = itemIds.get(row.contentKey) ?? new Set();
    itemIds.set(row.contentKey, row.itemId === null ? ids : ids.add(row.itemId));
  }
  return { unique: [...unique.values()], itemIds };
}

/** Returns the id that a block states for a new row: an item id that it was delivered with, or null for the derived one. */
function ownItemId(
  contentKey: string,
  itemIds: ReadonlyMap<string, ReadonlySet<string>>,
  { rowIds }: SettledIds,
): string | null {
  const rowId = rowIds.get(contentKey);
  return rowId !== undefined && itemIds.get(contentKey)?.has(rowId) ? rowId : null;
}

/** Returns new rows, and duplicates that were delivered with an item id other than the row's id. */
function claimingRows(
  rows: readonly DatedRow[],
  itemIds: ReadonlyMap<string, ReadonlySet<string>>,
  known: ReadonlyMap<string, KnownRow>,
): readonly ClaimingRow[] {
  return rows.flatMap(({ contentKey, day }) => {
    const ids = itemIds.get(contentKey) ?? new Set<string>();
    const stored = known.get(contentKey);
    const isSettled = stored !== undefined && [...ids].every((id) => id === stored.rowId);
    return isSettled ? [] : [{ contentKey, day: stored ? stored.day : day, isNew: stored === undefined, itemIds: ids }];
  });
}

/** The keys of the advisory locks; the same in every process. */
const INTAKE_LOCK = 61_140_928;
/** The drop of a partition takes it exclusively (`drop_outlived_row_partitions`). */
const PARTITION_LOCK = 61_140_929;

/**
 * Locks the table for one delivery at a time, because two concurrent ones could store the same row twice, and keeps
 * partitions from being dropped meanwhile.
 */
const tableLock = (table: LogTable): DomainStatement<void> => ({
  text: `select true from (select pg_advisory_xact_lock_shared(${PARTITION_LOCK}),
       pg_advisory_xact_lock(hashtextextended($1::uuid::text || $2, ${INTAKE_LOCK}))) held`,
  values: [table],
  read: () => undefined,
});

/** Locks the table until the transaction ends. */
export async function lockTable(tx: DomainDb, table: LogTable): Promise<void> {
  await tx.runAll([tableLock(table)]);
}

/** What is known of a table and of the rows of a delivery before it. */
interface Before {
  /** An earlier delivery had recent rows. */
  readonly isLive: boolean;
  /** Some rows have not been moved into blocks yet. */
  readonly hasOldRows: boolean;
  readonly days: ReadonlyMap<number, RowDay>;
  readonly places: readonly RowPlace[];
  readonly keyOfItemId: KeyOfItemId;
  /** Whether a stored row may have been delivered with an item id. */
  readonly mayBeClaimed: (itemId: string) => boolean;
}

/** Locks the table, records the delivery, and reads what was known before it. */
async function lookUp(
  tx: DomainDb,
  { table, rows, receivedAt }: TableRows,
  unique: readonly DatedRow[],
  itemIds: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Before> {
  const ids = [...new Set([...itemIds.values()].flatMap((own) => [...own]))];
  const keyOfItemId = itemIdKeysOf(tx.domainId, table);
  const claims = ids.length === 0 ? [] : [placesOfItemIds(table, ids, keyOfItemId), leastOfAliases(table, ids)];
  const [, live, , days, places, ...claiming] = await tx.runAll([
    tableLock(table),
    tableState(table),
    tableDelivery(table, rows, receivedAt),
    findRowDays(
      table,
      unique.map(({ day }) => day),
    ),
    placesOfDays(table, unique),
    ...claims,
  ]);
  const found = new Set(claiming.flat().map(({ id }) => id));
  return { ...live, days, places, keyOfItemId, mayBeClaimed: (itemId) => live.hasOldRows || found.has(itemId) };
}

const tableState = (table: LogTable): DomainStatement<Pick<Before, "isLive" | "hasOldRows">> => ({
  text: `select exists (select from log_rows where domain_id = $1 and table_name = $2) as has_old_rows,
       exists (select from log_tables where domain_id = $1 and table_name = $2 and live_since is not null) as is_live`,
  values: [table],
  read: ({ rows: [row] }) => ({ isLive: row?.["is_live"] === true, hasOldRows: row?.["has_old_rows"] === true }),
});

function tableDelivery(table: LogTable, rows: readonly NewLogRow[], receivedAt: Date): DomainStatement<void> {
  // A wrong clock, far ahead, shows nothing of when rows arrive.
  const isLiveNow = rows.some(({ at, undated }) => !undated && Math.abs(receivedAt.getTime() - at) <= LATE_MS);
  return {
    text: `insert into log_tables (domain_id, table_name, live_since, received_at) values ($1, $2, $3, $4)
     on conflict (domain_id, table_name) do update
     set live_since = coalesce(log_tables.live_since, excluded.live_since), received_at = excluded.received_at`,
    values: [table, isLiveNow ? receivedAt : null, receivedAt],
    read: () => undefined,
  };
}

async function findKnown(
  tx: DomainDb,
  table: LogTable,
  rows: readonly DatedRow[],
  itemIds: ReadonlyMap<string, ReadonlySet<string>>,
  { places, hasOldRows }: Before,
): Promise<ReadonlyMap<string, KnownRow>> {
  const known = new Map<string, KnownRow>(places.map(({ contentKey, day }) => [contentKey, { day, rowId: undefined }]));
  // Only a copy with an id can change which id the row has.
  const named = places.filter(({ contentKey }) => (itemIds.get(contentKey)?.size ?? 0) > 0);
  for (const { contentKey, day, rowId } of await readFactsAt(tx, table, named)) known.set(contentKey, { day, rowId });
  if (!hasOldRows) return known;
  const others = rows.map(({ contentKey }) => contentKey).filter((contentKey) => !known.has(contentKey));
  for (const { contentKey, rowId } of await findOldRows(tx, table, others))
    known.set(contentKey, { day: undefined, rowId });
  return known;
}

async function writeClaims(tx: DomainDb, table: LogTable, { renamed, aliases }: SettledIds): Promise<void> {
  if (renamed.length > 0) await renameRows(tx, table, renamed);
  if (aliases.length === 0) return;
  await tx.execute(
    `insert into row_aliases (domain_id, table_name, item_id, content_key, day)
     select $1, $2, item_id, content_key, day
     from unnest($3::text[], $4::uuid[], $5::integer[]) as given (item_id, content_key, day) on conflict do nothing`,
    [
      table,
      aliases.map(({ itemId }) => itemId),
      aliases.map(({ contentKey }) => contentKey),
      aliases.map(({ day }) => day ?? null),
    ],
  );
}

async function renameRows(tx: DomainDb, table: LogTable, renamed: SettledIds["renamed"]): Promise<void> {
  // Events based on a row that was processed have to refer to it by its new id.
  await tx.execute(
    `insert into renamed_rows (domain_id, table_name, content_key)
     select $1, $2, content_key from unnest($3::uuid[]) as given (content_key) on conflict do nothing`,
    [table, renamed.map(({ contentKey }) => contentKey)],
  );
  await renameOldRows(
    tx,
    table,
    renamed.filter(({ day }) => day === undefined),
  );
  const placed = renamed.flatMap(({ day, ...row }) => (day === undefined ? [] : [{ ...row, day }]));
  await tx.execute(
    `insert into row_names (domain_id, table_name, content_key, day, row_id)
     select $1, $2, content_key, day, row_id
     from unnest($3::uuid[], $4::integer[], $5::text[]) as given (content_key, day, row_id)
     on conflict (domain_id, table_name, content_key) do update set row_id = excluded.row_id`,
    [table, placed.map(({ contentKey }) => contentKey), placed.map(({ day }) => day), placed.map(({ to }) => to)],
  );
  const named = placed.filter(({ contentKey, to }) => to !== derivedRowId(tx.domainId, table, contentKey));
  const keyOf = rowKeysOf(tx.domainId, table);
  const keyOfItemId = itemIdKeysOf(tx.domainId, table);
  const owned = named.map(({ contentKey, day, to }) => ({ idKey: keyOfItemId(to), key: keyOf(contentKey), day }));
  await tx.runAll(insertItemIds(owned));
  await tx.execute(
    `delete from row_aliases a using unnest($3::uuid[], $4::text[]) as given (content_key, row_id)
     where a.domain_id = $1 and a.table_name = $2 and a.content_key = given.content_key and a.item_id = given.row_id`,
    [table, renamed.map(({ contentKey }) => contentKey), renamed.map(({ to }) => to)],
  );
}

/** Finds rows by their ids or the item ids they were delivered with, to show the evidence of an event. */
export async function findLogRows(
  db: DomainDb,
  table: LogTable,
  rowIds: readonly string[],
): Promise<readonly StoredLogRow[]> {
  const found = [...(await findRowsOfIds(db, table, rowIds)), ...(await findRowsOfAliases(db, table, rowIds))];
  const contents = new Set(found.map(({ contentKey }) => contentKey));
  const rows = await readRows(
    db,
    [...contents].map((contentKey) => ({ table, contentKey })),
  );
  return [...rows].sort((a, b) => a.at - b.at || (a.rowId < b.rowId ? -1 : Number(a.rowId > b.rowId)));
}
