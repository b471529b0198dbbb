import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";
import { SCOPES, SEVERITIES } from "../../src/model/vocabulary.ts";
import { aThreat, givenCase, givenThreats, givenUser } from "../support/given.ts";
import { routesOf } from "../support/router.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { keysOf } from "../support/specified.ts";
import { fillPath, givenWorld, type World } from "../support/world.ts";

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let world: World;
/** Every path that can be read, with something of this world in place of its parameters. Probes are told apart. */
let paths: readonly string[];
beforeAll(async () => {
  service = await startTestService();
  world = await givenWorld(service, "alpha");
  paths = routesOf(service.service.app)
    .filter(({ method, url }) => method === "GET" && !["/healthz", "/readyz"].includes(url))
    .map(({ url }) => fillPath(url, world.ids));
});
afterAll(() => service.stop());

const inject = (path: string, headers: Readonly<Record<string, string>> = {}, method: "GET" | "HEAD" = "GET") =>
  service.service.app.inject({ method, url: path, headers: { "x-api-key": world.key, ...headers } });

const listed = (reply: TestReply, key: "items" | "data"): readonly Json[] => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body[key] as unknown as readonly Json[];
};
const time = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
const stamp = (minute: number) => time(minute).toISOString();

describe("K.1: mirrors", () => {
  it("K.1: updated_after on /cases is inclusive", async () => {
    const domain = await service.givenDomain();
    const cases = await Promise.all([1, 2, 3].map((minute) => givenCase(domain.db, { updatedAt: time(minute) })));
    const changed = async (after: string) =>
      listed(await domain.ask(`/cases?updated_after=${after}`), "items").map((item) => item["case_id"]);
    expect(new Set(await changed(stamp(2)))).toEqual(new Set([cases[1]?.caseId, cases[2]?.caseId]));
    expect(await changed("2026-10-01T00:02:00.001Z")).toEqual([cases[2]?.caseId]);
    expect(await changed(stamp(4))).toEqual([]);
  });

  it("K.1: a verdict moves a case into the window of updated_after", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db, { updatedAt: time(1) });
    const path = `/cases?updated_after=${service.clock.now.toISOString()}`;
    expect(listed(await domain.ask(path), "items")).toEqual([]);
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "ESCALATED" } });
    expect(listed(await domain.ask(path), "items")).toHaveLength(1);
  });

  it("K.1: updated_after on /users is inclusive", async () => {
    const domain = await service.givenDomain();
    for (const minute of [1, 2, 3]) await givenUser(domain.db, { updatedAt: time(minute), name: `at ${minute}` });
    const names = async (after: string) =>
      listed(await domain.ask(`/users?updated_after=${after}`), "items").map((item) => item["name"]);
    expect(new Set(await names(stamp(2)))).toEqual(new Set(["at 2", "at 3"]));
    expect(await names("2026-10-01T00:02:00.001Z")).toEqual(["at 3"]);
  });

  it("K.1: created_after is inclusive and created_before exclusive on /threats, so windows tile", async () => {
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

  it("K.1: severity on /threats is exact, and another word is 400 with the list", async () => {
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

  it("K.1: every extension filter combines with the specified ones and with cursors", async () => {
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

describe("K.1: include and GET /cases/{case_id}", () => {
  const include = async (domain: TestDomain, words: string) =>
    listed(await domain.ask(`/cases?include=${words}`), "items")[0] ?? {};

  it("K: a default answer carries exactly the specified fields", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    expect(Object.keys(listed(await domain.ask("/cases"), "items")[0] ?? {})).toEqual(keysOf("Case"));
    expect(Object.keys((await domain.ask(`/cases/${caseId}`)).body)).toEqual(keysOf("Case"));
  });

  it("K.1: include adds state, verdict or both behind the specified fields, in one order", async () => {
    const domain = await service.givenDomain();
    await givenCase(domain.db, { state: "investigating" });
    expect(Object.keys(await include(domain, "state"))).toEqual([...keysOf("Case"), "state"]);
    expect(Object.keys(await include(domain, "verdict"))).toEqual([...keysOf("Case"), "verdict"]);
    expect(Object.keys(await include(domain, "verdict,state"))).toEqual([...keysOf("Case"), "state", "verdict"]);
    expect(await include(domain, "state,verdict")).toMatchObject({ state: "investigating", verdict: null });
  });

  it("K.1: the included verdict is the latest decision, with everything said along with it", async () => {
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

  it("K.1: an unknown or repeated member of include is 400", async () => {
    for (const path of ["/cases", `/cases/${world.ids["case_id"]}`]) {
      for (const words of ["nope", "state,nope", "state,state", "STATE", "state,", ""]) {
        expect([words, (await world.ask(`${path}?include=${words}`)).status]).toEqual([words, 400]);
      }
    }
  });

  it("K.1: GET /cases/{case_id} answers one case as the list shows it", async () => {
    for (const query of ["", "?include=state", "?include=state,verdict"]) {
      const one = await world.ask(`/cases/${world.found.caseId}${query}`);
      expect(one.body).toEqual(listed(await world.ask(`/cases${query}`), "items")[0]);
    }
  });

  it("K.1: each include of a case has an entity tag of its own, and each is good for If-Match", async () => {
    const seen = new Set<string>();
    for (const query of ["", "?include=state", "?include=verdict", "?include=state,verdict"]) {
      const { caseId } = await givenCase(world.db);
      const etag = String((await world.ask(`/cases/${caseId}${query}`)).headers["etag"]);
      seen.add(etag.replace(/^"[^.]+/, ""));
      const say = (outcome: string) =>
        world.ask(`/cases/${caseId}/verdict`, { method: "POST", headers: { "if-match": etag }, payload: { outcome } });
      expect([query, (await say("SAFE")).status]).toEqual([query, 200]);
      expect([query, (await say("ESCALATED")).status]).toEqual([query, 412]);
    }
    expect(seen.size).toBe(4);
  });
});

describe("K.2: conditional requests", () => {
  it("K.2: every GET has an ETag and answers If-None-Match with 304, no body and the same tag", async () => {
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

  it("K.2: HEAD answers If-None-Match in the same way", async () => {
    for (const path of paths) {
      const etag = String((await inject(path, {}, "HEAD")).headers["etag"]);
      expect([path, (await inject(path, { "if-none-match": etag }, "HEAD")).statusCode]).toEqual([path, 304]);
    }
  });

  it("K.2: a weak tag, a list of tags and * match; another tag does not", async () => {
    for (const path of paths) {
      const etag = String((await inject(path)).headers["etag"]);
      for (const tags of [`W/${etag}`, `"other", ${etag}`, "*"]) {
        expect([path, tags, (await inject(path, { "if-none-match": tags })).statusCode]).toEqual([path, tags, 304]);
      }
      expect((await inject(path, { "if-none-match": '"other"' })).statusCode).toBe(200);
    }
  });

  it("K.2: the public API is private and revalidated; a refusal is never kept", async () => {
    for (const path of paths.filter((each) => each.startsWith("/api/") && !each.endsWith("openapi.json"))) {
      expect([path, (await inject(path)).headers["cache-control"]]).toEqual([path, "private, no-cache"]);
    }
    expect((await world.ask("/cases?page_size=0")).headers["cache-control"]).toBe("no-store");
    expect((await service.ask("/cases")).headers["cache-control"]).toBe("no-store");
  });

  it("K.2: a tag changes when the data does, and only then", async () => {
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

  it("K.2: a verdict has no entity tag: it is not a representation", async () => {
    const { caseId } = await givenCase(world.db);
    const reply = await world.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    expect([reply.headers["etag"], reply.headers["cache-control"]]).toEqual([undefined, "no-store"]);
  });

  it("D: a 304 costs nothing", async () => {
    const domain = await service.givenDomain();
    const first = await domain.ask("/users");
    const headers = { "if-none-match": String(first.headers["etag"]) };
    for (let i = 0; i < 3; i++) {
      expect((await domain.ask("/users", { headers })).headers["x-ratelimit-remaining"]).toBe("999");
    }
  });
});

describe("K.2: compression", () => {
  it("K.2: gzip and brotli decode to the same bytes, on every GET that is worth compressing", async () => {
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

  it("K.2: each encoding has a tag of its own, and any of them revalidates any encoding", async () => {
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

  it("K.2: what the client prefers is used, and what it refuses is not", async () => {
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

describe("K.3: GET /whoami", () => {
  it("K.3: it tells domain, key, scopes, expiry, limits and the readiness of each resource", async () => {
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

  it("K.3: any valid key may ask, whatever its scopes, and nothing of the secret is shown", async () => {
    for (const scope of SCOPES) {
      const key = await world.anotherKey({ scopes: [scope] });
      const reply = await world.ask("/whoami", { key });
      expect([scope, reply.status]).toEqual([scope, 200]);
      expect(reply.text).not.toContain(key.slice(13));
    }
  });

  it("K.3: each key is told about itself, though both share a domain", async () => {
    const [one, two] = [
      await world.anotherKey({ scopes: ["nhi:read"] }),
      await world.anotherKey({ scopes: ["drift:read"] }),
    ];
    expect((await world.ask("/whoami", { key: one })).body).toMatchObject({ key: { scopes: ["nhi:read"] } });
    expect((await world.ask("/whoami", { key: two })).body).toMatchObject({ key: { scopes: ["drift:read"] } });
  });
});

describe("K: extensions are marked in the OpenAPI document", () => {
  const document = openApiDocument();

  it("K: x-extension marks exactly what the specification does not have", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    expect(operations.filter(({ operation }) => operation["x-extension"]).map(({ name }) => name)).toEqual([
      "get /cases/{case_id}",
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
      "get /users updated_after",
      "get /cases/{case_id} include",
    ]);
    for (const { name, operation } of operations.filter((each) => each.name.startsWith("get"))) {
      const conditional = operation.parameters.find((parameter) => parameter.name === "If-None-Match");
      expect([name, conditional?.["x-extension"]]).toEqual([name, true]);
    }
  });

  it("K: members and headers that are additions are marked as such", () => {
    const marked = Object.entries(document.components.schemas["Case"]?.properties ?? {})
      .filter(([, member]) => member["x-extension"])
      .map(([name]) => name);
    expect(marked).toEqual(["state", "verdict"]);
    expect(document.components.headers["ETag"]?.["x-extension"]).toBe(true);
    expect(document.components.headers["Idempotency-Replayed"]?.["x-extension"]).toBe(true);
  });
});
