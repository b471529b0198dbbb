import type { LogTable } from "../../src/model/rows/log-row.ts";
import type { Knobs, Sources } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Measure } from "./gates.ts";
import { meanOf } from "./metrics.ts";
import { holdsNulls, type PersonaResult } from "./results.ts";

const SMALL = { users: 40, nhis: 20, days: 40, rows: 4 };

/** Sections that cannot be known without rows of what a person does. */
const FROM_ACTIVITY = ["workstreams", "posture"];

interface Tenant {
  readonly name: string;
  readonly sources: Sources;
  readonly missing?: readonly LogTable[];
}

const TENANTS: readonly Tenant[] = [
  { name: "only AuditLogs", sources: "audit" },
  { name: "only a directory", sources: "directory" },
  { name: "nothing", sources: "none" },
  { name: "no sign-ins of users", sources: "all", missing: ["SigninLogs", "AADNonInteractiveUserSignInLogs"] },
  {
    name: "no calls of programs",
    sources: "all",
    missing: ["AADServicePrincipalSignInLogs", "AADManagedIdentitySignInLogs", "MicrosoftGraphActivityLogs"],
  },
];

/** Measures tenants that deliver only a part: what is unknown must be null, and what is null must be called unknown. */
export async function scoreSparseTenants(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const { name, sources, missing } of TENANTS) {
    const knobs = { ...base, ...SMALL, sources };
    const { results } = await evaluateOrganization({ knobs, every: 40, firstDay: 40, report, missing: missing ?? [] });
    const add = (metric: string, value: number | null): void => {
      measures.push({ output: "coverage", metric: `tenant with ${name}: ${metric}`, value, gate: { least: 1 } });
    };
    const { personas, nhis, drift } = results;
    const details = [...personas, ...nhis.filter(({ generated_at }) => generated_at !== null)];
    if (sources === "none") add("no persona", Number(details.length === 0));
    else add("null exactly if unknown", meanOf(details.map((detail) => Number(holdsNulls(detail)))));
    if (sources === "audit" || sources === "directory") {
      add("nothing of activity is known", meanOf(personas.map((persona) => Number(isUnknown(persona)))));
    }
    if (sources === "directory" || sources === "none") add("no drift", Number(drift.length === 0));
  }
  return measures;
}

const isUnknown = (persona: PersonaResult): boolean =>
  FROM_ACTIVITY.every((section) => ["insufficient", "none"].includes(persona.coverage[section] ?? "none"));
