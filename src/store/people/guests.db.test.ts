import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenUser } from "../../../test/support/given.ts";
import type { DomainHandle } from "../database/database.ts";
import { findGuests } from "./guests.ts";

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

/** Stores a person of the directory with an alias. */
async function givenAlias(alias: string, userPrincipalName: string): Promise<void> {
  const { tuid } = await givenUser(db, { userPrincipalName, emailAddresses: [] });
  await db.execute(
    "insert into identity_aliases (domain_id, alias, kind, subject, tuid) values ($1, $2, 'user', $3::uuid::text, $3::uuid)",
    [alias, tuid],
  );
}

test("an account is a guest if its name states it", async () => {
  const guest = "upn:eve_partner.example#ext#@northwind.example";
  expect(await findGuests(db, [guest, "upn:maya@northwind.example"])).toEqual(new Set([guest]));
  expect(await findGuests(db, [])).toEqual(new Set());
});

test("an account is a guest if the directory names it so, however its letters are written", async () => {
  await givenAlias("oid:1", "eve_partner.example#EXT#@northwind.example");
  await givenAlias("oid:2", "maya@northwind.example");
  expect(await findGuests(db, ["oid:1", "oid:2", "oid:3"])).toEqual(new Set(["oid:1"]));
});

test("the directory of another domain names nobody", async () => {
  await givenAlias("oid:1", "eve_partner.example#EXT#@northwind.example");
  db = await opened.addDomain();
  expect(await findGuests(db, ["oid:1"])).toEqual(new Set());
});
