import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../database/database.ts";
import { decodeFacts, decodeKeys } from "./block-codec.ts";
import { lockTable } from "./log-rows.ts";
import { dayOf, itemIdKeysOf, rowKeysOf, UNDATED_DAY } from "./row-key.ts";
import { BLOCK_ROWS } from "./row-places.ts";
import { daysKept, readRetention } from "./row-retention.ts";

const DAY_MS = 86_400_000;
/** How long removed days wait for their partition to be dropped before their blocks are deleted one by one. */
const DROP_WAIT_MS = 2 * 3_600_000;

/**
 * Removes the rows of the days whose time is over, and returns how many. A row is kept for the days of its table, counted
 * from its own day or from the last arrival of a row of that day, whichever is later; days with pending rows are left. From
 * then on the rows cannot be found, and no other rows of these days are accepted. Their disk space is freed later.
 */
export async function expireRows(db: DomainHandle, now: Date): Promise<number> {
  const retention = await readRetention(db);
  const tables = await db.query<{ table_name: LogTable }>(
    "select distinct table_name from row_days where domain_id = $1 and removed_at is null order by table_name",
  );
  let removed = 0;
  for (const { table_name: table } of tables) {
    const before = dayOf(now.getTime()) - daysKept(retention, table);
    removed += await db.transaction((tx) => expireTable(tx, table, before, now));
  }
  return removed;
}

async function expireTable(tx: DomainDb, table: LogTable, before: number, now: Date): Promise<number> {
  await lockTable(tx, table);
  const expired = await tx.query<{ day: number; rows: string }>(
    `update row_days d set removed_at = $5
     where d.domain_id = $1 and d.table_name = $2 and d.removed_at is null and d.day <> $6
       and d.day < $3 and d.received_at < $4
       and not exists (select from pending_blocks p where p.domain_id = $1 and p.table_name = $2 and p.day = d.day)
       and not exists (select from log_rows l where l.domain_id = $1 and l.table_name = $2)
     returning day, rows`,
    [table, before, new Date(before * DAY_MS), now, UNDATED_DAY],
  );
  const days = expired.map(({ day }) => day);
  if (days.length > 0) {
    const deleteFrom = (names: string, id: string) =>
      tx.query<NamedRow>(
        `delete from ${names} where domain_id = $1 and table_name = $2 and day = any($3::integer[])
         returning table_name, ${id} as item_id, content_key, day`,
        [table, days],
      );
    // An alias may be an id that the row had before.
    const names = [...(await deleteFrom("row_names", "row_id")), ...(await deleteFrom("row_aliases", "item_id"))];
    await deleteIds(tx, names.map(toIdOfRow(tx.domainId)));
  }
  return expired.reduce((sum, { rows }) => sum + Number(rows), 0);
}

interface ExpiredBlock {
  readonly table_name: LogTable;
  readonly day: number;
  readonly block: number;
  readonly keys: Buffer;
  readonly facts: Buffer;
}

/**
 * Deletes up to `limit` blocks of removed days whose partitions are still used by other domains, and of rows without a
 * time whose time is over. Returns how many.
 */
export async function deleteExpiredBlocks(db: DomainHandle, now: Date, limit: number): Promise<number> {
  const undatedBefore = await undatedLimits(db, now);
  return db.transaction(async (tx) => {
    const removed = await takeBlocksOfRemovedDays(tx, now, limit);
    const undated: ExpiredBlock[] = [];
    for (const [table, before] of undatedBefore) {
      undated.push(...(await takeUndatedBlocks(tx, table, before, limit - removed.length - undated.length)));
    }
    await deleteKeys(tx, [...removed, ...undated]);
    await deleteNames(tx, undated);
    if (removed.length < limit) await finishDays(tx, now);
    return removed.length + undated.length;
  });
}

async function undatedLimits(db: DomainDb, now: Date): Promise<ReadonlyMap<LogTable, Date>> {
  const tables = await db.query<{ table_name: LogTable }>(
    "select table_name from row_days where domain_id = $1 and day = $2 order by table_name",
    [UNDATED_DAY],
  );
  if (tables.length === 0) return new Map();
  const retention = await readRetention(db);
  const today = dayOf(now.getTime());
  return new Map(
    tables.map(({ table_name: table }) => [table, new Date((today - daysKept(retention, table)) * DAY_MS)]),
  );
}

function takeBlocksOfRemovedDays(tx: DomainDb, now: Date, limit: number): Promise<readonly ExpiredBlock[]> {
  return tx.query<ExpiredBlock>(
    `with old as (
       select b.day, b.table_name, b.block from row_days d
       join row_blocks b on b.domain_id = $1 and b.day = d.day and b.table_name = d.table_name
       where d.domain_id = $1 and d.removed_at <= $2 and d.blocks > 0 limit $3)
     delete from row_blocks b using old
     where b.domain_id = $1 and b.day = old.day and b.table_name = old.table_name and b.block = old.block
     returning b.table_name, b.day, b.block, b.keys, b.facts`,
    [new Date(now.getTime() - DROP_WAIT_MS), limit],
  );
}

