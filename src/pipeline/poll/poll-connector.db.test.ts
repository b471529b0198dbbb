import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { connectorRequest } from "../../../test/support/connector-request.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../../../test/support/service.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { API_TOKEN, type OktaVendor, startOkta } from "../../../test/support/vendors/okta.ts";
import { createStillWorld, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import { configureConnector } from "../../actions/configure-connector.ts";
import { enableConnector } from "../../actions/enable-connector.ts";
import { findPullConnector } from "../../connectors/pull-connectors.ts";
import { createSealer } from "../../runtime/encryption.ts";
import { newId } from "../../runtime/ids.ts";
import {
  acquireLease,
  findConnectorSettings,
  listDueConnectors,
  SEALING_PURPOSE,
} from "../../store/connectors/connector-settings.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { type PollParts, pollConnector } from "./poll-connector.ts";

const sealer = createSealer(TEST_PEPPER, SEALING_PURPOSE);
let service: TestService;
let domain: TestDomain;
let vendor: OktaVendor;
let world: StillWorld;
let parts: PollParts;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
  vendor = await startOkta();
  world = createStillWorld("2026-11-15T12:00:00.000Z");
  parts = { ...world, sealer, findConnector: findPullConnector };
  await configure();
});
afterEach(() => vendor.close());

const context = () => ({ db: domain.db, clock: world.clock, actor: TEST_ACTOR });

function configure(secrets: Readonly<Record<string, string>> = { api_token: API_TOKEN }): Promise<void> {
  const settings = { org_url: vendor.address, backfill_days: "1" };
  return configureConnector(context(), TEST_PEPPER, connectorRequest("okta", settings, secrets));
}

const poll = (db: DomainHandle = domain.db) => pollConnector(parts, db, "okta");
const pollNow = (db: DomainHandle = domain.db) => pollConnector(parts, db, "okta", { outOfTurn: true });
const settingsNow = async () => {
  const settings = await findConnectorSettings(domain.db, "okta");
  if (!settings) throw new Error("there are no settings");
  return settings;
};
const dueAt = async (at: Date) =>
  (await listDueConnectors(service.database.system, [domain.domainId], at)).map(({ connectorType }) => connectorType);
const statusNow = async () => (await domain.ask("/integrations/okta")).body["status"];

const storedIds = async (): Promise<readonly string[]> =>
  (await storedRows(domain.db)).map(({ rowId }) => rowId).sort();

function givenEvents(from: number, to: number): void {
  for (let n = from; n <= to; n++) {
    vendor.events.push({
      uuid: `event-${n}`,
      published: new Date(Date.UTC(2026, 10, 15, 10, n)).toISOString(),
      eventType: n % 2 === 0 ? "user.session.start" : "user.lifecycle.create",
      actor: { id: "00u1", type: "User", alternateId: "maya.ito@northwind.example" },
      outcome: { result: "SUCCESS" },
    });
  }
}

const events = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `event-${from + index}`).sort();

/** The domain's handle, which fails before the commit of its nth transaction. */
function cutBeforeCommit(nth: number): DomainHandle {
  let count = 0;
  return {
    ...domain.db,
    transaction: <T>(work: (tx: DomainDb) => Promise<T>) =>
      domain.db.transaction(async (tx) => {
        const result = await work(tx);
        if (++count >= nth) throw new Error("the process ended");
        return result;
      }),
  };
}

describe("a poll", () => {
  test("stores each page with its cursor, and the next poll continues from there", async () => {
    givenEvents(1, 5);
    expect(await poll()).toMatchObject({ ok: true, accepted: 5, duplicates: 0, rejected: 0, problem: null });
    expect(await storedIds()).toEqual(events(1, 5));
    givenEvents(6, 7);
    expect(await poll()).toBeUndefined();
    expect(await pollNow()).toMatchObject({ ok: true, accepted: 2, duplicates: 0 });
    expect(await storedIds()).toEqual(events(1, 7));
  });

  test("stores users and applications in the directory", async () => {
    vendor.users.push({
      id: "00u1",
      status: "ACTIVE",
      lastUpdated: "2026-11-15T10:00:00.000Z",
      profile: { login: "maya.ito@northwind.example", email: "maya.ito@northwind.example", firstName: "Maya" },
    });
    vendor.apps.push({ id: "0oa1", label: "Payroll", status: "ACTIVE" });
    expect(await poll()).toMatchObject({ ok: true, accepted: 2 });
    expect((await domain.ask("/users")).text).toContain("maya.ito@northwind.example");
  });

  test("is due again after its interval, with jitter", async () => {
    await poll();
    const { nextPollAt } = await settingsNow();
    expect(nextPollAt.getTime() - world.now.getTime()).toBe(60_000);
    expect(await dueAt(world.now)).toEqual([]);
    expect(await dueAt(nextPollAt)).toEqual(["okta"]);
  });

  test("starts from the beginning when its settings name another source", async () => {
    givenEvents(1, 3);
    await poll();
    await configure({ api_token: API_TOKEN });
    expect((await settingsNow()).cursor).not.toBeNull();
    const elsewhere = { org_url: "https://other.example" };
    const request = connectorRequest("okta", elsewhere, { api_token: API_TOKEN });
    await configureConnector(context(), TEST_PEPPER, request);
    expect((await settingsNow()).cursor).toBeNull();
  });
});

