import type { RowRef } from "../identity/activity.ts";
import { tableCode, tableOfCode } from "./activity-codes.ts";

/** Packs a reference to a row into 17 characters below 256; smaller content keys sort first. */
export function packSample({ table, contentKey }: RowRef): string {
  return Buffer.from(contentKey.replaceAll("-", ""), "hex").toString("latin1") + String.fromCharCode(tableCode(table));
}

export function unpackSample(packed: string): RowRef {
  let digits = "";
  for (let at = 0; at < 16; at++) digits += packed.charCodeAt(at).toString(16).padStart(2, "0");
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
