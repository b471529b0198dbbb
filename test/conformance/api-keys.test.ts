import { createHmac } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { rotateApiKey } from "../../src/actions/rotate-api-key.ts";
import { SCOPES } from "../../src/model/vocabulary.ts";
import { findApiKey, listApiKeys } from "../../src/store/domains/api-keys.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { keyIdOf, keyOf, secretOf, unknownKey } from "../support/key-text.ts";
import { runCommand } from "../support/run-command.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { isWrite, type WatchedDatabase, watchDatabase } from "../support/watched-database.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let watched: WatchedDatabase;
let observed: SecondService;
beforeAll(async () => {
  service = await startTestService();
  watched = watchDatabase(service.database);
  observed = await startSecondService(service, { database: watched });
});
afterAll(async () => {
  await observed.stop();
  await service.stop();
});

const contextOf = ({ db }: TestDomain) => ({ db, clock: () => service.clock.now, actor: TEST_ACTOR }) as const;
const later = (ms: number) => new Date(service.clock.now.getTime() + ms);

async function at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  const started = service.clock.now;
  service.clock.now = moment;
  try {
    return await work();
  } finally {
    service.clock.now = started;
  }
}

/** Uses a new address for each request, because an address with many invalid keys is rate-limited. */
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Runs a command line on the test's database and returns what it printed as JSON. */
async function cli(...argv: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...argv, "--json"], {
    PARAPET_SECRET: TEST_PEPPER,
    PARAPET_DATABASE_URL: service.databaseUrl,
    PARAPET_DATA_DIR: service.dataDir,
  });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("the format of a key", () => {
  it("a key is ppt_<8 base62 id>_<32 base62 secret><6 base62 CRC32>", async () => {
    const domain = await service.givenDomain();
    expect(domain.key).toMatch(/^ppt_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
    expect(domain.key).toBe(keyOf(keyIdOf(domain.key), secretOf(domain.key)));
    expect((await domain.ask("/whoami")).body["key"]).toMatchObject({ key_id: keyIdOf(domain.key) });
  });

  it("no two keys share an id or a secret", async () => {
    const domain = await service.givenDomain();
    const keys = [domain.key, ...(await Promise.all(Array.from({ length: 20 }, () => domain.anotherKey())))];
    expect(new Set(keys.map(keyIdOf)).size).toBe(keys.length);
    expect(new Set(keys.map(secretOf)).size).toBe(keys.length);
  });

  it("a bad checksum is refused before any database access: any single character changed", async () => {
    const { key } = await service.givenDomain();
    const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. ");
    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), character, async (place, replacement) => {
        const changed = key.slice(0, place) + replacement + key.slice(place + 1);
        fc.pre(changed.trim() !== key && key.trim() === key);
        await expectUntouched(changed);
      }),
      { numRuns: 150 },
    );
  });

  it("a bad checksum is refused before any database access: any two neighbors swapped", async () => {
    const { key } = await service.givenDomain();
    for (let place = 0; place < key.length - 1; place++) {
      const swapped = key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
      if (swapped !== key) await expectUntouched(swapped);
    }
  });

  it("a bad checksum is refused before any database access: truncated, extended or in another case", async () => {
    const { key } = await service.givenDomain();
    for (const text of [key.slice(0, -1), key.slice(1), `${key}0`, key.toUpperCase(), key.toLowerCase(), `"${key}"`]) {
      await expectUntouched(text);
    }
  });

  it("a well-formed key is looked up in the database", async () => {
    const before = watched.statements.length;
    const reply = await observed.ask("/users", { key: unknownKey(), address: newAddress() });
    expect([reply.status, reply.body["error"]]).toEqual([401, "invalid_api_key"]);
    expect(watched.statements.length).toBeGreaterThan(before);
  });

  async function expectUntouched(key: string): Promise<void> {
    const before = watched.statements.length;
    const reply = await observed.ask("/users", { key, address: newAddress() });
    expect([key, reply.status, reply.body["error"]]).toEqual([key, 401, "invalid_api_key"]);
    expect(watched.statements.length).toBe(before);
  }
});

