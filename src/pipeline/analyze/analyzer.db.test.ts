import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { deliver } from "../../../test/support/row-sets.ts";
import { createMetrics } from "../../runtime/metrics.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import { listRuns } from "../../store/analysis/analysis-runs.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { countPending } from "../../store/rows/pending-rows.ts";
import { createWorker } from "../schedule/worker.ts";
import type { AnalysisPhase } from "./analysis-run.ts";
import { type Analyzer, type AnalyzerParts, createAnalyzer } from "./analyzer.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");

let opened: TestDatabase;
const running: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
afterAll(() => opened.close());

const givenFacts = (db: DomainHandle): Promise<void> =>
  db.transaction((tx) => recordFactsChange(tx, { at: NOW, newestEventAt: NOW }));

function start(phase: AnalysisPhase["run"], parts: Partial<AnalyzerParts> = {}): Analyzer {
  const analyzer = createAnalyzer({
    database: opened.database.inBackground(),
    clock: () => NOW,
    chance: () => 1,
    log: { info: () => undefined, warn: () => undefined },
    intervalMs: 60_000,
    phases: [{ name: "test", run: phase }],
    ...parts,
  });
  running.push(analyzer);
  analyzer.start();
  return analyzer;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(10);
}

const outcomesOf = async (db: DomainHandle) => (await listRuns(db, 10)).map(({ outcome }) => outcome);

it("analyzes every domain with facts once, and one without facts never", async () => {
  const [one, other, empty] = [await opened.addDomain(), await opened.addDomain(), await opened.addDomain()];
  await givenFacts(one);
  await givenFacts(other);
  const metrics = createMetrics("test", () => 0);
  const lines: object[] = [];
  const log = { info: (facts: object) => void lines.push(facts), warn: () => undefined };
  start(async (run) => run.count?.("personas", 3), { metrics, log });
  await until(async () => (await outcomesOf(one)).length + (await outcomesOf(other)).length === 2);
  await until(() => lines.length === 2);
  expect(await outcomesOf(empty)).toEqual([]);
  expect(lines[0]).toMatchObject({ day: "2026-10-10", outcome: "finished", personas: 3 });
  expect(await metrics.text()).toMatch(/^parapet_analysis_runs_total\{outcome="finished"\} 2$/m);
  expect(await metrics.text()).toMatch(/^parapet_analysis_results_total\{kind="personas"\} 6$/m);
  expect(await metrics.text()).toMatch(/^parapet_analysis_duration_seconds_count 2$/m);
});

it("continues with the other domains when one fails, reports it, and tries it again after its backoff", async () => {
  const [broken, sound] = [await opened.addDomain(), await opened.addDomain()];
  await givenFacts(broken);
  await givenFacts(sound);
  const warnings: object[] = [];
  let now = NOW;
  let isBroken = true;
  const phase: AnalysisPhase["run"] = async ({ db }) => {
    if (isBroken && db.domainId === broken.domainId) throw new Error("no memory");
  };
  const log = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
  const first = start(phase, { clock: () => now, log });
  await until(async () => (await outcomesOf(sound))[0] === "finished");
  await until(() => warnings.length > 0);
  expect(await outcomesOf(broken)).toEqual(["failed"]);
  expect(warnings).toMatchObject([{ phase: "test", err: "no memory" }]);
  await first.stop();
  isBroken = false;
  now = new Date(NOW.getTime() + 60_000);
  start(phase, { clock: () => now });
  await until(async () => (await outcomesOf(broken))[0] === "finished");
});

it("rows of a domain are processed while its analysis runs", async () => {
  const db = await opened.addDomain();
  await givenFacts(db);
  let isEntered = false;
  let isDone = false;
  start(async (run) => {
    isEntered = true;
    while (!isDone && !run.isStopped()) {
      await run.db.transaction((tx) => tx.query("select true as one where $1::uuid is not null"));
      await sleep(1);
    }
  });
  await until(() => isEntered);
  const worker = createWorker({
    database: opened.database.inBackground(),
    clock: () => NOW,
    chance: () => 0,
    detectorsFor: async () => testDetectors,
    log: { warn: () => undefined },
  });
  running.push(worker);
  worker.start();
  const columns = { TimeGenerated: NOW.toISOString(), UserPrincipalName: "maya@northwind.example", ResultType: "0" };
  await deliver(db, [{ table: "SigninLogs", columns }], NOW);
  worker.poke(db.domainId);
  await until(async () => (await countPending(db, 1)) === 0);
  expect(await outcomesOf(db)).toEqual([null]);
  isDone = true;
  await until(async () => (await outcomesOf(db))[0] === "finished");
});

it("stops at the next step of the running phase and leaves the domain free for another process", async () => {
  const db = await opened.addDomain();
  await givenFacts(db);
  let isEntered = false;
  const endless: AnalysisPhase["run"] = async (run) => {
    isEntered = true;
    while (!run.isStopped()) await sleep(1);
  };
  const analyzer = start(endless);
  await until(() => isEntered);
  await analyzer.stop();
  expect(await outcomesOf(db)).toEqual(["stopped"]);
  start(async () => undefined);
  await until(async () => (await outcomesOf(db))[0] === "finished");
});
