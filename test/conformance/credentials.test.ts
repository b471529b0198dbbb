import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { publicEndpoints } from "../../src/contract/endpoints.ts";
import { SCOPES, type Scope } from "../../src/model/vocabulary.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { errorOf } from "../support/error-of.ts";
import { keyIdOf, unknownKey, withWrongSecret } from "../support/key-text.ts";
import { startSecondService } from "../support/second-service.ts";
import { type AskOptions, startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const revoke = ({ db }: TestDomain, key: string) =>
  revokeApiKey({ db, clock: () => service.clock.now, actor: TEST_ACTOR }, keyIdOf(key));

/** Changes a domain by SQL and increments its version, as every change does. */
async function byHand({ db }: TestDomain, statement: string, values: readonly unknown[] = []): Promise<void> {
  await db.transaction(async (tx) => {
    expect(await tx.execute(statement, values)).toBe(1);
    tx.markChanged("access");
  });
}

describe("where a key is accepted", () => {
  it("the key is sent in X-API-Key", async () => {
    const domain = await service.givenDomain();
    const reply = await service.ask("/whoami", { headers: { "X-API-Key": domain.key } });
    expect(reply.body["domain"]).toEqual({ domain_id: domain.domainId, name: domain.name });
  });

  it.each(["Bearer", "bearer", "BEARER"])("the key is also accepted as Authorization: %s", async (scheme) => {
    const domain = await service.givenDomain();
    const reply = await service.ask("/whoami", { headers: { authorization: `${scheme} ${domain.key}` } });
    expect(reply.body["domain"]).toEqual({ domain_id: domain.domainId, name: domain.name });
  });

  it.each([
    ["of another scheme", "Basic dXNlcjpwYXNz"],
    ["with a bearer token that is no key of ours", "Bearer eyJhbGciOiJub25lIn0.e30."],
    ["with a mistyped key", `Bearer ${unknownKey().slice(0, -1)}`],
    ["without a token", "Bearer"],
  ])("X-API-Key takes precedence, and an Authorization %s is ignored", async (_what, authorization) => {
    const domain = await service.givenDomain();
    expect((await domain.ask("/whoami", { headers: { authorization } })).status).toBe(200);
  });

  it("the same key in both headers is one key", async () => {
    const domain = await service.givenDomain();
    expect((await domain.ask("/whoami", { headers: bearer(domain.key) })).status).toBe(200);
  });

  it("X-API-Key with a different valid key as Bearer is 400 ambiguous_credentials", async () => {
    const domain = await service.givenDomain();
    const other = await service.givenDomain();
    for (const second of [other.key, await domain.anotherKey(), unknownKey()]) {
      expect(errorOf(await domain.ask("/whoami", { headers: bearer(second) }))).toEqual([400, "ambiguous_credentials"]);
    }
  });

  it("X-API-Key takes precedence even if it is invalid and Authorization is valid", async () => {
    const domain = await service.givenDomain();
    const reply = await service.ask("/whoami", { key: "not-a-key", headers: { authorization: "Basic dTpw" } });
    expect(errorOf(reply)).toEqual([401, "invalid_api_key"]);
    const rescued = await service.ask("/whoami", { key: "not-a-key", headers: bearer(domain.key) });
    expect(rescued.status).toBe(400);
  });

  it("two different keys in one header are rejected", async () => {
    const [one, other] = [await service.givenDomain(), await service.givenDomain()];
    for (const name of ["x-api-key", "authorization"]) {
      const values = [one.key, other.key].map((key) => (name === "authorization" ? `Bearer ${key}` : key));
      const reply = await service.ask("/whoami", { headers: { [name]: values.join(", ") } });
      expect([name, ...errorOf(reply)]).toEqual([name, 401, "invalid_api_key"]);
    }
  });

  it.each(["api_key", "x-api-key", "apikey", "key", "access_token"])(
    "a key in the query string is ignored: %s is an unknown parameter",
    async (name) => {
      const domain = await service.givenDomain();
      const withoutHeader = await service.ask(`/users?${name}=${domain.key}`);
      expect(errorOf(withoutHeader)).toEqual([401, "missing_api_key"]);
      const withHeader = await domain.ask(`/users?${name}=${domain.key}`);
      expect(errorOf(withHeader)).toEqual([400, "unknown_parameter"]);
      expect(withHeader.body["param"]).toBe(name);
      expect(withHeader.text).not.toContain(domain.key);
    },
  );
});

describe("rejected keys", () => {
  it.each<[string, Record<string, string>]>([
    ["no header", {}],
    ["an empty X-API-Key", { "x-api-key": "" }],
    ["a blank X-API-Key", { "x-api-key": "   " }],
    ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }],
    ["Bearer without a token", { authorization: "Bearer " }],
    ["a bare token", { authorization: unknownKey() }],
  ])("%s is 401 missing_api_key", async (_what, headers) => {
    expect(errorOf(await service.ask("/users", { headers }))).toEqual([401, "missing_api_key"]);
  });

  it.each([
    ["free text", "hunter2"],
    ["a well-formed key that nobody has", unknownKey()],
    ["a key with something behind it", `${unknownKey()}x`],
    ["8,000 characters", "k".repeat(8_000)],
    ["characters outside ASCII", "schl\u00fcssel"],
  ])("%s is 401 invalid_api_key, in either header", async (_what, key) => {
    for (const headers of [{ "x-api-key": key }, bearer(key)]) {
      const reply = await service.ask("/users", { headers });
      expect(errorOf(reply)).toEqual([401, "invalid_api_key"]);
      expect(reply.text).not.toContain(key);
    }
  });

  it("a known id with a wrong secret is invalid_api_key", async () => {
    const domain = await service.givenDomain();
    expect(errorOf(await service.ask("/users", { key: withWrongSecret(domain.key) }))).toEqual([
      401,
      "invalid_api_key",
    ]);
    expect((await domain.ask("/users")).status).toBe(200);
  });

  it("a key expires exactly at its time, not a millisecond sooner", async () => {
    const domain = await service.givenDomain();
    const expiresAt = new Date(service.clock.now.getTime() + 3_600_000);
    const key = await domain.anotherKey({ expiresAt });
    const started = service.clock.now;
    try {
      expect((await service.ask("/users", { key })).status).toBe(200);
      service.clock.now = new Date(expiresAt.getTime() - 1);
      expect((await service.ask("/users", { key })).status).toBe(200);
      service.clock.now = expiresAt;
      expect(errorOf(await service.ask("/users", { key }))).toEqual([401, "inactive_api_key"]);
    } finally {
      service.clock.now = started;
    }
  });

  it("a revoked key is inactive_api_key at once, in every process on the database", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey();
    const second = await startSecondService(service);
    const third = await startSecondService(service);
    try {
      expect((await service.ask("/users", { key })).status).toBe(200);
      expect((await second.ask("/users", { key })).status).toBe(200);
      await revoke(domain, key);
      // The third service has not seen the key before.
      for (const process of [service, second, third]) {
        expect(errorOf(await process.ask("/users", { key }))).toEqual([401, "inactive_api_key"]);
      }
      expect((await second.ask("/users", { key: domain.key })).status).toBe(200);
    } finally {
      await second.stop();
      await third.stop();
    }
  });

  it("a disabled key is inactive_api_key, and works again when it is enabled", async () => {
    const domain = await service.givenDomain();
    const setDisabled = (disabled: boolean) =>
      byHand(domain, "update api_keys set disabled = $3 where domain_id = $1 and key_id = $2", [
        keyIdOf(domain.key),
        disabled,
      ]);
    expect((await domain.ask("/users")).status).toBe(200);
    await setDisabled(true);
    expect(errorOf(await domain.ask("/users"))).toEqual([401, "inactive_api_key"]);
    await setDisabled(false);
    expect((await domain.ask("/users")).status).toBe(200);
  });

  it("inactive_api_key is returned only if the whole secret matches", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey();
    await revoke(domain, key);
    expect(errorOf(await service.ask("/users", { key: withWrongSecret(key) }))).toEqual([401, "invalid_api_key"]);
    expect(errorOf(await service.ask("/users", { key }))).toEqual([401, "inactive_api_key"]);
    expect(errorOf(await service.ask("/users", { key: withWrongSecret(key) }))).toEqual([401, "invalid_api_key"]);
  });

  it("every 401 carries WWW-Authenticate with both schemes, and no other status does", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey();
    await revoke(domain, key);
    const challenge = 'ApiKey realm="parapet", Bearer realm="parapet"';
    for (const options of [{}, { key: unknownKey() }, { key }] satisfies AskOptions[]) {
      const reply = await service.ask("/users", options);
      expect([reply.status, reply.headers["www-authenticate"]]).toEqual([401, challenge]);
    }
    for (const path of ["/users", "/users?nope=1", "/nothing-here"]) {
      expect((await domain.ask(path)).headers["www-authenticate"], path).toBeUndefined();
    }
  });
});

