import type { Versioned } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

interface RenderedItems {
  readonly key: string;
  readonly resource: Versioned;
  readonly isDated: boolean;
}

/**
 * Tables with rendered text, each with the column that identifies an item, the resource whose pages show it, and whether
 * the time of the last change is recorded.
 */
const TABLES = {
  users: { key: "tuid", resource: "users", isDated: true },
  threats: { key: "event_id", resource: "threats", isDated: true },
  cases: { key: "case_id", resource: "cases", isDated: true },
  personas: { key: "tuid", resource: "personas", isDated: false },
  persona_details: { key: "tuid", resource: "personas", isDated: false },
  nhi: { key: "nuid", resource: "nhi", isDated: false },
  nhi_details: { key: "nuid", resource: "nhi", isDated: false },
  drift: { key: "drift_id", resource: "drift", isDated: false },
} as const satisfies Readonly<Record<string, RenderedItems>>;
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
  at: Date,
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
  const { key, resource, isDated } = TABLES[table];
  const set = columns.map((column) => `${column} = given.${column}`);
  if (isDated) set.push("changed_at = greatest(i.changed_at, $3)");
  const replaced = await tx.execute(
    `update ${table} i set ${set.join(", ")}
     from json_to_recordset($2::json) as given (id uuid, ${types.join(", ")})
     where i.domain_id = $1 and i.${key} = given.id and ${unchanged.join(" and ")}`,
    [JSON.stringify(rows), ...(isDated ? [at] : [])],
  );
  if (replaced > 0) tx.markChanged(resource);
  return replaced;
}
