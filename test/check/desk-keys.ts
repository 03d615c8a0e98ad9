// The key of a text of the desk is the name of nothing else in the pages, so that it may be sent under a short name
// (server/staff/pages/desk-keys.ts). The compiler says what each string is there; it is asked when something has changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { en } from '../../server/desk/messages/en.ts';

/** Keys that stand for something else: also where any text may stand, as in problems('customer.phone'). */
export function keysOtherwise(program: ts.Program, files: ts.SourceFile[], keys: object): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const isKey = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.every(isKey)
      : type.isStringLiteral()
        ? type.value in keys
        : (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0;
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      const type = ts.isStringLiteralLike(node) && node.text in keys && checker.getContextualType(node);
      if (type && !isKey(type)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        found.push(
          `${file.fileName}:${line + 1} '${(node as ts.StringLiteral).text}' is the key of a text, and no key here`,
        );
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '../..');
  const desk = path.join(root, 'server/desk');
  const settings = ts.getParsedCommandLineOfConfigFile(
    path.join(desk, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail([String(messageText)]) },
  )!;
  const hash = createHash('sha256');
  for (const file of [...settings.fileNames, path.join(desk, 'tsconfig.json'), import.meta.filename])
    hash.update(`${file}\0`).update(fs.readFileSync(file)).update('\0');
  const noted = path.join(root, 'node_modules/.cache/haat/desk-keys');
  const state = hash.digest('hex');
  if (!fs.existsSync(noted) || fs.readFileSync(noted, 'utf8') !== state) {
    const program = ts.createProgram(settings.fileNames, settings.options);
    const pages = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(desk) && !fileName.includes('messages/'));
    // tsc --build asks only of these whether they have changed.
    if (!settings.fileNames.some((name) => name.endsWith('/.types/enter.d.graphql.ts')))
      fail(['server/desk/tsconfig.json does not name the declarations in .types']);
    if (pages.length < 100) fail([`only ${pages.length} files of the desk were read`]);
    fail(keysOtherwise(program, pages, en).map((line) => line.replace(`${root}/`, '')));
    fs.mkdirSync(path.dirname(noted), { recursive: true });
    fs.writeFileSync(noted, state);
  }
}

function fail(problems: string[]): void {
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exit(1);
}
