import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { captureQueries } from "../../../test/support/plans.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DomainHandle } from "../database/database.ts";
import { findLogRows } from "./log-rows.ts";
import { type SettledIds, settleIds } from "./row-claims.ts";
import { dayOf } from "./row-key.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** A row by its number, and the id it is delivered with. */
type Delivered = readonly [row: number, itemId?: string];

const deliver = (db: DomainHandle, rows: readonly Delivered[]) =>
  ingestRows(db, () => NOW, {
    table: "SigninLogs",
    lines: rows.map(([row, itemId], index) => ({ line: index + 1, text: JSON.stringify(aSignIn(row, itemId)) })),
  });

const aSignIn = (row: number, itemId: string | undefined) => ({
  TimeGenerated: NOW.toISOString(),
  UserPrincipalName: `user${row}@example.org`,
  ...(itemId !== undefined && { _ItemId: itemId }),
});

const numberOf = ({ fields }: { readonly fields: Readonly<Record<string, unknown>> }): number =>
  Number(/\d+/.exec(String(fields["UserPrincipalName"]))?.[0]);

/** Returns the id of each row after deliveries in a new domain; derived ids depend on the domain and are left out. */
async function idsAfter(
  deliveries: readonly (readonly Delivered[])[],
): Promise<readonly (readonly [number, string])[]> {
  const db = await opened.addDomain();
  for (const rows of deliveries) await deliver(db, rows);
  const stored = await storedRows(db);
  return stored
    .map((row) => [numberOf(row), row.rowId.startsWith("id-") ? row.rowId : "derived"] as const)
    .sort(([a], [b]) => a - b);
}

/** Returns the numbers of rows in the order of their content keys. */
async function inOrderOfContent(count: number): Promise<readonly number[]> {
  const db = await opened.addDomain();
  await deliver(
    db,
    Array.from({ length: count }, (_, row) => [row]),
  );
  const stored = await storedRows(db);
  return [...stored].sort((a, b) => (a.contentKey < b.contentKey ? -1 : 1)).map(numberOf);
}

const idOf = (number: number): string => `id-${String(number).padStart(4, "0")}`;

it("a long chain of rows that share ids has the same ids in whatever order it is delivered", async () => {
  const LENGTH = 40;
  for (const order of [await inOrderOfContent(LENGTH), [...(await inOrderOfContent(LENGTH))].reverse()]) {
    const chain = order.flatMap((row, place): readonly Delivered[] => [
      [row, idOf(place)],
      [row, idOf(place + 1)],
    ]);
    const expected = await idsAfter([chain]);
    expect(await idsAfter(chain.map((one) => [one]))).toEqual(expected);
    expect(await idsAfter([...chain].reverse().map((one) => [one]))).toEqual(expected);
    const [firsts, seconds] = [chain.filter((_, at) => at % 2 === 0), chain.filter((_, at) => at % 2 === 1)];
    expect(await idsAfter([firsts, [...seconds].reverse()])).toEqual(expected);
    const ids = expected.map(([, id]) => id).filter((id) => id !== "derived");
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it("a row that loses its id takes the smallest other one that belongs to it, however many it has", async () => {
  const [smaller = 0, larger = 0] = await inOrderOfContent(2);
  const IDS = 250;
  const ofLarger = Array.from({ length: IDS }, (_, at): Delivered => [larger, idOf(at)]);
  // All but the last belong to the other row.
  const ofSmaller = Array.from({ length: IDS - 1 }, (_, at): Delivered => [smaller, idOf(at)]);
  const expected = [
    [smaller, idOf(0)],
    [larger, idOf(IDS - 1)],
  ].sort(([a], [b]) => Number(a) - Number(b));
  const [first, ...others] = ofSmaller as [Delivered, ...Delivered[]];
  expect(await idsAfter([ofLarger, others, [first]])).toEqual(expected);
  expect(await idsAfter([[first], ofLarger, others])).toEqual(expected);
});

it("a delivery of a row costs the same however many ids the row was delivered with before", async () => {
  const db = await opened.addDomain();
  await deliver(
    db,
    Array.from({ length: 2_000 }, (_, at) => [1, idOf(at)]),
  );
  const [{ contentKey, at } = { contentKey: "", at: 0 }] = await storedRows(db);
  const row = { contentKey, day: dayOf(at), isNew: false, itemIds: new Set([idOf(5_000)]) };
  let settled: SettledIds | undefined;
  const sent = await captureQueries(db, async (watched) => {
    settled = await settleIds(watched, "SigninLogs", [row], () => true);
  });
  const lengths = sent.flatMap(({ values }) => values.map((value) => (Array.isArray(value) ? value.length : 1)));
  expect(Math.max(...lengths)).toBe(1);
  expect([settled?.renamed, settled?.aliases.map(({ itemId }) => itemId)]).toEqual([[], [idOf(5_000)]]);
  await deliver(db, [[1, idOf(5_000)]]);
  for (const id of [idOf(0), idOf(1_999), idOf(5_000)])
    expect(await findLogRows(db, "SigninLogs", [id])).toHaveLength(1);
});

it("the id that a row had before it was delivered with one still leads to it, even if another row claims it", async () => {
  const db = await opened.addDomain();
  await deliver(db, [[1]]);
  const [{ rowId: before } = { rowId: "" }] = await storedRows(db);
  await deliver(db, [[2, before]]);
  await deliver(db, [[1, idOf(1)]]);
  const found = await findLogRows(db, "SigninLogs", [before]);
  expect(found.map(numberOf).sort()).toEqual([1, 2]);
});
