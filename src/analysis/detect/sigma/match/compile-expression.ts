import { type FieldValue, trimmedText, trimmedValue } from "../fields/field-value.ts";
import type { RowView } from "../fields/row-view.ts";
import type { FieldSlots, Slot } from "../fields/slot.ts";
import type { Check, Comparison, Expression } from "../parse/expression.ts";
import { isInNetwork } from "../parse/network.ts";
import { literalOf, mapText, ONE, type Pattern, patternTest } from "../parse/pattern.ts";
import { examinedCharacters } from "../parse/rule-bounds.ts";
import type { SafeRegex } from "../regex/safe-regex.ts";
import { timePartOf } from "./time-part.ts";

export type RowTest = (view: RowView) => boolean;
type TextTest = (text: string) => boolean;

/** The field slots of a rule, and how many characters of a value its costly comparisons examine. */
interface Scope {
  readonly slots: FieldSlots;
  readonly examined: number;
}

/** Compiles a rule's expression into a predicate over rows of one table. No code is generated from a rule's text. */
export function compileExpression(expression: Expression, slots: FieldSlots): RowTest {
  return compile(expression, { slots, examined: examinedCharacters(expression) });
}

function compile(expression: Expression, scope: Scope): RowTest {
  const { slots } = scope;
  if (expression.kind === "test") return compileTest(slots.slotFor(expression.field), expression.check, scope);
  if (expression.kind === "not") {
    const part = compile(expression.part, scope);
    return (view) => !part(view);
  }
  if (expression.kind === "or") return anyOf(compileAlternatives(expression.parts, scope));
  const parts = cheapestFirst(expression.parts, slots).map((part) => compile(part, scope));
  if (expression.kind !== "atLeast") return allOf(parts);
  const { count } = expression;
  return (view) => {
    let held = 0;
    for (const part of parts) if (part(view) && ++held >= count) return true;
    return false;
  };
}

const TEXT_COST = 2;
const REGEX_COST = 40;
const COSTLY_READ = 20;

