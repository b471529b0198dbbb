import { MEASURED_PRECISION } from "../../src/analysis/correlate/measured-precision.ts";
import { settingsOfBehavior } from "../../src/analysis/detect/behavior/written-settings.ts";
import { SOURCE_TABLE_NAMES } from "../../src/model/vocabulary.ts";
import { renderMappings } from "./mappings.ts";
import type { Catalog, CatalogEntry } from "./read-catalog.ts";

const AREAS: Readonly<Record<string, string>> = {
  "entra-signin": "Sign-ins",
  "entra-audit": "Directory changes",
  "entra-risk": "Risk events",
  "entra-provisioning": "Provisioning",
  "service-signin": "Applications, background sign-ins and the directory API",
  "azure-activity": "Cloud resources",
  office: "Mail, files and collaboration",
  "cloud-app": "Cloud applications",
  email: "Mail traffic",
  "url-click": "Links that people click",
  purview: "Information protection",
  "windows-security": "Windows hosts",
  identity: "Domain controllers",
  syslog: "Linux hosts and appliances",
  network: "Network devices",
  behavior: "Anomalies of the SIEM",
};

const INTRODUCTION = `# Detection catalog

<!-- Written by scripts/write-catalog.ts from the rules themselves; a test fails when it is stale. -->

The detectors that ship with Parapet. A **rule** matches one row and creates one threat event. A **base rule** creates no
event itself: it is counted by a **correlation**, which matches several rows within a time span. A **behavior** compares a
row with earlier rows. Severity, tactics and techniques are those of the events. The fields of an example are columns of the
table. Every rule also has example rows it must not match; \`parapet rules test\` runs both kinds. \`parapet rules list\`
prints the same list. A detector that declares its precision is judged by it, the others [by severity](cases.md). _Measured_ says in how many incidents of
two labeled organizations the detector found something, and how many of these were attacks.

Each detector is silenced by its switch, by an [exception](rules.md#switching-off-and-exceptions) for one entity, and by a
[filter](rules.md) in a rules folder of your own. Verdicts silence no detector, and known addresses and managed
devices no rule: they change how events are [judged](cases.md), not whether there are any. What else silences a detector, and
what does not, is below.
`;

/** Renders the catalog as Markdown. */
export function renderCatalog({ entries, mappings }: Catalog): string {
  const areas = Object.entries(AREAS).map(([area, title]) => renderArea(title, of(entries, area)));
  const behaviors = entries.filter(({ kind }) => kind === "behavior");
  return [INTRODUCTION, renderCounts(entries), renderMappings(mappings), ...areas, renderBehaviors(behaviors)].join(
    "\n",
  );
}

const of = (entries: readonly CatalogEntry[], area: string) => entries.filter((entry) => entry.area === area);

function renderCounts(entries: readonly CatalogEntry[]): string {
  const tables = [...SOURCE_TABLE_NAMES, ...new Set(entries.flatMap((entry) => entry.tables))];
  const rows = [...new Set(tables)].map((table) => {
    const those = entries.filter((entry) => entry.tables.includes(table));
    const count = (kinds: readonly CatalogEntry["kind"][]) => those.filter(({ kind }) => kinds.includes(kind)).length;
    return `| ${table} | ${count(["rule", "base rule"])} | ${count(["correlation"])} | ${count(["behavior"])} |`;
  });
  return ["| Table | Rules | Correlations | Behaviors |", "|---|---|---|---|", ...rows, ""].join("\n");
}

function renderArea(title: string, entries: readonly CatalogEntry[]): string {
  return [`## ${title}`, "", ...entries.map(renderEntry)].join("\n");
}

function renderBehaviors(entries: readonly CatalogEntry[]): string {
  return [
    "## Behaviors",
    "",
    "Every setting is a default that an installation or a domain [can override](rules.md#settings-of-behaviors).",
    "",
    ...entries.map(renderEntry),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function renderEntry(entry: CatalogEntry): string {
  const { facts, kind, tables, why, falsePositives, example, counts, silencing } = entry;
  const numbers = kind === "behavior" ? numbersOf(facts.slug) : "";
  const lines = [
    `### ${facts.title}`,
    "",
    `\`${facts.slug}\` · ${kind} · severity ${facts.severity}${precisionOf(facts)} · ${words(facts.threatType)} · ${tables.join(", ")}  `,
    `${[...facts.tactics.map(words), ...facts.techniques].join(", ")}`,
    "",
    why,
    "",
    `- Known false positives: ${falsePositives.join(" ")}`,
    `- Silenced by: ${silencing.by}`,
    `- Not silenced by: ${silencing.notBy}`,
  ];
  if (counts !== null) lines.push(`- Condition: ${counts}`);
  if (numbers !== "") lines.push(`- Settings: ${numbers}`);
  if (example !== null) lines.push(`- Example: \`${JSON.stringify(example)}\``);
  return `${lines.join("\n")}\n`;
}

function precisionOf({ slug, precision }: CatalogEntry["facts"]): string {
  const measured = MEASURED_PRECISION[slug];
  return [
    ...(precision === undefined ? [] : [` · precision ${precision}`]),
    ...(measured === undefined ? [] : [` · measured ${measured[0]} of ${measured[1]}`]),
  ].join("");
}

const words = (text: string): string => text.replaceAll("_", " ");

/** Returns the settings of a behavior under the names of `behaviors.yml`. */
const numbersOf = (slug: string): string =>
  settingsOfBehavior(slug)
    .map(({ name, value }) => `\`${name}\` ${value}`)
    .join(", ");
