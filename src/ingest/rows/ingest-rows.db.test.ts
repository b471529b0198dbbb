import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { pendingRows, ROW_TABLES, storedRows } from "../../../test/support/stored-rows.ts";
import { findConnector } from "../../store/connectors/connectors.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readReadiness } from "../../store/domains/readiness.ts";
import { readVersions } from "../../store/domains/versions.ts";
import { findLogRows } from "../../store/rows/log-rows.ts";
import { countPending, readPending, removePending, takeRenamed } from "../../store/rows/pending-rows.ts";
import { type Delivery, ingestRows } from "./ingest-rows.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

type Row = Readonly<Record<string, unknown>>;

const linesOf = (rows: readonly Row[]) => rows.map((row, index) => ({ line: index + 1, text: JSON.stringify(row) }));

const deliver = (rows: readonly Row[], more: Partial<Delivery> = {}, at = NOW) =>
  ingestRows(db, () => at, { table: "SigninLogs", lines: linesOf(rows), ...more });

const aSignIn = (n: number, more: Row = {}): Row => ({
  TimeGenerated: new Date(NOW.getTime() - n * 60_000).toISOString(),
  UserPrincipalName: `user${n}@example.org`,
  ResultType: "0",
  ...more,
});

/** Returns everything stored for the rows, in a fixed order. */
async function keptRows(): Promise<unknown> {
  const rows = await storedRows(db);
  const pending = await pendingRows(db);
  const aliases = await db.query(
    "select table_name, item_id, content_key from row_aliases where domain_id = $1 order by 1, 2, 3",
  );
  return { rows, pending, aliases };
}

async function forgetRows(): Promise<void> {
  for (const table of ROW_TABLES) await db.execute(`delete from ${table} where domain_id = $1`);
}

