import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-synth-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const synth = (...words: readonly string[]) => runCommand(["synth", ...words]);
const SMALL = ["--users", "50", "--nhis", "40", "--days", "12", "--rows", "6", "--outages", "0"];

test("synth writes the directory, the rows of every table and the truth, and reports the totals", async () => {
  const out = join(folder, "whole");
  const { code, stdout } = await synth("--out", out, ...SMALL, "--days", "30", "--json");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { rows: number; objects: number; tables: Record<string, number> };
  expect(await readdir(out)).toEqual(["directory", "rows", "truth.json"]);
  expect(await readdir(join(out, "directory"))).toEqual([...DIRECTORY_KINDS].map((kind) => `${kind}.ndjson`).sort());
  expect(await readdir(join(out, "rows"))).toEqual(LOG_TABLES.map((table) => `${table}.ndjson`).sort());
  const lines = (await readFile(join(out, "rows", "SigninLogs.ndjson"), "utf8")).trimEnd().split("\n");
  expect(lines).toHaveLength(report.tables["SigninLogs"] ?? 0);
  expect(Object.values(report.tables).reduce((a, b) => a + b, 0)).toBe(report.rows);
  expect(JSON.parse(await readFile(join(out, "truth.json"), "utf8"))).toMatchObject({ schema: 1, users: 50 });
});

test("a folder with content is refused without --force, and --force removes only the command's own files", async () => {
  const out = join(folder, "again");
  expect((await synth("--out", out, ...SMALL, "--sources", "directory")).code).toBe(0);
  await writeFile(join(out, "notes.txt"), "mine");
  const refused = await synth("--out", out, ...SMALL);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `parapet: '${out}' is not empty; name another folder or add --force\n`,
  ]);
  expect((await synth("--out", out, ...SMALL, "--sources", "none", "--force")).code).toBe(0);
  expect(await readdir(out)).toEqual(["notes.txt", "rows", "truth.json"]);
});

test("values that cannot be used are refused", async () => {
  for (const [option, value] of [
    ["--users", "3"],
    ["--days", "401"],
    ["--loss", "2"],
    ["--plants", "maybe"],
    ["--sources", "mail"],
    ["--until", "today"],
  ] as const) {
    const { code, stderr } = await synth("--out", join(folder, "never"), option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(option)]);
  }
});
