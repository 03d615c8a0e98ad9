// Where TypeScript can be changed: in the tree of its own compiler, in which comments, strings and types are no expressions.
import ts from 'typescript';
import type { Edit, Operator } from './edit.ts';

const { SyntaxKind } = ts;

const flipped: Partial<Record<ts.SyntaxKind, [Operator, string]>> = {
  [SyntaxKind.LessThanToken]: ['comparison', '<='],
  [SyntaxKind.LessThanEqualsToken]: ['comparison', '<'],
  [SyntaxKind.GreaterThanToken]: ['comparison', '>='],
  [SyntaxKind.GreaterThanEqualsToken]: ['comparison', '>'],
  [SyntaxKind.EqualsEqualsEqualsToken]: ['comparison', '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken]: ['comparison', '==='],
  [SyntaxKind.EqualsEqualsToken]: ['comparison', '!='],
  [SyntaxKind.ExclamationEqualsToken]: ['comparison', '=='],
  [SyntaxKind.PlusToken]: ['sign', '-'],
  [SyntaxKind.MinusToken]: ['sign', '+'],
  [SyntaxKind.PlusEqualsToken]: ['sign', '-='],
  [SyntaxKind.MinusEqualsToken]: ['sign', '+='],
};

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

export function findTypeScriptEdits(source: string): Edit[] {
  const file = ts.createSourceFile('changed.ts', source, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const change = (operator: Operator, start: number, end: number, text: string) =>
    edits.push({ operator, start, end, text });
  const negate = (node: ts.Expression) => change('negation', node.getStart(), node.end, `!(${node.getText()})`);
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken: sign, right } = node;
      const [operator, text] = flipped[sign.kind] ?? [];
      // Between texts there is nothing but `+`.
      if (operator && text && !(operator === 'sign' && (isText(left) || isText(right))))
        change(operator, sign.getStart(), sign.end, text);
      if (sign.kind === SyntaxKind.AmpersandAmpersandToken || sign.kind === SyntaxKind.BarBarToken) {
        change('condition', left.end, right.end, '');
        change('condition', left.getStart(), right.getStart(), '');
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.MinusToken)
      change('sign', node.getStart(), node.operand.getStart(), '');
    if (ts.isIfStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isExpressionStatement(node) && ts.isCallExpression(awaited(node.expression)) && !isSuper(node.expression))
      change('call', node.getStart(), node.end, ';');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

/** A call whose answer is not taken, whether it is waited for or not. */
function awaited(node: ts.Expression): ts.Expression {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return node.expression;
  return node;
}

const isSuper = (node: ts.Expression) => ts.isCallExpression(node) && node.expression.kind === SyntaxKind.SuperKeyword;

/** Whether it parses, and runs as something else than `before`: types and comments are gone by then. */
export function isOtherTypeScript(source: string, before: string): boolean {
  const compile = (text: string) =>
    ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
    });
  const { outputText, diagnostics = [] } = compile(source);
  return diagnostics.length === 0 && outputText !== compile(before).outputText;
}
