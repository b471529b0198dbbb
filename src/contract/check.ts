import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Format } from "typebox/format";
import { parseDateTime } from "../model/text/date-time.ts";
import { isUuid } from "../model/text/uuid.ts";

/** A validation error, as reported to the caller. */
export interface Problem {
  /** A JSON pointer without the leading slash; empty for the value itself. */
  readonly field: string;
  readonly message: string;
  readonly unknownField: boolean;
  readonly allowed: readonly string[] | undefined;
}

/** Returns the first problem of a value, or undefined if it is valid. */
export type Checker = (value: unknown) => Problem | undefined;

/** Compiles a schema to a checker that never coerces and rejects properties the schema does not declare. */
export function checkerOf(schema: TSchema): Checker {
  Format.Set("uuid", isUuid);
  Format.Set("date-time", (text) => parseDateTime(text) !== undefined);
  const strict = closeObject(schema);
  const validator = Compile(strict);
  return (value) => (validator.Check(value) ? undefined : firstProblem(validator, value));
}

/** Adds `additionalProperties: false` to every object with declared properties; free-form objects stay open. */
function closeObject(schema: TSchema): TSchema {
  if (Array.isArray(schema)) return schema.map(closeObject) as unknown as TSchema;
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeObject(value as TSchema)]));
  if ("properties" in schema && !("additionalProperties" in schema)) copy["additionalProperties"] = false;
  return copy as TSchema;
}

interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function firstProblem(validator: Validator, value: unknown): Problem {
  const errors = validator.Errors(value) as readonly ValidationError[];
  // A union reports every branch; the branch that is not merely "must be null" is the one the caller meant.
  const reported = errors.find((error) => !isNoise(error)) ?? errors[0];
  if (!reported) return { field: "", message: "is not valid", unknownField: false, allowed: undefined };
  const field = fieldOf(reported);
  return {
    field,
    message: describe(reported),
    unknownField: reported.keyword === "additionalProperties",
    allowed: reported.keyword === "enum" ? (reported.params["allowedValues"] as string[]) : undefined,
  };
}

function isNoise(error: ValidationError): boolean {
  return error.keyword === "anyOf" || error.keyword === "boolean" || error.params["type"] === "null";
}

function fieldOf(error: ValidationError): string {
  const path = error.instancePath.slice(1);
  const named = error.params["requiredProperties"] ?? error.params["additionalProperties"];
  const member = Array.isArray(named) ? String(named[0]) : "";
  return [path, member].filter(Boolean).join("/");
}

function describe({ keyword, params, message }: ValidationError): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not a known field";
    case "enum":
      return `must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
    case "format":
      return params["format"] === "uuid" ? "must be a UUID" : "must be an RFC 3339 date-time with Z or an offset";
    default:
      return message;
  }
}
