import type { TSchema } from "typebox";
import { parseDateTime } from "../../model/text/date-time.ts";

/** The parts of a schema that determine how a value is rendered. */
interface Layout {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Layout>>;
  readonly items?: Layout;
  readonly anyOf?: readonly Layout[];
}

/**
 * Renders a document that satisfies the schema: declared properties in the order of the schema, date-times in UTC with
 * milliseconds, ids in lower case. Free-form parts stay as they are.
 */
export function renderDocument(schema: TSchema, document: unknown): string {
  return JSON.stringify(arrange(schema as Layout, document));
}

function arrange(layout: Layout, value: unknown): unknown {
  if (value === null) return null;
  if (layout.anyOf) return arrangeUnion(layout.anyOf, value);
  if (layout.items && Array.isArray(value)) return arrangeItems(layout.items, value);
  if (layout.properties) return arrangeMembers(layout.properties, value as Readonly<Record<string, unknown>>);
  return typeof value === "string" ? arrangeText(layout, value) : value;
}

/** Follows unions of one type and null, which all unions of the contract are; any other union is left as it is. */
function arrangeUnion(branches: readonly Layout[], value: unknown): unknown {
  const [only, ...others] = branches.filter(({ type }) => type !== "null");
  return only && others.length === 0 ? arrange(only, value) : value;
}

function arrangeItems(layout: Layout, items: readonly unknown[]): readonly unknown[] {
  return items.map((item) => arrange(layout, item));
}

function arrangeMembers(
  properties: Readonly<Record<string, Layout>>,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const present = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(present.map(([name, layout]) => [name, arrange(layout, value[name])]));
}

function arrangeText({ format }: Layout, text: string): string {
  if (format === "uuid") return text.toLowerCase();
  return format === "date-time" ? (parseDateTime(text)?.toISOString() ?? text) : text;
}
