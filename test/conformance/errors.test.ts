import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { FAILURE_STATUS } from "../../src/model/failure.ts";
import { givenCase, givenDrift, givenNhi, givenUser } from "../support/given.ts";
import { unknownKey } from "../support/key-text.ts";
import { routesOf } from "../support/router.ts";
import {
  type AskOptions,
  startTestService,
  type TestDomain,
  type TestReply,
  type TestService,
} from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
});
afterAll(() => service.stop());

const REQUEST_ID = /^[A-Za-z0-9_-]{16}$/;
const POST: AskOptions = { method: "POST", payload: { outcome: "SAFE" } };

/** Requests any path of the server, not only those of the public API. */
async function raw(method: string, url: string, headers: Record<string, string> = {}) {
  return service.service.app.inject({ method: method as "GET", url, headers });
}

function expectErrorShape(reply: TestReply): void {
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply.body).toMatchObject({
    error: expect.stringMatching(/^[a-z][a-z0-9_]*$/),
    message: expect.stringMatching(/^[A-Z].*[.!?]$/),
  });
  expect(reply.body["request_id"]).toBe(reply.headers["x-request-id"]);
  expect(reply.headers["x-request-id"]).toMatch(REQUEST_ID);
  expect(reply.headers["cache-control"]).toBe("no-store");
  const status = FAILURE_STATUS[reply.body["error"] as unknown as keyof typeof FAILURE_STATUS];
  expect(status).toBe(reply.status);
}

