import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { createDomain } from "../../src/actions/create-domain.ts";
import type { Service } from "../../src/compose.ts";
import { SCOPES } from "../../src/model/vocabulary.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { migrate, migrationState } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { givenCase, givenThreat, givenUser } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import { personaRecord, threatRecord, userRecord } from "../support/records.ts";
import { composeTestService, TEST_PEPPER } from "../support/service.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

/** A database whose owner is an ordinary role, as on a hosted PostgreSQL without superuser access. */
const name = newDatabaseName("plain");
const password = randomBytes(12).toString("hex");
let url: string;
let database: Database;
let service: Service;

beforeAll(async () => {
  await runOnServer(`create role ${name} login password '${password}' nosuperuser nocreatedb nocreaterole nobypassrls`);
  await runOnServer(`create database ${name} owner ${name}`);
  const address = new URL(urlOfDatabase(name));
  address.username = name;
  address.password = password;
  url = address.href;
  database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl: url, dataDir: tmpdir() });
  service = composeTestService({ database, clock: systemClock });
});
afterAll(async () => {
  await service.close();
  await database.close();
  await runOnServer(`drop database ${name} with (force)`);
  await runOnServer(`drop role ${name}`);
});

interface PlainDomain {
  readonly db: DomainHandle;
  readonly domainId: string;
  readonly ask: (path: string, payload?: object) => Promise<{ status: number; body: Record<string, unknown> }>;
}

async function givenDomain(domainName: string): Promise<PlainDomain> {
  const domainId = await createDomain({ database: database, clock: systemClock, actor: TEST_ACTOR }, domainName);
  const db = database.forDomain(domainId);
  const ctx = { db, clock: systemClock, actor: TEST_ACTOR } as const;
  const { key } = await createApiKey(ctx, TEST_PEPPER, { name: "test", scopes: SCOPES, expiresAt: null });
  const ask: PlainDomain["ask"] = async (path, payload) => {
    const reply = await service.app.inject({
      method: payload ? "POST" : "GET",
      url: `/api/v1/external${path}`,
      headers: { "x-api-key": key },
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
  };
  return { db, domainId, ask };
}

describe("PostgreSQL without a superuser", { shuffle: false }, () => {
  it("the owner of the database can create the schema, and a second run changes nothing", async () => {
    const { pending } = await migrationState(database);
    expect(await migrate(database, systemClock)).toEqual(pending);
    expect(await migrate(database, systemClock)).toEqual([]);
    expect((await migrationState(database)).pending).toEqual([]);
  });

  it("import, reads, search and verdicts work", async () => {
    const domain = await givenDomain("whole");
    await importRecords(domain, {
      users: [userRecord(1)],
      threats: [threatRecord(1)],
      cases: [],
      personas: [personaRecord(1)],
    });
    const found = await givenCase(domain.db);
    for (const path of ["/users", "/users?search=person", "/threats", "/cases", "/whoami", "/integrations/okta"]) {
      expect([path, (await domain.ask(path)).status]).toEqual([path, 200]);
    }
    const verdict = await domain.ask(`/cases/${found.caseId}/verdict`, { outcome: "SAFE" });
    expect([verdict.status, verdict.body["resolved"]]).toEqual([200, true]);
    expect((await domain.ask(`/cases/${found.caseId}?include=state`)).body["state"]).toBe("closed");
  });

  it("FORCE ROW LEVEL SECURITY applies to the owner: a statement without a domain predicate sees only its own domain", async () => {
    const [one, two] = [await givenDomain("one"), await givenDomain("two")];
    for (const { db } of [one, two]) await givenUser(db);
    for (const { db, domainId } of [one, two]) {
      const rows = await db.query<{ domain_id: string }>("select domain_id from users where $1::uuid is not null");
      expect(rows.map((row) => row.domain_id)).toEqual([domainId]);
    }
    const copy =
      "insert into user_addresses (domain_id, address, tuid) select $2, address, tuid from user_addresses where domain_id = $1";
    await expect(one.db.execute(copy, [two.domainId])).rejects.toThrow(/row-level security/);
  });

  it("an upgrade fills in the user of the cases of every domain, and row-level security is in force again afterwards", async () => {
    const [one, two] = [await givenDomain("upgraded"), await givenDomain("upgraded-too")];
    const users = [];
    for (const { db } of [one, two]) {
      const { tuid } = await givenUser(db);
      const event = await givenThreat(db, { tuid, userEmail: "Old@x.example" });
      await givenCase(db, { userEmail: "old@X.example", eventIds: [event.eventId] });
      users.push([{ tuid }]);
    }
    const undo = `alter table cases drop column tuid; drop index users_by_external_id;
      delete from migrations where name like '%_follow_people.sql'`;
    await database.exclusively((run) => run(undo));
    expect(await migrate(database, systemClock)).toHaveLength(1);
    const tuids = "select tuid from cases where $1::uuid is not null";
    expect([await one.db.query(tuids), await two.db.query(tuids)]).toEqual(users);
  });

  it("without a domain set the owner sees no rows, also on its own connection", async () => {
    await givenUser((await givenDomain("unset")).db);
    expect(await database.system.query("select tuid from users")).toEqual([]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      expect((await client.query("select tuid from users")).rows).toEqual([]);
      expect((await client.query("select current_user::text as who")).rows).toEqual([{ who: name }]);
    } finally {
      await client.end();
    }
  });

  it("the domain setting is cleared after a statement, a transaction and an error", async () => {
    const { db } = await givenDomain("left");
    await db.query("select tuid from users where domain_id = $1");
    await db.transaction((tx) => tx.query("select tuid from users where domain_id = $1"));
    await expect(db.query("select 1 / (case when $1::uuid is null then 1 else 0 end)")).rejects.toThrow();
    for (let i = 0; i < 10; i++) {
      const [left] = await database.system.query<{ domain: string | null }>(
        "select nullif(current_setting('parapet.domain_id', true), '') as domain",
      );
      expect(left?.domain).toBeNull();
    }
  });
});
