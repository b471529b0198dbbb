import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTestService, type TestDomain, type TestService } from "../../../../test/support/service.ts";
import { testThread } from "../../../../test/support/test-thread.ts";
import { Failure } from "../../../model/failure.ts";
import { listAnalysisCandidates } from "../../../store/analysis/analysis-candidates.ts";
import { recordFactsChange } from "../../../store/analysis/analysis-changes.ts";
import { listRuns } from "../../../store/analysis/analysis-runs.ts";
import { forgetInputHashes, saveInputHashes } from "../../../store/analysis/input-hashes.ts";
import type { DomainDb, DomainHandle } from "../../../store/database/database.ts";
import { analyzeDomain } from "../analyze-domain.ts";
import { type Analyzer, createAnalyzer } from "../analyzer.ts";
import { type AnalysisThread, createAnalysisThread } from "./analysis-thread.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const ENTRY = testThread("planned-thread");

let tested: TestService;
const running: { stop(): Promise<void> }[] = [];
const threads: AnalysisThread[] = [];
beforeAll(async () => {
  tested = await startTestService();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const thread of threads.splice(0)) await thread.end();
});
afterAll(() => tested.stop());

type Plan = "spin" | "deaf" | "endless" | "open transaction" | "exit" | "throw" | "memory";

async function givenDomain(...plan: readonly Plan[]): Promise<TestDomain> {
  const domain = await tested.givenDomain();
  await domain.db.transaction(async (tx) => {
    await saveInputHashes(tx, "plan", new Map(plan.map((id) => [id, "x"])));
    await recordFactsChange(tx, { at: NOW, newestEventAt: NOW });
  });
  return domain;
}

const unplan = (db: DomainHandle, plan: Plan): Promise<void> =>
  db.transaction((tx) => forgetInputHashes(tx, "plan", [plan]));

function givenThread(memoryMb = 256): AnalysisThread {
  const { link } = tested.database;
  if (!link) throw new Error("the database has no link");
  const thread = createAnalysisThread({ link, memoryMb, entry: ENTRY });
  threads.push(thread);
  return thread;
}

const partsOf = (thread: AnalysisThread, now = NOW) => ({
  database: tested.database.inBackground(),
  clock: () => now,
  chance: () => 1,
  runPhases: thread.runPhases,
});

const analyze = (db: DomainHandle, thread: AnalysisThread, isStopped = () => false, now = NOW) =>
  analyzeDomain(partsOf(thread, now), db.domainId, { isStopped });

function start(thread: AnalysisThread): Analyzer {
  const log = { info: () => undefined, warn: () => undefined };
  const analyzer = createAnalyzer({ ...partsOf(thread), log, intervalMs: 60_000, thread });
  running.push(analyzer);
  analyzer.start();
  return analyzer;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}

const stored = async (db: DomainDb): Promise<readonly string[]> =>
  (
    await db.query<{ id: string }>(
      "select id from analysis_inputs where domain_id = $1 and kind = 'stored' order by id",
    )
  ).map(({ id }) => id);

const hasStored = async (db: DomainDb, id: string): Promise<boolean> => (await stored(db)).includes(id);

/** The embedded engine serves nobody else during the open transaction, which begins after the first result is stored. */
function isWaitingForTransaction(plan: string, error: unknown): true {
  if (plan === "open transaction" && error instanceof Failure && error.code === "unavailable") return true;
  throw error;
}

it("a run in the thread is recorded as one in the process is, and its results are stored", async () => {
  const { db } = await givenDomain();
  expect(await analyze(db, givenThread())).toMatchObject({
    outcome: "finished",
    phase: "planned",
    counts: { stored: 1 },
  });
  expect(await stored(db)).toEqual(["first", "last"]);
  expect(await listRuns(db, 10)).toMatchObject([{ outcome: "finished", phase: "planned", counts: { stored: 1 } }]);
});

it("requests of the same domain are answered while the thread computes without a pause", async () => {
  const domain = await givenDomain("spin");
  const analyzer = start(givenThread());
  await until(() => hasStored(domain.db, "first"));
  for (let n = 0; n < 3; n++) expect((await domain.ask("/cases", { key: domain.key })).status).toBe(200);
  expect(await listRuns(domain.db, 10)).toMatchObject([{ outcome: null }]);
  await unplan(domain.db, "spin");
  await until(async () => (await listRuns(domain.db, 1))[0]?.outcome === "finished");
  await analyzer.stop();
});

it("a page is not served from the cache once the thread has changed it", async () => {
  const domain = await givenDomain();
  const raise = (tx: DomainDb): void => tx.markChanged("cases");
  await domain.db.transaction(async (tx) => raise(tx));
  const memory = tested.database.versionMemory;
  await domain.ask("/cases", { key: domain.key });
  const before = memory?.find(domain.domainId);
  await analyze(domain.db, givenThread());
  // The embedded database alone keeps versions in memory; a transaction of the thread must remove them.
  if (memory) expect([before !== undefined, memory.find(domain.domainId)]).toEqual([true, undefined]);
});

it.each([
  ["exit", "the thread of the analysis ended with code 3"],
  ["throw", "no result"],
  ["memory", "the analysis needs more than 64 MB of memory; raise PARAPET_ANALYSIS_MEMORY_MB"],
] as const)(
  "a thread that ends by %s fails the run, which is recorded and retried after its backoff",
  async (plan, error) => {
    const { db } = await givenDomain(plan);
    const thread = givenThread(64);
    await expect(analyze(db, thread)).rejects.toThrow(error);
    expect(await listRuns(db, 10)).toMatchObject([{ outcome: "failed", phase: "planned", error }]);
    expect(await stored(db)).toEqual(["first"]);
    const [candidate] = await listAnalysisCandidates(tested.database.system, [db.domainId], NOW);
    expect(candidate).toMatchObject({ failures: 1, retryAt: new Date(NOW.getTime() + 60_000) });
    await unplan(db, plan);
    const later = new Date(NOW.getTime() + 60_000);
    expect(await analyze(db, thread, undefined, later)).toMatchObject({ outcome: "finished" });
    expect(await stored(db)).toEqual(["first", "last"]);
  },
);

it.each(["endless", "deaf", "open transaction"] as const)(
  "a stop ends a run that is %s; nothing is half done and the domain is free",
  async (plan) => {
    const { db } = await givenDomain(plan);
    const analyzer = start(givenThread());
    await until(() => hasStored(db, "first").catch((error) => isWaitingForTransaction(plan, error)));
    await analyzer.stop();
    const stays = plan === "endless" ? ["first", "last"] : ["first"];
    expect(await stored(db)).toEqual(stays);
    expect(await listRuns(db, 10)).toMatchObject([{ outcome: "stopped" }]);
    await unplan(db, plan);
    expect(await analyze(db, givenThread())).toMatchObject({ outcome: "finished" });
    expect(await stored(db)).toEqual(["first", "last"]);
  },
);
