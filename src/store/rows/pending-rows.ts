import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, SystemDb } from "../database/database.ts";
import { decodeFacts, decodeKeys, decodeTexts } from "./block-codec.ts";
import { withIds } from "./read-rows.ts";
import { byTable, type RowContent } from "./row-content.ts";
import { type StoredLogRow, toLogRow } from "./stored-row.ts";

/** The maximum of pending rows of one domain; beyond it, deliveries are rejected and connectors pause. */
export const MAX_PENDING_ROWS = 200_000;

/** The oldest pending rows, and whether there are more. */
export interface PendingRows {
  /** In time order. */
  readonly rows: readonly StoredLogRow[];
  /** The parts of blocks that the rows are. */
  readonly parts: readonly PendingPart[];
  readonly isMore: boolean;
}

/** Consecutive pending rows of a block. */
export interface PendingPart {
  readonly table: LogTable;
  readonly day: number;
  readonly block: number;
  readonly firstAt: Date;
  readonly from: number;
  readonly to: number;
  /** Whether these are the last rows of the block. */
  readonly isLast: boolean;
}

export interface PendingLimits {
  readonly rows: number;
  /** Of their text; a single row may be larger. */
  readonly bytes: number;
}

interface PendingBlock {
  readonly first_at: Date;
  readonly table_name: LogTable;
  readonly day: number;
  readonly block: number;
  readonly next_slot: number;
  readonly rows: number;
  readonly is_more: boolean;
  readonly keys: Buffer;
  readonly facts: Buffer;
  readonly texts: Buffer;
}

/** A block whose rows cannot be read. */
export class DamagedBlock extends Error {
  readonly place: BlockPlace;

  constructor(place: BlockPlace, reason: string) {
    super(`a block is damaged: ${reason}`);
    this.place = place;
  }
}

export interface BlockPlace {
  readonly table: LogTable;
  readonly day: number;
  readonly block: number;
}

/**
 * Reads the oldest pending rows, or those that follow a part. They stay pending until `removePending` removes them. Blocks
 * are read in the order of their first rows.
 */
export async function readPending(db: DomainDb, limits: PendingLimits, after?: PendingPart): Promise<PendingRows> {
  const blocks = await readPendingBlocks(db, limits, after);
  const taken = { rows: [] as BlockRowOf[], parts: [] as PendingPart[], bytes: 0 };
  let isMore = blocks[0]?.is_more ?? false;
  for (const block of blocks) {
    const isContinued = isSameBlock(block, after);
    const from = isContinued ? (after?.to ?? 0) : block.next_slot;
    const to = takeRows(block, from, limits, taken);
    if (to > from) taken.parts.push(partOf(block, from, to));
    if (to === block.rows) continue;
    isMore = true;
    break;
  }
  return { rows: await toRows(db, taken.rows), parts: taken.parts, isMore };
}

async function readPendingBlocks(
  db: DomainDb,
  limits: PendingLimits,
  after: PendingPart | undefined,
): Promise<readonly PendingBlock[]> {
  return db.query<PendingBlock>(
    `with waiting as (
       select first_at, table_name, day, block, next_slot, rows from pending_blocks
       where domain_id = $1 and (first_at, table_name, day, block) >= ($4, $5, $6, $7)
       order by first_at, table_name, day, block limit $2 + 2),
     sized as (
       select w.*, b.bytes, count(*) over () as candidates, row_number() over earlier as position,
         sum(w.rows - w.next_slot) over earlier - (w.rows - w.next_slot) as rows_before,
         sum(b.bytes) over earlier - b.bytes as bytes_before
       from waiting w cross join lateral (
         select bytes from row_blocks
         where domain_id = $1 and day = w.day and table_name = w.table_name and block = w.block offset 0) b
       window earlier as (order by w.first_at, w.table_name, w.day, w.block)),
     -- One more than the first, of which nothing may be left after the given part.
     chosen as (select *, max(position) over () < candidates as is_more from sized
       where position <= 2 or (rows_before - 256 < $2 and bytes_before - 1048576 < $3))
     select c.first_at, c.table_name, c.day, c.block, c.next_slot, c.rows, c.is_more, b.keys, b.facts, b.texts
     from chosen c cross join lateral (
       select keys, facts, texts from row_blocks
       where domain_id = $1 and day = c.day and table_name = c.table_name and block = c.block offset 0) b
     order by c.position`,
    [limits.rows, limits.bytes, after?.firstAt ?? "-infinity", after?.table ?? "", after?.day ?? 0, after?.block ?? 0],
  );
}

const isSameBlock = (block: PendingBlock, part: PendingPart | undefined): boolean =>
  part !== undefined && block.table_name === part.table && block.day === part.day && block.block === part.block;

interface BlockRowOf {
  readonly table: LogTable;
  readonly contentKey: string;
  readonly itemId: string | null;
  readonly at: number;
  readonly receivedAt: number;
  readonly late: boolean;
  readonly bytes: number;
  readonly text: string;
}

/** Takes rows of a block from a position on, up to the limits; returns the position after the last one. */
function takeRows(
  block: PendingBlock,
  from: number,
  limits: PendingLimits,
  taken: { readonly rows: BlockRowOf[]; bytes: number },
): number {
  if (from === block.rows || taken.rows.length >= limits.rows) return from;
  for (const [index, row] of decodeFrom(block, from).entries()) {
    const isFull = taken.rows.length >= limits.rows || taken.bytes + row.bytes > limits.bytes;
    if (isFull && taken.rows.length > 0) return from + index;
    taken.rows.push(row);
    taken.bytes += row.bytes;
  }
  return block.rows;
}

