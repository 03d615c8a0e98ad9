// npm test: a run ends, and names what failed, whatever its files leave open.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import type { Sums } from '../ava.ts';
import { copyHouse } from '../helpers/house-copy.ts';

const { copy, remove } = copyHouse();
test.after.always(remove);

const leavesOpen = 'test/unit/leaves_open.test.ts';
const asserts = 'test/unit/asserts_after.test.ts';
const hangs = 'test/unit/hangs.test.ts';
const write = (file: string, lines: string[]) =>
  fs.writeFileSync(
    path.join(copy, file),
    ["import http from 'node:http';", "import test from 'ava';", ...lines].join('\n'),
  );
write(leavesOpen, [
  'const server = http.createServer().listen(0);',
  'test.after.always((t) => {',
  "  t.is(1, 2, 'the first hook');",
  '  server.close();',
  '});',
  "test.after.always(() => console.log('the second hook ran'));",
  "test('of the first file', (t) => t.pass());",
]);
write(asserts, ["test('of the second file', (t) => t.pass());", 'test.after.always((t) => t.is(1, 1));']);
write(hangs, [
  "test.serial('has longer', (t) => {",
  '  t.timeout(15_000);',
  '  t.pass();',
  '});',
  "test.serial('hangs', () => new Promise(() => http.createServer().listen(0)));",
]);

/** Files that share a process, or one that runs alone. */
async function run(files: string[], ...options: string[]) {
  const notes = fs.mkdtempSync(path.join(copy, 'notes-'));
  const isAlone = files.length === 1;
  const child = spawn(process.execPath, ['test/ava.ts', ...(isAlone ? files : []), ...options], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, HAAT_TEST_GROUPED: isAlone ? '' : files.join(' '), HAAT_TEST_FILES: notes, HAAT_LONG: '' },
  });
  const [out, errors, sums] = await Promise.all(child.stdio.slice(1).map((stream) => text(stream as Readable)));
  return {
    said: out! + errors!,
    sums: JSON.parse(sums!) as Sums,
    noted: () => fs.readFileSync(path.join(notes, 'seconds'), 'utf8'),
  };
}

test('the hook of a shared process that fails is reported, the others run, and their assertions count', async (t) => {
  const { said, sums, noted } = await run([leavesOpen, asserts]);
  t.like(sums, { passedTests: 3, failedTests: 1, uncaughtExceptions: 0, failedFiles: [leavesOpen] }, said);
  t.regex(said, /unit\/leaves_open: after\.always hook.*the first hook/s);
  t.true(said.includes('the second hook ran'), said);
  t.regex(said, /were left open: .*TCPServerWrap/);
  for (const name of ['unit/asserts_after', 'unit/leaves_open'])
    t.regex(noted(), new RegExp(`^${name}.test.ts\t`, 'm'));
});

test('so is that of a file that runs alone', async (t) => {
  const { said, sums } = await run([leavesOpen]);
  t.like(sums, { passedTests: 1, failedHooks: 1, failedFiles: [leavesOpen] }, said);
  t.regex(said, /were left open: .*TCPServerWrap/);
});

test('a test that hangs ends with the run, also where another had asked for longer', async (t) => {
  const { said, sums } = await run([hangs], '--timeout=10s');
  t.like(sums, { passedTests: 1, timedOutTests: 1 }, said);
});
