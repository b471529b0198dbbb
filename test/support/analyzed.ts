import { newId } from "../../src/runtime/ids.ts";
import { recordFactsChange } from "../../src/store/analysis/analysis-changes.ts";
import { acquireAnalysisLease, failAnalysis } from "../../src/store/analysis/analysis-lease.ts";
import { startRun } from "../../src/store/analysis/analysis-runs.ts";
import { saveInputHashes } from "../../src/store/analysis/input-hashes.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

/** Stores what a run of the analysis keeps besides its results, marked with the word. */
export async function givenAnalysis(db: DomainHandle, word: string): Promise<void> {
  const owner = newId();
  await acquireAnalysisLease(db, owner, { now: AT, until: AT, retryAt: AT });
  await db.transaction(async (tx) => {
    await saveInputHashes(tx, word, new Map([[word, word]]));
    await recordFactsChange(tx, { at: AT, newestEventAt: AT });
    await startRun(tx, { runId: newId(), day: 20_758, startedAt: AT });
    await failAnalysis(tx, owner);
  });
}
