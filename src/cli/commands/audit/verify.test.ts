import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import type { AuditEntry } from "../../../model/audit.ts";
import { EMPTY_CHAIN, hashEntry } from "../../../store/audit/audit-chain.ts";
import { toAuditLine } from "../../audit/audit-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The lines of an export with three entries. */
function givenLines(actor = "maya"): readonly string[] {
  let { hash: previousHash } = EMPTY_CHAIN;
  return [1, 2, 3].map((sequence) => {
    const unsigned: Omit<AuditEntry, "hash"> = {
      domainId: "0190f0a0-0000-7000-8000-000000000001",
      sequence,
      recordedAt: new Date(Date.UTC(2026, 0, sequence)),
      actor: { kind: "operator", id: actor, origin: "cli@host" },
      action: "domain.update",
      target: { kind: "domain", id: "northwind" },
      before: { n: sequence },
      after: null,
      previousHash,
    };
    previousHash = hashEntry(unsigned);
    return toAuditLine({ ...unsigned, hash: previousHash });
  });
}

const LINES = givenLines();
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

async function verify(content: string | Buffer) {
  const file = join(folder, "audit.ndjson");
  await writeFile(file, content);
  const { code, stdout, stderr } = await runCommand(["audit", "verify", file]);
  return { code, text: (stdout + stderr).trim() };
}

it("an export is intact, compressed or not", async () => {
  const intact = { code: 0, text: expect.stringContaining("The chain is intact: 3 entries") };
  expect(await verify(textOf(LINES))).toEqual(intact);
  expect(await verify(gzipSync(textOf(LINES)))).toEqual(intact);
});

it("an export of an earlier version, which has characters as they are that are escaped now, is intact", async () => {
  const earlier = givenLines("maya\u009b\u202e");
  const written = earlier.map((line) => JSON.stringify(JSON.parse(line)));
  expect(written).not.toEqual(earlier);
  for (const lines of [earlier, written, [...written.slice(0, 1), ...earlier.slice(1)]]) {
    expect(await verify(textOf(lines))).toMatchObject({ code: 0 });
  }
  const other = earlier.map((line) => line.replace(String.raw`\u009b`, String.raw`\u009B`));
  expect(await verify(textOf(other))).toMatchObject({ code: 1 });
});

const changeSecond = (change: (line: string) => string): string =>
  textOf(LINES.map((line, at) => (at === 1 ? change(line) : line)));

it.each([
  ["an added member", (line: string) => line.replace(/}$/, ',"note":"approved"}')],
  ["an added member of the actor", (line: string) => line.replace('"id":"maya"', '"id":"maya","title":"CISO"')],
  ["a repeated member", (line: string) => line.replace('"action":', '"action":"domain.delete","action":')],
  ["a repeated field", (line: string) => line.replace('{"n":2}', '{"n":9,"n":2}')],
  ["a different order", (line: string) => line.replace(/^\{("domain_id":"[^"]*"),("sequence":2)/, "{$2,$1")],
  ["blanks", (line: string) => line.replace('"sequence":', '"sequence": ')],
  ["another spelling of a character", (line: string) => line.replace("maya", "m\\u0061ya")],
  ["another spelling of the time", (line: string) => line.replace(".000Z", "Z")],
])("an entry with %s is not the one that was exported", async (_name, change) => {
  expect(changeSecond(change)).not.toBe(textOf(LINES));
  expect(await verify(changeSecond(change))).toEqual({
    code: 1,
    text: "The chain is broken at entry 2: it is not written as audit export writes it.",
  });
});

it.each([
  ["text", "hello\n"],
  ["other JSON", '{"hello":1}\n'],
  ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0x0a])],
  ["compressed text", gzipSync("hello\n")],
])("a file of %s is not an audit export", async (_name, content) => {
  expect(await verify(content)).toEqual({
    code: 1,
    text: expect.stringContaining("is not an audit export; name a file"),
  });
});

it("an empty file, an endless line, a damaged gzip file, a missing file and a folder are refused in a sentence", async () => {
  expect(await verify("")).toEqual({ code: 1, text: expect.stringMatching(/' contains no entry$/) });
  expect(await verify("\n\n")).toEqual({ code: 1, text: expect.stringMatching(/' contains no entry$/) });
  expect(await verify(gzipSync(textOf(LINES)).subarray(0, 100))).toEqual({
    code: 1,
    text: expect.stringContaining("is not a gzip file, or it is damaged or incomplete; use another copy"),
  });
  const refusal = async (path: string) => (await runCommand(["audit", "verify", path])).stderr;
  expect(await refusal("/dev/zero")).toContain(
    "'/dev/zero' is not an audit export: it has a line of more than 1048576",
  );
  expect(await refusal(join(folder, "none"))).toContain("none' does not exist");
  expect(await refusal(folder)).toContain("' is a folder; name a file");
});

it("the help states that only --expect-hash finds last entries that were cut off, and it does", async () => {
  const { stdout } = await runCommand(["audit", "verify", "--help"]);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "Only --expect-hash shows that the last entries of a FILE were cut off",
  );
  expect(await verify(textOf(LINES.slice(0, 2)))).toMatchObject({ code: 0 });
  const head = /"hash":"([0-9a-f]{64})"}$/.exec(LINES[2] ?? "")?.[1] ?? "";
  const { code, stdout: shown } = await runCommand([
    "audit",
    "verify",
    join(folder, "audit.ndjson"),
    "--expect-hash",
    head,
  ]);
  expect([code, shown]).toEqual([1, expect.stringContaining("no entry has the expected hash")]);
});
