// npm run haat -- client: writes the client of server/client, compiled and with the types of this version, into a folder that
// can be copied or installed.
import fs from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { openApi } from '../../server/openapi/index.ts';
import { operations } from '../../server/operations/index.ts';
import { Refusal } from './operator.ts';
import { pythonClient } from './python-client.ts';

const source = path.join(import.meta.dirname, '../../server/client');

const written = {
  javascript: ['README.md', 'client.d.ts', 'client.js', 'index.d.ts', 'index.js', 'package.json', 'types.d.ts'],
  python: ['haat.py'],
};

/** Gives the names of the files. `url` is the service that the client's own command asks for types. */
export async function writeClient(folder: string, url: string, language: keyof typeof written = 'javascript') {
  refuseOther(folder, written[language]);
  const document = openApi(operations, { url: `${url}/ext/v1` });
  const files =
    language === 'python' ? { 'haat.py': pythonClient(document, url) } : await javascriptClient(document, url);
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return Object.keys(files);
}

/** An earlier client may be written over, also beside packages that were installed for it; nothing else is. */
function refuseOther(folder: string, names: string[]): void {
  const installed = ['node_modules', 'package-lock.json', '__pycache__'];
  const has = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => !installed.includes(name)) : [];
  if (has.some((name) => !names.includes(name)) || (has.includes('package.json') && !isClient(folder)))
    throw new Refusal(`${folder} holds other files: give an empty folder, or one to make`);
}

const isClient = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).name === 'haat-client';

async function javascriptClient(document: object, url: string): Promise<Record<string, string>> {
  const { compiler, generate } = await generators();
  const tree = await generate(JSON.stringify(document), { defaultNonNullable: false });
  const types = `// Written by openapi-typescript from the OpenAPI document of the service: do not edit.\n${tree}`;
  const read = (name: string) => fs.readFileSync(path.join(source, name), 'utf8').replaceAll('{base_url}', url);
  return {
    'README.md': read('README.md'),
    'package.json': read('package.json'),
    ...compile(compiler, types),
    'types.d.ts': types,
  };
}

/** The compiler and the generator of types take 40 MB, so production installs leave them out. */
async function generators() {
  try {
    const [{ default: compiler }, { astToString, default: tree }] = await Promise.all([
      import('typescript'),
      import('openapi-typescript'),
    ]);
    const generate = async (...given: Parameters<typeof tree>) => astToString(await tree(...given));
    return { compiler, generate };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Refusal(
      'this installation lacks the packages for development, which compile the client: ' +
        'run the command in a checkout, or after "npm install --include=dev"',
    );
  }
}

/** Modules and declarations of client.ts and index.ts, for every runtime with `fetch`. */
function compile(compiler: typeof ts, types: string): Record<string, string> {
  const options: ts.CompilerOptions = {
    target: compiler.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: compiler.ModuleKind.NodeNext,
    types: [],
    strict: true,
    declaration: true,
    // What is compiled is ours, and `npm run check` types it: to check it again would take two thirds of the time.
    noCheck: true,
    rewriteRelativeImportExtensions: true,
  };
  const host = compiler.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const isTypes = (name: string) => path.normalize(name) === path.join(source, 'types.ts');
  host.fileExists = (name) => isTypes(name) || fileExists(name);
  host.readFile = (name) => (isTypes(name) ? types : readFile(name));
  host.getSourceFile = (name, version, ...rest) =>
    isTypes(name) ? compiler.createSourceFile(name, types, version) : getSourceFile(name, version, ...rest);
  const compiled: Record<string, string> = {};
  host.writeFile = (name, text) => {
    // The compiler leaves the extensions of imports in declarations as they are.
    if (!/^types\./.test(path.basename(name)))
      compiled[path.basename(name)] = text.replaceAll(/(['"]\.\/\w+)\.ts(?=['"])/g, '$1.js');
  };
  const program = compiler.createProgram([path.join(source, 'index.ts')], options, host);
  program.emit();
  return compiled;
}
