import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { ANSWERS_KEPT_MS, findAnswer, saveAnswer } from "../../store/cases/idempotency-keys.ts";
import { createHousekeeping } from "./housekeeping.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const EXPIRED = new Date(NOW.getTime() - ANSWERS_KEPT_MS - 1);
const ANSWER = { requestDigest: "d", status: 200, body: "{}" };

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("expired idempotency records of every domain are deleted, those of a few domains at a time", async () => {
  const domains = [await opened.addDomain(), await opened.addDomain(), await opened.addDomain()];
  for (const db of domains) {
    await db.transaction(async (tx) => {
      await saveAnswer(tx, "key", "old", { ...ANSWER, at: EXPIRED });
      await saveAnswer(tx, "key", "young", { ...ANSWER, at: NOW });
    });
  }
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const runHousekeeping = createHousekeeping({ database: opened.database, clock: () => NOW, log, domainsAtOnce: 2 });
  const left = async (name: string): Promise<number> => {
    const found = await Promise.all(domains.map((db) => findAnswer(db, "key", name, new Date(0))));
    return found.filter((answer) => answer !== undefined).length;
  };
  await runHousekeeping();
  expect(await left("old")).toBe(1);
  await runHousekeeping();
  expect([await left("old"), await left("young")]).toEqual([0, 3]);
  expect(warnings).toEqual([]);
});
