import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { runCommand } from "../../../../test/support/run-command.ts";
import { createDomain } from "../../../actions/create-domain.ts";
import { ingestRows } from "../../../ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../../model/rows/log-row.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { newId } from "../../../runtime/ids.ts";

const AT = "2026-11-15T11:00:00.000Z";
let opened: TestDatabase;
let domain: string;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  domain = `d${newId()}`;
  const db = opened.database.forDomain(
    await createDomain({ database: opened.database, clock: systemClock, actor: TEST_ACTOR }, domain),
  );
  const take = (table: LogTable, columns: object) =>
    ingestRows(db, systemClock, {
      table,
      lines: [{ line: 1, text: JSON.stringify({ TimeGenerated: AT, ...columns }) }],
    });
  await take("SigninLogs", { Id: "1", _ItemId: "first" });
  // The same row under another id, and another table with that id.
  await take("SigninLogs", { Id: "1", _ItemId: "again" });
  await take("AuditLogs", { Id: "2", _ItemId: "again" });
});

async function rows(...words: readonly string[]) {
  const env = { PARAPET_DATABASE_URL: opened.databaseUrl, PARAPET_DATA_DIR: opened.dataDir };
  const { code, stdout, stderr } = await runCommand(["rows", ...words], env);
  const lines = stdout.split("\n").filter(Boolean);
  return { code, rows: lines.map((line) => JSON.parse(line)), notes: stderr.split("\n").filter(Boolean) };
}

test("a row is shown by every id it was delivered under, in the named table or in all", async () => {
  const signIn = { table: "SigninLogs", at: AT, late: false, columns: { Id: "1", TimeGenerated: AT } };
  expect(await rows("show", "--domain", domain, "first")).toMatchObject({ code: 0, rows: [signIn], notes: [] });
  const named = await rows("show", "--domain", domain, "--table", "SigninLogs", "again", "first");
  expect(named).toMatchObject({ code: 0, rows: [signIn, signIn] });
  const both = await rows("show", "--domain", domain, "again");
  expect(both.rows.map(({ table }) => table).sort()).toEqual(["AuditLogs", "SigninLogs"]);
});

test("an id without a row is reported, and the other rows are shown", async () => {
  const { code, rows: shown, notes } = await rows("show", "--domain", domain, "first", "second");
  expect([code, shown.length, notes]).toEqual([
    1,
    1,
    ["There is no row 'second' in any table of this domain; its retention may be over (parapet retention show)."],
  ]);
});

test("a missing id, a missing domain and an unknown table are wrong usage", async () => {
  expect(await rows("show", "--domain", domain)).toMatchObject({ code: 2, rows: [] });
  expect(await rows("show", "first")).toMatchObject({ code: 2, notes: [expect.stringContaining("--domain")] });
  const wrongTable = await rows("show", "--domain", domain, "--table", "Signins", "first");
  expect(wrongTable).toMatchObject({ code: 2, notes: [expect.stringContaining("there is no table 'Signins'")] });
});
