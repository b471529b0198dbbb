import { setTimeout as sleep } from "node:timers/promises";
import { serveRuns } from "../../../dist/pipeline/analyze/thread/serve-runs.js";
import { saveInputHashes } from "../../../dist/store/analysis/input-hashes.js";

/** What a run does is planned in its domain, by rows of this kind. */
const PLAN = "plan";

const isPlanned = async (db, id) =>
  (
    await db.query("select true as planned from analysis_inputs where domain_id = $1 and kind = $2 and id = $3", [
      PLAN,
      id,
    ])
  ).length > 0;

const save = (db, id) => saveInputHashes(db, "stored", new Map([[id, "x"]]));

/** Occupies the thread without a pause, as long as the plan has it. */
function spin(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** What a run can do after it stored its first result. */
const ACTS = new Map([
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
      for (const kept = []; ; ) kept.push(Array(10_000).fill(String(kept.length)));
    },
  ],
]);

const planned = {
  name: "planned",
  run: async (run) => {
    await run.db.transaction((tx) => save(tx, "first"));
    run.count?.("stored", 1);
    for (const [plan, act] of ACTS) if (await isPlanned(run.db, plan)) await act(run);
    await run.db.transaction((tx) => save(tx, "last"));
  },
};

serveRuns([planned]);
