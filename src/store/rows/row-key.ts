import { hash } from "node:crypto";
import type { LogTable } from "../../model/rows/log-row.ts";
import { nameId } from "../../runtime/ids.ts";

const DAY_MS = 86_400_000;

/** The day of rows without a time: they are dated by their arrival, which is not part of their content. */
export const UNDATED_DAY = -1_000_000;

/** Returns the UTC day of a time, in days since 1970-01-01. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Returns the id of a row that has no item id of its own, derived from its content. */
export const derivedRowId = (domainId: string, table: LogTable, contentKey: string): string =>
  nameId(domainId, `${table}|${contentKey}`);

/** Returns the 8-byte key of a row as a decimal text: the first half of its derived id. Rows may share a key. */
export const keyOfDerivedId = (rowId: string): string =>
  toInteger(`${rowId.slice(0, 8)}${rowId.slice(9, 13)}${rowId.slice(14, 18)}`);

/** Returns the key of a row of one table by its content key: the same as `keyOfDerivedId` of its derived id. */
export type KeyOfRow = (contentKey: string) => string;

const CONTENT_KEY_LENGTH = 36;

/** Returns a function that does not render the derived id: every row needs its key. */
export function rowKeysOf(domainId: string, table: LogTable): KeyOfRow {
  const prefix = Buffer.concat([Buffer.from(domainId.replaceAll("-", ""), "hex"), Buffer.from(`${table}|`)]);
  const name = Buffer.concat([prefix, Buffer.alloc(CONTENT_KEY_LENGTH)]);
  return (contentKey) => {
    name.write(contentKey, prefix.length, "latin1");
    const digest = hash("sha1", name, "buffer");
    // The first digit of the seventh byte of a name-based UUID is its version.
    digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
    return digest.readBigInt64BE().toString();
  };
}

/** Returns the key of one row. */
export const rowKeyOf = (domainId: string, table: LogTable, contentKey: string): string =>
  rowKeysOf(domainId, table)(contentKey);

/** Returns the 8-byte key of an item id as a decimal text. Ids may share a key. */
export type KeyOfItemId = (itemId: string) => string;

/** Returns a function that computes the key of each id once. */
export function itemIdKeysOf(domainId: string, table: LogTable): KeyOfItemId {
  const known = new Map<string, string>();
  return (itemId) => {
    const key =
      known.get(itemId) ?? hash("sha256", `${domainId}|${table}|${itemId}`, "buffer").readBigInt64BE().toString();
    known.set(itemId, key);
    return key;
  };
}

/** Converts 16 hexadecimal digits to the signed integer with the same bits. */
const toInteger = (digits: string): string => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString();
