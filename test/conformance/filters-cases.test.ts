import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownAddress } from "../../src/model/shown-person.ts";
import { CASE_STATES, THREAT_TYPES } from "../../src/model/vocabulary.ts";
import { givenCase, givenThreat, givenUser } from "../support/given.ts";
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

const CASES = LIST_ROUTES.find(({ path }) => path === "/cases") as ListRoute;

/** Returns the ids of the cases that match a query; values are percent-encoded. */
async function list(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return idsOf(await domain.ask(`/cases?${new URLSearchParams(query)}`), CASES);
}

const refused = async (query: Readonly<Record<string, string>>) => {
  const { status, body } = await domain.ask(`/cases?${new URLSearchParams(query)}`);
  return { status, error: body["error"], param: body["param"], allowed: body["allowed"] } as const;
};

it("GET /cases: the response is an object with `next_cursor` (string or null) and `items`", async () => {
  expect(pageOf(await domain.ask("/cases"))).toEqual({ next_cursor: null, items: [] });
  await givenCase(domain.db);
  await givenCase(domain.db);
  const page = pageOf(await domain.ask("/cases?page_size=1"));
  expect(Object.keys(page)).toEqual(["next_cursor", "items"]);
  expect(page.next_cursor).toBe(page.items?.[0]?.["case_id"]);
});

it("GET /cases: all query parameters are optional", async () => {
  const found = await givenCase(domain.db);
  expect(await list({})).toEqual([found.caseId]);
});

describe("GET /cases: `email` filters by user email", () => {
  it("it matches exactly and case-insensitively", async () => {
    const found = await givenCase(domain.db, { userEmail: "Maya.Ito@Northwind.example" });
    await givenCase(domain.db, { userEmail: "maya.ito@northwind.example.org" });
    expect(await list({ email: "maya.ito@northwind.example" })).toEqual([found.caseId]);
    expect(await list({ email: "MAYA.ITO@NORTHWIND.EXAMPLE" })).toEqual([found.caseId]);
  });

  it.each(["maya\u202eoti@x.example", "maya\u0007@x.example", "ma\u200bya@x.example", "maya\u2066@\u2069x.example"])(
    "an address with an invisible character is found as /users shows it and as the case shows it: %j",
    async (raw) => {
      const shown = shownAddress(raw) ?? "";
      expect(shown).not.toBe(raw);
      await givenUser(domain.db, { userPrincipalName: raw, emailAddresses: ["maya@other.example"] });
      await givenUser(domain.db, { userPrincipalName: "jon@x.example" });
      const found = await givenCase(domain.db, { userEmail: shown });
      await givenCase(domain.db, { userEmail: "jon@x.example" });
      const { items } = pageOf(await domain.ask("/users"));
      expect(items?.map((user) => user["user_principal_name"])).toContain(raw);
      for (const email of [raw, shown, shown.toUpperCase(), "maya@other.example"]) {
        expect(await list({ email }), email).toEqual([found.caseId]);
      }
    },
  );

  it("it matches any address or the UPN of the user", async () => {
    await givenUser(domain.db, {
      userPrincipalName: "m.ito@corp.example",
      emailAddresses: ["Maya.Ito@northwind.example", "maya@northwind.example"],
    });
    const byAlias = await givenCase(domain.db, { userEmail: "maya.ito@northwind.example" });
    const byUpn = await givenCase(domain.db, { userEmail: "M.Ito@corp.example" });
    await givenCase(domain.db, { userEmail: "jon@northwind.example" });
    const both = [byAlias.caseId, byUpn.caseId].sort().reverse();
    for (const email of ["m.ito@corp.example", "maya.ITO@northwind.example", "maya@northwind.example"]) {
      expect(await list({ email }), email).toEqual(both);
    }
  });

  it("it matches the user of the case's events, whatever address the case has, and lists the case once", async () => {
    const user = await givenUser(domain.db, { emailAddresses: ["maya@x.example", "old@x.example"] });
    const fields = { userEmail: "Old@x.example" };
    const event = await givenThreat(domain.db, { ...fields, tuid: user.tuid });
    const found = await givenCase(domain.db, { ...fields, eventIds: [event.eventId] });
    expect(await list({ email: "old@x.example" })).toEqual([found.caseId]);
    await givenUser(domain.db, { ...user, emailAddresses: ["maya@x.example"] });
    expect(await list({ email: "maya@x.example" })).toEqual([found.caseId]);
    expect(await list({ email: "old@x.example" })).toEqual([found.caseId]);
  });

  it("an unknown email alone is 200 with an empty list", async () => {
    await givenCase(domain.db);
    expect(pageOf(await domain.ask("/cases?email=nobody@northwind.example"))).toEqual({ next_cursor: null, items: [] });
  });

  it("a substring, a pattern and a look-alike of an address match nothing", async () => {
    await givenCase(domain.db, { userEmail: "maya.ito@northwind.example" });
    const near = [
      "maya.ito",
      "%",
      "maya_ito@northwind.example",
      "mаya.ito@northwind.example",
      " maya.ito@northwind.example",
    ];
    for (const email of near) expect(await list({ email }), email).toEqual([]);
  });

  it("a case without a user matches no address", async () => {
    await givenCase(domain.db, { userEmail: null, userName: null });
    expect(await list({ email: "null" })).toEqual([]);
  });

  it("the addresses of a user of another domain match nothing", async () => {
    const other = await service.givenDomain();
    await givenUser(other.db, { userPrincipalName: "a@x.example", emailAddresses: ["b@x.example"] });
    await givenCase(domain.db, { userEmail: "b@x.example" });
    expect(await list({ email: "a@x.example" })).toEqual([]);
  });

  it("an address shared by two users matches the cases of both", async () => {
    await givenUser(domain.db, { userPrincipalName: "one@x.example", emailAddresses: ["team@x.example"] });
    await givenUser(domain.db, { userPrincipalName: "two@x.example", emailAddresses: ["team@x.example"] });
    const one = await givenCase(domain.db, { userEmail: "one@x.example" });
    const two = await givenCase(domain.db, { userEmail: "two@x.example" });
    expect(await list({ email: "team@x.example" })).toEqual([one.caseId, two.caseId].sort().reverse());
  });
});

