import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { captureQueries, effortOf } from "../../../test/support/plans.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DomainHandle } from "../database/database.ts";
import { findLogRows } from "./log-rows.ts";
import { countPending, readPending, removePending } from "./pending-rows.ts";
import { readRows } from "./read-rows.ts";
import { dayOf, derivedRowId, rowKeyOf, UNDATED_DAY } from "./row-key.ts";
import { openRowPartitions } from "./row-partitions.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
  await openRowPartitions(opened.database).add([dayOf(NOW.getTime())], NOW);
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

type Row = Readonly<Record<string, unknown>>;

const deliver = (rows: readonly Row[], at = NOW, domain = db) =>
  ingestRows(domain, () => at, {
    table: "SigninLogs",
    lines: rows.map((row, index) => ({ line: index + 1, text: JSON.stringify(row) })),
  });

const aSignIn = (n: number, more: Row = {}): Row => ({
  TimeGenerated: new Date(NOW.getTime() - n * 60_000).toISOString(),
  UserPrincipalName: `user${n}@example.org`,
  ...more,
});

const userOf = ({ fields }: { readonly fields: Row }): unknown => fields["UserPrincipalName"];

/** The content key of a row, from a domain of its own. */
async function contentKeyOf(row: Row): Promise<string> {
  const other = await opened.addDomain();
  await deliver([row], NOW, other);
  const [stored] = await storedRows(other);
  return stored?.contentKey ?? "";
}

/** Makes the first stored row share its 8-byte key with another. */
async function givenCollision(other: string): Promise<void> {
  await db.execute(
    "insert into row_keys (domain_id, key, day, place) select $1, $2, day, place from row_keys where domain_id = $1",
    [rowKeyOf(db.domainId, "SigninLogs", other)],
  );
}

describe("rows with the same 8-byte key", () => {
  it("are both stored, both found, and copies of both are duplicates", async () => {
    const other = await contentKeyOf(aSignIn(2));
    await deliver([aSignIn(1)]);
    await givenCollision(other);
    expect(await deliver([aSignIn(2)])).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await deliver([aSignIn(2), aSignIn(1)])).toMatchObject({ accepted: 0, duplicates: 2 });
    expect((await storedRows(db)).map(userOf).sort()).toEqual(["user1@example.org", "user2@example.org"]);
    const [found] = await readRows(db, [{ table: "SigninLogs", contentKey: other }]);
    expect(found && userOf(found)).toBe("user2@example.org");
  });

  it("are not confused when one is looked up by its derived id", async () => {
    const other = await contentKeyOf(aSignIn(2));
    await deliver([aSignIn(1)]);
    await givenCollision(other);
    expect(await findLogRows(db, "SigninLogs", [derivedRowId(db.domainId, "SigninLogs", other)])).toEqual([]);
  });
});

describe("the lookup of a row by an id", () => {
  it("costs the same however many days its table has rows of", async () => {
    const DAYS = 60;
    await deliver(Array.from({ length: DAYS }, (_, day) => aSignIn(day * 1_440)));
    const [{ contentKey = "" } = {}] = await storedRows(db);
    const id = derivedRowId(db.domainId, "SigninLogs", contentKey);
    const sent = await captureQueries(db, (watched) => findLogRows(watched, "SigninLogs", [id]));
    for (const statement of sent) {
      const { rowsOf } = await effortOf(opened.database, db.domainId, statement, "at first");
      for (const table of ["row_days", "row_keys_other", "row_blocks_other"]) {
        expect(rowsOf[table] ?? 0, statement.text).toBeLessThan(DAYS / 2);
      }
    }
  });
});

