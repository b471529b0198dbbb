import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createReadiness } from "./readiness.ts";

const TIMES = { everyMs: 20, timeoutMs: 100, maxAgeMs: 300 };

it("the first call waits for a check, and further calls start none", async () => {
  let checks = 0;
  const readiness = createReadiness({ ...TIMES, everyMs: 60_000, check: async () => void checks++ });
  for (let time = 0; time < 100; time++) expect(await readiness.isReady()).toBe(true);
  expect(checks).toBe(1);
  readiness.stop();
});

it("a failure and a recovery are detected without a call", async () => {
  let isAway = false;
  const check = async () => {
    if (isAway) throw new Error("away");
  };
  const readiness = createReadiness({ ...TIMES, check });
  expect(await readiness.isReady()).toBe(true);
  isAway = true;
  await vi.waitFor(async () => expect(await readiness.isReady()).toBe(false));
  isAway = false;
  await vi.waitFor(async () => expect(await readiness.isReady()).toBe(true));
  readiness.stop();
});

it("a check that hangs counts as failed, calls do not wait for it, and no second check starts meanwhile", async () => {
  let checks = 0;
  const check = () => {
    checks++;
    return new Promise<void>(() => undefined);
  };
  const readiness = createReadiness({ ...TIMES, check });
  expect(await readiness.isReady()).toBe(false);
  await sleep(TIMES.timeoutMs * 2);
  expect([await readiness.isReady(), checks]).toEqual([false, 1]);
  readiness.stop();
});

it("a success that is not repeated in time no longer counts", async () => {
  const readiness = createReadiness({ ...TIMES, check: async () => undefined });
  expect(await readiness.isReady()).toBe(true);
  readiness.stop();
  await sleep(TIMES.maxAgeMs + 50);
  expect(await readiness.isReady()).toBe(false);
});
