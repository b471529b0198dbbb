import type { Versioned } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** Tables with rendered text, each with the column that identifies an item and the resource whose pages show it. */
const TABLES = {
  users: { key: "tuid", resource: "users" },
  threats: { key: "event_id", resource: "threats" },
  cases: { key: "case_id", resource: "cases" },
  personas: { key: "tuid", resource: "personas" },
  persona_details: { key: "tuid", resource: "personas" },
  nhi: { key: "nuid", resource: "nhi" },
  nhi_details: { key: "nuid", resource: "nhi" },
  drift: { key: "drift_id", resource: "drift" },
} as const satisfies Readonly<Record<string, { readonly key: string; readonly resource: Versioned }>>;
export type RenderedTable = keyof typeof TABLES;

/** The rendered columns of an item, by name; the same columns for every item of a table. */
type Texts = Readonly<Record<string, string | null>>;

export interface TextChange {
  readonly id: string;
  readonly before: Texts;
  readonly after: Texts;
}

/**
 * Replaces rendered text where it is still what the caller read; returns how many items changed. A concurrent writer
 * has rendered the item itself, so its text must not be overwritten with an older one.
 */
export async function replaceTexts(
  tx: DomainDb,
  table: RenderedTable,
  changes: readonly TextChange[],
): Promise<number> {
  const columns = Object.keys(changes[0]?.after ?? {});
  if (columns.length === 0) return 0;
  const rows = changes.map(({ id, before, after }) => ({
    id,
    ...after,
    ...Object.fromEntries(columns.map((column) => [`${column}_before`, before[column] ?? null])),
  }));
  const types = columns.map((column) => `${column} text, ${column}_before text`);
  const unchanged = columns.map((column) => `i.${column} is not distinct from given.${column}_before`);
  const { key, resource } = TABLES[table];
  const replaced = await tx.execute(
    `update ${table} i set ${columns.map((column) => `${column} = given.${column}`).join(", ")}
     from json_to_recordset($2::json) as given (id uuid, ${types.join(", ")})
     where i.domain_id = $1 and i.${key} = given.id and ${unchanged.join(" and ")}`,
    [JSON.stringify(rows)],
  );
  if (replaced > 0) tx.markChanged(resource);
  return replaced;
}
