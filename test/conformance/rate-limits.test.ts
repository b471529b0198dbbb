import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RateLimits } from "../../src/contract/rate-limits.ts";
import { eventually } from "../support/eventually.ts";
import { givenCase, givenUser } from "../support/given.ts";
import { keyIdOf, unknownKey, withWrongSecret } from "../support/key-text.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import {
  type AskOptions,
  startTestService,
  type TestDomain,
  type TestReply,
  type TestService,
} from "../support/service.ts";
import { watchDatabase } from "../support/watched-database.ts";

/** Small quotas in a long window, so that no request leaves the window while a test runs. */
const LIMITS: RateLimits = { read: 4, write: 2, windowMs: 600_000, domainFactor: 5 };

let service: TestService;
let usual: SecondService;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
  usual = await startSecondService(service);
});
afterAll(async () => {
  await usual.stop();
  await service.stop();
});

const refusalOf = ({ status, body }: TestReply) => [status, body["error"], body["policy"]];
const remainingOf = ({ headers }: TestReply) => Number(headers["x-ratelimit-remaining"]);
const verdictOn = (caseId: string = randomUUID()): [string, AskOptions] => [
  `/cases/${caseId}/verdict`,
  { method: "POST", payload: { outcome: "SAFE" } },
];

async function useUp({ ask }: Pick<TestDomain, "ask">, times = LIMITS.read): Promise<void> {
  for (let time = 0; time < times; time++) expect((await ask("/whoami")).status).toBe(200);
}

/** Returns the seconds until more requests are available, and asserts that all headers agree. */
function resetOf({ headers }: TestReply): number {
  const seconds = Number(/;t=(\d+)$/.exec(headers["ratelimit"] ?? "")?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(LIMITS.windowMs / 1_000);
  expect(headers["x-ratelimit-reset"]).toBe(String(Math.ceil(service.clock.now.getTime() / 1_000) + seconds));
  return seconds;
}

describe("allowed requests", () => {
  it("the limits are 1,000 reads and 200 writes per minute", async () => {
    const domain = await service.givenDomain();
    const read = await usual.ask("/whoami", { key: domain.key });
    const [path, options] = verdictOn();
    const write = await usual.ask(path, { ...options, key: domain.key });
    expect(read.headers["ratelimit-policy"]).toBe('"read";q=1000;w=60');
    expect(write.headers["ratelimit-policy"]).toBe('"write";q=200;w=60');
    expect([remainingOf(read), remainingOf(write)]).toEqual([999, 199]);
    expect(read.body["limits"]).toEqual({
      read: { limit: 1000, window_seconds: 60 },
      write: { limit: 200, window_seconds: 60 },
    });
  });

  it("a key can make exactly as many requests as its limit", async () => {
    const domain = await service.givenDomain();
    await useUp(domain);
    expect(refusalOf(await domain.ask("/whoami"))).toEqual([429, "rate_limited", "read"]);
  });

  it("concurrent requests are counted like sequential ones", async () => {
    const domain = await service.givenDomain();
    const replies = await Promise.all(Array.from({ length: 20 }, () => domain.ask("/whoami")));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMITS.read);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - LIMITS.read);
  });

  it("the limit is per key: another key of the domain has its own limit", async () => {
    const domain = await service.givenDomain();
    await useUp(domain);
    const reply = await service.ask("/whoami", { key: await domain.anotherKey() });
    expect([reply.status, remainingOf(reply)]).toEqual([200, LIMITS.read - 1]);
  });

  it("HEAD counts as a read, whatever the path", async () => {
    const domain = await service.givenDomain();
    const remaining: number[] = [];
    for (const [path, method] of [
      ["/users", "HEAD"],
      ["/users", "GET"],
      ["/whoami", "HEAD"],
    ] as const) {
      const reply = await domain.ask(path, { method });
      expect(reply.headers["ratelimit-policy"]).toBe('"read";q=4;w=600');
      remaining.push(remainingOf(reply));
    }
    expect(remaining).toEqual([3, 2, 1]);
  });

  it("reads and writes have separate limits", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await useUp(domain);
    const [path, options] = verdictOn(caseId);
    const first = await domain.ask(path, options);
    expect([first.status, first.headers["ratelimit-policy"], remainingOf(first)]).toEqual([
      200,
      '"write";q=2;w=600',
      1,
    ]);
    await domain.ask(path, options);
    expect(refusalOf(await domain.ask(path, options))).toEqual([429, "rate_limited", "write"]);
    const fresh = await service.givenDomain();
    await fresh.ask(...verdictOn());
    await fresh.ask(...verdictOn());
    expect((await fresh.ask("/whoami")).status).toBe(200);
  });

  it.each(["read", "write"] as const)(
    "all keys of a domain together have 5 times the %s limit of one key",
    async (policy) => {
      const domain = await service.givenDomain();
      const [path, options]: [string, AskOptions] = policy === "read" ? ["/whoami", {}] : verdictOn();
      const ask = (key: string) => service.ask(path, { ...options, key });
      for (let key = 0; key < 5; key++) {
        const text = await domain.anotherKey();
        for (let time = 0; time < LIMITS[policy]; time++)
          expect((await ask(text)).status).toBe(policy === "read" ? 200 : 404);
      }
      const refused = await ask(domain.key);
      expect(refusalOf(refused)).toEqual([429, "rate_limited", `domain-${policy}`]);
      expect(remainingOf(refused)).toBe(LIMITS[policy]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      const elsewhere = await service.givenDomain();
      expect((await service.ask(path, { ...options, key: elsewhere.key })).status).not.toBe(429);
    },
  );
});

