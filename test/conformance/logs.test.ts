import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { givenCase, givenUser } from "../support/given.ts";
import { keyIdOf, secretOf, unknownKey, withWrongSecret } from "../support/key-text.ts";
import { talk } from "../support/raw-http.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";

/** A marker in everything the caller sends that must not be logged. */
const MARK = "hunter2";
const EMAIL = `maya.${MARK}@northwind.example`;
const NASTY = `\u001b[31m${MARK}\r\n{"level":60}\u2028\u0085`;

const lines: string[] = [];
let service: TestService;
let domain: TestDomain;
let caseId: string;
let port: number;
beforeAll(async () => {
  service = await startTestService({
    server: { logger: { level: "trace", stream: { write: (line) => lines.push(line) } } },
  });
  domain = await service.givenDomain();
  caseId = (await givenCase(domain.db, { userEmail: EMAIL, userName: MARK })).caseId;
  await givenUser(domain.db, { name: MARK, userPrincipalName: EMAIL });
  await service.service.app.listen({ host: "127.0.0.1", port: 0 });
  port = (service.service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());
beforeEach(() => {
  lines.length = 0;
});

interface LogLine {
  readonly level: number;
  readonly reqId?: string;
  readonly [member: string]: unknown;
}

const logged = (): readonly LogLine[] => lines.map((line) => JSON.parse(line) as LogLine);

/** Asserts that no line contains the marker and that every line is well-formed. */
function expectClean(...secrets: string[]): void {
  for (const line of lines) {
    expect(line).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a terminal would obey
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    for (const secret of [MARK, EMAIL, "page_size", "?", ...secrets]) expect(line).not.toContain(secret);
  }
}

/** Asserts that every response is logged exactly once under its request id. */
function expectTraced(replies: readonly TestReply[]): void {
  for (const reply of replies) {
    const own = logged().filter(({ reqId }) => reqId === reply.headers["x-request-id"]);
    expect(own.filter(({ msg }) => msg === "answered")).toMatchObject([
      { status: reply.status, method: expect.any(String) },
    ]);
  }
  expect(logged().filter(({ reqId }) => reqId === undefined)).toEqual([]);
}

describe("the log", () => {
  it("has escapes for characters that a terminal obeys or does not show, whatever they come from", () => {
    const hostile = "\u009b2J\u202e\u2028\u200b\u007f\u{e0041}";
    service.service.app.log.warn({ problem: hostile }, hostile);
    expect(logged()).toMatchObject([{ problem: hostile, msg: hostile }]);
    expect(lines.join("").trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it("no line of a successful request has a key, a query string or an email address, whichever header has the key", async () => {
    const replies = [
      await domain.ask(`/cases?email=${encodeURIComponent(EMAIL)}&page_size=7`),
      await domain.ask(`/users?search=${MARK}`),
      await service.ask("/whoami", { headers: { authorization: `Bearer ${domain.key}`, cookie: `session=${MARK}` } }),
      await domain.ask(`/cases/${caseId}/verdict`, {
        method: "POST",
        payload: { outcome: "ESCALATED", comment: `${EMAIL} ${NASTY}` },
        headers: { "idempotency-key": MARK, "user-agent": MARK, referer: `https://x.example/?${MARK}` },
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expectClean(domain.key, secretOf(domain.key));
    expectTraced(replies);
    expect(logged().every(({ level }) => level <= 30)).toBe(true);
  });

  it("no line of a rejected request has the invalid value or a secret", async () => {
    const [unknown, wrong] = [unknownKey(), withWrongSecret(domain.key)];
    const json = { "content-type": "application/json" };
    const verdict = `/cases/${caseId}/verdict`;
    const replies = [
      await service.ask(`/users?api_key=${domain.key}`),
      await domain.ask(`/users?api_key=${domain.key}&${MARK}=1`),
      await service.ask("/users", { key: MARK }),
      await service.ask("/users", { key: unknown }),
      await service.ask("/users", { key: wrong }),
      await domain.ask("/users", { headers: { authorization: `Bearer ${unknown}` } }),
      await domain.ask(`/users?page_size=${MARK}`),
      await domain.ask(`/cases/${MARK}`),
      await domain.ask(`/personas/${EMAIL}`),
      await domain.ask(`/integrations/${MARK}`),
      await domain.ask(`/${MARK}?${EMAIL}`),
      await domain.ask(`/users/${MARK}`, { method: "DELETE" }),
      await domain.ask(verdict, { method: "POST", payload: `{"${MARK}`, headers: json }),
      await domain.ask(verdict, { method: "POST", payload: { outcome: MARK } }),
      await domain.ask(verdict, { method: "POST", payload: { outcome: "SAFE", [MARK]: 1 } }),
      await domain.ask(verdict, { method: "POST", payload: MARK, headers: { "content-type": `text/${MARK}` } }),
      await domain.ask(verdict, { method: "POST", payload: { outcome: "SAFE" }, headers: { "if-match": `"${MARK}"` } }),
    ];
    expect(replies.every(({ status }) => status >= 400 && status < 500)).toBe(true);
    expectClean(secretOf(domain.key), secretOf(unknown), secretOf(wrong));
    expectTraced(replies);
  });

  it("client errors are not logged at level ERROR", async () => {
    await service.ask("/users", { key: MARK });
    await domain.ask("/users?nope=1");
    await domain.ask(`/cases/${caseId}/verdict`, {
      method: "POST",
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    await talk(port, `noise ${MARK}\r\n\r\n`);
    await talk(port, `GET ${BASE_PATH}/cases/%zz${MARK} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await talk(port, `GET ${BASE_PATH}/cases/${MARK.repeat(500)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(lines.length).toBeGreaterThan(0);
    expect(logged().filter(({ level }) => level >= 50)).toEqual([]);
    expectClean();
  });

  it("a client that disconnects in the middle of a body causes no ERROR and none of the body is logged", async () => {
    const stream = { write: (line: string) => lines.push(line) };
    const hasty = await startSecondService(service, {
      server: { handlerTimeoutMs: 1_000, logger: { level: "trace", stream } },
    });
    const { app } = hasty.service;
    await app.listen({ host: "127.0.0.1", port: 0 });
    lines.length = 0;
    const head = [
      `POST ${BASE_PATH}/cases/${caseId}/verdict HTTP/1.1`,
      "Host: x",
      `X-API-Key: ${domain.key}`,
      "Content-Type: application/json",
      "Content-Length: 500",
    ];
    // Disconnects at once, and while the body is awaited.
    for (const stayMs of [0, 300]) {
      const arrived = once(app.server, "request");
      const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
      socket.write(`${head.join("\r\n")}\r\n\r\n{"comment":"${MARK}`);
      const [, response] = (await arrived) as [IncomingMessage, ServerResponse];
      await pause(stayMs);
      const left = once(response, "close");
      socket.destroy();
      await left;
    }
    // Long enough for a handler that is still waiting for the body to time out.
    await pause(1_500);
    expect(logged().filter(({ level, msg }) => level >= 50 || msg !== "aborted")).toEqual([]);
    expect(logged().at(-1)).toMatchObject({
      method: "POST",
      route: `${BASE_PATH}/cases/:case_id/verdict`,
      keyId: keyIdOf(domain.key),
      address: "127.0.0.1",
    });
    expect(logged().at(-1)).not.toHaveProperty("status");
    expect((await hasty.ask("/whoami", { key: domain.key })).status).toBe(200);
    expectClean(secretOf(domain.key));
    await hasty.stop();
  });

  it("every line is one JSON object, even if the input has CR, LF, ANSI escapes or line separators", async () => {
    const nasty = encodeURIComponent(NASTY);
    const replies = [
      await domain.ask(`/integrations/${nasty}`),
      await domain.ask(`/${nasty}`),
      await domain.ask(`/users?search=${nasty}`),
      await domain.ask(`/users?${nasty}=1`),
      await domain.ask(`/cases?email=${nasty}`),
      await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: NASTY } }),
      await domain.ask("/users", { headers: { "x-forwarded-for": "\u001b[31m1", "user-agent": "\u001b[2J" } }),
    ];
    await talk(port, `GET ${BASE_PATH}/users HTTP/1.1\r\nHost: x\r\nX-API-Key: a\r\n b\r\n\r\n`);
    await talk(port, `GET /\u001b[31m HTTP/1.1\r\nHost: x\r\n\r\n`);
    expectClean();
    expectTraced(replies);
  });

  it("every line of a request has its request id, including internal errors", async () => {
    await service.database.exclusively((run) => run("alter table drift rename to gone"));
    let reply: TestReply;
    try {
      reply = await domain.ask(`/drift/${randomUUID()}`);
    } finally {
      await service.database.exclusively((run) => run("alter table gone rename to drift"));
    }
    expect(reply.status).toBe(500);
    expect(logged().map(({ reqId }) => reqId)).toEqual(logged().map(() => reply.headers["x-request-id"]));
    expect(logged().filter(({ level }) => level >= 50)).toHaveLength(1);
    expectTraced([reply]);
    expectClean(domain.key, secretOf(domain.key), domain.name);
  });

  it("a line has the client address, and the key id once the secret has matched", async () => {
    const ended = await domain.anotherKey({ expiresAt: service.clock.now });
    await domain.ask("/users", { address: "203.0.113.9" });
    await service.ask("/users", { key: ended, address: "203.0.113.9" });
    await service.ask("/users", { key: withWrongSecret(domain.key), address: "2001:db8::1" });
    await service.ask("/users", { address: "203.0.113.9" });
    expect(logged().map(({ status, address, keyId }) => [status, address, keyId])).toEqual([
      [200, "203.0.113.9", keyIdOf(domain.key)],
      [401, "203.0.113.9", keyIdOf(ended)],
      [401, "2001:db8::1", undefined],
      [401, "203.0.113.9", undefined],
    ]);
    expectClean(secretOf(domain.key), secretOf(ended));
  });

  it("behind a trusted proxy the address of the client is logged, and its own instead of text that is no address", async () => {
    const stream = { write: (line: string) => lines.push(line) };
    const server = { trustedProxies: ["192.0.2.1"], logger: { level: "trace", stream } };
    const proxied = await startSecondService(service, { server });
    lines.length = 0;
    for (const forwarded of ["203.0.113.9", MARK, NASTY.replaceAll(/[^ -~]/g, "")]) {
      await proxied.ask("/users", { address: "192.0.2.1", headers: { "x-forwarded-for": forwarded } });
    }
    expect(logged().map(({ address }) => address)).toEqual(["203.0.113.9", "192.0.2.1", "192.0.2.1"]);
    expectClean();
    await proxied.stop();
  });

  it("requests that never reach a route are logged with id, status and address", async () => {
    const replies = [
      ...(await talk(port, `noise ${MARK}\r\n\r\n`)),
      ...(await talk(port, `GET ${BASE_PATH}/cases/%zz${MARK} HTTP/1.1\r\nHost: x\r\n\r\n`)),
      ...(await talk(port, `CONNECT ${MARK}:443 HTTP/1.1\r\nHost: x\r\n\r\n`)),
    ];
    expect(logged()).toMatchObject(
      replies.map(({ status, headers }) => ({ reqId: headers["x-request-id"], status, address: "127.0.0.1" })),
    );
    expectClean();
  });

  it("a request whose client disconnects before the response is logged as aborted, with method, route and key id", async () => {
    await service.database.exclusively(async (run) => {
      await run("begin");
      await run("lock table drift in access exclusive mode");
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      socket.write(`GET ${BASE_PATH}/drift/${randomUUID()} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${domain.key}\r\n\r\n`);
      await pause(300);
      socket.destroy();
      await pause(300);
      await run("rollback");
    });
    await pause(300);
    expect(logged()).toMatchObject([
      { method: "GET", route: `${BASE_PATH}/drift/:drift_id`, keyId: keyIdOf(domain.key), msg: "aborted" },
    ]);
    expect(logged()[0]).not.toHaveProperty("status");
    expectClean(domain.key, secretOf(domain.key));
  });

  it("a request with a malformed body is one line with its method, route and key id and the status that was sent", async () => {
    const head = [
      `POST ${BASE_PATH}/cases/${caseId}/verdict HTTP/1.1`,
      "Host: x",
      `X-API-Key: ${domain.key}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ];
    const [reply] = await talk(port, [`${head.join("\r\n")}\r\n\r\n1\r\n{\r\n`, () => pause(300), `${MARK}\r\n`]);
    await pause(300);
    expect(reply?.status).toBe(400);
    expect(logged()).toMatchObject([
      {
        reqId: reply?.headers["x-request-id"],
        method: "POST",
        route: `${BASE_PATH}/cases/:case_id/verdict`,
        keyId: keyIdOf(domain.key),
        status: 400,
        msg: "answered",
      },
    ]);
    expectClean(domain.key, secretOf(domain.key));
  });

  it("a line has the route, not the path, so ids of people are not logged", async () => {
    const id = randomUUID();
    const reply = await domain.ask(`/personas/${id}`);
    expect(logged()).toMatchObject([
      { route: `${BASE_PATH}/personas/:tuid`, status: 404, reqId: reply.headers["x-request-id"] },
    ]);
    expectClean(id);
  });
});
