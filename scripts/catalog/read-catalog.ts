import { BEHAVIOR_NOTES } from "../../src/analysis/detect/behavior/behavior-notes.ts";
import { BEHAVIORS } from "../../src/analysis/detect/behavior/behaviors.ts";
import { compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import { readDocuments } from "../../src/analysis/detect/sigma/parse/read-documents.ts";
import { readNotes } from "../../src/analysis/detect/sigma/parse/rule-facts.ts";
import { slugOf } from "../../src/analysis/detect/sigma/parse/rule-identity.ts";
import type { DetectorFacts } from "../../src/model/finding.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";

/** A detector in the catalog. */
export interface CatalogEntry {
  /** The folder of a rule; null for a behavioral detector. */
  readonly area: string | null;
  readonly kind: "rule" | "base rule" | "correlation" | "behavior";
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  readonly why: string;
  readonly falsePositives: readonly string[];
  readonly example: Readonly<Record<string, unknown>> | null;
  /** The condition of a correlation; null for other detectors. */
  readonly counts: string | null;
  /** What silences a behavioral detector, and what does not; null for other detectors. */
  readonly silencing: { readonly by: string; readonly notBy: string } | null;
}

/** Returns the shipped rules, in the order of their files, and the behavioral detectors. */
export async function readCatalog(): Promise<readonly CatalogEntry[]> {
  const { sources } = await readRulesFolder(SHIPPED_RULES);
  const { rules, detectors } = compileRules(sources);
  const single = rules.map(
    (rule): CatalogEntry => ({
      area: areaOf(rule.path),
      kind: rule.generate ? "rule" : "base rule",
      facts: rule.facts,
      tables: rule.tables,
      why: rule.notes.why,
      falsePositives: rule.notes.falsePositives,
      example: rule.examples.fires[0] ?? null,
      counts: null,
      silencing: null,
    }),
  );
  const documents = new Map(sources.flatMap(readDocuments).map((document) => [slugOf(document), document]));
  const correlations = detectors.map(({ facts, tables }): CatalogEntry => {
    const document = documents.get(facts.slug);
    const { why, falsePositives } = readNotes(document?.data ?? {});
    const [area, counts] = [areaOf(document?.path ?? ""), countsOf(document?.data["correlation"])];
    return { area, kind: "correlation", facts, tables, why, falsePositives, example: null, counts, silencing: null };
  });
  return [...single, ...correlations, ...BEHAVIORS.map(behaviorEntry)];
}

function behaviorEntry({ facts, tables }: (typeof BEHAVIORS)[number]): CatalogEntry {
  const note = BEHAVIOR_NOTES[facts.slug];
  const falsePositives = note ? [note.falsePositives] : [];
  const why = note?.why ?? "";
  const silencing = note ? { by: note.silencedBy, notBy: note.notSilencedBy } : null;
  return { area: null, kind: "behavior", facts, tables, why, falsePositives, example: null, counts: null, silencing };
}

function countsOf(correlation: unknown): string {
  const { type, rules, timespan } = correlation as Readonly<Record<string, unknown>>;
  const how = { event_count: "as often as its file says", value_count: "with as many values as its file says" };
  const names = (rules as readonly string[]).map((rule) => `\`${rule}\``);
  const suffix = how[type as keyof typeof how] ?? (type === "temporal_ordered" ? "in this order" : "all of them");
  return `${names.join(", ")}, ${suffix}, within ${String(timespan)}`;
}

const areaOf = (path: string): string => path.split("/")[0] ?? "";
