import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { readDayDigests } from "./day-digests.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("a domain that is too young for any window has no digests of days", async () => {
  const db = await opened.addDomain();
  expect(await readDayDigests(db, ["ana@northwind.example"], [])).toEqual(new Map());
});

it("an actor without days in a range has no digest", async () => {
  const db = await opened.addDomain();
  expect(await readDayDigests(db, ["ana@northwind.example"], [{ from: 20_000, to: 20_030 }])).toEqual(new Map());
});
