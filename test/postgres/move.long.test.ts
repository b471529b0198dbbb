import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { newId } from "../../src/runtime/ids.ts";
import { findAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { readTotals, withoutChanged } from "../support/copied.ts";
import { givenDeliveries } from "../support/deliveries.ts";
import { givenCase, givenThreat, givenUser } from "../support/given.ts";
import { givenMemberRows } from "../support/given-account.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

/** An embedded database with rows, and an empty PostgreSQL database whose owner is no superuser. */
const name = newDatabaseName("move");
const owner = `${name}_owner`;
let folder: string;
let dataDir: string;
let domainId: string;

function urlOf(role: string): string {
  const url = new URL(urlOfDatabase(name));
  url.username = role;
  url.password = "p";
  return url.href;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  dataDir = join(folder, "data");
  const source = await openDatabase({ ...OPEN_OPTIONS, dataDir });
  await migrate(source, systemClock);
  domainId = newId();
  await addDomain(source, { domainId, name: "northwind", createdAt: new Date() });
  const db = source.forDomain(domainId);
  const { tuid } = await givenUser(db, { name: 'O\'Neil "\\N" {a,b} \u2028 🦊' });
  const { eventId } = await givenThreat(db, { tuid, category: ['with "quotes"', "and, commas"] });
  await givenCase(db, { eventIds: [eventId] });
  await givenDeliveries(db, "word");
  await givenMemberRows(source, db, "word");
  await source.close();
  await runOnServer(`create role ${owner} login password 'p'`);
});
afterAll(async () => {
  await runOnServer(`drop database if exists ${name} with (force)`);
  await runOnServer(`drop role if exists ${owner}`);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await runOnServer(`drop database if exists ${name} with (force)`);
  await runOnServer(`create database ${name} owner ${owner}`);
});

async function move(to = urlOf(owner)) {
  const printed = { out: "", notes: [] as string[] };
  const code = await runCli({
    argv: ["move", "--to", to, "--json"],
    env: { PARAPET_DATA_DIR: dataDir },
    terminal: {
      out: (text) => {
        printed.out += text;
      },
      data: (text) => {
        printed.out += text;
      },
      note: (text) => printed.notes.push(text),
      progress: () => undefined,
    },
  });
  return { code, ...printed };
}

async function ask<R>(sql: string): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: urlOfDatabase(name) });
  await client.connect();
  try {
    return (await client.query(sql)).rows as readonly R[];
  } finally {
    await client.end();
  }
}

async function sourceTotals() {
  const source = await openDatabase({ ...OPEN_OPTIONS, dataDir });
  return readTotals(source).finally(() => source.close());
}

