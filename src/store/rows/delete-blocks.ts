import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../database/database.ts";
import type { Deleted } from "../domains/domain-deletion.ts";
import { decodeFacts, decodeKeys } from "./block-codec.ts";
import { itemIdKeysOf, rowKeysOf } from "./row-key.ts";
import { BLOCK_ROWS } from "./row-places.ts";

/** A block that was deleted. */
export interface DeletedBlock {
  readonly table_name: LogTable;
  readonly day: number;
  readonly block: number;
  readonly keys: Buffer;
  readonly facts: Buffer;
}

/**
 * Deletes up to `limit` blocks of a domain that is being deleted, with the keys of their rows. Keys are found by what the
 * blocks state, not by their domain.
 */
export function deleteBlocks(db: DomainHandle, limit: number): Promise<Deleted> {
  return db.transaction(async (tx) => {
    const deleted = await tx.query<DeletedBlock>(
      `delete from row_blocks b using (
         select day, table_name, block from row_blocks where domain_id = $1 limit $2) chosen
       where b.domain_id = $1 and b.day = chosen.day and b.table_name = chosen.table_name and b.block = chosen.block
       returning b.table_name, b.day, b.block, b.keys, b.facts`,
      [limit],
    );
    return { count: deleted.length, rows: deleted.length + (await deleteKeys(tx, deleted)) };
  });
}

/** Deletes the keys of the rows of deleted blocks and of their item ids; returns how many. */
export async function deleteKeys(tx: DomainDb, blocks: readonly DeletedBlock[]): Promise<number> {
  const rows = blocks.flatMap((block) => keysOrNone(tx.domainId, block));
  if (rows.length === 0) return 0;
  const keys = await tx.execute(
    `delete from row_keys k using unnest($2::bigint[], $3::integer[], $4::integer[]) as given (key, day, place)
     where k.domain_id = $1 and k.key = given.key and k.day = given.day and k.place = given.place`,
    [rows.map(({ key }) => key), rows.map(({ day }) => day), rows.map(({ place }) => place)],
  );
  const named = rows.flatMap(({ idKey, key, day }) => (idKey === null ? [] : [{ idKey, key, day }]));
  if (named.length === 0) return keys;
  const ids = await tx.execute(
    `delete from row_ids i using unnest($2::bigint[], $3::bigint[], $4::integer[]) as given (id_key, key, day)
     where i.domain_id = $1 and i.id_key = given.id_key and i.key = given.key and i.day = given.day`,
    [named.map(({ idKey }) => idKey), named.map(({ key }) => key), named.map(({ day }) => day)],
  );
  return (
    keys + ids
  ); /** The keys of a damaged block are not known. They stay, without effect: no row is found by them. */
  function keysOrNone(domainId: string, block: DeletedBlock): ReturnType<typeof keysOf> {
    try {
      return keysOf(domainId, block);
    } catch {
      return [];
    }
  }
}

/** Returns the keys of the rows of a block and of their item ids. */
function keysOf(domainId: string, { table_name: table, day, block, keys, facts }: DeletedBlock) {
  const [keyOf, keyOfItemId, factsAt] = [rowKeysOf(domainId, table), itemIdKeysOf(domainId, table), decodeFacts(facts)];
  return decodeKeys(keys).map((contentKey, slot) => {
    const itemId = factsAt(slot)?.itemId ?? null;
    const idKey = itemId === null ? null : keyOfItemId(itemId);
    return { key: keyOf(contentKey), idKey, day, place: block * BLOCK_ROWS + slot };
  });
}
