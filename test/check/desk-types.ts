// The types of the pages' GraphQL: for each `*.graphql` of server/desk a declaration in .types, which stands beside it for the
// compiler ("rootDirs" in tsconfig.json). They are made of db/schema/staff.graphql before the types are checked, whenever one
// of both has changed, and are not committed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const desk = path.join(root, 'server/desk');
const folder = path.join(root, '.types');
export const schemaFile = path.join(root, 'db/schema/staff.graphql');

const scalars = {
  UUID: 'string',
  Money: 'string',
  Cursor: 'string',
  Datetime: 'string',
  Date: 'string',
  BigFloat: 'string',
  BigInt: 'string',
  JSON: 'unknown',
};

/** All documents of the pages: their text by file, as 'pages/orders/list.graphql'. */
export const readDocuments = (): [file: string, text: string][] =>
  fs
    .globSync('**/*.graphql', { cwd: desk })
    .sort()
    .map((file) => [file, fs.readFileSync(path.join(desk, file), 'utf8')]);

/** Writes what has changed. Gives what is wrong in the documents, by file and line. */
export async function writeDeskTypes(): Promise<string[]> {
  const documents = readDocuments();
  const schema = fs.readFileSync(schemaFile, 'utf8');
  const state = createHash('sha256')
    .update(JSON.stringify([documents, schema, fs.readFileSync(import.meta.filename, 'utf8')]))
    .digest('hex');
  const noted = path.join(folder, 'state');
  if (fs.existsSync(noted) && fs.readFileSync(noted, 'utf8') === state) return [];
  const { declare } = await import('./desk-declarations.ts');
  const { files, problems } = await declare(schema, documents, scalars);
  if (problems.length > 0) return problems;
  const known = new Set([...files.keys()].map((file) => path.join(folder, file)));
  for (const file of fs.globSync('**/*.d.graphql.ts', { cwd: folder }).map((name) => path.join(folder, name)))
    if (!known.has(file)) fs.rmSync(file);
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // What is as it was keeps its time: the compiler asks for that first.
    if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text);
  }
  fs.writeFileSync(noted, state);
  return [];
}
