import type { SafeRegex } from "../regex/safe-regex.ts";
import type { Network } from "./network.ts";
import type { Pattern } from "./pattern.ts";

export const COMPARISONS = ["lt", "lte", "gt", "gte"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const TIME_PARTS = ["minute", "hour", "day", "week", "month", "year"] as const;
export type TimePart = (typeof TIME_PARTS)[number];

export type Place = "is" | "contains" | "startswith" | "endswith";

/** The test of one value of a field. */
export type Check =
  | { readonly kind: "text"; readonly pattern: Pattern; readonly cased: boolean }
  | { readonly kind: "regex"; readonly regex: SafeRegex }
  | { readonly kind: "network"; readonly network: Network }
  | { readonly kind: "compare"; readonly by: Comparison; readonly than: number }
  | { readonly kind: "time_part"; readonly part: TimePart; readonly by: Comparison | "eq"; readonly than: number }
  | { readonly kind: "same"; readonly field: string; readonly place: Place; readonly cased: boolean }
  /** The field is absent, null or empty. */
  | { readonly kind: "empty" }
  | { readonly kind: "exists"; readonly expected: boolean };

/** A rule's condition as a tree, independent of the table. A field of null is the whole row. */
export type Expression =
  | { readonly kind: "and"; readonly parts: readonly Expression[] }
  | { readonly kind: "or"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | { readonly kind: "atLeast"; readonly count: number; readonly parts: readonly Expression[] }
  | { readonly kind: "test"; readonly field: string | null; readonly check: Check };

/** Joins expressions; a single one is returned as it is. */
export function joined(kind: "and" | "or", parts: readonly Expression[]): Expression {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

/** Returns every field an expression reads. */
export function fieldsOf(expression: Expression): ReadonlySet<string> {
  const fields = new Set<string>();
  const visit = (part: Expression): void => {
    if (part.kind === "not") visit(part.part);
    else if (part.kind !== "test") part.parts.forEach(visit);
    else {
      if (part.field !== null) fields.add(part.field);
      if (part.check.kind === "same") fields.add(part.check.field);
    }
  };
  visit(expression);
  return fields;
}
