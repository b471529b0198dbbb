import { RuleProblem } from "../rule-problem.ts";
import type { Expression } from "./expression.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseSelection } from "./parse-selection.ts";
import type { RuleDocument } from "./read-documents.ts";
import { RuleAllowance, refuseCostly } from "./rule-bounds.ts";
import { textsOf } from "./rule-facts.ts";
import type { Placeholders } from "./transforms.ts";

type Data = Readonly<Record<string, unknown>>;

const MAX_SELECTIONS = 200;
const MAX_PLACEHOLDER_LENGTH = 1_024;

export function parseDetection({ data }: RuleDocument, placeholders: Placeholders): Expression {
  const { condition, timeframe, ...selections } = asMap(data["detection"], "detection");
  if (timeframe !== undefined)
    throw new RuleProblem("'timeframe' is obsolete; write a correlation with 'timespan' instead");
  return parseParts(selections, condition, placeholders);
}

/** A parsed filter document: the rows it excludes, and from which rules. */
export interface Exception {
  /** Null for every rule of the log source. */
  readonly rules: readonly string[] | null;
  readonly suppressed: Expression;
}

/**
 * Parses a filter document. Its condition selects the rows to exclude; a leading `not`, as some tools write it, means the
 * same.
 */
export function parseException({ data }: RuleDocument, placeholders: Placeholders): Exception {
  const { rules, condition, ...selections } = asMap(data["filter"], "filter");
  const expression = parseParts(selections, condition, placeholders);
  const references = textsOf(rules);
  if (references.length === 0) throw new RuleProblem("the filter references no rules; use 'any' for all rules");
  return {
    rules: references.some((reference) => /^(?:any|\*)$/i.test(reference)) ? null : references,
    suppressed: expression.kind === "not" ? expression.part : expression,
  };
}

/** Parses a `placeholders` document: the values for `%name%` in rules with the modifier `expand`. */
export function parsePlaceholders({ data }: RuleDocument): Placeholders {
  const unknown = Object.keys(data).find((key) => key !== "placeholders");
  if (unknown !== undefined) throw new RuleProblem(`a placeholders document has the unknown key '${unknown}'`);
  const named = Object.entries(asMap(data["placeholders"], "placeholders")).map(([name, values]) => {
    const texts = textsOf(values);
    if (texts.length === 0) throw new RuleProblem(`the placeholder '${name}' has no value`);
    if (texts.some(({ length }) => length > MAX_PLACEHOLDER_LENGTH)) {
      throw new RuleProblem(`the placeholder '${name}' has a value longer than ${MAX_PLACEHOLDER_LENGTH} characters`);
    }
    return [name, texts] as const;
  });
  return Object.fromEntries(named);
}

function parseParts(selections: Data, condition: unknown, placeholders: Placeholders): Expression {
  const context = { placeholders, allowance: new RuleAllowance() };
  const entries = Object.entries(selections);
  if (entries.length === 0) throw new RuleProblem("the detection has no selection");
  if (entries.length > MAX_SELECTIONS) throw new RuleProblem(`the rule has more than ${MAX_SELECTIONS} selections`);
  const parsed = entries.map(([name, selection]) => [name, parseSelection(name, selection, context)] as const);
  const expression = parseCondition(condition, new Map(parsed));
  refuseCostly(expression);
  return expression;
}

export function asMap(value: unknown, name: string): Data {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Data;
  throw new RuleProblem(`'${name}' must be a map`);
}
