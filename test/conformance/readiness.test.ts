import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { publicEndpoints } from "../../src/contract/endpoints.ts";
import type { ReadinessResource } from "../../src/model/vocabulary.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { givenCase, givenConnector, givenNhi, givenNhiDetail, givenUser } from "../support/given.ts";
import { nhiDetailRecord } from "../support/records.ts";
import {
  type AskOptions,
  startTestService,
  type TestDomain,
  type TestReply,
  type TestService,
} from "../support/service.ts";

const DAY_MS = 86_400_000;
const SOME_ID = "11111111-1111-4111-8111-111111111111";
const VERDICT: AskOptions = { method: "POST", payload: { outcome: "SAFE" } };

interface Operation {
  readonly name: string;
  readonly path: string;
  readonly options: AskOptions;
  readonly resource: ReadinessResource | null;
}

/** A valid request to every operation of the contract, with an id that does not exist. */
const OPERATIONS: readonly Operation[] = Object.values<Endpoint>(publicEndpoints).map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  path: endpoint.path.replaceAll(":connector_type", "okta").replaceAll(/:\w+/g, SOME_ID),
  options: endpoint.method === "POST" ? { method: "POST", payload: endpoint.bodyExample as object } : {},
  resource: endpoint.readiness,
}));
const LOCKED = OPERATIONS.filter(
  (operation): operation is Operation & { resource: ReadinessResource } => operation.resource !== null,
);
const NEVER_LOCKED = OPERATIONS.filter(({ resource }) => resource === null);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Changes the readiness record of a resource by SQL; fields that are not given stay unchanged. */
async function setReadiness(
  { db }: TestDomain,
  resource: ReadinessResource,
  facts: Readonly<Record<string, Date | number | null>>,
): Promise<void> {
  const columns = Object.keys(facts).map((column, index) => `${column} = $${index + 3}`);
  await db.transaction(async (tx) => {
    await tx.execute(`update readiness set ${columns.join(", ")} where domain_id = $1 and resource = $2`, [
      resource,
      ...Object.values(facts),
    ]);
    tx.markChanged("readiness");
  });
}

/** Readiness facts of a source that has delivered this many days of history. */
function observed(days: number): { delivered_at: Date; first_event_at: Date; newest_event_at: Date } {
  const newest = new Date("2026-11-01T00:00:00.000Z");
  return { delivered_at: newest, first_event_at: new Date(newest.getTime() - days * DAY_MS), newest_event_at: newest };
}

const BUILT = { built_at: new Date("2026-11-01T01:00:00.000Z") };
const notReady = () => service.givenDomain({ ready: false });
const daysUntilReady = (reply: TestReply) => reply.body["days_until_ready"] as unknown;
const readinessIn = async (domain: TestDomain, resource: ReadinessResource) =>
  ((await domain.ask("/whoami")).body["readiness"] as unknown as Record<string, unknown>)[resource];

