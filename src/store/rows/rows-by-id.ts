import type { LogTable } from "../../model/rows/log-row.ts";
import { isUuid } from "../../model/text/uuid.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";
import { findOldContents } from "./old-rows.ts";
import { readFactsAt } from "./read-rows.ts";
import { derivedRowId, itemIdKeysOf, type KeyOfItemId, keyOfDerivedId } from "./row-key.ts";
import { CONTENT_AT_PLACE, type RowPlace } from "./row-places.ts";

/** A row that has an id, or was delivered with it. */
export interface RowOfId {
  readonly id: string;
  readonly contentKey: string;
  /** Undefined if it has not been moved into a block yet. */
  readonly day: number | undefined;
}

interface FoundPlace {
  readonly content_key: string;
  readonly day: number;
  readonly place: number;
}

/** The content key of `c` as text. */
const CONTENT_KEY = "encode(c.content, 'hex')::uuid as content_key";

/** Finds the rows that have these item ids. */
export async function findRowsOfItemIds(
  db: DomainDb,
  table: LogTable,
  ids: readonly string[],
): Promise<readonly RowOfId[]> {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  const [found] = await db.runAll([placesOfItemIds(table, ids, itemIdKeysOf(db.domainId, table))]);
  const old = await findOldContents(db, table, ids);
  return [
    // An entry may be of another id with the same 8 bytes, or of one that the row had before.
    ...(await readAt(db, table, found)).filter(({ id }) => wanted.has(id)),
    ...old.map(({ id, content_key }) => ({ id, contentKey: content_key, day: undefined })),
  ];
}

/** Finds the rows that have these ids, or from whose content they are derived. */
export async function findRowsOfIds(
  db: DomainDb,
  table: LogTable,
  ids: readonly string[],
): Promise<readonly RowOfId[]> {
  if (ids.length === 0) return [];
  const [derived = []] = await db.runAll(placesOfDerivedIds(table, ids));
  const wanted = new Set(ids);
  // Whatever ids a row was delivered with later, the one that it had before leads to it.
  const rows = (await readAt(db, table, derived)).map(({ contentKey, day }) => {
    return { id: derivedRowId(db.domainId, table, contentKey), contentKey, day };
  });
  return [...(await findRowsOfItemIds(db, table, ids)), ...rows.filter(({ id }) => wanted.has(id))];
}

/** Returns the rows at these places with the ids they have. */
async function readAt(db: DomainDb, table: LogTable, found: readonly PlaceOfId[]): Promise<readonly RowOfId[]> {
  const unique = [...new Map(found.map(({ place }) => [place.contentKey, place])).values()];
  return (await readFactsAt(db, table, unique)).map(({ rowId, contentKey, day }) => ({ id: rowId, contentKey, day }));
}

/** A row that may have an id: only 8 bytes were compared, and the row may have another id now. */
export interface PlaceOfId {
  readonly id: string;
  readonly place: RowPlace;
}

type FoundPlaceOfId = FoundPlace & { readonly position: number };

const toPlacesOfIds =
  (ids: readonly string[]) =>
  ({ rows }: { readonly rows: readonly unknown[] }): readonly PlaceOfId[] =>
    (rows as readonly FoundPlaceOfId[]).map((row) => ({ id: ids[row.position - 1] ?? "", place: toPlace(row) }));

/** Finds the rows that may have these item ids. */
export function placesOfItemIds(
  table: LogTable,
  ids: readonly string[],
  keyOf: KeyOfItemId,
): DomainStatement<readonly PlaceOfId[]> {
  return {
    text: `select given.position::int as position, ${CONTENT_KEY}, k.day, k.place
     from unnest($3::bigint[]) with ordinality as given (id_key, position)
     cross join lateral (select key, day from row_ids where domain_id = $1 and id_key = given.id_key offset 0) i
     cross join lateral (
       select day, place from row_keys where domain_id = $1 and day = i.day and key = i.key offset 0) k
     ${CONTENT_AT_PLACE}`,
    values: [table, ids.map(keyOf)],
    read: toPlacesOfIds(ids),
  };
}

