import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SEVERITIES } from "../../src/model/vocabulary.ts";
import { givenThreat, givenUser } from "../support/given.ts";
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

const THREATS = LIST_ROUTES.find(({ path }) => path === "/threats") as ListRoute;
type Query = Readonly<Record<string, string>>;

async function list(query: Query): Promise<readonly string[]> {
  return idsOf(await domain.ask(`/threats?${new URLSearchParams(query)}`), THREATS);
}

const refused = async (query: Query) => {
  const { status, body } = await domain.ask(`/threats?${new URLSearchParams(query)}`);
  return { status, error: body["error"], param: body["param"] } as const;
};

it("GET /threats: the response is an object with `next_cursor` and `data`", async () => {
  expect(pageOf(await domain.ask("/threats"))).toEqual({ next_cursor: null, data: [] });
  const found = await givenThreat(domain.db);
  const page = pageOf(await domain.ask("/threats"));
  expect(Object.keys(page)).toEqual(["next_cursor", "data"]);
  expect(page.data?.[0]?.["event_id"]).toBe(found.eventId);
});

describe("GET /threats: filter by user email or UPN", () => {
  it("`email` matches any address or the UPN of the user, whatever address the event has", async () => {
    const user = await givenUser(domain.db, {
      userPrincipalName: "m.ito@corp.example",
      emailAddresses: ["Maya.Ito@northwind.example", "maya@northwind.example"],
    });
    const found = await givenThreat(domain.db, { tuid: user.tuid, userEmail: null });
    await givenThreat(domain.db, { tuid: randomUUID(), userEmail: "jon@northwind.example" });
    for (const email of ["m.ito@corp.example", "maya.ito@northwind.example", "MAYA@Northwind.Example"]) {
      expect(await list({ email }), email).toEqual([found.eventId]);
    }
  });

  it("`email` matches an address with an invisible character as /users shows it and as the event shows it", async () => {
    const raw = "maya\u202eoti@x.example";
    const user = await givenUser(domain.db, { userPrincipalName: raw });
    const found = await givenThreat(domain.db, { tuid: user.tuid, userEmail: "maya oti@x.example" });
    await givenThreat(domain.db, { tuid: randomUUID(), userEmail: "mayaoti@x.example" });
    for (const email of [raw, "maya oti@x.example"]) expect(await list({ email }), email).toEqual([found.eventId]);
  });

  it("`email` matches an event that has the address but no tuid", async () => {
    await givenUser(domain.db, { userPrincipalName: "m.ito@corp.example", emailAddresses: ["maya@x.example"] });
    const found = await givenThreat(domain.db, { tuid: null, userEmail: "Maya@X.example" });
    expect(await list({ email: "maya@x.example" })).toEqual([found.eventId]);
    expect(await list({ email: "m.ito@corp.example" })).toEqual([found.eventId]);
  });

  it("`email` is exact: a substring, a pattern and a look-alike match nothing", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya.ito@x.example" });
    await givenThreat(domain.db, { tuid: user.tuid });
    for (const email of [
      "maya.ito",
      "%@x.example",
      "maya_ito@x.example",
      "mаya.ito@x.example",
      "maya.ito@x.example ",
    ]) {
      expect(await list({ email }), email).toEqual([]);
    }
  });

  it("an unknown email alone is an empty list, not an error", async () => {
    await givenThreat(domain.db);
    const reply = await domain.ask("/threats?email=nobody@northwind.example");
    expect(pageOf(reply)).toEqual({ next_cursor: null, data: [] });
  });

  it("an address shared by two users matches the events of both", async () => {
    const one = await givenUser(domain.db, { emailAddresses: ["team@x.example"] });
    const two = await givenUser(domain.db, { emailAddresses: ["team@x.example"] });
    const events = [await givenThreat(domain.db, { tuid: one.tuid }), await givenThreat(domain.db, { tuid: two.tuid })];
    const ids = events
      .map(({ eventId }) => eventId)
      .sort()
      .reverse();
    expect(await list({ email: "team@x.example" })).toEqual(ids);
    expect(await list({ email: "team@x.example", tuid: one.tuid })).toEqual([events[0]?.eventId]);
  });
});

