import { expandedSize } from "../regex/expanded-size.ts";
import { RuleProblem } from "../rule-problem.ts";
import type { Expression } from "./expression.ts";
import { ONE, type Pattern } from "./pattern.ts";

/** Comparisons of a rule; those of a selection count each time the condition references it. */
const MAX_TESTS = 20_000;
/** Instructions of all regular expressions of a rule. */
const MAX_REGEX_SIZE = 10_000;
/** Steps the costly comparisons of a rule may take for one field of a row. */
const MAX_STEPS = 2_000_000;
/** The most characters of a value that are examined, whatever the cost. */
const MAX_EXAMINED = 65_536;
/** Positions of a pattern with `?` that cost as much as one step of a regular expression. */
const POSITIONS_PER_STEP = 16;

/** Counts values and regular expressions against the bounds while a rule is parsed, before they are compiled. */
export class RuleAllowance {
  #tests = 0;
  #regexSize = 0;

  addTest(): void {
    this.#tests += 1;
    if (this.#tests > MAX_TESTS) throw new RuleProblem(`the rule has more than ${MAX_TESTS} values`);
  }

  addRegex(source: string): void {
    // A single expression that is too large is refused with its own reason when it is compiled.
    this.#regexSize += Math.min(MAX_REGEX_SIZE, expandedSize(source));
    if (this.#regexSize > MAX_REGEX_SIZE) {
      throw new RuleProblem(`the rule's regular expressions have more than ${MAX_REGEX_SIZE} instructions together`);
    }
  }
}

/** The worst-case cost of an expression. */
interface Cost {
  readonly tests: number;
  readonly stepsPerCharacter: number;
}

const NOTHING: Cost = { tests: 0, stepsPerCharacter: 0 };

/** Refuses a rule whose condition references selections so often that it makes too many comparisons. */
export function refuseCostly(expression: Expression): void {
  const { tests } = costOf(expression);
  if (tests > MAX_TESTS) throw new RuleProblem(`the rule makes ${tests} comparisons; ${MAX_TESTS} are allowed`);
}

/** Returns how many characters of a value the costly comparisons of a rule examine; more comparisons examine fewer. */
export function examinedCharacters(expression: Expression): number {
  const { stepsPerCharacter } = costOf(expression);
  return Math.min(MAX_EXAMINED, Math.floor(MAX_STEPS / Math.max(1, stepsPerCharacter)));
}

/** Caches by object: a selection that is referenced twice is the same object. */
function costOf(expression: Expression, known = new Map<Expression, Cost>()): Cost {
  const before = known.get(expression);
  if (before) return before;
  const cost = expression.kind === "test" ? costOfTest(expression) : total(partsOf(expression), known);
  known.set(expression, cost);
  return cost;
}

function partsOf(expression: Exclude<Expression, { kind: "test" }>): readonly Expression[] {
  return expression.kind === "not" ? [expression.part] : expression.parts;
}

function total(parts: readonly Expression[], known: Map<Expression, Cost>): Cost {
  return parts.reduce((sum, part) => {
    const { tests, stepsPerCharacter } = costOf(part, known);
    return { tests: sum.tests + tests, stepsPerCharacter: sum.stepsPerCharacter + stepsPerCharacter };
  }, NOTHING);
}

function costOfTest({ check }: Extract<Expression, { kind: "test" }>): Cost {
  if (check.kind === "regex") return { tests: 1, stepsPerCharacter: check.regex.stepsPerCharacter };
  return { tests: 1, stepsPerCharacter: check.kind === "text" ? stepsOf(check.pattern) : 0 };
}

/** With `?`, a pattern is compared at every index of a text; without it, the search skips most of the text. */
function stepsOf(pattern: Pattern): number {
  if (!pattern.includes(ONE)) return 0;
  const length = pattern.reduce<number>((sum, token) => sum + (typeof token === "string" ? token.length : 1), 0);
  return length / POSITIONS_PER_STEP;
}
