import ts from "typescript";

/** A change of one line that makes a file wrong. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly kind: FaultKind;
  /** Where the changed text starts and ends in the file. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export type FaultKind = "condition" | "predicate" | "bound" | "returned value" | "missing call" | "statement of SQL";

type Change = Pick<Fault, "kind" | "after"> & { readonly node: ts.Node };

const BOUNDS: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const PREDICATES: Readonly<Record<string, string>> = { "===": "!==", "!==": "===", "&&": "||", "||": "&&" };
const DECIDING: ReadonlySet<string> = new Set(["some", "every", "filter", "find", "findLast", "findIndex"]);
const IN_SQL: readonly (readonly [from: RegExp, to: string])[] = [
  [/ is null\b/, " is not null"],
  [/ is not null\b/, " is null"],
  [/ <= /, " < "],
  [/ >= /, " > "],
  [/ < /, " <= "],
  [/ > /, " >= "],
  [/ desc\b/, ""],
  [/ and [a-z_.]+ = \$\d+(?=\s|$)/, ""],
];

/** Returns every fault that could be made in a file, in the order of the text. */
export function findFaults(file: string, text: string): readonly Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  return [...descendants(source)].flatMap(changesOf).flatMap(({ node, kind, after }) => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const line = lineOf(start);
    if (kind !== "statement of SQL" && line !== lineOf(end)) return [];
    return [{ file, line, kind, start, end, before: text.slice(start, end), after }];
  });
}

function changesOf(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return changesOfOperator(node);
  if (ts.isIfStatement(node)) return [negated(node.expression, "condition")];
  if (ts.isConditionalExpression(node)) return [negated(node.condition, "condition")];
  if (ts.isExpressionStatement(node)) return isCall(node.expression) ? [removed(node.expression)] : [];
  if (ts.isReturnStatement(node) && node.expression) return returning(node.expression);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return changesOfArrow(node, node.body);
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return changesOfSql(node);
  return [];
}

function changesOfOperator(node: ts.BinaryExpression): readonly Change[] {
  const operator = node.operatorToken.getText();
  const kind = operator in BOUNDS ? "bound" : "predicate";
  const other = BOUNDS[operator] ?? PREDICATES[operator];
  if (!other) return [];
  return [{ node, kind, after: `${node.left.getText()} ${other} ${node.right.getText()}` }];
}

function changesOfArrow(node: ts.ArrowFunction, body: ts.Expression): readonly Change[] {
  const call = node.parent;
  const callee = ts.isCallExpression(call) ? call.expression : undefined;
  const decides = callee !== undefined && ts.isPropertyAccessExpression(callee) && DECIDING.has(callee.name.text);
  return decides ? [negated(body, "predicate")] : returning(body);
}

function changesOfSql(node: ts.Node): readonly Change[] {
  const text = node.getText();
  if (!/\b(select|update|delete|insert)\b/.test(text)) return [];
  return IN_SQL.filter(([from]) => from.test(text)).map(([from, to]) => ({
    node,
    kind: "statement of SQL",
    after: text.replace(from, to),
  }));
}

const negated = (node: ts.Expression, kind: FaultKind): Change => ({ node, kind, after: `!(${node.getText()})` });

const removed = (node: ts.Expression): Change => ({ node, kind: "missing call", after: "undefined" });

function returning(node: ts.Expression): readonly Change[] {
  const after = otherValue(node);
  return after === undefined ? [] : [{ node, kind: "returned value", after }];
}

function otherValue(node: ts.Expression): string | undefined {
  const text = node.getText();
  if (text === "undefined" || text === "null" || ts.isArrowFunction(node)) return undefined;
  if (text === "true") return "false";
  if (text === "false") return "true";
  if (ts.isNumericLiteral(node)) return `${text} + 1`;
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 ? undefined : "[]";
  return "undefined";
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);

function* descendants(node: ts.Node): Iterable<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* descendants(child);
}
