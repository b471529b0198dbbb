import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver, eventSet } from "../../../test/support/row-sets.ts";
import { createMetrics } from "../../runtime/metrics.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { countPending } from "../../store/rows/pending-rows.ts";
import { createWorker, type Worker } from "./worker.ts";
import type { WorkerParts } from "./worker-parts.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");

let opened: TestDatabase;
const workers: Worker[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

afterAll(() => opened.close());

function startWorker(parts: Partial<WorkerParts> = {}): Worker {
  const worker = createWorker({
    database: opened.database,
    clock: () => NOW,
    chance: () => 0,
    detectorsFor: async () => testDetectors,
    log: { warn: () => undefined },
    ...parts,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const signIns = (count: number, name = ""): readonly DeliveredRow[] =>
  Array.from({ length: count }, (_, n) => ({
    table: "SigninLogs",
    columns: {
      TimeGenerated: new Date(NOW.getTime() - 3_600_000 + n * 1_000).toISOString(),
      UserPrincipalName: `person.${n % 7}@northwind.example`,
      AppDisplayName: `App ${n % 3}`,
      ResultType: n % 4 === 0 ? "50126" : "0",
      Id: `${name}${n}`,
    },
  }));

async function untilDone(...handles: readonly DomainHandle[]): Promise<void> {
  for (const db of handles) while ((await countPending(db, 1)) > 0) await sleep(20);
}

/** Leaves nothing to the worker of the next test. */
const dropPending = (db: DomainHandle) => db.execute("delete from pending_blocks where domain_id = $1");

it("processes rows of every domain, also of those that were not poked", async () => {
  const [one, other] = [await opened.addDomain(), await opened.addDomain()];
  await deliver(one, signIns(20), NOW);
  const worker = startWorker();
  await untilDone(one);
  await deliver(other, signIns(20), NOW);
  await deliver(one, signIns(24), NOW);
  worker.poke(one.domainId);
  await untilDone(one, other);
  expect((await eventSet(one)).length).toBeGreaterThan(5);
  expect((await eventSet(other)).length).toBeGreaterThan(5);
});

it("processes no row twice when several workers run", async () => {
  const [db, alone] = [await opened.addDomain(), await opened.addDomain()];
  await deliver(alone, signIns(60), NOW);
  startWorker();
  await untilDone(alone);
  startWorker();
  startWorker();
  for (let n = 10; n <= 60; n += 10) await deliver(db, signIns(n), NOW);
  await untilDone(db);
  const counted = "select sum(count)::int as rows, count(*)::int as hits from hits where domain_id = $1";
  expect(await db.query(counted)).toEqual(await alone.query(counted));
  expect((await eventSet(db)).length).toBe((await eventSet(alone)).length);
});

it("continues with the other domains when one fails, and retries that one later", async () => {
  const [broken, sound] = [await opened.addDomain(), await opened.addDomain()];
  let isBroken = true;
  const warnings: object[] = [];
  const metrics = createMetrics("test", () => 0);
  await deliver(broken, signIns(8), NOW);
  await deliver(sound, signIns(8), NOW);
  startWorker({
    detectorsFor: async ({ domainId }) => {
      if (isBroken && domainId === broken.domainId) throw new Error("no detectors");
      return testDetectors;
    },
    log: { warn: (facts) => void warnings.push(facts) },
    metrics,
  });
  await untilDone(sound);
  expect(await countPending(broken, 100)).toBe(8);
  while (warnings.length === 0) await sleep(20);
  expect(warnings[0]).toMatchObject({ err: "no detectors", failures: 1 });
  expect(await metrics.text()).toMatch(/^parapet_batches_failed_total [1-9]/m);
  isBroken = false;
  await untilDone(broken);
});

it("counts the failures of a detector, and processes the rows all the same", async () => {
  const db = await opened.addDomain();
  const metrics = createMetrics("test", () => 0);
  await deliver(db, signIns(3), NOW);
  const look = () => {
    throw new Error("a hostile row");
  };
  startWorker({ metrics, detectorsFor: async () => ({ ...testDetectors, look }) });
  await untilDone(db);
  while (!/^parapet_rows_processed_total [1-9]/m.test(await metrics.text())) await sleep(20);
  expect(await metrics.text()).toMatch(/^parapet_detector_failures_total 3$/m);
});

it("processes a row of one domain while another has a long backlog", async () => {
  const [busy, quiet] = [await opened.addDomain(), await opened.addDomain()];
  for (let n = 0; n < 2; n++) await deliver(busy, signIns(1_000, `backlog ${n}`), NOW);
  const worker = startWorker();
  worker.poke(busy.domainId);
  while ((await countPending(busy, 2_000)) === 2_000) await sleep(5);
  await deliver(quiet, signIns(1), NOW);
  worker.poke(quiet.domainId);
  await untilDone(quiet);
  expect(await countPending(busy, 2_000)).toBeGreaterThan(0);
  await worker.stop();
  await dropPending(busy);
});

it("stops after the running batch", async () => {
  const db = await opened.addDomain();
  for (let n = 0; n < 2; n++) await deliver(db, signIns(1_000, `backlog ${n}`), NOW);
  const worker = startWorker();
  worker.poke(db.domainId);
  while ((await countPending(db, 2_000)) === 2_000) await sleep(5);
  await worker.stop();
  const left = await countPending(db, 2_000);
  expect(left).toBeGreaterThan(0);
  await sleep(50);
  expect(await countPending(db, 2_000)).toBe(left);
  await dropPending(db);
});
