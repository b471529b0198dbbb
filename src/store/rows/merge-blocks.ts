import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../database/database.ts";
import { decodeFacts, decodeKeys, decodeTexts } from "./block-codec.ts";
import { lockTable } from "./log-rows.ts";
import { findRowDays } from "./row-days.ts";
import { rowKeysOf } from "./row-key.ts";
import { BLOCK_ROWS } from "./row-places.ts";
import { BLOCK_BYTES, insertBlocks, type NewBlock, numberBlocks, planBlocks, type RowToWrite } from "./write-blocks.ts";

const DAY_MS = 86_400_000;
/**
 * A block with fewer rows and less text is small: merging larger ones would cost more than it saves, and as many blocks of
 * long rows would come out as went in.
 */
const SMALL_ROWS = BLOCK_ROWS / 4;
const SMALL_BYTES = BLOCK_BYTES / 4;
/** Fewer small blocks of a day are left as they are. */
const MIN_BLOCKS = 8;
const BLOCKS_AT_ONCE = 64;
const BYTES_AT_ONCE = 4 * 1_048_576;
/** Days without new rows for longer than this have been merged. */
const RECENT_MS = 2 * DAY_MS;
/** How long a merged block stays for those who are reading it. */
const KEPT_MS = DAY_MS;

/**
 * Merges some of the small blocks of a day, which many small deliveries leave, into larger ones, and deletes those that were
 * merged a day ago. Returns how many blocks it merged or deleted; 0 if nothing is left to do. Rows, their ids and their order
 * stay the same; blocks with pending rows are left.
 */
export async function mergeSmallBlocks(db: DomainHandle, now: Date): Promise<number> {
  const deleted = await deleteMerged(db, now);
  const next = await findNext(db, now);
  return deleted + (next ? await db.transaction((tx) => mergeDay(tx, next, now)) : 0);
}

interface DayOfTable {
  readonly table: LogTable;
  readonly day: number;
}

/** The condition for small blocks `b` of a table and a day that can be merged. */
const isMergeable = (table: string, day: string): string =>
  `b.domain_id = $1 and b.table_name = ${table} and b.day = ${day} and b.rows < ${SMALL_ROWS} and b.bytes < ${SMALL_BYTES}
   and b.merged_at is null
   and not exists (select from pending_blocks p
     where p.domain_id = $1 and p.table_name = ${table} and p.day = ${day} and p.block = b.block)`;

async function findNext(db: DomainDb, now: Date): Promise<DayOfTable | undefined> {
  const [row] = await db.query<{ table_name: LogTable; day: number }>(
    `select d.table_name, d.day from row_days d
     where d.domain_id = $1 and d.removed_at is null and d.received_at > $2 and d.blocks >= ${MIN_BLOCKS}
       and (select count(*) from (
         select from row_blocks b where ${isMergeable("d.table_name", "d.day")} limit ${MIN_BLOCKS}) small) = ${MIN_BLOCKS}
     limit 1`,
    [new Date(now.getTime() - RECENT_MS)],
  );
  return row && { table: row.table_name, day: row.day };
}

async function mergeDay(tx: DomainDb, { table, day }: DayOfTable, now: Date): Promise<number> {
  await lockTable(tx, table);
  const chosen = await chooseBlocks(tx, { table, day });
  if (chosen.length < 2) return 0;
  const rows = await readBlocks(tx, { table, day }, chosen);
  const [days] = await tx.runAll([findRowDays(table, [day])]);
  const blocks = numberBlocks(await planBlocks(rows), days);
  await tx.runAll([insertBlocks(table, blocks)]);
  await moveKeys(tx, day, rows, blocks);
  await tx.execute("update row_days set blocks = blocks + $4 where domain_id = $1 and table_name = $2 and day = $3", [
    table,
    day,
    blocks.length,
  ]);
  await tx.execute(
    `update row_blocks set merged_at = $5
     where domain_id = $1 and table_name = $2 and day = $3 and block = any($4::integer[])`,
    [table, day, chosen, now],
  );
  return chosen.length;
}

/** Returns the numbers of small blocks that are close in time, up to the limits. */
async function chooseBlocks(tx: DomainDb, { table, day }: DayOfTable): Promise<readonly number[]> {
  const found = await tx.query<{ block: number; bytes: number }>(
    `select b.block, b.bytes from row_blocks b where ${isMergeable("$2", "$3")}
     order by b.first_at, b.block limit ${BLOCKS_AT_ONCE}`,
    [table, day],
  );
  let bytes = 0;
  return found.flatMap((block) => {
    bytes += block.bytes;
    return bytes <= BYTES_AT_ONCE ? [block.block] : [];
  });
}

interface MovedRow extends RowToWrite {
  /** Where it was. */
  readonly place: number;
}

async function readBlocks(
  tx: DomainDb,
  { table, day }: DayOfTable,
  numbers: readonly number[],
): Promise<readonly MovedRow[]> {
  const found = await tx.query<{ block: number; keys: Buffer; facts: Buffer; texts: Buffer }>(
    `select b.block, b.keys, b.facts, b.texts from unnest($4::integer[]) as given (block) cross join lateral (
       select block, keys, facts, texts from row_blocks
       where domain_id = $1 and table_name = $2 and day = $3 and block = given.block offset 0) b`,
    [table, day, numbers],
  );
  const keyOf = rowKeysOf(tx.domainId, table);
  const rows: MovedRow[] = [];
  for (const { block, keys, facts, texts } of found) {
    const [factsAt, allTexts] = [decodeFacts(facts), decodeTexts(texts)];
    for (const [slot, contentKey] of decodeKeys(keys).entries()) {
      const [fact, text] = [factsAt(slot), allTexts[slot]];
      if (fact === undefined || text === undefined) throw new Error("a block is damaged");
      const place = block * BLOCK_ROWS + slot;
      rows.push({ ...fact, contentKey, key: keyOf(contentKey), text, day, isPending: false, place });
    }
  }
  return rows;
}

/** Changes the places of rows to those in their new blocks. */
async function moveKeys(
  tx: DomainDb,
  day: number,
  rows: readonly MovedRow[],
  blocks: readonly NewBlock[],
): Promise<void> {
  const before = new Map(rows.map(({ contentKey, place }) => [contentKey, place]));
  const moved = blocks.flatMap(({ number, rows: own }) =>
    own.map(({ contentKey, key }, slot) => ({ key, from: before.get(contentKey), to: number * BLOCK_ROWS + slot })),
  );
  const changed = await tx.execute(
    `update row_keys k set place = given.to_place
     from unnest($3::bigint[], $4::integer[], $5::integer[]) as given (key, from_place, to_place)
     where k.domain_id = $1 and k.day = $2 and k.key = given.key and k.place = given.from_place`,
    [day, moved.map(({ key }) => key), moved.map(({ from }) => from), moved.map(({ to }) => to)],
  );
  if (changed !== moved.length) throw new Error(`moved ${changed} of ${moved.length} keys`);
}

function deleteMerged(db: DomainDb, now: Date): Promise<number> {
  return db.execute(
    `delete from row_blocks b using (
       select day, table_name, block from row_blocks where domain_id = $1 and merged_at < $2 limit ${BLOCKS_AT_ONCE}) old
     where b.domain_id = $1 and b.day = old.day and b.table_name = old.table_name and b.block = old.block`,
    [new Date(now.getTime() - KEPT_MS)],
  );
}
