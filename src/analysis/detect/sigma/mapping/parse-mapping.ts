import { LOG_TABLES, type LogTable } from "../../../../model/rows/log-row.ts";
import { plainName } from "../fields/field-reader.ts";
import { isColumnPath } from "../fields/path-reader.ts";
import { type Expression, fieldsOf } from "../parse/expression.ts";
import { asMap } from "../parse/parse-detection.ts";
import { parseSelection } from "../parse/parse-selection.ts";
import { type RuleDocument, withoutWritten } from "../parse/read-documents.ts";
import { RuleAllowance } from "../parse/rule-bounds.ts";
import { textOf, textsOf } from "../parse/rule-facts.ts";
import { RuleProblem } from "../rule-problem.ts";
import { type LogSource, readLogSource, tableNamed } from "./log-source.ts";
import type { MappedField, Mapping, MappingExample } from "./mapping.ts";
import { MappingAllowance } from "./mapping-allowance.ts";
import { parseValue } from "./parse-value.ts";

type Data = Readonly<Record<string, unknown>>;

const KEYS = ["logsource", "table", "condition", "fields", "absent", "others", "keywords", "examples"];
const MAX_FIELDS = 500;
const MAX_EXAMPLES = 50;

/** Caches parsed documents: the shipped ones are recompiled whenever rules change. */
const known = new WeakMap<RuleDocument, Mapping>();

/** Parses a mapping document. A problem names the part that is wrong and how to correct it. */
export function parseMapping(document: RuleDocument): Mapping {
  const mapping = known.get(document) ?? parse(document);
  known.set(document, mapping);
  return mapping;
}

function parse({ path, data }: RuleDocument): Mapping {
  const part = asMap(data["mapping"], "mapping");
  const unknown = Object.keys(part).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new RuleProblem(`the mapping has the unknown key '${unknown}'; expected: ${KEYS.join(", ")}`);
  }
  const table = readTable(part["table"]);
  const { condition, ...rest } = part;
  const plain = withoutWritten(rest) as Data;
  const allowance = new MappingAllowance();
  const fields = readFields(plain["fields"], { table, allowance });
  const absent = new Set(textsOf(plain["absent"] ?? []).map((name) => name.toLowerCase()));
  const both = [...absent].find((name) => fields.has(name));
  if (both !== undefined) throw new RuleProblem(`'${both}' is in 'fields' and in 'absent'; remove it from one`);
  const others = readOthers(plain["others"], table);
  return {
    path,
    title: textOf(data["title"]) || path,
    sources: readSources(plain["logsource"]),
    table,
    condition: condition === undefined ? null : readCondition(condition, table),
    keywords: plain["keywords"] === undefined ? null : readField("keywords", plain["keywords"], { table, allowance }),
    examples: readExamples(plain["examples"]),
    fieldOf: (field) => fields.get(field.toLowerCase()) ?? others.fieldOf(field),
    isAbsent: (field) => {
      const name = plainName(field).toLowerCase();
      return absent.has(name) || (!fields.has(name) && others.isAbsent(name));
    },
  };
}

function readTable(name: unknown): LogTable {
  const table = typeof name === "string" ? tableNamed(name) : undefined;
  if (table !== undefined) return table;
  throw new RuleProblem(`'table' is '${String(name)}'; expected one of: ${LOG_TABLES.join(", ")}`);
}

function readSources(logsource: unknown): readonly LogSource[] {
  const sources = (Array.isArray(logsource) ? logsource : [logsource]).map(readLogSource);
  if (sources.length === 0) throw new RuleProblem("the mapping has no logsource");
  return sources;
}

function readCondition(condition: unknown, table: LogTable): Expression {
  const items = Array.isArray(condition) ? condition : [condition];
  if (items.some((item) => typeof item !== "object" || item === null || Array.isArray(item))) {
    throw new RuleProblem("'condition' must be a selection by columns, such as { EventID: 4688 }, or a list of them");
  }
  const expression = parseSelection("condition", condition, { placeholders: {}, allowance: new RuleAllowance() });
  const unknown = [...fieldsOf(expression)].find((field) => table !== "SecurityEvent" && !isColumnPath(table, field));
  if (unknown !== undefined) {
    throw new RuleProblem(`'condition' uses '${unknown}', which is not a column of ${table}; correct the name`);
  }
  return expression;
}

/** The table of a mapping, and its bounds. */
interface FieldContext {
  readonly table: LogTable;
  readonly allowance: MappingAllowance;
}

function readFields(value: unknown, context: FieldContext): ReadonlyMap<string, MappedField> {
  if (value === undefined) return new Map();
  const entries = Object.entries(asMap(value, "fields"));
  if (entries.length > MAX_FIELDS) throw new RuleProblem(`the mapping has more than ${MAX_FIELDS} fields`);
  return new Map(entries.map(([name, field]) => [name.toLowerCase(), readField(name, field, context)]));
}

function readField(name: string, value: unknown, context: FieldContext): MappedField {
  try {
    return parseValue(value, { ...context, name });
  } catch (error) {
    throw new RuleProblem(`the field '${name}': ${(error as Error).message}`);
  }
}

type Others = Pick<Mapping, "fieldOf" | "isAbsent">;

/** Reads what a name means that the mapping does not list: nothing, a column, or an expression in which `*` is the name. */
function readOthers(value: unknown, table: LogTable): Others {
  if (value === undefined || value === "absent") {
    return { fieldOf: () => null, isAbsent: (name) => !isColumnPath(table, name) };
  }
  if (value === "columns") return { fieldOf: () => null, isAbsent: () => false };
  if (typeof value === "string") {
    throw new RuleProblem(`'others' is '${value}'; expected absent, columns, or an expression with '*' for the name`);
  }
  if (!usesName(value)) {
    throw new RuleProblem("'others' must read a pair or data whose name contains '*', such as { from: A, pair: '*' }");
  }
  const read = (name: string) => readField(name, value, { table, allowance: new MappingAllowance() });
  read("others");
  const fields = new Map<string, MappedField>();
  return {
    fieldOf: (field) => {
      const mapped = fields.get(field) ?? read(field);
      fields.set(field, mapped);
      return mapped;
    },
    isAbsent: () => false,
  };
}

/** Any name can be asked for, so each must cost no more than a lookup in what is parsed once for a row. */
function usesName(value: unknown): boolean {
  const { from, pair, data } = asMap(value, "others");
  return typeof from === "string" && String(pair ?? data ?? "").includes("*");
}

function readExamples(value: unknown): readonly MappingExample[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_EXAMPLES) {
    throw new RuleProblem(`'examples' must be a list of at most ${MAX_EXAMPLES}, each with 'row' and 'fields'`);
  }
  return value.map((item, at) => {
    const { row, fields, ...rest } = asMap(item, `example ${at + 1}`);
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw new RuleProblem(`example ${at + 1} has the unknown key '${unknown}'`);
    return { row: asMap(row, `row of example ${at + 1}`), fields: fields === "none" ? null : readExpected(fields, at) };
  });
}

function readExpected(fields: unknown, at: number): ReadonlyMap<string, readonly string[] | null> {
  const expected = asMap(fields, `fields of example ${at + 1}`);
  return new Map(
    Object.entries(expected).map(([name, value]) => {
      const values = Array.isArray(value) ? value : [value];
      return [name, value === null ? null : values.map(String)];
    }),
  );
}
