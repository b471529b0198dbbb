import { PERSONA_SECTIONS } from "./vocabulary.ts";

export const PERSONA_CONTRACT_VERSION = 1;

export interface PersonaOverview {
  readonly tuid: string;
  readonly personaOverview: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** Renders a persona overview; without a persona every property except `tuid` is null. */
export function renderPersonaOverview(persona: PersonaOverview): string {
  return JSON.stringify({
    tuid: persona.tuid,
    persona_overview: persona.personaOverview,
    created_at: persona.createdAt,
    updated_at: persona.updatedAt,
  });
}

/** Renders the detail of a user who has no persona yet: every section null, all coverage "none". */
export function renderPersonaPlaceholder(tuid: string): string {
  const empty = Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, null]));
  const coverage = Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, "none"]));
  return JSON.stringify({
    tuid,
    generated_at: null,
    contract_version: PERSONA_CONTRACT_VERSION,
    ...empty,
    coverage,
  });
}