describe("operations and their resources", () => {
  it("the contract declares the specified resource of every operation", () => {
    const declared = OPERATIONS.map(({ name, resource }) => `${name}: ${resource}`);
    expect(declared).toEqual(
      expect.arrayContaining([
        "GET /cases: cases",
        "POST /cases/:case_id/verdict: cases",
        "GET /threats: threats",
        "GET /users: null",
        "GET /personas/:tuid: personas",
        "GET /personas/:tuid/detail: personas",
        "GET /nhi/personas: nhi",
        "GET /nhi/personas/:nuid/detail: nhi",
        "GET /integrations/:connector_type: null",
        "GET /drift/:drift_id: null",
      ]),
    );
  });

  it.each(LOCKED)("$name is 423 with exactly the specified body for $resource", async (operation) => {
    const domain = await notReady();
    const reply = await domain.ask(operation.path, operation.options);
    expect(reply.status).toBe(423);
    expect(Object.keys(reply.body)).toEqual([
      "error",
      "resource",
      "message",
      "details",
      "days_until_ready",
      "external_api_enabled_at_utc",
      "now_utc",
    ]);
    expect(reply.body).toMatchObject({ error: "resource_not_ready", resource: operation.resource });
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  it.each(LOCKED)("$name depends on no resource other than $resource", async ({ path, options, resource }) => {
    const domain = await notReady();
    await setReadiness(domain, resource, { ready_at: service.clock.now });
    expect((await domain.ask(path, options)).status).not.toBe(423);
  });

  it.each(NEVER_LOCKED)("$name is never 423", async ({ path, options }) => {
    const domain = await notReady();
    expect([200, 404]).toContain((await domain.ask(path, options)).status);
  });

  it("the 423 has the time the external API was enabled and the current time", async () => {
    const domain = await notReady();
    const enabledAt = service.clock.now;
    service.clock.now = new Date(enabledAt.getTime() + 90 * 60_000);
    const later = await domain.anotherKey();
    const reply = await domain.ask("/cases", { key: later });
    expect(reply.body).toMatchObject({
      external_api_enabled_at_utc: enabledAt.toISOString(),
      now_utc: service.clock.now.toISOString(),
    });
  });
});

describe("requirements", () => {
  const DEFAULTS: readonly (readonly [ReadinessResource, number, string])[] = [
    ["threats", 0, "threats"],
    ["cases", 0, "cases"],
    ["personas", 7, "personas"],
    ["nhi", 7, "NHIs"],
    ["nhi-clusters", 14, "NHI clusters"],
  ];

  it.each(DEFAULTS)(
    "%s requires %d days by default, and all of them are missing without a source",
    async (resource, days, noun) => {
      const domain = await notReady();
      expect(await readinessIn(domain, resource)).toEqual({
        ready: false,
        days_until_ready: days,
        details: `no source that feeds ${noun} has delivered data yet`,
      });
    },
  );

  it("without a source days_until_ready equals the requirement and details shows what is missing", async () => {
    const reply = await (await notReady()).ask("/nhi/personas");
    expect(daysUntilReady(reply)).toBe(7);
    expect(reply.body["details"]).toContain("no source that feeds NHIs has delivered");
  });

  it("with too little history days_until_ready is required minus observed days", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ...observed(2.5), ...BUILT });
    const reply = await domain.ask("/nhi/personas");
    expect([reply.status, daysUntilReady(reply)]).toEqual([423, 4.5]);
    expect(reply.body["details"]).toBe("NHIs need 7 days of history; the domain has 2.5");
  });

  it("a single event time is 0 days of history", async () => {
    const domain = await notReady();
    await setReadiness(domain, "personas", { ...observed(0), ...BUILT });
    expect(daysUntilReady(await domain.ask(`/personas/${SOME_ID}`))).toBe(7);
  });

  it("days_until_ready is never negative, and never more than the requirement", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", observed(400));
    expect(daysUntilReady(await domain.ask("/nhi/personas"))).toBe(0);
    await setReadiness(domain, "nhi", observed(-3));
    expect(daysUntilReady(await domain.ask("/nhi/personas"))).toBe(7);
  });

  it("enough history without the first build is not ready, and details shows why", async () => {
    const domain = await notReady();
    await setReadiness(domain, "cases", observed(0));
    const reply = await domain.ask("/cases");
    expect([reply.status, daysUntilReady(reply)]).toEqual([423, 0]);
    expect(reply.body["details"]).toBe("the first build of cases has not finished yet");
  });

  it("details of a resource without identities names the missing directory and does not promise a build", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", observed(7));
    await setReadiness(domain, "personas", observed(7));
    const reply = await domain.ask("/nhi/personas");
    expect([reply.status, daysUntilReady(reply)]).toEqual([423, 0]);
    expect(reply.body["details"]).toBe(
      "NHIs are built for the service-principals of a directory, which no source has delivered yet",
    );
    expect(await readinessIn(domain, "personas")).toMatchObject({
      details: "personas are built for the users of a directory, which no source has delivered yet",
    });
    await givenNhi(domain.db, { hasPersona: false });
    await givenUser(domain.db);
    for (const [resource, noun] of [
      ["nhi", "NHIs"],
      ["personas", "personas"],
    ] as const) {
      const details = `the first build of ${noun} has not finished yet`;
      expect(await readinessIn(domain, resource)).toMatchObject({ ready: false, details });
    }
  });

  it("details of a resource that is ready is a sentence", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi-clusters", { ready_at: service.clock.now });
    expect(await readinessIn(domain, "nhi-clusters")).toMatchObject({ details: "NHI clusters are ready" });
  });

  it("a build without delivered data is not ready", async () => {
    const domain = await notReady();
    await setReadiness(domain, "cases", BUILT);
    expect((await domain.ask("/cases")).status).toBe(423);
  });

  it("a source, exactly the required history and the first build make a resource ready", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ...observed(7), ...BUILT });
    expect((await domain.ask("/nhi/personas")).text).toBe('{"next_cursor":null,"items":[]}');
  });

  it("cases and threats need no history, only a source and the first build", async () => {
    const domain = await notReady();
    for (const resource of ["cases", "threats"] as const) {
      await setReadiness(domain, resource, { delivered_at: service.clock.now, ...BUILT });
      expect((await domain.ask(`/${resource}`)).status).toBe(200);
    }
  });

  it("the required days are configurable per domain", async () => {
    const [domain, other] = [await notReady(), await notReady()];
    for (const each of [domain, other]) await setReadiness(each, "nhi", { ...observed(1), ...BUILT });
    await setReadiness(domain, "nhi", { required_days: 1.5 });
    expect(daysUntilReady(await domain.ask("/nhi/personas"))).toBe(0.5);
    expect(daysUntilReady(await other.ask("/nhi/personas"))).toBe(6);
    await setReadiness(domain, "nhi", { required_days: 1 });
    expect((await domain.ask("/nhi/personas")).status).toBe(200);
    expect((await other.ask("/nhi/personas")).status).toBe(423);
  });
});

