import { readFileSync } from "node:fs";
import ts from "typescript";

/** A regular expression of the program, and where it is written. */
export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Expressions of a file that can be checked, and places that build one that cannot. */
export interface Collected {
  readonly expressions: readonly Expression[];
  readonly problems: readonly string[];
}

/** String methods that turn a string argument into an expression. */
const CONVERTING = new Set(["match", "matchAll", "search"]);
/** Key of a JSON Schema whose value is an expression. */
const SCHEMA_PATTERN = "pattern";

/**
 * Collects every regular expression of a source file: literals, and the `pattern` of schemas. Expressions that are built
 * at run time cannot be checked, so code that builds one is reported.
 */
export function collectExpressions(path: string, text: string = readFileSync(path, "utf8")): Collected {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const expressions: Expression[] = [];
  const problems: string[] = [];
  const placeOf = (node: ts.Node): string => {
    return `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  };
  const visit = (node: ts.Node): void => {
    const problem = problemOf(node);
    if (problem !== undefined) problems.push(`${placeOf(node)}: ${problem}`);
    const found = expressionOf(node);
    if (found !== undefined) expressions.push({ place: placeOf(node), ...found });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { expressions, problems };
}

function expressionOf(node: ts.Node): Omit<Expression, "place"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!isSchemaPattern(node) || !ts.isStringLiteralLike(node.initializer)) return undefined;
  return { source: node.initializer.text, flags: "u" };
}

function problemOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && node.text === "RegExp" && isValue(node)) {
    return "RegExp builds an expression at run time; write a literal, or compare without an expression";
  }
  if (isSchemaPattern(node) && isTextual(node.initializer) && !ts.isStringLiteralLike(node.initializer)) {
    return "the pattern of a schema must be one plain text";
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments;
    const { text } = node.expression.name;
    if (first && CONVERTING.has(text) && isTextual(first)) return `${text}() turns a string into an expression`;
  }
  return undefined;
}

const isSchemaPattern = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && node.name.getText() === SCHEMA_PATTERN;

const isTextual = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);

/** Returns whether a name is used as a value: not as a type and not with `instanceof`. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeReferenceNode(parent) || ts.isPropertyAssignment(parent)) return false;
  return !(ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword);
}
