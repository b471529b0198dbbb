import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { killedAt, neverKilled } from "../../../test/support/killed-process.ts";
import { listAnalysisCandidates } from "../../store/analysis/analysis-candidates.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import { listRuns } from "../../store/analysis/analysis-runs.ts";
import { findUnchanged, saveInputHashes } from "../../store/analysis/input-hashes.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { type AnalysisOptions, type AnalysisParts, analyzeDomain } from "./analyze-domain.ts";
import { dayOf } from "./evaluation-day.ts";
import { LeaseLost } from "./lease-keeper.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const NEWEST = new Date("2026-10-09T21:00:00.000Z");

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function givenDomain(): Promise<DomainHandle> {
  const db = await opened.addDomain();
  await db.transaction((tx) => recordFactsChange(tx, { at: NOW, newestEventAt: NEWEST }));
  return db;
}

const partsOf = (given: Partial<AnalysisParts> = {}): AnalysisParts => ({
  database: opened.database,
  clock: () => NOW,
  chance: () => 1,
  phases: [],
  ...given,
});

const analyze = (db: DomainHandle, phases: readonly AnalysisPhase[], options: AnalysisOptions = {}) =>
  analyzeDomain(partsOf({ phases }), db.domainId, options);

/** A phase that stores one result per identity, in a transaction each, and skips those that are stored. */
const storing = (name: string, ids: readonly string[]): AnalysisPhase => ({
  name,
  run: async ({ db, day, isStopped, count }) => {
    const hashes = new Map(ids.map((id) => [id, `${name} ${id} ${day}`]));
    const unchanged = await findUnchanged(db, name, hashes);
    for (const [id, hash] of hashes) {
      if (isStopped()) return;
      if (unchanged.has(id)) continue;
      await db.transaction((tx) => saveInputHashes(tx, name, new Map([[id, hash]])));
      count?.(name, 1);
    }
  },
});

const results = (db: DomainDb) =>
  db.query("select kind, id, hash from analysis_inputs where domain_id = $1 order by kind, id");

const candidateOf = async (db: DomainDb, now = NOW) =>
  (await listAnalysisCandidates(opened.database.system, [db.domainId], now))[0];

it("a run enters the phases in order, with the day of the newest event, and is recorded with its counts", async () => {
  const db = await givenDomain();
  const seen: [string, Date, number][] = [];
  const phase = (name: string): AnalysisPhase => ({
    name,
    run: async ({ asOf, day }: AnalysisRun) => void seen.push([name, asOf, day]),
  });
  const entered: string[] = [];
  const onPhase = (name: string) => void entered.push(name);
  const phases = [phase("one"), storing("two", ["a", "b"]), phase("three")];
  expect(await analyze(db, phases, { onPhase })).toEqual({
    outcome: "finished",
    day: dayOf(NEWEST),
    phase: "three",
    counts: { two: 2 },
  });
  const asOf = new Date("2026-10-09T00:00:00.000Z");
  expect(seen).toEqual([
    ["one", asOf, dayOf(NEWEST)],
    ["three", asOf, dayOf(NEWEST)],
  ]);
  expect(entered).toEqual(["directory", "one", "two", "three"]);
  expect(await listRuns(db, 10)).toEqual([
    {
      runId: expect.any(String) as string,
      day: dayOf(NEWEST),
      startedAt: NOW,
      finishedAt: NOW,
      phase: "three",
      counts: { two: 2 },
      outcome: "finished",
      error: null,
    },
  ]);
  expect(await candidateOf(db)).toMatchObject({ failures: 0, retryAt: null, analyzed: { changes: 1 } });
});

it("a change of the facts during a run makes the next run due", async () => {
  const db = await givenDomain();
  const change: AnalysisPhase = {
    name: "change",
    run: () => db.transaction((tx) => recordFactsChange(tx, { at: NOW, newestEventAt: null })),
  };
  await analyze(db, [change]);
  expect(await candidateOf(db)).toMatchObject({ changes: 2, newestEventAt: NEWEST, analyzed: { changes: 1 } });
});

it("a given day is evaluated whatever the newest event is", async () => {
  const report = await analyze(await givenDomain(), [], { asOf: new Date("2026-08-01T17:00:00Z") });
  expect(report?.day).toBe(dayOf(new Date("2026-08-01T00:00:00Z")));
});

