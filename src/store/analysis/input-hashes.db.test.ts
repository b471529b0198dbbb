import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { findUnchanged, forgetInputHashes, saveInputHashes } from "./input-hashes.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const hashes = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries));

it("only results with the same kind, id and hash are unchanged", async () => {
  const [db, other] = [await opened.addDomain(), await opened.addDomain()];
  expect(await findUnchanged(db, "persona", hashes({ a: "1" }))).toEqual(new Set());
  await db.transaction((tx) => saveInputHashes(tx, "persona", hashes({ a: "1", b: "2", "d'é \\": "4" })));
  const asked = hashes({ a: "1", b: "3", c: "1", "d'é \\": "4" });
  expect(await findUnchanged(db, "persona", asked)).toEqual(new Set(["a", "d'é \\"]));
  expect(await findUnchanged(db, "nhi", asked)).toEqual(new Set());
  expect(await findUnchanged(other, "persona", asked)).toEqual(new Set());
  expect(await findUnchanged(db, "persona", hashes({}))).toEqual(new Set());
});

it("a stored hash is replaced, and a deleted one is computed again", async () => {
  const db = await opened.addDomain();
  await db.transaction(async (tx) => {
    await saveInputHashes(tx, "persona", hashes({ a: "1", b: "2" }));
    await saveInputHashes(tx, "persona", hashes({ a: "9" }));
    await saveInputHashes(tx, "persona", hashes({}));
  });
  expect(await findUnchanged(db, "persona", hashes({ a: "9", b: "2" }))).toEqual(new Set(["a", "b"]));
  await db.transaction((tx) => forgetInputHashes(tx, "persona", ["a"]));
  await db.transaction((tx) => forgetInputHashes(tx, "persona", []));
  expect(await findUnchanged(db, "persona", hashes({ a: "9", b: "2" }))).toEqual(new Set(["b"]));
});