describe("what is stored of a key", () => {
  it("the id and an HMAC-SHA-256 of the secret under the server's pepper are stored", async () => {
    const domain = await service.givenDomain();
    const stored = await findApiKey(domain.db, keyIdOf(domain.key));
    const digest = createHmac("sha256", TEST_PEPPER).update(secretOf(domain.key)).digest();
    expect(Buffer.from(stored?.secretDigest ?? "", "base64url")).toEqual(digest);
  });

  it("neither the key nor its secret is in any table, even after use", async () => {
    const domain = await service.givenDomain();
    await domain.ask("/users");
    await domain.ask("/cases/11111111-1111-4111-8111-111111111111/verdict", {
      method: "POST",
      payload: { outcome: "SAFE" },
      headers: { "idempotency-key": "once" },
    });
    // The session user sees the rows of all domains.
    const everything = await service.database.exclusively(async (_run, db) => {
      const tables = await db.query<{ name: string }>(
        "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
      );
      const rows: string[] = [];
      for (const { name } of tables) {
        rows.push(...(await db.query<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row));
      }
      return rows.join("\n");
    });
    expect(everything).toContain(keyIdOf(domain.key));
    expect(everything).not.toContain(secretOf(domain.key));
  });

  it("the key is shown once: later reads contain neither its secret nor its digest", async () => {
    const domain = await service.givenDomain();
    const digest = (await findApiKey(domain.db, keyIdOf(domain.key)))?.secretDigest ?? "nothing";
    const shown =
      (await domain.ask("/whoami")).text + JSON.stringify(await cli("key", "list", "--domain", domain.name));
    expect(shown).toContain(keyIdOf(domain.key));
    expect(shown).not.toContain(secretOf(domain.key));
    expect(shown).not.toContain(digest);
  });

  it("the same secret under another pepper is another key", async () => {
    const domain = await service.givenDomain();
    const elsewhere = await startSecondService(service, { pepper: "another pepper, which is long enough as well" });
    try {
      const reply = await elsewhere.ask("/users", { key: domain.key });
      expect([reply.status, reply.body["error"]]).toEqual([401, "invalid_api_key"]);
    } finally {
      await elsewhere.stop();
    }
  });

  it("created_by is kept, and a key belongs to a domain, not to a person", async () => {
    const domain = await service.givenDomain();
    const [stored] = await listApiKeys(domain.db);
    expect(stored).toMatchObject({ createdBy: "operator:test", createdAt: service.clock.now });
    expect((await domain.ask("/whoami")).text).not.toContain("operator");
  });

  it("last_used_at and last_used_ip are kept without a write on the read path", async () => {
    const domain = await service.givenDomain();
    const lazily = watchDatabase(service.database);
    const reader = await startSecondService(service, { database: lazily });
    for (const path of ["/users", "/cases", "/whoami", "/users?page_size=1"]) {
      expect((await reader.ask(path, { key: domain.key, address: "203.0.113.9" })).status).toBe(200);
    }
    expect(lazily.statements.length).toBeGreaterThan(0);
    expect(lazily.statements.filter(isWrite)).toEqual([]);
    expect(await findApiKey(domain.db, keyIdOf(domain.key))).toMatchObject({ lastUsedAt: null, lastUsedIp: null });
    await reader.stop();
    const used = { lastUsedAt: service.clock.now, lastUsedIp: "203.0.113.9" };
    expect(await findApiKey(domain.db, keyIdOf(domain.key))).toMatchObject(used);
  });

  it("when two processes record the last use, the latest use is kept", async () => {
    const domain = await service.givenDomain();
    const [early, late] = [await startSecondService(service), await startSecondService(service)];
    await early.ask("/users", { key: domain.key, address: "203.0.113.1" });
    await at(later(HOUR_MS), () => late.ask("/users", { key: domain.key, address: "203.0.113.2" }));
    await late.stop();
    await early.stop();
    const used = { lastUsedAt: later(HOUR_MS), lastUsedIp: "203.0.113.2" };
    expect(await findApiKey(domain.db, keyIdOf(domain.key))).toMatchObject(used);
  });

  it("a rejected request does not count as use of the key", async () => {
    const domain = await service.givenDomain();
    const key = await domain.anotherKey({ scopes: [], allowedAddresses: ["10.0.0.0/8"] });
    const reader = await startSecondService(service);
    await reader.ask("/users", { key, address: "10.0.0.1" });
    await reader.ask("/whoami", { key, address: "203.0.113.9" });
    await reader.stop();
    expect(await findApiKey(domain.db, keyIdOf(key))).toMatchObject({ lastUsedAt: null, lastUsedIp: null });
  });
});

