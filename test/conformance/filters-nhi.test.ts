import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keysOf, NHI_CLASSES, PROVIDERS } from "../../src/model/vocabulary.ts";
import { givenNhi, givenNhiDetail } from "../support/given.ts";
import { idsOf, LIST_ROUTES, type ListRoute, pageOf } from "../support/lists.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

const NHI = LIST_ROUTES.find(({ path }) => path === "/nhi/personas") as ListRoute;
type Query = Readonly<Record<string, string>>;

const ask = (query: Query) => domain.ask(`/nhi/personas?${new URLSearchParams(query)}`);
const list = async (query: Query) => idsOf(await ask(query), NHI);
const refused = async (query: Query) => {
  const { status, body } = await ask(query);
  return { status, error: body["error"], param: body["param"], allowed: body["allowed"] } as const;
};

const provider = (key: keyof typeof PROVIDERS) => ({ key, label: PROVIDERS[key] });
const classed = (nhiClass: keyof typeof NHI_CLASSES) => ({ nhiClass, nhiClassLabel: NHI_CLASSES[nhiClass] });
const ids = (...items: readonly { readonly nuid: string }[]) => items.map(({ nuid }) => nuid).sort();

it("GET /nhi/personas: the response is `next_cursor` and `items`", async () => {
  expect(pageOf(await domain.ask("/nhi/personas"))).toEqual({ next_cursor: null, items: [] });
  await givenNhi(domain.db);
  expect(Object.keys(pageOf(await domain.ask("/nhi/personas")))).toEqual(["next_cursor", "items"]);
});

it("an identity is listed whether or not it has been analyzed", async () => {
  const known = await givenNhi(domain.db, { hasPersona: false });
  const analyzed = await givenNhi(domain.db, { hasPersona: true });
  await givenNhiDetail(domain.db, analyzed.nuid, { nuid: analyzed.nuid });
  expect(await list({})).toEqual(ids(known, analyzed));
});

describe("GET /nhi/personas: free-text filter on display name, principal id or app id", () => {
  it("`search` is a case-insensitive substring of any of the three", async () => {
    const item = await givenNhi(domain.db, {
      displayName: "Payroll Export",
      principalId: "c0ffee00-1111-4222-8333-444455556666",
      appId: "BEEF-77",
    });
    await givenNhi(domain.db, { displayName: "backup", principalId: null, appId: null });
    for (const search of ["payroll", "L E", "EXPORT", "C0FFEE", "33-4444", "beef-77", "f-7", "y", "ee"]) {
      expect(await list({ search }), search).toEqual([item.nuid]);
    }
  });

  it("a match never spans two of the three fields, and other fields are not searched", async () => {
    await givenNhi(domain.db, {
      displayName: "abc",
      principalId: "def",
      appId: "ghi",
      stewardUpn: "steward@x.example",
      archetype: "pipeline",
      archetypeLabel: "Pipeline",
    });
    for (const search of ["cdef", "cd", "abc\u001fdef", "c\u001f", "steward", "pipeline", "entra", "service"]) {
      expect(await list({ search }), JSON.stringify(search)).toEqual([]);
    }
  });

  it("an identity without principal id and app id is found by its name, and not by `null`", async () => {
    const item = await givenNhi(domain.db, { displayName: "backup", principalId: null, appId: null });
    expect(await list({ search: "back" })).toEqual([item.nuid]);
    expect(await list({ search: "null" })).toEqual([]);
  });

  it("`%`, `_` and `\\` are literal", async () => {
    const odd = await givenNhi(domain.db, { displayName: "a%b_c\\d" });
    await givenNhi(domain.db, { displayName: "aXbYcZd" });
    for (const search of ["a%b", "b_c", "c\\d", "%", "_", "\\"]) {
      expect(await list({ search }), search).toEqual([odd.nuid]);
    }
  });

  it("`search` has 1 to 256 characters", async () => {
    expect((await ask({ search: "x".repeat(256) })).status).toBe(200);
    expect(await refused({ search: "x".repeat(257) })).toMatchObject({ status: 400, param: "search" });
  });
});

describe("GET /nhi/personas: comma-separated identity classes", () => {
  it("`nhi_class` returns identities of any of the classes", async () => {
    const agent = await givenNhi(domain.db, classed("ai_agent"));
    const app = await givenNhi(domain.db, classed("oauth_app"));
    await givenNhi(domain.db, classed("service_account"));
    expect(await list({ nhi_class: "ai_agent" })).toEqual([agent.nuid]);
    expect(await list({ nhi_class: "oauth_app,ai_agent" })).toEqual(ids(agent, app));
    expect(await list({ nhi_class: "machine_account" })).toEqual([]);
  });

  it("every published class is accepted, alone and all together", async () => {
    const item = await givenNhi(domain.db);
    for (const word of keysOf(NHI_CLASSES)) expect((await ask({ nhi_class: word })).status, word).toBe(200);
    expect(await list({ nhi_class: keysOf(NHI_CLASSES).join(",") })).toEqual([item.nuid]);
  });

  it.each(["robot", "ai_agent,robot", "AI_AGENT", "AI agent", " ai_agent"])(
    "a member that the published vocabulary does not hold is 400 with `allowed`: %s",
    async (nhi_class) => {
      const allowed = keysOf(NHI_CLASSES);
      const expected = { status: 400, error: "invalid_parameter", param: "nhi_class", allowed };
      expect(await refused({ nhi_class })).toEqual(expected);
    },
  );
});

