import type { Check, Expression } from "../../src/analysis/detect/sigma/parse/expression.ts";
import { MANY, ONE, type Pattern } from "../../src/analysis/detect/sigma/parse/pattern.ts";

const MAX_VALUES = 6;

/** Returns the tests of an expression that hold for rows it selects, one text for each field; alternatives are not distinguished. */
export function describeTests(expression: Expression): readonly string[] {
  return describe(testsOf(expression, false).filter(({ isNegated }) => !isNegated));
}

/** Returns the tests by which an expression excludes rows. */
export function describeExclusions(expression: Expression): readonly string[] {
  return describe(testsOf(expression, false).filter(({ isNegated }) => isNegated));
}

interface FoundTest {
  readonly field: string | null;
  readonly check: Check;
  readonly isNegated: boolean;
}

function testsOf(expression: Expression, isNegated: boolean): readonly FoundTest[] {
  if (expression.kind === "test") return [{ field: expression.field, check: expression.check, isNegated }];
  if (expression.kind === "not") return testsOf(expression.part, !isNegated);
  return expression.parts.flatMap((part) => testsOf(part, isNegated));
}

function describe(tests: readonly FoundTest[]): readonly string[] {
  const byField = new Map<string, Set<string>>();
  for (const { field, check } of tests) {
    const name = field === null ? "any value" : `\`${field}\``;
    byField.set(name, (byField.get(name) ?? new Set()).add(describeCheck(check)));
  }
  return [...byField].map(([name, values]) => {
    const shown = [...values].slice(0, MAX_VALUES);
    const rest = values.size - shown.length;
    return `${name} ${shown.join(", ")}${rest > 0 ? ` or ${rest} more` : ""}`;
  });
}

function describeCheck(check: Check): string {
  switch (check.kind) {
    case "text":
      return `\`${shownPattern(check.pattern)}\``;
    case "regex":
      return `matching \`${check.regex.source.replaceAll("`", "")}\``;
    case "network":
      return "in a network";
    case "compare":
    case "time_part":
      return `${check.by} ${check.than}`;
    case "same":
      return `like \`${check.field}\``;
    case "empty":
      return "empty";
    case "exists":
      return check.expected ? "present" : "absent";
  }
}

const shownPattern = (pattern: Pattern): string =>
  pattern
    .map((token) => (token === MANY ? "*" : token === ONE ? "?" : token))
    .join("")
    .replaceAll("`", "");
