import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { configureConnector } from "../../src/actions/configure-connector.ts";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { createBacklogCount } from "../../src/pipeline/schedule/backlog-count.ts";
import { createMetrics, type Metrics } from "../../src/runtime/metrics.ts";
import { queueSubjects } from "../../src/store/cases/judge-queue.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { connectorRequest } from "../support/connector-request.ts";
import { openTestDatabase } from "../support/database.ts";
import { talk } from "../support/raw-http.ts";
import {
  composeTestService,
  startTestService,
  TEST_PEPPER,
  type TestDomain,
  type TestService,
} from "../support/service.ts";

const NDJSON = { "content-type": "application/x-ndjson" };
let service: TestService;
let domain: TestDomain;
let metrics: Metrics;
let folder: string;

beforeAll(async () => {
  metrics = createMetrics(
    "test",
    () => 0,
    () => createBacklogCount(service.database)(),
  );
  service = await startTestService({ metrics });
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  domain = await service.givenDomain();
});

/** Returns the pipeline metrics that are not 0, by name and labels. */
async function counted(): Promise<Record<string, number>> {
  const text = await metrics.text();
  expect(text).not.toContain(domain.db.domainId);
  const samples = [
    ...text.matchAll(/^parapet_((?:delivered|connector|rows|threats|batches|detector|rules)_\S+) (\S+)$/gm),
  ];
  return Object.fromEntries(samples.map(([, name = "", value]) => [name, Number(value)]).filter(([, n]) => n !== 0));
}

const until = async (isSo: (now: Record<string, number>) => boolean): Promise<void> => {
  while (!isSo(await counted())) await sleep(50);
};

const row = (n: number) => ({ TimeGenerated: "2026-11-02T09:00:00Z", UserPrincipalName: `u${n}@northwind.example` });
const clock = () => service.clock.now;

it("metrics count rows from delivery or connector to threat", async () => {
  const body = [row(1), row(2), row(2)].map((each) => JSON.stringify(each)).join("\n");
  const send = (path: string, payload: string) =>
    domain.ask(`${INGEST_BASE_PATH}/${path}`, { method: "POST", headers: NDJSON, payload });
  expect((await send("tables/SigninLogs", `${body}\nno row`)).status).toBe(200);
  const pushed = {
    'delivered_total{way="push",result="accepted"}': 2,
    'delivered_total{way="push",result="duplicate"}': 1,
    'delivered_total{way="push",result="rejected"}': 1,
  };
  expect(await counted()).toEqual({ ...pushed, rows_waiting: 2 });

  await writeFile(
    join(folder, "AuditLogs.ndjson"),
    `${JSON.stringify({ TimeGenerated: "2026-11-02T09:00:00Z", Id: "1" })}\n`,
  );
  const ctx = { db: domain.db, clock, actor: TEST_ACTOR };
  const configure = (connectorType: string, settings: Record<string, string>) =>
    configureConnector(ctx, TEST_PEPPER, connectorRequest(connectorType, settings));
  await configure("file_drop", { folder });
  await configure("okta", { org_url: "https://127.0.0.1" });
  await mkdir(join(folder, "rules"));
  await writeFile(join(folder, "rules", "any.yml"), RULE);
  await writeFile(join(folder, "rules", "broken.yml"), "title: Broken\ndetection: no");
  const working = composeTestService({
    database: service.database,
    clock,
    metrics,
    rulesFolder: join(folder, "rules"),
  });
  working.start();
  await until((now) => Object.keys(now).filter((name) => name.startsWith("connector_polls")).length === 2);
  await until((now) => now["rows_processed_total"] === 3 && now["threats_total"] !== undefined);
  await working.close();
  const pulled = {
    'connector_polls_total{connector="file_drop",result="ok"}': 1,
    'connector_polls_total{connector="okta",result="failed"}': 1,
    'delivered_total{way="pull",result="accepted"}': 1,
  };
  const worked = { rows_processed_total: 3, threats_total: expect.any(Number), rules_refused_total: 1 };
  expect(await counted()).toEqual({ ...pushed, ...pulled, ...worked });
});

it("metrics count the subjects that wait to be judged", async () => {
  const at = service.clock.now;
  const before = await createBacklogCount(service.database)();
  const queued = ["ip:203.0.113.5", "host:web-1"].map((subject) => ({ subject, firstRecordedAt: at, lastEventAt: at }));
  await domain.db.transaction((tx) => queueSubjects(tx, queued, { quietMs: 60_000, maxDelayMs: 600_000 }));
  const served = createMetrics("test", () => 0, createBacklogCount(service.database));
  expect(await served.text()).toContain(`\nparapet_subjects_waiting ${before.subjects + 2}\n`);
});

it("every error response is counted by its code, whether a route, a limit or the HTTP parser rejected the request", async () => {
  const { app } = service.service;
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const before = await countedErrors();
  const json = { "content-type": "application/json" };
  await service.ask("/users");
  await domain.ask("/users?nope=1");
  await domain.ask("/nowhere");
  await domain.ask(`/cases/${randomUUID()}/verdict`, { method: "POST", headers: json, payload: "x".repeat(70_000) });
  await talk(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(9_000)}\r\n\r\n`);
  const late = talk(port, ["GET / HTTP/1.1\r\nHost: x\r\n", () => sleep(20_000)]);
  await service.database.exclusively(async (run) => {
    await run("begin");
    await run("lock table drift in access exclusive mode");
    await domain.ask(`/drift/${randomUUID()}`);
    await run("rollback");
  });
  await late;
  const counts = Object.entries(await countedErrors()).map(([code, n]) => [code, n - (before[code] ?? 0)]);
  expect(Object.fromEntries(counts.filter(([, n]) => n !== 0))).toEqual({
    missing_api_key: 1,
    unknown_parameter: 1,
    route_not_found: 1,
    payload_too_large: 1,
    headers_too_large: 1,
    request_timeout: 1,
    unavailable: 1,
  });
});

async function countedErrors(): Promise<Record<string, number>> {
  const samples = [...(await metrics.text()).matchAll(/^parapet_refused_total\{error="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(samples.map(([, code = "", count]) => [code, Number(count)]));
}

const RULE = `
title: Any sign-in
logsource:
  product: azure
  service: signinlogs
detection:
  selection:
    UserPrincipalName|endswith: northwind.example
  condition: selection
level: high
tags: [attack.initial-access]
parapet:
  threat_type: account_compromise
`;

it("while the database does not respond, the waiting rows metric is omitted and the others are served", async () => {
  const gone = await openTestDatabase();
  await gone.close();
  const served = createMetrics("test", () => 0, createBacklogCount(gone.database));
  const text = await served.text();
  expect(text).toMatch(/^parapet_rows_waiting nan$/im);
  expect(text).toMatch(/^parapet_subjects_waiting nan$/im);
});
