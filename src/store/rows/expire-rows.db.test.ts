import { beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainHandle } from "../database/database.ts";
import { deleteExpiredBlocks, expireRows } from "./expire-rows.ts";
import { findLogRows } from "./log-rows.ts";
import { readPending, removePending } from "./pending-rows.ts";
import { dayOf } from "./row-key.ts";
import { openRowPartitions, type RowPartitions } from "./row-partitions.ts";
import { saveRetention } from "./row-retention.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-03-10T12:00:00.000Z");
const later = (days: number, hours = 0): Date => new Date(START.getTime() + days * DAY_MS + hours * 3_600_000);
let opened: TestDatabase;
let db: DomainHandle;
let partitions: RowPartitions;
beforeEach(async () => {
  opened = await openTestDatabase();
  db = await opened.addDomain();
  partitions = openRowPartitions(opened.database);
  await partitions.add(
    [0, 1].map((days) => dayOf(START.getTime()) + days),
    START,
  );
  return () => opened.close();
});

type Row = Readonly<Record<string, unknown>>;

const deliver = (rows: readonly Row[], at = START, table: LogTable = "SigninLogs", domain = db) =>
  ingestRows(domain, () => at, {
    table,
    lines: rows.map((row, index) => ({ line: index + 1, text: JSON.stringify(row) })),
  });

async function process(domain = db): Promise<void> {
  const { parts } = await readPending(domain, { rows: 10_000, bytes: 100_000_000 });
  expect(await removePending(domain, parts)).toBe(true);
}

const row = (name: string, at: Date): Row => ({ TimeGenerated: at.toISOString(), UserPrincipalName: name });
const names = async (domain = db) => (await storedRows(domain)).map(({ fields }) => fields["UserPrincipalName"]).sort();
const keep = (table: LogTable | undefined, days: number, domain = db) =>
  domain.transaction((tx) => saveRetention(tx, table, days));
const count = async (table: string, domain = db): Promise<number> =>
  (await domain.query(`select 1 from ${table} where domain_id = $1`)).length;

const partitionsLeft = async (): Promise<number> =>
  (
    await opened.database.system.query<{ n: number }>(
      "select count(*)::int as n from pg_inherits where inhparent in ('row_blocks'::regclass, 'row_keys'::regclass, 'row_ids'::regclass)",
    )
  )[0]?.n ?? 0;

