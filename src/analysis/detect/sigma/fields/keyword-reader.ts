import type { LogTable } from "../../../../model/rows/log-row.ts";
import type { FieldReader } from "./path-reader.ts";
import type { RowView } from "./row-view.ts";

const MAX_VALUES = 20_000;
const MAX_DEPTH = 32;
/** Columns that delivery adds to a row; they are no part of the event. */
const DELIVERY = /^(?:_.*|Type|TenantId|SourceSystem|MG|ManagementGroupName)$/;

/**
 * Creates the reader of everything that keywords are compared with: each value of the row by itself. Names of columns, and
 * of keys in a dynamic column, are no values. A text inside of a dynamic column is a value as it is.
 */
export function keywordReader(table: LogTable): FieldReader {
  return {
    known: true,
    costly: true,
    read: (view) => {
      const values: string[] = [];
      for (const [column, value] of Object.entries(view.row.fields)) {
        if (DELIVERY.test(column)) continue;
        if (table === "SecurityEvent" && column === "EventData") addEventData(view, value, values);
        else addValues(view, value, 0, values);
      }
      return values;
    },
  };
}

function addEventData(view: RowView, value: unknown, values: string[]): void {
  const data = typeof value === "string" ? view.eventDataOf(value) : undefined;
  if (data === undefined || data.size === 0) addValues(view, value, 0, values);
  else for (const content of data.values()) addValues(view, content, 0, values);
}

function addValues(view: RowView, value: unknown, depth: number, values: string[]): void {
  if (value === null || value === undefined || values.length >= MAX_VALUES || depth > MAX_DEPTH) return;
  const opened = typeof value === "string" && depth === 0 ? view.opened(value) : value;
  if (typeof opened !== "object" || opened === null) values.push(String(opened));
  else for (const inner of Object.values(opened)) addValues(view, inner, depth + 1, values);
}
