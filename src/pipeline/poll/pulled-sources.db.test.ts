import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { connectorRequest } from "../../../test/support/connector-request.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type GraphVendor, startGraph } from "../../../test/support/vendors/graph.ts";
import { type LogAnalyticsVendor, startLogAnalytics } from "../../../test/support/vendors/log-analytics.ts";
import { startOkta } from "../../../test/support/vendors/okta.ts";
import { createStillWorld, type StillWorld, type VendorServer } from "../../../test/support/vendors/vendor-server.ts";
import { configureConnector } from "../../actions/configure-connector.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { findPullConnector } from "../../connectors/pull-connectors.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import { integrationStatus } from "../../model/connector.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import { createSealer } from "../../runtime/encryption.ts";
import { newId } from "../../runtime/ids.ts";
import { findConnectorSettings, SEALING_PURPOSE } from "../../store/connectors/connector-settings.ts";
import { findConnector } from "../../store/connectors/connectors.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readDirectory } from "../../store/people/directory.ts";
import { pollConnector } from "./poll-connector.ts";

const SECRET = "a secret for tests, thirty-two characters and more";
const sealer = createSealer(SECRET, SEALING_PURPOSE);
let opened: TestDatabase;
let db: DomainHandle;
let world: StillWorld;
let vendor: VendorServer | undefined;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  world = createStillWorld("2026-11-15T12:00:00.000Z");
  db = opened.database.forDomain(
    await createDomain({ database: opened.database, clock: world.clock, actor: TEST_ACTOR }, `d${newId()}`),
  );
});
afterEach(() => vendor?.close());

function configure(connectorType: string, given: Readonly<Record<string, string>>): Promise<void> {
  const { client_secret, ...settings } = given;
  const secrets: Readonly<Record<string, string>> = client_secret === undefined ? {} : { client_secret };
  const ctx = { db, clock: world.clock, actor: TEST_ACTOR };
  return configureConnector(ctx, SECRET, connectorRequest(connectorType, settings, secrets));
}

const poll = (connectorType: string) =>
  pollConnector({ ...world, sealer, findConnector: findPullConnector }, db, connectorType, { outOfTurn: true });

const idsIn = async (kind: DirectoryKind): Promise<readonly string[]> =>
  (await readDirectory(db, kind, "", 100)).map(({ objectId }) => objectId);

async function givenGraph(): Promise<GraphVendor> {
  const graph = await startGraph();
  vendor = graph;
  for (const path of ["applications", "servicePrincipals"]) graph.lists.set(path, []);
  for (const path of ["roleDefinitions", "roleAssignments", "roleEligibilityScheduleInstances"]) {
    graph.lists.set(`roleManagement/directory/${path}`, []);
  }
  await configure("entra_directory", graph.settings);
  return graph;
}

const aUser = (n: number) => ({ id: `u${n}`, userPrincipalName: `user${n}@northwind.example`, accountEnabled: true });

test("a row that was pushed before it is pulled is not counted twice", async () => {
  const workspace: LogAnalyticsVendor = await startLogAnalytics();
  vendor = workspace;
  const at = "2026-11-15T11:00:00.000Z";
  const row = (n: number) => ({
    TimeGenerated: at,
    Id: `row-${n}`,
    _ItemId: `item-${n}`,
    UserPrincipalName: "a@b.example",
  });
  const cells = [1, 2, 3].map((n) => ({ ingested: at, cells: row(n) }));
  workspace.tables.set("SigninLogs", cells);
  await configure("log_analytics", { ...workspace.settings, tables: "SigninLogs", backfill_days: "1" });
  await ingestRows(db, world.clock, { table: "SigninLogs", lines: [{ line: 1, text: JSON.stringify(row(2)) }] });
  expect(await poll("log_analytics")).toMatchObject({ ok: true, accepted: 2, duplicates: 1, rejected: 0 });
  world.now = new Date("2026-11-15T12:05:00.000Z");
  expect(await poll("log_analytics")).toMatchObject({ ok: true, accepted: 0, rejected: 0 });
});

