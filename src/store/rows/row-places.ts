import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";
import { type BlockFacts, decodeFacts, decodeTexts } from "./block-codec.ts";
import { dayOf, rowKeysOf, UNDATED_DAY } from "./row-key.ts";

/** How many rows a block has at most; a place is the number of a block times this plus a position in it. */
export const BLOCK_ROWS = 256;

/** Where a stored row is. */
export interface RowPlace {
  readonly contentKey: string;
  readonly day: number;
  readonly place: number;
}

interface PlaceRow {
  readonly content_key: string;
  readonly day: number;
  readonly place: number;
}

const toPlace = ({ content_key, day, place }: PlaceRow): RowPlace => ({ contentKey: content_key, day, place });

/**
 * The whole content key at the place `k.place` of the day `k.day`, unless the rows of the day were removed. It is compared
 * because rows may share an 8-byte key.
 */
export const CONTENT_AT_PLACE = `cross join lateral (
  select substring(b.keys from (k.place % ${BLOCK_ROWS}) * 16 + 1 for 16) as content from row_blocks b
  where b.domain_id = $1 and b.day = k.day and b.table_name = $2 and b.block = k.place / ${BLOCK_ROWS}
    and not exists (select from row_days r
      where r.domain_id = $1 and r.table_name = $2 and r.day = k.day and r.removed_at is not null) offset 0) c`;

/** A row whose day is known. */
export interface RowOfDay {
  readonly contentKey: string;
  /** The key of its content (`rowKeyOf`). */
  readonly key: string;
  readonly day: number;
}

/** Finds the places of rows whose day is known, as far as they are stored. */
export function placesOfDays(table: LogTable, rows: readonly RowOfDay[]): DomainStatement<readonly RowPlace[]> {
  return {
    text: `select given.content_key, k.day, k.place
     from unnest($3::uuid[], $4::integer[], $5::bigint[]) as given (content_key, day, key)
     cross join lateral (
       select day, place from row_keys where domain_id = $1 and day = given.day and key = given.key offset 0) k
     ${CONTENT_AT_PLACE}
     where c.content = uuid_send(given.content_key)`,
    values: [table, rows.map(({ contentKey }) => contentKey), rows.map(({ day }) => day), rows.map(({ key }) => key)],
    read: (result) => (result.rows as unknown as readonly PlaceRow[]).map(toPlace),
  };
}

/** Returns the places of rows whose day is known, as far as they are stored. */
export async function findPlacesOfDays(
  db: DomainDb,
  table: LogTable,
  rows: readonly { readonly contentKey: string; readonly day: number }[],
): Promise<readonly RowPlace[]> {
  if (rows.length === 0) return [];
  const keyOf = rowKeysOf(db.domainId, table);
  const keyed = rows.map(({ contentKey, day }) => ({ contentKey, day, key: keyOf(contentKey) }));
  const [places] = await db.runAll([placesOfDays(table, keyed)]);
  return places;
}

/** Returns the places of rows whose day is unknown, as far as they are stored. Looks into each partition, not each day. */
async function findPlacesAnywhere(
  db: DomainDb,
  table: LogTable,
  contentKeys: readonly string[],
): Promise<readonly RowPlace[]> {
  if (contentKeys.length === 0) return [];
  const found = await db.query<PlaceRow>(
    `select given.content_key, k.day, k.place
     from unnest($3::uuid[], $4::bigint[]) as given (content_key, key)
     cross join lateral (select day, place from row_keys where domain_id = $1 and key = given.key offset 0) k
     ${CONTENT_AT_PLACE}
     where c.content = uuid_send(given.content_key)`,
    [table, contentKeys, contentKeys.map(rowKeysOf(db.domainId, table))],
  );
  return found.map(toPlace);
}

/** Returns the places of rows of one table, as far as they are stored in blocks. */
export async function findPlaces(
  db: DomainDb,
  table: LogTable,
  rows: readonly { readonly contentKey: string; readonly at?: number | undefined }[],
): Promise<readonly RowPlace[]> {
  const timed = rows.flatMap(({ contentKey, at }) =>
    at === undefined ? [] : [dayOf(at), UNDATED_DAY].map((day) => ({ contentKey, day })),
  );
  const found = await findPlacesOfDays(db, table, timed);
  const known = new Set(found.map(({ contentKey }) => contentKey));
  const others = rows.map(({ contentKey }) => contentKey).filter((contentKey) => !known.has(contentKey));
  return [...found, ...(await findPlacesAnywhere(db, table, [...new Set(others)]))];
}

/** What is stored of a row besides its text. */
export interface PlacedFacts extends BlockFacts, RowPlace {}

/** Blocks that are read by one statement; with their texts they take up to a few megabytes. */
const BLOCKS_AT_ONCE = { facts: 64, texts: 16 };

/** Reads what is stored of rows besides their texts. A row whose block was removed meanwhile is left out. */
export async function readPlacedFacts(
  db: DomainDb,
  table: LogTable,
  places: readonly RowPlace[],
): Promise<readonly PlacedFacts[]> {
  const read: PlacedFacts[] = [];
  for await (const { bytes, places: own } of blocksOf(db, table, "facts", places)) {
    const factsAt = decodeFacts(bytes);
    for (const place of own) {
      const fact = factsAt(place.place % BLOCK_ROWS);
      if (fact) read.push({ ...fact, ...place });
    }
  }
  return read;
}

/** Reads the texts of rows, by content key. A row whose block was removed meanwhile is left out. */
export async function readPlacedTexts(
  db: DomainDb,
  table: LogTable,
  places: readonly RowPlace[],
): Promise<ReadonlyMap<string, string>> {
  const read = new Map<string, string>();
  for await (const { bytes, places: own } of blocksOf(db, table, "texts", places)) {
    const texts = decodeTexts(bytes);
    for (const { contentKey, place } of own) {
      const text = texts[place % BLOCK_ROWS];
      if (text !== undefined) read.set(contentKey, text);
    }
  }
  return read;
}

/** Yields a column of each block that has one of the places, with the places it has. */
async function* blocksOf(db: DomainDb, table: LogTable, column: "facts" | "texts", places: readonly RowPlace[]) {
  const byBlock = new Map<string, RowPlace[]>();
  for (const place of places) {
    const name = `${place.day}/${Math.floor(place.place / BLOCK_ROWS)}`;
    const own = byBlock.get(name);
    if (own) own.push(place);
    else byBlock.set(name, [place]);
  }
  const groups = [...byBlock.values()];
  for (let from = 0; from < groups.length; from += BLOCKS_AT_ONCE[column]) {
    const part = groups.slice(from, from + BLOCKS_AT_ONCE[column]);
    const rows = await db.query<{ position: number; bytes: Buffer }>(
      `select given.position::int as position, b.${column} as bytes
       from unnest($3::integer[], $4::integer[]) with ordinality as given (day, block, position)
       cross join lateral (
         select ${column} from row_blocks
         where domain_id = $1 and day = given.day and table_name = $2 and block = given.block offset 0) b`,
      [table, part.map(([first]) => first?.day), part.map(([first]) => Math.floor((first?.place ?? 0) / BLOCK_ROWS))],
    );
    for (const { position, bytes } of rows) yield { bytes, places: part[position - 1] ?? [] };
  }
}