describe("GET /nhi/personas: comma-separated platform family keys or labels", () => {
  it("`provider` accepts keys or labels, case-insensitively, and matches any of them", async () => {
    const entra = await givenNhi(domain.db, { provider: provider("entra") });
    const aws = await givenNhi(domain.db, { provider: provider("aws") });
    await givenNhi(domain.db, { provider: provider("github") });
    for (const one of ["aws", "AWS", "Amazon Web Services", "amazon WEB services"]) {
      expect(await list({ provider: one }), one).toEqual([aws.nuid]);
    }
    for (const both of ["aws,entra", "microsoft entra id,aws", "Entra,Amazon Web Services"]) {
      expect(await list({ provider: both }), both).toEqual(ids(entra, aws));
    }
    expect(await list({ provider: "okta" })).toEqual([]);
  });

  it("a provider given by key and by label is the same provider", async () => {
    const aws = await givenNhi(domain.db, { provider: provider("aws") });
    expect(await list({ provider: "aws,Amazon Web Services,AWS" })).toEqual([aws.nuid]);
  });

  it("every published key and label is accepted", async () => {
    for (const key of keysOf(PROVIDERS)) {
      const item = await givenNhi(domain.db, { provider: provider(key) });
      expect(await list({ provider: key }), key).toEqual([item.nuid]);
      expect(await list({ provider: PROVIDERS[key] }), PROVIDERS[key]).toEqual([item.nuid]);
    }
  });

  it.each(["acme", "aws,acme", "amazon", "constructor", "__proto__"])(
    "a member that the published vocabulary does not hold is 400 with `allowed`: %s",
    async (name) => {
      const allowed = keysOf(PROVIDERS);
      const expected = { status: 400, error: "invalid_parameter", param: "provider", allowed };
      expect(await refused({ provider: name })).toEqual(expected);
    },
  );
});

it.each([
  ["nhi_class", "ai_agent,"],
  ["nhi_class", ",ai_agent"],
  ["nhi_class", ","],
  ["provider", "aws,,entra"],
  ["provider", ","],
])("an empty value in a list is 400: %s=%s", async (param, value) => {
  expect(await refused({ [param]: value })).toMatchObject({ status: 400, error: "invalid_parameter", param });
});

describe("GET /nhi/personas: status filter with values active, dormant, all", () => {
  it("the default is all, which includes dormant identities", async () => {
    const active = await givenNhi(domain.db, { status: "active" });
    const dormant = await givenNhi(domain.db, { status: "dormant" });
    expect(await list({})).toEqual(ids(active, dormant));
    expect(await list({ status: "all" })).toEqual(ids(active, dormant));
    expect(await list({ status: "active" })).toEqual([active.nuid]);
    expect(await list({ status: "dormant" })).toEqual([dormant.nuid]);
  });

  it.each(["Active", "inactive", "active,dormant", "any"])(
    "another value is 400 with `allowed`: %s",
    async (status) => {
      const allowed = ["active", "dormant", "all"];
      expect(await refused({ status })).toEqual({ status: 400, error: "invalid_parameter", param: "status", allowed });
    },
  );
});

describe("GET /nhi/personas: boolean `has_persona`", () => {
  it("true returns only identities that have a persona, false only the others", async () => {
    const analyzed = await givenNhi(domain.db, { hasPersona: true });
    const rest = await givenNhi(domain.db, { hasPersona: false });
    expect(await list({ has_persona: "true" })).toEqual([analyzed.nuid]);
    expect(await list({ has_persona: "false" })).toEqual([rest.nuid]);
    expect(await list({})).toEqual(ids(analyzed, rest));
  });

  it.each(["TRUE", "1", "0", "yes", "null", "true,false"])("another value is 400 with `allowed`: %s", async (value) => {
    const expected = { status: 400, error: "invalid_parameter", param: "has_persona", allowed: ["true", "false"] };
    expect(await refused({ has_persona: value })).toEqual(expected);
  });
});

it("GET /nhi/personas: several filters return items that match all of them", async () => {
  const wanted = {
    ...classed("oauth_app"),
    provider: provider("slack"),
    status: "dormant",
    hasPersona: true,
    principalId: null,
    appId: null,
  } as const;
  const found = await givenNhi(domain.db, { ...wanted, displayName: "digest-bot" });
  await givenNhi(domain.db, { ...wanted, displayName: "other" });
  await givenNhi(domain.db, { ...wanted, displayName: "digest-bot", ...classed("ai_agent") });
  await givenNhi(domain.db, { ...wanted, displayName: "digest-bot", provider: provider("okta") });
  await givenNhi(domain.db, { ...wanted, displayName: "digest-bot", status: "active" });
  await givenNhi(domain.db, { ...wanted, displayName: "digest-bot", hasPersona: false });
  for (const search of ["digest", "di", "b"]) {
    const query = { search, nhi_class: "oauth_app", provider: "Slack", status: "dormant", has_persona: "true" };
    expect(await list(query), search).toEqual([found.nuid]);
  }
});

it("no filter returns an identity of another domain", async () => {
  const other = await service.givenDomain();
  await givenNhi(other.db, { displayName: "digest-bot", hasPersona: true });
  const queries: readonly Query[] = [
    {},
    { search: "digest" },
    { search: "d" },
    { has_persona: "true" },
    { provider: "entra" },
  ];
  for (const query of queries) expect(await list(query)).toEqual([]);
});
