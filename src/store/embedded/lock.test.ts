import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findHolder, lockByAbstractSocket, lockByPidFile, removeHolder, writeHolder } from "./lock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-lock-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe.each([
  ["abstract socket", lockByAbstractSocket],
  ["pid file", lockByPidFile],
])("the %s", (_kind, lock) => {
  test("locks a folder once until it is released", async () => {
    const held = await lock(folder);
    expect(held).toBeDefined();
    expect(await lock(folder)).toBeUndefined();
    await held?.release();
    const again = await lock(folder);
    expect(again).toBeDefined();
    await again?.release();
  });

  test("locks each folder on its own", async () => {
    const other = mkdtempSync(join(tmpdir(), "ppt-lock-"));
    const locks = [await lock(folder), await lock(other)];
    expect(locks).not.toContain(undefined);
    for (const held of locks) await held?.release();
    rmSync(other, { recursive: true });
  });

  test("has exactly one winner among many who try at once", async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => lock(folder)));
    const won = tries.filter((held) => held !== undefined);
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });
});

test("a pid file is taken over from a process that is gone, and leaves nothing else behind", async () => {
  writeFileSync(join(folder, "parapet.lock"), `${deadPid()}\n`);
  const held = await lockByPidFile(folder);
  expect(held).toBeDefined();
  expect(readdirSync(folder)).toEqual(["parapet.lock"]);
  await held?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a pid file of a living process, or one that cannot be read, is never taken over", async () => {
  writeFileSync(join(folder, "parapet.lock"), `${process.ppid}\n`);
  expect(await lockByPidFile(folder)).toBeUndefined();
  writeFileSync(join(folder, "parapet.lock"), "");
  expect(await lockByPidFile(folder)).toBeUndefined();
});

test("the holder is named once it has noted itself, not the dead process before it", async () => {
  writeFileSync(join(folder, "parapet.pid"), `${deadPid()}\n`);
  const found = findHolder(folder);
  await new Promise((resolve) => setTimeout(resolve, 120));
  writeHolder(folder);
  expect(await found).toBe(process.pid);
  removeHolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});
