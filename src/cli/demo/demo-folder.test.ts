import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../../config.ts";
import { lockFolder } from "../../store/embedded/lock-folder.ts";
import { demoFolderOf, openDemoFolder, refuseDemoFolder, resetDemoFolder } from "./demo-folder.ts";

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ppt-"));
  folder = demoFolderOf(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const open = () => openDemoFolder(folder, () => undefined);

async function givenDatabase(): Promise<void> {
  await mkdir(join(folder, "database"), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "database", "PG_VERSION"), "17\n");
}

test("the folder of the demo is inside the data folder, and serve is refused there but not beside it", async () => {
  await open();
  await open();
  expect(await readdir(dataDir)).toEqual(["demo"]);
  expect(() => refuseDemoFolder(dataDir)).not.toThrow();
  expect(() => refuseDemoFolder(folder)).toThrow(ConfigError);
});

test("a database that is not the demo's is refused, not filled with made-up data", async () => {
  await givenDatabase();
  await expect(open()).rejects.toThrow(/holds a database that is not the demo's/);
});

test("a reset removes the database and the secret, and keeps rules and the mark", async () => {
  await open();
  await givenDatabase();
  await mkdir(join(folder, "rules"));
  await writeFile(join(folder, "secret"), "x", { mode: 0o600 });
  await resetDemoFolder(folder);
  expect((await readdir(folder)).filter((name) => !name.startsWith("parapet."))).toEqual(["rules"]);
  expect(() => refuseDemoFolder(folder)).toThrow(ConfigError);
});

test("a reset is refused while the demo runs, and removes nothing", async () => {
  await open();
  await givenDatabase();
  const lock = await lockFolder(folder);
  await expect(resetDemoFolder(folder)).rejects.toThrow(/the demo is running.*; stop it first/);
  await lock?.release();
  expect(await readdir(folder)).toContain("database");
});
