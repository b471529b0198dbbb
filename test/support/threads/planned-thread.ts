import { setTimeout as sleep } from "node:timers/promises";
import type { AnalysisPhase, AnalysisRun } from "../../../src/pipeline/analyze/analysis-run.ts";
import { serveRuns } from "../../../src/pipeline/analyze/thread/serve-runs.ts";
import { saveInputHashes } from "../../../src/store/analysis/input-hashes.ts";
import type { DomainDb } from "../../../src/store/database/database.ts";

/** What a run does is planned in its domain, by rows of this kind. */
const PLAN = "plan";

const isPlanned = async (db: DomainDb, id: string): Promise<boolean> =>
  (
    await db.query("select true as planned from analysis_inputs where domain_id = $1 and kind = $2 and id = $3", [
      PLAN,
      id,
    ])
  ).length > 0;

const save = (db: DomainDb, id: string): Promise<void> => saveInputHashes(db, "stored", new Map([[id, "x"]]));

/** Occupies the thread without a pause, as long as the plan has it. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** What a run can do after it stored its first result. */
const ACTS: ReadonlyMap<string, (run: AnalysisRun) => unknown> = new Map<string, (run: AnalysisRun) => unknown>([
  [
    "spin",
    async ({ db }) => {
      while (await isPlanned(db, "spin")) spin(200);
    },
  ],
  ["deaf", () => spin(3_600_000)],
  [
    "endless",
    ({ isStopped }) => {
      while (!isStopped()) spin(10);
    },
  ],
  [
    "open transaction",
    ({ db }) =>
      db.transaction(async (tx) => {
        await save(tx, "half");
        await sleep(3_600_000);
      }),
  ],
  ["exit", () => process.exit(3)],
  ["throw", () => Promise.reject(new Error("no result"))],
  [
    "memory",
    () => {
      for (const kept: string[][] = []; ; ) kept.push(Array(10_000).fill(String(kept.length)));
    },
  ],
]);

const planned: AnalysisPhase = {
  name: "planned",
  run: async (run) => {
    await run.db.transaction((tx) => save(tx, "first"));
    run.count?.("stored", 1);
    for (const [plan, act] of ACTS) if (await isPlanned(run.db, plan)) await act(run);
    await run.db.transaction((tx) => save(tx, "last"));
  },
};

serveRuns([planned]);