describe("retention", () => {
  it("never drops the partitions of the days to come, which have no rows yet", async () => {
    const before = await partitionsLeft();
    expect(await partitions.dropOutlived(START)).toBe(0);
    expect(await partitionsLeft()).toBe(before);
  });

  it("keeps rows for 90 days and then removes them with their whole day", async () => {
    await deliver([row("a", START)]);
    await deliver([row("b", later(1))], later(1));
    await process();
    expect(await expireRows(db, later(90))).toBe(0);
    expect(await expireRows(db, later(91))).toBe(1);
    expect(await names()).toEqual(["b"]);
    expect(await partitions.dropOutlived(later(91))).toBe(2);
    expect([await count("row_blocks"), await count("row_keys")]).toEqual([1, 1]);
  });

  it("counts from the arrival of a row that happened long before", async () => {
    await deliver([row("old", later(-200))]);
    await process();
    expect(await expireRows(db, later(89))).toBe(0);
    expect(await names()).toEqual(["old"]);
    expect(await expireRows(db, later(91))).toBe(1);
    expect(await names()).toEqual([]);
  });

  it("is set for each table, and for all others together", async () => {
    for (const table of ["SigninLogs", "AADNonInteractiveUserSignInLogs"] as const) {
      expect(await deliver([row(table, START)], START, table)).toMatchObject({ accepted: 1 });
    }
    await process();
    await keep(undefined, 10);
    await keep("SigninLogs", 20);
    await expireRows(db, later(11));
    expect(await names()).toEqual(["SigninLogs"]);
    await expireRows(db, later(21));
    expect(await names()).toEqual([]);
  });

  it("leaves rows that the detectors have not processed", async () => {
    await deliver([row("a", START)]);
    expect(await expireRows(db, later(200))).toBe(0);
    await process();
    expect(await expireRows(db, later(200))).toBe(1);
  });

  it("rejects rows of a removed day, because whether they were counted before is not known any more", async () => {
    await deliver([row("a", START)]);
    await process();
    await expireRows(db, later(91));
    const report = await deliver([row("a", START), row("new", later(91)), row("c", START)], later(91));
    expect(report).toMatchObject({
      accepted: 1,
      duplicates: 0,
      rejected: [1, 3].map((line) => ({ line, error: expect.stringContaining("is of 2026-03-10, a day whose rows") })),
    });
    expect(await names()).toEqual(["new"]);
  });

  it("removes the ids of rows with them", async () => {
    await deliver([
      { ...row("a", START), _ItemId: "x" },
      { ...row("a", START), _ItemId: "y" },
      { ...row("b", START), _ItemId: "y" },
    ]);
    await process();
    await expireRows(db, later(91));
    await partitions.dropOutlived(later(91));
    for (const id of ["x", "y"]) expect(await findLogRows(db, "SigninLogs", [id])).toEqual([]);
    expect([await count("row_aliases"), await count("row_names")]).toEqual([0, 0]);
  });

  it("removes every id that a row has had, also if partitions stay", async () => {
    for (const _ItemId of ["z", "y", "x"]) await deliver([{ ...row("a", START), _ItemId }]);
    await process();
    await expireRows(db, later(91));
    while ((await deleteExpiredBlocks(db, later(91, 3), 10)) > 0);
    expect([await count("row_blocks"), await count("row_ids")]).toEqual([0, 0]);
  });

  it("of one domain deletes its blocks and leaves those of another in the same partition", async () => {
    const other = await opened.addDomain();
    for (const domain of [db, other]) {
      await deliver([row("a", START)], START, "SigninLogs", domain);
      await process(domain);
    }
    await keep(undefined, 5);
    expect(await expireRows(db, later(6))).toBe(1);
    expect(await expireRows(other, later(6))).toBe(0);
    // Of the two days, only the one without rows is dropped.
    const kept = await partitionsLeft();
    expect(await partitions.dropOutlived(later(6))).toBe(2);
    expect(kept - (await partitionsLeft())).toBe(2);
    // The partition may still be dropped as a whole.
    expect(await deleteExpiredBlocks(db, later(6, 1), 10)).toBe(0);
    expect(await deleteExpiredBlocks(db, later(6, 3), 10)).toBe(1);
    expect([await count("row_blocks"), await count("row_keys"), await names(other)]).toEqual([0, 0, ["a"]]);
    expect(await expireRows(other, later(91))).toBe(1);
    expect(await partitions.dropOutlived(later(91))).toBe(3);
    expect(await count("row_keys")).toBe(0);
  });

  it("removes rows that are in no partition of a day together with their keys, a few at a time", async () => {
    const rows = [row("ancient", new Date("1971-01-01T00:00:00Z")), row("future", new Date("2099-01-01T00:00:00Z"))];
    await deliver(rows.map((fields, index) => ({ ...fields, _ItemId: `id-${index}` })));
    await process();
    await expireRows(db, later(91));
    expect(await deleteExpiredBlocks(db, later(91, 3), 1)).toBe(1);
    expect(await deleteExpiredBlocks(db, later(91, 3), 1)).toBe(0);
    expect([await names(), await count("row_keys"), await count("row_ids")]).toEqual([["future"], 1, 1]);
  });

  it("counts from the arrival of rows without a time, and accepts them again afterwards", async () => {
    const undated = { UserPrincipalName: "x" };
    await deliver([undated]);
    await process();
    expect(await deleteExpiredBlocks(db, later(90), 10)).toBe(0);
    expect(await deleteExpiredBlocks(db, later(92), 10)).toBe(1);
    expect([await names(), await count("row_keys")]).toEqual([[], 0]);
    expect(await deliver([undated], later(92))).toMatchObject({ accepted: 1 });
  });

  it("removes all names of rows without a time with them, so that they get the same ids when they are delivered again", async () => {
    const contents = ["a", "b", "c", "d"].map((name) => ({ UserPrincipalName: name, _ItemId: "x" }));
    for (const content of contents) await deliver([content]);
    await deliver([{ UserPrincipalName: "a", _ItemId: "y" }]);
    await process();
    expect(await count("row_names")).toBeGreaterThan(0);
    expect(await deleteExpiredBlocks(db, later(92), 10)).toBeGreaterThan(0);
    expect([await count("row_names"), await count("row_aliases"), await count("row_ids")]).toEqual([0, 0, 0]);
  });

  it("drops the partitions of many days a few at a time, and all of them in the end", async () => {
    const days = Array.from({ length: 9 }, (_, day) => dayOf(START.getTime()) + day);
    await partitions.add(days, later(8));
    const before = await partitionsLeft();
    const [first] = await opened.database.exclusively((_run, system) =>
      system.query<{ dropped: number }>("select drop_outlived_row_partitions($1) as dropped", [(days[8] ?? 0) + 1]),
    );
    expect(first).toEqual({ dropped: 12 });
    const dropped = await partitions.dropOutlived(later(10));
    expect(dropped).toBeGreaterThan(5);
    expect(await partitionsLeft()).toBe(before - 12 - dropped);
    expect(await partitions.dropOutlived(later(10))).toBe(0);
  });
});
