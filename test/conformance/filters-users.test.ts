import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givenUser } from "../support/given.ts";
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

const USERS = LIST_ROUTES.find(({ path }) => path === "/users") as ListRoute;

const ask = (search: string) => domain.ask(`/users?search=${encodeURIComponent(search)}`);
const find = async (search: string) => idsOf(await ask(search), USERS);

it("GET /users: the response is `next_cursor` and `items`", async () => {
  expect(pageOf(await domain.ask("/users"))).toEqual({ next_cursor: null, items: [] });
  const user = await givenUser(domain.db);
  const page = pageOf(await domain.ask("/users"));
  expect(Object.keys(page)).toEqual(["next_cursor", "items"]);
  expect(page.items?.[0]).toMatchObject({ tuid: user.tuid, domain_id: domain.domainId });
});

it("GET /users: an inactive user is listed", async () => {
  const user = await givenUser(domain.db, { isActive: false });
  expect(idsOf(await domain.ask("/users"), USERS)).toEqual([user.tuid]);
});

describe("`search` is a case-insensitive substring of name or UPN", () => {
  it("it matches at the start, in the middle and at the end of either", async () => {
    const user = await givenUser(domain.db, { name: "Maya Ito-Lund", userPrincipalName: "mil@northwind.example" });
    await givenUser(domain.db, { name: "Jon", userPrincipalName: "j@x.org" });
    const parts = ["Maya Ito-Lund", "maya", "a I", "ito-l", "LUND", "mil@northwind.example", "MIL@", "wind", "example"];
    for (const part of parts) expect(await find(part), part).toEqual([user.tuid]);
  });

  it.each(["q", "qz", "qzx", "qzxj"])("a short term matches like any other: %s", async (term) => {
    const inside = await givenUser(domain.db, { name: `ab${term}cd`, userPrincipalName: "1@1" });
    const atEnd = await givenUser(domain.db, { name: `ab ${term.toUpperCase()}`, userPrincipalName: "2@2" });
    const inUpn = await givenUser(domain.db, { name: null, userPrincipalName: `${term}@3` });
    await givenUser(domain.db, { name: "abcd", userPrincipalName: "4@4" });
    expect(await find(term)).toEqual([inside.tuid, atEnd.tuid, inUpn.tuid].sort());
  });

  it("a term that spans name and UPN, or is interrupted, does not match", async () => {
    await givenUser(domain.db, { name: "Maya Ito", userPrincipalName: "m.ito@northwind.example" });
    for (const part of ["mayaito", "ito maya", "itom", "ito m.ito", "maya  ito", "mayaa", "ito\u001fm", "ito\nm"]) {
      expect(await find(part), JSON.stringify(part)).toEqual([]);
    }
  });

  it("other fields are not searched", async () => {
    await givenUser(domain.db, {
      externalId: "ext-8842",
      name: "Maya",
      userPrincipalName: "m@x.example",
      emailAddresses: ["alias.secret@x.example"],
    });
    for (const part of ["8842", "alias.secret", "secret"]) expect(await find(part), part).toEqual([]);
  });

  it("a control character matches only a control character", async () => {
    await givenUser(domain.db, { name: "Maya", userPrincipalName: "m@x.example" });
    const odd = await givenUser(domain.db, { name: "Tab\there", userPrincipalName: "t@x.example" });
    expect(await find("\u001f")).toEqual([]);
    expect(await find("a\u001f")).toEqual([]);
    expect(await find("\t")).toEqual([odd.tuid]);
  });

  it("`%`, `_` and `\\` are literal", async () => {
    const percent = await givenUser(domain.db, { name: "100% Real", userPrincipalName: "a@x" });
    const underscore = await givenUser(domain.db, { name: "svc_backup", userPrincipalName: "b@x" });
    const backslash = await givenUser(domain.db, { name: "CORP\\maya", userPrincipalName: "c@x" });
    await givenUser(domain.db, { name: "svcXbackup 100 Real", userPrincipalName: "d@x" });
    expect(await find("%")).toEqual([percent.tuid]);
    expect(await find("100%")).toEqual([percent.tuid]);
    expect(await find("_")).toEqual([underscore.tuid]);
    expect(await find("svc_b")).toEqual([underscore.tuid]);
    expect(await find("\\")).toEqual([backslash.tuid]);
    expect(await find("corp\\m")).toEqual([backslash.tuid]);
    expect(await find("%%")).toEqual([]);
    expect(await find("\\\\")).toEqual([]);
  });

  it.each([".*", "^", "$", "[a-z]", "(", "'", "''", '"', "*", "?", "' or '1'='1", "{", "\u202e"])(
    "%s is literal too",
    async (term) => {
      await givenUser(domain.db, { name: "Maya Ito", userPrincipalName: "m@x.example" });
      expect(await find(term)).toEqual([]);
      const holder = await givenUser(domain.db, { name: `x${term}y`, userPrincipalName: "h@x.example" });
      expect(await find(term)).toEqual([holder.tuid]);
    },
  );

  it.each([
    ["ÅSA", "Åsa Öberg"],
    ["öBERG", "Åsa Öberg"],
    ["иВАН", "Иван Петров"],
    ["ΣΑΣ", "Σασα Παπα"],
    ["παπας", "ΠΑΠΑΣ ΑΛΕΞΗΣ"],
    ["παπασ αλ", "ΠΑΠΑΣ ΑΛΕΞΗΣ"],
    ["山田", "山田 太郎"],
    ["田", "山田 太郎"],
    ["👩‍🚀", "Ada 👩‍🚀"],
    ["🚀", "Ada 👩‍🚀"],
    ["İLKER", "İlker"],
  ])("every script is searched case-insensitively: %s in %s", async (term, name) => {
    const user = await givenUser(domain.db, { name, userPrincipalName: "1@x" });
    await givenUser(domain.db, { name: "Maya", userPrincipalName: "2@x" });
    expect(await find(term)).toEqual([user.tuid]);
  });

  it("look-alike letters do not match", async () => {
    await givenUser(domain.db, { name: "Maya", userPrincipalName: "m@x.example" });
    expect(await find("mаya")).toEqual([]);
    expect(await find("ｍａｙａ")).toEqual([]);
  });

  it("a user without a name is found by UPN, and not by `null`", async () => {
    const user = await givenUser(domain.db, { name: null, userPrincipalName: "m@x.example" });
    expect(await find("m@x")).toEqual([user.tuid]);
    expect(await find("null")).toEqual([]);
  });

  it("a renamed user is found by the new name only", async () => {
    const user = await givenUser(domain.db, { name: "Maya Ito", userPrincipalName: "m@x.example" });
    await givenUser(domain.db, { ...user, name: "Maya Lund" });
    for (const term of ["ito", "it", "i"]) expect(await find(term), term).toEqual([]);
    for (const term of ["lund", "lu", "u"]) expect(await find(term), term).toEqual([user.tuid]);
  });

  it("spaces are part of the term, and a plus sign is a space as in forms", async () => {
    const user = await givenUser(domain.db, { name: "Maya Ito", userPrincipalName: "m@x.example" });
    await givenUser(domain.db, { name: "Jon", userPrincipalName: "j+t@x.example" });
    expect(idsOf(await domain.ask("/users?search=a+i"), USERS)).toEqual([user.tuid]);
    expect(await find(" ")).toEqual([user.tuid]);
    expect(await find("maya ")).toEqual([user.tuid]);
    expect(await find(" maya")).toEqual([]);
  });
});

