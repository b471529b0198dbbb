import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UnsafeFile } from "./file-access.ts";
import { readOrMakeSecret } from "./secret-file.ts";

const isRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
let warnings: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  dataDir = join(folder, "data");
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = () => readOrMakeSecret(dataDir, (message) => warnings.push(message));
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

async function refusal(): Promise<string> {
  const error: unknown = await read().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnsafeFile);
  return (error as UnsafeFile).message;
}

test("a secret is made once, in a folder and a file that only their owner can use", async () => {
  const secrets = await Promise.all([read(), read(), read()]);
  expect(new Set(secrets).size).toBe(1);
  expect([await modeOf(dataDir), await modeOf(join(dataDir, "secret"))]).toEqual([0o700, 0o600]);
  expect(warnings).toEqual([]);
});

test("a data folder that was open to others is closed with a warning, and its secret is kept", async () => {
  const secret = await read();
  await chmod(dataDir, 0o755);
  expect(await read()).toBe(secret);
  expect(await modeOf(dataDir)).toBe(0o700);
  expect(warnings).toEqual([
    `The data folder '${dataDir}' can be used by other users (mode 755); it now has mode 700.`,
  ]);
});

test("an open folder with files of others in it is refused and left as it is", async () => {
  await mkdir(dataDir, { mode: 0o755 });
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, "thesis.tex"), "");
  expect(await refusal()).toMatch(/holds 'thesis.tex', which is not Parapet's; use a folder of its own/);
  expect(await modeOf(dataDir)).toBe(0o755);
});

test("the refusal of a secret file names everything that depends on it", async () => {
  await read();
  await chmod(join(dataDir, "secret"), 0o644);
  expect(await refusal()).toMatch(
    /else remove it, run parapet secret replace, issue new keys and enter the connectors' secrets again$/,
  );
});

test.each([0o644, 0o640, 0o604, 0o620])("a secret file with mode %o is refused", async (mode) => {
  await read();
  await chmod(join(dataDir, "secret"), mode);
  expect(await refusal()).toContain(
    `can be used by other users (mode ${mode.toString(8)}); if nobody else has read it`,
  );
});

test("a secret file that is a link or a folder is refused", async () => {
  await read();
  const path = join(dataDir, "secret");
  await rename(path, join(folder, "elsewhere"));
  await symlink(join(folder, "elsewhere"), path);
  expect(await refusal()).toMatch(/is a link; use PARAPET_SECRET/);
  expect(await readFile(path, "utf8")).not.toBe("");
  await rm(path);
  await mkdir(path);
  expect(await refusal()).toMatch(/is not a regular file/);
});

test.skipIf(!isRoot)("a folder, a link or a secret file of another user is refused", async () => {
  await read();
  await chown(join(dataDir, "secret"), 65_534, 65_534);
  expect(await refusal()).toContain("belongs to user 65534, while this process runs as user 0");
  await chown(dataDir, 65_534, 65_534);
  expect(await refusal()).toMatch(/data folder .* belongs to user 65534, .*; use a folder of its own/);
});
