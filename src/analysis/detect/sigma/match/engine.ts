import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import type { Steps } from "../../../../model/steps.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import type { FieldNames } from "../fields/field-reader.ts";
import { RowView } from "../fields/row-view.ts";
import { type FieldSlots, type Slot, TableSlots } from "../fields/slot.ts";
import type { Mapping } from "../mapping/mapping.ts";
import type { Expression } from "../parse/expression.ts";
import { compileExpression, type RowTest } from "./compile-expression.ts";
import { type Prefilter, type PrefilterTerm, prefilterOf, type TermCost } from "./prefilter.ts";
import { SubstringIndex } from "./substring-index.ts";

/** Matches rows against rules. Immutable: a reload builds a new engine. */
export interface Engine {
  readonly rules: readonly CompiledRule[];
  /**
   * Returns the matching rules in the order in which they were given. Only rules whose prefilter the row passes are
   * evaluated. A rule that throws is passed to `onFailure` and the others go on; without it the error is thrown.
   */
  matches(row: LogRow, onFailure?: OnRuleFailure): readonly CompiledRule[];
  /** Returns the same by evaluating every rule of the table, without prefilter. */
  matchesFull(row: LogRow): readonly CompiledRule[];
}

export type OnRuleFailure = (rule: CompiledRule, error: Error) => void;

/** The condition of a rule for one of its log sources. */
export interface RulePart {
  readonly names: FieldNames;
  readonly expression: Expression;
}

export interface RuleWithParts {
  readonly rule: CompiledRule;
  readonly parts: readonly RulePart[];
}

/** A part of a rule with the rule's place among the others. */
interface PlacedPart {
  readonly rule: CompiledRule;
  readonly order: number;
  readonly expression: Expression;
}

/** A rule compiled for one log source. */
interface Entry {
  readonly rule: CompiledRule;
  readonly order: number;
  readonly test: RowTest;
  /** The row it was last evaluated on, so that two terms of one row do not evaluate it twice. */
  tried: RowView | undefined;
}

const NONE: readonly CompiledRule[] = [];

/** Compiles a rule by itself, and throws what would otherwise end the engine of all rules. Its literals are not indexed. */
export function checkRule({ parts }: Pick<RuleWithParts, "parts">): void {
  for (const { names, expression } of parts) {
    const slots = new TableSlots(names.table).under(names.mapping);
    compileExpression(expression, slots);
    prefilterOf(expression, slots, () => 1);
  }
}

/** Builds the engine in steps of one rule. */
export function* buildEngineInSteps(rules: readonly RuleWithParts[]): Steps<Engine> {
  const byTable = new Map<LogTable, Map<Mapping | null, PlacedPart[]>>();
  for (const [order, { rule, parts }] of rules.entries()) {
    for (const { names, expression } of parts) {
      const bySource = byTable.get(names.table) ?? new Map<Mapping | null, PlacedPart[]>();
      byTable.set(names.table, bySource);
      const placed = bySource.get(names.mapping);
      if (placed) placed.push({ rule, order, expression });
      else bySource.set(names.mapping, [{ rule, order, expression }]);
    }
  }
  const tables = new Map<LogTable, TableEngine>();
  for (const [table, bySource] of byTable) tables.set(table, yield* TableEngine.build(table, bySource));
  return {
    rules: rules.map(({ rule }) => rule),
    matches: (row, onFailure = thrown) => tables.get(row.table)?.matches(new RowView(row), onFailure) ?? NONE,
    matchesFull: (row) => tables.get(row.table)?.matchesFull(new RowView(row)) ?? NONE,
  };
}

const thrown: OnRuleFailure = (_, error) => {
  throw error;
};

/** The rules of one table, by log source. */
class TableEngine {
  readonly #sources: SourceEngine[] = [];

  static *build(table: LogTable, bySource: ReadonlyMap<Mapping | null, readonly PlacedPart[]>): Steps<TableEngine> {
    const engine = new TableEngine();
    const slots = new TableSlots(table);
    for (const [mapping, parts] of bySource) engine.#sources.push(yield* SourceEngine.build(slots, mapping, parts));
    return engine;
  }

