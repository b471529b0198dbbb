import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { listCopiedTables } from "./copied-tables.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("every table of the schema is copied, except the ledger of migrations, after the tables it refers to", async () => {
  const { tables, all, keys } = await opened.database.exclusively(async (_run, db) => ({
    tables: (await listCopiedTables(db)).map(({ name }) => name),
    all: await db.query<{ name: string }>(
      `select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    ),
    keys: await db.query<{ referring: string; referred: string }>(
      `select conrelid::regclass::text as referring, confrelid::regclass::text as referred from pg_constraint
       where contype = 'f' and conrelid <> confrelid`,
    ),
  }));
  expect([...tables, "migrations"].sort()).toEqual(all.map(({ name }) => name).sort());
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ referring, referred }) => tables.indexOf(referring) < tables.indexOf(referred))).toEqual([]);
});

it("the schema has no data outside the columns of its tables: a sequence, generated column or large object would be lost", async () => {
  const found = await opened.database.exclusively((_run, db) =>
    db.query<{ kind: string; name: string }>(
      `select 'relation of kind ' || relkind::text as kind, relname::text as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not like 'pg_%' and n.nspname <> 'information_schema'
         and (relkind not in ('r', 'i', 'p', 'I') or n.nspname <> 'public')
         and not exists (select from pg_depend where deptype = 'e' and objid in (c.oid, n.oid))
       union all
       select 'generated or identity column', attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and attnum > 0 and (attgenerated <> '' or attidentity <> '')
       union all
       select 'large object', oid::text from pg_largeobject_metadata`,
    ),
  );
  expect(found).toEqual([]);
});