describe("the lifetime of a key", () => {
  it("a new key has all :read scopes except evidence:read", async () => {
    const domain = await service.givenDomain();
    const { key } = await createApiKey(contextOf(domain), TEST_PEPPER, { name: null, expiresAt: null });
    const whoami = (await service.ask("/whoami", { key })).body["key"] as unknown as { scopes: string[] };
    expect(whoami.scopes.toSorted()).toEqual(
      SCOPES.filter((scope) => scope.endsWith(":read") && scope !== "evidence:read").toSorted(),
    );
    const made = await cli("key", "create", "--domain", domain.name);
    const stored = await findApiKey(domain.db, String(made["key_id"]));
    expect(stored?.scopes.toSorted()).toEqual(whoami.scopes.toSorted());
  });

  it("there are ten scopes", () => {
    const ten =
      "cases:read cases:verdict threats:read evidence:read users:read personas:read nhi:read integrations:read drift:read ingest:write";
    expect([...SCOPES].sort()).toEqual(ten.split(" ").sort());
  });

  it("a key expires after 90 days by default, and 'never' is allowed", async () => {
    const domain = await service.givenDomain();
    const before = Date.now();
    const made = await cli("key", "create", "--domain", domain.name);
    const expiry = new Date(String(made["expires_at"])).getTime();
    expect(expiry).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
    expect(expiry).toBeLessThanOrEqual(Date.now() + 90 * DAY_MS);
    const forever = await cli("key", "create", "--domain", domain.name, "--expires", "never");
    expect(forever["expires_at"]).toBeNull();
    expect((await service.ask("/users", { key: String(forever["key"]) })).status).toBe(200);
  });

  it("a domain may forbid keys that never expire, for rotations too", async () => {
    const domain = await service.givenDomain();
    await domain.db.execute("update domains set keys_may_never_expire = false where domain_id = $1");
    const never = { name: null, expiresAt: null };
    await expect(createApiKey(contextOf(domain), TEST_PEPPER, never)).rejects.toThrow(/never expire/);
    const request = { keyId: keyIdOf(domain.key), overlapMs: 0, expiresAt: null };
    await expect(rotateApiKey(contextOf(domain), TEST_PEPPER, request)).rejects.toThrow(/never expire/);
    expect((await domain.ask("/users")).status).toBe(200);
    expect(await listApiKeys(domain.db)).toHaveLength(1);
    await createApiKey(contextOf(domain), TEST_PEPPER, { name: null, expiresAt: later(DAY_MS) });
    expect(await listApiKeys(domain.db)).toHaveLength(2);
  });

  it("rotation mints a sibling with the same scopes and addresses", async () => {
    const domain = await service.givenDomain();
    const old = await domain.anotherKey({ scopes: ["users:read"], allowedAddresses: ["10.0.0.0/8"] });
    const request = { keyId: keyIdOf(old), overlapMs: HOUR_MS, expiresAt: later(30 * DAY_MS) };
    const { key, keyId } = await rotateApiKey(contextOf(domain), TEST_PEPPER, request);
    expect(await findApiKey(domain.db, keyId)).toMatchObject({
      scopes: ["users:read"],
      allowedAddresses: ["10.0.0.0/8"],
      replaces: keyIdOf(old),
      expiresAt: later(30 * DAY_MS),
    });
    expect((await service.ask("/users", { key, address: "10.0.0.1" })).status).toBe(200);
    expect((await service.ask("/threats", { key, address: "10.0.0.1" })).status).toBe(403);
  });

  it.each([0, HOUR_MS, 7 * DAY_MS])(
    "the old key of a rotation ends exactly after an overlap of %d ms",
    async (overlapMs) => {
      const domain = await service.givenDomain();
      const old = domain.key;
      const ends = later(overlapMs);
      const { key } = await rotateApiKey(contextOf(domain), TEST_PEPPER, {
        keyId: keyIdOf(old),
        overlapMs,
        expiresAt: null,
      });
      const before = await at(new Date(ends.getTime() - 1), () => service.ask("/users", { key: old }));
      expect(before.status).toBe(200);
      const after = await at(ends, () => service.ask("/users", { key: old }));
      expect([after.status, after.body["error"]]).toEqual([401, "inactive_api_key"]);
      expect((await at(ends, () => service.ask("/users", { key }))).status).toBe(200);
    },
  );

  it("the overlap is 24 hours by default", async () => {
    const domain = await service.givenDomain();
    const before = Date.now();
    await cli("key", "rotate", "--domain", domain.name, keyIdOf(domain.key));
    const ends = (await findApiKey(domain.db, keyIdOf(domain.key)))?.expiresAt?.getTime() ?? 0;
    expect(ends).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(ends).toBeLessThanOrEqual(Date.now() + DAY_MS);
  });

  it("the successor lives as long as the old key was to, unless a lifetime is given", async () => {
    const domain = await service.givenDomain();
    const issue = (...words: string[]) => cli("key", ...words, "--domain", domain.name);
    const daysOf = ({ expires_at: expiresAt }: Record<string, unknown>) =>
      expiresAt === null ? null : Math.round((Date.parse(String(expiresAt)) - Date.now()) / DAY_MS);
    const old = String((await issue("create", "--expires", "30d"))["key_id"]);
    expect(daysOf(await issue("rotate", old))).toBe(30);
    expect(daysOf(await issue("rotate", old))).toBe(30);
    expect(daysOf(await issue("rotate", old, "--expires", "7d"))).toBe(7);
    expect(daysOf(await issue("rotate", old, "--expires", "never"))).toBeNull();
    const endless = String((await issue("create", "--expires", "never"))["key_id"]);
    expect(daysOf(await issue("rotate", endless))).toBeNull();
    expect(daysOf(await issue("create"))).toBe(90);
  });

  it.each([-1, 7 * DAY_MS + 1, Number.NaN])(
    "an overlap of %d ms, outside 0 to 7 days, is refused",
    async (overlapMs) => {
      const domain = await service.givenDomain();
      const rotate = async () =>
        rotateApiKey(contextOf(domain), TEST_PEPPER, { keyId: keyIdOf(domain.key), overlapMs, expiresAt: null });
      await expect(rotate()).rejects.toThrow(/between 0 and 7 days/);
      expect(await listApiKeys(domain.db)).toHaveLength(1);
    },
  );

  it("a rotation never extends the lifetime of the old key", async () => {
    const domain = await service.givenDomain();
    const old = await domain.anotherKey({ expiresAt: later(HOUR_MS) });
    await rotateApiKey(contextOf(domain), TEST_PEPPER, { keyId: keyIdOf(old), overlapMs: DAY_MS, expiresAt: null });
    expect((await findApiKey(domain.db, keyIdOf(old)))?.expiresAt).toEqual(later(HOUR_MS));
  });

  it("an inactive key cannot be rotated", async () => {
    const domain = await service.givenDomain();
    const ended = await domain.anotherKey({ expiresAt: later(HOUR_MS) });
    const request = { keyId: keyIdOf(ended), overlapMs: 0, expiresAt: null };
    const rotate = () => at(later(HOUR_MS), async () => rotateApiKey(contextOf(domain), TEST_PEPPER, request));
    await expect(rotate()).rejects.toThrow(/no active key/);
  });
});
