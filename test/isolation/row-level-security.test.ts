import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import type { SystemDb } from "../../src/store/database/database.ts";
import { APP_ROLE } from "../../src/store/database/open.ts";
import { isCluster } from "../support/cluster.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { givenAccount } from "../support/signed-in.ts";
import { givenWorld, type World } from "../support/world.ts";

/** Tables above the domains: they are read before the domain is known and contain no customer data. */
const REGISTRY = ["deleted_domains", "domains", "key_directory", "memberships"];

/** Tables of the installation: a constraint keeps rows of any domain out of them. */
const INSTALLATION = ["account_codes", "account_sessions", "accounts", "used_refresh_tokens"];

/** Nobody changes or removes a row of these, not even of its own domain. */
const APPEND_ONLY = ["audit_entries"];

let service: TestService;
let alpha: World;
let beta: World;
let tables: readonly string[];
beforeAll(async () => {
  service = await startTestService();
  [alpha, beta] = [await givenWorld(service, "alpha"), await givenWorld(service, "beta")];
  for (const world of [alpha, beta]) {
    const options = { method: "POST", payload: { outcome: "SAFE" }, headers: { "idempotency-key": "k" } } as const;
    expect((await world.ask(`/cases/${world.found.caseId}/verdict`, options)).status).toBe(200);
  }
  tables = (
    await audit<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'domain_id'
         and not c.relispartition
       order by c.relname`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !REGISTRY.includes(name));
});
afterAll(() => service.stop());

/** Runs a query as the session user, which sees all rows. */
const audit = <R>(sql: string, values: readonly unknown[] = []): Promise<readonly R[]> =>
  service.database.exclusively((_run, db) => db.query<R>(sql, values));

/** Runs work as the role of the service with no domain set, and rolls back. */
const asApp = <T>(work: (db: SystemDb) => Promise<T>): Promise<T> =>
  service.database.exclusively(async (run, db) => {
    await run(`begin; set local role ${APP_ROLE}`);
    try {
      return await work(db);
    } finally {
      await run("rollback");
    }
  });

/** The tables that hold rows of domains. */
const ofDomains = (): readonly string[] => tables.filter((table) => !INSTALLATION.includes(table));

const changeable = (): readonly string[] => ofDomains().filter((table) => !APPEND_ONLY.includes(table));

const countIn = async (table: string, { domainId }: World): Promise<number> =>
  (await audit<{ n: number }>(`select count(*)::int as n from ${table} where domain_id = $1`, [domainId]))[0]?.n ?? 0;

describe("the catalog of the database", () => {
  it("every tenant table has rows of both domains", async () => {
    expect(tables.length).toBeGreaterThanOrEqual(18);
    const counts = await Promise.all(
      ofDomains().map(async (table) => ({
        table,
        alpha: await countIn(table, alpha),
        beta: await countIn(table, beta),
      })),
    );
    expect(counts.filter((count) => count.alpha === 0 || count.beta === 0)).toEqual([]);
  });

  it("every table without domain_id is on the list of tables without customer data", async () => {
    const others = await audit<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not relispartition and relname <> all($1::text[]) order by relname`,
      [tables],
    );
    expect(others.map(({ name }) => name)).toEqual([
      "deleted_domains",
      "domains",
      "installation",
      "key_directory",
      "memberships",
      "migrations",
    ]);
  });

  it("row-level security is enabled and forced on every tenant table", async () => {
    const open = await audit(
      "select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)",
      [tables],
    );
    expect(open).toEqual([]);
  });

  it("partitions have row-level security too, and the role of the service has no right on them", async () => {
    const partitions = await audit<{ name: string; is_walled: boolean; is_open: boolean }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_walled,
         has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate') as is_open
       from pg_class c where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       order by c.relname`,
      [APP_ROLE],
    );
    expect(partitions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["row_blocks_other", "row_ids_other", "row_keys_other"]),
    );
    expect(partitions.filter(({ is_walled, is_open }) => !is_walled || is_open)).toEqual([]);
  });

  it("every tenant table has one policy, for all commands, on domain_id, with USING and WITH CHECK", async () => {
    const policies = await audit<{
      tablename: string;
      cmd: string;
      permissive: string;
      qual: string;
      with_check: string;
    }>(
      `select tablename, cmd, permissive, qual, with_check from pg_policies
       where schemaname = 'public' and not (select relispartition from pg_class where oid = tablename::regclass)
       order by tablename`,
    );
    expect(policies.map(({ tablename }) => tablename)).toEqual(tables);
    for (const { tablename, cmd, qual, with_check } of policies) {
      expect([tablename, cmd]).toEqual([tablename, "ALL"]);
      for (const condition of [qual, with_check]) {
        expect(condition.replaceAll(/\s/g, "")).toBe(
          "(domain_id=(NULLIF(current_setting('parapet.domain_id'::text,true),''::text))::uuid)",
        );
      }
    }
  });

  it("every index of a tenant table starts with domain_id, so that ids of other domains cannot be probed", async () => {
    const others = await audit(
      `select i.indexrelid::regclass::text as index, a.attname from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid::regclass::text = any($1) and a.attname <> 'domain_id'`,
      [tables],
    );
    expect(others).toEqual([]);
    const keyless = await audit(
      `select relname from pg_class c where relname = any($1)
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [tables],
    );
    expect(keyless).toEqual([]);
  });

  it("every foreign key of a tenant table starts with domain_id on both sides", async () => {
    const keys = await audit<{ name: string; own: string; other: string }>(
      `select f.conname as name, own.attname as own, other.attname as other from pg_constraint f
       join pg_attribute own on own.attrelid = f.conrelid and own.attnum = f.conkey[1]
       join pg_attribute other on other.attrelid = f.confrelid and other.attnum = f.confkey[1]
       where f.contype = 'f' and f.conrelid::regclass::text = any($1)`,
      [tables],
    );
    expect(keys.length).toBeGreaterThan(6);
    expect(keys.filter(({ own, other }) => own !== "domain_id" || other !== "domain_id")).toEqual([]);
  });

  it("domain_id is never null", async () => {
    const loose = await audit(
      "select attrelid::regclass::text from pg_attribute where attname = 'domain_id' and not attnotnull and attrelid::regclass::text = any($1)",
      [tables],
    );
    expect(loose).toEqual([]);
  });

  it("the service role cannot log in except from a coordinator, owns nothing, does not bypass row-level security and is a member of no role", async () => {
    const [role] = await audit<Record<string, boolean>>(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin,
         exists (select from pg_class where relowner = r.oid) as owns,
         exists (select from pg_auth_members where member = r.oid) as is_member
       from pg_roles r where rolname = $1`,
      [APP_ROLE],
    );
    const allowed = isCluster() ? ["rolcanlogin"] : [];
    expect(Object.entries(role ?? { missing: true }).flatMap(([name, value]) => (value ? [name] : []))).toEqual(
      allowed,
    );
  });

  it("no view and no SECURITY DEFINER function bypasses row-level security", async () => {
    const bypasses = await audit(
      `select relname as name from pg_class c where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       union all select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    );
    expect(bypasses).toEqual([]);
  });
});

