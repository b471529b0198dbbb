import { randomBytes } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import {
  createInstallation,
  type Environment,
  type Finished,
  type Installation,
  type Running,
} from "../support/installation.ts";
import { type Row, takeoverRows } from "../support/takeover-rows.ts";
import { newDatabaseName, runOnServer, urlOfDatabase } from "../support/template.ts";

/** A database with the two roles of docs/operate.md: one owns and migrates, the other serves and owns nothing. */
const name = newDatabaseName("roles");
const [owner, serving, outsider] = [`${name}_owner`, `${name}_serving`, `${name}_outsider`];
const password = randomBytes(12).toString("hex");
let installation: Installation;
let asOwner: Environment;
let asServing: Environment;
let server: Running;
let client: pg.Client;

function urlOf(role: string): string {
  const url = new URL(urlOfDatabase(name));
  url.username = role;
  url.password = password;
  return url.href;
}

beforeAll(async () => {
  installation = await createInstallation();
  await runOnServer(`do $$ begin create role parapet_app nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
  await runOnServer(`create role ${owner} login password '${password}'`);
  await runOnServer(`create role ${serving} login password '${password}' in role parapet_app`);
  await runOnServer(`create database ${name} owner ${owner}`);
  await runOnServer(`revoke all on database ${name} from public`);
  await runOnServer(`grant connect on database ${name} to parapet_app`);
  asServing = { PARAPET_DATABASE_URL: urlOf(serving) };
  asOwner = { ...asServing, PARAPET_OWNER_DATABASE_URL: urlOf(owner) };
});
afterAll(async () => {
  await client?.end();
  await installation.remove();
  await runOnServer(`drop database if exists ${name} with (force)`);
  for (const role of [owner, serving, outsider]) await runOnServer(`drop role if exists ${role}`);
});

async function run(args: readonly string[], env: Environment = asServing): Promise<Finished> {
  const done = await installation.command(args, env);
  expect([args.join(" "), done.code, done.stderr]).toEqual([args.join(" "), 0, done.stderr]);
  return done;
}

/** Polls the connector, after the poll that the server may have started by itself. */
async function pollFileDrop(): Promise<void> {
  const args = ["connector", "poll", "--domain", "northwind", "file_drop"];
  let done = await installation.command(args, asServing);
  while (done.stderr.includes("is being polled by another process")) {
    await sleep(200);
    done = await installation.command(args, asServing);
  }
  expect([done.code, done.stderr]).toEqual([0, done.stderr]);
}

describe("an owning role and a serving role", { shuffle: false }, () => {
  describe("before the owning role has migrated", () => {
    it("the serving role gets a one-line error that names the remedy", async () => {
      const { code, stderr } = await installation.command(["serve", "--port", "0"], asServing);
      expect([code, stderr]).toEqual([
        1,
        "parapet: the schema does not exist; run parapet migrate with PARAPET_OWNER_DATABASE_URL\n",
      ]);
    });

    it("doctor reports the same error", async () => {
      const { code, stdout } = await installation.command(["doctor"], asServing);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /^FAIL {2}database: the schema does not exist; run parapet migrate with PARAPET_OWNER_DATABASE_URL$/m,
      );
    });

    it("migrate with the serving role names the setting that is missing", async () => {
      const { code, stderr } = await installation.command(["migrate"], asServing);
      expect([code, stderr]).toEqual([
        1,
        `parapet: the database role '${serving}' may not apply migrations; set PARAPET_OWNER_DATABASE_URL to the URL of the role that owns the tables\n`,
      ]);
    });

    it("migrate uses the owning role, and a second run has nothing to do", async () => {
      expect((await run(["migrate"], asOwner)).stderr).toMatch(/\d+ migrations applied/);
      expect((await run(["migrate"], asOwner)).stderr).toMatch(/up to date/);
    });
  });

  describe("the serving role", () => {
    beforeAll(async () => {
      client = new pg.Client({ connectionString: urlOf(serving) });
      await client.connect();
    });

    it.each([
      "alter table users disable row level security",
      "alter table users no force row level security",
      "drop policy own_domain on users",
      "create policy everything on users using (true)",
      "drop table users",
      "truncate users",
      "alter table users owner to current_user",
      "create table public.mine (id int)",
      "create temporary table users (id int)",
      "create schema mine",
      "create function public.mine() returns int language sql as 'select 1'",
      "select wall_off('users')",
      `set role ${owner}`,
      "create role mine",
      "alter role current_user bypassrls",
      "set row_security = off; select tuid from users",
      "insert into migrations (name, checksum, applied_at) values ('x', 'x', now())",
      "update migrations set checksum = 'x'",
      "delete from migrations",
    ])("cannot: %s", async (sql) => {
      await expect(client.query(sql)).rejects.toMatchObject({ code: "42501" });
      await client.query("rollback; reset all");
    });

    it("doctor reports the role and its privileges", async () => {
      const doctor = async (env: Environment) => (await run(["doctor"], env)).stdout;
      expect(await doctor(asServing)).toMatch(
        new RegExp(`^ok {4}database role: '${serving}' serves only: it owns nothing and may create nothing$`, "m"),
      );
      expect(await doctor(asServing)).toMatch(
        /^ok {4}database cache: shared_buffers \d+\.\d MiB, indexes of hits \d+\.\d MiB$/m,
      );
      expect(await doctor({ PARAPET_DATABASE_URL: urlOf(owner) })).toMatch(
        new RegExp(`^warn {2}database role: '${owner}' owns its tables and could lift their row-level security; `, "m"),
      );
      expect(await doctor({ PARAPET_DATABASE_URL: urlOfDatabase(name) })).toMatch(
        /^warn {2}database role: '\w+' is not bound by row-level security; /m,
      );
    });
  });

  describe("a role that is not in parapet_app", () => {
    beforeAll(async () => {
      await runOnServer(`create role ${outsider} login password '${password}'`);
      await runOnServer(`grant connect on database ${name} to ${outsider}`);
    });

    it("gets the same error and remedy from doctor and from the other commands", async () => {
      const env = { PARAPET_DATABASE_URL: urlOf(outsider) };
      const refusal = `the database role '${outsider}' may not read the schema; make it a member of parapet_app\n`;
      const doctor = await installation.command(["doctor"], env);
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`FAIL  database: ${refusal}`)]);
      const served = await installation.command(["serve", "--port", "0"], env);
      expect([served.code, served.stderr]).toEqual([1, `parapet: ${refusal}`]);
    });
  });

  describe("a service that owns nothing", () => {
    const upn = "maya.ito@northwind.example";
    let key: string;

    const send = (path: string, body?: string, type = "application/json"): Promise<Response> =>
      fetch(`${server.address}${path}`, {
        headers: { "x-api-key": key, ...(body !== undefined && { "content-type": type }) },
        ...(body !== undefined && { method: "POST", body }),
      });

    async function ask(path: string, body?: string, type?: string): Promise<Record<string, unknown>> {
      const reply = await send(path, body, type);
      expect([path, reply.status]).toEqual([path, 200]);
      return (await reply.json()) as Record<string, unknown>;
    }

    /** Waits until there are cases; before the first rows are processed, the domain is not ready. */
    async function untilCases(): Promise<readonly { readonly case_id: string }[]> {
      for (;;) {
        const reply = await send("/api/v1/external/cases");
        const { items = [] } = (await reply.json()) as { items?: readonly { readonly case_id: string }[] };
        if (items.length > 0) return items;
        expect([200, 423]).toContain(reply.status);
        await sleep(200);
      }
    }

    const linesOf = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

    beforeAll(async () => {
      server = await installation.start(["serve"], asServing);
      await run(["domain", "create", "northwind"]);
      await run(["domain", "create", "contoso"]);
      const scopes = "cases:read,cases:verdict,threats:read,users:read,ingest:write";
      const made = await run(["key", "create", "--domain", "northwind", "--scopes", scopes, "--json"]);
      key = (JSON.parse(made.stdout) as { key: string }).key;
    });

    it("ingests rows from a delivery, a command and a connector, creates a case from them and accepts a verdict on it", async () => {
      const { signIns, mailbox } = takeoverRows(upn, new Date());
      const drop = join(installation.dataDir, "..", "drop");
      await mkdir(drop);
      await writeFile(join(drop, "OfficeActivity.ndjson"), linesOf(mailbox));
      await writeFile(join(drop, "late.ndjson"), linesOf(signIns.slice(6)));
      await run(["connector", "add", "--domain", "northwind", "file_drop", `folder=${drop}`]);
      await ask(`${INGEST_BASE_PATH}/tables/SigninLogs`, linesOf(signIns.slice(0, 6)), "application/x-ndjson");
      await run(["ingest", "--domain", "northwind", "--table", "SigninLogs", join(drop, "late.ndjson")]);
      await pollFileDrop();
      const [first] = await untilCases();
      const verdict = await ask(`/api/v1/external/cases/${first?.case_id}/verdict`, '{"outcome":"TRUE_POSITIVE"}');
      expect(verdict).toMatchObject({ resolved: true });
    });

    it("shows the role no rows without a domain, and otherwise only rows of the domain that is set", async () => {
      const count = async (domain: string): Promise<number> => {
        await client.query("select set_config('parapet.domain_id', $1, false)", [domain]);
        return Number((await client.query("select count(*) as n from threats")).rows[0].n);
      };
      const { rows } = await client.query("select domain_id::text as id, name from domains order by name");
      expect(rows.map((row: { name: string }) => row.name)).toEqual(["contoso", "northwind"]);
      expect(await count("")).toBe(0);
      expect(await count(rows[0].id)).toBe(0);
      expect(await count(rows[1].id)).toBeGreaterThan(0);
    });

    it("exports, imports and rebuilds", async () => {
      const folder = join(installation.dataDir, "..", "export");
      await run(["export", "--domain", "northwind", folder]);
      expect((await readdir(folder)).length).toBeGreaterThan(2);
      await run(["import", "--domain", "contoso", folder]);
      await run(["rebuild"]);
    });

    it("does not start while migrations are pending, and reports how many", async () => {
      const admin = new pg.Client({ connectionString: urlOfDatabase(name) });
      await admin.connect();
      await admin.query("delete from migrations where name = (select max(name) from migrations)");
      await admin.end();
      const { code, stderr } = await installation.command(["serve", "--port", "0"], asServing);
      expect([code, stderr]).toEqual([
        1,
        `parapet: pending migrations: 1; the database role '${serving}' may not apply them; run parapet migrate with the role that owns the tables\n`,
      ]);
    });
  });
});
