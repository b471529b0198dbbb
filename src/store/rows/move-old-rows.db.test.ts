import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { putBackRows } from "../../../test/support/old-rows.ts";
import { pendingRows, storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle, DomainStatements } from "../database/database.ts";
import { findLogRows } from "./log-rows.ts";
import { moveAllOldRows, moveOldRows } from "./move-old-rows.ts";
import { countPending, readPending, removePending } from "./pending-rows.ts";
import { readRows } from "./read-rows.ts";

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

const deliver = (rows: readonly Row[], table: LogTable = "SigninLogs") =>
  ingestRows(db, () => NOW, {
    table,
    lines: rows.map((row, index) => ({ line: index + 1, text: JSON.stringify(row) })),
  });

const aSignIn = (n: number, more: Row = {}): Row => ({
  TimeGenerated: new Date(NOW.getTime() - n * 7_000_000).toISOString(),
  UserPrincipalName: `user${n}@example.org`,
  ...more,
});

const SIGN_INS: readonly Row[] = [
  ...Array.from({ length: 9 }, (_, n) => aSignIn(n)),
  aSignIn(20, { _ItemId: "b" }),
  aSignIn(20, { _ItemId: "a" }),
  aSignIn(21, { _ItemId: "a" }),
  { UserPrincipalName: "undated@example.org" },
];

/** Rows of two tables, some processed and some pending, as a version before there were blocks stored them. */
async function givenOldRows(): Promise<{ readonly rows: unknown; readonly pending: unknown }> {
  await deliver(SIGN_INS);
  const { parts } = await readPending(db, { rows: 5, bytes: 1_048_576 });
  expect(await removePending(db, parts)).toBe(true);
  await deliver([{ TimeGenerated: NOW.toISOString(), Computer: "web", SyslogMessage: "x" }], "Syslog");
  const before = { rows: await storedRows(db), pending: await pendingRows(db) };
  await putBackRows(db);
  expect(await storedRows(db)).toEqual([]);
  return before;
}

/** Fails at the n-th statement of a transaction. */
function failingAt(n: number): DomainHandle {
  let statements = 0;
  const counted = <T>(run: () => Promise<T>): Promise<T> => {
    statements++;
    return statements === n ? Promise.reject(new Error("interrupted")) : run();
  };
  const failing = (tx: DomainDb): DomainDb => ({
    ...tx,
    query: (text, values) => counted(() => tx.query(text, values)),
    execute: (text, values) => counted(() => tx.execute(text, values)),
    runAll: async <T extends readonly unknown[]>(statements: DomainStatements<T>) => {
      const results: unknown[] = [];
      for (const one of statements) results.push(...(await counted(() => tx.runAll([one]))));
      return results as readonly unknown[] as T;
    },
  });
  return { ...db, transaction: (work) => db.transaction((tx) => work(failing(tx))) };
}

describe("rows that were stored before there were blocks", () => {
  it("are moved into blocks completely, with ids, times, lateness and what is pending", async () => {
    const before = await givenOldRows();
    await moveAllOldRows(db);
    expect({ rows: await storedRows(db), pending: await pendingRows(db) }).toEqual(before);
    for (const table of ["log_rows", "pending_rows"]) {
      expect(await db.query(`select 1 from ${table} where domain_id = $1`)).toEqual([]);
    }
  });

  it("are found by content and by every id, and count as pending and as duplicates, after every step of the move", async () => {
    const { rows } = (await givenOldRows()) as { readonly rows: Awaited<ReturnType<typeof storedRows>> };
    const pending = await countPending(db, 100);
    for (let isMore = true; isMore; ) {
      const contents = rows.map(({ table, contentKey }) => ({ table, contentKey }));
      expect((await readRows(db, contents)).length).toBe(rows.length);
      for (const row of rows) expect(await findLogRows(db, row.table, [row.rowId])).toContainEqual(row);
      expect(await findLogRows(db, "SigninLogs", ["b"])).toHaveLength(1);
      expect(await deliver(SIGN_INS)).toMatchObject({ accepted: 0, duplicates: SIGN_INS.length });
      expect(await countPending(db, 100)).toBe(pending);
      isMore = (await moveOldRows(db, 3)) > 0;
    }
    expect(await storedRows(db)).toEqual(rows);
  });

  it("are neither lost nor stored twice when the move is interrupted at any statement", async () => {
    const before = await givenOldRows();
    let interruptions = 0;
    for (let n = 1; ; n++) {
      const moved = await moveOldRows(failingAt(n), 100).catch((error: Error) => error);
      if (!(moved instanceof Error)) break;
      expect(moved.message).toBe("interrupted");
      interruptions++;
      expect(await db.query("select 1 from row_blocks where domain_id = $1")).toEqual([]);
    }
    expect(interruptions).toBeGreaterThan(5);
    await moveAllOldRows(db);
    expect({ rows: await storedRows(db), pending: await pendingRows(db) }).toEqual(before);
  });

  it("get another id when a copy is delivered with a smaller one, before and after they are moved", async () => {
    await deliver([aSignIn(1, { _ItemId: "m" }), aSignIn(2, { _ItemId: "n" })]);
    await putBackRows(db);
    await deliver([aSignIn(1, { _ItemId: "c" })]);
    await moveAllOldRows(db);
    await deliver([aSignIn(2, { _ItemId: "d" })]);
    expect((await storedRows(db)).map(({ rowId }) => rowId).sort()).toEqual(["c", "d"]);
    for (const id of ["c", "d", "m", "n"]) expect(await findLogRows(db, "SigninLogs", [id])).toHaveLength(1);
  });

  it("of another domain stay where they are", async () => {
    await givenOldRows();
    const own = db;
    db = await opened.addDomain();
    await givenOldRows();
    await moveAllOldRows(db);
    expect(await storedRows(own)).toEqual([]);
    expect((await own.query("select 1 from log_rows where domain_id = $1")).length).toBeGreaterThan(5);
  });
});
