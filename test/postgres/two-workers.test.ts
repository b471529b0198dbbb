import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorker } from "../../src/pipeline/schedule/worker.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { testDetectors } from "../support/detectors.ts";
import { type DeliveredRow, deliver } from "../support/row-sets.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const signIns = (count: number): readonly DeliveredRow[] =>
  Array.from({ length: count }, (_, n) => ({
    table: "SigninLogs",
    columns: {
      TimeGenerated: new Date(NOW.getTime() - 3_600_000 + n * 1_000).toISOString(),
      UserPrincipalName: `person.${n % 7}@northwind.example`,
      Id: `${n}`,
    },
  }));

/** A worker as another process would run it, which adds the rows it examines to a set. */
function startWorker(seen: Set<string>) {
  const worker = createWorker({
    database: opened.database.inBackground(),
    clock: () => NOW,
    chance: () => 0,
    detectorsFor: async () => ({
      ...testDetectors,
      look: (row, ...rest) => {
        seen.add(row.rowId);
        return testDetectors.look(row, ...rest);
      },
    }),
    log: { warn: () => undefined },
  });
  worker.start();
  return worker;
}

it("two workers of one domain never examine the same row", async () => {
  const db = await opened.addDomain();
  const [one, other] = [new Set<string>(), new Set<string>()];
  const workers = [startWorker(one), startWorker(other)];
  for (let n = 100; n <= 500; n += 100) await deliver(db, signIns(n), NOW);
  while ((await countPending(db, 1)) > 0) await sleep(20);
  for (const worker of workers) await worker.stop();
  expect(one.size + other.size).toBe(500);
  expect([...one].filter((row) => other.has(row))).toEqual([]);
});
