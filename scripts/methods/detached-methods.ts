import ts from "typescript";

/** A place where a function is taken from its object, so that it runs without its `this`. */
export interface Detached {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Finds methods that are taken from their object although they need it: those that use `this`, the members of every
 * interface that a class with such a method satisfies, and the methods of packages.
 */
export function findDetachedMethods(program: ts.Program): readonly Detached[] {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const nodes = files.flatMap((file) => [...descendants(file)]);
  const needing = declarationsNeedingThis(checker, nodes);
  const needsObject = (declaration: ts.Declaration): boolean =>
    needing.has(declaration) || isMethodOfPackage(declaration);
  return nodes.flatMap((node) => {
    if (!takenMember(node, checker)?.declarations?.some(needsObject)) return [];
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    return [{ file: file.fileName, line: line + 1, text: node.getText() }];
  });
}

/** Returns the methods that use `this`, and the members of interfaces behind which they may stand. */
function declarationsNeedingThis(checker: ts.TypeChecker, nodes: readonly ts.Node[]): ReadonlySet<ts.Declaration> {
  const methods = nodes.filter(isMethodUsingThis);
  const interfaces = nodes.filter(ts.isInterfaceDeclaration).map((node) => checker.getTypeAtLocation(node));
  const found = new Set<ts.Declaration>(methods);
  for (const { parent, name } of methods) {
    const owner = checker.getTypeAtLocation(parent);
    const text = name.getText();
    for (const type of [...interfaces, ...implementedBy(checker, parent)]) {
      const member = type.getProperty(text);
      if (!member || !checker.isTypeAssignableTo(owner, type)) continue;
      for (const declaration of member.declarations ?? []) found.add(declaration);
    }
  }
  return found;
}

/** Returns what a class says that it implements: type arguments are known here, and not in the declaration of an interface. */
function implementedBy(checker: ts.TypeChecker, owner: ts.Node): readonly ts.Type[] {
  if (!ts.isClassLike(owner)) return [];
  return (owner.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => checker.getTypeAtLocation(type)));
}

/** Returns the member that an expression or a pattern takes from an object as a value. */
function takenMember(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isPropertyAccessExpression(node))
    return keepsObject(node) ? undefined : checker.getSymbolAtLocation(node.name);
  if (ts.isElementAccessExpression(node)) {
    return keepsObject(node) ? undefined : checker.getSymbolAtLocation(node.argumentExpression);
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
    return memberOf(checker.getTypeAtLocation(node.parent), node.propertyName ?? node.name);
  }
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return undefined;
  const source = assignedFrom(node.parent);
  return source && memberOf(checker.getTypeAtLocation(source), node.name);
}

const memberOf = (type: ts.Type, name: ts.Node | undefined): ts.Symbol | undefined =>
  name && ts.isIdentifier(name) ? type.getProperty(name.text) : undefined;

/** Returns the object whose members an assignment to a pattern takes, as in `({ next } = counter)`. */
function assignedFrom(pattern: ts.Node): ts.Expression | undefined {
  const { parent } = pattern;
  const isAssigned =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === pattern;
  return isAssigned ? parent.right : undefined;
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Returns whether a member is called on its object, replaced, bound, or only compared. */
function keepsObject(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return keepsObject(parent);
  if (ts.isCallExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAccessExpression(parent)) return ["bind", "call", "apply"].includes(parent.name.text);
  if (ts.isPrefixUnaryExpression(parent) || ts.isTypeOfExpression(parent) || ts.isDeleteExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return COMPARISONS.has(kind) || (kind === ts.SyntaxKind.EqualsToken && parent.left === node);
}

/** Returns whether a declaration is a method of a package. Those of the language itself, such as `Math.min`, need no object. */
function isMethodOfPackage(declaration: ts.Declaration): boolean {
  const { isDeclarationFile, fileName } = declaration.getSourceFile();
  if (!isDeclarationFile || fileName.includes("/typescript/lib/")) return false;
  return ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration);
}

function isMethodUsingThis(node: ts.Node): node is ts.MethodDeclaration {
  if (!ts.isMethodDeclaration(node) || isStatic(node)) return false;
  return [...descendants(node)].some(({ kind }) => kind === ts.SyntaxKind.ThisKeyword);
}

const isStatic = ({ modifiers }: ts.MethodDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;

function* descendants(node: ts.Node): Generator<ts.Node> {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) {
    yield child;
    yield* descendants(child);
  }
}
