import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";
import type { ThreatEvent } from "../../src/model/threat-event.ts";
import { SCOPES, SEVERITIES } from "../../src/model/vocabulary.ts";
import { aThreat, givenCase, givenThreats, givenUser } from "../support/given.ts";
import { REDIRECTING, routesOf } from "../support/router.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { givenOperator } from "../support/signed-in.ts";
import { keysOf } from "../support/specified.ts";
import { fillPath, givenWorld, SHIPPED_RULE, type World } from "../support/world.ts";

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let world: World;
let cookie: string;
/** Every GET path, with ids of the test data as parameters; without health checks and redirects. */
let paths: readonly string[];
beforeAll(async () => {
  service = await startTestService();
  world = await givenWorld(service, "alpha");
  ({ cookie } = await givenOperator(service));
  paths = routesOf(service.service.app)
    .filter(({ method, url }) => method === "GET" && !["/", "/healthz", "/readyz", ...REDIRECTING].includes(url))
    .map(({ url }) => fillPath(url, { ...world.ids, rule: SHIPPED_RULE }));
});
afterAll(() => service.stop());

const inject = (path: string, headers: Readonly<Record<string, string>> = {}, method: "GET" | "HEAD" = "GET") =>
  service.service.app.inject({ method, url: path, headers: { "x-api-key": world.key, cookie, ...headers } });

const listed = (reply: TestReply, key: "items" | "data"): readonly Json[] => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body[key] as unknown as readonly Json[];
};
const time = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
const stamp = (minute: number) => time(minute).toISOString();

