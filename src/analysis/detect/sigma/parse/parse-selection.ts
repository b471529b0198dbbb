import { compileRegex } from "../regex/safe-regex.ts";
import { RuleProblem } from "../rule-problem.ts";
import { type Check, type Expression, joined, type Place } from "./expression.ts";
import { type FieldChain, parseChain } from "./modifiers.ts";
import { parseNetwork } from "./network.ts";
import { MANY, MAX_WITH_ONE, ONE, type Pattern, parsePattern } from "./pattern.ts";
import { WrittenNumber } from "./read-documents.ts";
import type { RuleAllowance } from "./rule-bounds.ts";
import { type Placeholders, transformed } from "./transforms.ts";

/** The context in which the selections of a rule are parsed. */
export interface SelectionContext {
  readonly placeholders: Placeholders;
  readonly allowance: RuleAllowance;
}

const MAX_VALUES = 20_000;
const MAX_VALUE_LENGTH = 4_096;

/** Parses a selection: a map of fields, a list of such maps, or keywords to find anywhere in the row. */
export function parseSelection(name: string, selection: unknown, context: SelectionContext): Expression {
  if (isMap(selection)) return parseMap(name, selection, context);
  const items = Array.isArray(selection) ? selection : [selection];
  if (items.length === 0) throw new RuleProblem(`the selection '${name}' is empty`);
  if (items.length > MAX_VALUES) throw new RuleProblem(`the selection '${name}' has more than ${MAX_VALUES} entries`);
  const keywords = parseChain("");
  const parts = items.map((item) => {
    if (isMap(item)) return parseMap(name, item, context);
    if (Array.isArray(item) || item === null)
      throw new RuleProblem(`the selection '${name}' has an entry that is neither a map nor a value`);
    return parseValue(keywords, item, context);
  });
  return joined("or", parts);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

function parseMap(name: string, fields: Readonly<Record<string, unknown>>, context: SelectionContext): Expression {
  const entries = Object.entries(fields);
  if (entries.length === 0) throw new RuleProblem(`the selection '${name}' is empty`);
  return joined(
    "and",
    entries.map(([key, value]) => parseField(key, value, context)),
  );
}

function parseField(key: string, value: unknown, context: SelectionContext): Expression {
  const chain = parseChain(key);
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0) throw new RuleProblem(`'${key}' has no value`);
  if (values.length > MAX_VALUES) throw new RuleProblem(`'${key}' has more than ${MAX_VALUES} values`);
  const tests = values.map((item) => {
    if (isMap(item) || Array.isArray(item)) throw new RuleProblem(`'${key}' has a value that is no plain value`);
    return parseValue(chain, item, context);
  });
  const expression = joined(chain.all ? "and" : "or", tests);
  return chain.neq ? { kind: "not", part: expression } : expression;
}

function parseValue(chain: FieldChain, value: unknown, context: SelectionContext): Expression {
  const test = (check: Check): Expression => ({ kind: "test", field: chain.field, check });
  if (value === null) return test(emptyCheck(chain));
  if (chain.operator === "exists") return test({ kind: "exists", expected: asBoolean(chain, value) });
  if (chain.timePart !== null) {
    return test({ kind: "time_part", part: chain.timePart, by: chain.by ?? "eq", than: asNumber(chain, value) });
  }
  if (chain.by !== null) return test({ kind: "compare", by: chain.by, than: asNumber(chain, value) });
  const text = asText(value);
  if (chain.operator === "fieldref") {
    return test({ kind: "same", field: text, place: chain.place, cased: chain.cased });
  }
  refuseLong(chain, text);
  const texts = transformed(chain.key, text, chain.transforms, context.placeholders);
  return joined(
    "or",
    texts.map((variant) => {
      countText(chain, variant, context.allowance);
      return textTest(chain, variant, value, test);
    }),
  );
}

/** Counts a value against the rule's bounds before it is compiled. */
function countText({ operator }: FieldChain, text: string, allowance: RuleAllowance): void {
  allowance.addTest();
  if (operator === "re") allowance.addRegex(text);
}

function refuseLong({ key }: FieldChain, text: string): void {
  if (text.length <= MAX_VALUE_LENGTH) return;
  throw new RuleProblem(`'${key}' has a value that is longer than ${MAX_VALUE_LENGTH} characters`);
}

function textTest(chain: FieldChain, text: string, value: unknown, test: (check: Check) => Expression): Expression {
  if (chain.operator === "re") {
    const has = (flag: string) => chain.regexFlags.has(flag);
    return test({
      kind: "regex",
      regex: compileRegex(text, { ignoreCase: has("i"), multiline: has("m"), dotAll: has("s") }),
    });
  }
  if (chain.operator === "cidr") {
    const network = parseNetwork(text);
    if (network === null)
      throw new RuleProblem(`'${chain.key}' has '${text}', which is not an IP address or CIDR range`);
    return test({ kind: "network", network });
  }
  if (text === "" && chain.place === "is") return test(emptyCheck({ ...chain, transforms: [] }));
  const pattern = value instanceof WrittenNumber || typeof value === "boolean" ? [text] : parsePattern(text);
  if (text.length > MAX_WITH_ONE && pattern.includes(ONE)) {
    throw new RuleProblem(`'${chain.key}' has a value with '?' that is longer than ${MAX_WITH_ONE} characters`);
  }
  // A keyword is a part of any value.
  const place = chain.field === null ? "contains" : chain.place;
  return test({ kind: "text", pattern: placed(pattern, place), cased: chain.cased });
}

function placed(pattern: Pattern, place: Place): Pattern {
  const before = place === "contains" || place === "endswith" ? [MANY, ...pattern] : pattern;
  const both = place === "contains" || place === "startswith" ? [...before, MANY] : before;
  return both.filter((token, at) => token !== MANY || both[at - 1] !== MANY) as Pattern;
}

function emptyCheck({ key, operator, place, transforms, timePart, field }: FieldChain): Check {
  const plain = operator === "text" && place === "is" && transforms.length === 0 && timePart === null && field !== null;
  if (!plain) throw new RuleProblem(`'${key}' cannot be compared with null`);
  return { kind: "empty" };
}

function asText(value: unknown): string {
  return value instanceof WrittenNumber ? value.source : String(value);
}

function asNumber({ key }: FieldChain, value: unknown): number {
  const number = value instanceof WrittenNumber ? value.value : Number(typeof value === "string" ? value : Number.NaN);
  if (!Number.isFinite(number)) throw new RuleProblem(`'${key}' needs a number, not '${String(value)}'`);
  return number;
}

function asBoolean({ key }: FieldChain, value: unknown): boolean {
  const word = String(value).toLowerCase();
  if (["true", "yes"].includes(word)) return true;
  if (["false", "no"].includes(word)) return false;
  throw new RuleProblem(`'${key}' needs true or false, not '${word}'`);
}
