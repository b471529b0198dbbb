import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import type { RateLimits } from "../../src/contract/rate-limits.ts";
import type { Scope } from "../../src/model/vocabulary.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { errorOf } from "../support/error-of.ts";
import { givenCase } from "../support/given.ts";
import { keyIdOf, unknownKey } from "../support/key-text.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import { type AskOptions, startTestService, type TestDomain, type TestService } from "../support/service.ts";

/** Allows one request per window, so that one request exhausts a key. */
const LIMITS: RateLimits = { read: 1, write: 1, windowMs: 600_000, domainFactor: 5 };

let service: TestService;
let strict: SecondService;
beforeAll(async () => {
  service = await startTestService();
  strict = await startSecondService(service, { limits: LIMITS });
});
afterAll(async () => {
  await strict.stop();
  await service.stop();
});

const verdict = (caseId: string, options: AskOptions = {}): [string, AskOptions] => [
  `/cases/${caseId}/verdict`,
  { method: "POST", payload: { outcome: "SAFE" }, ...options },
];

/** Creates a key whose read and write limits are exhausted. */
async function givenUsedUpKey(
  domain: TestDomain,
  options: Parameters<TestDomain["anotherKey"]>[0] = {},
): Promise<string> {
  const key = await domain.anotherKey(options);
  await strict.ask("/whoami", { key, address: "10.0.0.1" });
  await strict.ask(verdict(randomUUID())[0], { ...verdict(randomUUID())[1], key, address: "10.0.0.1" });
  return key;
}

/** Requests that the schema rejects, one of each kind. */
const MALFORMED: readonly [what: string, status: number, error: string, path: string, options?: AskOptions][] = [
  ["an unknown parameter", 400, "unknown_parameter", "/cases?nope=1"],
  ["a page_size out of range", 400, "invalid_parameter", "/cases?page_size=0"],
  ["a path that is no UUID", 400, "invalid_parameter", "/cases/nope"],
  ["a cursor that is no UUID", 400, "invalid_cursor", "/cases?next_cursor=nope"],
  [
    "an empty time window",
    400,
    "invalid_parameter",
    "/cases?created_after=2026-11-02T00:00:00Z&created_before=2026-11-01T00:00:00Z",
  ],
  [
    "a body that is not JSON",
    400,
    "invalid_json",
    ...verdict(randomUUID(), { payload: "{", headers: { "content-type": "application/json" } }),
  ],
  ["a body without an outcome", 400, "invalid_body", ...verdict(randomUUID(), { payload: {} })],
  [
    "a body of another type",
    415,
    "unsupported_media_type",
    ...verdict(randomUUID(), { payload: "x", headers: { "content-type": "text/plain" } }),
  ],
  [
    "a body too large",
    413,
    "payload_too_large",
    ...verdict(randomUUID(), { payload: { comment: "x".repeat(70_000) } }),
  ],
  [
    "a header too long",
    400,
    "invalid_parameter",
    ...verdict(randomUUID(), { headers: { "idempotency-key": "k".repeat(256) } }),
  ],
];

