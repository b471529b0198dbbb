import type { DomainDb } from "../database/database.ts";

/** The columns of a table with their types, its key, and the columns that must not change. */
export interface RowShape {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  /** Columns of a stored row that never change; a row that would change one is not written. */
  readonly frozen?: readonly string[];
}

/** Inserts or updates rows; returns how many were written. */
export function saveRows(
  db: DomainDb,
  shape: RowShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return db.execute(saveStatement(shape), [JSON.stringify(rows)]);
}

function saveStatement({ table, columns, key, frozen = [] }: RowShape): string {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const mutable = names.filter((name) => !key.includes(name) && !frozen.includes(name));
  const updates = mutable.map((name) => `${name} = excluded.${name}`).join(", ");
  const unchanged = frozen.map((name) => `${table}.${name} = excluded.${name}`).join(" and ");
  return `insert into ${table} (domain_id, ${names.join(", ")})
    select $1, ${names.join(", ")} from json_to_recordset($2::json) as given (${types.join(", ")})
    on conflict (domain_id, ${key.join(", ")}) do ${
      updates ? `update set ${updates}${unchanged ? ` where ${unchanged}` : ""}` : "nothing"
    }`;
}
