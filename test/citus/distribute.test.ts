import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Failure } from "../../src/model/failure.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { distribute, listSteps } from "../../src/store/distribution/distribute.ts";
import type { DistributionStep } from "../../src/store/distribution/distribute-tables.ts";
import { readCluster } from "../../src/store/distribution/read-cluster.ts";
import { readShardReport } from "../../src/store/distribution/shard-report.ts";
import { splitStatements } from "../../src/store/distribution/split-statements.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { listDomainsWithWork } from "../../src/store/rows/pending-rows.ts";
import { connectNodes } from "../support/cluster.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

const SHARDS = 4;
const DOMAINS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

let name: string;
let database: Database;
beforeAll(async () => {
  name = newDatabaseName("cli");
  await runOnServer(`create database ${name}`);
  await connectNodes(name);
  database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: urlOfDatabase(name), dataDir: "" });
  await migrate(database, systemClock);
  for (const domainId of DOMAINS) await addDomain(database, { domainId, name: `d${domainId}`, createdAt: new Date(0) });
});
afterAll(async () => {
  await database.close();
  await runOnServer(`drop database ${name} with (force)`);
});

const asOwner = <R>(sql: string): Promise<readonly R[]> => database.exclusively((_run, db) => db.query<R>(sql));

async function run(): Promise<readonly DistributionStep[]> {
  const steps: DistributionStep[] = [];
  await distribute(database, SHARDS, (step) => steps.push(step));
  return steps;
}

const foreignKeys = () =>
  asOwner<{ key: string }>(
    `select f.conrelid::regclass::text || ' ' || f.conname || ' ' || pg_get_constraintdef(f.oid) as key
     from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not relation_is_a_known_shard(c.oid) order by 1`,
  );

const placements = (table: string) =>
  asOwner<{ kind: string; shards: number; colocation: number }>(
    `select citus_table_type as kind, shard_count::int as shards, colocation_id::int as colocation
     from citus_tables where table_name = '${table}'::regclass`,
  );

