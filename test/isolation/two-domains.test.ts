import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { ADMIN_BASE_PATH, type AdminEndpoint } from "../../src/contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";
import { RIGHTS } from "../../src/model/role.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { givenCase } from "../support/given.ts";
import { routesOf } from "../support/router.ts";
import { type AskOptions, startTestService, type TestReply, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";
import { fillPath, givenWorld, type World } from "../support/world.ts";

const API = "/api/v1/external";
const ABSENT = "99999999-9999-4999-8999-999999999999";
const VERDICT: AskOptions = { method: "POST", payload: { outcome: "SAFE" } };

const INGEST = "/api/v1/ingest";
const ROW = { TimeGenerated: "2026-11-02T09:00:00Z", UserPrincipalName: "same@northwind.example", _ItemId: "the same" };
const GROUP = { id: "00000000-0000-4000-8000-00000000f001", displayName: "The same" };
const ROWS_KEPT = "select block from row_blocks where domain_id = $1";
const OBJECTS_KEPT = "select object_id from directory_objects where domain_id = $1";

/** What a route does with an id: look up an item, page from it, read a setting, accept a delivery, or nothing. */
type Row =
  | { readonly kind: "item"; readonly absent: string; readonly options?: AskOptions }
  | { readonly kind: "list"; readonly position: (world: World) => string }
  | { readonly kind: "setup" }
  | { readonly kind: "self" }
  | {
      readonly kind: "delivery";
      readonly method: "POST" | "PUT" | "PATCH";
      readonly line: object;
      readonly kept: string;
    }
  | { readonly kind: "console"; readonly endpoint: AdminEndpoint }
  | { readonly kind: "open" };

/** Operations of the admin API. Those on a domain are tested here; test/admin has the roles and everything about accounts. */
const CONSOLE = Object.fromEntries(
  Object.values(adminEndpoints).map((endpoint: AdminEndpoint) => [
    `${endpoint.method} ${ADMIN_BASE_PATH}${endpoint.path}`,
    { kind: "console", endpoint } as const,
  ]),
);

/** One entry for every route of the router; a missing entry fails the test below. */
const MATRIX: Readonly<Record<string, Row>> = {
  [`GET ${API}/cases`]: { kind: "list", position: ({ ids }) => ids["case_id"] ?? "" },
  [`GET ${API}/cases/:case_id`]: { kind: "item", absent: "case_not_found" },
  [`POST ${API}/cases/:case_id/verdict`]: { kind: "item", absent: "case_not_found", options: VERDICT },
  [`GET ${API}/threats`]: { kind: "list", position: ({ threatIds }) => [...threatIds].sort().at(-1) ?? "" },
  [`GET ${API}/users`]: { kind: "list", position: ({ ids }) => ids["tuid"] ?? "" },
  [`GET ${API}/personas/:tuid`]: { kind: "item", absent: "user_not_found" },
  [`GET ${API}/personas/:tuid/detail`]: { kind: "item", absent: "user_not_found" },
  [`GET ${API}/nhi/personas`]: { kind: "list", position: ({ ids }) => ids["nuid"] ?? "" },
  [`GET ${API}/nhi/personas/:nuid/detail`]: { kind: "item", absent: "nhi_not_found" },
  [`GET ${API}/nhi/clusters`]: { kind: "list", position: ({ ids }) => ids["cluster_id"] ?? "" },
  [`GET ${API}/drift/:drift_id`]: { kind: "item", absent: "drift_not_found" },
  [`GET ${API}/drift`]: { kind: "list", position: ({ ids }) => ids["drift_id"] ?? "" },
  [`GET ${API}/threats/:event_id/evidence`]: { kind: "item", absent: "threat_not_found" },
  [`GET ${API}/integrations`]: { kind: "setup" },
  [`GET ${API}/integrations/:connector_type`]: { kind: "setup" },
  [`GET ${API}/whoami`]: { kind: "self" },
  [`GET ${API}/openapi.json`]: { kind: "open" },
  [`POST ${INGEST}/tables/:table`]: { kind: "delivery", method: "POST", line: ROW, kept: ROWS_KEPT },
  [`PUT ${INGEST}/directory/:kind`]: { kind: "delivery", method: "PUT", line: GROUP, kept: OBJECTS_KEPT },
  [`PATCH ${INGEST}/directory/:kind`]: { kind: "delivery", method: "PATCH", line: GROUP, kept: OBJECTS_KEPT },
  [`GET ${INGEST}/openapi.json`]: { kind: "open" },
  ...CONSOLE,
  [`GET ${ADMIN_BASE_PATH}/openapi.json`]: { kind: "open" },
  "GET /docs/admin": { kind: "open" },
  "GET /docs/admin/": { kind: "open" },
  "GET /docs": { kind: "open" },
  "GET /docs/": { kind: "open" },
  "GET /docs/ingest": { kind: "open" },
  "GET /docs/ingest/": { kind: "open" },
  "GET /docs/reference.css": { kind: "open" },
  "GET /docs/reference.js": { kind: "open" },
  "GET /": { kind: "open" },
  "GET /favicon.ico": { kind: "open" },
  "GET /favicon.svg": { kind: "open" },
  "GET /healthz": { kind: "open" },
  "GET /readyz": { kind: "open" },
};

interface Case<R extends Row = Row> {
  readonly name: string;
  readonly url: string;
  readonly row: R;
}
const cases: readonly Case[] = Object.entries(MATRIX).map(([name, row]) => ({
  name,
  row,
  url: name.slice(name.indexOf(" ") + 1),
}));
const ofKind = <K extends Row["kind"]>(kind: K) =>
  cases.filter((each): each is Case<Extract<Row, { kind: K }>> => each.row.kind === kind);
const guarded = cases.filter(({ row }) => row.kind !== "open" && row.kind !== "console");
const inDomain = ofKind("console").filter(({ row }) => Object.hasOwn(RIGHTS, row.endpoint.requires));
function optionsOf(row: Row): AskOptions {
  if (row.kind === "delivery") return { method: row.method, payload: [row.line] };
  return row.kind === "item" ? (row.options ?? {}) : {};
}

let service: TestService;
let alpha: World;
let beta: World;
beforeAll(async () => {
  service = await startTestService();
  [alpha, beta] = [await givenWorld(service, "alpha-word"), await givenWorld(service, "beta-word")];
});
afterAll(() => service.stop());

/** Returns a response without the request id, the date and the caller's remaining limit. */
function comparable({ status, headers, text, body }: TestReply): unknown {
  const silent = new Set(["x-request-id", "date", "ratelimit", "x-ratelimit-remaining", "x-ratelimit-reset"]);
  const kept = Object.entries(headers).filter(([name]) => !silent.has(name));
  return { status, headers: kept, text: text.replaceAll(String(body["request_id"]), "the request's id") };
}

/** Asserts that the text contains no marker, id or name of the given domain. */
function expectNothingOf(world: World, text: string): void {
  const { connector_type: _shared, table: _table, kind: _kind, resource: _resource, ...ids } = world.ids;
  for (const secret of [world.word, world.domainId, world.name, ...world.threatIds, ...Object.values(ids)]) {
    expect(text).not.toContain(secret);
  }
}

/** Returns ids that do not exist; those of keys have another form. */
const absentOf = (ids: World["ids"]) => ({ ...absentIds(ids), key_id: "zzzzzzzz" });

const absentIds = (ids: World["ids"]) => Object.fromEntries(Object.keys(ids).map((name) => [name, ABSENT]));

describe("the matrix is complete", () => {
  it("every route of the router has an entry, and every entry a route", () => {
    const routes = routesOf(service.service.app).filter(({ method }) => method !== "HEAD");
    expect(cases.map(({ name }) => name).sort()).toEqual(routes.map(({ method, url }) => `${method} ${url}`).sort());
  });

  it("HEAD routes exist exactly for GET routes", () => {
    const heads = routesOf(service.service.app).filter(({ method }) => method === "HEAD");
    expect(heads.filter(({ url }) => MATRIX[`GET ${url}`] === undefined)).toEqual([]);
  });
});

describe.each(ofKind("item"))("$name", ({ url, row }) => {
  it("the owner gets its own item", async () => {
    const { caseId } = await givenCase(alpha.db);
    const ids = row.options ? { ...alpha.ids, case_id: caseId } : alpha.ids;
    expect((await alpha.ask(fillPath(url, ids), optionsOf(row))).status).toBe(200);
  });

  it("an id of another domain gets the same response as an unknown id, byte for byte", async () => {
    const foreign = await beta.ask(fillPath(url, alpha.ids), optionsOf(row));
    const absent = await beta.ask(fillPath(url, absentIds(alpha.ids)), optionsOf(row));
    expect(absent.status).toBe(404);
    expect(absent.body["error"]).toBe(row.absent);
    expect(comparable(foreign)).toEqual(comparable(absent));
    expectNothingOf(alpha, foreign.text);
  });

  it("the same applies to HEAD, conditional requests and ids in upper case", async () => {
    const [foreign, absent] = [fillPath(url, alpha.ids), fillPath(url, absentIds(alpha.ids))];
    const ways: readonly AskOptions[] = row.options
      ? [
          { ...row.options, headers: { "if-match": "*" } },
          { ...row.options, headers: { "idempotency-key": "k" } },
        ]
      : [{ method: "HEAD" }, { headers: { "if-none-match": "*" } }];
    for (const way of ways)
      expect(comparable(await beta.ask(foreign, way))).toEqual(comparable(await beta.ask(absent, way)));
    const shouted = fillPath(
      url,
      Object.fromEntries(Object.entries(alpha.ids).map(([n, id]) => [n, id.toUpperCase()])),
    );
    expect(comparable(await beta.ask(shouted, optionsOf(row)))).toEqual(
      comparable(await beta.ask(absent, optionsOf(row))),
    );
  });
});

describe.each(ofKind("list"))("$name", ({ url, row }) => {
  it("the owner gets its own items, another domain none of them", async () => {
    const [mine, theirs] = [await alpha.ask(url), await beta.ask(url)];
    expect(mine.text).toContain(alpha.word);
    expectNothingOf(beta, mine.text);
    expect(theirs.text).toContain(beta.word);
    expectNothingOf(alpha, theirs.text);
  });

  it("an id of another domain as cursor gets the same response as an unknown id, byte for byte", async () => {
    const at = (position: string) => beta.ask(`${url}?next_cursor=${position}`);
    const [own, foreign, absent] = [await at(row.position(beta)), await at(row.position(alpha)), await at(ABSENT)];
    expect([own.status, absent.status, absent.body["error"]]).toEqual([200, 400, "invalid_cursor"]);
    expect(comparable(foreign)).toEqual(comparable(absent));
  });
});

describe("filters", () => {
  const nobody = ABSENT;

  it("a user of another domain is an unknown user", async () => {
    const pairs: readonly (readonly [string, string])[] = [
      [`/threats?tuid=${alpha.ids["tuid"]}`, `/threats?tuid=${nobody}`],
      [`/threats?email=${alpha.word}@northwind.example`, "/threats?email=nobody@northwind.example"],
      [
        `/threats?tuid=${alpha.ids["tuid"]}&email=${alpha.word}@northwind.example`,
        `/threats?tuid=${nobody}&email=nobody@northwind.example`,
      ],
      [`/cases?email=${alpha.word}@northwind.example`, "/cases?email=nobody@northwind.example"],
      [`/users?search=${alpha.word}`, "/users?search=nobody-word"],
      [`/nhi/personas?search=${alpha.word}`, "/nhi/personas?search=nobody-word"],
    ];
    for (const [foreign, unknown] of pairs) {
      expect(comparable(await beta.ask(foreign)), foreign).toEqual(comparable(await beta.ask(unknown)));
    }
  });

  it("an address in both domains matches only items of the caller's domain", async () => {
    const shared = "shared@northwind.example";
    const [one, two] = [
      await givenCase(alpha.db, { userEmail: shared }),
      await givenCase(beta.db, { userEmail: shared }),
    ];
    const found = async (world: World) => (await world.ask(`/cases?email=${shared}`)).text;
    expect(await found(alpha)).toContain(one.caseId);
    expect(await found(alpha)).not.toContain(two.caseId);
    expect(await found(beta)).not.toContain(one.caseId);
  });

  it("an event of another domain gets the same response as an unknown event", async () => {
    const { caseId } = await givenCase(beta.db);
    const say = (eventId: string) =>
      beta.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE", event_ids: [eventId] } });
    const [foreign, absent] = [await say(alpha.threatIds[0] ?? ""), await say(ABSENT)];
    expect([foreign.status, foreign.body["error"]]).toEqual([422, "event_not_in_case"]);
    expect({ ...foreign.body, event_ids: [], request_id: "" }).toEqual({
      ...absent.body,
      event_ids: [],
      request_id: "",
    });
  });
});

describe.each(ofKind("delivery"))("$name", ({ url, row }) => {
  it("rows delivered to one domain are not in another, which can deliver the same rows", async () => {
    const [mine, theirs] = [await service.givenDomain(), await service.givenDomain()];
    const path = fillPath(url, alpha.ids);
    for (const domain of [mine, theirs]) {
      expect(await domain.db.query(row.kept)).toEqual([]);
      expect((await domain.ask(path, optionsOf(row))).body).toMatchObject({ accepted: 1, duplicates: 0, rejected: [] });
      expect(await domain.db.query(row.kept)).toHaveLength(1);
    }
    await theirs.ask(path, { method: row.method, payload: [] });
    expect(await mine.db.query(row.kept)).toHaveLength(1);
  });
});

describe("the console of one domain", () => {
  let member: Browser;
  beforeAll(async () => {
    member = await givenMember(service, beta, "owner");
  });
  const askFor = ({ url, row: { endpoint } }: (typeof inDomain)[number], world: World, ids: World["ids"]) =>
    member.ask(fillPath(url, { ...ids, domain_id: world.domainId }).slice(ADMIN_BASE_PATH.length), {
      method: endpoint.method,
      ...(endpoint.body && { payload: endpoint.bodyExample as object }),
    });

  it.each(inDomain)("$name finds nothing of another domain by its ids", async (route) => {
    const foreign = await askFor(route, beta, alpha.ids);
    expectNothingOf(alpha, foreign.text);
    if (!/:(?!domain_id|connector_type|resource)/.test(route.url)) return;
    expect(foreign.status).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(await askFor(route, beta, absentOf(alpha.ids))));
  });

  it.each(inDomain)("$name is no way into another domain", async (route) => {
    const foreign = await askFor(route, alpha, alpha.ids);
    expect([foreign.status, foreign.body["error"]]).toEqual([404, "domain_not_found"]);
    expectNothingOf(alpha, foreign.text);
  });

  it.each(inDomain)("$name accepts no API key", async ({ url, row: { endpoint } }) => {
    const path = fillPath(url, { ...alpha.ids, domain_id: alpha.domainId });
    for (const headers of [{ "x-api-key": alpha.key }, { authorization: `Bearer ${alpha.key}` }]) {
      const sent = { ...headers, "sec-fetch-site": "same-origin" };
      const reply = await service.ask(path, { method: endpoint.method, headers: sent });
      expect([reply.status, reply.body["error"]]).toEqual([401, "invalid_session"]);
    }
  });
});