/** Returns the rows of a block from a position on. */
function decodeFrom(
  { table_name: table, day, block, rows, ...data }: PendingBlock,
  from: number,
): readonly BlockRowOf[] {
  try {
    const [keys, factsAt, texts] = [decodeKeys(data.keys), decodeFacts(data.facts), decodeTexts(data.texts)];
    const found: BlockRowOf[] = [];
    for (let slot = from; slot < rows; slot++) {
      const [contentKey, fact, text] = [keys[slot], factsAt(slot), texts[slot]];
      if (contentKey === undefined || fact === undefined || text === undefined) throw new Error("rows are missing");
      found.push({ table, contentKey, ...fact, text });
    }
    return found;
  } catch (error) {
    throw new DamagedBlock({ table, day, block }, (error as Error).message);
  }
}

type PlacedBlock = Pick<PendingBlock, "table_name" | "day" | "block" | "first_at" | "next_slot" | "rows">;

const partOf = (block: PlacedBlock, from: number, to: number): PendingPart => ({
  table: block.table_name,
  day: block.day,
  block: block.block,
  firstAt: block.first_at,
  from,
  to,
  isLast: to === block.rows,
});

async function toRows(db: DomainDb, taken: readonly BlockRowOf[]): Promise<readonly StoredLogRow[]> {
  const rows: StoredLogRow[] = [];
  for (const [table, own] of byTable(taken)) {
    for (const { text, ...facts } of await withIds(db, table, own)) rows.push(toLogRow(facts, text));
  }
  return rows.sort(byPlace);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const byPlace = (a: StoredLogRow, b: StoredLogRow): number =>
  a.at - b.at || compare(a.table, b.table) || compare(a.contentKey, b.contentKey);

/** Removes rows from the pending ones; returns whether all of them were still pending. */
export async function removePending(tx: DomainDb, parts: readonly PendingPart[]): Promise<boolean> {
  const whole = parts.filter(({ isLast }) => isLast);
  const others = parts.filter(({ isLast }) => !isLast);
  const given = (some: readonly PendingPart[]) => [
    some.map(({ firstAt }) => firstAt),
    some.map(({ table }) => table),
    some.map(({ day }) => day),
    some.map(({ block }) => block),
    some.map(({ from }) => from),
  ];
  const match = `p.domain_id = $1 and p.first_at = done.first_at and p.table_name = done.table_name and p.day = done.day
       and p.block = done.block and p.next_slot = done.from_slot`;
  let removed = 0;
  if (whole.length > 0) {
    removed += await tx.execute(
      `delete from pending_blocks p
       using unnest($2::timestamptz[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
         as done (first_at, table_name, day, block, from_slot)
       where ${match}`,
      given(whole),
    );
  }
  if (others.length > 0) {
    removed += await tx.execute(
      `update pending_blocks p set next_slot = done.to_slot
       from unnest($2::timestamptz[], $3::text[], $4::integer[], $5::integer[], $6::integer[], $7::smallint[])
         as done (first_at, table_name, day, block, from_slot, to_slot)
       where ${match}`,
      [...given(others), others.map(({ to }) => to)],
    );
  }
  return removed === parts.length;
}

/**
 * Removes a part, all rows of a block, or the oldest row from the pending ones: they are not analyzed. Returns the place of the
 * first and how many they are, or undefined if they are not pending any more.
 */
export async function setAside(
  tx: DomainDb,
  of?: BlockPlace | PendingPart,
): Promise<(BlockPlace & { readonly slot: number; readonly rows: number }) | undefined> {
  const part = of && "from" in of ? of : await findPart(tx, of);
  if (part === undefined || !(await removePending(tx, [part]))) return undefined;
  const { table, day, block, from, to } = part;
  return { table, day, block, slot: from, rows: to - from };
}

/** Returns the pending rows of a block, or the oldest pending row. */
async function findPart(tx: DomainDb, of: BlockPlace | undefined): Promise<PendingPart | undefined> {
  const [found] = await tx.query<PlacedBlock>(
    `select first_at, table_name, day, block, next_slot, rows from pending_blocks
     where domain_id = $1 and ($2::text is null or (table_name = $2 and day = $3::integer and block = $4::integer))
     order by first_at, table_name, day, block limit 1`,
    [of?.table ?? null, of?.day ?? null, of?.block ?? null],
  );
  return found && partOf(found, found.next_slot, of ? found.rows : found.next_slot + 1);
}

/** Lists those of these domains that have work for the pipeline: pending rows, or subjects that are due. */
export async function listDomainsWithWork(
  db: SystemDb,
  domainIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const rows = await db.query<{ domain_id: string }>(
    "select domains_with_work as domain_id from domains_with_work($1, $2)",
    [domainIds, now],
  );
  return rows.map(({ domain_id }) => domain_id);
}

/** Removes and returns some of the rows whose id has changed since they were processed. */
export async function takeRenamed(tx: DomainDb, limit: number): Promise<readonly RowContent[]> {
  const rows = await tx.query<{ table_name: LogTable; content_key: string }>(
    `delete from renamed_rows where domain_id = $1 and ctid = any(array(
       select ctid from renamed_rows where domain_id = $1 limit $2 for update))
     returning table_name, content_key`,
    [limit],
  );
  return rows.map((row) => ({ table: row.table_name, contentKey: row.content_key }));
}

/** Counts the pending rows, up to `upTo`. */
export async function countPending(db: DomainDb, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select least(
       (select coalesce(sum(rows - next_slot), 0) from pending_blocks where domain_id = $1)
         + (select count(*) from (select from pending_rows where domain_id = $1 limit $2) old), $2)::int as count`,
    [upTo],
  );
  return row?.count ?? 0;
}
