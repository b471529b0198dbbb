import type { SystemDb } from "../database/database.ts";

/** A table of the schema, with what is needed to copy its rows as text. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  /** Row-level security also binds the owner of the table. */
  readonly isForced: boolean;
  /** It has a partition for each day, which is added when it is needed. */
  readonly isPartitioned: boolean;
}

interface CopiedColumn {
  readonly name: string;
  /** The type as SQL, such as `timestamp(3) with time zone`. */
  readonly type: string;
}

interface TableRow {
  readonly name: string;
  readonly is_forced: boolean;
  readonly is_partitioned: boolean;
  readonly columns: readonly CopiedColumn[];
  /** Tables that a foreign key of this one refers to. */
  readonly refers_to: readonly string[];
}

/**
 * Lists every table of the schema except the ledger of migrations, a table after those it refers to. The list comes from
 * the database itself, so that a table which a later migration creates is copied too.
 */
export async function listCopiedTables(db: SystemDb): Promise<readonly CopiedTable[]> {
  const rows = await db.query<TableRow>(TABLES);
  const listed: CopiedTable[] = [];
  const names = new Set<string>();
  const remaining = new Set(rows);
  while (remaining.size > 0) {
    const next = [...remaining].filter((row) => row.refers_to.every((name) => names.has(name)));
    if (next.length === 0) throw new Error("the foreign keys of the schema form a cycle");
    for (const row of next) {
      remaining.delete(row);
      names.add(row.name);
      const { name, columns, is_forced: isForced, is_partitioned: isPartitioned } = row;
      listed.push({ name, columns, isForced, isPartitioned });
    }
  }
  return listed;
}

const TABLES = `
  select c.relname::text as name, c.relforcerowsecurity as is_forced, c.relkind = 'p' as is_partitioned,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migrations'
  order by c.relname`;

/** Quotes a name for SQL text. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
