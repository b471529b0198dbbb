import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DomainHandle } from "../database/database.ts";
import { readTableRows } from "./exported-rows.ts";
import { findLogRows } from "./log-rows.ts";
import { mergeSmallBlocks } from "./merge-blocks.ts";
import { readPending, removePending } from "./pending-rows.ts";
import { dayOf } from "./row-key.ts";
import { findPlaces, readPlacedTexts } from "./row-places.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const later = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const rowOf = (n: number) => ({
  TimeGenerated: new Date(NOW.getTime() - ((n * 7) % 40) * 60_000).toISOString(),
  UserPrincipalName: `user${n}@example.org`,
  ...(n % 3 === 0 ? {} : { _ItemId: `item-${n}` }),
});

const deliver = (...rows: readonly number[]) =>
  ingestRows(db, () => NOW, {
    table: "SigninLogs",
    lines: rows.map((n, index) => ({ line: index + 1, text: JSON.stringify(rowOf(n)) })),
  });

async function processAll(): Promise<void> {
  const { parts } = await readPending(db, { rows: 10_000, bytes: 1e9 });
  expect(await removePending(db, parts)).toBe(true);
}

async function givenSmallBlocks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await deliver(2 * n, 2 * n + 1);
  await processAll();
}

async function mergeAll(now = NOW): Promise<number> {
  let merged = 0;
  for (let done = await mergeSmallBlocks(db, now); done > 0; done = await mergeSmallBlocks(db, now)) merged += done;
  return merged;
}

async function countBlocks(): Promise<{ readonly used: number; readonly merged: number }> {
  const [row] = await db.query<{ used: number; merged: number }>(
    `select count(*) filter (where merged_at is null)::int as used, count(merged_at)::int as merged
     from row_blocks where domain_id = $1`,
  );
  return row ?? { used: 0, merged: 0 };
}

async function exported(): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const page of readTableRows(db, "SigninLogs")) rows.push(...page);
  return rows;
}

it("small blocks become one, and every row is read, found, exported and recognized as before", async () => {
  await givenSmallBlocks(20);
  const before = { rows: await storedRows(db), exported: await exported() };
  expect(await countBlocks()).toEqual({ used: 20, merged: 0 });
  expect(await mergeAll()).toBe(20);
  expect(await countBlocks()).toEqual({ used: 1, merged: 20 });
  expect({ rows: await storedRows(db), exported: await exported() }).toEqual(before);
  for (const row of before.rows) expect(await findLogRows(db, "SigninLogs", [row.rowId])).toEqual([row]);
  expect(await deliver(...Array.from({ length: 40 }, (_, n) => n))).toMatchObject({ accepted: 0, duplicates: 40 });
  expect(await deliver(40)).toMatchObject({ accepted: 1 });
  expect((await storedRows(db)).length).toBe(41);
});

it("a block that was merged can be read for a day by its old place, and is then deleted", async () => {
  await givenSmallBlocks(10);
  const rows = (await storedRows(db)).map(({ contentKey, at }) => ({ contentKey, at }));
  const places = await findPlaces(db, "SigninLogs", rows);
  await mergeAll();
  expect((await readPlacedTexts(db, "SigninLogs", places)).size).toBe(20);
  expect(await mergeAll(later(23))).toBe(0);
  expect(await countBlocks()).toEqual({ used: 1, merged: 10 });
  expect(await mergeAll(later(25))).toBe(10);
  expect(await countBlocks()).toEqual({ used: 1, merged: 0 });
  expect((await storedRows(db)).length).toBe(20);
});

it("blocks with pending rows and a few small blocks are left as they are", async () => {
  await givenSmallBlocks(7);
  for (let n = 0; n < 10; n++) await deliver(100 + n);
  expect(await mergeAll()).toBe(0);
  await processAll();
  expect(await mergeAll()).toBe(17);
});

it("rows of other days, tables and domains stay where they are", async () => {
  await givenSmallBlocks(10);
  const other = await opened.addDomain();
  const syslog = { TimeGenerated: NOW.toISOString(), Computer: "web", SyslogMessage: "x" };
  for (const domain of [db, other]) {
    await ingestRows(domain, () => NOW, { table: "Syslog", lines: [{ line: 1, text: JSON.stringify(syslog) }] });
  }
  await mergeAll();
  const days = await db.query(
    "select table_name, day, rows::int from row_days where domain_id = $1 order by table_name",
  );
  expect(days).toEqual([
    { table_name: "SigninLogs", day: dayOf(NOW.getTime()), rows: 20 },
    { table_name: "Syslog", day: dayOf(NOW.getTime()), rows: 1 },
  ]);
  expect((await storedRows(other)).length).toBe(1);
  expect((await storedRows(db)).length).toBe(21);
});

it("blocks of long rows are merged no more than once", async () => {
  const long = (n: number, length: number) => ({
    ...rowOf(n),
    A: "x".repeat(length / 2),
    B: "\u4e00".repeat(length / 2),
  });
  for (const length of [20_000, 200_000, 500_000]) {
    db = await opened.addDomain();
    for (let n = 0; n < 12; n++) {
      const text = JSON.stringify(long(n, length));
      await ingestRows(db, () => NOW, { table: "SigninLogs", lines: [{ line: 1, text }] });
    }
    await processAll();
    const before = await storedRows(db);
    expect(await mergeAll()).toBeLessThanOrEqual(12);
    expect(await storedRows(db)).toEqual(before);
  }
});
