import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTHING_STORED } from "../../src/cli/ingest/totals.ts";
import { newId } from "../../src/runtime/ids.ts";
import { findAuditEntries } from "../../src/store/audit/audit-entries.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { readDirectory } from "../../src/store/people/directory.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";

let opened: TestDatabase;
let folder: string;
let name: string;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  name = newId();
  await addDomain(opened.database, { domainId: name, name, createdAt: new Date() });
  db = opened.database.forDomain(name);
});

/** Runs a command while this process holds the database, as a running server would. */
async function run(...args: readonly string[]) {
  const env = { PARAPET_DATA_DIR: opened.dataDir, PARAPET_DATABASE_URL: opened.databaseUrl };
  const { code, stdout, stderr, progress } = await runCommand(["ingest", ...args], env);
  return { code, out: stdout, notes: stderr.trimEnd().split("\n"), bars: progress };
}

async function file(path: string, content: string | Buffer): Promise<string> {
  const whole = join(folder, path);
  await writeFile(whole, content);
  return whole;
}

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ TimeGenerated: "2026-11-02T09:00:00Z", Id: `${from + n}` }));

describe("parapet ingest", () => {
  it("ingests plain and compressed files, and stores nothing twice", async () => {
    const plain = await file("a.ndjson", rows(0, 5).join("\n"));
    const packed = await file("b.ndjson.gz", gzipSync(rows(3, 5).join("\n")));
    const first = await run("--domain", name, "--table", "SigninLogs", plain, packed);
    expect([first.code, first.notes]).toEqual([0, ["8 accepted, 2 known already"]]);
    expect(first.bars.some((bar) => /^a\.ndjson \[#+\] 100 %, 5 lines$/.test(bar))).toBe(true);
    const again = await run("--domain", name, "--table", "SigninLogs", "--json", plain, packed);
    expect(JSON.parse(again.out)).toMatchObject({ ok: true, accepted: 0, duplicates: 10, rejected: 0 });
    expect(await countPending(db, 100)).toBe(8);
  });

  it("reports bad lines with file and number, stores the others and exits with 1", async () => {
    const path = await file("bad.ndjson", `${rows(0, 1)[0]}\nnot json\n${rows(1, 1)[0]}\n`);
    const { code, notes } = await run("--domain", name, "--table", "SigninLogs", path);
    expect(code).toBe(1);
    expect(notes[0]).toContain("bad.ndjson: line 2 is not valid JSON");
    expect(notes.at(-1)).toBe("2 accepted, 1 rejected");
  });

  it("says that nothing was stored and exits with 1 when every line is rejected", async () => {
    const path = await file("none.ndjson", '{"Records":[{"Id":"1"}]}\n');
    const { code, notes } = await run("--domain", name, "--table", "SigninLogs", path);
    expect([code, notes.slice(-2)]).toEqual([1, ["0 accepted, 1 rejected", NOTHING_STORED]]);
    expect(await readFile(new URL("../../docs/ingest.md", import.meta.url), "utf8")).toContain(`\`${NOTHING_STORED}\``);
  });

  it("a file or folder that cannot be read is a sentence with its path and remedy", async () => {
    const broken = await file("broken.ndjson.gz", "not gzip");
    const { code, notes } = await run("--domain", name, "--table", "SigninLogs", join(folder, "none"), folder, broken);
    expect([code, notes]).toEqual([
      1,
      [
        `${join(folder, "none")}: does not exist, or its folder does not; check the path (ENOENT)`,
        `${folder}: is a folder; name a file (EISDIR)`,
        `${broken}: is not a gzip file, or it is damaged or incomplete; use another copy (Z_DATA_ERROR)`,
        "0 accepted",
      ],
    ]);
  });

  it("leaves one audit entry if it read something, and none if there was nothing to read", async () => {
    const actions = async () => (await findAuditEntries(db, { limit: 100 })).map(({ action }) => action);
    const take = (...words: readonly string[]) => run("--domain", name, ...words);
    const empty = await file("empty.ndjson", "\n\n");
    const list = await file("list.json", "[]");
    await take("--table", "SigninLogs", join(folder, "none"));
    await take("--table", "SigninLogs", empty, list);
    await take("--directory", "groups", empty);
    await take("--directory", "groups", "--changes", list);
    expect(await actions()).toEqual([]);
    const some = await file("some.ndjson", rows(0, 2).join("\n"));
    await take("--table", "SigninLogs", join(folder, "none"), empty, some, some);
    expect(await actions()).toEqual(["rows.ingest"]);
    // An empty list of a whole kind removes its objects, and a connector's empty delivery counts as its success.
    await take("--directory", "groups", list);
    await take("--table", "SigninLogs", "--connector", "aws", empty);
    expect(await actions()).toEqual(["rows.ingest", "directory.ingest", "rows.ingest"]);
  });

  it("names the table that was probably meant", async () => {
    const { code, notes } = await run("--domain", name, "--table", "signinlogs", "-");
    expect([code, notes]).toEqual([2, [expect.stringContaining("did you mean 'SigninLogs'?")]]);
  });

  it("ingests a single JSON document, as many exports are", async () => {
    const array = await file("array.json", `[\n${rows(0, 3).join(",\n")}\n]`);
    const envelope = await file("envelope.json.gz", gzipSync(`{\n "records": [${rows(3, 2).join(",")}]\n}`));
    const { code, notes } = await run("--domain", name, "--table", "SigninLogs", array, envelope);
    expect([code, notes]).toEqual([0, ["5 accepted"]]);
  });

  it("treats several files as the whole directory, and removes nothing if one cannot be read", async () => {
    const group = (n: number) => JSON.stringify({ id: `0b1c6f5e-0000-4000-8000-00000000000${n}`, displayName: `${n}` });
    const [one, two] = [await file("g1.ndjson", group(1)), await file("g2.ndjson", group(2))];
    const take = (...files: readonly string[]) => run("--domain", name, "--directory", "groups", ...files);
    const kept = async () => (await readDirectory(db, "groups", "", 10)).length;
    expect((await take(one, two)).code).toBe(0);
    expect(await kept()).toBe(2);
    expect((await take(one, join(folder, "missing.ndjson"))).code).toBe(1);
    expect((await take(join(folder, "missing.ndjson"), one)).code).toBe(1);
    expect(await kept()).toBe(2);
    expect((await take(one)).notes.at(-1)).toBe("0 accepted, 1 known already, 1 removed");
    expect((await run("--domain", name, "--directory", "groups", "--changes", two)).code).toBe(0);
    expect(await kept()).toBe(2);
  });

  it("removes nothing for an empty file, or for a page that is not the last", async () => {
    const page = (n: number, more: object = {}) => JSON.stringify({ value: [{ id: `g-${n}` }], ...more }, null, 1);
    const more = { "@odata.nextLink": "https://graph.example/groups?$skiptoken=x" };
    const take = (...files: readonly string[]) => run("--domain", name, "--directory", "groups", ...files);
    const kept = async () => (await readDirectory(db, "groups", "", 10)).length;
    const [one, two] = [await file("p1.json", page(1, more)), await file("p2.json", page(2))];
    expect((await take(one, two)).code).toBe(0);
    const cut = await take(one);
    expect([cut.code, await kept()]).toEqual([1, 2]);
    expect(cut.notes[0]).toContain("p1.json: ends with a page that has @odata.nextLink");
    const empty = await take(await file("empty.ndjson", "\n"));
    expect([empty.code, await kept()]).toEqual([1, 2]);
    expect(empty.notes[0]).toContain("is empty; a file with [] means");
    expect((await take(await file("none.json", "[]"))).code).toBe(0);
    expect(await kept()).toBe(0);
  });

  it("refuses an invalid command line with exit code 2", async () => {
    for (const args of [
      ["--table", "SigninLogs", "x"],
      ["--domain", name, "--table", "SigninLogs"],
      ["--domain", name, "x"],
      ["--domain", name, "--table", "NoSuchTable", "x"],
      ["--domain", name, "--directory", "people", "x"],
      ["--domain", name, "--table", "SigninLogs", "--changes", "x"],
      ["--domain", name, "--table", "SigninLogs", "--connector", "okta", "x"],
      ["--domain", name, "--table", "SigninLogs", "--connector", "no_such_type", "x"],
    ]) {
      expect((await run(...args)).code, args.join(" ")).toBe(2);
    }
  });
});
