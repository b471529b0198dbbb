import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenUser } from "../../../test/support/given.ts";
import type { DomainHandle } from "../database/database.ts";
import { findOwnDomains } from "./own-domains.ts";

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

/** Stores users of whom each has a name and addresses; `N` stands for the number of the user. */
async function givenUsers(amount: number, userPrincipalName: string, ...emailAddresses: readonly string[]) {
  for (let n = 1; n <= amount; n++) {
    const numbered = (text: string): string => text.replace("N", `${n}`);
    await givenUser(db, {
      userPrincipalName: numbered(userPrincipalName),
      emailAddresses: emailAddresses.map(numbered),
    });
  }
}

test("a domain in which three users have their name or first address is the organization's own", async () => {
  await givenUsers(3, "MayaN@northwind.example", "Maya.ItoN@trade.example");
  await givenUsers(2, "jonN@partner.example", "jonN@partner.example");
  const domains = ["northwind.example", "trade.example", "partner.example", "unknown.example"];
  expect(await findOwnDomains(db, domains)).toEqual(new Set(["northwind.example", "trade.example"]));
  expect(await findOwnDomains(db, [])).toEqual(new Set());
});

test("guests and further addresses, which are often private, do not make a domain the organization's own", async () => {
  await givenUsers(5, "eveN_mail.example#EXT#@northwind.example", "eveN@mail.example");
  await givenUsers(5, "mayaN@northwind.example", "mayaN@northwind.example", "mayaN@mail.example");
  expect(await findOwnDomains(db, ["mail.example"])).toEqual(new Set());
});
