import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { RATE_LIMITS } from "../../src/contract/rate-limits.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { eventually } from "../support/eventually.ts";
import { givenCase, givenUser } from "../support/given.ts";
import { databaseName, expectUnavailable } from "../support/outage.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import { startServerProgram } from "../support/server-program.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { runOnServer } from "../support/template.ts";

/** The server's own limit; a wait for a statement may take at most 1 s longer. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** A read begins with a check, which detects an unresponsive connection after 2 s; the rest is for a new connection. */
const READS_RECOVER_MS = 4_000;
/** The sum of the limits for a place in the queue, a connection and a statement. */
const ANSWERED_MS = 14_000;
const limits = { ...RATE_LIMITS, read: 100_000 };

let service: TestService;
let domain: TestDomain;
let proxy: TcpProxy;
let database: Database;
let behind: SecondService;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  await givenUser(domain.db);
});
afterAll(() => service.stop());
beforeEach(async () => {
  proxy = await startTcpProxy(service.databaseUrl ?? "");
  const options = { dataDir: "unused", statementTimeoutMs: STATEMENT_TIMEOUT_MS, shared: false };
  database = await openDatabase({ ...options, databaseUrl: proxy.url });
  behind = await startSecondService(service, { database, limits, server: { handlerTimeoutMs: 5_000 } });
});
afterEach(async () => {
  await behind.stop();
  await database.close();
  await proxy.close();
});

const read = (path = `/users?search=x${Math.random()}`) => behind.ask(path, { key: domain.key });
const deliver = () =>
  behind.service.app.inject({
    method: "POST",
    url: `${INGEST_BASE_PATH}/tables/Syslog`,
    headers: { "x-api-key": domain.key, "content-type": "application/x-ndjson" },
    payload: JSON.stringify({ TimeGenerated: new Date().toISOString(), SyslogMessage: "hello" }),
  });

/** Sends requests concurrently, so that several connections are open. */
async function openConnections(): Promise<void> {
  await eventually(async () => {
    await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(proxy.live()).toBeGreaterThanOrEqual(3);
  });
}

it("reads succeed again soon after connections became unresponsive, and each one gets a response", async () => {
  await openConnections();
  const silentAt = Date.now();
  proxy.silence();
  const failedAt: number[] = [];
  const readOn = async () => {
    while (Date.now() - silentAt < READS_RECOVER_MS + 3_000) {
      const reply = await read();
      if (reply.status !== 200) {
        expectUnavailable(reply);
        failedAt.push(Date.now() - silentAt);
      }
      await sleep(20);
    }
  };
  await Promise.all([readOn(), readOn(), readOn(), readOn()]);
  expect(failedAt.filter((at) => at > READS_RECOVER_MS)).toEqual([]);
});

it("a ping of the database detects unresponsive connections", async () => {
  await openConnections();
  proxy.silence();
  await expect(database.ping()).rejects.toMatchObject({ code: "unavailable" });
  await database.ping();
});

it("a frozen database is 503 with Retry-After for deliveries and reads within a time limit, until it is back", async () => {
  await openConnections();
  expect((await deliver()).statusCode).toBe(200);
  proxy.freeze();
  const startedAt = Date.now();
  const [delivered, reply] = await Promise.all([deliver(), read()]);
  expect(Date.now() - startedAt).toBeLessThan(ANSWERED_MS);
  expect([delivered.statusCode, delivered.headers["retry-after"]]).toEqual([503, "1"]);
  expectUnavailable(reply);
  proxy.thaw();
  await eventually(async () => expect((await deliver()).statusCode).toBe(200));
});

it("a delivery whose transaction loses its connection is 503 with Retry-After", async () => {
  const moments: (() => void)[] = [];
  const held = database.forDomain(domain.domainId).transaction(async (tx) => {
    await tx.query("select $1::uuid");
    await new Promise<void>((resolve) => moments.push(resolve));
    return tx.query("select $1::uuid");
  });
  await eventually(() => expect(moments).toHaveLength(1));
  proxy.silence();
  const startedAt = Date.now();
  moments[0]?.();
  await expect(held).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "1" } });
  expect(Date.now() - startedAt).toBeLessThan(STATEMENT_TIMEOUT_MS + 3_000);
});

it("with a read-only database reads succeed, and writes are 503 with Retry-After", async () => {
  const { caseId } = await givenCase(domain.db);
  const name = databaseName(service);
  const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  const judge = () =>
    behind.ask(`/cases/${caseId}/verdict`, { method: "POST", key: domain.key, payload: { outcome: "SAFE" } });
  await runOnServer(`alter database ${name} set default_transaction_read_only = on`);
  try {
    await runOnServer(disconnect);
    await eventually(async () => expect((await read()).status).toBe(200));
    expectUnavailable(await judge());
    const delivered = await deliver();
    expect([delivered.statusCode, delivered.headers["retry-after"]]).toEqual([503, "1"]);
  } finally {
    await runOnServer(`alter database ${name} set default_transaction_read_only = off`);
  }
  // Without a restart: a connection that was found to be read-only is not used again.
  await eventually(async () => expect((await judge()).status).toBe(200));
});

it("close resolves within a time limit while connections, in use or idle, are unresponsive", async () => {
  await openConnections();
  const other = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: "unused",
    statementTimeoutMs: 600_000,
    shared: false,
  });
  await Promise.all(Array.from({ length: 6 }, () => other.ping()));
  proxy.silence();
  const asked = other.forDomain(domain.domainId).query("select $1::uuid");
  const failed = expect(asked).rejects.toMatchObject({ code: "unavailable" });
  await sleep(50);
  const startedAt = Date.now();
  await other.close();
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  await failed;
});

it("a server whose database connections are unresponsive stops on SIGTERM", async () => {
  const program = await startServerProgram({
    PARAPET_DATABASE_URL: proxy.url,
    PARAPET_SECRET: TEST_PEPPER,
    PARAPET_DRAIN_MS: "100",
  });
  const url = `${program.address}/api/v1/external/users`;
  const ask = () => fetch(url, { headers: { "x-api-key": domain.key } }).then(({ status }) => status);
  try {
    await Promise.all(Array.from({ length: 20 }, ask));
    proxy.silence();
    ask().catch(() => undefined);
    await sleep(50);
    const startedAt = Date.now();
    await program.stop();
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  } finally {
    await program.kill();
  }
});
