import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { dayOf } from "../rows/row-key.ts";
import { openRowPartitions } from "../rows/row-partitions.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("every table can be replicated, also one of a new day, so that shards can be moved while rows are written", async () => {
  await openRowPartitions(opened.database).add([dayOf(NOW.getTime())], NOW);
  const tables = await opened.database.system.query<{ name: string; is_replicable: boolean }>(
    `select c.relname::text as name, c.relreplident = 'f' or exists (
         select from pg_index i where i.indrelid = c.oid and i.indisprimary) as is_replicable
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  expect(tables.filter(({ is_replicable }) => !is_replicable)).toEqual([]);
  expect(tables.map(({ name }) => name)).toContain(`row_keys_${dayOf(NOW.getTime())}`);
});