describe("the role of the service", () => {
  it("with no domain set it reads no row of any tenant table", async () => {
    for (const table of tables) {
      const rows = await asApp((db) => db.query(`select domain_id from ${table}`));
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it("with no domain set it can insert into no tenant table", async () => {
    for (const table of tables) {
      const insert = asApp((db) => db.execute(copyStatement(table, "$1::text", "true"), [alpha.domainId]));
      await expect(insert.then((written) => `${table}: ${written}`)).resolves.toBe(`${table}: 0`);
      const made = asApp((db) => db.execute(`insert into ${table} (domain_id) values ($1)`, [alpha.domainId]));
      await expect(made, table).rejects.toThrow(/row-level security|null value/);
    }
  });

  it("the registry handle reads no row of any tenant table", async () => {
    for (const table of tables) {
      const rows = await service.database.system.query(`select domain_id from ${table}`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

/** Copies the rows of a domain to the domain given by the SQL expression `target`. */
function copyStatement(table: string, target: string, condition: string): string {
  return `insert into ${table} select (jsonb_populate_record(null::${table},
    jsonb_set(to_jsonb(own), '{domain_id}', to_jsonb(${target})))).* from ${table} own where ${condition}`;
}

describe("row-level security without a domain predicate in the statement", () => {
  it("a handle reads only rows of its own domain, in every tenant table", async () => {
    for (const table of ofDomains()) {
      for (const world of [alpha, beta]) {
        const rows = await world.db.query<{ domain_id: string }>(
          `select domain_id from ${table} where $1::uuid is not null`,
        );
        expect([table, rows.length]).toEqual([table, await countIn(table, world)]);
        expect([table, new Set(rows.map((row) => row.domain_id))]).toEqual([table, new Set([world.domainId])]);
      }
    }
  });

  it("a handle reads only rows of its own domain inside a transaction", async () => {
    await alpha.db.transaction(async (tx) => {
      for (const table of ofDomains()) {
        const rows = await tx.query<{ domain_id: string }>(`select domain_id from ${table} where $1::uuid is not null`);
        expect([table, new Set(rows.map((row) => row.domain_id))]).toEqual([table, new Set([alpha.domainId])]);
      }
    });
  });

  it("a handle that selects another domain_id finds no rows", async () => {
    for (const table of ofDomains()) {
      const sql = `select domain_id from ${table} where $1::uuid is not null and domain_id = $2`;
      expect([table, await alpha.db.query(sql, [beta.domainId])]).toEqual([table, []]);
    }
  });

  it("a handle updates only rows of its own domain", async () => {
    for (const table of changeable()) {
      const touched = await alpha.db.execute(`update ${table} set domain_id = domain_id where $1::uuid is not null`);
      expect([table, touched]).toEqual([table, await countIn(table, alpha)]);
    }
  });

  it("a handle deletes only rows of its own domain", async () => {
    const domain = await givenWorld(service, "gamma");
    const before = await Promise.all(ofDomains().map((table) => countIn(table, alpha)));
    const judged = ["case_findings", "correlated_cases", "detector_feedback"];
    const last = [
      ...judged,
      "connector_settings",
      "case_events",
      "verdicts",
      "personas",
      "persona_details",
      "nhi_details",
    ];
    const inOrder = [...last, ...changeable().filter((table) => !last.includes(table))];
    for (const table of inOrder) await domain.db.execute(`delete from ${table} where $1::uuid is not null`);
    expect(await Promise.all(inOrder.map((table) => countIn(table, domain)))).toEqual(inOrder.map(() => 0));
    expect(await Promise.all(ofDomains().map((table) => countIn(table, alpha)))).toEqual(before);
  });

  it("a handle cannot change or remove rows of an append-only table", async () => {
    for (const table of APPEND_ONLY) {
      const update = alpha.db.execute(`update ${table} set domain_id = domain_id where domain_id = $1`);
      await expect(update, table).rejects.toThrow(/permission denied/);
      await expect(alpha.db.execute(`delete from ${table} where domain_id = $1`), table).rejects.toThrow(
        /permission denied/,
      );
    }
  });

  it("an insert into another domain is rejected, in every tenant table", async () => {
    for (const table of ofDomains()) {
      const insert = alpha.db.execute(copyStatement(table, "$2::text", "domain_id = $1"), [beta.domainId]);
      await expect(insert, table).rejects.toThrow(/row-level security/);
    }
  });

  it("a handle of a domain neither reads nor writes the tables of the installation", async () => {
    await givenAccount(service);
    expect(await audit("select account_id from accounts")).not.toEqual([]);
    for (const table of INSTALLATION) {
      expect([table, await alpha.db.query(`select * from ${table} where $1::uuid is not null`)]).toEqual([table, []]);
    }
    const insert = `insert into accounts (domain_id, account_id, email, created_at) values ($2, $1, 'a@b.example', now())`;
    for (const id of [INSTALLATION_ID, alpha.domainId]) {
      await expect(alpha.db.execute(insert, [id])).rejects.toThrow(/row-level security|check constraint/);
    }
  });

  it("a row cannot be moved into another domain", async () => {
    for (const table of changeable()) {
      const move = alpha.db.execute(`update ${table} set domain_id = $2 where domain_id = $1`, [beta.domainId]);
      await expect(move, table).rejects.toThrow(
        /row-level security|modifying the partition value of rows is not allowed/,
      );
    }
  });
});

describe("a handle of a domain", () => {
  it("a statement that does not use the domain fails, with or without other parameters", async () => {
    await expect(alpha.db.query("select 1 as one")).rejects.toThrow();
    await expect(alpha.db.query("select domain_id from users")).rejects.toThrow();
    await expect(alpha.db.query("select domain_id from users where domain_id = $2", [beta.domainId])).rejects.toThrow();
    await expect(alpha.db.transaction((tx) => tx.query("select 1 as one"))).rejects.toThrow();
    expect(await alpha.db.query("select 1 as one where $1::uuid is not null")).toEqual([{ one: 1 }]);
  });

  it("a domain id that is not a UUID is rejected", () => {
    for (const id of ["", "x", `${alpha.domainId}'`, "' or true --"]) {
      expect(() => service.database.forDomain(id)).toThrow("not a domain id");
    }
  });

  interface Session {
    readonly pid: number;
    readonly who: string;
    readonly domain: string | null;
  }
  const SESSION =
    "select pg_backend_pid() as pid, current_user as who, nullif(current_setting('parapet.domain_id', true), '') as domain";

  /** Returns the role and domain that remain set, on as many connections as the pool allows. */
  const idleSessions = () => Promise.all(Array.from({ length: 10 }, () => audit<Session>(SESSION)));

  async function expectNothingLeft(pid: number | undefined): Promise<void> {
    const sessions = (await idleSessions()).flat();
    expect(sessions.map((session) => session.pid)).toContain(pid);
    expect(sessions.filter(({ who, domain }) => who === APP_ROLE || domain !== null)).toEqual([]);
  }

  it("role and domain are set for the statement and reset after it", async () => {
    const [session] = await alpha.db.query<Session>(`${SESSION} where $1::uuid is not null`);
    expect(session).toMatchObject({ who: APP_ROLE, domain: alpha.domainId });
    await expectNothingLeft(session?.pid);
  });

  it("they are reset after a failed statement", async () => {
    const [session] = await alpha.db.query<Session>(`${SESSION} where $1::uuid is not null`);
    for (const bad of [
      "select 1 / (case when $1::uuid is null then 1 else 0 end)",
      "select nothing where $1 is null",
    ]) {
      await expect(alpha.db.query(bad)).rejects.toThrow();
      await expectNothingLeft(session?.pid);
    }
  });

  it("they are set for a whole transaction and reset after it, committed or not", async () => {
    for (const isBad of [false, true]) {
      let pid: number | undefined;
      const work = alpha.db.transaction(async (tx) => {
        for (let i = 0; i < 2; i++) {
          const [session] = await tx.query<Session>(`${SESSION} where $1::uuid is not null`);
          expect(session).toMatchObject({ who: APP_ROLE, domain: alpha.domainId });
          pid = session?.pid;
        }
        if (isBad) await tx.query("select 1 / (case when $1::uuid is null then 1 else 0 end)");
      });
      await (isBad ? expect(work).rejects.toThrow(/division by zero/) : work);
      await expectNothingLeft(pid);
    }
  });

  it("two handles used alternately and concurrently read only their own rows", async () => {
    const own = async (world: World) => {
      const rows = await world.db.query<{ domain_id: string }>(
        "select domain_id from users where $1::uuid is not null",
      );
      return rows.every((row) => row.domain_id === world.domainId) && rows.length > 0;
    };
    const asked = Array.from({ length: 60 }, (_, index) => own(index % 2 === 0 ? alpha : beta));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
  });
});
