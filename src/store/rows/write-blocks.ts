import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";
import { type BlockRow, type EncodedBlock, type EncodedTexts, encodeBlock, encodeTexts } from "./block-codec.ts";
import { findRowDays, type RowDay } from "./row-days.ts";
import { itemIdKeysOf, type KeyOfItemId } from "./row-key.ts";
import { BLOCK_ROWS } from "./row-places.ts";

/** A row that has a place in a block, but of which not everything may be known yet. */
export interface RowToPlan {
  readonly contentKey: string;
  readonly at: number;
  readonly day: number;
  readonly text: string;
}

/** A row that is not stored yet. */
export interface RowToWrite extends BlockRow {
  readonly day: number;
  /** The key of its content (`rowKeyOf`). */
  readonly key: string;
  /** Whether the detectors are to process it. */
  readonly isPending: boolean;
}

/** Rows that become one block, and their texts in compressed form. */
export interface PlannedBlock<T extends RowToPlan> {
  readonly rows: readonly T[];
  readonly encoded: EncodedTexts;
}

/** A larger block is not divided further; a single row can be larger. */
export const BLOCK_BYTES = 1_048_576;

/** A block that is ready to be inserted. */
export interface NewBlock extends EncodedBlock {
  readonly day: number;
  readonly number: number;
  readonly rows: readonly RowToWrite[];
}

/** Divides rows into blocks of one day each and compresses their texts. */
export async function planBlocks<T extends RowToPlan>(rows: readonly T[]): Promise<readonly PlannedBlock<T>[]> {
  const days = new Map<number, T[]>();
  for (const row of rows) {
    const day = days.get(row.day);
    if (day) day.push(row);
    else days.set(row.day, [row]);
  }
  const blocks = [...days.values()].flatMap((own) => divide(own.sort(byTime)));
  return Promise.all(blocks.map(async (own) => ({ rows: own, encoded: await encodeTexts(own) })));
}

const byTime = (a: RowToPlan, b: RowToPlan): number =>
  a.at - b.at || (a.contentKey < b.contentKey ? -1 : Number(a.contentKey > b.contentKey));

