import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestRows } from "../../src/ingest/rows/ingest-rows.ts";
import { openRowIntake } from "../../src/ingest/rows/row-intake.ts";
import { dayOf } from "../../src/store/rows/row-key.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

const DAY_MS = 86_400_000;
const NOW = new Date("2026-03-10T12:00:00.000Z");
const TODAY = dayOf(NOW.getTime());

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Delivers a row of each of the days, and returns the partitions in which they are. */
async function partitionsOf(daysAgo: readonly number[]): Promise<readonly string[]> {
  const db = await opened.addDomain();
  const lines = daysAgo.map((days, index) => {
    const row = { TimeGenerated: new Date(NOW.getTime() - days * DAY_MS).toISOString(), UserPrincipalName: "a@b.test" };
    return { line: index + 1, text: JSON.stringify(row) };
  });
  const intake = openRowIntake(opened.database);
  expect(await ingestRows(db, () => NOW, { table: "SigninLogs", lines, intake })).toMatchObject({
    accepted: daysAgo.length,
  });
  const rows = await db.query<{ name: string }>(
    "select distinct tableoid::regclass::text as name from row_keys where domain_id = $1 order by 1",
  );
  return rows.map(({ name }) => name);
}

test("rows of past days are stored in partitions of their days", async () => {
  expect(await partitionsOf([20, 21])).toEqual([`row_keys_${TODAY - 21}`, `row_keys_${TODAY - 20}`]);
  expect(await partitionsOf([21])).toEqual([`row_keys_${TODAY - 21}`]);
});

test("a delivery with rows of many days, or of days long ago, adds no partitions", async () => {
  expect(await partitionsOf([40, 41, 42, 43, 44, 45, 46, 47])).toEqual(["row_keys_other"]);
  expect(await partitionsOf([101, -4])).toEqual(["row_keys_other"]);
});

test("a day whose rows are elsewhere already gets no partition, and loses none", async () => {
  expect(await partitionsOf([60, 61, 62, 63, 64, 65, 66, 67])).toEqual(["row_keys_other"]);
  expect(await partitionsOf([60])).toEqual(["row_keys_other"]);
});
