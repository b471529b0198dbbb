import { BEHAVIOR_NOTES } from "../../src/analysis/detect/behavior/behavior-notes.ts";
import { BEHAVIORS } from "../../src/analysis/detect/behavior/behaviors.ts";
import { compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import type { Expression } from "../../src/analysis/detect/sigma/parse/expression.ts";
import { parseDetection } from "../../src/analysis/detect/sigma/parse/parse-detection.ts";
import { type RuleDocument, readDocuments } from "../../src/analysis/detect/sigma/parse/read-documents.ts";
import { readNotes } from "../../src/analysis/detect/sigma/parse/rule-facts.ts";
import { readHabitDays } from "../../src/analysis/detect/sigma/parse/rule-habit.ts";
import { slugOf } from "../../src/analysis/detect/sigma/parse/rule-identity.ts";
import { supersessionOf } from "../../src/analysis/detect/supersede.ts";
import type { DetectorFacts } from "../../src/model/finding.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";
import { correlationOf } from "./correlation-text.ts";
import { type CatalogMapping, readMappings } from "./mappings.ts";
import { correlationSilencing, ruleSilencing, type Silencing } from "./silencing.ts";

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
  readonly silencing: Silencing;
}

export interface Catalog {
  /** The shipped rules, in the order of their files, and the behavioral detectors. */
  readonly entries: readonly CatalogEntry[];
  readonly mappings: readonly CatalogMapping[];
}

export async function readCatalog(): Promise<Catalog> {
  const { sources } = await readRulesFolder(SHIPPED_RULES);
  const compiled = compileRules(sources);
  const { rules, detectors } = compiled;
  const read = sources.flatMap(readDocuments);
  const documents = new Map(read.map((document) => [slugOf(document), document]));
  const supersededBy = supersedersOf([...rules, ...detectors, ...BEHAVIORS].map(({ facts }) => facts));
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
      silencing: ruleSilencing(expressionOf(documents.get(rule.facts.slug)), supersededBy(rule.facts.slug), rule),
    }),
  );
  const correlations = detectors.map(({ facts, tables }): CatalogEntry => {
    const document = documents.get(facts.slug);
    const { why, falsePositives } = readNotes(document?.data ?? {});
    const area = areaOf(document?.path ?? "");
    const correlation = document?.data["correlation"];
    const { counts } = correlationOf(correlation);
    const silencing = correlationSilencing(correlation, supersededBy(facts.slug), habitDaysOf(document));
    return { area, kind: "correlation", facts, tables, why, falsePositives, example: null, counts, silencing };
  });
  const entries = [...single, ...correlations, ...BEHAVIORS.map(behaviorEntry)];
  return { entries, mappings: readMappings(compiled, read) };
}

const habitDaysOf = (document: RuleDocument | undefined): number | null =>
  document === undefined ? null : readHabitDays(document);

function expressionOf(document: RuleDocument | undefined): Expression {
  if (document === undefined) throw new Error("a rule has no document");
  return parseDetection(document, {});
}

/** Returns a lookup of the detectors whose events replace those of a detector. */
function supersedersOf(facts: readonly DetectorFacts[]): (slug: string) => readonly string[] {
  const supersession = supersessionOf(facts);
  return (slug) => [...supersession].filter(([, replaced]) => replaced.has(slug)).map(([by]) => by);
}

function behaviorEntry({ facts, tables }: (typeof BEHAVIORS)[number]): CatalogEntry {
  const note = BEHAVIOR_NOTES[facts.slug];
  const falsePositives = note ? [note.falsePositives] : [];
  const why = note?.why ?? "";
  const silencing = { by: note?.silencedBy ?? "", notBy: note?.notSilencedBy ?? "" };
  return { area: null, kind: "behavior", facts, tables, why, falsePositives, example: null, counts: null, silencing };
}

const areaOf = (path: string): string => path.split("/")[0] ?? "";
