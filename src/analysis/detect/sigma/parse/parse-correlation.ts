import { RuleProblem } from "../rule-problem.ts";
import { asMap } from "./parse-detection.ts";
import type { RuleDocument } from "./read-documents.ts";
import { textsOf } from "./rule-facts.ts";

export const CORRELATION_TYPES = [
  "event_count",
  "value_count",
  "temporal",
  "temporal_ordered",
  "value_sum",
  "value_avg",
  "value_percentile",
] as const;
export type CorrelationType = (typeof CORRELATION_TYPES)[number];

/** A parsed correlation document, before its references are resolved. */
export interface Correlation {
  readonly slug: string;
  readonly type: CorrelationType;
  readonly rules: readonly string[];
  /** Null for the actor. */
  readonly groupBy: readonly string[] | null;
  /** For a name in `groupBy` or `fields`, the field it stands for in rows of each rule. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly spanMs: number;
  readonly spanText: string;
  readonly bounds: readonly Bound[];
  readonly fields: readonly string[];
  readonly percentile: number;
  readonly generate: boolean;
}

const BOUNDS = ["gt", "gte", "lt", "lte", "eq", "neq"] as const;
export interface Bound {
  readonly by: (typeof BOUNDS)[number];
  readonly than: number;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_SPAN_MS = 30 * 86_400_000;
const MAX_RULES = 100;
const KNOWN_KEYS = new Set(["type", "rules", "group-by", "aliases", "timespan", "condition", "generate"]);

export function parseCorrelation({ data }: RuleDocument, slug: string): Correlation {
  const part = asMap(data["correlation"], "correlation");
  const unknown = Object.keys(part).find((key) => !KNOWN_KEYS.has(key));
  if (unknown !== undefined) throw new RuleProblem(`the correlation has the unknown key '${unknown}'`);
  const type = CORRELATION_TYPES.find((known) => known === part["type"]);
  if (type === undefined) throw new RuleProblem(`the correlation type '${String(part["type"])}' is unknown`);
  const rules = textsOf(part["rules"]);
  if (rules.length === 0 || rules.length > MAX_RULES)
    throw new RuleProblem(`the correlation must reference 1 to ${MAX_RULES} rules`);
  const groupBy = textsOf(part["group-by"]);
  const generate = part["generate"] ?? data["generate"] ?? false;
  if (typeof generate !== "boolean") throw new RuleProblem("'generate' must be true or false");
  return {
    slug,
    type,
    rules,
    groupBy: groupBy.length > 0 ? groupBy : null,
    aliases: readAliases(part["aliases"]),
    ...readSpan(part["timespan"]),
    ...readCondition(type, rules.length, part["condition"]),
    generate,
  };
}

function readAliases(aliases: unknown): Correlation["aliases"] {
  if (aliases === undefined) return new Map();
  const named = Object.entries(asMap(aliases, "aliases")).map(([alias, fields]) => {
    const byRule = Object.entries(asMap(fields, `aliases.${alias}`)).map(([rule, field]) => {
      if (typeof field !== "string") throw new RuleProblem(`the alias '${alias}' has no field for '${rule}'`);
      return [rule.toLowerCase(), field] as const;
    });
    return [alias, new Map(byRule)] as const;
  });
  return new Map(named);
}

function readSpan(timespan: unknown): { readonly spanMs: number; readonly spanText: string } {
  const [, count = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(String(timespan ?? "")) ?? [];
  const spanMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(spanMs > 0)) throw new RuleProblem(`the timespan '${String(timespan)}' is not a number with s, m, h or d`);
  if (spanMs > MAX_SPAN_MS) throw new RuleProblem(`the timespan '${String(timespan)}' is longer than 30d`);
  return { spanMs, spanText: `${count}${unit}` };
}

function readCondition(type: CorrelationType, rules: number, condition: unknown) {
  if (condition === undefined && type.startsWith("temporal")) {
    return { bounds: [atLeast(rules)], fields: [], percentile: 50 };
  }
  if (typeof condition === "string")
    throw new RuleProblem("a correlation condition must be a map; extended conditions are not supported");
  const { field, percentile = 50, ...rest } = asMap(condition, "condition");
  const bounds = Object.entries(rest).map(([by, than]) => readBound(by, than));
  if (bounds.length === 0) throw new RuleProblem("the correlation condition has no comparison such as 'gte: 5'");
  if (typeof percentile !== "number" || !(percentile >= 0 && percentile <= 100)) {
    throw new RuleProblem("'percentile' must be a number from 0 to 100");
  }
  refuseUnboundedCounts(type, rules, bounds);
  return { bounds, fields: readFields(type, field), percentile };
}

function readFields(type: CorrelationType, field: unknown): readonly string[] {
  const fields = textsOf(field);
  const wanted = type.startsWith("value_");
  if (wanted && fields.length === 0)
    throw new RuleProblem(`a correlation of type ${type} needs 'field' in its condition`);
  if (!wanted && fields.length > 0) throw new RuleProblem(`a correlation of type ${type} takes no 'field'`);
  if (type !== "value_count" && fields.length > 1)
    throw new RuleProblem(`a correlation of type ${type} takes one field`);
  return fields;
}

const atLeast = (than: number): Bound => ({ by: "gte", than });

function readBound(by: string, than: unknown): Bound {
  const known = BOUNDS.find((word) => word === by);
  if (known === undefined) throw new RuleProblem(`the correlation condition has the unknown key '${by}'`);
  if (typeof than !== "number") throw new RuleProblem(`'${by}' in the correlation condition must be a number`);
  return { by: known, than };
}

/** Refuses counts without a lower bound: they would hold at the first row. */
function refuseUnboundedCounts(type: CorrelationType, rules: number, bounds: readonly Bound[]): void {
  const counts = type === "event_count" || type === "value_count" || type.startsWith("temporal");
  if (counts && !bounds.some(({ by }) => by === "gt" || by === "gte" || by === "eq")) {
    throw new RuleProblem("a count that is only bounded from above, or not equal, would hold at the first row");
  }
  const possible = Array.from({ length: rules }, (_, at) => at + 1).filter((count) => meets(count, bounds));
  if (type.startsWith("temporal") && possible.length === 0) {
    throw new RuleProblem(`the condition can never match: there are ${rules} rules`);
  }
  if (type === "temporal_ordered" && possible.some((count) => count < rules)) {
    throw new RuleProblem("temporal_ordered needs all of its rules; a smaller count is not supported");
  }
}

/** Returns whether a number satisfies all bounds. */
export function meets(value: number, bounds: readonly Bound[]): boolean {
  return bounds.every(({ by, than }) => {
    if (by === "gt") return value > than;
    if (by === "gte") return value >= than;
    if (by === "lt") return value < than;
    if (by === "lte") return value <= than;
    return by === "eq" ? value === than : value !== than;
  });
}
