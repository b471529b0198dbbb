import { NHI_SECTIONS, type NhiSection } from "../../model/identity/nhi-words.ts";
import { isoOfDay, type NhiFacts, WINDOW_DAYS } from "./facts.ts";
import type { Uses } from "./uses.ts";

export type Verdict = "sufficient" | "partial" | "insufficient" | "none";

const SUFFICIENT_DAYS = 14;
const MAX_NOTES = 10;
const MAX_SOURCES = 40;
const SERVICE_SOURCES = [
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "MicrosoftGraphActivityLogs",
  "AzureActivity",
  "AuditLogs",
] as const;
const DIRECTORY_SOURCES = [
  "service-principals",
  "users",
  "owners",
  "credentials",
  "app-role-assignments",
  "delegated-grants",
  "role-assignments",
  "azure-role-assignments",
] as const;

const ACTIVITY_SECTIONS: ReadonlySet<NhiSection> = new Set([
  "role",
  "purpose",
  "iam",
  "interactions",
  "data_movement",
  "operations",
  "call_samples",
  "call_rhythm",
  "resource_edges",
]);
const ACCESS_SECTIONS: ReadonlySet<NhiSection> = new Set(["access", "risk", "risk_lens", "asset_tier"]);

/** Judges how complete the data behind each section is; a section that is null is never sufficient or partial. */
export function coverageOf(facts: NhiFacts, uses: Uses, sections: Readonly<Partial<Record<NhiSection, unknown>>>) {
  const verdicts = new Map<NhiSection, Verdict>(
    NHI_SECTIONS.map((name) => [name, verdictOf(facts, uses, name, sections[name] ?? null)]),
  );
  return {
    ...(Object.fromEntries(verdicts) as Record<NhiSection, Verdict>),
    window_days: WINDOW_DAYS,
    sources: sourcesOf(facts, uses),
    notes: notesOf(facts, uses).slice(0, MAX_NOTES),
  };
}

function verdictOf(facts: NhiFacts, uses: Uses, name: NhiSection, section: unknown): Verdict {
  if (section === null) return absenceOf(facts, name);
  const isComplete = COMPLETENESS.find(([names]) => names.has(name))?.[1] ?? hasObject;
  return isComplete(facts, uses, name) ? "sufficient" : "partial";
}

function absenceOf({ fleet }: NhiFacts, name: NhiSection): Verdict {
  const mayCome = name === "cluster" || name === "drift" || (ACTIVITY_SECTIONS.has(name) && fleet.sources.size > 0);
  return mayCome ? "insufficient" : "none";
}

const hasObject = ({ service, user }: NhiFacts): boolean => service !== null || user !== null;

type IsComplete = (facts: NhiFacts, uses: Uses, name: NhiSection) => boolean;

/** What makes the data behind groups of sections complete. */
const COMPLETENESS: readonly (readonly [ReadonlySet<NhiSection>, IsComplete])[] = [
  [
    ACTIVITY_SECTIONS,
    (_, uses, name) => uses.window.length >= SUFFICIENT_DAYS || (name === "call_rhythm" && uses.calls === 0),
  ],
  [ACCESS_SECTIONS, (facts) => missingGrants(facts).length === 0],
  [new Set<NhiSection>(["credential_posture"]), ({ fleet }) => fleet.sources.has("AADServicePrincipalSignInLogs")],
  [
    new Set<NhiSection>(["stewardship", "stewards", "custody", "actor_edges"]),
    ({ fleet }) => fleet.directory.delivered.has("owners"),
  ],
];

const missingGrants = ({ fleet }: NhiFacts): readonly string[] =>
  ["app-role-assignments", "delegated-grants", "role-assignments"].filter(
    (kind) => !fleet.directory.delivered.has(kind as "app-role-assignments"),
  );

function sourcesOf({ fleet }: NhiFacts, uses: Uses) {
  const tables = [...new Set<string>([...SERVICE_SOURCES, ...uses.window.flatMap((day) => day.tables)])].sort();
  const logs = tables.map((table) => {
    const days = uses.window.filter((day) => (day.tables as readonly string[]).includes(table));
    const last = days.at(-1);
    return {
      source: table,
      connected: [...fleet.sources.keys()].some((known) => known === table),
      days: days.length,
      last_data_at: last ? isoOfDay(last.day) : null,
    };
  });
  const directory = DIRECTORY_SOURCES.map((kind) => ({
    source: `directory/${kind}`,
    connected: fleet.directory.delivered.has(kind),
    days: 0,
    last_data_at: null,
  }));
  return [...logs, ...directory].slice(0, MAX_SOURCES);
}

function notesOf(facts: NhiFacts, uses: Uses): readonly string[] {
  const { fleet, service, user } = facts;
  const { delivered } = fleet.directory;
  const notes: string[] = [];
  if (!service && !user)
    notes.push("The directory has no object for this identity; everything is known from log rows.");
  if (fleet.sources.size === 0) notes.push("No log table has delivered rows, so nothing is known about its activity.");
  const isSignInKnown =
    fleet.sources.has("AADServicePrincipalSignInLogs") || fleet.sources.has("AADManagedIdentitySignInLogs");
  if (fleet.sources.size > 0 && !isSignInKnown)
    notes.push(
      "Sign-ins of services are not delivered, so use of permissions is known only where other tables show it.",
    );
  const missing = missingGrants(facts);
  if (missing.length > 0) notes.push(`Grants are incomplete: ${missing.join(", ")} were not delivered.`);
  if (!delivered.has("owners")) notes.push("Owners were not delivered, so responsibility is known from log rows only.");
  if (!delivered.has("credentials")) notes.push("Credentials were not delivered.");
  const days = uses.window.length;
  if (days > 0 && days < SUFFICIENT_DAYS) notes.push(`Activity is known of ${days} of the last ${WINDOW_DAYS} days.`);
  if (uses.window.some((day) => Object.keys(day.others).length > 0))
    notes.push("Some days have more distinct values than are kept; the rarest are counted without their names.");
  return notes;
}