describe("rate limit headers", () => {
  it("every authenticated response has exactly the five headers", async () => {
    const domain = await service.givenDomain();
    for (const remaining of [3, 2, 1, 0]) {
      const reply = await domain.ask("/whoami");
      const seconds = resetOf(reply);
      expect(reply.headers).toMatchObject({
        "ratelimit-policy": '"read";q=4;w=600',
        ratelimit: `"read";r=${remaining};t=${seconds}`,
        "x-ratelimit-limit": "4",
        "x-ratelimit-remaining": String(remaining),
      });
    }
  });

  it.each<[number, string, AskOptions]>([
    [400, "/users?nope=1", {}],
    [403, "/threats", {}],
    [404, `/personas/${randomUUID()}`, {}],
    [
      415,
      `/cases/${randomUUID()}/verdict`,
      { method: "POST", payload: "x", headers: { "content-type": "text/plain" } },
    ],
    [413, `/cases/${randomUUID()}/verdict`, { method: "POST", payload: { comment: "x".repeat(70_000) } }],
    [423, `/nhi/personas`, {}],
  ])("an authenticated %d has them too", async (status, path, options) => {
    const domain = await service.givenDomain({ ready: status !== 423 });
    const key = await domain.anotherKey({ scopes: ["users:read", "personas:read", "cases:verdict", "nhi:read"] });
    const reply = await service.ask(path, { ...options, key });
    const policy = options.method === "POST" ? "write" : "read";
    expect([reply.status, reply.headers["x-ratelimit-remaining"]]).toEqual([status, String(LIMITS[policy] - 1)]);
    expect(reply.headers["ratelimit"]).toMatch(new RegExp(`^"${policy}";r=${LIMITS[policy] - 1};t=\\d+$`));
  });

  it("an unauthenticated response has none of them", async () => {
    const replies = [
      await service.ask("/users"),
      await service.ask("/users", { key: unknownKey() }),
      await service.ask("/nothing"),
    ];
    for (const { headers } of replies) {
      expect(Object.keys(headers).filter((name) => name.includes("ratelimit"))).toEqual([]);
    }
  });

  it("over the limit is 429 rate_limited with retry_after and policy, and Retry-After in whole seconds", async () => {
    const domain = await service.givenDomain();
    await useUp(domain);
    const reply = await domain.ask("/whoami");
    expect(reply.status).toBe(429);
    expect(reply.body).toEqual({
      error: "rate_limited",
      message: expect.stringContaining("4 read requests per 600 seconds"),
      request_id: reply.headers["x-request-id"],
      retry_after: resetOf(reply),
      policy: "read",
    });
    expect(reply.headers["retry-after"]).toBe(String(reply.body["retry_after"]));
    expect(reply.headers["ratelimit"]).toBe(`"read";r=0;t=${reply.body["retry_after"]}`);
  });

  it("after Retry-After seconds the request is accepted", async () => {
    const brief = await startSecondService(service, { limits: { ...LIMITS, read: 1, windowMs: 3_000 } });
    const { key } = await service.givenDomain();
    try {
      expect((await brief.ask("/whoami", { key })).status).toBe(200);
      const refused = await brief.ask("/whoami", { key });
      expect(refused.status).toBe(429);
      await pause(Number(refused.headers["retry-after"]) * 1_000);
      expect((await brief.ask("/whoami", { key })).status).toBe(200);
    } finally {
      await brief.stop();
    }
  });
});

