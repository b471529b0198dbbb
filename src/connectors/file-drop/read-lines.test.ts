import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DroppedFile, findFiles } from "./find-files.ts";
import { headOf, readLines } from "./read-lines.ts";

let [home, folder, outside] = ["", "", ""];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "ppt-"));
  [folder, outside] = [join(home, "drop"), join(home, "outside")];
  for (const path of [join(folder, "AuditLogs"), join(outside, "AuditLogs")]) await mkdir(path, { recursive: true });
  await writeFile(join(folder, "SigninLogs.ndjson"), "inside\n");
  await writeFile(join(folder, "AuditLogs", "part.ndjson"), "inside\n");
  await writeFile(join(outside, "SigninLogs.ndjson"), "secret\n");
  await writeFile(join(outside, "AuditLogs", "part.ndjson"), "secret\n");
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function textsOf(file: DroppedFile): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { lines, problem } of readLines(file, { bytes: 0, lines: 0 }, true)) {
    texts.push(...lines.map((line) => ("text" in line ? line.text : line.problem)), ...(problem ? [problem] : []));
  }
  return texts;
}

/** Reads every file after an entry was replaced since the listing. */
async function readAfter(exchange: () => Promise<void>): Promise<Record<string, readonly string[]>> {
  const { files } = await findFiles(folder);
  expect(files.map(({ name }) => name)).toEqual(["AuditLogs/part.ndjson", "SigninLogs.ndjson"]);
  await exchange();
  const texts = await Promise.all(files.map(async (file) => [file.name, await textsOf(file)] as const));
  for (const file of files) await headOf(file).catch(() => undefined);
  return Object.fromEntries(texts);
}

const REFUSED = ["cannot be read"];

test("a file replaced with a link after it was listed is not read", async () => {
  const read = await readAfter(async () => {
    await rm(join(folder, "SigninLogs.ndjson"));
    await symlink(join(outside, "SigninLogs.ndjson"), join(folder, "SigninLogs.ndjson"));
  });
  expect(read).toEqual({ "AuditLogs/part.ndjson": ["inside"], "SigninLogs.ndjson": REFUSED });
});

test("a folder replaced with a link after it was listed is not entered", async () => {
  const read = await readAfter(async () => {
    await rename(join(folder, "AuditLogs"), join(home, "aside"));
    await symlink(join(outside, "AuditLogs"), join(folder, "AuditLogs"));
  });
  expect(read).toEqual({ "AuditLogs/part.ndjson": REFUSED, "SigninLogs.ndjson": ["inside"] });
});

test("another file under the same name is not read before the folder is listed again", async () => {
  const read = await readAfter(() => rename(join(outside, "SigninLogs.ndjson"), join(folder, "SigninLogs.ndjson")));
  expect(read["SigninLogs.ndjson"]).toEqual(REFUSED);
});

test("a pipe in place of a file is refused without waiting for a writer", async () => {
  const read = await readAfter(async () => {
    await rm(join(folder, "SigninLogs.ndjson"));
    execFileSync("mkfifo", [join(folder, "SigninLogs.ndjson")]);
  });
  expect(read["SigninLogs.ndjson"]).toEqual(REFUSED);
});

test("nothing outside the folder is read while a folder and a link swap places continuously", async () => {
  await symlink(join(outside, "AuditLogs"), join(home, "link"));
  let isOver = false;
  const swap = async (): Promise<void> => {
    while (!isOver) {
      await rename(join(folder, "AuditLogs"), join(home, "aside"));
      await rename(join(home, "link"), join(folder, "AuditLogs"));
      await rename(join(folder, "AuditLogs"), join(home, "link"));
      await rename(join(home, "aside"), join(folder, "AuditLogs"));
    }
  };
  const swapping = swap();
  const seen = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    for (const file of (await findFiles(folder)).files) for (const text of await textsOf(file)) seen.add(text);
  }
  isOver = true;
  await swapping;
  expect([...seen].filter((text) => text !== "cannot be read")).toEqual(["inside"]);
});
