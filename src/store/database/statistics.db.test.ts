import { afterAll, beforeAll, expect, it } from "vitest";
import { isCluster } from "../../../test/support/cluster.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { saveHits } from "../threats/hits.ts";
import type { Database } from "./database.ts";
import { refreshChangedStatistics } from "./statistics.ts";

const ID = "00000000-0000-4000-8000-000000000001";

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.close());

/** Refreshes statistics and returns the tables that were analyzed. */
async function refresh(): Promise<readonly string[]> {
  const analyzed: string[] = [];
  const exclusively: Database["exclusively"] = (work) =>
    opened.database.exclusively((run, db) =>
      work((sql) => {
        analyzed.push(...(/^analyze (\w+)/.exec(sql)?.slice(1) ?? []));
        return run(sql);
      }, db),
    );
  await refreshChangedStatistics({ ...opened.database, exclusively });
  return analyzed;
}

it("analyzes a table again only when it has changed much", async () => {
  const db = await opened.addDomain();
  const hits = Array.from({ length: 3_000 }, (_, n) => ({
    detector: "d@1",
    group: "g",
    bucket: n,
    hitKey: ID,
    at: n,
    rowKey: ID,
    eventKey: null,
    actor: null,
    count: 1,
    isTrigger: true,
    memory: "si",
  }));
  const save = (from: number, to: number) =>
    db.transaction(async (tx) => {
      await saveHits(tx, { rows: hits.slice(from, to), actors: [] }, [], new Date("2026-10-10T12:00:00.000Z"));
      // Else the server counts the rows up to a second later.
      await tx.query("select pg_stat_force_next_flush() where $1::uuid is not null");
    });
  await save(0, 1_000);
  const first = await refresh();
  expect(first).toContain("hits");
  expect(first).not.toContain("accounts");
  const [known] = await opened.database.system.query<{ rows: number }>(
    "select reltuples::int as rows from pg_class where relname = 'hits'",
  );
  // On a distributed database its shards know.
  if (!isCluster()) expect(known?.rows).toBe(1_000);
  while ((await refresh()).length > 0);
  await save(1_000, 1_050);
  expect(await refresh()).toEqual([]);
  await save(1_050, 3_000);
  expect(await refresh()).toContain("hits");
});