describe("filters for mirrors", () => {
  it("updated_after on /cases is inclusive", async () => {
    const domain = await service.givenDomain();
    const cases = await Promise.all([1, 2, 3].map((minute) => givenCase(domain.db, { updatedAt: time(minute) })));
    const changed = async (after: string) =>
      listed(await domain.ask(`/cases?updated_after=${after}`), "items").map((item) => item["case_id"]);
    expect(new Set(await changed(stamp(2)))).toEqual(new Set([cases[1]?.caseId, cases[2]?.caseId]));
    expect(await changed("2026-10-01T00:02:00.001Z")).toEqual([cases[2]?.caseId]);
    expect(await changed(stamp(4))).toEqual([]);
  });

  it("a verdict makes updated_after match the case", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db, { updatedAt: time(1) });
    const path = `/cases?updated_after=${service.clock.now.toISOString()}`;
    expect(listed(await domain.ask(path), "items")).toEqual([]);
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "ESCALATED" } });
    expect(listed(await domain.ask(path), "items")).toHaveLength(1);
  });

  it("updated_after on /users is inclusive", async () => {
    const domain = await service.givenDomain();
    for (const minute of [1, 2, 3]) await givenUser(domain.db, { updatedAt: time(minute), name: `at ${minute}` });
    const names = async (after: string) =>
      listed(await domain.ask(`/users?updated_after=${after}`), "items").map((item) => item["name"]);
    expect(new Set(await names(stamp(2)))).toEqual(new Set(["at 2", "at 3"]));
    expect(await names("2026-10-01T00:02:00.001Z")).toEqual(["at 3"]);
  });

  it("updated_after on /threats is inclusive and compares the recorded time, not created_at", async () => {
    const domain = await service.givenDomain();
    for (const minute of [1, 2, 3]) {
      await givenThreats(domain.db, [aThreat({ createdAt: time(100 - minute), title: `at ${minute}` })], time(minute));
    }
    const titles = async (after: string, filter = "") =>
      listed(await domain.ask(`/threats?updated_after=${after}${filter}`), "data").map((item) => item["title"]);
    expect(await titles(stamp(2))).toEqual(["at 2", "at 3"]);
    expect(await titles("2026-10-01T00:02:00.001Z")).toEqual(["at 3"]);
    expect(await titles(stamp(4))).toEqual([]);
    expect(await titles(stamp(2), "&category=initial_access&source=entra_signin")).toEqual(["at 2", "at 3"]);
    expect(await titles(stamp(2), "&category=impact")).toEqual([]);
    expect(await titles(stamp(1), "&page_size=1")).toEqual(["at 1"]);
  });

  it("updated_after on /threats gives the same list for many changed events as for few", async () => {
    const domain = await service.givenDomain();
    const threats = Array.from({ length: 2_300 }, (_, n) =>
      aThreat({ createdAt: time(n % 50), category: [`c${n % 3}`] }),
    );
    await givenThreats(domain.db, threats, time(60));
    const older = Array.from({ length: 20 }, (_, n) => aThreat({ createdAt: time(n), category: ["c1"] }));
    await givenThreats(domain.db, older, time(0));
    const walk = async (filter: string) => {
      const ids: unknown[] = [];
      for (let after = ""; ; ) {
        const { body } = await domain.ask(`/threats?page_size=200&${filter}${after}`);
        ids.push(...(body["data"] as unknown as readonly Json[]).map((item) => item["event_id"]));
        if (body["next_cursor"] === null) return ids;
        after = `&next_cursor=${body["next_cursor"]}`;
      }
    };
    const expected = (isIncluded: (threat: ThreatEvent) => boolean) =>
      threats
        .filter(isIncluded)
        .sort((one, other) => {
          const byTime = other.createdAt.getTime() - one.createdAt.getTime();
          return byTime === 0 ? (one.eventId < other.eventId ? 1 : -1) : byTime;
        })
        .map(({ eventId }) => eventId);
    expect(await walk(`updated_after=${stamp(60)}`)).toEqual(expected(() => true));
    expect(await walk(`updated_after=${stamp(60)}&category=c1`)).toEqual(
      expected(({ category }) => category.includes("c1")),
    );
  });

  it("created_after is inclusive and created_before exclusive on /threats, so consecutive windows have no gap or overlap", async () => {
    const domain = await service.givenDomain();
    await givenThreats(
      domain.db,
      [1, 2, 3].map((minute) => aThreat({ createdAt: time(minute), title: `at ${minute}` })),
    );
    const titles = async (query: string) =>
      listed(await domain.ask(`/threats?${query}`), "data").map((item) => item["title"]);
    expect(await titles(`created_after=${stamp(2)}`)).toEqual(["at 3", "at 2"]);
    expect(await titles(`created_before=${stamp(2)}`)).toEqual(["at 1"]);
    expect(await titles(`created_after=${stamp(1)}&created_before=${stamp(3)}`)).toEqual(["at 2", "at 1"]);
    expect((await domain.ask(`/threats?created_after=${stamp(2)}&created_before=${stamp(2)}`)).status).toBe(400);
  });

  it("severity on /threats matches exactly, and an unknown value is 400 with the allowed ones", async () => {
    const domain = await service.givenDomain();
    await givenThreats(
      domain.db,
      SEVERITIES.map((severity) => aThreat({ severity, title: severity })),
    );
    for (const severity of SEVERITIES) {
      const found = listed(await domain.ask(`/threats?severity=${severity}`), "data");
      expect(found.map((item) => item["title"])).toEqual([severity]);
    }
    expect((await domain.ask("/threats?severity=HIGH")).body).toMatchObject({
      error: "invalid_parameter",
      param: "severity",
      allowed: [...SEVERITIES],
    });
  });

  it("every extension filter combines with the specified ones and with cursors", async () => {
    const domain = await service.givenDomain();
    const user = await givenUser(domain.db);
    const mine = [1, 2, 3].map((minute) => aThreat({ tuid: user.tuid, createdAt: time(minute), severity: "high" }));
    await givenThreats(domain.db, [...mine, aThreat({ createdAt: time(2), severity: "high" })]);
    const query = `tuid=${user.tuid}&severity=high&created_after=${stamp(1)}&page_size=2`;
    const first = await domain.ask(`/threats?${query}`);
    const second = await domain.ask(`/threats?${query}&next_cursor=${first.body["next_cursor"]}`);
    const ids = [...listed(first, "data"), ...listed(second, "data")].map((item) => item["event_id"]);
    expect(ids).toEqual(mine.map(({ eventId }) => eventId).reverse());
  });
});

