import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { createReadiness } from "./readiness.ts";

/** Readiness of a service whose database can be away. */
function givenReadiness() {
  const database = { isAway: false };
  const check = async () => {
    if (database.isAway) throw new Error("away");
  };
  return { database, readiness: createReadiness({ ...TIMES, check }) };
}

const TIMES = { everyMs: 20, timeoutMs: 100, maxAgeMs: 300 };
/** For what does not depend on a check that takes too long, or that is too old. */
const PATIENT = { everyMs: 20, timeoutMs: 60_000, maxAgeMs: 60_000 };

it("nothing is checked before somebody asks, and a thousand calls at once start one check", async () => {
  let checks = 0;
  const check = async () => {
    checks++;
    await sleep(10);
  };
  const readiness = createReadiness({ ...PATIENT, check });
  await sleep(3 * PATIENT.everyMs);
  expect(checks).toBe(0);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => readiness.isReady()));
  expect([new Set(answers), checks]).toEqual([new Set([true]), 1]);
});

it("however often it is asked, checks start at most once in their interval", async () => {
  let checks = 0;
  const readiness = createReadiness({ ...PATIENT, everyMs: 60_000, check: async () => void checks++ });
  for (let time = 0; time < 100; time++) expect(await readiness.isReady()).toBe(true);
  expect(checks).toBe(1);
});

it("a failure and a recovery are reported", async () => {
  const { database, readiness } = givenReadiness();
  expect(await readiness.isReady()).toBe(true);
  database.isAway = true;
  await eventually(async () => expect(await readiness.isReady()).toBe(false));
  database.isAway = false;
  await eventually(async () => expect(await readiness.isReady()).toBe(true));
});

it("after a long pause the answer is that of a new check, never the one from before", async () => {
  const { database, readiness } = givenReadiness();
  expect(await readiness.isReady()).toBe(true);
  database.isAway = true;
  await sleep(TIMES.maxAgeMs + 50);
  expect(await readiness.isReady()).toBe(false);
});

it("a check that hangs counts as failed, later calls do not wait for it, and no second check starts meanwhile", async () => {
  let checks = 0;
  const check = () => {
    checks++;
    return new Promise<void>(() => undefined);
  };
  const readiness = createReadiness({ ...TIMES, check });
  expect(await readiness.isReady()).toBe(false);
  const later = readiness.isReady().then((isReady) => `answered ${isReady}`);
  expect(await Promise.race([later, sleep(TIMES.timeoutMs).then(() => "it waits")])).toBe("answered false");
  for (let time = 0; time < 100; time++) expect(await readiness.isReady()).toBe(false);
  expect(checks).toBe(1);
});

it("a check that succeeds too late counts as failed", async () => {
  const readiness = createReadiness({ ...TIMES, everyMs: 10_000, check: () => sleep(TIMES.timeoutMs + 50) });
  expect(await readiness.isReady()).toBe(false);
  await sleep(100);
  expect(await readiness.isReady()).toBe(false);
});