it("of several processes one analyzes a domain, and the others do nothing", async () => {
  const db = await givenDomain();
  let [inside, most, ended] = [0, 0, 0];
  const slow: AnalysisPhase = {
    name: "slow",
    run: async () => {
      most = Math.max(most, ++inside);
      while (ended < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
    },
  };
  const analyzeOnce = () =>
    analyze(db, [slow]).finally(() => {
      ended++;
    });
  const reports = await Promise.all([1, 2, 3].map(analyzeOnce));
  expect(reports.filter((report) => report !== undefined)).toHaveLength(1);
  expect(most).toBe(1);
  expect(await analyze(db, [slow])).toMatchObject({ outcome: "finished" });
});

it("a process that lost its lease stores nothing more, and the ledger shows its run as interrupted", async () => {
  const db = await givenDomain();
  const later = new Date(NOW.getTime() + 61_000);
  const overtaken: AnalysisPhase = {
    name: "overtaken",
    run: async (run) => {
      const other = partsOf({ clock: () => later, phases: [storing("other", ["a"])] });
      expect(await analyzeDomain(other, db.domainId)).toMatchObject({ outcome: "finished" });
      await run.db.transaction((tx) => saveInputHashes(tx, "late", new Map([["a", "x"]])));
    },
  };
  await expect(analyze(db, [overtaken])).rejects.toThrow(LeaseLost);
  expect(await results(db)).toMatchObject([{ kind: "other" }]);
  const runs = await listRuns(db, 10);
  expect(runs.map(({ outcome, phase }) => [outcome, phase])).toEqual([
    ["finished", "other"],
    ["interrupted", "overtaken"],
  ]);
});

it("a single statement outside a transaction is refused too when the lease is lost", async () => {
  const db = await givenDomain();
  const overtaken: AnalysisPhase = {
    name: "overtaken",
    run: async (run) => {
      await db.execute("update analysis_state set lease_owner = $1 where domain_id = $1");
      await run.db.execute("delete from analysis_runs where domain_id = $1");
    },
  };
  await expect(analyze(db, [overtaken])).rejects.toThrow(LeaseLost);
  expect(await listRuns(db, 10)).toHaveLength(1);
});

it("a failed run is recorded with its error and retried after a backoff that grows", async () => {
  const db = await givenDomain();
  const failing: AnalysisPhase = {
    name: "failing",
    run: () => Promise.reject(new Error(`no space ${"x".repeat(10_000)}`)),
  };
  const waits: number[] = [];
  for (let n = 0; n < 3; n++) {
    await expect(analyze(db, [failing])).rejects.toThrow("no space");
    waits.push(((await candidateOf(db))?.retryAt?.getTime() ?? 0) - NOW.getTime());
  }
  expect(waits).toEqual([60_000, 120_000, 240_000]);
  const [run] = await listRuns(db, 1);
  expect(run).toMatchObject({ outcome: "failed", phase: "failing" });
  expect(run?.error).toMatch(/^no space x{491}$/);
  await analyze(db, []);
  expect(await candidateOf(db)).toMatchObject({ failures: 0, retryAt: null });
});

it("a stopped run keeps its results, and the next run computes only the others", async () => {
  const db = await givenDomain();
  let stored = 0;
  const phase = storing("persona", ["a", "b", "c"]);
  const counted = (run: AnalysisRun): AnalysisRun => ({
    ...run,
    count: (name, by) => {
      stored += by;
      run.count?.(name, by);
    },
  });
  const stopping: AnalysisPhase = { ...phase, run: (run) => phase.run(counted(run)) };
  const stopped = await analyze(db, [stopping, storing("never", ["a"])], { isStopped: () => stored >= 2 });
  expect(stopped).toMatchObject({ outcome: "stopped", phase: "persona", counts: { persona: 2 } });
  expect(await candidateOf(db)).toMatchObject({ failures: 0, retryAt: null, analyzed: null });
  expect(await analyze(db, [phase])).toMatchObject({ outcome: "finished", counts: { persona: 1 } });
  expect(await results(db)).toHaveLength(3);
});

it("a process that ends at any statement of a run leaves results that the next run completes, none lost or doubled", async () => {
  const phases = [storing("holdings", ["a", "b"]), storing("persona", ["a", "b", "c"])];
  const [whole, counted] = [await givenDomain(), neverKilled()];
  await analyzeDomain(partsOf({ phases, database: counted.database(opened.database) }), whole.domainId);
  const expected = await results(whole);
  for (let statement = 1; statement <= counted.used(); statement++) {
    const db = await givenDomain();
    const database = killedAt(statement).database(opened.database);
    await expect(analyzeDomain(partsOf({ phases, database }), db.domainId)).rejects.toThrow("killed");
    const later = new Date(NOW.getTime() + 60_000);
    const report = await analyzeDomain(partsOf({ phases, clock: () => later }), db.domainId);
    expect([statement, report?.outcome, await results(db)]).toEqual([statement, "finished", expected]);
    const outcomes = (await listRuns(db, 10)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "finished")).toHaveLength(1);
    expect(await candidateOf(db, later)).toMatchObject({ failures: 0, analyzed: { changes: 1 } });
  }
});
