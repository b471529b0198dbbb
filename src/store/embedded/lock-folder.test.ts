import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtModule } from "../../../test/support/built-program.ts";
import { findHolder, lockFolder, removeHolder, writeHolder } from "./lock-folder.ts";
import { lockByPidFile } from "./pid-file-lock.ts";
import { lockBySocket } from "./socket-lock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-lock-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe.each([
  ["socket", lockBySocket],
  ["pid file", lockByPidFile],
])("the %s lock", (_kind, lock) => {
  test("locks a folder once until it is released", async () => {
    const held = await lock(folder);
    expect(held).toBeDefined();
    expect(await lock(folder)).toBeUndefined();
    await held?.release();
    const again = await lock(folder);
    expect(again).toBeDefined();
    await again?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("locks each folder on its own", async () => {
    const other = mkdtempSync(join(tmpdir(), "ppt-lock-"));
    const locks = [await lock(folder), await lock(other)];
    expect(locks).not.toContain(undefined);
    for (const held of locks) await held?.release();
    rmSync(other, { recursive: true });
  });

  test("is acquired by exactly one of many concurrent attempts", async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => lock(folder)));
    const won = tries.filter((held) => held !== undefined);
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });
});

test("a pid file is taken over from a process that has ended, and leaves nothing else behind", async () => {
  writeFileSync(join(folder, "parapet.lock"), `${deadPid()}\n`);
  const held = await lockByPidFile(folder);
  expect(held).toBeDefined();
  expect(readdirSync(folder)).toEqual(["parapet.lock"]);
  await held?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a pid file of a running process, or one that cannot be read, is never taken over", async () => {
  writeFileSync(join(folder, "parapet.lock"), `${process.ppid}\n`);
  expect(await lockByPidFile(folder)).toBeUndefined();
  writeFileSync(join(folder, "parapet.lock"), "");
  expect(await lockByPidFile(folder)).toBeUndefined();
});

test("a pid file is taken over when its process id now belongs to another process", async () => {
  writeFileSync(join(folder, "parapet.lock"), `${process.pid} 1 an-earlier-boot\n`);
  const held = await lockByPidFile(folder);
  expect(held).toBeDefined();
  expect(await lockByPidFile(folder)).toBeUndefined();
  await held?.release();
});

test("the socket lock works in a folder whose path is longer than a socket's may be", async () => {
  const long = join(folder, "x".repeat(150));
  mkdirSync(long);
  const held = await lockBySocket(long);
  expect(held).toBeDefined();
  expect(readdirSync(long)).toHaveLength(2);
  expect(await lockBySocket(long)).toBeUndefined();
  await held?.release();
  expect(readdirSync(long)).toEqual([]);
});

test("the socket lock of a process that was killed is taken over at once and leaves nothing behind", async () => {
  const lockModule = builtModule("store/embedded/socket-lock");
  const script = `import { lockBySocket } from "${lockModule}"; await lockBySocket(${JSON.stringify(folder)});
    console.log("locked"); setInterval(() => undefined, 1_000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  expect(await lockBySocket(folder)).toBeUndefined();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(readdirSync(folder)).toHaveLength(2);
  const held = await lockBySocket(folder);
  expect(held).toBeDefined();
  await held?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a name that any user of the machine can bind does not lock a folder",
  async () => {
    const { dev, ino } = statSync(folder, { bigint: true });
    const otherServer = createServer();
    otherServer.listen({ path: `\0parapet-${dev}-${ino}-`.padEnd(108, "=") });
    await once(otherServer, "listening");
    const held = await lockFolder(folder);
    expect(held).toBeDefined();
    await held?.release();
    otherServer.close();
  },
);

test("the process that holds the folder now is returned, not the dead one before it", async () => {
  writeFileSync(join(folder, "parapet.pid"), `${deadPid()}\n`);
  const found = findHolder(folder);
  await new Promise((resolve) => setTimeout(resolve, 120));
  writeHolder(folder);
  expect(await found).toBe(process.pid);
  removeHolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});