describe("include and GET /cases/{case_id}", () => {
  const include = async (domain: TestDomain, words: string) =>
    listed(await domain.ask(`/cases?include=${words}`), "items")[0] ?? {};

  it("a default response has exactly the specified fields", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    expect(Object.keys(listed(await domain.ask("/cases"), "items")[0] ?? {})).toEqual(keysOf("Case"));
    expect(Object.keys((await domain.ask(`/cases/${caseId}`)).body)).toEqual(keysOf("Case"));
  });

  it("include adds state, verdict or both after the specified fields, in a fixed order", async () => {
    const domain = await service.givenDomain();
    await givenCase(domain.db, { state: "investigating" });
    expect(Object.keys(await include(domain, "state"))).toEqual([...keysOf("Case"), "state"]);
    expect(Object.keys(await include(domain, "verdict"))).toEqual([...keysOf("Case"), "verdict"]);
    expect(Object.keys(await include(domain, "verdict,state"))).toEqual([...keysOf("Case"), "state", "verdict"]);
    expect(await include(domain, "state,verdict")).toMatchObject({ state: "investigating", verdict: null });
  });

  it("the included verdict is the current one, with all its comments and events", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const payload = { outcome: "TRUE_POSITIVE", comment: "Confirmed.", event_ids: [eventIds[0] ?? ""] };
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload });
    expect(await include(domain, "state,verdict")).toMatchObject({
      state: "enforced",
      verdict: {
        outcome: "TRUE_POSITIVE",
        resolved: true,
        comments: ["Confirmed."],
        event_ids: [eventIds[0]],
        processed_at: service.clock.now.toISOString(),
      },
    });
  });

  it("an unknown or repeated value of include is 400", async () => {
    for (const path of ["/cases", `/cases/${world.ids["case_id"]}`]) {
      for (const words of ["nope", "state,nope", "state,state", "STATE", "state,", ""]) {
        expect([words, (await world.ask(`${path}?include=${words}`)).status]).toEqual([words, 400]);
      }
    }
  });

  it("GET /cases/{case_id} returns one case as the list shows it", async () => {
    for (const query of ["", "?include=state", "?include=state,verdict"]) {
      const one = await world.ask(`/cases/${world.found.caseId}${query}`);
      expect(one.body).toEqual(listed(await world.ask(`/cases${query}`), "items")[0]);
    }
  });

  it("each include of a case has its own ETag, and each is valid for If-Match", async () => {
    const domain = await service.givenDomain();
    const seen = new Set<string>();
    for (const query of ["", "?include=state", "?include=verdict", "?include=state,verdict"]) {
      const { caseId } = await givenCase(domain.db);
      const etag = String((await domain.ask(`/cases/${caseId}${query}`)).headers["etag"]);
      seen.add(etag.replace(/^"[^.]+/, ""));
      const say = (outcome: string) =>
        domain.ask(`/cases/${caseId}/verdict`, { method: "POST", headers: { "if-match": etag }, payload: { outcome } });
      expect([query, (await say("SAFE")).status]).toEqual([query, 200]);
      expect([query, (await say("ESCALATED")).status]).toEqual([query, 412]);
    }
    expect(seen.size).toBe(4);
  });
});

