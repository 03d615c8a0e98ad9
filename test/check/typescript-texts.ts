// The strings of a TypeScript file that hold a call of our functions, each at its place; what is put into a template is
// replaced by a mark that is as long.
import ts from 'typescript';
import { inserted } from './sql-tokens.ts';

export interface Text {
  text: string;
  at: number;
}

const call = /\b(api|gate|internal|ledger|staff)\.\w+\s*\(/;

export function readTexts(file: string, source: string): Text[] {
  if (!call.test(source)) return [];
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? readTemplate(node, tree)
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? source.slice(node.getStart(tree) + 1, node.end - 1)
        : '';
    if (call.test(text)) texts.push({ text, at: node.getStart(tree) + 1 });
    ts.forEachChild(node, visit);
  };
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  visit(tree);
  return texts;
}

function readTemplate(template: ts.TemplateExpression, tree: ts.SourceFile): string {
  let text = '';
  let read = template.getStart(tree) + 1;
  let { end } = template.head;
  for (const { literal } of template.templateSpans) {
    const insertion = tree.text.slice(end - 2, literal.getStart(tree) + 1);
    text += tree.text.slice(read, end - 2) + insertion.replaceAll(/[^\n]/g, inserted);
    read = literal.getStart(tree) + 1;
    ({ end } = literal);
  }
  return text + tree.text.slice(read, template.end - 1);
}
