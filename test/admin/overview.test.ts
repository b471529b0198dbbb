import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveCases } from "../../src/store/cases/cases.ts";
import { saveConnectors } from "../../src/store/connectors/connectors.ts";
import { saveDrift } from "../../src/store/people/drift.ts";
import { aCase, aDrift } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-11-02T10:20:00.000Z");

let service: TestService;
let domain: TestDomain;
let viewer: Browser;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.now = new Date(START);
  domain = await service.givenDomain();
  viewer = await givenMember(service, domain, "viewer");
});
afterAll(() => service.stop());

interface Overview {
  readonly cases: {
    readonly by_state: readonly { readonly state: string; readonly count: number }[];
    readonly waiting: Readonly<Record<string, unknown>>;
    readonly by_day: readonly { readonly day: string; readonly counts: readonly object[] }[];
  };
  readonly ingest: readonly Readonly<Record<string, unknown>>[];
  readonly integrations: readonly object[];
  readonly readiness: readonly { readonly resource: string; readonly ready: boolean }[];
  readonly drift_last_week: number;
}

async function overview(of = domain, browser = viewer): Promise<Overview> {
  const reply = await browser.ask(`/domains/${of.domainId}/overview`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as Overview;
}

const ago = (ms: number): Date => new Date(START - ms);

function givenCases(...cases: readonly Partial<ReturnType<typeof aCase>>[]): Promise<number> {
  const items = cases.map((change) => ({ item: aCase(change), verdict: null, events: [] }));
  return domain.db.transaction((tx) => saveCases(tx, items, new Date(START)));
}

const CONNECTOR = {
  enabled: true,
  createdAt: new Date(START),
  updatedAt: new Date(START),
  lastSuccessAt: null,
  consecutiveFailures: 0,
};

const push = (table: string, rows: readonly object[]) =>
  domain.ask(`/api/v1/ingest/tables/${table}`, { method: "POST", payload: [...rows] });

describe("the overview", () => {
  it("of an empty domain has zeros, no log table and 30 days", async () => {
    const { cases, ingest, integrations, drift_last_week } = await overview();
    expect(cases.by_state.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0]);
    expect(cases.waiting).toEqual({ oldest_at: null, last_day: 0, last_week: 0, older: 0, by_threat_type: [] });
    expect(cases.by_day).toHaveLength(30);
    expect([cases.by_day[0]?.day, cases.by_day[29]?.day]).toEqual(["2026-10-04", "2026-11-02"]);
    expect([ingest, integrations, drift_last_week]).toEqual([[], [], 0]);
  });

  it("counts cases by state, by the day they were created, and those that wait by type and age", async () => {
    await givenCases(
      { state: "discover", threatType: "sabotage", createdAt: ago(2 * HOUR_MS) },
      { state: "discover", threatType: "sabotage", createdAt: ago(3 * DAY_MS) },
      { state: "discover", threatType: "account_compromise", createdAt: ago(40 * DAY_MS) },
      { state: "closed", createdAt: ago(HOUR_MS), closedAt: ago(HOUR_MS) },
    );
    const { cases } = await overview();
    expect(cases.by_state.filter(({ count }) => count > 0)).toEqual([
      { state: "discover", count: 3 },
      { state: "closed", count: 1 },
    ]);
    expect(cases.waiting).toEqual({
      oldest_at: ago(40 * DAY_MS).toISOString(),
      last_day: 1,
      last_week: 1,
      older: 1,
      by_threat_type: [
        { threat_type: "sabotage", count: 2 },
        { threat_type: "account_compromise", count: 1 },
      ],
    });
    const days = cases.by_day.filter(({ counts }) => counts.length > 0);
    expect(days.map(({ day }) => day)).toEqual(["2026-10-30", "2026-11-02"]);
    expect(days[1]?.counts).toHaveLength(2);
    expect(days[1]?.counts).toEqual(
      expect.arrayContaining([
        { state: "discover", count: 1 },
        { state: "closed", count: 1 },
      ]),
    );
  });

  it("counts the new rows of each log table in the last 24 hours and has the time of the last one", async () => {
    const first = { TimeGenerated: ago(HOUR_MS).toISOString(), Computer: "a", SyslogMessage: "one" };
    const second = { TimeGenerated: ago(2 * HOUR_MS).toISOString(), Computer: "a", SyslogMessage: "two" };
    expect((await push("Syslog", [first, second])).status).toBe(200);
    expect((await push("Syslog", [first])).status).toBe(200);
    expect((await overview()).ingest).toEqual([
      {
        table: "Syslog",
        received_at: new Date(START).toISOString(),
        first_row_at: second.TimeGenerated,
        last_row_at: first.TimeGenerated,
        rows_last_day: 2,
      },
    ]);
    service.clock.now = new Date(START + DAY_MS + HOUR_MS);
    viewer = await givenMember(service, domain, "viewer");
    expect((await overview()).ingest).toMatchObject([{ table: "Syslog", rows_last_day: 0 }]);
    service.clock.now = new Date(START + 4 * DAY_MS);
    expect((await push("Syslog", [{ ...first, SyslogMessage: "three" }])).status).toBe(200);
    const hours = await domain.db.query("select hour from received_hours where domain_id = $1");
    expect(hours).toEqual([{ hour: new Date("2026-11-06T10:00:00.000Z") }]);
  });

  it("has the states of integrations and resources and the drift of the last 7 days", async () => {
    await domain.db.transaction(async (tx) => {
      await saveConnectors(tx, [
        { ...CONNECTOR, connectorType: "okta", consecutiveFailures: 5 },
        { ...CONNECTOR, connectorType: "duo", enabled: false },
      ]);
      await saveDrift(tx, [aDrift({ detectedAt: ago(DAY_MS) }), aDrift({ detectedAt: ago(9 * DAY_MS) })]);
    });
    const { integrations, readiness, drift_last_week } = await overview();
    expect(integrations).toEqual([
      { status: "degraded", count: 1 },
      { status: "disabled", count: 1 },
    ]);
    expect(readiness.map(({ ready }) => ready)).toEqual([true, true, true, true, true]);
    expect(drift_last_week).toBe(1);
  });

  it("has nothing of another domain", async () => {
    await givenCases({ state: "discover", createdAt: ago(HOUR_MS) });
    await push("Syslog", [{ TimeGenerated: ago(HOUR_MS).toISOString(), SyslogMessage: "one" }]);
    const other = await service.givenDomain();
    const { cases, ingest } = await overview(other, await givenMember(service, other, "viewer"));
    expect(cases.by_state.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0]);
    expect(cases.by_day.flatMap(({ counts }) => counts)).toEqual([]);
    expect(ingest).toEqual([]);
  });
});
