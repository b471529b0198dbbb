import type { FieldNames } from "../fields/field-reader.ts";
import { plainName } from "../fields/field-reader.ts";
import { RowView } from "../fields/row-view.ts";
import { Slot } from "../fields/slot.ts";
import { compileExpression } from "../match/compile-expression.ts";
import { type Expression, joined } from "../parse/expression.ts";
import type { Mapping } from "./mapping.ts";

/** What is left of an expression when tests of fields that no row can have are taken as false. */
export interface FoldedExpression {
  /** True or false where the rest holds for every row or for none. */
  readonly expression: Expression | boolean;
  /** Absent fields of tests that would have to hold: these alternatives never match. */
  readonly unseen: readonly string[];
  /** Absent fields under `not`: rows that they would exclude are not excluded. */
  readonly unfiltered: readonly string[];
}

/** Folds an expression for the field names of a log source. */
export function foldAbsent(expression: Expression, { mapping }: FieldNames): FoldedExpression {
  if (mapping === null) return { expression, unseen: [], unfiltered: [] };
  const fold = new Fold(mapping);
  const folded = fold.of(expression, false);
  return { expression: folded, unseen: [...fold.unseen], unfiltered: [...fold.unfiltered] };
}

class Fold {
  readonly unseen = new Set<string>();
  readonly unfiltered = new Set<string>();
  readonly #mapping: Mapping;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  of(expression: Expression, isNegated: boolean): Expression | boolean {
    if (expression.kind === "test") return this.#test(expression, isNegated);
    if (expression.kind === "not") return this.#not(expression, isNegated);
    const parts = expression.parts.map((part) => this.of(part, isNegated));
    // Parts that did not change stay the same objects: a selection that is referenced twice is one object.
    if (parts.every((part, at) => part === expression.parts[at])) return expression;
    const needed = neededOf(expression) - parts.filter((part) => part === true).length;
    const left = parts.filter((part) => typeof part !== "boolean");
    if (needed <= 0) return true;
    if (left.length < needed) return false;
    if (needed === left.length) return joined("and", left);
    return needed === 1 ? joined("or", left) : { kind: "atLeast", count: needed, parts: left };
  }

  #not(expression: Extract<Expression, { kind: "not" }>, isNegated: boolean): Expression | boolean {
    const part = this.of(expression.part, !isNegated);
    if (typeof part === "boolean") return !part;
    return part === expression.part ? expression : { kind: "not", part };
  }

  #test(expression: Extract<Expression, { kind: "test" }>, isNegated: boolean): Expression | boolean {
    const { field, check } = expression;
    const absent = [field, check.kind === "same" ? check.field : null].filter(
      (name): name is string => name !== null && this.#mapping.isAbsent(name),
    );
    for (const name of absent) (isNegated ? this.unfiltered : this.unseen).add(plainName(name));
    if (absent.length > 0) return false;
    const constant = field === null || check.kind === "same" ? null : (this.#mapping.fieldOf(field)?.constant ?? null);
    if (field === null || constant === null) return expression;
    const holds = holdsFor(expression, constant);
    if (!holds && !isNegated) this.unseen.add(`${field} other than ${constant.join(" or ")}`);
    return holds;
  }
}

/** Returns how many parts of an expression must hold. */
function neededOf(expression: Exclude<Expression, { kind: "test" | "not" }>): number {
  if (expression.kind === "or") return 1;
  return expression.kind === "and" ? expression.parts.length : expression.count;
}

/** Evaluates a test of a field that is the same in every row. */
function holdsFor(expression: Expression, constant: readonly string[]): boolean {
  const slot = new Slot({ known: true, costly: false, read: () => constant });
  return compileExpression(expression, { slotFor: () => slot })(NO_ROW);
}

const NO_ROW = new RowView({
  table: "SigninLogs",
  rowId: "",
  contentKey: "",
  at: 0,
  late: false,
  fields: {},
  text: "",
});