describe("GET /threats: filter by user identifier (tuid)", () => {
  it("`tuid` returns the events of that user, also in upper case", async () => {
    const tuid = randomUUID();
    const found = await givenThreat(domain.db, { tuid });
    await givenThreat(domain.db, { tuid: randomUUID() });
    await givenThreat(domain.db, { tuid: null });
    expect(await list({ tuid })).toEqual([found.eventId]);
    expect(await list({ tuid: tuid.toUpperCase() })).toEqual([found.eventId]);
  });

  it("an unknown tuid alone is an empty list, not an error", async () => {
    await givenThreat(domain.db);
    expect(pageOf(await domain.ask(`/threats?tuid=${randomUUID()}`))).toEqual({ next_cursor: null, data: [] });
  });
});

describe("GET /threats: email and tuid combined must refer to the same user", () => {
  it("if they do, the events of that user are returned", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    const found = await givenThreat(domain.db, { tuid: user.tuid });
    await givenThreat(domain.db);
    expect(await list({ email: "MAYA@x.example", tuid: user.tuid.toUpperCase() })).toEqual([found.eventId]);
  });

  it("if the user has no events, the list is empty", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    expect(await list({ email: "maya@x.example", tuid: user.tuid })).toEqual([]);
  });

  it("different users are 400 `invalid_parameter`", async () => {
    await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    const jon = await givenUser(domain.db, { userPrincipalName: "jon@x.example" });
    const reply = await refused({ email: "maya@x.example", tuid: jon.tuid });
    expect(reply).toEqual({ status: 400, error: "invalid_parameter", param: "tuid" });
  });

  it("one known and one unknown is 400 `invalid_parameter`", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    await givenThreat(domain.db, { tuid: user.tuid });
    const expected = { status: 400, error: "invalid_parameter", param: "tuid" };
    expect(await refused({ email: "nobody@x.example", tuid: user.tuid })).toEqual(expected);
    expect(await refused({ email: "maya@x.example", tuid: randomUUID() })).toEqual(expected);
  });

  it("both unknown is 400 `invalid_parameter`, even if an event has both", async () => {
    const tuid = randomUUID();
    await givenThreat(domain.db, { tuid, userEmail: "ghost@x.example" });
    expect(await refused({ email: "ghost@x.example", tuid })).toMatchObject({
      status: 400,
      error: "invalid_parameter",
    });
  });

  it("a user of another domain gets the same response as an unknown user", async () => {
    const other = await service.givenDomain();
    const foreign = await givenUser(other.db, { userPrincipalName: "maya@x.example" });
    const ask = async (tuid: string) => {
      const { status, text, body } = await domain.ask(`/threats?email=maya@x.example&tuid=${tuid}`);
      return [status, text.replace(String(body["request_id"]), "").replaceAll(tuid, "")];
    };
    expect(await ask(foreign.tuid)).toEqual(await ask(randomUUID()));
    expect(await list({ email: "maya@x.example" })).toEqual([]);
    expect(await list({ tuid: foreign.tuid })).toEqual([]);
  });
});

describe("GET /threats: events whose stored category array contains the given value", () => {
  it("`category` matches an element exactly, at any position in the array", async () => {
    const first = await givenThreat(domain.db, { category: ["impact", "T1486"] });
    const last = await givenThreat(domain.db, { category: ["T1078", "persistence", "impact"] });
    await givenThreat(domain.db, { category: ["impact_assessment"] });
    await givenThreat(domain.db, { category: [] });
    expect(await list({ category: "impact" })).toEqual([first.eventId, last.eventId].sort().reverse());
    expect(await list({ category: "T1486" })).toEqual([first.eventId]);
  });

  it("`category` is case-sensitive, and a substring or pattern does not match", async () => {
    await givenThreat(domain.db, { category: ["initial_access"], subcategory: ["rare_country"] });
    for (const category of [
      "Initial_Access",
      "initial",
      "initial%",
      "initial-access",
      "rare_country",
      "{initial_access}",
    ]) {
      expect(await list({ category }), category).toEqual([]);
    }
  });

  it("a comma in `category` is part of the value", async () => {
    const found = await givenThreat(domain.db, { category: ["a,b"] });
    await givenThreat(domain.db, { category: ["a", "b"] });
    expect(await list({ category: "a,b" })).toEqual([found.eventId]);
  });

  it("an event with a duplicate category is listed once", async () => {
    const found = await givenThreat(domain.db, { category: ["impact", "impact"] });
    expect(await list({ category: "impact" })).toEqual([found.eventId]);
  });

  it("an event saved again with other categories is found under the new ones only", async () => {
    const found = await givenThreat(domain.db, { category: ["impact"] });
    await givenThreat(domain.db, { ...found, category: ["collection"] });
    expect(await list({ category: "impact" })).toEqual([]);
    expect(await list({ category: "collection" })).toEqual([found.eventId]);
  });
});

