import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const STARTER = fileURLToPath(new URL("../support/server-starter.ts", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A process that has ended keeps its id until its new parent collects it; on Linux its state is Z until then. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
  } catch {
    return false;
  }
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s stops the database of a benchmark before the benchmark exits with %i", async (signal, code) => {
  const pidFile = join(folder, signal);
  const benchmark = spawn(process.execPath, ["--import", "tsx", STARTER, pidFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(benchmark.stdout, "data");
  const server = Number(await readFile(pidFile, "utf8"));
  expect(isRunning(server)).toBe(true);
  benchmark.kill(signal);
  expect(await once(benchmark, "exit")).toEqual([code, null]);
  expect(isRunning(server)).toBe(false);
});

test.each(["bench-read", "bench-detect"])("%s stops its servers when it is interrupted", async (name) => {
  const script = await readFile(new URL(`../../scripts/${name}.ts`, import.meta.url), "utf8");
  expect(script).toMatch(/^stopServersWhenInterrupted\(\);$/m);
});
