import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { newId } from "../../src/runtime/ids.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain, listDomains } from "../../src/store/domains/domains.ts";
import { readTotals } from "../support/copied.ts";
import { givenDeliveries } from "../support/deliveries.ts";
import { givenCase, givenThreat, givenUser } from "../support/given.ts";
import { givenMemberRows } from "../support/given-account.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

const name = newDatabaseName("dump");
const [owner, serving] = [`${name}_owner`, `${name}_serving`];
const hasPrograms = ["pg_dump", "pg_restore", "psql"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  await runOnServer(`do $$ begin create role parapet_app nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
  await runOnServer(`create role ${owner} login password 'p'`);
  await runOnServer(`create role ${serving} login password 'p' in role parapet_app`);
  await runOnServer(`create database ${name} owner ${owner}`);
  await runOnServer(`revoke all on database ${name} from public`);
  await runOnServer(`grant connect on database ${name} to parapet_app`);
});
afterAll(async () => {
  await runOnServer(`drop database if exists ${name} with (force)`);
  for (const role of [owner, serving]) await runOnServer(`drop role if exists ${role}`);
  await rm(folder, { recursive: true, force: true });
});

function urlOf(role: string): string {
  const url = new URL(urlOfDatabase(name));
  url.username = role;
  url.password = "p";
  return url.href;
}

const open = (databaseUrl: string) => openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir: folder });

/** The commands of docs/operate.md, as they stand there: those that set variables, back up and restore. */
async function documentedCommands(): Promise<readonly string[]> {
  const guide = await readFile(new URL("../../docs/operate.md", import.meta.url), "utf8");
  const section = /\n### PostgreSQL\n([\s\S]*?)\n### /.exec(guide)?.[1] ?? "";
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = ""]) => commands.trim());
}

/** Runs commands as a shell does, as the administrator of the test server. */
async function run(commands: string): Promise<void> {
  const { hostname, port, username, password } = new URL(urlOfDatabase(name));
  await promisify(execFile)("sh", ["-ec", commands], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: name,
    },
  });
}

describe("a backup with pg_dump", { shuffle: false }, () => {
  it("the documented variables are those that the commands read", async () => {
    const [variables, ...commands] = await documentedCommands();
    expect(variables).toMatch(/^export PGHOST=\S+ PGUSER=\S+ PGDATABASE=\S+$/);
    expect(commands.map((command) => command.split(" ")[0])).toEqual(["pg_dump", "pg_restore", "psql"]);
  });

  it.skipIf(!hasPrograms)(
    "the documented commands restore every row, the owner, the rights and row-level security, and end sessions and invitations",
    async () => {
      const [, backUp = "", restore = "", endAccess = ""] = await documentedCommands();
      const asOwner = await open(urlOf(owner));
      await migrate(asOwner, systemClock);
      const domainId = newId();
      await addDomain(asOwner, { domainId, name: "northwind", createdAt: new Date() });
      const db = asOwner.forDomain(domainId);
      const { tuid } = await givenUser(db);
      const { eventId } = await givenThreat(db, { tuid });
      await givenCase(db, { eventIds: [eventId] });
      await givenDeliveries(db, "word");
      await givenMemberRows(asOwner, db, "word");
      await asOwner.close();
      const totals = async () => {
        const database = await open(urlOfDatabase(name));
        return readTotals(database).finally(() => database.close());
      };
      const before = await totals();
      await run(backUp);
      await runOnServer(`drop database ${name} with (force)`);
      await run(restore);
      expect(await totals()).toEqual(before);
      await run(endAccess);
      const served = await open(urlOf(serving));
      try {
        expect((await listDomains(served.system)).map((domain) => domain.name)).toEqual(["northwind"]);
        const all = "select count(*)::int as n from row_blocks";
        expect(await served.exclusively((_run, system) => system.query(all))).toEqual([{ n: 0 }]);
        expect(await served.forDomain(domainId).query("select 1 from row_blocks where domain_id = $1")).not.toEqual([]);
        const own = served.forDomain(INSTALLATION_ID);
        const ends = await own.query("select end_reason from account_sessions where domain_id = $1");
        expect(ends).toEqual([{ end_reason: "restored" }]);
        expect(await own.query("select 1 from account_codes where domain_id = $1")).toEqual([]);
        await addDomain(served, { domainId: newId(), name: "contoso", createdAt: new Date() });
        await expect(served.exclusively((sql) => sql("drop table users"))).rejects.toMatchObject({ code: "42501" });
      } finally {
        await served.close();
      }
      const again = await open(urlOf(owner));
      expect(await migrate(again, systemClock).finally(() => again.close())).toEqual([]);
    },
  );

  it.skipIf(!hasPrograms)("a role that row-level security binds cannot write an incomplete dump", async () => {
    const [, backUp = ""] = await documentedCommands();
    const failure = run(`export PGUSER=${owner} PGPASSWORD=p\n${backUp}`);
    await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining("row-level security") });
  });
});
