import type { Versioned } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** The columns of a table with their types, its key, and the columns that must not change. */
export interface RowShape {
  readonly table: string;
  /** The resource whose pages show these rows; null if none does. */
  readonly resource: Versioned | null;
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  /** Columns of a stored row that never change; a row that would change one is not written. */
  readonly frozen?: readonly string[];
  /** Columns of a stored row that only increase. */
  readonly increasing?: readonly string[];
}

/** Inserts or updates rows and marks their resource as changed; returns how many were written. */
export async function saveRows(
  db: DomainDb,
  shape: RowShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const saved = await db.execute(saveStatement(shape), [JSON.stringify(rows)]);
  if (saved > 0 && shape.resource) db.markChanged(shape.resource);
  return saved;
}

function saveStatement({ table, columns, key, frozen = [], increasing = [] }: RowShape): string {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const mutable = names.filter((name) => !key.includes(name) && !frozen.includes(name));
  const next = (name: string): string =>
    increasing.includes(name) ? `greatest(${table}.${name}, excluded.${name})` : `excluded.${name}`;
  const updates = mutable.map((name) => `${name} = ${next(name)}`).join(", ");
  const unchanged = frozen.map((name) => `${table}.${name} = excluded.${name}`).join(" and ");
  return `insert into ${table} (domain_id, ${names.join(", ")})
    select $1, ${names.join(", ")} from json_to_recordset($2::json) as given (${types.join(", ")})
    on conflict (domain_id, ${key.join(", ")}) do ${
      updates ? `update set ${updates}${unchanged ? ` where ${unchanged}` : ""}` : "nothing"
    }`;
}
