import { EventEmitter, once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { errorOf } from "../support/error-of.ts";
import { eventually } from "../support/eventually.ts";
import { givenCase, givenUser } from "../support/given.ts";
import { databaseName, expectUnavailable } from "../support/outage.ts";
import { talk } from "../support/raw-http.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { runOnServer } from "../support/template.ts";

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    server: { logger: { level: "info", stream: { write: (line) => lines.push(line) } } },
  });
});
afterAll(() => service.stop());

/** Locks a case, as a long transaction would, and returns a function that releases it. */
async function holdCase({ db }: TestDomain, caseId: string): Promise<() => Promise<void>> {
  const moments = new EventEmitter();
  const released = once(moments, "release");
  const held = once(moments, "hold");
  const done = db.transaction(async (tx) => {
    await tx.query("select from cases where domain_id = $1 and case_id = $2 for update", [caseId]);
    moments.emit("hold");
    await released;
  });
  await Promise.race([held, done]);
  return () => {
    moments.emit("release");
    return done;
  };
}

describe("internal errors", () => {
  it("500 internal_error reveals no details, and the log has them under the request id", async () => {
    const domain = await service.givenDomain();
    const { key } = domain;
    await givenUser(domain.db);
    expect((await domain.ask("/users")).status).toBe(200);
    await service.database.exclusively((run) => run("alter table users rename to gone"));
    try {
      const reply = await service.ask("/users?search=maya", { key });
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual({
        error: "internal_error",
        message: "An internal error occurred; the server's log has it under this request id.",
        request_id: reply.headers["x-request-id"],
      });
      const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const found = logged.filter((line) => line["reqId"] === reply.body["request_id"] && Number(line["level"]) >= 50);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ err: { code: "42P01", message: expect.stringContaining("users") } });
    } finally {
      await service.database.exclusively((run) => run("alter table gone rename to users"));
    }
    expect((await domain.ask("/users?search=maya")).status).toBe(200);
  });

  it("an error is not cached: the same request succeeds once the cause is gone", async () => {
    const domain = await service.givenDomain();
    await service.database.exclusively((run) => run("alter table drift rename to gone"));
    const path = "/drift/11111111-1111-4111-8111-111111111111";
    const during = await domain.ask(path);
    await service.database.exclusively((run) => run("alter table gone rename to drift"));
    expect([during.status, (await domain.ask(path)).status]).toEqual([500, 404]);
  });
});

describe("overload", () => {
  it("more concurrent requests than allowed are 503 with Retry-After, only while the overload lasts", async () => {
    const { key } = await service.givenDomain();
    const small = await startSecondService(service, { server: { maxInFlight: 2 } });
    try {
      const replies = await Promise.all(Array.from({ length: 6 }, () => small.ask("/whoami", { key })));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 503, 503, 503, 503]);
      for (const reply of replies.filter(({ status }) => status === 503)) expectUnavailable(reply);
      expect((await small.ask("/whoami", { key })).status).toBe(200);
    } finally {
      await small.stop();
    }
  });

  it("a request that takes too long is 503 with Retry-After", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const hasty = await startSecondService(service, { server: { handlerTimeoutMs: 300 } });
    const judge = () =>
      hasty.ask(`/cases/${caseId}/verdict`, { method: "POST", key: domain.key, payload: { outcome: "SAFE" } });
    await hasty.ask("/whoami", { key: domain.key });
    const release = await holdCase(domain, caseId);
    try {
      expectUnavailable(await judge());
    } finally {
      await release();
    }
    await eventually(async () => expect((await judge()).status).toBe(200));
    await hasty.stop();
  });

  it("requests in progress at shutdown are answered, then their connections are closed", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const { service: stopping } = await startSecondService(service, { server: { handlerTimeoutMs: 20_000 } });
    await stopping.app.listen({ host: "127.0.0.1", port: 0 });
    const { server } = stopping.app;
    const { port } = server.address() as AddressInfo;
    const body = '{"outcome":"SAFE"}';
    const head = [
      `POST ${BASE_PATH}/cases/${caseId}/verdict HTTP/1.1`,
      "Host: x",
      `X-API-Key: ${domain.key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: keep-alive",
    ];
    const release = await holdCase(domain, caseId);
    let closed: Promise<void> | undefined;
    const close = async () => {
      closed = stopping.close();
      await eventually(() => expect(server.listening).toBe(false));
    };
    const replies = await talk(port, [`${head.join("\r\n")}\r\n\r\n${body}`, close, release], 99);
    await closed;
    expect(replies).toMatchObject([{ status: 200, headers: { connection: "close" } }]);
    expect((await domain.ask(`/cases/${caseId}?include=state`)).body["state"]).toBe("closed");
  });
});

describe("a closed database", () => {
  it("an unavailable database is 503 with Retry-After for every operation and key, never another 5xx", async () => {
    const doomed = await startTestService();
    const domain = await doomed.givenDomain();
    const unseen = await domain.anotherKey();
    const { caseId } = await givenCase(domain.db);
    expect((await domain.ask("/users")).status).toBe(200);
    await doomed.database.close();
    for (const path of ["/users", "/cases", "/threats", "/nhi/personas", "/integrations/okta", "/whoami"]) {
      expectUnavailable(await domain.ask(path));
    }
    expectUnavailable(await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } }));
    for (let time = 0; time < 70; time++) expectUnavailable(await doomed.ask("/users", { key: unseen }));
    expect(errorOf(await doomed.ask("/users", { key: "hunter2" }))).toEqual([401, "invalid_api_key"]);
    expect(errorOf(await doomed.ask("/nothing"))).toEqual([404, "route_not_found"]);
    expect((await doomed.service.app.inject("/healthz")).statusCode).toBe(200);
    // The reported state is refreshed in the background.
    await eventually(async () => {
      const ready = await doomed.service.app.inject("/readyz");
      expect([ready.statusCode, ready.headers["retry-after"]]).toEqual([503, "1"]);
    });
    await doomed.service.close();
    if (doomed.databaseUrl) await runOnServer(`drop database ${databaseName(doomed)} with (force)`);
    if (doomed.dataDir) await rm(dirname(doomed.dataDir), { recursive: true, force: true });
  });
});