describe("a crash", () => {
  test.each([1, 2, 3, 4, 5])(
    "before the commit of transaction %i loses nothing and duplicates nothing",
    async (nth) => {
      givenEvents(1, 6);
      await pollNow(cutBeforeCommit(nth)).catch(() => undefined);
      // The process died: its lease is not released and has to expire.
      world.now = new Date(world.now.getTime() + 121_000);
      expect(await pollNow()).toMatchObject({ ok: true });
      expect(await storedIds()).toEqual(events(1, 6));
    },
  );
});

describe("leases", () => {
  test("only one of many concurrent polls runs", async () => {
    givenEvents(1, 6);
    const reports = await Promise.all(Array.from({ length: 6 }, () => poll()));
    expect(reports.filter(Boolean)).toHaveLength(1);
    expect(await storedIds()).toEqual(events(1, 6));
  });

  test("a lease that is not released expires", async () => {
    const lease = { connectorType: "okta", owner: newId() };
    const until = new Date(world.now.getTime() + 120_000);
    expect(await acquireLease(domain.db, lease, { now: world.now, until, outOfTurn: false })).toBeDefined();
    expect(await poll()).toBeUndefined();
    expect(await pollNow()).toBeUndefined();
    world.now = until;
    expect(await poll()).toMatchObject({ ok: true });
  });

  test("a process that lost its lease stores nothing more and counts nothing", async () => {
    givenEvents(1, 8);
    let second: unknown;
    const list = vendor.events.slice();
    vendor.events.length = 0;
    const late: PollParts = {
      ...parts,
      sleep: async () => {
        // While the first process sleeps, its lease expires and another one polls.
        world.now = new Date(world.now.getTime() + 200_000);
        vendor.events.push(...list);
        second = await poll();
      },
    };
    vendor.disturb("/api/v1/logs", { status: 429, headers: { "retry-after": "5" } });
    expect(await pollConnector(late, domain.db, "okta")).toBeUndefined();
    expect(second).toMatchObject({ ok: true, accepted: 8 });
    expect(await storedIds()).toEqual(events(1, 8));
    expect((await settingsNow()).problem).toBeNull();
    expect(await statusNow()).toBe("active");
  });

  test("a stopped process releases its lease and counts neither success nor failure", async () => {
    givenEvents(1, 4);
    const stop = new AbortController();
    vendor.disturb("/api/v1/users", { status: 503 });
    const stopping = { ...parts, signal: stop.signal, sleep: async () => stop.abort() };
    await pollConnector(stopping, domain.db, "okta");
    expect(await statusNow()).toBe("pending");
    expect(await poll()).toMatchObject({ ok: true, accepted: 4 });
  });

  test("disabling a connector or changing its settings revokes the lease", async () => {
    const lease = { connectorType: "okta", owner: newId() };
    const when = { now: world.now, until: new Date(world.now.getTime() + 120_000), outOfTurn: false };
    await acquireLease(domain.db, lease, when);
    await configure();
    expect(await poll()).toMatchObject({ ok: true });
    await enableConnector(context(), "okta", false);
    expect(await pollNow()).toBeUndefined();
  });
});

