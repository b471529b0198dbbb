import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { actorOf } from "../../../../model/rows/row-actor.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { safeText } from "../../../../model/text/safe-text.ts";
import { type FieldNames, firstReader } from "./field-reader.ts";
import { asFieldValues, type FieldValue } from "./field-value.ts";
import { columnOf } from "./path-reader.ts";
import { pickEntries } from "./read-path.ts";
import { RowView } from "./row-view.ts";

type Reader = (view: RowView) => FieldValue;
/** Returns the field names that a rule uses in a table; the first that has a value is shown. */
type NamesOfTable = (table: LogTable) => readonly FieldNames[];

/** A piece of a template: text, a placeholder with its fields, or an optional phrase. */
type Piece = string | { readonly fields: readonly string[] } | { readonly phrase: readonly Piece[] };

const TOKEN = /\{([^{}\n]{1,200})\}|\[((?:[^[\]{}\n]|\{[^{}\n]{1,200}\}){1,400})\]/g;
const PICK = /^([\w.]{1,100})\[([\w.]{1,60})=([^[\]=]{1,100})\](?:\.([\w.]{1,100}))?$/;
const MAX_VALUE = 200;
const MAX_LISTED = 5;
const MAX_SUMMARY = 1_000;

/**
 * Creates a renderer for a rule's summary template. `{A|B}` is A, or B where the row lacks A; `{A[b=c].d}` is `d` of the
 * entries of A whose `b` is `c`; `[ on {A}]` is omitted where the row lacks A. Values are untrusted: they are shortened and
 * cleaned. Without a template the summary is the title with actor, address and time.
 */
export function summaryRenderer(
  template: string,
  title: string,
  namesOf: NamesOfTable = (table) => [{ table, mapping: null }],
): (row: LogRow) => string {
  if (template === "") return (row) => safeText(plainSummary(title, row), MAX_SUMMARY);
  const pieces = piecesOf(template);
  const readers = new Map<string, Reader>();
  const readerOf = (table: LogTable, field: string): Reader => {
    const key = `${table} ${field}`;
    const reader = readers.get(key) ?? readerFor(table, field, namesOf(table));
    readers.set(key, reader);
    return reader;
  };
  return (row) => {
    const view = new RowView(row);
    const read = (fields: readonly string[]): string => {
      for (const field of fields) {
        const text = shown(readerOf(row.table, field)(view));
        if (text !== "") return text;
      }
      return "";
    };
    return safeText(filled(pieces, read), MAX_SUMMARY);
  };
}

/** Creates a reader of the values of one field, as text for comparison; empty where the row has none. */
export function valueReader(field: string, namesOf: NamesOfTable): (row: LogRow) => string {
  const readers = new Map<LogTable, Reader>();
  return (row) => {
    const reader = readers.get(row.table) ?? readerFor(row.table, field, namesOf(row.table));
    readers.set(row.table, reader);
    return shown(reader(new RowView(row))).toLowerCase();
  };
}

function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: fields, 2: phrase = "" } of template.matchAll(TOKEN)) {
    pieces.push(template.slice(from, index));
    from = index + whole.length;
    if (fields !== undefined) pieces.push({ fields: fields.split("|").map((field) => field.trim()) });
    else pieces.push(phrase.includes("{") ? { phrase: piecesOf(phrase) } : whole);
  }
  return [...pieces, template.slice(from)];
}

type Read = (fields: readonly string[]) => string;

/** Renders the pieces. */
function filled(pieces: readonly Piece[], read: Read): string {
  const texts = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    return "fields" in piece ? read(piece.fields) || "unknown" : phraseText(piece.phrase, read);
  });
  return texts.join("");
}

function phraseText(phrase: readonly Piece[], read: Read): string {
  const isWhole = phrase.every(
    (piece) => typeof piece === "string" || !("fields" in piece) || read(piece.fields) !== "",
  );
  return isWhole ? filled(phrase, read) : "";
}

function readerFor(table: LogTable, field: string, names: readonly FieldNames[]): Reader {
  const [, list = "", name = "", value = "", rest] = PICK.exec(field) ?? [];
  const [first = "", ...path] = list.split(".");
  const column = columnOf(table, first);
  if (column === undefined) {
    return firstReader(names, field);
  }
  const pick = { list: path, name, value, rest: rest?.split(".") ?? [] };
  return (view) => asFieldValues(view, pickEntries(view, view.row.fields[column], pick));
}

function shown(value: FieldValue): string {
  // Windows writes a dash for an empty value.
  if (typeof value === "string") return value === "-" ? "" : safeText(value, MAX_VALUE);
  if (!value) return "";
  // A list is preceded by its JSON text.
  const elements = value.filter((text) => text !== "" && !text.startsWith("["));
  const distinct = [
    ...new Map((elements.length > 0 ? elements : value).map((text) => [text.toLowerCase(), text])).values(),
  ];
  const rest = distinct.length - MAX_LISTED;
  return safeText(`${distinct.slice(0, MAX_LISTED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`, MAX_VALUE);
}

/** `Title: maya@example.com from 203.0.113.9 (SigninLogs, 2026-11-02 09:14 UTC).` */
function plainSummary(title: string, row: LogRow): string {
  const actor = actorOf(row);
  const who = safeText(actor?.upn ?? actor?.name ?? actor?.key.replace(/^[a-z]+:/, ""), MAX_VALUE);
  const ip = ipOf(row);
  const where = ip === null ? "" : `from ${ip}`;
  const subject = [who, where].filter((text) => text !== "").join(" ");
  const time = `${new Date(row.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `${title}${subject === "" ? "" : `: ${subject}`} (${row.table}, ${time}).`;
}
