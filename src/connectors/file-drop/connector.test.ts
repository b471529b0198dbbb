import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStillWorld, pullAll, rowsOf, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import type { Json, PulledPage } from "../connector.ts";
import { readSettings } from "../read-settings.ts";
import { fileDropConnector } from "./connector.ts";

const NOW = "2026-11-15T12:00:00.000Z";
let folder: string;
let world: StillWorld;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  world = createStillWorld(NOW);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (n: number): string => JSON.stringify({ TimeGenerated: NOW, Id: `row-${n}` });
const lines = (...numbers: readonly number[]): string => numbers.map((n) => `${line(n)}\n`).join("");
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Writes a file with a modification time of a moment, or `ageMs`, ago. */
async function drop(name: string, content: string | Buffer, ageMs = 0): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
  await age(name, ageMs);
}

async function age(name: string, ageMs: number): Promise<void> {
  const at = new Date(world.now.getTime() - ageMs);
  await utimes(join(folder, name), at, at);
}

const pull = (cursor?: Json) =>
  pullAll(fileDropConnector.open(readSettings(fileDropConnector, { folder }), world), cursor);
const idsOf = (pages: readonly PulledPage[], table: "SigninLogs" | "AuditLogs" = "SigninLogs"): readonly string[] =>
  rowsOf(pages, table).map(({ Id }) => String(Id));

test("files of a table are found by their name or their folder, compressed or not", async () => {
  await drop("SigninLogs.ndjson", lines(1));
  await drop("SigninLogs.2026-11-15.jsonl.gz", gzipSync(lines(2)));
  await drop("AuditLogs/2026/11/part.ndjson", lines(3));
  await drop("AuditLogs/other.ndjson.gz", gzipSync(lines(4)));
  for (const ignored of ["Unknown.ndjson", "SigninLogs.txt", "SigninLogsX.ndjson", "AuditLogs/.hidden.ndjson"]) {
    await drop(ignored, lines(99));
  }
  const { pages } = await pull();
  expect([...idsOf(pages)].sort()).toEqual(["row-1", "row-2"]);
  expect([...idsOf(pages, "AuditLogs")].sort()).toEqual(["row-3", "row-4"]);
});

test("an entry that is not read is noted with every poll, and logged once", async () => {
  await drop("Unknown.ndjson", lines(1));
  await drop("SigninLogs.json", lines(1));
  await drop(".SigninLogs.ndjson", lines(1));
  const first = await pull();
  expect(first.pages.at(-1)).toMatchObject({
    notes: [
      "ignored: SigninLogs.json does not end in .ndjson or .jsonl, plain or with .gz, Unknown.ndjson is of no known table",
    ],
    skipped: [{ place: "SigninLogs.json" }, { place: "Unknown.ndjson", reason: "is of no known table" }],
  });
  for (let n = 0; n < 9; n++) await drop(`Other\u202e${n}.ndjson`, lines(1));
  const second = await pull(first.cursor);
  expect(second.pages.at(-1)?.skipped?.map(({ place }) => place)).toEqual(
    range(0, 9).map((n) => `Other\u202e${n}.ndjson`),
  );
  expect(second.pages.at(-1)?.notes).toEqual([expect.stringMatching(/^ignored: Other 0\.ndjson .*, and 6 more$/)]);
  expect((await pull(second.cursor)).pages.at(-1)).toMatchObject({ skipped: [], notes: [expect.anything()] });
});

test("each line has its number in the file, also when reading continues", async () => {
  const numbersOf = (pages: readonly PulledPage[]) => pages.flatMap(({ file }) => (file ? [file] : []));
  await drop("SigninLogs.ndjson", `\n${lines(1)}\n${lines(2)}`);
  const first = await pull();
  expect(numbersOf(first.pages)).toEqual([{ name: "SigninLogs.ndjson", numbers: [2, 4] }]);
  await appendFile(join(folder, "SigninLogs.ndjson"), `\n${lines(3)}`);
  await age("SigninLogs.ndjson", -1_000);
  expect(numbersOf((await pull(first.cursor)).pages)).toEqual([{ name: "SigninLogs.ndjson", numbers: [6] }]);
});

