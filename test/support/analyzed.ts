import { saveInputHashes } from "../../src/store/analysis/input-hashes.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";

/** Stores what a run of the analysis keeps besides its results, marked with the word. */
export async function givenAnalysis(db: DomainHandle, word: string): Promise<void> {
  await db.transaction((tx) => saveInputHashes(tx, word, new Map([[word, word]])));
}
