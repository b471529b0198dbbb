import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Format } from "typebox/format";
import { parseDateTime } from "../model/text/date-time.ts";
import { isUuid } from "../model/text/uuid.ts";

/** What is wrong with a value, as told to the caller. */
export interface Problem {
  /** A JSON pointer without the leading slash; empty for the value itself. */
  readonly field: string;
  readonly message: string;
  readonly unknownField: boolean;
  readonly allowed: readonly string[] | undefined;
}

/** Finds the first thing wrong with a value, or nothing. */
export type Checker = (value: unknown) => Problem | undefined;

/** Compiles a schema of the contract to a checker that coerces nothing and accepts no member it does not name. */
export function checkerOf(schema: TSchema): Checker {
  Format.Set("uuid", isUuid);
  Format.Set("date-time", (text) => parseDateTime(text) !== undefined);
  const strict = closeObject(schema);
  const validator = Compile(strict);
  return (value) => (validator.Check(value) ? undefined : firstProblem(validator, value));
}

/** Every object with named members refuses others; free-form objects stay open. */
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
  const telling = errors.find((error) => !isNoise(error)) ?? errors[0];
  if (!telling) return { field: "", message: "is not valid", unknownField: false, allowed: undefined };
  const field = fieldOf(telling);
  return {
    field,
    message: describe(telling),
    unknownField: telling.keyword === "additionalProperties",
    allowed: telling.keyword === "enum" ? (telling.params["allowedValues"] as string[]) : undefined,
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