test("a line that is not UTF-8 is rejected, not repaired", async () => {
  const broken = Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]);
  await drop("SigninLogs.ndjson", Buffer.concat([Buffer.from(lines(1)), broken, Buffer.from(lines(2))]));
  const rows = (await pull()).pages.flatMap(({ rows }) => rows.SigninLogs ?? []);
  expect(rows).toEqual([line(1), { problem: "is not valid UTF-8" }, line(2)]);
});

test("read lines are not read again, appended lines are read", async () => {
  await drop("SigninLogs.ndjson", lines(1, 2));
  await drop("AuditLogs.ndjson.gz", gzipSync(lines(1)));
  const first = await pull();
  const second = await pull(first.cursor);
  expect(second.pages.flatMap(({ rows }) => Object.keys(rows))).toEqual([]);
  await appendFile(join(folder, "SigninLogs.ndjson"), lines(3));
  await age("SigninLogs.ndjson", -1_000);
  expect(idsOf((await pull(second.cursor)).pages)).toEqual(["row-3"]);
});

test("a last line that is still being written is not read yet", async () => {
  await drop("SigninLogs.ndjson", lines(1) + line(2).slice(0, 9));
  const first = await pull();
  expect(idsOf(first.pages)).toEqual(["row-1"]);
  await drop("SigninLogs.ndjson", lines(1, 2), -1_000);
  expect(idsOf((await pull(first.cursor)).pages)).toEqual(["row-2"]);
});

test("a last line without a line end is read once the file is unchanged for five minutes", async () => {
  await drop("SigninLogs.ndjson", lines(1) + line(2));
  const first = await pull();
  expect(idsOf(first.pages)).toEqual(["row-1"]);
  world.now = new Date("2026-11-15T12:06:00.000Z");
  const second = await pull(first.cursor);
  expect(idsOf(second.pages)).toEqual(["row-2"]);
  expect(idsOf((await pull(second.cursor)).pages)).toEqual([]);
});

test("another file under the same name is read from its start, a shortened one too", async () => {
  await drop("SigninLogs.ndjson", lines(1, 2));
  const first = await pull();
  await drop("SigninLogs.ndjson", lines(3, 4, 5), -1_000);
  const second = await pull(first.cursor);
  expect(idsOf(second.pages)).toEqual(["row-3", "row-4", "row-5"]);
  await truncate(join(folder, "SigninLogs.ndjson"), lines(3).length);
  await age("SigninLogs.ndjson", -2_000);
  expect(idsOf((await pull(second.cursor)).pages)).toEqual(["row-3"]);
});

test("a large file is read in pages, and the cursor of each continues right after it", async () => {
  const all = range(0, 7_000);
  await drop("SigninLogs.ndjson", lines(...all));
  await drop("AuditLogs.ndjson.gz", gzipSync(lines(...all)));
  const { pages } = await pull();
  expect(pages.length).toBeGreaterThan(6);
  for (const at of [0, 2, 4, pages.length - 2]) {
    const rest = (await pull(pages[at]?.cursor)).pages;
    for (const table of ["SigninLogs", "AuditLogs"] as const) {
      expect([...idsOf(pages.slice(0, at + 1), table), ...idsOf(rest, table)]).toEqual(all.map((n) => `row-${n}`));
    }
  }
});

test("the complete lines of a truncated compressed file are read, and the rest once it is there", async () => {
  const packed = gzipSync(lines(...range(0, 3_000)), { level: 0 });
  await drop("SigninLogs.ndjson.gz", packed.subarray(0, packed.length / 2));
  const first = await pull();
  const some = idsOf(first.pages);
  expect(some.length).toBeGreaterThan(100);
  expect(some.length).toBeLessThan(3_000);
  await drop("SigninLogs.ndjson.gz", packed, -1_000);
  expect(new Set([...some, ...idsOf((await pull(first.cursor)).pages)]).size).toBe(3_000);
});

