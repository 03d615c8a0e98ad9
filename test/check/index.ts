// npm run check: what can be said of the sources without a database, two programs at a time. Each that fails prints all that
// it found. The types come first, being the longest; tsc keeps what it knows of each file in node_modules/.cache, and
// --build asks only whether a file has changed since. Packages and JSON files count as such (tsconfig.json includes them).
import path from 'node:path';
import { writeDeskTypes } from './desk-types.ts';
import { type Part, runParts } from './parts.ts';

const root = path.join(import.meta.dirname, '../..');
process.chdir(root);

const installed = (name: string) => path.join(root, 'node_modules', '.bin', name);
const isShown = process.stdout.isTTY;

const parts: Part[] = [
  {
    name: 'types',
    command: installed('tsc'),
    args: ['--build', '--noEmit', 'tsconfig.json', 'server/desk', ...(isShown ? ['--pretty'] : [])],
  },
  { name: 'SQL', command: process.execPath, args: ['test/check/sql.ts'] },
  { name: 'keys of texts', command: process.execPath, args: ['test/check/desk-keys.ts'] },
  {
    name: 'lint and format',
    command: installed('biome'),
    args: ['check', '--error-on-warnings', ...(isShown ? ['--colors=force'] : [])],
    // It would take both processors from the types, which take longest.
    env: { RAYON_NUM_THREADS: '1' },
  },
];

const problems = await writeDeskTypes();
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n\ntypes of the desk: failed`);
  process.exit(1);
}
const found = await runParts(parts, ({ name, failed, seconds, output }) => {
  if (failed) console.error(`${output.trimEnd()}\n`);
  console.log(`${name}: ${failed ? 'failed' : 'passed'} (${seconds.toFixed(1)} s)`);
});
process.exit(found.some(({ failed }) => failed) ? 1 : 0);
