import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DomainHandle } from "../database/database.ts";
import { deleteRows } from "../domains/domain-deletion.ts";
import { deleteBlocks } from "./delete-blocks.ts";
import { findLogRows } from "./log-rows.ts";

const AT = new Date("2026-03-10T12:00:00.000Z");
const ROWS = 600;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Delivers rows, of which every second one has an id. */
const deliver = (db: DomainHandle) =>
  ingestRows(db, () => AT, {
    table: "SigninLogs",
    lines: Array.from({ length: ROWS }, (_, index) => {
      const row = { TimeGenerated: AT.toISOString(), UserPrincipalName: `user${index}` };
      return { line: index + 1, text: JSON.stringify(index % 2 === 0 ? row : { ...row, _ItemId: `row-${index}` }) };
    }),
  });

const count = async (db: DomainHandle, table: string): Promise<number> =>
  (await db.query(`select 1 from ${table} where domain_id = $1`)).length;

describe("the blocks of a domain that is being deleted", () => {
  it("are deleted with all keys of their rows, a few at a time, and nothing of a domain with the same rows", async () => {
    const [gone, other] = [await opened.addDomain(), await opened.addDomain()];
    for (const db of [gone, other]) await deliver(db);
    const blocks = await count(gone, "row_blocks");
    expect(blocks).toBeGreaterThan(2);
    const first = await deleteBlocks(gone, 2);
    expect(first.count).toBe(2);
    expect(first.rows).toBeGreaterThan(2);
    const rest = await deleteBlocks(gone, 100);
    expect(rest.count).toBe(blocks - 2);
    expect(first.rows + rest.rows).toBe(blocks + ROWS + ROWS / 2);
    for (const table of ["row_blocks", "row_keys", "row_ids"]) expect(await count(gone, table)).toBe(0);
    expect(await deleteBlocks(gone, 100)).toEqual({ count: 0, rows: 0 });
    expect([await count(other, "row_keys"), await count(other, "row_ids")]).toEqual([ROWS, ROWS / 2]);
    expect(await findLogRows(other, "SigninLogs", ["row-1"])).toHaveLength(1);
  });

  it("are deleted also if one is damaged", async () => {
    const gone = await opened.addDomain();
    await deliver(gone);
    await gone.execute("update row_blocks set facts = 'damaged' where domain_id = $1 and block = 0");
    const { count: blocks } = await deleteBlocks(gone, 100);
    expect(blocks).toBeGreaterThan(2);
    expect(await count(gone, "row_blocks")).toBe(0);
    expect(await count(gone, "row_keys")).toBeLessThan(ROWS);
    await deleteRows(gone, "row_keys", ROWS);
    expect(await count(gone, "row_keys")).toBe(0);
  });
});
