import type { LogTable } from "../../model/rows/log-row.ts";

/** A row identified by its content, independent of its id. */
export interface RowContent {
  readonly table: LogTable;
  readonly contentKey: string;
  /** Its event time; without it, the row is looked up in every day. */
  readonly at?: number | undefined;
}

export const contentName = ({ table, contentKey }: RowContent): string => `${table}/${contentKey}`;

/** Groups rows by their table. */
export function byTable<T extends { readonly table: LogTable }>(
  rows: readonly T[],
): ReadonlyMap<LogTable, readonly T[]> {
  const groups = new Map<LogTable, T[]>();
  for (const row of rows) {
    const group = groups.get(row.table);
    if (group) group.push(row);
    else groups.set(row.table, [row]);
  }
  return groups;
}
