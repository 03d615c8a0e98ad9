// Private parts of libraries may change with any release of theirs. A file that uses some says of which version, beside the
// reason: when the library is updated, this test asks to look there again.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('{db,server,test,workers}/**/*.{ts,sql}', { cwd: root, exclude: ['**/*.graphql.ts'] }).sort();
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('each file that uses private parts names the version that is installed, and a package is named once', (t) => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  const found = files.flatMap((file) =>
    [...textOf(file).matchAll(/^(?:--|\/\/) private: (\S+) (\S+)$/gm)].map(([, name, version]) => {
      t.is(version, packages[`node_modules/${name}`]!.version, `${file} uses private parts of ${name}`);
      return name!;
    }),
  );
  t.deepEqual(found.sort(), ['ava', 'graphile-build', 'graphile-migrate', 'graphile-worker', 'jsbarcode', 'pg']);
});

test('no other file imports from the folder in which a package keeps what it was built of', (t) => {
  // What a package publishes under such a path.
  const published = new Set(['ajv/dist/2020.js']);
  const deep = files.flatMap((file) => {
    const text = textOf(file);
    if (/^\/\/ private: /m.test(text)) return [];
    return [...text.matchAll(/from '([^.'][^']*\/(?:dist|lib|build|src)\/[^']*)'/g)]
      .map(([, name]) => name!)
      .filter((name) => !published.has(name))
      .map((name) => `${file} imports ${name}`);
  });
  t.deepEqual(deep, []);
});
