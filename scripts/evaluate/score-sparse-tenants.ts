import type { Knobs, Sources } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Measure } from "./gates.ts";
import { meanOf } from "./metrics.ts";
import type { PersonaResult } from "./results.ts";

const SMALL = { users: 60, nhis: 30, days: 40, rows: 4 };

/** Sections that cannot be known without rows of what a person does. */
const FROM_ACTIVITY = ["workstreams", "posture"];

/** Measures tenants that deliver only AuditLogs, only a directory, or nothing: what is unknown must be null. */
export async function scoreSparseTenants(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const sources of ["audit", "directory", "none"] as const satisfies readonly Sources[]) {
    const knobs = { ...base, ...SMALL, sources };
    const { results } = await evaluateOrganization({ knobs, every: 40, firstDay: 40, report });
    const personas = results.personas;
    const unknown = personas.map((persona) => (isUnknown(persona) ? 1 : 0));
    const value = sources === "none" ? Number(personas.length === 0) : meanOf(unknown);
    const metric = `tenant with ${sources === "none" ? "nothing" : `only ${sources}`}: what is unknown is null`;
    measures.push({ output: "coverage", metric, value, gate: { least: 1 } });
    measures.push({
      output: "coverage",
      metric: `tenant with ${sources === "none" ? "nothing" : `only ${sources}`}: no drift`,
      value: Number(sources === "audit" || results.drift.length === 0),
      gate: { least: 1 },
    });
  }
  return measures;
}

const isUnknown = (persona: PersonaResult): boolean =>
  FROM_ACTIVITY.every((section) => ["insufficient", "none"].includes(persona.coverage[section] ?? "none"));