describe("resources without an id", () => {
  it("a connector of one domain is not configured in another", async () => {
    const other = await service.givenDomain();
    expect((await alpha.ask("/integrations/okta")).body).toMatchObject({ configured: true });
    expect((await other.ask("/integrations/okta")).body).toMatchObject({ configured: false, created_at: null });
    expect((await alpha.ask("/integrations?status=not_configured")).text).not.toContain('"connector_type":"okta"');
    expect((await other.ask("/integrations?status=not_configured")).text).toContain('"connector_type":"okta"');
  });

  it("whoami returns only the key's own domain", async () => {
    const reply = await beta.ask("/whoami");
    expect(reply.text).toContain(beta.domainId);
    expectNothingOf(alpha, reply.text);
  });

  it("an Idempotency-Key used in another domain is unused here", async () => {
    const say = async (world: World) => {
      const { caseId } = await givenCase(world.db);
      const options = { ...VERDICT, headers: { "idempotency-key": "the same for both" } };
      return { caseId, reply: await world.ask(`/cases/${caseId}/verdict`, options) };
    };
    for (const { caseId, reply } of [await say(alpha), await say(beta)]) {
      expect([reply.status, reply.headers["idempotency-replayed"]]).toEqual([200, undefined]);
      expect(reply.body["case_id"]).toBe(caseId);
    }
  });

  it("the same id in two domains is two different items", async () => {
    const caseId = "00000000-0000-4000-8000-00000000abcd";
    await givenCase(alpha.db, { caseId, threatBrief: "first" });
    await givenCase(beta.db, { caseId, threatBrief: "second" });
    await alpha.ask(`/cases/${caseId}/verdict`, VERDICT);
    const states = await Promise.all([alpha, beta].map((world) => world.ask(`/cases/${caseId}?include=state`)));
    expect(states.map(({ body }) => [body["threat_brief"], body["state"]])).toEqual([
      ["first", "closed"],
      ["second", "discover"],
    ]);
  });
});