const SOME_ID = "11111111-1111-4111-8111-111111111111";
const NEEDED: Readonly<
  Record<keyof typeof publicEndpoints, readonly [scope: Scope | null, path: string, options?: AskOptions]>
> = {
  listCases: ["cases:read", "/cases"],
  getCase: ["cases:read", `/cases/${SOME_ID}`],
  submitVerdict: ["cases:verdict", `/cases/${SOME_ID}/verdict`, { method: "POST", payload: { outcome: "SAFE" } }],
  listThreats: ["threats:read", "/threats"],
  listUsers: ["users:read", "/users"],
  getPersona: ["personas:read", `/personas/${SOME_ID}`],
  getPersonaDetail: ["personas:read", `/personas/${SOME_ID}/detail`],
  listNhi: ["nhi:read", "/nhi/personas"],
  getNhiDetail: ["nhi:read", `/nhi/personas/${SOME_ID}/detail`],
  getIntegration: ["integrations:read", "/integrations/okta"],
  getDrift: ["drift:read", `/drift/${SOME_ID}`],
  getEvidence: ["evidence:read", `/threats/${SOME_ID}/evidence`],
  listIntegrations: ["integrations:read", "/integrations"],
  listDrift: ["drift:read", "/drift"],
  listNhiClusters: ["nhi:read", "/nhi/clusters"],
  whoami: [null, "/whoami"],
};