it("GET /cases: `state` is one of the five states and returns only cases in it", async () => {
  const closedAt = new Date("2026-11-01T09:00:00.000Z");
  for (const state of CASE_STATES) {
    const found = await givenCase(domain.db, { state, closedAt: state === "closed" ? closedAt : null, eventIds: [] });
    expect(await list({ state }), state).toEqual([found.caseId]);
  }
});

it("GET /cases: `threat_type` is one of the seven types and returns only cases of it", async () => {
  for (const threatType of THREAT_TYPES) {
    const found = await givenCase(domain.db, { threatType, eventIds: [] });
    expect(await list({ threat_type: threatType }), threatType).toEqual([found.caseId]);
  }
});

it.each([
  ["state", "open", CASE_STATES],
  ["state", "Discover", CASE_STATES],
  ["state", "discover,closed", CASE_STATES],
  ["threat_type", "malware", THREAT_TYPES],
  ["include", "events", ["state", "verdict", "severity", "times"]],
])("%s=%s is 400 `invalid_parameter` with `param` and `allowed`", async (param, value, allowed) => {
  const reply = await refused({ [param]: value });
  expect(reply).toEqual({ status: 400, error: "invalid_parameter", param, allowed });
});

describe("created_after and created_before", () => {
  const at = (text: string) => new Date(`2026-10-01T${text}Z`);

  it("`created_after` is inclusive, `created_before` exclusive", async () => {
    const early = await givenCase(domain.db, { createdAt: at("09:59:59.999"), eventIds: [] });
    const exact = await givenCase(domain.db, { createdAt: at("10:00:00.000"), eventIds: [] });
    const late = await givenCase(domain.db, { createdAt: at("10:00:00.001"), eventIds: [] });
    const edge = "2026-10-01T10:00:00Z";
    expect(await list({ created_after: edge })).toEqual([late.caseId, exact.caseId]);
    expect(await list({ created_before: edge })).toEqual([early.caseId]);
    expect(await list({ created_after: edge, created_before: "2026-10-01T10:00:00.001Z" })).toEqual([exact.caseId]);
  });

  it("consecutive windows have no gap or overlap", async () => {
    const edges = ["08:00:00.000", "08:00:00.001", "08:00:00.500", "09:00:00.000", "10:00:00.000"];
    const cases = [];
    for (const edge of edges) cases.push(await givenCase(domain.db, { createdAt: at(edge), eventIds: [] }));
    const found = [];
    for (const [index, edge] of edges.entries()) {
      const next = edges[index + 1] ?? "11:00:00.000";
      found.push(...(await list({ created_after: `2026-10-01T${edge}Z`, created_before: `2026-10-01T${next}Z` })));
    }
    expect(found).toEqual(cases.map(({ caseId }) => caseId));
  });

  it("a bound finer than a millisecond is exact", async () => {
    const found = await givenCase(domain.db, { createdAt: at("10:00:00.000"), eventIds: [] });
    expect(await list({ created_after: "2026-10-01T10:00:00.0000Z" })).toEqual([found.caseId]);
    expect(await list({ created_after: "2026-10-01T10:00:00.000000001Z" })).toEqual([]);
    expect(await list({ created_before: "2026-10-01T10:00:00.000000001Z" })).toEqual([found.caseId]);
    expect(await list({ created_before: "2026-10-01T10:00:00.000000000Z" })).toEqual([]);
  });

  it("an offset is honored", async () => {
    const found = await givenCase(domain.db, { createdAt: at("10:00:00.000"), eventIds: [] });
    expect(await list({ created_after: "2026-10-01T12:00:00+02:00" })).toEqual([found.caseId]);
    expect(await list({ created_after: "2026-10-01T05:00:00.001-05:00" })).toEqual([]);
    expect(await list({ created_before: "2026-10-01T15:30:00.001+05:30" })).toEqual([found.caseId]);
  });

  it.each([
    ["2026-10-01T10:00:00Z", "2026-10-01T10:00:00Z"],
    ["2026-10-01T10:00:00Z", "2026-10-01T09:59:59.999Z"],
    ["2026-10-01T10:00:00Z", "2026-10-01T12:00:00+02:00"],
  ])("after >= before is 400: %s, %s", async (created_after, created_before) => {
    const reply = await refused({ created_after, created_before });
    expect(reply).toMatchObject({ status: 400, error: "invalid_parameter", param: "created_after" });
  });
});