describe("credentials", () => {
  it.each(guarded)("$name rejects a revoked, an expired, an invalid and a missing key", async ({ url, row }) => {
    const revoked = await alpha.anotherKey();
    const actor = TEST_ACTOR;
    await revokeApiKey({ db: alpha.db, clock: () => service.clock.now, actor }, revoked.slice(4, 12));
    const expired = await alpha.anotherKey({ expiresAt: service.clock.now });
    const path = fillPath(url, alpha.ids);
    const refusals: readonly (readonly [string | null, string])[] = [
      [revoked, "inactive_api_key"],
      [expired, "inactive_api_key"],
      [null, "missing_api_key"],
      [`${alpha.key.slice(0, -1)}${alpha.key.endsWith("0") ? "1" : "0"}`, "invalid_api_key"],
    ];
    for (const [key, error] of refusals) {
      const reply = await service.ask(path, { ...optionsOf(row), key });
      expect([reply.status, reply.body["error"]]).toEqual([401, error]);
      expect(reply.headers["www-authenticate"]).toContain("ApiKey");
      expectNothingOf(alpha, reply.text);
    }
  });

  it.each(guarded)("$name with a key of another domain returns nothing of the first", async ({ url, row }) => {
    const reply = await beta.ask(fillPath(url, alpha.ids), optionsOf(row));
    expectNothingOf(alpha, reply.text);
    expectNothingOf(alpha, JSON.stringify(reply.headers));
  });

  it.each(ofKind("open"))("$name is the same for all callers and contains nothing of a domain", async ({ url }) => {
    const replies = await Promise.all(
      [undefined, alpha.key, beta.key, "wrong"].map((key) =>
        service.service.app.inject({ url, headers: key === undefined ? {} : { "x-api-key": key } }),
      ),
    );
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    for (const world of [alpha, beta]) expectNothingOf(world, replies[0]?.body ?? "");
  });
});