/** Orders the parts by cost, cheapest first. */
function cheapestFirst(parts: readonly Expression[], slots: FieldSlots): readonly Expression[] {
  return parts
    .map((part) => ({ part, cost: costOf(part, slots) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part);
}

function costOf(expression: Expression, slots: FieldSlots): number {
  if (expression.kind === "not") return costOf(expression.part, slots);
  if (expression.kind !== "test") return expression.parts.reduce((sum, part) => sum + costOf(part, slots), 0);
  const read = slots.slotFor(expression.field).reader.costly ? COSTLY_READ : 0;
  if (exactWordOf(expression) !== null) return read + 1;
  return read + (expression.check.kind === "regex" ? REGEX_COST : TEXT_COST);
}

function allOf(parts: readonly RowTest[]): RowTest {
  const [first, second] = parts;
  if (parts.length === 2 && first && second) return (view) => first(view) && second(view);
  return (view) => {
    for (const part of parts) if (!part(view)) return false;
    return true;
  };
}

function anyOf(parts: readonly RowTest[]): RowTest {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return (view) => {
    for (const part of parts) if (part(view)) return true;
    return false;
  };
}

/** Combines the exact values of one field into one set lookup. */
function compileAlternatives(parts: readonly Expression[], scope: Scope): readonly RowTest[] {
  const { slots } = scope;
  const words = new Map<Slot, Set<string>>();
  const tests: RowTest[] = [];
  for (const part of cheapestFirst(parts, slots)) {
    const word = exactWordOf(part);
    if (word === null || part.kind !== "test") {
      tests.push(compile(part, scope));
      continue;
    }
    const slot = slots.slotFor(part.field);
    const known = words.get(slot);
    if (known) known.add(word);
    else words.set(slot, new Set([word]));
  }
  const lookups = [...words].map(([slot, set]) => plainTest(wordOf(slot), (text) => set.has(text)));
  return [...lookups, ...tests];
}

/** Returns the lower-cased text of a test for equality without case; null for any other test. */
export function exactWordOf(expression: Expression): string | null {
  if (expression.kind !== "test" || expression.check.kind !== "text" || expression.check.cased) return null;
  return literalOf(comparable(expression.check.pattern, false));
}

function compileTest(slot: Slot, check: Check, { slots, examined }: Scope): RowTest {
  if (check.kind === "exists") return (view) => (slot.raw(view) !== undefined) === check.expected;
  if (check.kind === "empty") return (view) => isEmpty(slot.raw(view));
  if (check.kind === "same") return compileSame(slot, slots.slotFor(check.field), check.place, check.cased);
  if (check.kind === "text") {
    const test = patternTest(comparable(check.pattern, check.cased), examined);
    const isCostly = check.pattern.includes(ONE);
    const read = readerOf(slot, check);
    return isCostly ? boundedTest(read, examined, test) : plainTest(read, test);
  }
  if (check.kind === "regex") return regexTest(slot, check.regex, examined);
  return plainTest(rawOf(slot), textTestOf(check));
}

type Read = (view: RowView) => FieldValue;

const rawOf =
  (slot: Slot): Read =>
  (view) =>
    slot.raw(view);

const lowOf =
  (slot: Slot): Read =>
  (view) =>
    slot.low(view);

const wordOf =
  (slot: Slot): Read =>
  (view) =>
    slot.word(view);

/** Returns what a pattern is compared with; trailing blanks of a value are ignored where its end is compared. */
function readerOf(slot: Slot, { pattern, cased }: Extract<Check, { kind: "text" }>): Read {
  if (!ignoresBlanks(pattern)) return cased ? rawOf(slot) : lowOf(slot);
  return cased ? (view) => trimmedValue(slot.raw(view)) : wordOf(slot);
}

/** Runs a regular expression only on values that contain one of its required literals. */
function regexTest(slot: Slot, { literals, test }: SafeRegex, examined: number): RowTest {
  const cutTest: TextTest = (text) => test(text.length > examined ? text.slice(0, examined) : text);
  const bounded = boundedTest(rawOf(slot), examined, cutTest);
  if (literals === null) return bounded;
  const isCandidate = plainTest(lowOf(slot), (text) => literals.some((literal) => text.includes(literal)));
  return (view) => isCandidate(view) && bounded(view);
}

/** Tests the values of a list until twice the number of examined characters is used up. */
function boundedTest(read: Read, examined: number, test: TextTest): RowTest {
  return (view) => {
    const value = read(view);
    if (typeof value === "string") return test(value);
    let left = 2 * examined;
    return (value ?? []).some((text) => {
      if (left <= 0) return false;
      left -= Math.min(text.length, examined);
      return test(text);
    });
  };
}

function plainTest(read: Read, test: TextTest): RowTest {
  return (view) => {
    const value = read(view);
    if (typeof value === "string") return test(value);
    return value ? value.some(test) : false;
  };
}

function textTestOf(check: Extract<Check, { kind: "network" | "compare" | "time_part" }>): TextTest {
  if (check.kind === "network") return (text) => isInNetwork(check.network, text);
  if (check.kind === "compare") return (text) => text.trim() !== "" && compares(Number(text), check.by, check.than);
  return (text) => compares(timePartOf(text, check.part), check.by, check.than);
}

/** Normalizes a pattern for comparison: lower case unless cased, and without trailing blanks, like the values. */
export function comparable(pattern: Pattern, cased: boolean): Pattern {
  const folded = cased ? pattern : mapText(pattern, (text) => text.toLowerCase());
  const last = folded.at(-1);
  if (typeof last !== "string" || !ignoresBlanks(pattern)) return folded;
  return [...folded.slice(0, -1), last.trimEnd()].filter((part) => part !== "");
}

/** Whether a pattern compares the end of a value. One that asks for a blank at the end is compared as it is written. */
function ignoresBlanks(pattern: Pattern): boolean {
  const last = pattern.at(-1);
  return last === undefined || (typeof last === "string" && (pattern.length === 1 || last.trimEnd() !== ""));
}

function isEmpty(value: FieldValue): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" ? isBlank(value) : value.every(isBlank);
}

const isBlank = (text: string): boolean => trimmedText(text) === "";

function compareTexts(place: string, text: string, other: string): boolean {
  if (place === "contains") return text.includes(other);
  if (place === "startswith") return text.startsWith(other);
  return place === "endswith" ? text.endsWith(other) : text === other;
}

function compileSame(slot: Slot, other: Slot, place: string, cased: boolean): RowTest {
  return (view) => {
    const ours = listed(cased ? trimmedValue(slot.raw(view)) : slot.word(view));
    const theirs = listed(cased ? trimmedValue(other.raw(view)) : other.word(view));
    return ours.some((text) => theirs.some((wanted) => compareTexts(place, text, wanted)));
  };
}

function listed(value: FieldValue): readonly string[] {
  if (typeof value === "string") return [value];
  return value ?? [];
}

function compares(value: number, by: Comparison | "eq", than: number): boolean {
  if (by === "lt") return value < than;
  if (by === "lte") return value <= than;
  if (by === "gt") return value > than;
  return by === "gte" ? value >= than : value === than;
}
