import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { connectorRequest } from "../../../test/support/connector-request.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { API_TOKEN, type OktaVendor, startOkta } from "../../../test/support/vendors/okta.ts";
import { createStillWorld, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import { configureConnector } from "../../actions/configure-connector.ts";
import { createDomain } from "../../actions/create-domain.ts";
import type { Connector } from "../../connectors/connector.ts";
import { findPullConnector } from "../../connectors/pull-connectors.ts";
import { createSealer } from "../../runtime/encryption.ts";
import { newId } from "../../runtime/ids.ts";
import { findConnectorSettings, SEALING_PURPOSE } from "../../store/connectors/connector-settings.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { createPolling, type Polling, type PollingParts } from "./poll-connectors.ts";

const SECRET = "a secret for tests, thirty-two characters and more";
const sealer = createSealer(SECRET, SEALING_PURPOSE);
let opened: TestDatabase;
let folder: string;
let world: StillWorld;
let vendor: OktaVendor;
let pollings: Polling[];
let logged: string;
let domainsWithRows: string[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  world = createStillWorld("2026-11-15T12:00:00.000Z");
  vendor = await startOkta();
  [pollings, logged, domainsWithRows] = [[], "", []];
});
afterEach(async () => {
  await Promise.all(pollings.map((polling) => polling.stop()));
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
});

async function givenDomain(): Promise<DomainHandle> {
  return opened.database.forDomain(
    await createDomain({ database: opened.database, clock: world.clock, actor: TEST_ACTOR }, `d${newId()}`),
  );
}

function configure(db: DomainHandle, connectorType: string, settings: Record<string, string>, secrets = {}) {
  const ctx = { db, clock: world.clock, actor: TEST_ACTOR };
  return configureConnector(ctx, SECRET, connectorRequest(connectorType, settings, secrets));
}

/** Polls as a process of its own would. */
function startPolling(findConnector: PollingParts["findConnector"] = findPullConnector): void {
  const note = (facts: object, message: string): void => {
    logged += `${JSON.stringify(facts)} ${message}\n`;
  };
  const polling = createPolling({
    ...world,
    database: opened.database,
    sealer,
    findConnector,
    log: { info: note, warn: note },
    onRows: (domainId) => domainsWithRows.push(domainId),
  });
  polling.start();
  pollings.push(polling);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

const isPolled = (db: DomainHandle, connectorType: string) => async (): Promise<boolean> =>
  (await findConnectorSettings(db, connectorType))?.polledAt != null;

async function rowsIn(db: DomainHandle): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select coalesce(sum(rows), 0)::int as count from row_blocks where domain_id = $1",
  );
  return row?.count ?? 0;
}

test("several processes poll the connectors of every domain, each once", async () => {
  const rows = Array.from({ length: 50 }, (_, n) => JSON.stringify({ TimeGenerated: world.now, Id: `row-${n}` }));
  await writeFile(join(folder, "SigninLogs.ndjson"), `${rows.join("\n")}\n`);
  const domains = [await givenDomain(), await givenDomain(), await givenDomain()];
  for (const db of domains) await configure(db, "file_drop", { folder });
  for (let n = 0; n < 3; n++) startPolling();
  for (const db of domains) {
    await until(isPolled(db, "file_drop"));
    expect(await rowsIn(db)).toBe(50);
  }
  await Promise.all(pollings.map((polling) => polling.stop()));
  expect([...domainsWithRows].sort()).toEqual(domains.map(({ domainId }) => domainId).sort());
  expect(logged.match(/a connector delivered/g)).toHaveLength(3);
  expect(logged).not.toMatch(/"duplicates":[1-9]/);
});

test("a connector that fails stops no other, and the log states the reason without its secret", async () => {
  const db = await givenDomain();
  await configure(db, "okta", { org_url: vendor.address, backfill_days: "1" }, { api_token: "a-wrong-token" });
  await configure(db, "file_drop", { folder });
  startPolling();
  await until(isPolled(db, "okta"));
  await until(isPolled(db, "file_drop"));
  await Promise.all(pollings.map((polling) => polling.stop()));
  expect(logged).toMatch(/bad_credentials.*a connector failed/);
  expect(logged).not.toContain("a-wrong-token");
});