function divide<T extends RowToPlan>(rows: readonly T[]): readonly (readonly T[])[] {
  const blocks: T[][] = [];
  let [block, bytes]: [T[], number] = [[], 0];
  for (const row of rows) {
    if (block.length === BLOCK_ROWS || (block.length > 0 && bytes + row.text.length > BLOCK_BYTES)) {
      blocks.push(block);
      [block, bytes] = [[], 0];
    }
    block.push(row);
    bytes += row.text.length;
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/**
 * Writes rows of one table as blocks, with their keys. None of them may be stored already; the transaction holds the lock
 * of the table.
 */
export async function writeBlocks(tx: DomainDb, table: LogTable, rows: readonly RowToWrite[]): Promise<void> {
  const planned = await planBlocks(rows);
  const [days] = await tx.runAll([findRowDays(table, planned.map(dayOfBlock))]);
  await tx.runAll(blockStatements(table, planned, { days, keyOfItemId: itemIdKeysOf(tx.domainId, table) }));
}

interface BlockParts {
  /** What is known of the days of the blocks, read by the transaction after it took the lock of the table. */
  readonly days: ReadonlyMap<number, RowDay>;
  readonly keyOfItemId: KeyOfItemId;
}

/** Returns the statements that write blocks of one table with their keys. */
export function blockStatements(
  table: LogTable,
  planned: readonly PlannedBlock<RowToWrite>[],
  { days, keyOfItemId }: BlockParts,
): readonly DomainStatement<void>[] {
  if (planned.length === 0) return [];
  const blocks = numberBlocks(planned, days);
  const ids = blocks.flatMap(({ rows }) =>
    rows.flatMap(({ itemId, key, day }) => (itemId === null ? [] : [{ idKey: keyOfItemId(itemId), key, day }])),
  );
  return [
    countBlocks(table, blocks),
    insertBlocks(table, blocks),
    insertKeys(blocks),
    ...insertItemIds(ids),
    ...insertPending(table, blocks),
  ];
}

/** Completes blocks with the next numbers of their days. */
export function numberBlocks(
  planned: readonly PlannedBlock<RowToWrite>[],
  days: BlockParts["days"],
): readonly NewBlock[] {
  const used = new Map([...days].map(([day, { blocks }]) => [day, blocks]));
  return planned.map((block) => {
    const day = dayOfBlock(block);
    const number = used.get(day) ?? 0;
    used.set(day, number + 1);
    return { ...encodeBlock(block.rows, block.encoded), rows: block.rows, day, number };
  });
}

const dayOfBlock = ({ rows: [first] }: { readonly rows: readonly RowToPlan[] }): number => first?.day ?? 0;

/** Counts blocks and rows in their days. */
function countBlocks(table: LogTable, blocks: readonly NewBlock[]): DomainStatement<void> {
  const days = new Map<number, { blocks: number; rows: number; receivedAt: number }>();
  for (const { day, rows } of blocks) {
    const own = days.get(day) ?? { blocks: 0, rows: 0, receivedAt: 0 };
    const receivedAt = rows.reduce((latest, row) => Math.max(latest, row.receivedAt), own.receivedAt);
    days.set(day, { blocks: own.blocks + 1, rows: own.rows + rows.length, receivedAt });
  }
  return {
    text: `insert into row_days as d (domain_id, table_name, day, rows, blocks, received_at)
     select $1, $2, day, rows, blocks, received_at
     from unnest($3::integer[], $4::bigint[], $5::integer[], $6::timestamptz[]) as given (day, rows, blocks, received_at)
     on conflict (domain_id, table_name, day) do update set rows = d.rows + excluded.rows,
       blocks = d.blocks + excluded.blocks, received_at = greatest(d.received_at, excluded.received_at)`,
    values: [
      table,
      [...days.keys()],
      [...days.values()].map(({ rows }) => rows),
      [...days.values()].map((own) => own.blocks),
      [...days.values()].map(({ receivedAt }) => new Date(receivedAt)),
    ],
    read: () => undefined,
  };
}

/** Fails unless every row was stored. */
const checkCount =
  (count: number, what: string) =>
  ({ affected }: { readonly affected: number }): void => {
    if (affected !== count) throw new Error(`stored ${affected} of ${count} ${what}`);
  };

/** An element of an array of `bytea` as PostgreSQL reads it. */
const toHex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

export function insertBlocks(table: LogTable, blocks: readonly NewBlock[]): DomainStatement<void> {
  return {
    text: `insert into row_blocks (domain_id, table_name, day, block, rows, bytes, first_at, last_at, keys, facts, texts)
     select $1, $2, * from unnest($3::integer[], $4::integer[], $5::smallint[], $6::integer[], $7::timestamptz[],
       $8::timestamptz[], $9::bytea[], $10::bytea[], $11::bytea[])`,
    values: [
      table,
      blocks.map(({ day }) => day),
      blocks.map(({ number }) => number),
      blocks.map(({ rows }) => rows.length),
      blocks.map(({ bytes }) => bytes),
      blocks.map(({ rows }) => new Date(rows[0]?.at ?? 0)),
      blocks.map(({ rows }) => new Date(rows.at(-1)?.at ?? 0)),
      blocks.map(({ keys }) => toHex(keys)),
      blocks.map(({ facts }) => toHex(facts)),
      blocks.map(({ texts }) => toHex(texts)),
    ],
    read: checkCount(blocks.length, "blocks"),
  };
}

function insertKeys(blocks: readonly NewBlock[]): DomainStatement<void> {
  const rows = blocks.flatMap(({ number, day, rows: own }) =>
    own.map(({ key }, slot) => ({ key, day, place: number * BLOCK_ROWS + slot })),
  );
  return {
    text: `insert into row_keys (domain_id, key, day, place)
     select $1, key, day, place from unnest($2::bigint[], $3::integer[], $4::integer[]) as given (key, day, place)
     order by key`,
    values: [rows.map(({ key }) => key), rows.map(({ day }) => day), rows.map(({ place }) => place)],
    read: checkCount(rows.length, "keys"),
  };
}

/** The key of an item id that a row has as its id. */
export interface OwnedItemId {
  readonly idKey: string;
  /** The key of the row's content. */
  readonly key: string;
  readonly day: number;
}

/** Records the item ids that rows have as their ids. */
export function insertItemIds(ids: readonly OwnedItemId[]): readonly DomainStatement<void>[] {
  if (ids.length === 0) return [];
  return [
    {
      text: `insert into row_ids (domain_id, id_key, key, day)
     select $1, id_key, key, day from unnest($2::bigint[], $3::bigint[], $4::integer[]) as given (id_key, key, day)
     order by id_key on conflict do nothing`,
      values: [ids.map(({ idKey }) => idKey), ids.map(({ key }) => key), ids.map(({ day }) => day)],
      read: () => undefined,
    },
  ];
}

function insertPending(table: LogTable, blocks: readonly NewBlock[]): readonly DomainStatement<void>[] {
  const pending = blocks.filter(({ rows }) => rows[0]?.isPending);
  if (pending.length === 0) return [];
  return [
    {
      text: `insert into pending_blocks (domain_id, first_at, table_name, day, block, next_slot, rows)
     select $1, first_at, $2, day, block, 0, rows
     from unnest($3::timestamptz[], $4::integer[], $5::integer[], $6::smallint[]) as given (first_at, day, block, rows)`,
      values: [
        table,
        pending.map(({ rows }) => new Date(rows[0]?.at ?? 0)),
        pending.map(({ day }) => day),
        pending.map(({ number }) => number),
        pending.map(({ rows }) => rows.length),
      ],
      read: checkCount(pending.length, "pending blocks"),
    },
  ];
}