describe("the error body", () => {
  it.each<[string, number, string, AskOptions]>([
    ["invalid_parameter", 400, "/users?page_size=0", {}],
    ["unknown_parameter", 400, "/users?nope=1", {}],
    ["invalid_cursor", 400, `/users?next_cursor=${randomUUID()}`, {}],
    [
      "invalid_json",
      400,
      `/cases/${randomUUID()}/verdict`,
      { method: "POST", payload: "{", headers: { "content-type": "application/json" } },
    ],
    ["invalid_body", 400, `/cases/${randomUUID()}/verdict`, { method: "POST", payload: {} }],
    ["ambiguous_credentials", 400, "/users", { headers: { authorization: `Bearer ${unknownKey()}` } }],
    ["missing_api_key", 401, "/users", { key: null }],
    ["invalid_api_key", 401, "/users", { key: "hunter2" }],
    ["route_not_found", 404, "/nothing", {}],
    ["case_not_found", 404, `/cases/${randomUUID()}`, {}],
    ["case_not_found", 404, `/cases/${randomUUID()}/verdict`, POST],
    ["user_not_found", 404, `/personas/${randomUUID()}`, {}],
    ["user_not_found", 404, `/personas/${randomUUID()}/detail`, {}],
    ["nhi_not_found", 404, `/nhi/personas/${randomUUID()}/detail`, {}],
    ["integration_not_found", 404, "/integrations/no-such-connector", {}],
    ["drift_not_found", 404, `/drift/${randomUUID()}`, {}],
    ["method_not_allowed", 405, "/users", { method: "PATCH" }],
    [
      "payload_too_large",
      413,
      `/cases/${randomUUID()}/verdict`,
      { method: "POST", payload: { comment: "x".repeat(70_000) } },
    ],
    [
      "unsupported_media_type",
      415,
      `/cases/${randomUUID()}/verdict`,
      { method: "POST", payload: "x", headers: { "content-type": "text/plain" } },
    ],
  ])("%s is %d with a code, a message and the request id", async (error, status, path, options) => {
    const reply = await domain.ask(path, options);
    expect([reply.status, reply.body["error"]]).toEqual([status, error]);
    expectErrorShape(reply);
  });

  it("412 and 422 have the same body", async () => {
    const { caseId } = await givenCase(domain.db);
    const stale = await domain.ask(`/cases/${caseId}/verdict`, { ...POST, headers: { "if-match": '"stale"' } });
    expect([stale.status, stale.body["error"]]).toEqual([412, "precondition_failed"]);
    expectErrorShape(stale);
    const eventId = randomUUID();
    const foreign = await domain.ask(`/cases/${caseId}/verdict`, {
      method: "POST",
      payload: { outcome: "SAFE", event_ids: [eventId] },
    });
    expect([foreign.status, foreign.body["error"], foreign.body["event_ids"]]).toEqual([
      422,
      "event_not_in_case",
      [eventId],
    ]);
    expectErrorShape(foreign);
  });

  it("the 423 body has exactly the specified properties; its request id is in the header", async () => {
    const waiting = await service.givenDomain({ ready: false });
    const reply = await waiting.ask("/threats");
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
    expect(reply.headers["x-request-id"]).toMatch(REQUEST_ID);
  });

  it("text sent by the caller is returned only as a quoted JSON string", async () => {
    const reply = await domain.ask(`/users?${encodeURIComponent('"><script>')}=1`);
    expect(reply.body["param"]).toBe('"><script>');
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("success is 200 everywhere, including the verdict", async () => {
    const { caseId } = await givenCase(domain.db);
    const user = await givenUser(domain.db);
    const nhi = await givenNhi(domain.db);
    const drift = await givenDrift(domain.db);
    const paths = [
      "/cases",
      `/cases/${caseId}`,
      "/threats",
      "/users",
      `/personas/${user.tuid}`,
      `/personas/${user.tuid}/detail`,
      "/nhi/personas",
      `/nhi/personas/${nhi.nuid}/detail`,
      "/integrations/okta",
      `/drift/${drift.driftId}`,
      "/whoami",
    ];
    for (const path of paths) expect([path, (await domain.ask(path)).status]).toEqual([path, 200]);
    expect((await domain.ask(`/cases/${caseId}/verdict`, POST)).status).toBe(200);
  });

  it("an id of another domain gets the same response as an unknown id, byte for byte", async () => {
    const other = await service.givenDomain();
    const { caseId } = await givenCase(other.db);
    const { tuid } = await givenUser(other.db);
    const { nuid } = await givenNhi(other.db);
    const { driftId } = await givenDrift(other.db);
    const same: readonly [(id: string) => string, string, AskOptions?][] = [
      [(id) => `/cases/${id}`, caseId],
      [(id) => `/cases/${id}/verdict`, caseId, POST],
      [(id) => `/personas/${id}`, tuid],
      [(id) => `/personas/${id}/detail`, tuid],
      [(id) => `/nhi/personas/${id}/detail`, nuid],
      [(id) => `/drift/${id}`, driftId],
      [(id) => `/cases?next_cursor=${id}`, caseId],
      [(id) => `/users?next_cursor=${id}`, tuid],
      [(id) => `/nhi/personas?next_cursor=${id}`, nuid],
    ];
    // The request id and the seconds until a limit resets differ.
    const bare = (reply: TestReply) => [
      reply.status,
      reply.text.replaceAll(String(reply.headers["x-request-id"]), "ID"),
      Object.keys(reply.headers).sort(),
    ];
    for (const [path, foreignId, options] of same) {
      expect(bare(await domain.ask(path(foreignId), options))).toEqual(
        bare(await domain.ask(path(randomUUID()), options)),
      );
    }
  });
});

describe("the request id", () => {
  it.each<[number, string, AskOptions]>([
    [200, "/users", {}],
    [200, "/users", { method: "HEAD" }],
    [304, "/users", { headers: { "if-none-match": "*" } }],
    [400, "/users?nope=1", {}],
    [401, "/users", { key: null }],
    [404, "/nothing", {}],
    [405, "/users", { method: "DELETE" }],
  ])("X-Request-Id is on every response: %d", async (status, path, options) => {
    const [one, other] = [await domain.ask(path, options), await domain.ask(path, options)];
    expect(one.status).toBe(status);
    expect(one.headers["x-request-id"]).toMatch(REQUEST_ID);
    expect(other.headers["x-request-id"]).not.toBe(one.headers["x-request-id"]);
  });

  it("X-Request-Id is on documentation pages and health checks too", async () => {
    for (const url of [
      "/healthz",
      "/readyz",
      "/docs",
      "/docs/reference.css",
      `${BASE_PATH}/openapi.json`,
      "/",
      "/favicon.ico",
    ]) {
      expect((await raw("GET", url)).headers["x-request-id"], url).toMatch(REQUEST_ID);
    }
  });

  it("a request id sent by the caller is ignored", async () => {
    const reply = await domain.ask("/users?nope=1", { headers: { "x-request-id": "chosen", "request-id": "chosen" } });
    expect(reply.headers["x-request-id"]).toMatch(REQUEST_ID);
    expect(reply.text).not.toContain("chosen");
  });

  it.each([
    ["a path that is no valid percent-encoding", `${BASE_PATH}/cases/%zz`, 400, "invalid_request"],
    ["a path of overlong UTF-8", `${BASE_PATH}/cases/%c0%80`, 400, "invalid_request"],
    ["a path segment of 2,000 characters", `${BASE_PATH}/integrations/${"x".repeat(2_000)}`, 414, "uri_too_long"],
  ])("%s has the common error body and headers", async (_what, url, status, error) => {
    const reply = await raw("GET", url, { "x-api-key": domain.key });
    const body = reply.json() as Record<string, unknown>;
    expect([reply.statusCode, body["error"]]).toEqual([status, error]);
    expect(reply.headers["x-request-id"]).toMatch(REQUEST_ID);
    expect(body["request_id"]).toBe(reply.headers["x-request-id"]);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("routes", () => {
  it.each([
    ["POST", "/nowhere", 404],
    ["DELETE", "/users", 405],
    ["QUERY", "/users", 405],
    ["PUT", "/nowhere/at/all", 404],
  ] as const)("%s %s is rejected for its path before its body is checked", async (method, path, status) => {
    for (const [type, payload] of [
      ["application/json", "{oops"],
      ["text/csv", "a,b"],
      ["application/json", "x".repeat(70_000)],
    ] as const) {
      const headers = { "content-type": type };
      const reply = await service.service.app.inject({
        method: method as "POST",
        url: BASE_PATH + path,
        headers,
        payload,
      });
      expect(reply.statusCode).toBe(status);
    }
    const bare = await service.service.app.inject({ method: method as "POST", url: BASE_PATH + path });
    expect(bare.statusCode).toBe(status);
  });

  it.each([
    "/",
    "//cases",
    "/Cases",
    "/cases/x/y",
    "/verdict",
    "/personas",
    "/nhi",
    "/nhi/clusters/x",
    "/threats/evidence",
    "/cases%2f",
    "/cases;a=1",
    "/../external/nothing",
    "/.env",
    "/docs",
  ])("%s is 404 route_not_found, and the message points to /docs", async (path) => {
    const reply = await service.ask(BASE_PATH + path, { key: domain.key });
    expect([reply.status, reply.body["error"]]).toEqual([404, "route_not_found"]);
    expect(reply.body["message"]).toContain("/docs");
    expectErrorShape(reply);
  });

  it("every path of the router is 405 for other methods, with exactly its methods in Allow", async () => {
    const byUrl = new Map<string, string[]>();
    for (const { method, url } of routesOf(service.service.app)) byUrl.set(url, [...(byUrl.get(url) ?? []), method]);
    expect(byUrl.size).toBeGreaterThanOrEqual(12);
    for (const [url, methods] of byUrl) {
      const path = url.replace(/:[a-z_]+/g, randomUUID());
      const allow = [...methods].sort().join(", ");
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter(
        (name) => !methods.includes(name),
      )) {
        const reply = await raw(method, path);
        expect([method, url, reply.statusCode, reply.headers["allow"]]).toEqual([method, url, 405, allow]);
        expect(reply.headers["x-request-id"]).toMatch(REQUEST_ID);
        if (method === "HEAD") continue;
        expect(reply.json()).toMatchObject({ error: "method_not_allowed", allowed: allow.split(", ") });
      }
    }
  });

  it("a query string does not change which route a path matches", async () => {
    expect((await domain.ask("/users?x=1", { method: "DELETE" })).headers["allow"]).toBe("GET, HEAD");
    expect((await domain.ask("/nothing?x=/users")).status).toBe(404);
  });
});
