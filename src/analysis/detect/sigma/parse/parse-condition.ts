import { RuleProblem } from "../rule-problem.ts";
import { type Expression, joined } from "./expression.ts";
import { MANY, patternTest } from "./pattern.ts";

const MAX_DEPTH = 64;
const MAX_TOKENS = 2_000;
const MAX_CONDITIONS = 20;
const TOKEN = /\s*([()|]|[^\s()|]+)/y;
const COUNT = /^(?:any|all|\d{1,4})$/i;

/** Parses a condition over the rule's selections. Several conditions are alternatives. */
export function parseCondition(condition: unknown, selections: ReadonlyMap<string, Expression>): Expression {
  const texts = Array.isArray(condition) ? condition : [condition];
  if (texts.length > MAX_CONDITIONS) throw new RuleProblem(`the rule has more than ${MAX_CONDITIONS} conditions`);
  const parts = texts.map((text) => {
    if (typeof text !== "string" || text.trim() === "") throw new RuleProblem("the detection has no condition");
    return new ConditionParser(text, selections).parse();
  });
  if (parts.length === 0) throw new RuleProblem("the detection has no condition");
  return joined("or", parts);
}

class ConditionParser {
  readonly #tokens: readonly string[];
  readonly #selections: ReadonlyMap<string, Expression>;
  #at = 0;
  #depth = 0;

  constructor(text: string, selections: ReadonlyMap<string, Expression>) {
    this.#tokens = tokensOf(text);
    this.#selections = selections;
  }

  parse(): Expression {
    const expression = this.#or();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw new RuleProblem(`the condition has an unexpected '${rest}' at its end`);
    return expression;
  }

  #or(): Expression {
    const parts = [this.#and()];
    while (this.#take("or")) parts.push(this.#and());
    return joined("or", parts);
  }

  #and(): Expression {
    const parts = [this.#not()];
    while (this.#take("and")) parts.push(this.#not());
    return joined("and", parts);
  }

  #not(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new RuleProblem(`the condition is nested deeper than ${MAX_DEPTH} levels`);
    const expression: Expression = this.#take("not") ? { kind: "not", part: this.#not() } : this.#primary();
    this.#depth -= 1;
    return expression;
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new RuleProblem("the condition ends unexpectedly");
    this.#at += 1;
    if (token === "(") {
      const inner = this.#or();
      if (!this.#take(")")) throw new RuleProblem("the condition has '(' without ')'");
      return inner;
    }
    if (COUNT.test(token) && this.#take("of")) return this.#countOf(token.toLowerCase());
    const selection = this.#selections.get(token);
    if (selection === undefined) throw new RuleProblem(`the condition references '${token}', which is not defined`);
    return selection;
  }

  #countOf(count: string): Expression {
    const target = this.#tokens[this.#at];
    if (target === undefined) throw new RuleProblem(`the condition ends after '${count} of'`);
    this.#at += 1;
    const parts = this.#named(target);
    if (parts.length === 0) throw new RuleProblem(`'${count} of ${target}' matches no selection`);
    if (count === "all") return joined("and", parts);
    if (count === "any" || count === "1") return joined("or", parts);
    const needed = Number(count);
    if (needed < 1 || needed > parts.length) {
      throw new RuleProblem(`'${count} of ${target}' can never match: it covers ${parts.length} selections`);
    }
    return { kind: "atLeast", count: needed, parts };
  }

  /** A selection whose name starts with an underscore is only matched by a pattern that starts with one too. */
  #named(target: string): readonly Expression[] {
    const everything = target.toLowerCase() === "them";
    const tokens = target.split(/(\*)/).flatMap((piece) => (piece === "*" ? MANY : piece || []));
    const isNamed = patternTest(tokens, Number.POSITIVE_INFINITY);
    return [...this.#selections]
      .filter(([name]) => (everything || isNamed(name)) && (!name.startsWith("_") || target.startsWith("_")))
      .map(([, expression]) => expression);
  }

  #take(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const whole = text.trim();
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(whole); found; found = TOKEN.exec(whole)) {
    const token = found[1] ?? "";
    if (token === "|") throw new RuleProblem("aggregations after '|' are obsolete; write a correlation instead");
    tokens.push(token);
    if (tokens.length > MAX_TOKENS) throw new RuleProblem(`the condition has more than ${MAX_TOKENS} words`);
  }
  if (tokens.some((token) => token.toLowerCase() === "near")) {
    throw new RuleProblem("'near' is obsolete; write a temporal correlation instead");
  }
  return tokens;
}
