import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { saveDriftRun, saveEpisodes } from "../../src/store/drift/episodes.ts";
import { replaceHeldDays } from "../../src/store/drift/held-days.ts";
import { saveHoldings } from "../../src/store/holdings/holdings.ts";

const AT = new Date("2026-11-01T00:00:00.000Z");
const DAY = 20_758;

/** Stores what the evaluation of drift keeps besides its events, marked with the word. */
export async function givenDriftState(db: DomainHandle, word: string): Promise<void> {
  await db.transaction(async (tx) => {
    await saveDriftRun(tx, DAY, 1, AT);
    await replaceHeldDays(tx, DAY, [{ subject: word, computator: "application_mix", period: "30d" }], 4);
    await saveEpisodes(tx, [
      {
        driftId: newId(),
        subject: word,
        computator: "application_set",
        period: "7d",
        openedOn: DAY,
        lastHeldOn: DAY,
        leadingKey: word,
        supersededBy: null,
        isExact: false,
        change: JSON.stringify({ word }),
      },
    ]);
    await saveHoldings(tx, [
      {
        subject: word,
        kind: "entitlement",
        key: word,
        firstSeen: AT,
        isInitial: true,
        grantedAt: AT,
        removedAt: null,
        lastSeen: AT,
        attributes: {
          label: word,
          tier: 2,
          isPrivileged: false,
          type: null,
          object: null,
          addedBy: null,
          removedBy: null,
        },
      },
    ]);
  });
}
