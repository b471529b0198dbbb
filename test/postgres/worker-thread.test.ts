import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createWorkerThread, type WorkerThread } from "../../src/pipeline/schedule/thread/worker-thread.ts";
import { createMetrics } from "../../src/runtime/metrics.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { type DeliveredRow, deliver, eventSet } from "../support/row-sets.ts";
import { takeoverRows } from "../support/takeover-rows.ts";
import { testThread } from "../support/test-thread.ts";

const ENTRY = testThread("mortal-thread");

let opened: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "parapet-"));
const threads: WorkerThread[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.stop();
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

interface Watched {
  readonly thread: WorkerThread;
  readonly warnings: string[];
  readonly metrics: ReturnType<typeof createMetrics>;
}

function givenThread(): Watched {
  const warnings: string[] = [];
  const metrics = createMetrics("test", () => 0);
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) };
  const link = { statementTimeoutMs: 5_000, target: { databaseUrl: opened.databaseUrl ?? "" } };
  const thread = createWorkerThread({ link, rulesFolder: folder, log, metrics, chance: () => 0, entry: ENTRY });
  threads.push(thread);
  return { thread, warnings, metrics };
}

/** A person who denies prompts until one is approved. */
const wornDown = (): readonly DeliveredRow[] =>
  takeoverRows("maya@northwind.example", new Date()).signIns.map((columns) => ({ table: "SigninLogs", columns }));

async function untilDone(db: DomainHandle): Promise<void> {
  while ((await countPending(db, 1)) > 0) await sleep(50);
}

it("rows are processed, counted and reported as by a worker in the process", async () => {
  const db = await opened.addDomain();
  const { thread, metrics } = givenThread();
  thread.start();
  await deliver(db, wornDown(), new Date());
  thread.poke(db.domainId);
  await untilDone(db);
  expect((await eventSet(db)).length).toBeGreaterThan(0);
  // The thread reports a batch after it is done.
  await eventually(async () => expect(await metrics.text()).toMatch(/^parapet_rows_processed_total 13$/m));
});

it("the rules that the thread uses are listed with their notes, and refused ones are logged", async () => {
  writeFileSync(join(folder, "own.yml"), "title: [not a rule\n");
  const { thread, warnings } = givenThread();
  const rules = await thread.rulesFor({ name: "northwind" });
  expect(rules.refused.map(({ path }) => path)).toEqual(["own.yml"]);
  expect(warnings).toContain("a rule was refused");
  const [first] = rules.detections;
  if (!first) throw new Error("no detection");
  expect(await rules.notesOf(first)).toMatchObject({ why: expect.stringMatching(/\w/) });
  rmSync(join(folder, "own.yml"));
});

it("a thread that ends is replaced, and its rows are processed by the next one", async () => {
  const db = await opened.addDomain();
  writeFileSync(join(folder, "end"), "");
  const { thread, warnings, metrics } = givenThread();
  await deliver(db, wornDown(), new Date());
  thread.start();
  await expect(thread.rulesFor({ name: "northwind" })).rejects.toThrow("the detectors are being restarted");
  await untilDone(db);
  expect(warnings).toContain("the thread that processes rows ended and will be replaced");
  expect(await metrics.text()).toMatch(/^parapet_batches_failed_total 1$/m);
});

it("after a stop nothing is processed any more, and no question is answered", async () => {
  const db = await opened.addDomain();
  const { thread } = givenThread();
  thread.start();
  await thread.stop();
  await deliver(db, wornDown(), new Date());
  thread.poke(db.domainId);
  await expect(thread.rulesFor({ name: "northwind" })).rejects.toThrow("the service is stopping");
  await sleep(1_500);
  expect(await countPending(db, 100)).toBe(13);
  await db.execute("delete from pending_blocks where domain_id = $1");
});
