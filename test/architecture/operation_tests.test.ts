// The tests of an operation are found by its name: test/operations/<resource>/<operation>.test.ts, where the resource is
// the file of server/operations that defines it. Each of them puts its operation through the rules common to all.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import type { jobOperations } from '../../server/operations/jobs.ts';
import { registry } from '../helpers/operations/call.ts';

const root = join(import.meta.dirname, '..', '..');
/** The folder `staff` has inputs, not operations. */
const definitions = readdirSync(join(root, 'server/operations')).filter(
  (name) => name.endsWith('.ts') && name !== 'index.ts',
);

/** The path of the test file of each operation. */
async function wanted(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of definitions) {
    const module: Record<string, unknown> = await import(join(root, 'server/operations', file));
    for (const [called, exported] of Object.entries(module)) {
      // Those of jobs are made of the others.
      const isMade = called === 'jobOperations';
      const held = isMade ? (exported as typeof jobOperations)(operations) : exported;
      if (typeof held !== 'object' || held === null) continue;
      for (const [name, value] of Object.entries(held))
        if (registry[name] !== undefined && (isMade || registry[name] === value))
          files.set(name, `${basename(file, '.ts')}/${name}.test.ts`);
    }
  }
  return files;
}

const present = (readdirSync(join(root, 'test/operations'), { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts'))
  .sort();

/** The operations that a test file puts through the common rules. */
const called = (text: string) => [...text.matchAll(/^testCommonRules\(\s*'(\w+)'/gm)].map(([, name]) => name);

test('every operation has its test file, and every file its operation', async (t) => {
  const files = await wanted();
  t.deepEqual([...files.keys()].sort(), Object.keys(registry).sort());
  t.deepEqual(present, [...files.values()].sort());
});

test('every file calls its operation, that one and no other, by the rules common to all', (t) => {
  for (const file of present) {
    const text = readFileSync(join(root, 'test/operations', file), 'utf8');
    t.deepEqual(called(text), [basename(file, '.test.ts')], file);
  }
});

test('a call that is commented out, or of another operation, is none', (t) => {
  t.deepEqual(called("// testCommonRules('get_me', house, {})"), []);
  t.deepEqual(called("testCommonRules('get_store', house, {});"), ['get_store']);
});