describe("conditional requests", () => {
  it("every GET has an ETag and returns 304 for If-None-Match, without a body and with the same ETag", async () => {
    expect(paths.length).toBeGreaterThan(12);
    for (const path of paths) {
      const first = await inject(path);
      const etag = String(first.headers["etag"]);
      expect([path, first.statusCode, /^"[\w.-]+"$/.test(etag)]).toEqual([path, 200, true]);
      const again = await inject(path, { "if-none-match": etag });
      expect([path, again.statusCode, again.body, again.headers["etag"]]).toEqual([path, 304, "", etag]);
      expect(again.headers["cache-control"]).toBe(first.headers["cache-control"]);
    }
  });

  it("HEAD supports If-None-Match in the same way", async () => {
    for (const path of paths) {
      const etag = String((await inject(path, {}, "HEAD")).headers["etag"]);
      expect([path, (await inject(path, { "if-none-match": etag }, "HEAD")).statusCode]).toEqual([path, 304]);
    }
  });

  it("a weak ETag, a list of ETags and * match; a different ETag does not", async () => {
    for (const path of paths) {
      const etag = String((await inject(path)).headers["etag"]);
      for (const tags of [`W/${etag}`, `"other", ${etag}`, "*"]) {
        expect([path, tags, (await inject(path, { "if-none-match": tags })).statusCode]).toEqual([path, tags, 304]);
      }
      expect((await inject(path, { "if-none-match": '"other"' })).statusCode).toBe(200);
    }
  });

  it("responses are private and must be revalidated; errors are never cached", async () => {
    for (const path of paths.filter((each) => each.startsWith("/api/") && !each.endsWith("openapi.json"))) {
      expect([path, (await inject(path)).headers["cache-control"]]).toEqual([path, "private, no-cache"]);
    }
    expect((await world.ask("/cases?page_size=0")).headers["cache-control"]).toBe("no-store");
    expect((await service.ask("/cases")).headers["cache-control"]).toBe("no-store");
  });

  it("an ETag changes if and only if the data changes", async () => {
    const domain = await service.givenDomain();
    const tagOf = async () => (await domain.ask("/users")).headers["etag"];
    const before = await tagOf();
    await givenCase(domain.db);
    expect(await tagOf()).toBe(before);
    const user = await givenUser(domain.db);
    const after = await tagOf();
    expect(after).not.toBe(before);
    await givenUser(domain.db, user);
    expect(await tagOf()).toBe(after);
  });

  it("the response to a verdict has no ETag", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const reply = await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    expect([reply.headers["etag"], reply.headers["cache-control"]]).toEqual([undefined, "no-store"]);
  });

  it("a 304 does not count against the limit", async () => {
    const domain = await service.givenDomain();
    const first = await domain.ask("/users");
    const headers = { "if-none-match": String(first.headers["etag"]) };
    for (let i = 0; i < 3; i++) {
      expect((await domain.ask("/users", { headers })).headers["x-ratelimit-remaining"]).toBe("999");
    }
  });
});