async function takeUndatedBlocks(
  tx: DomainDb,
  table: LogTable,
  before: Date,
  limit: number,
): Promise<readonly ExpiredBlock[]> {
  if (limit <= 0) return [];
  await lockTable(tx, table);
  return tx.query<ExpiredBlock>(
    `with old as (
       select b.block from row_blocks b
       where b.domain_id = $1 and b.table_name = $2 and b.day = $3 and b.last_at < $4
         and not exists (select from pending_blocks p where p.domain_id = $1 and p.table_name = $2 and p.day = $3
           and p.block = b.block)
       limit $5)
     delete from row_blocks b using old
     where b.domain_id = $1 and b.table_name = $2 and b.day = $3 and b.block = old.block
     returning b.table_name, b.day, b.block, b.keys, b.facts`,
    [table, UNDATED_DAY, before, limit],
  );
}

async function deleteKeys(tx: DomainDb, blocks: readonly ExpiredBlock[]): Promise<void> {
  const rows = blocks.flatMap((block) => keysOf(tx.domainId, block));
  if (rows.length === 0) return;
  await tx.execute(
    `delete from row_keys k using unnest($2::bigint[], $3::integer[], $4::integer[]) as given (key, day, place)
     where k.domain_id = $1 and k.key = given.key and k.day = given.day and k.place = given.place`,
    [rows.map(({ key }) => key), rows.map(({ day }) => day), rows.map(({ place }) => place)],
  );
  await deleteIds(
    tx,
    rows.flatMap(({ idKey, key, day }) => (idKey === null ? [] : [{ idKey, key, day }])),
  );
}

interface IdOfRow {
  readonly idKey: string;
  readonly key: string;
  readonly day: number;
}

/** A row, and an id that it has or was delivered with. */
interface NamedRow {
  readonly table_name: LogTable;
  readonly item_id: string;
  readonly content_key: string;
  readonly day: number;
}

const toIdOfRow =
  (domainId: string) =>
  ({ table_name: table, item_id: itemId, content_key: contentKey, day }: NamedRow): IdOfRow => ({
    idKey: itemIdKeysOf(domainId, table)(itemId),
    key: rowKeysOf(domainId, table)(contentKey),
    day,
  });

async function deleteIds(tx: DomainDb, named: readonly IdOfRow[]): Promise<void> {
  if (named.length === 0) return;
  await tx.execute(
    `delete from row_ids i using unnest($2::bigint[], $3::bigint[], $4::integer[]) as given (id_key, key, day)
     where i.domain_id = $1 and i.id_key = given.id_key and i.key = given.key and i.day = given.day`,
    [named.map(({ idKey }) => idKey), named.map(({ key }) => key), named.map(({ day }) => day)],
  );
}

/** Deletes the other names of rows without a time; those of a whole day are deleted when the day is removed. */
async function deleteNames(tx: DomainDb, blocks: readonly ExpiredBlock[]): Promise<void> {
  const rows = blocks.flatMap(({ table_name: table, keys }) =>
    decodeKeys(keys).map((contentKey) => ({ table, contentKey })),
  );
  if (rows.length === 0) return;
  const given = [rows.map(({ table }) => table), rows.map(({ contentKey }) => contentKey)];
  const isOfGiven = `using unnest($2::text[], $3::uuid[]) as given (table_name, content_key)
     where n.domain_id = $1 and n.table_name = given.table_name and n.content_key = given.content_key`;
  const deleteFrom = (table: string, id: string) =>
    tx.query<Omit<NamedRow, "day">>(
      `delete from ${table} n ${isOfGiven} returning n.table_name, n.${id} as item_id, n.content_key`,
      given,
    );
  const names = [...(await deleteFrom("row_names", "row_id")), ...(await deleteFrom("row_aliases", "item_id"))];
  const toId = toIdOfRow(tx.domainId);
  await deleteIds(
    tx,
    names.map((name) => toId({ ...name, day: UNDATED_DAY })),
  );
}

/** Returns the keys of the rows of a block and of their item ids. */
function keysOf(domainId: string, { table_name: table, day, block, keys, facts }: ExpiredBlock) {
  const [keyOf, keyOfItemId, factsAt] = [rowKeysOf(domainId, table), itemIdKeysOf(domainId, table), decodeFacts(facts)];
  return decodeKeys(keys).map((contentKey, slot) => {
    const itemId = factsAt(slot)?.itemId ?? null;
    const idKey = itemId === null ? null : keyOfItemId(itemId);
    return { key: keyOf(contentKey), idKey, day, place: block * BLOCK_ROWS + slot };
  });
}

/** Marks removed days of which no block is left. */
async function finishDays(tx: DomainDb, now: Date): Promise<void> {
  await tx.execute(
    `update row_days d set blocks = 0
     where d.domain_id = $1 and d.removed_at <= $2 and d.blocks > 0
       and not exists (select from row_blocks b where b.domain_id = $1 and b.day = d.day and b.table_name = d.table_name)`,
    [new Date(now.getTime() - DROP_WAIT_MS)],
  );
}