describe("becoming and staying ready", () => {
  it("an administrator can force a resource ready", async () => {
    const domain = await notReady();
    await domain.db.transaction((tx) => markReady(tx, ["personas"], service.clock.now));
    const user = await givenUser(domain.db);
    expect((await domain.ask(`/personas/${user.tuid}`)).status).toBe(200);
    expect((await domain.ask("/nhi/personas")).status).toBe(423);
  });

  it("a ready resource stays ready, whatever is required or delivered later", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ...observed(7), ...BUILT, ready_at: service.clock.now });
    await setReadiness(domain, "nhi", { required_days: 90 });
    expect((await domain.ask("/nhi/personas")).status).toBe(200);
    await setReadiness(domain, "nhi", { delivered_at: null, first_event_at: null, built_at: null });
    expect((await domain.ask("/nhi/personas")).status).toBe(200);
  });

  it("forcing a ready resource does not change the time it became ready", async () => {
    const domain = await service.givenDomain();
    const readyAt = () => domain.db.query<{ ready_at: Date }>("select ready_at from readiness where domain_id = $1");
    const before = await readyAt();
    await markReady(domain.db, ["cases", "nhi"], new Date("2027-01-01T00:00:00Z"));
    expect(await readyAt()).toEqual(before);
  });

  it("a failing connector shows in /integrations, not as 423", async () => {
    const domain = await service.givenDomain();
    await givenConnector(domain.db, { consecutiveFailures: 50, lastSuccessAt: null });
    expect((await domain.ask("/integrations/okta")).body).toMatchObject({ status: "degraded" });
    for (const path of ["/cases", "/threats", "/nhi/personas"]) expect((await domain.ask(path)).status).toBe(200);
  });

  it("ready and empty is 200 with an empty list", async () => {
    const domain = await service.givenDomain();
    expect((await domain.ask("/cases")).text).toBe('{"next_cursor":null,"items":[]}');
    expect((await domain.ask("/threats")).text).toBe('{"next_cursor":null,"data":[]}');
    expect((await domain.ask("/users")).text).toBe('{"next_cursor":null,"items":[]}');
    expect((await domain.ask("/nhi/personas")).text).toBe('{"next_cursor":null,"items":[]}');
  });

  it("a response cached for a ready domain is not returned to another domain", async () => {
    const [ready, waiting] = [await service.givenDomain(), await notReady()];
    expect((await ready.ask("/cases")).status).toBe(200);
    expect((await waiting.ask("/cases")).status).toBe(423);
  });
});

describe("Retry-After", () => {
  const retryAfter = async (domain: TestDomain) => (await domain.ask("/nhi/personas")).headers["retry-after"];

  it("423 has a Retry-After of at most 86400 however many days remain", async () => {
    const domain = await notReady();
    expect(await retryAfter(domain)).toBe("86400");
    await setReadiness(domain, "nhi", { required_days: 36_500 });
    expect(await retryAfter(domain)).toBe("86400");
  });

  it("less than a day is given in whole seconds, and at least 60", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", observed(6.5));
    expect(await retryAfter(domain)).toBe("43200");
    await setReadiness(domain, "nhi", observed(7));
    expect(await retryAfter(domain)).toMatch(/^[1-9][0-9]*$/);
  });
});