test("a rejected line of a dropped file is reported with file, line and reason, and noted until newer notes replace it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  try {
    const good = JSON.stringify({ TimeGenerated: "2026-11-15T11:00:00.000Z", Id: "row-1" });
    await writeFile(join(folder, "SigninLogs.ndjson"), `${good}\n\n${"x".repeat(1_048_577)}\nno row\n`);
    await configure("file_drop", { folder });
    const text = "2 rows or objects were rejected, the first: SigninLogs.ndjson line 3 is longer than 1048576 bytes";
    const place = "SigninLogs.ndjson";
    const report = {
      accepted: 1,
      rejected: 2,
      notes: [text],
      skipped: [
        { line: 3, place },
        { line: 4, place },
      ],
    };
    expect(await poll("file_drop")).toMatchObject({ ok: true, problem: null, ...report });
    const at = world.now;
    world.now = new Date("2026-11-15T12:05:00.000Z");
    expect(await poll("file_drop")).toMatchObject({ ok: true, rejected: 0, notes: [], skipped: [] });
    expect(await findConnectorSettings(db, "file_drop")).toMatchObject({ polledAt: world.now, notes: [{ text, at }] });
    await writeFile(join(folder, "Unknown.ndjson"), "");
    const unknown = { text: "ignored: Unknown.ndjson is of no known table", at: world.now };
    await poll("file_drop");
    expect((await findConnectorSettings(db, "file_drop"))?.notes).toEqual([unknown, { text, at }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a folder that does not exist fails each poll with the remedy: pending, then degraded, never active", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const statusOf = async () => {
    const record = await findConnector(db, "file_drop");
    return record && integrationStatus(record);
  };
  try {
    await configure("file_drop", { folder });
    expect(await poll("file_drop")).toMatchObject({ ok: true });
    expect(await statusOf()).toBe("active");
    await configure("file_drop", { folder: join(folder, "missing") });
    const statuses: unknown[] = [await statusOf()];
    for (let failures = 1; failures <= 3; failures++) {
      expect(await poll("file_drop")).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/^unreachable: folder='.*missing' does not exist .*; create it, or set another/),
      });
      statuses.push(await statusOf());
    }
    expect(statuses).toEqual(["pending", "pending", "pending", "degraded"]);
    await mkdir(join(folder, "missing"));
    expect(await poll("file_drop")).toMatchObject({ ok: true });
    expect(await statusOf()).toBe("active");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the directory mirrors the tenant: everything at first, then changes and removals", async () => {
  const graph = await givenGraph();
  const member = { "@odata.type": "#microsoft.graph.user", id: "u1" };
  graph.changes.set("users", [aUser(1), aUser(2), aUser(3)]);
  graph.changes.set("groups", [{ id: "g1", displayName: "Admins", "members@delta": [member] }]);
  graph.lists.set("servicePrincipals", [{ id: "sp1", appId: "app1" }]);
  graph.lists.set("servicePrincipals/sp1/owners", [member]);
  graph.lists.set("servicePrincipals/sp1/appRoleAssignedTo", [{ id: "a1", principalId: "u1", resourceId: "sp1" }]);
  expect(await poll("entra_directory")).toMatchObject({ ok: true, rejected: 0, problem: null });
  expect(await idsIn("users")).toEqual(["u1", "u2", "u3"]);
  expect(await idsIn("memberships")).toEqual(["g1/u1"]);
  expect(await idsIn("owners")).toEqual(["sp1/u1"]);
  expect(await idsIn("app-role-assignments")).toEqual(["a1"]);
  graph.changes.get("users")?.push({ id: "u2", "@removed": { reason: "deleted" } }, aUser(4));
  graph.changes.get("groups")?.push({ id: "g1", "members@delta": [{ ...member, "@removed": { reason: "deleted" } }] });
  graph.lists.set("servicePrincipals/sp1/owners", []);
  world.now = new Date("2026-11-15T19:00:00.000Z");
  expect(await poll("entra_directory")).toMatchObject({ ok: true, rejected: 0 });
  expect(await idsIn("users")).toEqual(["u1", "u3", "u4"]);
  expect(await idsIn("memberships")).toEqual([]);
  expect(await idsIn("owners")).toEqual([]);
});

test("objects removed before Graph invalidated the delta link are gone after the full walk", async () => {
  const graph = await givenGraph();
  graph.changes.set("users", [aUser(1), aUser(2), aUser(3)]);
  await poll("entra_directory");
  graph.forgetPositions();
  graph.changes.set("users", [aUser(1), aUser(3), aUser(5)]);
  expect(await poll("entra_directory")).toMatchObject({ ok: true });
  expect(await idsIn("users")).toEqual(["u1", "u3", "u5"]);
});

test("a full walk of one directory keeps the objects of another one", async () => {
  const graph = await givenGraph();
  const okta = await startOkta();
  try {
    const profile = { login: "omar.diaz@northwind.example" };
    okta.users.push({ id: "00u1", status: "ACTIVE", lastUpdated: "2026-11-15T10:00:00.000Z", profile });
    const { api_token, ...settings } = okta.settings;
    const ctx = { db, clock: world.clock, actor: TEST_ACTOR };
    const secrets = { api_token: api_token ?? "" };
    await configureConnector(ctx, SECRET, connectorRequest("okta", settings, secrets));
    expect(await poll("okta")).toMatchObject({ ok: true, accepted: 1 });
    graph.changes.set("users", [aUser(1)]);
    expect(await poll("entra_directory")).toMatchObject({ ok: true });
    expect(await idsIn("users")).toEqual(["00u1", "u1"]);
  } finally {
    await okta.close();
  }
});

test("an interrupted walk removes nobody, and resumes where it stopped", async () => {
  const graph = await givenGraph();
  graph.changes.set("users", [1, 2, 3, 4, 5].map(aUser));
  await poll("entra_directory");
  graph.forgetPositions();
  graph.changes.set("users", [1, 2, 3, 4].map(aUser));
  graph.disturb("skiptoken=2_1", { status: 200, body: "cut" });
  expect(await poll("entra_directory")).toMatchObject({ ok: false });
  expect(await idsIn("users")).toHaveLength(5);
  expect(await poll("entra_directory")).toMatchObject({ ok: true });
  expect(await idsIn("users")).toEqual(["u1", "u2", "u3", "u4"]);
});
