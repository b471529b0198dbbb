import type { LogRow } from "../../../../model/rows/log-row.ts";

/** Reads something of a row once, however many detectors ask for it in turn: rows are shown one after the other. */
export function oncePerRow<T>(read: (row: LogRow) => T): (row: LogRow) => T {
  let last: { readonly row: LogRow; readonly value: T } | null = null;
  return (row) => {
    if (last?.row !== row) last = { row, value: read(row) };
    return last.value;
  };
}