  matches(view: RowView, onFailure: OnRuleFailure): readonly CompiledRule[] {
    const held: Entry[] = [];
    try {
      for (const source of this.#sources) source.find(view, held);
    } catch {
      return rulesOf(this.#sources.flatMap((source) => source.findEach(view, onFailure)));
    }
    return rulesOf(held);
  }

  matchesFull(view: RowView): readonly CompiledRule[] {
    return rulesOf(this.#sources.flatMap((source) => source.findFull(view)));
  }
}

/** The rules of one log source, indexed by their prefilter terms. */
class SourceEngine {
  /** Whether a row belongs to the log source; null where every row of the table does. */
  readonly #belongs: RowTest | null;
  readonly #entries: Entry[] = [];
  readonly #always: Entry[] = [];
  readonly #exact = new Map<Slot, Map<string, Entry[]>>();
  readonly #parts = new Map<Slot, SubstringIndex<Entry>>();
  #exactSlots: readonly (readonly [Slot, Map<string, Entry[]>])[] = [];
  #partSlots: readonly (readonly [Slot, SubstringIndex<Entry>])[] = [];

  private constructor(belongs: RowTest | null) {
    this.#belongs = belongs;
  }

  static *build(table: TableSlots, mapping: Mapping | null, parts: readonly PlacedPart[]): Steps<SourceEngine> {
    const condition = mapping?.condition ?? null;
    const engine = new SourceEngine(condition === null ? null : compileExpression(condition, table.under(null)));
    const slots = table.under(mapping);
    const costOf = yield* termCosts(parts, slots);
    for (const { rule, order, expression } of parts) {
      const entry = { rule, order, test: compileExpression(expression, slots), tried: undefined };
      engine.#file(entry, prefilterOf(expression, slots, costOf));
      engine.#entries.push(entry);
      yield;
    }
    for (const index of engine.#parts.values()) {
      index.build();
      yield;
    }
    engine.#exactSlots = [...engine.#exact];
    engine.#partSlots = [...engine.#parts];
    return engine;
  }

  #file(entry: Entry, terms: Prefilter): void {
    if (terms === null) this.#always.push(entry);
    else for (const term of terms) term.exact ? this.#fileExact(entry, term) : this.#filePart(entry, term);
  }

  #fileExact(entry: Entry, { slot, text }: PrefilterTerm): void {
    const texts = this.#exact.get(slot) ?? new Map<string, Entry[]>();
    this.#exact.set(slot, texts);
    const entries = texts.get(text);
    if (entries) entries.push(entry);
    else texts.set(text, [entry]);
  }

  #filePart(entry: Entry, { slot, text }: PrefilterTerm): void {
    const index = this.#parts.get(slot) ?? new SubstringIndex<Entry>();
    this.#parts.set(slot, index);
    index.add(text, entry);
  }

  /** Adds the matching rules whose prefilter the row passes. */
  find(view: RowView, held: Entry[]): void {
    if (this.#belongs !== null && !this.#belongs(view)) return;
    tryAll(this.#always, view, held);
    this.#tryExact(view, held);
    this.#tryParts(view, held);
  }

  /** Evaluates every rule separately to find the one that throws. */
  findEach(view: RowView, onFailure: OnRuleFailure): readonly Entry[] {
    return this.#entries.filter(({ rule, test }) => {
      try {
        return (this.#belongs === null || this.#belongs(view)) && test(view);
      } catch (error) {
        onFailure(rule, error as Error);
        return false;
      }
    });
  }

  #tryExact(view: RowView, held: Entry[]): void {
    for (const [slot, texts] of this.#exactSlots) {
      const value = slot.word(view);
      if (typeof value === "string") tryAll(texts.get(value), view, held);
      else if (value) for (const text of value) tryAll(texts.get(text), view, held);
    }
  }

  #tryParts(view: RowView, held: Entry[]): void {
    for (const [slot, index] of this.#partSlots) {
      const value = slot.low(view);
      if (typeof value === "string") tryAll(index.foundIn(value), view, held);
      else if (value) for (const text of value) tryAll(index.foundIn(text), view, held);
    }
  }

  findFull(view: RowView): readonly Entry[] {
    if (this.#belongs !== null && !this.#belongs(view)) return [];
    return this.#entries.filter(({ test }) => test(view));
  }
}

function tryAll(entries: readonly Entry[] | undefined, view: RowView, held: Entry[]): void {
  if (entries === undefined) return;
  for (const entry of entries) {
    if (entry.tried === view) continue;
    entry.tried = view;
    if (entry.test(view)) held.push(entry);
  }
}

/** Returns the rules in their order. A rule that matches as two log sources is returned once. */
function rulesOf(held: readonly Entry[]): readonly CompiledRule[] {
  if (held.length === 0) return NONE;
  const ordered = held.length > 1 ? held.toSorted((a, b) => a.order - b.order) : held;
  return ordered.filter(({ order }, at) => ordered[at - 1]?.order !== order).map(({ rule }) => rule);
}

/** A term that many rules share is less selective; substring searches and nested fields cost more. */
function* termCosts(parts: readonly PlacedPart[], slots: FieldSlots): Steps<TermCost> {
  const uses = new Map<Slot, Map<string, number>>();
  const count = (term: PrefilterTerm) => {
    const texts = uses.get(term.slot) ?? new Map<string, number>();
    uses.set(term.slot, texts);
    texts.set(term.text, (texts.get(term.text) ?? 0) + 1);
    return 1;
  };
  for (const { expression } of parts) {
    prefilterOf(expression, slots, count);
    yield;
  }
  return ({ slot, text, exact }) => {
    const used = uses.get(slot)?.get(text) ?? 1;
    return used * (exact ? 1 : 4) * (slot.reader.costly ? 64 : 1);
  };
}