describe("nhi-clusters", () => {
  const cluster = { cluster_id: "c1", name: "Exports", tier: "standard", archetype: null, rank: { of: 12 } };

  async function analyzed(domain: TestDomain, coverage: object | null): Promise<{ path: string; detail: object }> {
    const { nuid } = await givenNhi(domain.db, { hasPersona: true });
    const detail = nhiDetailRecord(1, { nuid, cluster, coverage });
    await givenNhiDetail(domain.db, nuid, detail);
    return { path: `/nhi/personas/${nuid}/detail`, detail };
  }

  it("while clusters are not ready an identity has cluster null and coverage.cluster insufficient", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ready_at: service.clock.now });
    const { path, detail } = await analyzed(domain, { role: "sufficient", cluster: "sufficient" });
    const reply = await domain.ask(path);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      ...detail,
      cluster: null,
      coverage: { role: "sufficient", cluster: "insufficient" },
    });
    expect(Object.keys(reply.body)).toEqual(Object.keys(detail));
  });

  it("coverage.cluster is insufficient even if the identity has no other coverage", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ready_at: service.clock.now });
    const { path } = await analyzed(domain, null);
    expect((await domain.ask(path)).body).toMatchObject({ cluster: null, coverage: { cluster: "insufficient" } });
  });

  it("once clusters are ready an identity has its cluster", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi", { ready_at: service.clock.now });
    const { path, detail } = await analyzed(domain, { cluster: "sufficient" });
    expect((await domain.ask(path)).body["cluster"]).toBeNull();
    await setReadiness(domain, "nhi-clusters", { ready_at: service.clock.now });
    expect((await domain.ask(path)).body).toEqual(detail);
  });

  it("clusters need 14 days and at least 5 NHI personas", async () => {
    const domain = await notReady();
    await setReadiness(domain, "nhi-clusters", { ...observed(14), ...BUILT });
    await givenNhi(domain.db, { hasPersona: false });
    for (let personas = 0; personas < 5; personas++) {
      expect(await readinessIn(domain, "nhi-clusters")).toEqual({
        ready: false,
        days_until_ready: 0,
        details: `NHI clusters need 5 NHI personas; the domain has ${personas}`,
      });
      await givenNhi(domain.db, { hasPersona: true });
    }
    expect(await readinessIn(domain, "nhi-clusters")).toMatchObject({ ready: true });
    await setReadiness(domain, "nhi-clusters", observed(13));
    expect(await readinessIn(domain, "nhi-clusters")).toMatchObject({ ready: false, days_until_ready: 1 });
  });
});

describe("readiness in the order of checks", () => {
  it("an unknown id is 423 while its resource is not ready, and 404 afterwards", async () => {
    const domain = await notReady();
    const byId = LOCKED.filter(({ path }) => path.includes(SOME_ID));
    for (const { path, options } of byId) expect([path, (await domain.ask(path, options)).status]).toEqual([path, 423]);
    for (const { resource } of byId) await setReadiness(domain, resource, { ready_at: service.clock.now });
    for (const { path, options } of byId) expect([path, (await domain.ask(path, options)).status]).toEqual([path, 404]);
  });

  it("a verdict on an existing case is 423 while cases are not ready, and is not applied", async () => {
    const domain = await notReady();
    const found = await givenCase(domain.db);
    expect((await domain.ask(`/cases/${found.caseId}/verdict`, VERDICT)).status).toBe(423);
    await setReadiness(domain, "cases", { ready_at: service.clock.now });
    expect((await domain.ask(`/cases/${found.caseId}?include=state`)).body).toMatchObject({ state: "discover" });
  });

  it("a request that does not match the schema is 400, not 423", async () => {
    const domain = await notReady();
    const malformed: readonly (readonly [string, AskOptions?])[] = [
      ["/cases?page_size=0"],
      ["/cases?next_cursor=x"],
      ["/cases?created_after=2026-01-02T00:00:00Z&created_before=2026-01-01T00:00:00Z"],
      ["/threats?nope=1"],
      ["/nhi/personas?provider=nope"],
      ["/personas/not-a-uuid"],
      ["/nhi/personas/not-a-uuid/detail"],
      [`/cases/${SOME_ID}/verdict`, { method: "POST", payload: { outcome: "MAYBE" } }],
    ];
    for (const [path, options] of malformed)
      expect([path, (await domain.ask(path, options)).status]).toEqual([path, 400]);
  });

  it("credentials and scope are checked before readiness", async () => {
    const domain = await notReady();
    expect((await service.ask("/cases")).status).toBe(401);
    const usersOnly = await domain.anotherKey({ scopes: ["users:read"] });
    expect((await domain.ask("/cases", { key: usersOnly })).status).toBe(403);
  });
});
