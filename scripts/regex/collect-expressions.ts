import { readFileSync } from "node:fs";
import ts from "typescript";

/** A regular expression of the program, and where it is written. */
export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** What a file holds: expressions that can be checked, and places where one is made that cannot. */
export interface Collected {
  readonly expressions: readonly Expression[];
  readonly problems: readonly string[];
}

/** Methods of text that make an expression of text. */
const CONVERTING = new Set(["match", "matchAll", "search"]);
/** Keys of a JSON Schema whose text is an expression. */
const SCHEMA_PATTERN = "pattern";

/**
 * Collects every regular expression of a source file: literals, and the `pattern` of schemas. Expressions that are built
 * at run time cannot be checked, so whatever builds one is a problem.
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
    if (first && CONVERTING.has(text) && isTextual(first)) return `${text}() makes an expression of a text`;
  }
  return undefined;
}

const isSchemaPattern = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && node.name.getText() === SCHEMA_PATTERN;

const isTextual = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);

/** Whether a name is used as a value: not as a type, and not only to ask what something is. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeReferenceNode(parent) || ts.isPropertyAssignment(parent)) return false;
  return !(ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword);
}
