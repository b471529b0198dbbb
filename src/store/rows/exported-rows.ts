import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { decodeFacts, decodeKeys, decodeTexts } from "./block-codec.ts";
import { withIds } from "./read-rows.ts";
import { UNDATED_DAY } from "./row-key.ts";
import { readAliases } from "./rows-by-id.ts";

/** A stored row with every id that it can be found by. */
export interface ExportedRow {
  readonly contentKey: string;
  readonly rowId: string;
  readonly itemIds: readonly string[];
  readonly text: string;
}

/** The text that is sorted in memory at once, unless a few blocks of the same time have more. */
const SLICE_BYTES = 16 * 1_048_576;
const PAGE_ROWS = 100;

/**
 * Yields the rows of a table in blocks, in the order of their time and then of their content; those without a time first,
 * in the order of their content alone. The order depends on the rows only, not on how they were delivered.
 */
export async function* readTableRows(
  db: DomainDb,
  table: LogTable,
): AsyncGenerator<readonly ExportedRow[], void, void> {
  const days = await db.query<{ day: number }>(
    "select day from row_days where domain_id = $1 and table_name = $2 and removed_at is null order by day",
    [table],
  );
  for (const { day } of days) {
    const blocks = await listBlocks(db, table, day);
    const slices = day === UNDATED_DAY ? slicesByContent(blocks) : slicesByTime(blocks);
    for (const slice of slices) yield* readSlice(db, table, day, slice);
  }
}

interface BlockRange {
  readonly block: number;
  readonly bytes: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

async function listBlocks(db: DomainDb, table: LogTable, day: number): Promise<readonly BlockRange[]> {
  const rows = await db.query<{ block: number; bytes: number; first_at: Date; last_at: Date }>(
    `select block, bytes, first_at, last_at from row_blocks
     where domain_id = $1 and table_name = $2 and day = $3 and merged_at is null
     order by first_at, block`,
    [table, day],
  );
  return rows.map((row) => ({
    block: row.block,
    bytes: row.bytes,
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
  }));
}

/** Rows that are sorted together: some of those in the blocks. */
interface Slice {
  readonly blocks: readonly BlockRange[];
  readonly has: (row: SortedRow) => boolean;
  readonly compare: (a: SortedRow, b: SortedRow) => number;
}

interface SortedRow {
  readonly contentKey: string;
  readonly itemId: string | null;
  readonly at: number;
  readonly text: string;
}

const byContent = (a: SortedRow, b: SortedRow): number =>
  a.contentKey < b.contentKey ? -1 : Number(a.contentKey > b.contentKey);

const byTime = (a: SortedRow, b: SortedRow): number => a.at - b.at || byContent(a, b);

/** Divides a day at the starts of blocks, so that most blocks are read once. */
function slicesByTime(blocks: readonly BlockRange[]): readonly Slice[] {
  const starts: number[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const block of blocks) {
    if (bytes + block.bytes > SLICE_BYTES && block.firstAt !== starts.at(-1)) {
      starts.push(block.firstAt);
      bytes = 0;
    }
    bytes += block.bytes;
  }
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return {
      blocks: blocks.filter(({ firstAt, lastAt }) => firstAt < to && lastAt >= from),
      has: ({ at }) => at >= from && at < to,
      compare: byTime,
    };
  });
}

/** Divides rows by the first byte of their content key; every block is read for each part. */
function slicesByContent(blocks: readonly BlockRange[]): readonly Slice[] {
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  const count = Math.min(256, Math.ceil(bytes / SLICE_BYTES));
  const partOf = ({ contentKey }: SortedRow): number =>
    Math.floor((Number.parseInt(contentKey.slice(0, 2), 16) * count) / 256);
  return Array.from({ length: count }, (_, part) => ({
    blocks,
    has: (row) => partOf(row) === part,
    compare: byContent,
  }));
}

async function* readSlice(
  db: DomainDb,
  table: LogTable,
  day: number,
  { blocks, has, compare }: Slice,
): AsyncGenerator<readonly ExportedRow[], void, void> {
  const rows: SortedRow[] = [];
  for (const { block } of blocks) rows.push(...(await readBlock(db, table, day, block)).filter(has));
  rows.sort(compare);
  for (let from = 0; from < rows.length; from += PAGE_ROWS) {
    yield await toExported(db, table, rows.slice(from, from + PAGE_ROWS));
  }
}

async function readBlock(db: DomainDb, table: LogTable, day: number, block: number): Promise<readonly SortedRow[]> {
  const [found] = await db.query<{ keys: Buffer; facts: Buffer; texts: Buffer }>(
    `select keys, facts, texts from row_blocks
     where domain_id = $1 and table_name = $2 and day = $3 and block = $4`,
    [table, day, block],
  );
  // Retention may have removed it meanwhile.
  if (!found) return [];
  const [factsAt, texts] = [decodeFacts(found.facts), decodeTexts(found.texts)];
  return decodeKeys(found.keys).map((contentKey, slot) => {
    const { itemId = null, at = 0 } = factsAt(slot) ?? {};
    return { contentKey, itemId, at, text: texts[slot] ?? "" };
  });
}

async function toExported(db: DomainDb, table: LogTable, rows: readonly SortedRow[]): Promise<readonly ExportedRow[]> {
  const aliases = await readAliases(
    db,
    table,
    rows.map(({ contentKey }) => contentKey),
  );
  return (await withIds(db, table, rows)).map(({ contentKey, rowId, text }) => ({
    contentKey,
    rowId,
    itemIds: aliases.get(contentKey) ?? [],
    text,
  }));
}
