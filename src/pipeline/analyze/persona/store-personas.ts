import { type Persona, renderPersonaDetail } from "../../../model/persona.ts";
import { sha256 } from "../../../runtime/hashing.ts";
import { findUnchanged, type InputHashes, saveInputHashes } from "../../../store/analysis/input-hashes.ts";
import type { DomainDb } from "../../../store/database/database.ts";
import { findPersonaStarts, savePersonaDetails, savePersonas } from "../../../store/people/personas.ts";
import type { AnalysisRun } from "../analysis-run.ts";

/** The hashes of the content of personas, and of their details, which contain the evaluation day. */
const CONTENT = "persona";
const DETAIL = "persona-detail";
/** The time in a rendering that only serves for comparison. */
const EPOCH = new Date(0);

interface Rendered {
  readonly tuid: string;
  readonly text: string;
  readonly detail: string;
  readonly content: string;
}

const render = (persona: Persona, asOf: Date): Rendered => ({
  tuid: persona.tuid,
  text: persona.text,
  detail: renderPersonaDetail(persona, asOf),
  content: sha256(persona.text + renderPersonaDetail(persona, EPOCH)),
});

/**
 * Stores the personas whose content or evaluation day changed. `generated_at` is the evaluation day; `created_at` and
 * `updated_at` of the overview are the times of the first and of the last change of content.
 */
export async function storePersonas({ db, asOf, now }: AnalysisRun, personas: readonly Persona[]): Promise<number> {
  const rendered = personas.map((persona) => render(persona, asOf));
  const details = new Map(rendered.map(({ tuid, text, detail }) => [tuid, sha256(text + detail)]));
  const contents = new Map(rendered.map(({ tuid, content }) => [tuid, content]));
  const current = await findUnchanged(db, DETAIL, details);
  const stale = rendered.filter(({ tuid }) => !current.has(tuid));
  if (stale.length === 0) return 0;
  const unchanged = await findUnchanged(db, CONTENT, contents);
  const changed = stale.filter(({ tuid }) => !unchanged.has(tuid));
  await db.transaction(async (tx) => {
    await saveOverviews(tx, changed, now);
    await savePersonaDetails(
      tx,
      stale.map(({ tuid, detail }) => ({ tuid, document: detail, wire: detail })),
    );
    await saveInputHashes(tx, CONTENT, pickHashes(contents, changed));
    await saveInputHashes(tx, DETAIL, pickHashes(details, stale));
  });
  return changed.length;
}

async function saveOverviews(tx: DomainDb, changed: readonly Rendered[], now: Date): Promise<void> {
  if (changed.length === 0) return;
  const starts = await findPersonaStarts(
    tx,
    changed.map(({ tuid }) => tuid),
  );
  await savePersonas(
    tx,
    changed.map(({ tuid, text }) => ({
      tuid,
      personaOverview: text,
      createdAt: starts.get(tuid) ?? now,
      updatedAt: now,
    })),
  );
}

const pickHashes = (hashes: InputHashes, results: readonly Rendered[]): InputHashes =>
  new Map(results.map(({ tuid }) => [tuid, hashes.get(tuid) ?? ""]));