describe("a database that becomes distributed", { shuffle: false }, () => {
  describe("parapet distribute", () => {
    it("finds the workers", async () => {
      expect((await readCluster(database)).workers).toHaveLength(2);
    });

    it("continues after an interruption, keeps rows and foreign keys, and does nothing when repeated", async () => {
      const keys = await foreignKeys();
      expect(keys.length).toBeGreaterThan(20);
      const planned = await listSteps(database);
      expect(planned).toContainEqual({ step: "distribute", subject: "users" });
      expect(planned).toContainEqual({ step: "reference", subject: "domains" });

      const stopped = distribute(database, SHARDS, ({ subject }) => {
        if (subject === "cases") throw new Error("interrupted");
      });
      await expect(stopped).rejects.toThrow("interrupted");
      expect((await foreignKeys()).length).toBeLessThan(keys.length);
      expect((await readShardReport(database))?.droppedKeys).toBeGreaterThan(0);

      const rest = await run();
      expect(rest).toContainEqual({ step: "distribute", subject: "users" });
      expect(rest).not.toContainEqual({ step: "distribute", subject: "cases" });
      expect(await foreignKeys()).toEqual(keys);
      expect(await listSteps(database)).toEqual([]);
      expect(await run()).toEqual([]);
      expect(await asOwner("select pg_relation_size('readiness')::int as bytes")).toEqual([{ bytes: 0 }]);
      for (const domainId of DOMAINS) {
        const rows = await database.forDomain(domainId).query("select resource from readiness where domain_id = $1");
        expect(rows.length).toBeGreaterThan(0);
      }
    });

    it("puts the tables of domains on the same shards, and the registry on every server", async () => {
      const [users, cases, domains] = [
        await placements("users"),
        await placements("cases"),
        await placements("domains"),
      ];
      expect(users).toEqual([{ kind: "distributed", shards: SHARDS, colocation: cases[0]?.colocation }]);
      expect(cases).toEqual(users);
      expect(domains).toMatchObject([{ kind: "reference", shards: 1 }]);
    });

    it("reports shards by worker", async () => {
      const report = await readShardReport(database);
      expect(report).toMatchObject({ shards: SHARDS, misplaced: [], droppedKeys: 0 });
      expect(report?.workers.map(({ shards }) => shards)).toEqual([2, 2]);
    });
  });

  describe("a migration of a distributed database", () => {
    it("leaves its new tables distributed, partitioned ones and ones with foreign keys included", async () => {
      await database.exclusively((sql) =>
        sql(`create table later (domain_id uuid not null references domains (domain_id), id text, primary key (domain_id, id));
        create table later_parts (domain_id uuid not null, day integer, primary key (domain_id, day)) partition by range (day);
        create table later_parts_other partition of later_parts default;
        create table later_registry (id text primary key);
        select wall_off(name) from unnest(array['later', 'later_parts', 'later_parts_other']) as name`),
      );
      await migrate(database, systemClock);
      const [users] = await placements("users");
      for (const table of ["later", "later_parts", "later_parts_other"]) {
        expect([table, await placements(table)]).toEqual([table, [users]]);
      }
      expect(await placements("later_registry")).toMatchObject([{ kind: "reference" }]);
      expect((await foreignKeys()).filter(({ key }) => key.startsWith("later "))).toHaveLength(1);
      const db = database.forDomain(DOMAINS[0] ?? "");
      await db.execute(
        "insert into later_parts (domain_id, day) select $1, day from unnest($2::integer[]) as given (day)",
        [[1, 2]],
      );
      expect(await db.query("select day from later_parts where domain_id = $1 order by day")).toEqual([
        { day: 1 },
        { day: 2 },
      ]);
      expect(
        await database.forDomain(DOMAINS[1] ?? "").query("select day from later_parts where $1::uuid is not null"),
      ).toEqual([]);
    });

    it("adds and drops partitions on the workers too", async () => {
      await database.exclusively(async (sql) => {
        const add = `create table later_parts_5 (like later_parts including all); select wall_off('later_parts_5');
        alter table later_parts attach partition later_parts_5 for values from (5) to (6)`;
        for (const statement of splitStatements(add)) await sql(statement);
      });
      const db = database.forDomain(DOMAINS[0] ?? "");
      await db.execute("insert into later_parts (domain_id, day) values ($1, 5)");
      expect(await db.query("select day from later_parts where domain_id = $1 and day = 5")).toEqual([{ day: 5 }]);
      await database.exclusively((sql) => sql("drop table later_parts_5"));
      expect(await db.query("select day from later_parts where domain_id = $1 order by day")).toEqual([
        { day: 1 },
        { day: 2 },
      ]);
    });
  });

  describe("the second wall on the workers", () => {
    it("hides the rows of another domain, refuses rows for it, and lets a statement without a domain see nothing", async () => {
      const [own, other] = DOMAINS.map((domainId) => database.forDomain(domainId));
      await own?.execute("insert into later (domain_id, id) values ($1, 'a')");
      expect(await other?.query("select id from later where $1::uuid is not null")).toEqual([]);
      expect(await other?.execute("delete from later where $1::uuid is not null")).toBe(0);
      const insert = other?.execute(
        "insert into later (domain_id, id) select $2::uuid, 'b' where $1::uuid is not null",
        [DOMAINS[0]],
      );
      await expect(insert).rejects.toThrow(/row-level security/);
      expect(await database.system.query("select id from later")).toEqual([]);
      expect(await own?.query("select id from later where $1::uuid is not null")).toEqual([{ id: "a" }]);
    });

    it("stands on every shard, with the triggers of its table", async () => {
      const shards = await asOwner<{ nodename: string; result: string }>(
        `select nodename, result from run_command_on_workers($$
         select count(*) filter (where not (relrowsecurity and relforcerowsecurity)) || ' open, '
           || count(*) filter (where exists (select from pg_trigger t where t.tgrelid = c.oid and not tgisinternal
             and tgname like 'refuse_rows_of_deleted_domain%')) || ' guarded'
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
         where c.relkind in ('r', 'p') and c.relname ~ '^(log_rows|users|cases)_[0-9]+$'$$)`,
      );
      expect(shards.map(({ result }) => result)).toEqual(["0 open, 2 guarded", "0 open, 2 guarded"]);
    });

    it("refuses rows of a domain whose deletion has begun", async () => {
      const [, domainId = ""] = DOMAINS;
      await database.system.execute("update domains set deletion_started_at = now() where domain_id = $1", [domainId]);
      const insert = database.forDomain(domainId).execute(
        `insert into directory_objects (domain_id, kind, object_id, document, walk, updated_at)
       values ($1, 'users', 'a', '{}', $1, now())`,
      );
      await expect(insert.catch((error: Failure) => Promise.reject(error.cause))).rejects.toThrow(
        "the domain was deleted",
      );
    });
  });

  describe("statements on the workers", () => {
    it("run without just-in-time compilation, which the workers have switched on", async () => {
      const workers = await asOwner<{ result: string }>("select result from run_command_on_workers('show jit')");
      expect(workers.map(({ result }) => result)).toEqual(["on", "on"]);
      const read = "select distinct current_setting(left('jit', 3 + 0 * length(resource))) as jit from readiness";
      const db = database.forDomain(DOMAINS[0] ?? "");
      expect(await db.query(`${read} where domain_id = $1`)).toEqual([{ jit: "off" }]);
      expect(await db.transaction((tx) => tx.query(`${read} where domain_id = $1`))).toEqual([{ jit: "off" }]);
    });
  });

  describe("background work on the workers", () => {
    it("finds the domains with work without an explicit transaction", async () => {
      const [domainId = ""] = DOMAINS;
      const db = database.forDomain(domainId);
      await db.execute(
        `insert into judge_queue (domain_id, subject, first_recorded_at, last_event_at, due_at)
       values ($1, 'a', now(), now(), now() - interval '1 day')`,
      );
      const found = await listDomainsWithWork(database.system, DOMAINS, new Date());
      expect(found).toEqual([domainId]);
      const asOwnerFound = await asOwner<{ id: string }>(
        `select domains_with_work as id from domains_with_work(array['${domainId}']::uuid[], now())`,
      );
      expect(asOwnerFound).toEqual([{ id: domainId }]);
    });
  });
});
