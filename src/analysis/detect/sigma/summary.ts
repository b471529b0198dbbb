import type { LogRow, LogTable } from "../../../model/log-row.ts";
import { safeText } from "../../../model/safe-text.ts";
import { type FieldReader, fieldReader } from "./field-reader.ts";
import { RowView } from "./row-view.ts";

const PLACEHOLDER = /\{([^{}\n]{1,200})\}/g;
const MAX_VALUE = 200;
const MAX_LISTED = 5;
const MAX_SUMMARY = 1_000;

/**
 * A function that fills a rule's summary with the values of a row; `{A|B}` is A or, where the row lacks it, B. Values are
 * hostile: they are cut and cleaned.
 */
export function summaryRenderer(template: string, title: string): (row: LogRow) => string {
  if (template === "") return () => `${title}.`;
  const readers = new Map<string, FieldReader>();
  const readerOf = (table: LogTable, field: string): FieldReader => {
    const key = `${table} ${field}`;
    const reader = readers.get(key) ?? fieldReader(table, field);
    readers.set(key, reader);
    return reader;
  };
  return (row) => {
    const view = new RowView(row);
    const filled = template.replace(PLACEHOLDER, (_, fields: string) => {
      const values = fields.split("|").map((field) => shown(readerOf(row.table, field.trim()).read(view)));
      return values.find((value) => value !== "") ?? "unknown";
    });
    return safeText(filled, MAX_SUMMARY);
  };
}

function shown(value: string | readonly string[] | null | undefined): string {
  if (typeof value === "string") return safeText(value, MAX_VALUE);
  if (!value) return "";
  // A list came with its whole JSON text before its elements.
  const elements = value.filter((text) => text !== "" && !text.startsWith("["));
  const distinct = [...new Set(elements.length > 0 ? elements : value)];
  const rest = distinct.length - MAX_LISTED;
  return safeText(`${distinct.slice(0, MAX_LISTED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`, MAX_VALUE);
}
