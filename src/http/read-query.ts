import type { TSchema } from "typebox";
import { type Checker, checkerOf } from "../contract/check.ts";
import { Failure } from "../model/failure.ts";
import { textProblem } from "../model/text/strict-json.ts";

interface Parameter extends TSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

const BOOLEANS = ["true", "false"];

/** Returns the values that a parameter accepts if they are listed in its schema. */
function valuesOf({ type, enum: values, items }: Parameter): readonly string[] | undefined {
  return type === "boolean" ? BOOLEANS : (values ?? items?.enum);
}

/**
 * Parses a query string by its schema; refuses unknown, repeated, empty and malformed parameters. A schema that allows
 * additional properties makes it ignore unknown ones.
 */
export type QueryReader = (search: string) => Record<string, unknown>;

export function queryReaderOf(schema: TSchema | undefined): QueryReader {
  const { properties = {}, additionalProperties: isOpen = false } = (schema ?? {}) as QuerySchema;
  const check: Checker = schema ? checkerOf(schema) : () => undefined;
  return (search) => {
    const values = readPairs(
      properties,
      isOpen ? pairsOf(search).filter(([name]) => Object.hasOwn(properties, name)) : pairsOf(search),
    );
    const problem = check(values);
    if (problem?.field === "next_cursor") throw invalidCursor();
    if (problem) throw invalid(problem.field.split("/")[0] ?? "", problem.message, problem.allowed);
    return values;
  };
}

type Properties = Readonly<Record<string, Parameter>>;
interface QuerySchema {
  readonly properties?: Properties;
  readonly additionalProperties?: boolean;
}

function readPairs(properties: Properties, pairs: ReturnType<typeof pairsOf>): Record<string, unknown> {
  const allowed = Object.keys(properties);
  const values: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const parameter = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!parameter) throw unknownParameter(name, allowed);
    if (Object.hasOwn(values, name))
      throw invalid(name, "is given more than once; give it once", valuesOf(parameter) ?? allowed);
    if (text === "") throw invalid(name, "is empty; leave it out or give it a value", valuesOf(parameter) ?? allowed);
    values[name] = decode(name, text, parameter);
  }
  return values;
}

function pairsOf(search: string): readonly (readonly [string, string])[] {
  return search
    .split("&")
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf("=");
      const name = decodeText(at < 0 ? part : part.slice(0, at), "");
      return [name, at < 0 ? "" : decodeText(part.slice(at + 1), name)] as const;
    });
}

function decodeText(text: string, name: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalid(name, "is not valid percent-encoded UTF-8");
  }
  const problem = textProblem(plain);
  if (problem) throw invalid(name, problem);
  return plain;
}

const INTEGER = /^-?(0|[1-9][0-9]{0,14})$/;

function decode(name: string, text: string, { type }: Parameter): unknown {
  switch (type) {
    case "integer":
      if (!INTEGER.test(text)) throw invalid(name, "must be an integer in decimal digits");
      return Number(text);
    case "boolean":
      if (text !== "true" && text !== "false") throw invalid(name, "must be true or false", BOOLEANS);
      return text === "true";
    case "array":
      if (text.split(",").includes("")) throw invalid(name, "has an empty member; separate members with single commas");
      return text.split(",");
    default:
      return text;
  }
}

/** Returns the error for an invalid parameter: it names the parameter and, for a short list, the allowed values. */
export function invalid(param: string, message: string, allowed?: readonly string[]): Failure {
  return new Failure("invalid_parameter", `${param ? `parameter '${param}'` : "the query"} ${message}`, {
    param,
    ...(allowed && { allowed }),
  });
}

/** Returns the error for an invalid cursor, the same whether it is malformed or unknown in this domain. */
export function invalidCursor(): Failure {
  return new Failure(
    "invalid_cursor",
    "parameter 'next_cursor' is not a position in this list; start again without it",
    {
      param: "next_cursor",
    },
  );
}

function unknownParameter(param: string, allowed: readonly string[]): Failure {
  const known = allowed.length > 0 ? `allowed are ${allowed.join(", ")}` : "this operation has no parameters";
  return new Failure("unknown_parameter", `parameter '${param.slice(0, 64)}' is unknown; ${known}`, {
    param,
    allowed,
  });
}
