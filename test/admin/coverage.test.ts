import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOG_TABLES } from "../../src/model/rows/log-row.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-02T10:20:00.000Z");

let service: TestService;
let domain: TestDomain;
let viewer: Browser;
beforeAll(async () => {
  service = await startTestService();
  service.service.start();
  // Compiling the shipped rules for the first time takes seconds, which belong to no test.
  const domain = await service.givenDomain();
  const viewer = await givenMember(service, domain, "viewer");
  while ((await viewer.ask(`/domains/${domain.domainId}/coverage`)).status !== 200) await sleep(100);
});
beforeEach(async () => {
  service.clock.now = new Date(START);
  domain = await service.givenDomain();
  viewer = await givenMember(service, domain, "viewer");
});
afterAll(() => service.stop());

interface Item {
  readonly table: string;
  readonly received_at: string | null;
  readonly rows_last_day: number;
  readonly days_with_rows: readonly string[];
  readonly missing_days: number;
  readonly detections: readonly { readonly name: string; readonly kind: string; readonly is_blind: boolean }[];
}

async function coverage() {
  const reply = await viewer.ask(`/domains/${domain.domainId}/coverage`);
  expect(reply.status).toBe(200);
  const { days, items } = reply.body as unknown as { days: readonly string[]; items: readonly Item[] };
  return { days, of: (table: string) => items.find((item) => item.table === table) as Item, items };
}

async function push(table: string, daysAgo: readonly number[]): Promise<void> {
  const payload = daysAgo.map((days) => ({
    TimeGenerated: new Date(START - days * DAY_MS).toISOString(),
    UserPrincipalName: "maya@northwind.example",
    SyslogMessage: `${days}`,
  }));
  const reply = await domain.ask(`/api/v1/ingest/tables/${table}`, { method: "POST", payload });
  expect(reply.body).toMatchObject({ accepted: daysAgo.length });
  while ((await countPending(domain.db, 1)) > 0) await sleep(20);
}

describe("the data coverage", () => {
  it("of an empty domain lists every log table with the detections that cannot work", async () => {
    const { days, items, of } = await coverage();
    expect(items.map(({ table }) => table)).toEqual([...LOG_TABLES]);
    expect([days.length, days.at(-1)]).toEqual([30, "2026-11-02"]);
    expect(of("SigninLogs")).toMatchObject({ received_at: null, days_with_rows: [], missing_days: 0 });
    const detections = items.flatMap((item) => item.detections);
    expect(new Set(detections.map(({ kind }) => kind))).toEqual(new Set(["rule", "correlation", "behavior"]));
    expect(detections.every(({ is_blind }) => is_blind)).toBe(true);
  });

  it("has the days with rows and counts the missing ones between the first row and yesterday", async () => {
    await push("SigninLogs", [0, 2, 5]);
    const { of } = await coverage();
    expect(of("SigninLogs")).toMatchObject({
      received_at: new Date(START).toISOString(),
      rows_last_day: 3,
      days_with_rows: ["2026-10-28", "2026-10-31", "2026-11-02"],
      missing_days: 3,
    });
    expect(of("Syslog")).toMatchObject({ received_at: null, missing_days: 0, days_with_rows: [] });
  });

  it("shows a detection as working once rows of one of its tables were received", async () => {
    await push("SigninLogs", [0]);
    const { of } = await coverage();
    const travel = of("SigninLogs").detections.find(({ name }) => name === "impossible_travel");
    expect(travel).toMatchObject({ kind: "behavior", is_blind: false });
    expect(of("SigninLogs").detections.every(({ is_blind }) => !is_blind)).toBe(true);
    expect(of("Syslog").detections.some(({ is_blind }) => is_blind)).toBe(true);
  });
});
