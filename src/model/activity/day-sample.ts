import type { RowRef } from "../identity/activity.ts";
import { tableCode, tableOfCode } from "./activity-codes.ts";

const KEY_LENGTH = 16;
/** Used again for each row. */
const keyBytes = Buffer.alloc(KEY_LENGTH);

/** Packs a reference to a row into 17 characters below 256; smaller content keys sort first. */
export function packSample({ table, contentKey }: RowRef): string {
  const length = keyBytes.write(contentKey.replaceAll("-", ""), "hex");
  return keyBytes.toString("latin1", 0, length) + String.fromCharCode(tableCode(table));
}

export function unpackSample(packed: string): RowRef {
  let digits = "";
  for (let at = 0; at < KEY_LENGTH; at++) digits += packed.charCodeAt(at).toString(16).padStart(2, "0");
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ] as const;
  return {
    table: tableOfCode(packed.charCodeAt(16)),
    contentKey: parts.map(([start, end]) => digits.slice(start, end)).join("-"),
  };
}
