import type { RuleReading } from "../compiled-rule.ts";
import { listNames } from "../describe-reading.ts";
import type { FieldNames } from "../fields/field-reader.ts";
import type { RulePart } from "../match/engine.ts";
import type { Expression } from "../parse/expression.ts";
import { RuleProblem } from "../rule-problem.ts";
import { type FoldedExpression, foldAbsent } from "./fold-absent.ts";

interface ReadableParts {
  readonly parts: readonly RulePart[];
  readonly readings: readonly RuleReading[];
}

/** Returns the log sources in which a rule can match. Refuses the rule if there is none. */
export function readableParts(expression: Expression, sources: readonly FieldNames[]): ReadableParts {
  const folded = sources.map((names) => ({ names, ...foldAbsent(expression, names) }));
  const parts: RulePart[] = [];
  const readings: RuleReading[] = [];
  for (const { names, expression: rest, unseen, unfiltered } of folded) {
    if (typeof rest === "boolean") continue;
    parts.push({ names, expression: rest });
    readings.push({ names, unseen, unfiltered });
  }
  const [first] = folded;
  if (parts.length === 0 && first) throw new RuleProblem(reasonOf(first.names, first));
  return { parts, readings };
}

function reasonOf(names: FieldNames, { expression, unseen, unfiltered }: FoldedExpression): string {
  const where = `${names.table}${names.mapping === null ? "" : ` (${names.mapping.title})`}`;
  if (expression === false) return `it needs what ${where} does not have: ${listNames(unseen)}`;
  return `it would match every row of ${where}, which does not have: ${listNames([...unseen, ...unfiltered])}`;
}
