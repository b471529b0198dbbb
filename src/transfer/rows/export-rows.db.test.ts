import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { pendingRows, storedRows } from "../../../test/support/stored-rows.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { exportFolder } from "../export-folder.ts";
import { importFolder } from "../import-folder.ts";
import { exportRows } from "./export-rows.ts";

const ACTOR = { kind: "operator", id: "test", origin: "test" } as const;
const NOW = new Date("2026-11-02T10:00:00.000Z");
let opened: TestDatabase;
let folder: string;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function deliver(db: DomainHandle, table: LogTable, rows: readonly object[]): Promise<void> {
  const lines = rows.map((row, index) => ({ line: index + 1, text: JSON.stringify(row) }));
  const { rejected } = await ingestRows(db, () => NOW, { table, lines });
  expect(rejected).toEqual([]);
}

/** Everything that is stored of the rows but when and how they arrived. */
async function stored(db: DomainHandle) {
  const [rows, aliases, pending] = [
    (await storedRows(db)).map(({ receivedAt: _, ...row }) => row),
    await db.query("select table_name, item_id, content_key from row_aliases where domain_id = $1 order by 1, 2, 3"),
    await pendingRows(db),
  ];
  return { rows, aliases, pending };
}

const runImport = (db: DomainHandle) =>
  importFolder({ database: db, folder, clock: () => NOW, knownConnectorTypes: new Set(), actor: ACTOR });

const at = (hour: number) => `2026-11-02T0${hour}:00:00.000Z`;
const signIn = (n: number, more: object = {}) => ({
  TimeGenerated: at(n % 9),
  UserPrincipalName: `user${n}@northwind.example`,
  ResultType: "0",
  LocationDetails: { city: 'Sainte-"Foy"\n', countryOrRegion: "FR" },
  ...more,
});

async function givenRows(): Promise<DomainHandle> {
  const db = await opened.addDomain();
  const many = Array.from({ length: 250 }, (_, n) => signIn(n));
  await deliver(db, "SigninLogs", [...many, signIn(300, { _ItemId: "b" }), signIn(300, { _ItemId: "a" })]);
  await deliver(db, "SigninLogs", [signIn(301, { _ItemId: "a", _ResourceId: "/subscriptions/x" })]);
  await deliver(db, "SigninLogs", [signIn(302, { TimeGenerated: "2026-09-01T00:00:00Z", Own: "column" })]);
  await deliver(db, "Syslog", [{ TimeGenerated: at(1), Computer: "web", SyslogMessage: "\u2028 'quoted' 🦊" }]);
  await deliver(db, "Syslog", [
    { TimeGenerated: at(2), Type: "Syslog", Mine: 1, AlsoMine: 2, Theirs: 3, Computer: "x" },
  ]);
  return db;
}