describe("the record", () => {
  test("goes from pending to active, degraded after three failures, and back with one success", async () => {
    expect(await statusNow()).toBe("pending");
    expect(await poll()).toMatchObject({ ok: true });
    expect(await statusNow()).toBe("active");
    for (const status of ["active", "active", "degraded", "degraded"]) {
      vendor.disturb("/api/v1/users", { status: 403, body: { errorCode: "E0000006" } });
      expect(await pollNow()).toMatchObject({ ok: false });
      expect(await statusNow()).toBe(status);
    }
    expect((await settingsNow()).problem).toMatch(/^not_permitted: .*E0000006/);
    expect(await pollNow()).toMatchObject({ ok: true });
    expect(await statusNow()).toBe("active");
    expect((await settingsNow()).problem).toBeNull();
  });

  test("of one that never succeeded becomes degraded too, and enabling it again resets the failure count", async () => {
    for (let n = 0; n < 3; n++) {
      vendor.disturb("/api/v1/users", { status: 403 });
      await pollNow();
    }
    expect(await statusNow()).toBe("degraded");
    await enableConnector(context(), "okta", false);
    expect(await statusNow()).toBe("disabled");
    expect(await dueAt(new Date("2030-01-01T00:00:00Z"))).toEqual([]);
    await enableConnector(context(), "okta", true);
    expect(await statusNow()).toBe("pending");
    expect(await dueAt(world.now)).toEqual(["okta"]);
  });

  test("retries back off exponentially, or as long as the source asked", async () => {
    const pauses: number[] = [];
    for (let n = 0; n < 4; n++) {
      vendor.disturb("/api/v1/users", { status: 403 });
      await pollNow();
      pauses.push((await settingsNow()).nextPollAt.getTime() - world.now.getTime());
    }
    expect(pauses).toEqual([22_500, 45_000, 90_000, 180_000]);
    vendor.disturb("/api/v1/users", { status: 429, headers: { "retry-after": "7200" } });
    await pollNow();
    expect((await settingsNow()).nextPollAt.getTime() - world.now.getTime()).toBe(7_200_000);
  });

  test("pages stored before a failure stay, with their cursor", async () => {
    givenEvents(1, 4);
    vendor.disturb("after=2_0", { body: "not JSON" });
    expect(await pollNow()).toMatchObject({ ok: false });
    expect(await storedIds()).toEqual(events(1, 2));
    expect(await pollNow()).toMatchObject({ ok: true, accepted: 2, duplicates: 0 });
    expect(await storedIds()).toEqual(events(1, 4));
  });
});

describe("secrets", () => {
  test("are nowhere in the database in plain text, nor in the text of a failure", async () => {
    await configure({ api_token: "wrong-secret-token" });
    const report = await pollNow();
    expect(report).toMatchObject({ ok: false });
    const settings = await settingsNow();
    const answered = (await domain.ask("/integrations/okta")).text;
    expect(JSON.stringify([report, settings]) + answered).not.toContain("wrong-secret-token");
    const rows = await domain.db.query("select s::text as text from connector_settings s where domain_id = $1");
    expect(JSON.stringify(rows)).not.toContain("wrong-secret-token");
    expect(JSON.stringify(rows)).not.toContain(Buffer.from("wrong-secret-token").toString("base64url").slice(3, 15));
  });

  test("of another domain or encrypted under another server's secret cannot be decrypted", async () => {
    const other = { ...parts, sealer: createSealer(`${TEST_PEPPER}.`, SEALING_PURPOSE) };
    expect(await pollConnector(other, domain.db, "okta", { outOfTurn: true })).toMatchObject({ ok: false });
    expect((await settingsNow()).problem).toMatch(/cannot be decrypted/);
    const { sealedSecrets } = await settingsNow();
    const neighbor = await service.givenDomain();
    const stolen = { ...context(), db: neighbor.db };
    const settings = { org_url: vendor.address };
    const request = connectorRequest("okta", settings, { api_token: "x" });
    await configureConnector(stolen, TEST_PEPPER, request);
    await neighbor.db.execute("update connector_settings set sealed_secrets = $2 where domain_id = $1", [
      sealedSecrets,
    ]);
    expect(await pollConnector(parts, neighbor.db, "okta", { outOfTurn: true })).toMatchObject({ ok: false });
  });

  test("are removed from the text of an unexpected error", async () => {
    const broken = { ...findPullConnector("okta") } as NonNullable<ReturnType<PollParts["findConnector"]>>;
    const failing: PollParts = {
      ...parts,
      findConnector: () => ({
        ...broken,
        open: (settings) => {
          throw new Error(`cannot use ${settings["api_token"]}`);
        },
      }),
    };
    const report = await pollConnector(failing, domain.db, "okta", { outOfTurn: true });
    expect(report).toMatchObject({ ok: false, unexpected: "Error: cannot use ***" });
    expect(JSON.stringify([report, await settingsNow()])).not.toContain(API_TOKEN);
  });
});

test("ends a poll that takes too long, and counts it as a failure", async () => {
  vendor.disturb("/api/v1/users", { silent: true });
  const report = await pollConnector({ ...parts, hardLimitMs: 200 }, domain.db, "okta");
  expect(report).toMatchObject({ ok: false, problem: "too_slow: the poll took too long" });
  expect(await settingsNow()).toMatchObject({ leaseUntil: null });
});