describe("compression", () => {
  it("gzip and brotli decode to the same bytes, on every GET large enough to compress", async () => {
    const sizes: number[] = [];
    for (const path of paths) {
      const plain = (await inject(path)).rawPayload;
      for (const [encoding, decode] of [
        ["gzip", gunzipSync],
        ["br", brotliDecompressSync],
      ] as const) {
        const reply = await inject(path, { "accept-encoding": encoding });
        expect(reply.headers["vary"]).toBe("accept-encoding");
        if (plain.length < 1_024) {
          expect([path, reply.headers["content-encoding"]]).toEqual([path, undefined]);
          continue;
        }
        expect([path, reply.headers["content-encoding"]]).toEqual([path, encoding]);
        expect(decode(reply.rawPayload).equals(plain), path).toBe(true);
        sizes.push(reply.rawPayload.length - plain.length);
      }
    }
    expect(sizes.length).toBeGreaterThan(6);
    expect(Math.max(...sizes)).toBeLessThan(0);
  });

  it("each encoding has its own ETag, and each ETag revalidates every encoding", async () => {
    const path = "/api/v1/external/threats";
    const tags = await Promise.all(
      ["identity", "gzip", "br"].map(
        async (encoding) => (await inject(path, { "accept-encoding": encoding })).headers["etag"],
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const etag of tags) {
      const headers = { "accept-encoding": "br", "if-none-match": String(etag) };
      expect((await inject(path, headers)).statusCode).toBe(304);
    }
  });

  it("the preferred encoding is used, and a refused one is not", async () => {
    const path = "/api/v1/external/threats";
    const chosen = async (accepted: string) =>
      (await inject(path, { "accept-encoding": accepted })).headers["content-encoding"];
    expect(await chosen("gzip, deflate, br")).toBe("br");
    expect(await chosen("gzip;q=1.0, br;q=0.5")).toBe("gzip");
    expect(await chosen("br;q=0, gzip")).toBe("gzip");
    expect(await chosen("*")).toBe("br");
    expect(await chosen("deflate")).toBeUndefined();
    expect(await chosen("gzip;q=0, br;q=0")).toBeUndefined();
    expect(await chosen("identity")).toBeUndefined();
  });
});

describe("GET /whoami", () => {
  it("it returns domain, key, scopes, expiry, limits and the readiness of each resource", async () => {
    const domain = await service.givenDomain({ ready: false });
    const expiresAt = new Date("2027-01-31T00:00:00.000Z");
    const key = await domain.anotherKey({ scopes: ["cases:read"], expiresAt });
    const { body } = await domain.ask("/whoami", { key });
    expect(Object.keys(body)).toEqual(["domain", "key", "limits", "readiness"]);
    expect(body).toMatchObject({
      domain: { domain_id: domain.domainId, name: domain.name },
      key: { key_id: key.slice(4, 12), name: "test", scopes: ["cases:read"], expires_at: expiresAt.toISOString() },
      limits: { read: { limit: 1000, window_seconds: 60 }, write: { limit: 200, window_seconds: 60 } },
    });
    const readiness = body["readiness"] as unknown as Json;
    expect(Object.keys(readiness)).toEqual(["cases", "threats", "personas", "nhi", "nhi-clusters"]);
    expect(readiness["nhi"]).toMatchObject({ ready: false, days_until_ready: 7 });
  });

  it("any valid key can call it, whatever its scopes, and the secret is not shown", async () => {
    for (const scope of SCOPES) {
      const key = await world.anotherKey({ scopes: [scope] });
      const reply = await world.ask("/whoami", { key });
      expect([scope, reply.status]).toEqual([scope, 200]);
      expect(reply.text).not.toContain(key.slice(13));
    }
  });

  it("each key of a domain gets its own data", async () => {
    const [one, two] = [
      await world.anotherKey({ scopes: ["nhi:read"] }),
      await world.anotherKey({ scopes: ["drift:read"] }),
    ];
    expect((await world.ask("/whoami", { key: one })).body).toMatchObject({ key: { scopes: ["nhi:read"] } });
    expect((await world.ask("/whoami", { key: two })).body).toMatchObject({ key: { scopes: ["drift:read"] } });
  });
});

describe("extensions are marked in the OpenAPI document", () => {
  const document = openApiDocument();

  it("x-extension marks exactly what is not in the specification", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    expect(operations.filter(({ operation }) => operation["x-extension"]).map(({ name }) => name)).toEqual([
      "get /cases/{case_id}",
      "get /threats/{event_id}/evidence",
      "get /integrations",
      "get /drift",
      "get /nhi/clusters",
      "get /whoami",
    ]);
    const added = operations.flatMap(({ name, operation }) =>
      operation.parameters
        .filter((parameter) => parameter["x-extension"] && parameter.name !== "If-None-Match")
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(added).toEqual([
      "get /cases updated_after",
      "get /cases include",
      "post /cases/{case_id}/verdict Idempotency-Key",
      "post /cases/{case_id}/verdict If-Match",
      "get /threats severity",
      "get /threats created_after",
      "get /threats created_before",
      "get /threats updated_after",
      "get /users updated_after",
      "get /cases/{case_id} include",
    ]);
    for (const { name, operation } of operations.filter((each) => each.name.startsWith("get"))) {
      const conditional = operation.parameters.find((parameter) => parameter.name === "If-None-Match");
      expect([name, conditional?.["x-extension"]]).toEqual([name, true]);
    }
  });

  it("properties and headers that are extensions are marked", () => {
    const marked = Object.entries(document.components.schemas["Case"]?.properties ?? {})
      .filter(([, member]) => member["x-extension"])
      .map(([name]) => name);
    expect(marked).toEqual([
      ...["state", "verdict", "severity", "score", "reasons", "first_event_at", "last_event_at"],
    ]);
    expect(document.components.headers["ETag"]?.["x-extension"]).toBe(true);
    expect(document.components.headers["Idempotency-Replayed"]?.["x-extension"]).toBe(true);
  });
});
