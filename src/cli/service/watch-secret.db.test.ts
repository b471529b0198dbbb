import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { SystemDb } from "../../store/database/database.ts";
import { adoptSecret, beginReplacement } from "../../store/installation/secret-fingerprint.ts";
import { watchSecret } from "./watch-secret.ts";

const SECRET = "the first secret, of thirty-two characters and more";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("notices that the secret is being replaced, and takes a database that does not answer for no replacement", async () => {
  const { database } = opened;
  await adoptSecret(database, SECRET, systemClock());
  let [checks, failures] = [0, 0];
  let isOut = false;
  const system: SystemDb = {
    ...database.system,
    query: async (text, values) => {
      checks += 1;
      if (!isOut) return database.system.query(text, values);
      failures += 1;
      throw new Error("the database cannot be reached");
    },
  };
  let isReplaced = false;
  const watch = watchSecret({ system }, SECRET, { checkMs: 5 });
  void watch.replaced.then(() => {
    isReplaced = true;
  });
  await eventually(() => expect(checks).toBeGreaterThan(2));
  isOut = true;
  await eventually(() => expect(failures).toBeGreaterThan(2));
  isOut = false;
  const before = checks;
  await eventually(() => expect(checks).toBeGreaterThan(before + 2));
  expect(isReplaced).toBe(false);
  await beginReplacement(database, systemClock());
  await watch.replaced;
  watch.stop();
});
