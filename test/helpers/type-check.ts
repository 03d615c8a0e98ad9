// The compiler, for programs that stand in guides and for what generators make.
import path from 'node:path';
import ts from 'typescript';

/** Type-checks programs beside generated types, which they import from `./haat.ts`; gives the problems of each. */
export function check(types: string, programs: Record<string, string>): Record<string, string[]> {
  // Inside the repository, so that the packages are found; nothing is written.
  const folder = path.join(import.meta.dirname, '../generated');
  const files = new Map([[path.join(folder, 'haat.ts'), types]]);
  for (const [name, text] of Object.entries(programs)) files.set(path.join(folder, `${name}.ts`), text);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(path.normalize(name)) || fileExists(name);
  host.directoryExists = () => true;
  host.readFile = (name) => files.get(path.normalize(name)) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(path.normalize(name));
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version);
  };
  const built = ts.createProgram([...files.keys()], options, host);
  return Object.fromEntries(
    ['haat', ...Object.keys(programs)].map((name) => {
      const source = built.getSourceFile(path.join(folder, `${name}.ts`));
      const found = ts.getPreEmitDiagnostics(built, source);
      return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))];
    }),
  );
}
