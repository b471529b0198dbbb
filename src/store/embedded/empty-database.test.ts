import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { readEmptyDatabase } from "./empty-database.ts";

const FACTS = `
  select 'setting' as kind, name, setting as value from pg_settings
  union all select 'database', datname, concat_ws(' ', encoding, datcollate, datctype, datistemplate) from pg_database
  union all select 'role', rolname, concat_ws(' ', rolsuper, rolcanlogin, rolbypassrls) from pg_roles
  union all select 'extension', extname, extversion from pg_extension
  union all select 'schema', nspname, (select count(*)::text from pg_class where relnamespace = n.oid) from pg_namespace n
  union all select 'functions', '', count(*)::text from pg_proc
  order by 1, 2`;

test("the database that the build made has the settings, roles and catalogs of one that PGlite creates", async () => {
  const dump = await readEmptyDatabase();
  if (!dump) throw new Error("the build made none for this version of PGlite");
  const created = await PGlite.create();
  const loaded = await PGlite.create({ loadDataDir: dump });
  try {
    expect((await loaded.query(FACTS)).rows).toEqual((await created.query(FACTS)).rows);
  } finally {
    await Promise.all([created.close(), loaded.close()]);
  }
});