describe("exported rows", () => {
  test("imported into another domain, they are the same rows with the same ids, and not detected again", async () => {
    const db = await givenRows();
    const seen: string[] = [];
    await exportFolder({ database: db, folder });
    const files = await exportRows(db, folder, ({ file }) => seen.push(file));
    expect(files).toEqual([
      { file: "rows/SigninLogs.ndjson", records: 255 },
      { file: "rows/Syslog.ndjson", records: 2 },
    ]);
    expect(new Set(seen)).toEqual(new Set(files.map(({ file }) => file)));
    expect(await readdir(join(folder, "rows"))).toEqual(["SigninLogs.ndjson", "Syslog.ndjson"]);
    const copy = await opened.addDomain();
    const report = await runImport(copy);
    expect(report).toMatchObject({ ok: true });
    expect(report.files.slice(-2)).toMatchObject([
      { file: "rows/SigninLogs.ndjson", lines: 255, stored: 253 },
      { file: "rows/Syslog.ndjson", lines: 2, stored: 2 },
    ]);
    const [before, after] = [await stored(db), await stored(copy)];
    expect(withoutLate(after.rows)).toEqual(withoutLate(before.rows));
    expect([after.aliases, after.pending]).toEqual([before.aliases, []]);
  });

  test("old rows of a file are not late because recent ones are in it too, however many there are", async () => {
    const db = await opened.addDomain();
    const rows = Array.from({ length: 5_000 }, (_, n) =>
      signIn(n, n % 2 === 0 ? { TimeGenerated: "2026-09-01T00:00:00Z" } : {}),
    );
    await deliver(db, "SigninLogs", rows);
    await exportRows(db, folder, () => undefined);
    const copy = await opened.addDomain();
    await runImport(copy);
    expect((await storedRows(copy)).filter((row) => row.late)).toEqual([]);
    expect((await stored(copy)).rows).toEqual((await stored(db)).rows);
  });

  test("exported again from the copy, they are the same files", async () => {
    const db = await givenRows();
    await exportRows(db, folder, () => undefined);
    const first = await readFile(join(folder, "rows/SigninLogs.ndjson"), "utf8");
    const copy = await opened.addDomain();
    await runImport(copy);
    const again = await mkdtemp(join(tmpdir(), "ppt-"));
    await exportRows(copy, again, () => undefined);
    expect(await readFile(join(again, "rows/SigninLogs.ndjson"), "utf8")).toBe(first);
    await rm(again, { recursive: true });
  });

  test("imported into their own domain, they change nothing", async () => {
    const db = await givenRows();
    const before = await stored(db);
    await exportRows(db, folder, () => undefined);
    expect((await runImport(db)).files).toMatchObject([{ stored: 0 }, { stored: 0 }]);
    expect(await stored(db)).toEqual(before);
  });

  test("ingested into another domain, they are the same rows, and pending for detection", async () => {
    const db = await givenRows();
    await exportRows(db, folder, () => undefined);
    const copy = await opened.addDomain();
    for (const table of ["SigninLogs", "Syslog"] as const) {
      const text = await readFile(join(folder, "rows", `${table}.ndjson`), "utf8");
      const rows = text.trimEnd().split("\n");
      await deliver(
        copy,
        table,
        rows.map((line) => JSON.parse(line) as object),
      );
    }
    const [before, after] = [await stored(db), await stored(copy)];
    expect(withoutLate(after.rows)).toEqual(withoutLate(before.rows));
    expect([after.aliases, after.pending]).toEqual([before.aliases, before.pending]);
  });

  test("of another domain are not written", async () => {
    await givenRows();
    expect(await exportRows(await opened.addDomain(), folder, () => undefined)).toEqual([]);
  });
});

describe("imported files of rows", () => {
  test("store their valid lines and report the others; compressed files are read too", async () => {
    const db = await opened.addDomain();
    await exportRows(db, folder, () => undefined);
    const lines = [JSON.stringify(signIn(1)), "nope", JSON.stringify(signIn(2))].join("\n");
    await writeFile(join(folder, "rows", "SigninLogs.ndjson.gz"), gzipSync(lines));
    expect(await runImport(db)).toMatchObject({
      ok: false,
      files: [
        {
          file: "rows/SigninLogs.ndjson.gz",
          ok: false,
          lines: 3,
          stored: 2,
          badLines: [{ line: 2, message: "is not valid JSON: unexpected 'n' at position 1" }],
        },
      ],
    });
  });

  test("with a name of no table stop the whole import", async () => {
    const db = await opened.addDomain();
    await exportRows(db, folder, () => undefined);
    await writeFile(join(folder, "rows", "Signins.ndjson"), "");
    const { ok, problems, files } = await runImport(db);
    expect([ok, problems.at(-1), files]).toEqual([false, "'rows/Signins.ndjson' is not named after a log table", []]);
  });
});

const withoutLate = (rows: readonly unknown[]) => rows.map((row) => ({ ...(row as object), late: undefined }));