it("`source` matches the stored source exactly and is case-sensitive", async () => {
  const found = await givenThreat(domain.db, { source: "Acme Feed/7", sourceTable: null });
  await givenThreat(domain.db, { source: "acme feed/7", sourceTable: null });
  expect(await list({ source: "Acme Feed/7" })).toEqual([found.eventId]);
  for (const source of ["ACME FEED/7", "Acme", "Acme%", "Acme Feed/7 ", "SigninLogs"]) {
    expect(await list({ source }), source).toEqual([]);
  }
});

it("GET /threats: several filters return items that match all of them", async () => {
  const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
  const wanted = {
    tuid: user.tuid,
    category: ["impact"],
    source: "syslog",
    severity: "high",
    createdAt: new Date("2026-10-02T00:00:00.000Z"),
  } as const;
  const found = await givenThreat(domain.db, wanted);
  await givenThreat(domain.db, { ...wanted, tuid: randomUUID() });
  await givenThreat(domain.db, { ...wanted, category: ["collection"] });
  await givenThreat(domain.db, { ...wanted, source: "cef" });
  await givenThreat(domain.db, { ...wanted, severity: "low" });
  await givenThreat(domain.db, { ...wanted, createdAt: new Date("2026-10-03T00:00:00.000Z") });
  const query = {
    email: "maya@x.example",
    tuid: user.tuid,
    category: "impact",
    source: "syslog",
    severity: "high",
    created_after: "2026-10-02T00:00:00Z",
    created_before: "2026-10-03T00:00:00Z",
  };
  expect(await list(query)).toEqual([found.eventId]);
  for (const name of ["category", "source", "severity", "created_before"] as const) {
    const { [name]: _left, ...rest } = query;
    expect((await list(rest)).length, `without ${name}`).toBe(2);
  }
});

describe("extensions of the threat list", () => {
  it("`severity` returns events of exactly that severity", async () => {
    for (const severity of SEVERITIES) {
      const found = await givenThreat(domain.db, { severity });
      expect(await list({ severity }), severity).toEqual([found.eventId]);
    }
    const { status, body } = await domain.ask("/threats?severity=severe");
    expect([status, body["param"], body["allowed"]]).toEqual([400, "severity", SEVERITIES]);
  });

  it("`created_after` is inclusive and `created_before` exclusive, also combined with `category`", async () => {
    const edge = "2026-10-01T10:00:00Z";
    const early = await givenThreat(domain.db, { createdAt: new Date("2026-10-01T09:59:59.999Z") });
    const exact = await givenThreat(domain.db, { createdAt: new Date(edge) });
    for (const filter of [
      {},
      { category: "initial_access" },
      { source: "entra_signin" },
      { email: "maya.ito@northwind.example" },
    ]) {
      expect(await list({ ...filter, created_after: edge })).toEqual([exact.eventId]);
      expect(await list({ ...filter, created_before: edge })).toEqual([early.eventId]);
    }
  });

  it("after >= before is 400", async () => {
    const reply = await refused({ created_after: "2026-10-01T10:00:00Z", created_before: "2026-10-01T10:00:00Z" });
    expect(reply).toEqual({ status: 400, error: "invalid_parameter", param: "created_after" });
  });
});

it("no filter returns an event of another domain", async () => {
  const other = await service.givenDomain();
  const tuid = randomUUID();
  await givenThreat(other.db, { tuid, category: ["impact"], source: "syslog", severity: "high" });
  const queries: readonly Query[] = [{}, { tuid }, { category: "impact" }, { source: "syslog" }, { severity: "high" }];
  for (const query of queries) expect(await list(query)).toEqual([]);
});