describe("requests that do not count", () => {
  it("a rejected request counts neither against its key nor against its domain", async () => {
    const domain = await service.givenDomain();
    await useUp(domain);
    const first = await domain.ask("/whoami");
    for (let time = 0; time < 30; time++) expect((await domain.ask("/whoami")).status).toBe(429);
    const last = await domain.ask("/whoami");
    expect(Number(last.headers["retry-after"])).toBeLessThanOrEqual(Number(first.headers["retry-after"]));
    for (let key = 0; key < 4; key++) {
      const text = await domain.anotherKey();
      await useUp({ ask: (path, options) => service.ask(path, { ...options, key: text }) });
    }
  });

  it("a 304 does not count, and its headers show so", async () => {
    const domain = await service.givenDomain();
    await givenUser(domain.db);
    const first = await domain.ask("/users");
    expect(remainingOf(first)).toBe(3);
    for (let time = 0; time < 10; time++) {
      const again = await domain.ask("/users", { headers: { "if-none-match": String(first.headers["etag"]) } });
      expect([again.status, remainingOf(again)]).toEqual([304, 3]);
      expect(again.headers["ratelimit"]).toMatch(/^"read";r=3;t=\d+$/);
    }
    expect(remainingOf(await domain.ask("/users"))).toBe(2);
  });
});