test("a file that cannot be decompressed is noted and stops no other", async () => {
  await drop("AuditLogs.ndjson.gz", "not packed at all");
  await drop("SigninLogs.ndjson", lines(1));
  const { pages } = await pull();
  expect(idsOf(pages)).toEqual(["row-1"]);
  expect(pages.at(-1)?.notes).toEqual(["AuditLogs.ndjson.gz cannot be read"]);
});

test("of many files that cannot be read five are named and all are counted", async () => {
  for (const n of range(0, 7)) await drop(`AuditLogs.${n}.ndjson.gz`, "not packed at all");
  expect((await pull()).pages.at(-1)?.notes).toEqual([
    expect.stringMatching(/^AuditLogs\.0\.ndjson\.gz cannot be read, .*AuditLogs\.4\.\S+ cannot be read, and 2 more$/),
  ]);
});

test("a line above 1 MiB is rejected once, and the lines around it are read", async () => {
  await drop("SigninLogs.ndjson", `${lines(1)}${"x".repeat(1_048_577)}\n\n\uFEFF${lines(2)}`);
  const first = await pull();
  expect(first.pages.flatMap(({ rows }) => rows.SigninLogs ?? [])).toEqual([
    line(1),
    { problem: "is longer than 1048576 bytes" },
    line(2),
  ]);
  expect((await pull(first.cursor)).pages.flatMap(({ rows }) => Object.keys(rows))).toEqual([]);
});

test("a file with only lines above 1 MiB reports them, compressed or not, with a last line end or without", async () => {
  const long = "x".repeat(2_000_000);
  await drop("SigninLogs.ndjson", `${long}\n${long}`, 600_000);
  await drop("AuditLogs.ndjson.gz", gzipSync(`${long}\n${long}`));
  const { pages } = await pull();
  const rejected = { problem: "is longer than 1048576 bytes" };
  expect(pages.flatMap(({ rows }) => rows.SigninLogs ?? [])).toEqual([rejected, rejected]);
  expect(pages.flatMap(({ rows }) => rows.AuditLogs ?? [])).toEqual([rejected, rejected]);
});

test("links are not followed", async () => {
  const outside = await mkdtemp(join(tmpdir(), "ppt-"));
  await writeFile(join(outside, "secret.ndjson"), lines(1));
  await symlink(join(outside, "secret.ndjson"), join(folder, "SigninLogs.ndjson"));
  await symlink(outside, join(folder, "AuditLogs"));
  expect((await pull()).pages.flatMap(({ rows }) => Object.keys(rows))).toEqual([]);
  await rm(outside, { recursive: true });
});

test("the position of a removed file is dropped, a removed folder is a problem", async () => {
  await drop("SigninLogs.ndjson", lines(1));
  const first = await pull();
  expect(JSON.stringify(first.cursor)).toContain("SigninLogs.ndjson");
  await rm(join(folder, "SigninLogs.ndjson"));
  expect(JSON.stringify((await pull(first.cursor)).cursor)).not.toContain("SigninLogs");
  await rm(folder, { recursive: true });
  await expect(pull()).rejects.toMatchObject({ kind: "unreachable" });
});

test("a folder that does not exist, or is none, is a problem that names the setting and the remedy", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  for (const [path, reason] of [
    [join(folder, "missing"), "does not exist on this server; create it, or"],
    [file, "is not a folder; replace it with one, or"],
  ] as const) {
    const problem = { kind: "unreachable", message: expect.stringContaining(`folder='${path}' ${reason}`) };
    await expect(fileDropConnector.check?.({ folder: path })).rejects.toMatchObject(problem);
  }
  await expect(fileDropConnector.check?.({ folder })).resolves.toBeUndefined();
});

test("the folder must be an absolute path", () => {
  expect(() => readSettings(fileDropConnector, { folder: "here" })).toThrow(/absolute/);
});
