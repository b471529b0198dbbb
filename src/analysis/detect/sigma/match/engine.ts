import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { finishSteps, type Steps } from "../../../../model/steps.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { RowView } from "../fields/row-view.ts";
import { type Slot, TableSlots } from "../fields/slot.ts";
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

export interface RuleWithExpression {
  readonly rule: CompiledRule;
  readonly expression: Expression;
}

/** A rule compiled for one table. */
interface Entry {
  readonly rule: CompiledRule;
  readonly order: number;
  readonly test: RowTest;
  /** The row it was last evaluated on, so that two terms of one row do not evaluate it twice. */
  tried: RowView | undefined;
}

const NONE: readonly CompiledRule[] = [];

export function buildEngine(rules: readonly RuleWithExpression[]): Engine {
  return finishSteps(buildEngineInSteps(rules));
}

/** Builds the engine in steps of one rule. */
export function* buildEngineInSteps(rules: readonly RuleWithExpression[]): Steps<Engine> {
  const byTable = new Map<LogTable, RuleWithExpression[]>();
  for (const rule of rules) {
    for (const table of rule.rule.tables) {
      const its = byTable.get(table);
      if (its) its.push(rule);
      else byTable.set(table, [rule]);
    }
  }
  const tables = new Map<LogTable, TableEngine>();
  for (const [table, its] of byTable) tables.set(table, yield* TableEngine.build(table, its));
  return {
    rules: rules.map(({ rule }) => rule),
    matches: (row, onFailure = thrown) => tables.get(row.table)?.matches(new RowView(row), onFailure) ?? NONE,
    matchesFull: (row) => tables.get(row.table)?.matchesFull(new RowView(row)) ?? NONE,
  };
}

const thrown: OnRuleFailure = (_, error) => {
  throw error;
};

/** The rules of one table, indexed by their prefilter terms. */
class TableEngine {
  readonly #entries: Entry[] = [];
  readonly #always: Entry[] = [];
  readonly #exact = new Map<Slot, Map<string, Entry[]>>();
  readonly #parts = new Map<Slot, SubstringIndex<Entry>>();
  #exactSlots: readonly (readonly [Slot, Map<string, Entry[]>])[] = [];
  #partSlots: readonly (readonly [Slot, SubstringIndex<Entry>])[] = [];

  static *build(table: LogTable, rules: readonly RuleWithExpression[]): Steps<TableEngine> {
    const engine = new TableEngine();
    const slots = new TableSlots(table);
    const costOf = yield* termCosts(rules, slots);
    for (const [order, { rule, expression }] of rules.entries()) {
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

  matches(view: RowView, onFailure: OnRuleFailure): readonly CompiledRule[] {
    const held: Entry[] = [];
    try {
      tryAll(this.#always, view, held);
      this.#tryExact(view, held);
      this.#tryParts(view, held);
    } catch {
      return this.#matchesEach(view, onFailure);
    }
    return rulesOf(held);
  }

  /** Evaluates every rule separately to find the one that throws. */
  #matchesEach(view: RowView, onFailure: OnRuleFailure): readonly CompiledRule[] {
    const held = this.#entries.filter(({ rule, test }) => {
      try {
        return test(view);
      } catch (error) {
        onFailure(rule, error as Error);
        return false;
      }
    });
    return rulesOf(held);
  }

  #tryExact(view: RowView, held: Entry[]): void {
    for (const [slot, texts] of this.#exactSlots) {
      const value = slot.low(view);
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

  matchesFull(view: RowView): readonly CompiledRule[] {
    return rulesOf(this.#entries.filter(({ test }) => test(view)));
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

function rulesOf(held: Entry[]): readonly CompiledRule[] {
  if (held.length === 0) return NONE;
  if (held.length > 1) held.sort((a, b) => a.order - b.order);
  return held.map(({ rule }) => rule);
}

/** A term that many rules share is less selective; substring searches and nested fields cost more. */
function* termCosts(rules: readonly RuleWithExpression[], slots: TableSlots): Steps<TermCost> {
  const uses = new Map<Slot, Map<string, number>>();
  const count = (term: PrefilterTerm) => {
    const texts = uses.get(term.slot) ?? new Map<string, number>();
    uses.set(term.slot, texts);
    texts.set(term.text, (texts.get(term.text) ?? 0) + 1);
    return 1;
  };
  for (const { expression } of rules) {
    prefilterOf(expression, slots, count);
    yield;
  }
  return ({ slot, text, exact }) => {
    const used = uses.get(slot)?.get(text) ?? 1;
    return used * (exact ? 1 : 4) * (slot.reader.costly ? 64 : 1);
  };
}
