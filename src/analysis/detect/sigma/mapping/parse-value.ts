import type { LogTable } from "../../../../model/rows/log-row.ts";
import { pathKey } from "../fields/field-reader.ts";
import { type FieldValue, trimmedValue } from "../fields/field-value.ts";
import { isColumnPath, pathReader } from "../fields/path-reader.ts";
import type { RowView } from "../fields/row-view.ts";
import { RuleProblem } from "../rule-problem.ts";
import type { MappedField } from "./mapping.ts";
import type { MappingAllowance } from "./mapping-allowance.ts";
import { asTexts, joinOf, type Read } from "./value-lists.ts";
import { readStep, STEP_KEYS } from "./value-steps.ts";

/** Where an expression is used: its table, and the name that replaces `*` in the names of pairs and data. */
interface ValueContext {
  readonly table: LogTable;
  readonly name: string;
  /** The bounds of the mapping. */
  readonly allowance: MappingAllowance;
}

interface Value {
  readonly read: Read;
  readonly paths: readonly string[];
  readonly isPath: boolean;
  readonly constant: readonly string[] | null;
}

type Map_ = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 8;
const MAX_PARTS = 20;
const SOURCES = ["text", "column", "first", "join", "from"] as const;

/** Parses and compiles the expression of a field. It is data: no part of it is executed. */
export function parseValue(value: unknown, context: ValueContext): MappedField {
  const { read, paths, isPath, constant } = compile(value, context, 0);
  const costly = !isPath || paths.some((path) => pathReader(context.table, path).costly);
  return {
    reader: { known: true, costly, read },
    // A plain column shares the slot of that column.
    key: typeof value === "string" ? pathKey(value) : `expression ${JSON.stringify(value)} of ${context.name}`,
    paths: [...new Set(paths)],
    constant,
  };
}

function compile(value: unknown, context: ValueContext, depth: number): Value {
  if (depth > MAX_DEPTH) throw new RuleProblem(`it is nested deeper than ${MAX_DEPTH} levels`);
  context.allowance.addPart();
  if (typeof value === "string") return depth === 0 ? columnValue(value, context, true) : part(value, context);
  if (Array.isArray(value)) return allOf(compileParts(value, context, depth));
  if (typeof value !== "object" || value === null) {
    throw new RuleProblem("it must be a column, a list of columns, or an expression such as { first: [A, B] }");
  }
  const map = value as Map_;
  const source = onlyKey(map, SOURCES);
  if (source === "from") return stepped(map, context, depth);
  refuseOthers(map, source === "join" ? ["join", "with"] : [source]);
  if (source === "text") return constantValue(map["text"]);
  if (source === "column") return trimmed(columnValue(String(map["column"]), context, false));
  const parts = compileParts(map[source], context, depth);
  return source === "first" ? firstOf(parts) : joinedValue(parts, map["with"]);
}

const part = (path: string, context: ValueContext): Value => trimmed(columnValue(path, context, true));

/** Inside of an expression trailing blanks would end up in the middle of a text, or hide a value that is mapped. */
const trimmed = (value: Value): Value => ({ ...value, read: (view) => trimmedValue(value.read(view)) });

function onlyKey<K extends string>(map: Map_, keys: readonly K[]): K {
  const found = keys.filter((key) => map[key] !== undefined);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new RuleProblem(`an expression needs exactly one of: ${keys.join(", ")}`);
  }
  return only;
}

function refuseOthers(map: Map_, allowed: readonly string[]): void {
  const unknown = Object.keys(map).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    throw new RuleProblem(`the expression has the unknown key '${unknown}'; expected: ${allowed.join(", ")}`);
  }
}

function compileParts(value: unknown, context: ValueContext, depth: number): readonly Value[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PARTS) {
    throw new RuleProblem(`a list of 1 to ${MAX_PARTS} columns or expressions is needed`);
  }
  return value.map((part) => compile(part, context, depth + 1));
}

function columnValue(path: string, { table }: ValueContext, isChecked: boolean): Value {
  // The names in the `EventData` of Windows events are not known beforehand.
  if (isChecked && table !== "SecurityEvent" && !isColumnPath(table, path)) {
    throw new RuleProblem(
      `'${path}' is not a column of ${table}; correct the name, or write { column: ${path} } if your rows have it`,
    );
  }
  const reader = pathReader(table, path);
  return { read: (view) => reader.read(view), paths: [path], isPath: true, constant: null };
}

function constantValue(text: unknown): Value {
  const constant = [String(text)];
  return { read: () => constant, paths: [], isPath: false, constant };
}

const pathsOf = (parts: readonly Value[]): readonly string[] => parts.flatMap(({ paths }) => paths);

/** All values of all parts. */
function allOf(parts: readonly Value[]): Value {
  const constants = parts.map(({ constant }) => constant);
  return {
    read: (view) => {
      const values = parts.map(({ read }) => read(view));
      const texts = values.flatMap(asTexts);
      if (texts.length > 0) return texts.length === 1 ? texts[0] : texts;
      return values.includes(null) ? null : undefined;
    },
    paths: pathsOf(parts),
    isPath: parts.every(({ isPath }) => isPath),
    constant: constants.every((constant) => constant !== null) ? constants.flat() : null,
  };
}

function firstOf(parts: readonly Value[]): Value {
  return {
    read: (view) => {
      for (const { read } of parts) {
        const value = read(view);
        if (asTexts(value).some(isFilled)) return value;
      }
      return undefined;
    },
    paths: pathsOf(parts),
    isPath: false,
    constant: null,
  };
}

/** Windows writes a dash for an empty value. */
const isFilled = (text: string): boolean => text !== "" && text !== "-";

function joinedValue(parts: readonly Value[], separator: unknown): Value {
  const join = joinOf(
    parts.map(({ read, constant }) => ({ read, isText: constant !== null })),
    separator === undefined ? "" : String(separator),
    isFilled,
  );
  return { read: join, paths: pathsOf(parts), isPath: false, constant: null };
}

/** Applies a step to each text of the inner expression. */
function stepped(map: Map_, context: ValueContext, depth: number): Value {
  const { from, ...rest } = map;
  const inner = compile(from, context, depth + 1);
  const { kind, step } = readStep(rest, context);
  refuseOthers(rest, STEP_KEYS[kind]);
  return {
    read: (view) => applied(step, inner.read(view), view),
    paths: inner.paths,
    isPath: false,
    constant: null,
  };
}

/** Characters of a list of texts to which a step is applied. */
const MAX_APPLIED = 262_144;

function applied(step: ReturnType<typeof readStep>["step"], value: FieldValue, view: RowView): FieldValue {
  let left = MAX_APPLIED;
  const texts = asTexts(value).flatMap((text) => {
    if (left <= 0) return [];
    left -= text.length;
    return step(text, view);
  });
  return texts.length > 1 ? texts : texts[0];
}