describe("the order of checks", () => {
  it.each<[string, number, string, AskOptions]>([
    ["an unknown path without a key", 404, "/nothing", {}],
    ["an unknown path with a wrong key", 404, "/nothing", { key: unknownKey() }],
    [
      "an unknown path with ambiguous keys",
      404,
      "/nothing",
      { key: unknownKey(), headers: { authorization: `Bearer ${unknownKey()}` } },
    ],
    ["a wrong method without a key", 405, "/cases", { method: "DELETE" }],
    ["a wrong method with a wrong key", 405, "/cases", { method: "POST", key: unknownKey(), payload: {} }],
  ])("route before credentials: %s is %d", async (_what, status, path, options) => {
    expect((await service.ask(path, options)).status).toBe(status);
  });

  it("credentials before limits: an exhausted key that is revoked, or sent with another key, is 401 or 400", async () => {
    const domain = await service.givenDomain();
    const key = await givenUsedUpKey(domain);
    expect(errorOf(await strict.ask("/whoami", { key }))).toEqual([429, "rate_limited"]);
    const headers = { authorization: `Bearer ${domain.key}` };
    expect(errorOf(await strict.ask("/whoami", { key, headers }))).toEqual([400, "ambiguous_credentials"]);
    await revokeApiKey({ db: domain.db, clock: () => service.clock.now, actor: TEST_ACTOR }, keyIdOf(key));
    expect(errorOf(await strict.ask("/whoami", { key }))).toEqual([401, "inactive_api_key"]);
  });

  it("limits before scope and address: an exhausted key without the scope or from a forbidden address is 429", async () => {
    const domain = await service.givenDomain();
    const key = await givenUsedUpKey(domain, { scopes: [], allowedAddresses: ["10.0.0.0/8"] });
    expect((await strict.ask("/users", { key, address: "10.0.0.1" })).status).toBe(429);
    expect((await strict.ask("/whoami", { key, address: "203.0.113.9" })).status).toBe(429);
    expect(errorOf(await service.ask("/users", { key, address: "10.0.0.1" }))).toEqual([403, "insufficient_scope"]);
    expect(errorOf(await service.ask("/whoami", { key, address: "203.0.113.9" }))).toEqual([403, "ip_not_allowed"]);
  });

  it("limits before external_api_disabled", async () => {
    const domain = await service.givenDomain();
    const key = await givenUsedUpKey(domain);
    await domain.db.transaction(async (tx) => {
      await tx.execute("update domains set external_api_disabled = true where domain_id = $1");
      tx.markChanged("access");
    });
    expect((await strict.ask("/whoami", { key })).status).toBe(429);
    expect(errorOf(await service.ask("/whoami", { key }))).toEqual([403, "external_api_disabled"]);
  });

  it("scope before address", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey({ scopes: [], allowedAddresses: ["10.0.0.0/8"] });
    expect(errorOf(await service.ask("/users", { key }))).toEqual([403, "insufficient_scope"]);
  });

  it.each(MALFORMED)(
    "scope and address before schema: %s is 403 for a key without the scope or address",
    async (_what, _status, _error, path, options) => {
      const domain = await service.givenDomain();
      const needed: Scope = options?.method === "POST" ? "cases:verdict" : "cases:read";
      const unscoped = await domain.anotherKey({ scopes: ["users:read"] });
      const reply = await service.ask(path, { ...options, key: unscoped });
      expect([...errorOf(reply), reply.body["required_scope"]]).toEqual([403, "insufficient_scope", needed]);
      const elsewhere = await domain.anotherKey({ allowedAddresses: ["10.0.0.0/8"] });
      expect(errorOf(await service.ask(path, { ...options, key: elsewhere }))).toEqual([403, "ip_not_allowed"]);
    },
  );

  it.each(MALFORMED)(
    "limits before schema: %s is 429 for an exhausted key",
    async (_what, _status, _error, path, options) => {
      const key = await givenUsedUpKey(await service.givenDomain());
      expect((await strict.ask(path, { ...options, key })).status).toBe(429);
    },
  );

  it.each(MALFORMED)(
    "schema before readiness: %s is %d %s in a domain where nothing is ready",
    async (_what, status, error, path, options) => {
      const domain = await service.givenDomain({ ready: false });
      expect(errorOf(await domain.ask(path, options))).toEqual([status, error]);
    },
  );

  it.each<[string, string, AskOptions?]>([
    ["a case", `/cases/${randomUUID()}`],
    ["a case to judge", ...verdict(randomUUID())],
    ["a user's persona", `/personas/${randomUUID()}`],
    ["a user's persona detail", `/personas/${randomUUID()}/detail`],
    ["an NHI", `/nhi/personas/${randomUUID()}/detail`],
    ["a cursor", `/cases?next_cursor=${randomUUID()}`],
  ])(
    "readiness before existence: %s with an unknown id is 423 while its resource is not ready",
    async (_what, path, options) => {
      const waiting = await service.givenDomain({ ready: false });
      expect(errorOf(await waiting.ask(path, options))).toEqual([423, "resource_not_ready"]);
      const ready = await service.givenDomain();
      expect([400, 404]).toContain((await ready.ask(path, options)).status);
    },
  );

  it("readiness before state: a stale If-Match is 423 while cases are not ready", async () => {
    const domain = await service.givenDomain({ ready: false });
    const { caseId } = await givenCase(domain.db);
    const [path, options] = verdict(caseId, { headers: { "if-match": '"stale"' } });
    expect((await domain.ask(path, options)).status).toBe(423);
  });

  it("existence before state: an unknown case is 404 even if the request has other errors", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const used = { "idempotency-key": "used-before" };
    expect((await domain.ask(...verdict(caseId, { headers: used }))).status).toBe(200);
    const wrongs: readonly AskOptions[] = [
      { headers: { "if-match": '"stale"' } },
      { payload: { outcome: "SAFE", event_ids: [randomUUID()] } },
      { headers: used },
    ];
    const codes: unknown[] = [];
    for (const wrong of wrongs) {
      expect(errorOf(await domain.ask(...verdict(randomUUID(), wrong)))).toEqual([404, "case_not_found"]);
      codes.push((await domain.ask(...verdict(caseId, { payload: { outcome: "ESCALATED" }, ...wrong }))).status);
    }
    expect(codes).toEqual([412, 422, 422]);
  });
});