describe("ingestRows", () => {
  it("stores each row once, whatever the order, copies and batches of the deliveries", async () => {
    // Few ids and few contents, so that copies under other ids and conflicting ids are common.
    const row = fc.record({ n: fc.integer({ min: 0, max: 5 }), id: fc.integer({ min: 0, max: 4 }) });
    const toRow = ({ n, id }: { n: number; id: number }) => aSignIn(n, id === 0 ? {} : { _ItemId: `item-${id}` });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        async (rows, dice) => {
          const draw = () => dice.next().value;
          await forgetRows();
          await deliver(rows.map(toRow));
          const expected = await keptRows();
          await forgetRows();
          const shuffled = [...rows, ...rows.filter(() => draw() % 2 === 0)]
            .map((item) => ({ item, rank: draw() }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ item }) => toRow(item));
          while (shuffled.length > 0) await deliver(shuffled.splice(0, 1 + (draw() % 4)));
          expect(await keptRows()).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("counts copies as duplicates, even with other delivery columns and another order of columns", async () => {
    const row = aSignIn(1, { _ItemId: "a", DeviceDetail: { os: "x", id: 1 } });
    const copy = { DeviceDetail: { id: 1, os: "x" }, _TimeReceived: "later", TenantId: "t", ...row, Identity: null };
    expect(await deliver([row, row])).toMatchObject({ accepted: 1, duplicates: 1, conflicts: [] });
    expect(await deliver([copy])).toMatchObject({ accepted: 0, duplicates: 1, conflicts: [] });
  });

  it("finds a row under every id it was delivered under", async () => {
    await deliver([aSignIn(1, { _ItemId: "b" }), aSignIn(1, { _ItemId: "a" })]);
    await deliver([aSignIn(1, { _ItemId: "c" })]);
    const ids = (await Promise.all(["a", "b", "c"].map((id) => findLogRows(db, "SigninLogs", [id])))).flat();
    expect(ids.map(({ rowId }) => rowId)).toEqual(["a", "a", "a"]);
  });

  it("stores and reports a row whose id belongs to another row", async () => {
    await deliver([aSignIn(1, { _ItemId: "a" })]);
    const report = await deliver([aSignIn(2, { _ItemId: "b" }), aSignIn(3, { _ItemId: "a" })]);
    expect(report).toMatchObject({ accepted: 2, conflicts: [{ line: 2, itemId: "a" }] });
    expect(await findLogRows(db, "SigninLogs", ["a"])).toHaveLength(2);
    expect(new Set((await readAll()).map(({ rowId }) => rowId)).size).toBe(3);
  });

  it("gives a row the smallest of its ids, even after detection, and reports the change to the pipeline", async () => {
    await deliver([aSignIn(1, { _ItemId: "m" })]);
    await takePending(10);
    await deliver([aSignIn(1, { _ItemId: "a" }), aSignIn(2, { _ItemId: "m" })]);
    const [seen] = await findLogRows(db, "SigninLogs", ["a"]);
    expect(seen?.rowId).toBe("a");
    expect(await takeRenamed(db, 10)).toEqual([{ table: "SigninLogs", contentKey: seen?.contentKey }]);
    expect(await readAll()).toHaveLength(1);
  });

  it("claims pending rows in the order of their time, and none twice", async () => {
    await deliver([3, 1, 2].map((n) => aSignIn(n)));
    const taken = await takePending(2);
    expect(taken.map(({ fields }) => fields["UserPrincipalName"])).toEqual(["user3@example.org", "user2@example.org"]);
    expect(await countPending(db, 10)).toBe(1);
    expect((await readAll())[0]).toMatchObject({ table: "SigninLogs", late: false, at: NOW.getTime() - 60_000 });
  });

  it("stores rows that differ in nothing but their resource, and one row for copies with and without it", async () => {
    const created = (n: number, more: Row = {}) => ({
      TimeGenerated: NOW.toISOString(),
      OperationNameValue: "MICROSOFT.COMPUTE/VIRTUALMACHINES/WRITE",
      _ResourceId: `/subscriptions/s/virtualMachines/vm-${n}`,
      ...more,
    });
    const azure = { table: "AzureActivity" as const };
    expect(await deliver([created(1), created(2)], azure)).toMatchObject({ accepted: 2, duplicates: 0 });
    const shouted = created(1)._ResourceId.toUpperCase();
    expect(await deliver([created(1, { _ResourceId: shouted })], azure)).toMatchObject({ accepted: 0, duplicates: 1 });
    const identified = created(3, { EventDataId: "e" });
    const { _ResourceId: _, ...without } = identified;
    expect(await deliver([identified, without], azure)).toMatchObject({ accepted: 1, duplicates: 1 });
  });

  it("does not call a table live because of a row whose clock is far ahead", async () => {
    await deliver([aSignIn(1, { TimeGenerated: "2099-01-01T00:00:00Z" })]);
    await deliver([aSignIn(2, { TimeGenerated: new Date(NOW.getTime() - 20 * 86_400_000).toISOString() })]);
    expect((await readAll()).filter((row) => row.late)).toEqual([]);
  });

  it("marks a row as late only if its table was live before", async () => {
    const old = (n: number) => aSignIn(n, { TimeGenerated: "2026-03-01T00:00:00Z" });
    await deliver([old(1)]);
    await deliver([old(2), aSignIn(3)]);
    await deliver([old(4), aSignIn(5)]);
    const late = (await readAll()).filter((row) => row.late).map(({ fields }) => fields["UserPrincipalName"]);
    expect(late).toEqual(["user4@example.org"]);
  });

  it("stores rows and the writes of `also` together or not at all", async () => {
    const also = () => Promise.reject(new Error("the cursor cannot be kept"));
    await expect(deliver([aSignIn(1)], { also, connectorType: "okta" })).rejects.toThrow("cursor");
    expect(await countPending(db, 10)).toBe(0);
    expect(await findConnector(db, "okta")).toBeUndefined();
    await expect(deliver([aSignIn(1)])).resolves.toMatchObject({ accepted: 1 });
  });

  it("stores a large delivery in several transactions, and reports it as one", async () => {
    const old = (n: number) => aSignIn(n, { TimeGenerated: "2026-03-01T00:00:00Z" });
    const rows = Array.from({ length: 700 }, (_, n) => (n % 2 === 0 ? aSignIn(n) : old(n)));
    let [transactions, cursors] = [0, 0];
    const counted: DomainHandle = {
      ...db,
      transaction: (work) => {
        transactions++;
        return db.transaction(work);
      },
    };
    const also = async () => void cursors++;
    const lines = linesOf([...rows, ...rows.slice(0, 50)]);
    const report = await ingestRows(counted, () => NOW, { table: "SigninLogs", lines, also });
    expect(report).toEqual({ accepted: 700, duplicates: 50, rejected: [], conflicts: [] });
    expect(transactions).toBeGreaterThan(1);
    expect(cursors).toBe(1);
    expect((await storedRows(db)).filter((row) => row.late)).toEqual([]);
  });

  it("resolves thousands of rows with one id to the same result in any order", async () => {
    const rows = Array.from({ length: 600 }, (_, n) => aSignIn(n, { _ItemId: "one" }));
    expect(await deliver(rows)).toMatchObject({ accepted: 600, duplicates: 0 });
    const kept = await keptRows();
    await forgetRows();
    await deliver([...rows].reverse());
    expect(await keptRows()).toEqual(kept);
  });

  it("rejects an envelope with more than the allowed records", async () => {
    const lines = [{ line: 1, text: `{"records":[${"0,".repeat(10_000)}0]}` }];
    expect((await deliver([], { lines })).rejected).toEqual([{ line: 1, error: "holds more than 10000 records" }]);
  });

  it("counts a delivery as a successful poll of its connector and as observed history", async () => {
    await deliver([aSignIn(1), aSignIn(600)], { connectorType: "okta" });
    expect(await findConnector(db, "okta")).toMatchObject({
      enabled: true,
      lastSuccessAt: NOW,
      consecutiveFailures: 0,
    });
    expect(await personas()).toMatchObject({ deliveredAt: NOW, firstEventAt: new Date(NOW.getTime() - 36_000_000) });
    expect((await readVersions(db)).integrations).toBeDefined();
  });

  it("does not count rows from the distant past or future as history, so that two of them make nothing ready", async () => {
    const far = ["1971-01-01T00:00:00Z", "2099-01-01T00:00:00Z"].map((TimeGenerated) => aSignIn(1, { TimeGenerated }));
    await deliver(far.slice(0, 1));
    expect(await personas()).toMatchObject({ deliveredAt: NOW, firstEventAt: NOW, newestEventAt: NOW });
    await deliver([...far, aSignIn(600)]);
    const [firstEventAt, newestEventAt] = [new Date(NOW.getTime() - 36_000_000), new Date(NOW.getTime() + 86_400_000)];
    expect(await personas()).toMatchObject({ firstEventAt, newestEventAt });
  });

  it("stores each row once when the same rows are delivered twice at the same time", async () => {
    const rows = Array.from({ length: 50 }, (_, n) => aSignIn(n));
    const reports = await Promise.all([deliver(rows), deliver(rows), deliver([...rows].reverse())]);
    expect(reports.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
    expect(await countPending(db, 100)).toBe(50);
  });
});

const personas = async () => (await readReadiness(db)).find(({ resource }) => resource === "personas");
const readAll = () => takePending(1_000);

/** Claims rows as a worker does. */
async function takePending(limit: number) {
  const { rows, parts } = await readPending(db, { rows: limit, bytes: 1_048_576 });
  expect(await removePending(db, parts)).toBe(true);
  return rows;
}
