import pg from "pg";
import { expect, test, vi } from "vitest";
import { startDurablePostgres } from "../../scripts/bench/durable-postgres.ts";
import { startPostgres } from "../../scripts/services/postgres.ts";
import { createTestFolder } from "../../scripts/services/test-folder.ts";

const DURABILITY = "select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')";

test("benchmarks of durable rows use a PostgreSQL that commits durably, and no other", async () => {
  vi.stubEnv("PARAPET_TEST_DATABASE_URL", "");
  const [own, other] = [createTestFolder(), createTestFolder()];
  const started = await Promise.all([startDurablePostgres(own.path), startPostgres(other.path)]);
  try {
    const [durable, temporary] = started;
    if ("missing" in durable || "missing" in temporary) throw new Error("PostgreSQL did not start");
    const client = new pg.Client({ connectionString: durable.url });
    await client.connect();
    const { rows } = await client.query(DURABILITY);
    await client.end();
    expect(rows).toEqual([{ setting: "on" }, { setting: "on" }, { setting: "on" }]);
    vi.stubEnv("PARAPET_TEST_DATABASE_URL", temporary.url);
    expect(await startDurablePostgres(own.path)).toEqual({
      missing: "fsync, full_page_writes, synchronous_commit must be on to measure durable commits",
    });
  } finally {
    vi.unstubAllEnvs();
    for (const service of started) if ("stop" in service) await service.stop();
    own.remove();
    other.remove();
  }
});
