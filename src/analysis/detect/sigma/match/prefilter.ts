import type { FieldSlots, Slot } from "../fields/slot.ts";
import type { Expression } from "../parse/expression.ts";
import { literalOf, longestLiteral } from "../parse/pattern.ts";
import { comparable } from "./compile-expression.ts";

/** A literal that a field must equal or contain. */
export interface PrefilterTerm {
  readonly slot: Slot;
  readonly text: string;
  readonly exact: boolean;
}

/** Prefilter of which every matching row has at least one; null where the rule has none. */
export type Prefilter = readonly PrefilterTerm[] | null;
/** The expected cost of a term: how many rows will have it. */
export type TermCost = (term: PrefilterTerm) => number;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about the range
const ASCII = /^[\x00-\x7f]*$/;

/** Returns the cheapest prefilter of an expression. */
export function prefilterOf(expression: Expression, slots: FieldSlots, costOf: TermCost): Prefilter {
  if (expression.kind === "not") return null;
  if (expression.kind === "test") return prefilterOfTest(expression, slots);
  const parts = expression.parts.map((part) => prefilterOf(part, slots, costOf));
  if (expression.kind === "or") return together(parts);
  const total = (terms: readonly PrefilterTerm[]) => terms.reduce((sum, term) => sum + costOf(term), 0);
  const usable = parts.filter((terms) => terms !== null).sort((a, b) => total(a) - total(b));
  if (expression.kind !== "atLeast") return usable[0] ?? null;
  // k of n parts must hold, so among any n - k + 1 of them at least one does.
  const needed = parts.length - expression.count + 1;
  return usable.length < needed ? null : together(usable.slice(0, needed));
}

function together(parts: readonly Prefilter[]): Prefilter {
  const all: PrefilterTerm[] = [];
  for (const terms of parts) {
    if (terms === null) return null;
    for (const term of terms) all.push(term);
  }
  return all;
}

function prefilterOfTest({ field, check }: Extract<Expression, { kind: "test" }>, slots: FieldSlots): Prefilter {
  const slot = slots.slotFor(field);
  if (check.kind === "regex") return check.regex.literals?.map((text) => ({ slot, text, exact: false })) ?? null;
  if (check.kind !== "text") return null;
  const pattern = comparable(check.pattern, false);
  const whole = literalOf(pattern);
  if (whole !== null) return [{ slot, text: whole, exact: true }];
  const text = longestLiteral(pattern);
  // Beyond ASCII, lower-casing depends on the neighboring letters, so a part of a cased value is no prefilter.
  return text === "" || (check.cased && !ASCII.test(text)) ? null : [{ slot, text, exact: false }];
}
