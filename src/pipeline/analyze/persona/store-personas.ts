import { type Persona, renderPersonaDetail } from "../../../model/persona.ts";
import { sha256 } from "../../../runtime/hashing.ts";
import { findUnchanged, saveInputHashes } from "../../../store/analysis/input-hashes.ts";
import { findPersonaStarts, savePersonaDetails, savePersonas } from "../../../store/people/personas.ts";
import type { AnalysisRun } from "../analysis-run.ts";

const KIND = "persona";
/** The time in a rendering that only serves for comparison. */
const EPOCH = new Date(0);

const contentHash = (persona: Persona): string => sha256(persona.text + renderPersonaDetail(persona, EPOCH));

/** Stores the personas whose content changed; returns how many did. A persona keeps the time of its first content. */
export async function storePersonas({ db, now }: AnalysisRun, personas: readonly Persona[]): Promise<number> {
  const hashes = new Map(personas.map((persona) => [persona.tuid, contentHash(persona)]));
  const unchanged = await findUnchanged(db, KIND, hashes);
  const changed = personas.filter(({ tuid }) => !unchanged.has(tuid));
  if (changed.length === 0) return 0;
  const tuids = changed.map(({ tuid }) => tuid);
  await db.transaction(async (tx) => {
    const starts = await findPersonaStarts(tx, tuids);
    await savePersonas(
      tx,
      changed.map(({ tuid, text }) => ({
        tuid,
        personaOverview: text,
        createdAt: starts.get(tuid) ?? now,
        updatedAt: now,
      })),
    );
    const details = changed.map((persona) => ({ tuid: persona.tuid, wire: renderPersonaDetail(persona, now) }));
    await savePersonaDetails(
      tx,
      details.map(({ tuid, wire }) => ({ tuid, document: wire, wire })),
    );
    await saveInputHashes(tx, KIND, new Map(tuids.map((tuid) => [tuid, hashes.get(tuid) ?? ""])));
  });
  return changed.length;
}
