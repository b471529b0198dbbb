import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkShards } from "../../src/cli/doctor/check-shards.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { sha256 } from "../../src/runtime/hashing.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type AppliedMigration, migrate, migrateTo } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { distribute } from "../../src/store/distribution/distribute.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { addRowPartitions } from "../../src/store/rows/row-partitions.ts";
import { readHits, saveHits } from "../../src/store/threats/hits.ts";
import { connectNodes } from "../support/cluster.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

const PACK_HITS = "202611170400_pack_hits.sql";
const SHARDS = 4;
/** More than shards, so that both workers have hits. */
const DOMAINS = [1, 2, 3, 4, 5, 6].map((n) => `${n}1111111-1111-4111-8111-111111111111`);
const AT = Date.parse("2026-10-01T10:00:00.000Z");
const HITS = 20;

/** A database with the two roles of docs/operate.md: one owns and migrates, the other serves and owns nothing. */
const name = newDatabaseName("upgrade");
const [owner, serving] = [`${name}_owner`, `${name}_serving`];

async function withDatabase<T>(role: string, work: (database: Database) => Promise<T>): Promise<T> {
  const url = new URL(urlOfDatabase(name));
  url.username = role;
  const database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: url.href, dataDir: "" });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const asAdministrator = <T>(work: (database: Database) => Promise<T>): Promise<T> => withDatabase("postgres", work);

const query = <R>(sql: string): Promise<readonly R[]> =>
  asAdministrator((database) => database.exclusively((_run, db) => db.query<R>(sql)));

const FOLDER = new URL("../../src/store/migrations/", import.meta.url);

/** The migrations before the one that packs hits. */
const FORMER: readonly AppliedMigration[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql") && file < PACK_HITS)
  .map((file) => ({ name: file, checksum: sha256(readFileSync(new URL(file, FOLDER), "utf8")) }));

beforeAll(async () => {
  await runOnServer(`do $$ begin create role parapet_app nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
  await runOnServer(`create role ${owner} login`);
  await runOnServer(`create role ${serving} login in role parapet_app`);
  await runOnServer(`create database ${name} owner ${owner}`);
  await connectNodes(name);
  await withDatabase(owner, async (database) => {
    await migrateTo(database, systemClock, FORMER);
    for (const domainId of DOMAINS)
      await addDomain(database, { domainId, name: `d${domainId}`, createdAt: new Date(0) });
  });
});
afterAll(async () => {
  await runOnServer(`drop database if exists ${name} with (force)`);
  for (const role of [owner, serving]) await runOnServer(`drop role if exists ${role}`);
});

/** Stores hits in the form of earlier versions. */
const saveFormerHits = (database: Database, domainId: string): Promise<number> =>
  database.forDomain(domainId).execute(
    `insert into hits (domain_id, detector, group_key, bucket, hit_key, at, row_id, count, memory, recorded_at)
     select $1::uuid, 'many@1', 'ip:203.0.113.9', $2::bigint, 'key' || n, $2::bigint + n, 'row' || n, n,
       concat_ws(chr(31), 'key' || n, 'SigninLogs', 'row' || n, chr(30), chr(30), 'actor of ' || $1::uuid::text), now()
     from generate_series(1, $3::integer) as n`,
    [AT, HITS],
  );

describe("a database that was distributed before hits were packed", { shuffle: false }, () => {
  it("shows the serving role what an interrupted distribution left", async () => {
    const stopped = asAdministrator((database) =>
      distribute(database, SHARDS, ({ subject }) => {
        if (subject === "hits") throw new Error("interrupted");
      }),
    );
    await expect(stopped).rejects.toThrow("interrupted");
    const [finding] = await withDatabase(serving, checkShards);
    expect(finding).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^not distributed: .*users.*; \d+ foreign keys missing; stop the servers/),
    });
    await asAdministrator((database) => distribute(database, SHARDS, () => undefined));
  });

  it("is migrated by its owner, whom row-level security binds: hits stay distributed and behind it", async () => {
    await withDatabase(serving, async (database) => {
      for (const domainId of DOMAINS) expect(await saveFormerHits(database, domainId)).toBe(HITS);
    });
    expect(await withDatabase(owner, (database) => migrate(database, systemClock))).toContain(PACK_HITS);

    const placed = await query<{ name: string }>(
      `select t.table_name::text as name from citus_tables t join citus_tables u on u.colocation_id = t.colocation_id
       where u.table_name = 'users'::regclass and t.citus_table_type = 'distributed'
         and t.table_name::text in ('hits', 'hit_actors') order by 1`,
    );
    expect(placed).toEqual([{ name: "hit_actors" }, { name: "hits" }]);
    expect(
      await query("select pg_relation_size('hits')::int as hits, pg_relation_size('hit_actors')::int as actors"),
    ).toEqual([{ hits: 0, actors: 0 }]);
    const walls = await query<{ result: string }>(
      `select result from run_command_on_workers($$
         select count(*) || ' shards, ' || count(*) filter (where relrowsecurity and relforcerowsecurity
           and exists (select from pg_policy where polrelid = c.oid)) || ' walled' from pg_class c
         where relkind = 'r' and relname ~ '^(hits|hit_actors)_[0-9]+$'$$)`,
    );
    expect(walls.map(({ result }) => result)).toEqual(["4 shards, 4 walled", "4 shards, 4 walled"]);
  });

  it("keeps the hits of each domain, with the keys that new hits get", async () => {
    await withDatabase(serving, async (database) => {
      for (const domainId of DOMAINS) {
        const db = database.forDomain(domainId);
        const ranges = [{ detector: "many@1", group: "ip:203.0.113.9", from: 0, to: AT + 1 }];
        const [found = []] = await readHits(db, ranges, { perRange: 100, total: 1_000 });
        expect(found.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: HITS }, (_, index) => index + 1),
        );
        expect(await db.query("select packed from hit_actors where domain_id = $1")).toEqual([
          { packed: `actor of ${domainId}` },
        ]);
        const [first] = found;
        if (!first) throw new Error("no hits");
        const again = { ...first, detector: "many@1", group: "ip:203.0.113.9", bucket: AT, count: 1, isTrigger: false };
        await db.transaction((tx) => saveHits(tx, { rows: [again], actors: [] }, [], new Date(AT)));
        expect(await db.query("select count(*)::int as hits from hits where domain_id = $1")).toEqual([{ hits: HITS }]);
        expect(await db.query("select from hits where domain_id <> $1")).toEqual([]);
      }
    });
  });

  it("has nothing for doctor to report, and takes partitions of its owner", async () => {
    for (const role of ["postgres", owner, serving]) {
      const [finding] = await withDatabase(role, checkShards);
      expect([role, finding]).toEqual([role, { check: "shards", ok: true, detail: expect.any(String) }]);
    }
    const day = 20_000;
    await withDatabase(owner, (database) => database.exclusively((_run, db) => addRowPartitions(db, [day], day)));
    const added = await query<{ name: string }>(
      `select table_name::text as name from citus_tables where table_name::text ~ '_${day}$' order by 1`,
    );
    expect(added.map((table) => table.name)).toEqual(["row_blocks_20000", "row_ids_20000", "row_keys_20000"]);
  });
});
