import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { givenCase } from "../support/given.ts";
import { type RawReply, talk } from "../support/raw-http.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
let caseId: string;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  caseId = (await givenCase(domain.db)).caseId;
  await service.service.app.listen({ host: "127.0.0.1", port: 0 });
  port = (service.service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

const CRLF = "\r\n";
const message = (...lines: string[]) => `${lines.join(CRLF)}${CRLF}${CRLF}`;
const get = (path: string, ...headers: string[]) =>
  message(`GET ${BASE_PATH}${path} HTTP/1.1`, "Host: parapet.example", `X-API-Key: ${domain.key}`, ...headers);
const post = (body: string, ...headers: string[]) =>
  message(
    `POST ${BASE_PATH}/cases/${caseId}/verdict HTTP/1.1`,
    "Host: parapet.example",
    `X-API-Key: ${domain.key}`,
    ...headers,
  ) + body;

function expectRefusal(reply: RawReply | undefined, status: number, error: string): void {
  expect([reply?.status, reply && (JSON.parse(reply.body) as { error: string }).error]).toEqual([status, error]);
  const body = JSON.parse(reply?.body ?? "{}") as Record<string, unknown>;
  expect(Object.keys(body).slice(0, 3)).toEqual(["error", "message", "request_id"]);
  expect(reply?.headers["x-request-id"]).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(body["request_id"]).toBe(reply?.headers["x-request-id"]);
  expect(reply?.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply?.headers["x-content-type-options"]).toBe("nosniff");
}

/** Asserts an error and a closed connection, because the end of the request is unknown. */
async function expectClosing(
  bytes: string | readonly string[],
  status = 400,
  error = "invalid_request",
): Promise<void> {
  const replies = await talk(port, bytes, 99);
  expect(replies).toHaveLength(1);
  expectRefusal(replies[0], status, error);
  expect(replies[0]?.headers["connection"]).toBe("close");
  expect((await domain.ask(`/cases/${caseId}?include=state`)).body["state"]).toBe("discover");
}

describe("malformed HTTP requests", () => {
  it.each<[string, () => string]>([
    ["a request line of noise", () => message("hello there")],
    ["HTTP/9.9", () => message("GET / HTTP/9.9", "Host: x")],
    ["HTTP/2 with prior knowledge", () => `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`],
    ["a TLS handshake", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["a method that no standard knows", () => message("STEAL / HTTP/1.1", "Host: x")],
    ["a method in lower case", () => message("get / HTTP/1.1", "Host: x")],
    ["a blank before the colon", () => message("GET / HTTP/1.1", "Host : x")],
    ["a header without a colon", () => message("GET / HTTP/1.1", "Host: x", "nonsense")],
    ["a header name with a blank", () => message("GET / HTTP/1.1", "Host: x", "X Y: z")],
    ["an empty header name", () => message("GET / HTTP/1.1", "Host: x", ": z")],
    ["a NUL in a header", () => message("GET / HTTP/1.1", "Host: x", "X-A: a\0b")],
    ["a folded header", () => get("/users", "X-Folded: one", " two")],
    ["a bare LF between headers", () => get("/users", "X-A: 1\nX-B: 2")],
    ["a bare CR between headers", () => get("/users", "X-A: 1\rX-B: 2")],
  ])("%s is 400 with the common error body, and the connection is closed", async (_what, bytes) => {
    await expectClosing(bytes());
  });

  it("no Host is 400 with the common error body", async () => {
    await expectClosing(message(`GET ${BASE_PATH}/users HTTP/1.1`, `X-API-Key: ${domain.key}`));
  });

  it("two Hosts are 400 with the common error body", async () => {
    await expectClosing(message(`GET ${BASE_PATH}/users HTTP/1.1`, "Host: a", "Host: b", `X-API-Key: ${domain.key}`));
  });

  it.each([
    ["one header of 20 KB", () => [`X-Large: ${"x".repeat(20_000)}`]],
    ["many small headers of 20 KB", () => Array.from({ length: 1_000 }, (_, at) => `X-Small-${at}: 0123456789`)],
  ])("%s is 431 headers_too_large", async (_what, headers) => {
    await expectClosing(get("/users", ...headers()), 431, "headers_too_large");
  });

  it("a request line of 20 KB is 431 headers_too_large", async () => {
    await expectClosing(get(`/users?search=${"x".repeat(20_000)}`), 431, "headers_too_large");
  });
});

describe("the length of a body", () => {
  const BODY = '{"outcome":"SAFE"}';
  const CHUNKED = `${BODY.length.toString(16)}${CRLF}${BODY}${CRLF}0${CRLF}${CRLF}`;
  const JSON_TYPE = "Content-Type: application/json";

  it.each<[string, () => string]>([
    [
      "Content-Length and Transfer-Encoding",
      () => post(CHUNKED, JSON_TYPE, `Content-Length: ${CHUNKED.length}`, "Transfer-Encoding: chunked"),
    ],
    [
      "Transfer-Encoding and Content-Length",
      () => post(CHUNKED, JSON_TYPE, "Transfer-Encoding: chunked", `Content-Length: ${CHUNKED.length}`),
    ],
    ["two Content-Lengths", () => post(BODY, JSON_TYPE, `Content-Length: ${BODY.length}`, "Content-Length: 3")],
    ["a list of Content-Lengths", () => post(BODY, JSON_TYPE, `Content-Length: ${BODY.length}, ${BODY.length}`)],
    ["a signed Content-Length", () => post(BODY, JSON_TYPE, `Content-Length: +${BODY.length}`)],
    ["a hexadecimal Content-Length", () => post(BODY, JSON_TYPE, "Content-Length: 0x12")],
    ["a negative Content-Length", () => post(BODY, JSON_TYPE, "Content-Length: -1")],
    ["a Content-Length beyond any", () => post(BODY, JSON_TYPE, "Content-Length: 99999999999999999999")],
    ["chunked that is not last", () => post(CHUNKED, JSON_TYPE, "Transfer-Encoding: chunked, gzip")],
    ["chunked twice", () => post(CHUNKED, JSON_TYPE, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked")],
    ["an unknown Transfer-Encoding", () => post(BODY, JSON_TYPE, "Transfer-Encoding: identity")],
    ["a disguised Transfer-Encoding", () => post(CHUNKED, JSON_TYPE, "Transfer-Encoding: xchunked")],
    ["Transfer-Encoding behind a vertical tab", () => post(CHUNKED, JSON_TYPE, "Transfer-Encoding: \x0bchunked")],
    [
      "an invalid chunk size",
      () => post(`zz${CRLF}${BODY}${CRLF}0${CRLF}${CRLF}`, JSON_TYPE, "Transfer-Encoding: chunked"),
    ],
    [
      "a chunk longer than its size",
      () => post(`2${CRLF}${BODY}${CRLF}0${CRLF}${CRLF}`, JSON_TYPE, "Transfer-Encoding: chunked"),
    ],
    [
      "chunks that end in a bare LF",
      () => post(`${BODY.length.toString(16)}\n${BODY}\n0\n\n`, JSON_TYPE, "Transfer-Encoding: chunked"),
    ],
  ])("%s is 400 and nothing is applied", async (_what, bytes) => {
    await expectClosing(bytes());
  });

  it("a chunked body above 64 KiB is 413", async () => {
    const chunk = `4000${CRLF}${" ".repeat(0x4000)}${CRLF}`;
    const [reply] = await talk(
      port,
      post(`${chunk.repeat(5)}0${CRLF}${CRLF}`, JSON_TYPE, "Transfer-Encoding: chunked"),
    );
    expectRefusal(reply, 413, "payload_too_large");
  });

  it("a body announced above 64 KiB is 413 before it is sent", async () => {
    const [reply] = await talk(port, post("", JSON_TYPE, "Content-Length: 65537"));
    expectRefusal(reply, 413, "payload_too_large");
  });

  it("an unread body after an error is never parsed as a request", async () => {
    const smuggled = get("/whoami");
    const bytes = message(
      `POST ${BASE_PATH}/cases/${caseId}/verdict HTTP/1.1`,
      "Host: x",
      JSON_TYPE,
      `Content-Length: ${smuggled.length}`,
    );
    const replies = await talk(port, bytes + smuggled + get("/users", "Connection: close"), 99);
    expect(replies.map(({ status }) => status)).toEqual([401, 200]);
    expect(replies[1]?.body).toContain('"items":');
  });

  it("a well-formed chunked body is read", async () => {
    const own = await service.givenDomain();
    const fresh = await givenCase(own.db);
    const bytes = message(
      `POST ${BASE_PATH}/cases/${fresh.caseId}/verdict HTTP/1.1`,
      "Host: x",
      `X-API-Key: ${own.key}`,
      JSON_TYPE,
      "Transfer-Encoding: chunked",
    );
    expect((await talk(port, bytes + CHUNKED))[0]?.status).toBe(200);
  });
});

describe("the request target", () => {
  it("the absolute form of a target is the same path", async () => {
    const absolute = (path: string, method = "GET") =>
      message(
        `${method} http://parapet.example${BASE_PATH}${path} HTTP/1.1`,
        "Host: parapet.example",
        `X-API-Key: ${domain.key}`,
      );
    expect((await talk(port, absolute("/whoami")))[0]?.status).toBe(200);
    expectRefusal((await talk(port, absolute("/nothing")))[0], 404, "route_not_found");
    const [other] = await talk(port, absolute("/users", "DELETE"));
    expectRefusal(other, 405, "method_not_allowed");
    expect(other?.headers["allow"]).toBe("GET, HEAD");
  });

  it.each(["%zz", "%", "%c0%80", "%ff"])("bad percent-encoding in the path is 400: %s", async (segment) => {
    expectRefusal((await talk(port, get(`/cases/${segment}`)))[0], 400, "invalid_request");
  });

  it("a path with bytes outside ASCII is refused", async () => {
    const [reply] = await talk(port, get("/integrations/\xe4"));
    expect(reply?.status).toBeGreaterThanOrEqual(400);
    expect(reply?.status).toBeLessThan(500);
    expect(reply?.headers["x-request-id"]).toBeDefined();
  });

  it("an unsupported standard method is 404 or 405 like any other", async () => {
    expectRefusal((await talk(port, message("PROPFIND /nope HTTP/1.1", "Host: x")))[0], 404, "route_not_found");
    expectRefusal(
      (await talk(port, message(`TRACE ${BASE_PATH}/users HTTP/1.1`, "Host: x")))[0],
      405,
      "method_not_allowed",
    );
    expectRefusal((await talk(port, message("OPTIONS * HTTP/1.1", "Host: x")))[0], 404, "route_not_found");
  });

  it("CONNECT has the common error body", async () => {
    const replies = await talk(
      port,
      message("CONNECT internal.example:443 HTTP/1.1", "Host: internal.example:443"),
      99,
    );
    expect(replies).toHaveLength(1);
    expectRefusal(replies[0], 400, "invalid_request");
  });

  it("an Upgrade header is ignored", async () => {
    const [reply] = await talk(port, get("/whoami", "Connection: Upgrade", "Upgrade: websocket"));
    expect(reply?.status).toBe(200);
  });

  it("100-continue is supported, and any other expectation is ignored", async () => {
    expect((await talk(port, get("/whoami", "Expect: a-miracle")))[0]?.status).toBe(200);
    const body = '{"outcome":"nothing"}';
    const replies = await talk(
      port,
      post(body, "Content-Type: application/json", `Content-Length: ${body.length}`, "Expect: 100-continue"),
      2,
    );
    expect(replies.map(({ status }) => status)).toEqual([100, 400]);
  });
});

describe("credentials on the wire", () => {
  it.each<[string, (one: string, other: string) => string[]]>([
    ["X-API-Key twice", (one, other) => [`X-API-Key: ${one}`, `X-API-Key: ${other}`]],
    ["Authorization twice", (one, other) => [`Authorization: Bearer ${one}`, `Authorization: Bearer ${other}`]],
  ])("%s with different keys is rejected", async (_what, headers) => {
    const other = await service.givenDomain();
    for (const keys of [
      [domain.key, other.key],
      [other.key, domain.key],
    ] as const) {
      const [reply] = await talk(port, message(`GET ${BASE_PATH}/whoami HTTP/1.1`, "Host: x", ...headers(...keys)));
      expectRefusal(reply, 401, "invalid_api_key");
    }
  });

  it("whitespace around a key and the case of header names do not matter", async () => {
    const [reply] = await talk(
      port,
      message(`GET ${BASE_PATH}/whoami HTTP/1.1`, "Host: x", `x-aPI-kEY: \t ${domain.key} \t`),
    );
    expect(reply?.status).toBe(200);
  });
});

describe("one connection", () => {
  it("pipelined requests are answered in order, each with its own id", async () => {
    const replies = await talk(
      port,
      get("/whoami") + get("/nothing") + get("/users") + get("/users?x=1", "Connection: close"),
      99,
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 400]);
    expect(new Set(replies.map(({ headers }) => headers["x-request-id"])).size).toBe(4);
  });

  it("malformed bytes after a valid request do not affect its response", async () => {
    const replies = await talk(port, `${get("/whoami")}noise noise noise${CRLF}${CRLF}`, 99);
    expect(replies.map(({ status }) => status)).toEqual([200, 400]);
    expectRefusal(replies[1], 400, "invalid_request");
  });

  it("an HTTP/1.0 request is answered, even without Host, and the connection is closed", async () => {
    const replies = await talk(port, message(`GET ${BASE_PATH}/whoami HTTP/1.0`, `X-API-Key: ${domain.key}`), 99);
    expect(replies.map(({ status }) => status)).toEqual([200]);
    expect(replies[0]?.headers["connection"]).toBe("close");
  });

  it("a request that arrives in small pieces is one request", async () => {
    const bytes = get("/whoami");
    const pieces = Array.from({ length: 12 }, (_, at) =>
      bytes.slice((at * bytes.length) / 12, ((at + 1) * bytes.length) / 12),
    );
    expect((await talk(port, pieces))[0]?.status).toBe(200);
  });

  it("headers that never end are 408 with the common error body, and the connection is closed", async () => {
    const { server } = service.service.app;
    const patience = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
    Object.assign(server, { headersTimeout: 200, requestTimeout: 400 });
    try {
      await expectClosing(`GET ${BASE_PATH}/users HTTP/1.1${CRLF}Host: x${CRLF}X-Slow:`, 408, "request_timeout");
    } finally {
      Object.assign(server, patience);
    }
  });
});