describe("what a key is allowed to do", () => {
  it("every operation of the contract refuses a request without a key", async () => {
    expect(Object.keys(NEEDED).sort()).toEqual(Object.keys(publicEndpoints).sort());
    for (const [, path, options] of Object.values(NEEDED)) {
      expect(errorOf(await service.ask(path, options)), path).toEqual([401, "missing_api_key"]);
    }
  });

  it.each(
    Object.entries(NEEDED).flatMap(([name, [scope, ...rest]]) => (scope ? [[name, scope, ...rest] as const] : [])),
  )(
    "%s requires exactly the scope %s; all other scopes together are 403 insufficient_scope",
    async (_name, scope, path, options) => {
      const domain = await service.givenDomain();
      const others = await domain.anotherKey({ scopes: SCOPES.filter((other) => other !== scope) });
      const refused = await service.ask(path, { ...options, key: others });
      expect([...errorOf(refused), refused.body["required_scope"]]).toEqual([403, "insufficient_scope", scope]);
      const enough = await service.ask(path, { ...options, key: await domain.anotherKey({ scopes: [scope] }) });
      expect([200, 404]).toContain(enough.status);
    },
  );

  it("any valid key can read /whoami, even one without scopes", async () => {
    const domain = await service.givenDomain();
    expect((await service.ask("/whoami", { key: await domain.anotherKey({ scopes: [] }) })).status).toBe(200);
  });

  it("a key gives access to its own domain only", async () => {
    const [one, other] = [await service.givenDomain(), await service.givenDomain()];
    const whose = async (domain: TestDomain) =>
      ((await domain.ask("/whoami")).body["domain"] as unknown as { domain_id: string }).domain_id;
    expect([await whose(one), await whose(other), await whose(one)]).toEqual([
      one.domainId,
      other.domainId,
      one.domainId,
    ]);
  });

  it("disabling the external API of a domain makes it 403 external_api_disabled at once, and affects no other domain", async () => {
    const [off, on] = [await service.givenDomain(), await service.givenDomain()];
    expect((await off.ask("/users")).status).toBe(200);
    await byHand(off, "update domains set external_api_disabled = true where domain_id = $1");
    expect(errorOf(await off.ask("/users"))).toEqual([403, "external_api_disabled"]);
    expect(errorOf(await off.ask("/whoami"))).toEqual([403, "external_api_disabled"]);
    expect((await on.ask("/users")).status).toBe(200);
    await byHand(off, "update domains set external_api_disabled = false where domain_id = $1");
    expect((await off.ask("/users")).status).toBe(200);
  });
});

