import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnsafeFile } from "./file-access.ts";
import { ensurePrivateFolder } from "./private-folder.ts";

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const ensure = (path: string): Promise<void> => ensurePrivateFolder(path, () => undefined);

test("a folder is created with mode 700, together with those above it, and may exist already", async () => {
  const path = join(scratch, "a", "b");
  await ensure(path);
  await ensure(path);
  for (const folder of [path, join(scratch, "a")]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("a path that cannot be a folder is refused with its reason and the remedy", async () => {
  const file = join(scratch, "file");
  await writeFile(file, "");
  await expect(ensure(file)).rejects.toThrow(UnsafeFile);
  await expect(ensure(file)).rejects.toThrow(`'${file}' is not a folder; name another one with --data-dir`);
  await expect(ensure(join(file, "data"))).rejects.toThrow("cannot be created or opened (ENOTDIR); name another one");
});

test.skipIf(process.platform !== "linux")("a file system that creates nothing is refused at once", async () => {
  await expect(ensure("/proc/parapet")).rejects.toThrow("'/proc/parapet' cannot be created or opened (ENOENT)");
  await expect(ensure("/proc/parapet/data")).rejects.toThrow("cannot be created or opened (ENOENT)");
});