describe("`search` has 1 to 256 characters", () => {
  it.each(["a", "é", "山", "🚀"])("256 times %s is accepted and found, 257 times is 400", async (letter) => {
    const name = `<${letter.repeat(256)}>`;
    const user = await givenUser(domain.db, { name, userPrincipalName: "m@x.example" });
    expect(await find(letter.repeat(256))).toEqual([user.tuid]);
    const reply = await ask(letter.repeat(257));
    expect([reply.status, reply.body["error"], reply.body["param"]]).toEqual([400, "invalid_parameter", "search"]);
  });

  it("combining marks count as characters", async () => {
    expect((await ask(`e${"\u0301".repeat(255)}`)).status).toBe(200);
    expect((await ask(`e${"\u0301".repeat(256)}`)).status).toBe(400);
  });
});

it("`updated_after` is inclusive", async () => {
  const user = await givenUser(domain.db, { updatedAt: new Date("2026-11-01T12:00:00.000Z") });
  await givenUser(domain.db, { updatedAt: new Date("2026-11-01T11:59:59.999Z") });
  expect(idsOf(await domain.ask("/users?updated_after=2026-11-01T12:00:00Z"), USERS)).toEqual([user.tuid]);
  expect(idsOf(await domain.ask("/users?updated_after=2026-11-01T12:00:00Z&search=nobody"), USERS)).toEqual([]);
});

it("updated_after accepts the last representable time", async () => {
  expect((await domain.ask("/cases?created_before=9999-12-31T23:59:59.9999999Z")).status).toBe(200);
});

it("no search returns a user of another domain", async () => {
  const other = await service.givenDomain();
  await givenUser(other.db, { name: "Maya Ito", userPrincipalName: "maya@x.example" });
  for (const term of ["m", "ma", "maya", "maya@x.example"]) expect(await find(term), term).toEqual([]);
  expect(idsOf(await domain.ask("/users"), USERS)).toEqual([]);
});
