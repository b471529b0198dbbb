import type { LogRow } from "../../../../model/rows/log-row.ts";

/** Caches the result for the latest row: rows are processed one after the other, by many detectors each. */
export function oncePerRow<T>(read: (row: LogRow) => T): (row: LogRow) => T {
  let last: { readonly row: LogRow; readonly value: T } | null = null;
  return (row) => {
    if (last?.row !== row) last = { row, value: read(row) };
    return last.value;
  };
}