describe("conditional requests", () => {
  it("a 304 for * counts as a read", async () => {
    const domain = await service.givenDomain();
    const headers = { "if-none-match": "*" };
    for (const remaining of [3, 2, 1, 0]) {
      const reply = await domain.ask("/users", { headers });
      expect([reply.status, remainingOf(reply)]).toEqual([304, remaining]);
    }
    expect(refusalOf(await domain.ask("/users", { headers }))).toEqual([429, "rate_limited", "read"]);
  });

  it("a 304 for a current ETag does not count against the read limit, up to five times that limit", async () => {
    const domain = await service.givenDomain();
    const first = await domain.ask("/users");
    const headers = { "if-none-match": String(first.headers["etag"]) };
    for (let time = 0; time < LIMITS.read * 5; time++) {
      const reply = await domain.ask("/users", { headers });
      expect([reply.status, remainingOf(reply)]).toEqual([304, 3]);
    }
    const refused = await domain.ask("/users", { headers });
    expect([...refusalOf(refused), remainingOf(refused)]).toEqual([429, "rate_limited", "conditional", 3]);
    expect(refused.headers["retry-after"]).toBe(String(refused.body["retry_after"]));
    const plain = await domain.ask("/users");
    expect([plain.status, remainingOf(plain)]).toEqual([200, 2]);
  });

  it("a list of * and ETags is free only if an ETag in it matches", async () => {
    const domain = await service.givenDomain();
    const first = await domain.ask("/users");
    const ask = async (tags: string) => {
      const reply = await domain.ask("/users", { headers: { "if-none-match": tags } });
      return [reply.status, remainingOf(reply)];
    };
    expect(await ask(`"other", *`)).toEqual([304, 2]);
    expect(await ask(`*, ${first.headers["etag"]}`)).toEqual([304, 2]);
  });

  it("concurrent conditional requests are limited before any work is done for them", async () => {
    const domain = await service.givenDomain();
    const headers = { "if-none-match": '"other"' };
    const replies = await Promise.all(Array.from({ length: 30 }, () => domain.ask("/users", { headers })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMITS.read);
    expect(replies.filter(({ body }) => body["policy"] === "read")).toHaveLength(30 - LIMITS.read);
  });
});

describe("bad credentials", () => {
  const wrongly = (through: Pick<TestService, "ask">, address: string, key = unknownKey()) =>
    through.ask("/users", { key, address });

  async function failSixtyTimes(through: Pick<TestService, "ask">, address: string): Promise<void> {
    for (let time = 0; time < 60; time++) expect((await wrongly(through, address)).status).toBe(401);
  }

  it("after 60 failures from one address the next is 429, without database access", async () => {
    const database = watchDatabase(service.database);
    const observed = await startSecondService(service, { database });
    const { key } = await service.givenDomain();
    try {
      await failSixtyTimes(observed, "203.0.113.1");
      const before = database.statements.length;
      for (const attempt of [unknownKey(), "hunter2", withWrongSecret(key), unknownKey()]) {
        const reply = await wrongly(observed, "203.0.113.1", attempt);
        expect(refusalOf(reply)).toEqual([429, "rate_limited", "bad-credentials"]);
        expect(reply.headers["retry-after"]).toBe(String(reply.body["retry_after"]));
        expect(Number(reply.body["retry_after"])).toBeGreaterThan(0);
        expect(Number(reply.body["retry_after"])).toBeLessThanOrEqual(60);
      }
      expect(database.statements.length).toBe(before);
      expect((await wrongly(observed, "203.0.113.2")).status).toBe(401);
    } finally {
      await observed.stop();
    }
  });

  it("a key that was used before still works from the same address", async () => {
    const domain = await service.givenDomain();
    const address = "203.0.113.3";
    expect((await usual.ask("/whoami", { key: domain.key, address })).status).toBe(200);
    await failSixtyTimes(usual, address);
    expect((await wrongly(usual, address)).status).toBe(429);
    expect((await usual.ask("/whoami", { key: domain.key, address })).status).toBe(200);
  });

  it("a valid key that the process has not seen works at once from a limited address", async () => {
    const domain = await service.givenDomain();
    const fresh = await startSecondService(service);
    const address = "203.0.113.7";
    try {
      await failSixtyTimes(fresh, address);
      expect((await wrongly(fresh, address)).status).toBe(429);
      expect((await fresh.ask("/whoami", { key: domain.key, address })).status).toBe(200);
      expect(refusalOf(await wrongly(fresh, address, withWrongSecret(domain.key)))).toEqual([
        429,
        "rate_limited",
        "bad-credentials",
      ]);
    } finally {
      await fresh.stop();
    }
  });

  it("a key created while its address is limited works soon", async () => {
    const domain = await service.givenDomain();
    const address = "203.0.113.8";
    await failSixtyTimes(usual, address);
    const key = await domain.anotherKey();
    const use = async () => expect((await usual.ask("/whoami", { key, address })).status).toBe(200);
    await eventually(use);
    expect((await wrongly(usual, address)).status).toBe(429);
  });

  it("invalid keys from a limited address read the database at most once in 5 seconds", async () => {
    const database = watchDatabase(service.database);
    const observed = await startSecondService(service, { database });
    const domain = await service.givenDomain();
    const address = "203.0.113.9";
    try {
      await failSixtyTimes(observed, address);
      const before = database.statements.length;
      const startedAt = performance.now();
      for (let time = 0; time < 300; time++) {
        const attempt = time % 2 ? unknownKey() : withWrongSecret(domain.key);
        expect((await wrongly(observed, address, attempt)).status).toBe(429);
      }
      const reads = database.statements.length - before;
      expect(reads).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 5_000) * 2);
    } finally {
      await observed.stop();
    }
  });

  it("an inactive key is 401 60 times a minute, then 429 from any address, without database access", async () => {
    const domain = await service.givenDomain();
    const ended = await domain.anotherKey({ expiresAt: service.clock.now });
    const database = watchDatabase(service.database);
    const observed = await startSecondService(service, { database });
    try {
      for (let time = 0; time < 60; time++) {
        expect(refusalOf(await wrongly(observed, `198.51.100.${time}`, ended))).toEqual([
          401,
          "inactive_api_key",
          undefined,
        ]);
      }
      const refused = await wrongly(observed, "198.51.100.100", ended);
      expect(refusalOf(refused)).toEqual([429, "rate_limited", "bad-credentials"]);
      expect(refused.headers["retry-after"]).toBe(String(refused.body["retry_after"]));
      const before = database.statements.length;
      const startedAt = performance.now();
      for (let time = 0; time < 100; time++) {
        expect((await wrongly(observed, `198.51.100.${time}`, ended)).status).toBe(429);
      }
      const reads = database.statements.length - before;
      expect(reads).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 1_000));
      expect((await observed.ask("/whoami", { key: domain.key, address: "198.51.100.1" })).status).toBe(200);
    } finally {
      await observed.stop();
    }
  });

  it("an inactive key over its limit works again soon after it is enabled", async () => {
    const domain = await service.givenDomain();
    const setDisabled = (disabled: boolean) =>
      domain.db.transaction(async (tx) => {
        await tx.execute("update api_keys set disabled = $2 where domain_id = $1", [disabled]);
        tx.markChanged("access");
      });
    const use = () => usual.ask("/whoami", { key: domain.key });
    await setDisabled(true);
    for (let time = 0; time < 60; time++) expect((await use()).status).toBe(401);
    expect((await use()).status).toBe(429);
    await setDisabled(false);
    await eventually(async () => expect((await use()).status).toBe(200));
  });

  it("malformed keys and wrong secrets count as failures; missing and inactive keys do not", async () => {
    const domain = await service.givenDomain();
    const ended = await domain.anotherKey({ expiresAt: service.clock.now });
    const address = "203.0.113.4";
    for (let time = 0; time < 70; time++) {
      const [reply, code] =
        time % 2
          ? [await usual.ask("/users", { address }), "missing_api_key"]
          : [await wrongly(usual, address, ended), "inactive_api_key"];
      expect(reply.body["error"]).toBe(code);
    }
    for (let time = 0; time < 60; time++) {
      const attempt = time % 2 ? "hunter2" : withWrongSecret(domain.key);
      expect((await wrongly(usual, address, attempt)).body["error"]).toBe("invalid_api_key");
    }
    expect((await wrongly(usual, address, "hunter2")).status).toBe(429);
  });

  it("a burst of first requests with valid keys is not limited", async () => {
    const domain = await service.givenDomain();
    const fresh = await startSecondService(service);
    try {
      const burst = Array.from({ length: 150 }, () =>
        fresh.ask("/whoami", { key: domain.key, address: "203.0.113.5" }),
      );
      expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await fresh.stop();
    }
  });

  it("a burst of invalid keys is limited to 60", async () => {
    const domain = await service.givenDomain();
    const guesses = Array.from({ length: 100 }, () => wrongly(usual, "203.0.113.6", withWrongSecret(domain.key)));
    const replies = await Promise.all(guesses);
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(60);
    expect(replies.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect((await service.ask("/whoami", { key: domain.key })).body["key"]).toMatchObject({
      key_id: keyIdOf(domain.key),
    });
  });
});
