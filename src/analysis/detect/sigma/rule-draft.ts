import type { LogTable } from "../../../model/rows/log-row.ts";
import type { CompiledRule, RuleReading } from "./compiled-rule.ts";
import type { FieldNames } from "./fields/field-reader.ts";
import { summaryRenderer } from "./fields/summary.ts";
import { foldAbsent } from "./mapping/fold-absent.ts";
import { readableParts } from "./mapping/readable-parts.ts";
import type { RulePart } from "./match/engine.ts";
import { type Expression, fieldsOf } from "./parse/expression.ts";
import type { Correlation } from "./parse/parse-correlation.ts";
import type { RuleDocument } from "./parse/read-documents.ts";
import { ownPart, readExamples, readFacts, readNotes, textOf } from "./parse/rule-facts.ts";
import { readHabitBy, readHabitDays } from "./parse/rule-habit.ts";
import { slugOf } from "./parse/rule-identity.ts";
import { RuleProblem } from "./rule-problem.ts";

/** A compiled rule, before filters and correlations are applied to it. */
export interface Draft {
  readonly document: RuleDocument;
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string;
  readonly rule: CompiledRule;
  readonly parts: readonly RulePart[];
  /** The rows that filters exclude. */
  readonly suppressed: Expression[];
  /** The correlations that use it; it then generates no findings itself unless `generate` is set on it or on one of them. */
  readonly usedBy: CorrelationDraft[];
}

/** A correlation before its references are resolved. */
export interface CorrelationDraft {
  readonly document: RuleDocument;
  readonly correlation: Correlation;
}

/** Compiles a rule for the log sources in which it can match. Refuses it if there is none. */
export function draftRule(document: RuleDocument, expression: Expression, sources: readonly FieldNames[]): Draft {
  const { path, data } = document;
  const { parts, readings } = readableParts(expression, sources);
  const tables = tablesOf(readings);
  const slug = slugOf(document);
  const facts = readFacts(data, slug, tables);
  const namesIn = (table: LogTable) => readings.map(({ names }) => names).filter((names) => names.table === table);
  const rule: CompiledRule = {
    path,
    id: idOf(document),
    name: nameOf(document),
    facts,
    tables,
    readings,
    fields: [...fieldsOf(expression)],
    generate: readGenerate(document) ?? true,
    habitDays: readHabitDays(document),
    habitBy: readHabitBy(document, namesIn),
    notes: readNotes(data),
    examples: readExamples(data),
    summaryOf: summaryRenderer(textOf(ownPart(data)["summary"]), facts.title, namesIn),
  };
  return { document, id: rule.id, name: rule.name, slug, rule, parts, suppressed: [], usedBy: [] };
}

/** Returns the tables of readings. */
export const tablesOf = (readings: readonly RuleReading[]): readonly LogTable[] => [
  ...new Set(readings.map(({ names }) => names.table)),
];

/** Returns the parts of a rule without the rows that filters exclude. */
export function withoutSuppressed({ parts, suppressed }: Draft): readonly RulePart[] {
  return parts.map(({ names, expression }) => ({
    names,
    expression: suppressed.reduce((left, excluded) => without(left, excluded, names), expression),
  }));
}

/** A filter that needs a field that no row has excludes less than it should, never more. */
function without(expression: Expression, excluded: Expression, names: FieldNames): Expression {
  const { expression: part, unfiltered } = foldAbsent(excluded, names);
  if (part === false || unfiltered.length > 0) return expression;
  return { kind: "and", parts: [expression, { kind: "not", part: part === true ? excluded : part }] };
}

export const idOf = ({ data }: RuleDocument): string | null => textOf(data["id"]) || null;
export const nameOf = ({ data }: RuleDocument): string | null => textOf(data["name"]) || null;

function readGenerate({ data }: RuleDocument): boolean | undefined {
  const generate = ownPart(data)["generate"];
  if (generate === undefined || typeof generate === "boolean") return generate;
  throw new RuleProblem("'parapet.generate' must be true or false");
}

/** Returns whether a rule generates no findings because correlations use it. */
export function isSilenced({ document, usedBy }: Draft): boolean {
  return usedBy.length > 0 && readGenerate(document) === undefined && !usedBy.some((by) => by.correlation.generate);
}

export function withGenerate(draft: Draft): CompiledRule {
  return { ...draft.rule, generate: draft.rule.generate && !isSilenced(draft) };
}