describe("allowed addresses of a key", () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["an IPv4 block", ["10.1.2.0/24"], ["10.1.2.0", "10.1.2.255"], ["10.1.3.0", "10.1.1.255", "2001:db8::1"]],
    ["an IPv4 address", ["10.1.2.3"], ["10.1.2.3"], ["10.1.2.4"]],
    ["an IPv6 block", ["2001:db8:7::/48"], ["2001:db8:7::1", "2001:DB8:7:ffff::"], ["2001:db8:8::1", "10.1.2.3"]],
    ["an IPv6 address", ["2001:db8::5"], ["2001:db8::5", "2001:db8:0:0:0:0:0:5"], ["2001:db8::6"]],
    ["several blocks", ["10.0.0.0/8", "fd00::/8"], ["10.9.9.9", "fd12::1"], ["11.0.0.1", "fe80::1"]],
    ["everything of one family", ["0.0.0.0/0"], ["10.1.2.3", "203.0.113.9"], ["2001:db8::1"]],
    [
      "a block and IPv4-mapped IPv6",
      ["10.1.2.0/24"],
      ["::ffff:10.1.2.9", "::ffff:a01:209"],
      ["::ffff:10.1.3.9", "::ffff:a01:309"],
    ],
    ["a block that is itself in IPv6 clothes", ["::ffff:10.1.2.0/120"], ["10.1.2.9", "::ffff:10.1.2.9"], ["10.1.3.9"]],
  ])(
    "a key restricted to %s is ip_not_allowed from other addresses",
    async (_what, allowedAddresses, inside, outside) => {
      const domain = await service.givenDomain();
      const key = await domain.anotherKey({ allowedAddresses });
      for (const address of inside) expect((await service.ask("/users", { key, address })).status, address).toBe(200);
      for (const address of outside) {
        expect(errorOf(await service.ask("/users", { key, address })), address).toEqual([403, "ip_not_allowed"]);
      }
    },
  );

  it("X-Forwarded-For is ignored unless it comes from a trusted proxy", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey({ allowedAddresses: ["10.1.2.3"] });
    const headers = { "x-forwarded-for": "10.1.2.3" };
    expect(errorOf(await service.ask("/users", { key, headers, address: "203.0.113.9" }))).toEqual([
      403,
      "ip_not_allowed",
    ]);
  });

  it("behind a trusted proxy the forwarded address is used, without its port, and what is no address is not", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey({ allowedAddresses: ["10.1.2.3"] });
    const proxied = await startSecondService(service, { server: { trustedProxies: ["192.0.2.0/24"] } });
    const from = (forwarded: string) =>
      proxied.ask("/users", { key, headers: { "x-forwarded-for": forwarded }, address: "192.0.2.1" });
    try {
      expect((await from("10.1.2.3")).status).toBe(200);
      expect((await from("10.1.2.3, 192.0.2.7")).status).toBe(200);
      expect((await from("10.1.2.3:80")).status).toBe(200);
      for (const forwarded of [
        "10.1.2.3, 203.0.113.9",
        "nonsense",
        "10.1.2.3, nonsense",
        "fe80::1%eth0",
        "10.1.2.3/0",
      ]) {
        expect(errorOf(await from(forwarded)), forwarded).toEqual([403, "ip_not_allowed"]);
      }
    } finally {
      await proxied.stop();
    }
  });
});
