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

it("3. GET /threats: the response is an object with `next_cursor` and `data`", async () => {
  expect(pageOf(await domain.ask("/threats"))).toEqual({ next_cursor: null, data: [] });
  const found = await givenThreat(domain.db);
  const page = pageOf(await domain.ask("/threats"));
  expect(Object.keys(page)).toEqual(["next_cursor", "data"]);
  expect(page.data?.[0]?.["event_id"]).toBe(found.eventId);
});

describe("3. GET /threats: filter by user email or UPN", () => {
  it("A: `email` matches any address or the UPN of the user, whatever the event's own address says", async () => {
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

  it("A: `email` finds an event that carries the address but no user identifier", async () => {
    await givenUser(domain.db, { userPrincipalName: "m.ito@corp.example", emailAddresses: ["maya@x.example"] });
    const found = await givenThreat(domain.db, { tuid: null, userEmail: "Maya@X.example" });
    expect(await list({ email: "maya@x.example" })).toEqual([found.eventId]);
    expect(await list({ email: "m.ito@corp.example" })).toEqual([found.eventId]);
  });

  it("A: `email` is exact: a part, a pattern and a look-alike match nothing", async () => {
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

  it("A: an unknown e-mail alone is an empty list, not an error", async () => {
    await givenThreat(domain.db);
    const reply = await domain.ask("/threats?email=nobody@northwind.example");
    expect(pageOf(reply)).toEqual({ next_cursor: null, data: [] });
  });

  it("A: an address that two users answer to finds the events of both", async () => {
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

describe("3. GET /threats: filter by user identifier (tuid)", () => {
  it("A: `tuid` keeps the events of that user, in upper case too", async () => {
    const tuid = randomUUID();
    const found = await givenThreat(domain.db, { tuid });
    await givenThreat(domain.db, { tuid: randomUUID() });
    await givenThreat(domain.db, { tuid: null });
    expect(await list({ tuid })).toEqual([found.eventId]);
    expect(await list({ tuid: tuid.toUpperCase() })).toEqual([found.eventId]);
  });

  it("A: an unknown tuid alone is an empty list, not an error", async () => {
    await givenThreat(domain.db);
    expect(pageOf(await domain.ask(`/threats?tuid=${randomUUID()}`))).toEqual({ next_cursor: null, data: [] });
  });
});

describe("3. GET /threats: email and tuid combined must refer to the same user", () => {
  it("A: when they do, the events of that user are listed", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    const found = await givenThreat(domain.db, { tuid: user.tuid });
    await givenThreat(domain.db);
    expect(await list({ email: "MAYA@x.example", tuid: user.tuid.toUpperCase() })).toEqual([found.eventId]);
  });

  it("A: when the user has no events, the list is empty and that is no error", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    expect(await list({ email: "maya@x.example", tuid: user.tuid })).toEqual([]);
  });

  it("A: different users are 400 `invalid_parameter`", async () => {
    await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    const jon = await givenUser(domain.db, { userPrincipalName: "jon@x.example" });
    const reply = await refused({ email: "maya@x.example", tuid: jon.tuid });
    expect(reply).toEqual({ status: 400, error: "invalid_parameter", param: "tuid" });
  });

  it("A: one of the two unknown is 400 `invalid_parameter`", async () => {
    const user = await givenUser(domain.db, { userPrincipalName: "maya@x.example" });
    await givenThreat(domain.db, { tuid: user.tuid });
    const expected = { status: 400, error: "invalid_parameter", param: "tuid" };
    expect(await refused({ email: "nobody@x.example", tuid: user.tuid })).toEqual(expected);
    expect(await refused({ email: "maya@x.example", tuid: randomUUID() })).toEqual(expected);
  });

  it("A: both unknown is 400 `invalid_parameter`, even when an event carries them together", async () => {
    const tuid = randomUUID();
    await givenThreat(domain.db, { tuid, userEmail: "ghost@x.example" });
    expect(await refused({ email: "ghost@x.example", tuid })).toMatchObject({
      status: 400,
      error: "invalid_parameter",
    });
  });

  it("E: another domain's user is unknown here: the answer is that of an unknown one", async () => {
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

describe("3. GET /threats: events whose stored category array contains the given value", () => {
  it("A: `category` is an exact element match, at any place in the array", async () => {
    const first = await givenThreat(domain.db, { category: ["impact", "T1486"] });
    const last = await givenThreat(domain.db, { category: ["T1078", "persistence", "impact"] });
    await givenThreat(domain.db, { category: ["impact_assessment"] });
    await givenThreat(domain.db, { category: [] });
    expect(await list({ category: "impact" })).toEqual([first.eventId, last.eventId].sort().reverse());
    expect(await list({ category: "T1486" })).toEqual([first.eventId]);
  });

  it("A: `category` is case-sensitive, and a part or a pattern is no match", async () => {
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

  it("A: a comma in `category` is part of the value", async () => {
    const found = await givenThreat(domain.db, { category: ["a,b"] });
    await givenThreat(domain.db, { category: ["a", "b"] });
    expect(await list({ category: "a,b" })).toEqual([found.eventId]);
  });

  it("A: an event that names a category twice is listed once", async () => {
    const found = await givenThreat(domain.db, { category: ["impact", "impact"] });
    expect(await list({ category: "impact" })).toEqual([found.eventId]);
  });

  it("A: an event saved again under other categories is found under those only", async () => {
    const found = await givenThreat(domain.db, { category: ["impact"] });
    await givenThreat(domain.db, { ...found, category: ["collection"] });
    expect(await list({ category: "impact" })).toEqual([]);
    expect(await list({ category: "collection" })).toEqual([found.eventId]);
  });
});

it("A: `source` is an exact string match, case-sensitive, on the free-form stored source", async () => {
  const found = await givenThreat(domain.db, { source: "Acme Feed/7", sourceTable: null });
  await givenThreat(domain.db, { source: "acme feed/7", sourceTable: null });
  expect(await list({ source: "Acme Feed/7" })).toEqual([found.eventId]);
  for (const source of ["ACME FEED/7", "Acme", "Acme%", "Acme Feed/7 ", "SigninLogs"]) {
    expect(await list({ source }), source).toEqual([]);
  }
});

it("3. GET /threats: several filters keep what matches all of them", async () => {
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

describe("K1: extensions of the threat list", () => {
  it("K1: `severity` keeps the events of exactly that severity", async () => {
    for (const severity of SEVERITIES) {
      const found = await givenThreat(domain.db, { severity });
      expect(await list({ severity }), severity).toEqual([found.eventId]);
    }
    const { status, body } = await domain.ask("/threats?severity=severe");
    expect([status, body["param"], body["allowed"]]).toEqual([400, "severity", SEVERITIES]);
  });

  it("A: `created_after` is inclusive, `created_before` exclusive, in every category too", async () => {
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

  it("A: after >= before is 400", async () => {
    const reply = await refused({ created_after: "2026-10-01T10:00:00Z", created_before: "2026-10-01T10:00:00Z" });
    expect(reply).toEqual({ status: 400, error: "invalid_parameter", param: "created_after" });
  });
});

it("Authentication 3: no filter shows an event of another domain", async () => {
  const other = await service.givenDomain();
  const tuid = randomUUID();
  await givenThreat(other.db, { tuid, category: ["impact"], source: "syslog", severity: "high" });
  const queries: readonly Query[] = [{}, { tuid }, { category: "impact" }, { source: "syslog" }, { severity: "high" }];
  for (const query of queries) expect(await list(query)).toEqual([]);
});