describe("stored rows", () => {
  it("are found by the id that is derived from their content, on whatever day they happened", async () => {
    await deliver([aSignIn(1), aSignIn(100_000), aSignIn(1_000_000)]);
    for (const row of await storedRows(db)) {
      expect(row.rowId).toBe(derivedRowId(db.domainId, "SigninLogs", row.contentKey));
      expect(await findLogRows(db, "SigninLogs", [row.rowId])).toEqual([row]);
    }
  });

  it("conflict over an item id even if they happened on different days", async () => {
    await deliver([aSignIn(1, { _ItemId: "a" })]);
    const report = await deliver([aSignIn(200_000, { _ItemId: "a" })]);
    expect(report).toMatchObject({ accepted: 1, conflicts: [{ line: 1, itemId: "a" }] });
    expect(await findLogRows(db, "SigninLogs", ["a"])).toHaveLength(2);
  });

  it("without a time are the same row on whatever day a copy arrives", async () => {
    const undated = { UserPrincipalName: "x@example.org" };
    expect(await deliver([undated])).toMatchObject({ accepted: 1 });
    const later = new Date(NOW.getTime() + 5 * 86_400_000);
    expect(await deliver([undated], later)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await storedRows(db)).toMatchObject([{ at: NOW.getTime(), late: true }]);
    expect(await db.query("select day from row_days where domain_id = $1")).toEqual([{ day: UNDATED_DAY }]);
  });

  it("with the same content and the same item id are independent in two domains", async () => {
    const other = await opened.addDomain();
    const rows = [aSignIn(1, { _ItemId: "a" }), aSignIn(2)];
    for (const domain of [db, other]) expect(await deliver(rows, NOW, domain)).toMatchObject({ accepted: 2 });
    const [mine, theirs] = [await storedRows(db), await storedRows(other)];
    expect(mine.map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
    const derived = ({ rowId }: { readonly rowId: string }): boolean => rowId !== "a";
    expect(
      await findLogRows(
        db,
        "SigninLogs",
        theirs.filter(derived).map(({ rowId }) => rowId),
      ),
    ).toEqual([]);
    expect(await findLogRows(db, "SigninLogs", ["a"])).toHaveLength(1);
  });

  it("are in a partition of their day, and far from the present in the one for all other days", async () => {
    await deliver([aSignIn(1), { ...aSignIn(2), TimeGenerated: "1971-01-01T00:00:00Z" }]);
    const found = await db.query<{ name: string }>(
      "select tableoid::regclass::text as name from row_keys where domain_id = $1 order by 1",
    );
    // On a distributed database the number of the shard follows.
    const partitions = found.map(({ name }) => name.replace(/_\d{6,}$/, ""));
    expect(partitions).toEqual(["row_keys_20522", "row_keys_other"]);
  });

  it("are divided into blocks of at most 256 rows, and read in parts without loss", async () => {
    await deliver(Array.from({ length: 700 }, (_, n) => aSignIn(n % 600, { Identity: `${n}` })));
    const blocks = await db.query<{ rows: number }>("select rows from row_blocks where domain_id = $1");
    expect(Math.max(...blocks.map(({ rows }) => rows))).toBeLessThanOrEqual(256);
    const seen = new Set<string>();
    for (let left = 700; left > 0; ) {
      const { rows, parts, isMore } = await readPending(db, { rows: 90, bytes: 1_048_576 });
      expect(await removePending(db, parts)).toBe(true);
      expect(await removePending(db, parts)).toBe(false);
      for (const { contentKey } of rows) seen.add(contentKey);
      left -= rows.length;
      expect([await countPending(db, 1_000), isMore]).toEqual([left, left > 0]);
    }
    expect(seen.size).toBe(700);
  });

  it("that follow a part are read before the part is removed", async () => {
    await deliver(Array.from({ length: 300 }, (_, n) => aSignIn(n)));
    const limits = { rows: 130, bytes: 1_048_576 };
    const first = await readPending(db, limits);
    const second = await readPending(db, limits, first.parts.at(-1));
    const third = await readPending(db, limits, second.parts.at(-1));
    const all = [first, second, third].flatMap(({ rows }) => rows.map(({ contentKey }) => contentKey));
    expect([new Set(all).size, third.isMore]).toEqual([300, false]);
    for (const { parts } of [first, second, third]) expect(await removePending(db, parts)).toBe(true);
    expect(await countPending(db, 10)).toBe(0);
  });
});