/** Version 5 of a UUID, as derived ids are. */
const isDerived = (id: string): boolean => id[14] === "5" && isUuid(id);

/** Finds the rows from whose content these ids may be derived; no statement if none of them looks like it. */
function placesOfDerivedIds(table: LogTable, ids: readonly string[]): readonly DomainStatement<readonly PlaceOfId[]>[] {
  const derived = ids.filter(isDerived);
  if (derived.length === 0) return [];
  return [
    {
      text: `select given.position::int as position, ${CONTENT_KEY}, k.day, k.place
     from unnest($3::bigint[]) with ordinality as given (key, position)
     cross join lateral (select day, place from row_keys where domain_id = $1 and key = given.key offset 0) k
     ${CONTENT_AT_PLACE}`,
      values: [table, derived.map(keyOfDerivedId)],
      read: toPlacesOfIds(derived),
    },
  ];
}

const toPlace = ({ content_key, day, place }: FoundPlace): RowPlace => ({ contentKey: content_key, day, place });

interface AliasRow {
  readonly item_id: string;
  readonly content_key: string;
  readonly day: number | null;
}

const toRowOfId = (row: AliasRow): RowOfId => ({
  id: row.item_id,
  contentKey: row.content_key,
  day: row.day ?? undefined,
});

/** Finds the rows that were delivered with these ids but have others. */
export async function findRowsOfAliases(
  db: DomainDb,
  table: LogTable,
  ids: readonly string[],
): Promise<readonly RowOfId[]> {
  const rows = await db.query<AliasRow>(
    `select item_id, content_key, day from row_aliases
     where domain_id = $1 and table_name = $2 and item_id = any($3::text[])`,
    [table, ids],
  );
  return rows.map(toRowOfId);
}

/** Finds the row with the smallest content key among those that were delivered with each of these ids but have others. */
export function leastOfAliases(table: LogTable, ids: readonly string[]): DomainStatement<readonly RowOfId[]> {
  return {
    // The lateral join forces one lookup per id: with outdated statistics the planner would read all aliases of the table.
    text: `select a.item_id, a.content_key, a.day from unnest($3::text[]) as given (item_id) cross join lateral (
       select item_id, content_key, day from row_aliases
       where domain_id = $1 and item_id = given.item_id and table_name = $2 order by content_key limit 1) a`,
    values: [table, ids],
    read: ({ rows }) => (rows as unknown as readonly AliasRow[]).map(toRowOfId),
  };
}

/** Returns the ids that rows were delivered with but do not have, by content key, in alphabetical order. */
export async function readAliases(
  db: DomainDb,
  table: LogTable,
  contentKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ content_key: string; item_ids: readonly string[] }>(
    `select a.content_key, array_agg(a.item_id order by a.item_id) as item_ids
     from unnest($3::uuid[]) as given (content_key) cross join lateral (
       select content_key, item_id, table_name from row_aliases
       where domain_id = $1 and content_key = given.content_key offset 0) a
     where a.table_name = $2 group by a.content_key`,
    [table, contentKeys],
  );
  return new Map(rows.map(({ content_key, item_ids }) => [content_key, item_ids]));
}

/** A row, and the id after which its aliases are read. */
interface AliasPosition {
  readonly contentKey: string;
  readonly after: string;
}

/** Returns the next ids that rows were delivered with but do not have, by content key, at most `limit` of each. */
export async function readSomeAliases(
  db: DomainDb,
  table: LogTable,
  positions: readonly AliasPosition[],
  limit: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ content_key: string; item_ids: readonly string[] }>(
    `select a.content_key, array_agg(a.item_id order by a.item_id) as item_ids
     from unnest($3::uuid[], $4::text[]) as given (content_key, after) cross join lateral (
       select content_key, item_id from row_aliases
       where domain_id = $1 and content_key = given.content_key and table_name = $2 and item_id > given.after
       order by item_id limit $5) a
     group by a.content_key`,
    [table, positions.map(({ contentKey }) => contentKey), positions.map(({ after }) => after), limit],
  );
  return new Map(rows.map(({ content_key, item_ids }) => [content_key, item_ids]));
}