test("the log names file, line and reason of a rejected line, and a file of no known table once", async () => {
  const db = await givenDomain();
  const bad = Array.from({ length: 50 }, () => `{"TimeGenerated":"so\u202en\\u0007"}\n`).join("");
  await writeFile(join(folder, "AuditLogs.ndjson"), bad);
  await writeFile(join(folder, "Unknown.ndjson"), "");
  await configure(db, "file_drop", { folder });
  startPolling();
  await until(isPolled(db, "file_drop"));
  await Promise.all(pollings.map((polling) => polling.stop()));
  const rejected = logged.split("\n").filter((line) => line.endsWith("a connector's line was rejected"));
  expect(rejected).toHaveLength(20);
  expect(rejected[2]).toContain('"place":"AuditLogs.ndjson","line":3,"reason":"has TimeGenerated \'so n \'');
  expect(logged.match(/"Unknown.ndjson","line":null,"reason":"is of no known table"/g)).toHaveLength(1);
  expect(logged.match(/"rejected":50.* a connector delivered/)).not.toBeNull();
});

test("stopping ends a poll that waits for a response, and releases its lease", async () => {
  const db = await givenDomain();
  await configure(db, "okta", { org_url: vendor.address, backfill_days: "1" }, { api_token: API_TOKEN });
  vendor.disturb("/api/v1/users", { silent: true });
  startPolling();
  await until(async () => vendor.asked.length > 0);
  await Promise.all(pollings.map((polling) => polling.stop()));
  const settings = await findConnectorSettings(db, "okta");
  expect(settings).toMatchObject({ leaseUntil: null, problem: null, nextPollAt: world.now });
});

/** How many polls of slow sources run now, and have run at the same time. */
const running = { now: 0, most: 0 };

/** A slow source without rows; records whose polls started, in order. */
function slowConnector(connectorType: string, began: string[], msOf: (name: string) => number): Connector {
  return {
    connectorType,
    settings: { name: { meaning: "the name of its owner" } },
    identity: [],
    pollEveryMs: 3_600_000,
    open: ({ name = "" }, { signal }) => ({
      pull: async function* () {
        began.push(name);
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        await wait(msOf(name), undefined, { signal }).finally(() => {
          running.now -= 1;
        });
        yield { rows: {}, directory: [], cursor: null, more: false, notes: [] };
      },
      close: () => undefined,
    }),
  };
}

test("slow sources of many domains are all polled, the one longest due first", async () => {
  const began: string[] = [];
  const domains: DomainHandle[] = [];
  for (let n = 0; n < 48; n++) {
    const db = await givenDomain();
    await configure(db, "okta", { name: `${n}` });
    world.now = new Date(world.now.getTime() + 1_000);
    domains.push(db);
  }
  Object.assign(running, { now: 0, most: 0 });
  startPolling(() => slowConnector("okta", began, () => 100));
  for (const db of domains) await until(isPolled(db, "okta"));
  expect(running.most).toBeGreaterThan(4);
  const places = domains.map((_, n) => began.indexOf(`${n}`));
  for (const [n, place] of places.entries()) expect(Math.abs(place - n)).toBeLessThan(16);
});

test("sources of one domain that never respond leave slots for the others", async () => {
  const began: string[] = [];
  const hanging = await givenDomain();
  const types = ["okta", "file_drop", "log_analytics", "entra_id", "aws", "github", "slack", "zoom"];
  for (const type of types) await configure(hanging, type, { name: "hanging" });
  world.now = new Date(world.now.getTime() + 1_000);
  const other = await givenDomain();
  await configure(other, "okta", { name: "other" });
  startPolling((type) => slowConnector(type, began, (name) => (name === "hanging" ? 600_000 : 10)));
  await until(isPolled(other, "okta"));
  expect(began.sort()).toEqual(["hanging", "hanging", "hanging", "hanging", "other"]);
});
