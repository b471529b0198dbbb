import type { DomainDb } from "../database/database.ts";

/** Tables with rendered text, and the column that identifies an item. */
const KEYS = {
  users: "tuid",
  threats: "event_id",
  cases: "case_id",
  personas: "tuid",
  persona_details: "tuid",
  nhi: "nuid",
  nhi_details: "nuid",
  drift: "drift_id",
} as const;
export type RenderedTable = keyof typeof KEYS;

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
export function replaceTexts(tx: DomainDb, table: RenderedTable, changes: readonly TextChange[]): Promise<number> {
  const columns = Object.keys(changes[0]?.after ?? {});
  if (columns.length === 0) return Promise.resolve(0);
  const rows = changes.map(({ id, before, after }) => ({
    id,
    ...after,
    ...Object.fromEntries(columns.map((column) => [`${column}_before`, before[column] ?? null])),
  }));
  const types = columns.map((column) => `${column} text, ${column}_before text`);
  const unchanged = columns.map((column) => `i.${column} is not distinct from given.${column}_before`);
  return tx.execute(
    `update ${table} i set ${columns.map((column) => `${column} = given.${column}`).join(", ")}
     from json_to_recordset($2::json) as given (id uuid, ${types.join(", ")})
     where i.domain_id = $1 and i.${KEYS[table]} = given.id and ${unchanged.join(" and ")}`,
    [JSON.stringify(rows)],
  );
}