it("GET /cases: several filters return items that match all of them", async () => {
  const wanted = {
    userEmail: "a@x.example",
    state: "investigating",
    threatType: "sabotage",
    createdAt: new Date("2026-10-02T00:00:00.000Z"),
    eventIds: [],
  } as const;
  const found = await givenCase(domain.db, wanted);
  await givenCase(domain.db, { ...wanted, userEmail: "b@x.example" });
  await givenCase(domain.db, { ...wanted, state: "discover" });
  await givenCase(domain.db, { ...wanted, threatType: "insider_threat" });
  await givenCase(domain.db, { ...wanted, createdAt: new Date("2026-10-03T00:00:00.000Z") });
  const query = {
    email: "a@x.example",
    state: "investigating",
    threat_type: "sabotage",
    created_after: "2026-10-01T00:00:00Z",
    created_before: "2026-10-03T00:00:00Z",
  };
  expect(await list(query)).toEqual([found.caseId]);
});

describe("extensions of the case list", () => {
  it("`updated_after` is inclusive", async () => {
    const updatedAt = new Date("2026-11-01T12:00:00.000Z");
    const found = await givenCase(domain.db, { updatedAt, eventIds: [] });
    await givenCase(domain.db, { updatedAt: new Date("2026-11-01T11:59:59.999Z"), eventIds: [] });
    expect(await list({ updated_after: "2026-11-01T12:00:00Z" })).toEqual([found.caseId]);
  });

  it("`include` adds exactly the named properties, in any order, and nothing by default", async () => {
    await givenCase(domain.db, { state: "investigating" });
    const members = async (query: string) => Object.keys(pageOf(await domain.ask(`/cases?${query}`)).items?.[0] ?? {});
    const specified = await members("page_size=50");
    expect(specified).toEqual([
      "case_id",
      "user_email",
      "user_name",
      "threat_type",
      "threat_brief",
      "created_at",
      "updated_at",
      "closed_at",
      "events",
    ]);
    expect(await members("include=state")).toEqual([...specified, "state"]);
    expect(await members("include=verdict")).toEqual([...specified, "verdict"]);
    expect(await members("include=verdict,state")).toEqual([...specified, "state", "verdict"]);
  });
});

it("no filter returns a case of another domain", async () => {
  const other = await service.givenDomain();
  await givenCase(other.db, { userEmail: "a@x.example", state: "discover" });
  for (const query of [
    {},
    { email: "a@x.example" },
    { state: "discover" },
    { created_after: "2020-01-01T00:00:00Z" },
  ]) {
    expect(await list(query as Record<string, string>)).toEqual([]);
  }
});