describe("parapet move", () => {
  it("copies every table, equal by count and digest, with the role that owns the database", async () => {
    const before = await sourceTotals();
    const { code, notes, out } = await move();
    expect([code, notes[0]]).toEqual([
      0,
      expect.stringMatching(
        /^[\d,]+ rows of \d+ tables were copied; the counts and digests of source and target are equal\.$/,
      ),
    ]);
    expect(notes.join("\n")).toMatch(/Set PARAPET_DATABASE_URL[\s\S]*Keep the secret in/);
    expect((JSON.parse(out) as { tables: object }).tables).toEqual(
      Object.fromEntries(before.map(({ table, rows, digest }) => [table, { rows, digest }])),
    );
    const target = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: urlOfDatabase(name), dataDir });
    const [entry] = await findAuditEntries(target.forDomain(domainId), { limit: 1 });
    expect(entry).toMatchObject({
      action: "domain.move",
      actor: { kind: "operator" },
      target: { kind: "domain", id: domainId },
      after: { from: "embedded database" },
    });
    expect(withoutChanged(await readTotals(target).finally(() => target.close()))).toEqual(withoutChanged(before));
    expect(await sourceTotals()).toEqual(before);
  });

  it("ends every session in the target, and only there, says so and records it", async () => {
    const { notes } = await move();
    expect(notes.join("\n")).toMatch(/sessions? ended there\. Keys, roles and invitations are those of the source\./);
    const ends = "select end_reason from account_sessions";
    expect(await ask(ends)).toEqual([{ end_reason: "moved" }]);
    expect(await ask("select 1 from account_codes where kind = 'invitation'")).toHaveLength(1);
    const target = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: urlOfDatabase(name), dataDir });
    const [entry] = await findAuditEntries(target.forDomain(INSTALLATION_ID), { limit: 1 });
    await target.close();
    expect(entry).toMatchObject({ action: "domain.move", after: { from: "embedded database", sessions_ended: 0 } });
    const source = await openDatabase({ ...OPEN_OPTIONS, dataDir });
    const open = "select 1 from account_sessions where domain_id = $1 and ended_at is null";
    const kept = await source
      .forDomain(INSTALLATION_ID)
      .query(open)
      .finally(() => source.close());
    expect(kept).toHaveLength(1);
  });

  it("leaves row-level security as the migrations make it", async () => {
    const unforced = "select relname from pg_class where relrowsecurity and not relforcerowsecurity";
    await move();
    expect(await ask(unforced)).toEqual([]);
    const client = new pg.Client({ connectionString: urlOf(owner) });
    await client.connect();
    expect((await client.query("select count(*)::int as n from row_blocks")).rows).toEqual([{ n: 0 }]);
    await client.end();
  });

  it("refuses a target with rows and changes nothing in it", async () => {
    await move();
    await ask("delete from pending_blocks");
    const { code, notes } = await move();
    expect([code, notes]).toEqual([1, [expect.stringContaining("the target database is not empty: table '")]]);
    expect(await ask("select 1 from pending_blocks")).toEqual([]);
  });

  it("leaves no rows when it fails, so that it can be repeated", async () => {
    const target = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: urlOf(owner), dataDir });
    await migrate(target, systemClock);
    await target.close();
    await ask("alter table row_days add constraint breaks check (false) not valid");
    expect((await move()).code).toBe(1);
    expect(await ask("select 1 from domains")).toEqual([]);
    await ask("alter table row_days drop constraint breaks");
    expect((await move()).code).toBe(0);
  });

  it("refuses a copy that is not equal", async () => {
    const target = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: urlOf(owner), dataDir });
    await migrate(target, systemClock);
    await target.close();
    await ask(
      `create function alter_name() returns trigger language plpgsql as 'begin new.name := upper(new.name); return new; end'`,
    );
    await ask("create trigger changes before insert on domains for each row execute function alter_name()");
    const { code, notes } = await move();
    expect([code, notes[0]]).toEqual([
      1,
      expect.stringContaining("table 'domains' differs from the source after copying"),
    ]);
    expect(await ask("select 1 from domains")).toEqual([]);
  });

  it("refuses a data folder in use, a role that cannot create tables, and a URL of something else without showing it", async () => {
    const held = await openDatabase({ ...OPEN_OPTIONS, dataDir });
    expect(await move()).toMatchObject({ code: 1, notes: [expect.stringContaining("stop it first")] });
    await held.close();
    await runOnServer(`alter database ${name} owner to current_user`);
    expect(await move()).toMatchObject({ code: 1, notes: [expect.stringContaining("cannot create tables")] });
    const unreachable = await move("postgres://root:hunter2@127.0.0.1:1/x");
    expect(unreachable).toMatchObject({
      code: 1,
      notes: [expect.stringMatching(/--to cannot be opened: nothing accepts connections at 127\.0\.0\.1:1; check/)],
    });
    const unknown = new URL(urlOf(owner));
    unknown.pathname = "/nowhere";
    expect(await move(unknown.href)).toMatchObject({
      code: 1,
      notes: [expect.stringContaining('database "nowhere" does not exist; create it first')],
    });
    expect(unreachable.notes.join()).not.toContain("hunter2");
    const wrong = await move("mysql://root:hunter2@db/x");
    expect(wrong).toMatchObject({ code: 2, notes: [expect.stringContaining("--to is not a URL")] });
    expect(wrong.notes.join()).not.toContain("hunter2");
  });
});
