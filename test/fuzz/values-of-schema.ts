import fc from "fast-check";
import type { Schema } from "../../src/contract/openapi/document.ts";
import { POISON_IDS, POISON_NUMBERS, POISON_TEXTS, POISON_TIMES } from "./poison.ts";

type Resolve = (schema: Schema) => Schema;

/** Generates values that a schema allows, including those at its bounds. */
export function validValues(given: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => validValues(branch, resolve)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, resolve)));
}

function valuesOfType(type: string, schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return validTexts(schema);
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(validValues(schema.items ?? {}, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    default:
      return objects(schema, resolve);
  }
}

function objects({ properties, required = [] }: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
  const members = Object.entries(properties).map(([name, member]) => [name, validValues(member, resolve)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

const TIMES = fc
  .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2027-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

function validTexts({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "date-time") return TIMES;
  const short = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 40) });
  return fc.oneof(
    { weight: 4, arbitrary: short },
    { weight: 1, arbitrary: fc.constantFrom("a".repeat(minLength), "a".repeat(maxLength), "é".repeat(maxLength)) },
  );
}

/** Generates texts that a parameter with this schema is unlikely to allow. */
export function poisonTexts(given: Schema, resolve: Resolve): fc.Arbitrary<string> {
  const { type, format, maxLength } = resolve(given);
  const beyond = maxLength === undefined ? [] : ["a".repeat(maxLength + 1), "\u{1f9ff}".repeat(maxLength + 1)];
  const likely =
    format === "uuid" ? POISON_IDS : format === "date-time" ? POISON_TIMES : type === "integer" ? POISON_NUMBERS : [];
  return fc.oneof(
    fc.constantFrom(...POISON_TEXTS, ...beyond),
    ...(likely.length > 0 ? [fc.constantFrom(...likely)] : []),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
}
