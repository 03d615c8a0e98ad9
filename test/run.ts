// npm test: a throw-away Postgres with a template database, then ava; of the run nothing is left behind but caches in
// node_modules/.cache. Arguments go to ava: npm test -- test/sql/slugs.test.ts; --fresh builds the template anew, --long asks
// all that is generated, --room=staff runs the tests of one room as they run among all, and with --together the files that
// are named share processes, as all do when none is named.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { endings } from '../server/process/signals.ts';
import type { Sums } from './ava.ts';
import { seed } from './helpers/seed.ts';
import { openTestCluster } from './template.ts';

const root = path.join(import.meta.dirname, '..');

/** What test files hand on to each other. */
const files = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-test-'));
let interrupted = false;
let ava: ReturnType<typeof spawn> | undefined;
for (const name of Object.keys(endings)) {
  process.on(name, () => {
    interrupted = true;
    endTests();
  });
}

const args = process.argv.slice(2).filter((arg) => !/^--(fresh|together|long|room=\w+)$/.test(arg));
const room = process.argv.find((arg) => arg.startsWith('--room='))?.slice('--room='.length);
const isTogether = process.argv.includes('--together');
const isOption = (arg: string) => arg.startsWith('-');
const cluster = await openTestCluster({ fresh: process.argv.includes('--fresh') });
type Run = { passed: number; failed: number };
let summary: Run = { passed: 0, failed: 1 };
try {
  console.log(`Postgres and its template are ready after ${Math.round(performance.now() / 1000)} s`);
  if (!interrupted) summary = await run(args);
} catch (error) {
  console.error(error);
} finally {
  await cluster.stop();
  fs.rmSync(files, { recursive: true, force: true });
}
if (summary.failed > 0) console.log(`\nThe random values again: HAAT_SEED=${seed} npm test`);
console.log(`\n${summary.passed} passed, ${summary.failed} failed`);
process.exit(interrupted ? 130 : summary.failed === 0 ? 0 : 1);

async function run(args: string[]): Promise<Run> {
  const grouped = args.length === 0 ? 'all' : isTogether ? args.filter((arg) => !isOption(arg)).join(' ') : '';
  const handedOn = grouped ? args.filter(isOption) : args;
  ava = spawn(process.execPath, [path.join(import.meta.dirname, 'ava.ts'), ...handedOn], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    // A group of its own, so that what the tests start can be ended with them.
    detached: true,
    // Every test file is a process of its own; compiled code is handed from one to the next.
    env: {
      ...process.env,
      // As the server sets it: in a test's environment the GraphQL engine checks itself while it plans.
      GRAPHILE_ENV: 'production',
      HAAT_TEST_URL: cluster.url('postgres'),
      HAAT_TEST_FILES: files,
      HAAT_SEED: String(seed),
      HAAT_TEST_GROUPED: grouped,
      HAAT_TEST_ROOM: room ?? '',
      HAAT_LONG: process.argv.includes('--long') ? 'yes' : '',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'haat', 'compiled'),
    },
  });
  const ended = new Promise<number>((resolve) => ava!.on('close', (code) => resolve(code ?? 1)));
  const written = await text(ava.stdio[3] as Readable);
  const sums: Partial<Sums> = written ? JSON.parse(written) : {};
  const { failedTests = 0, failedHooks = 0, timedOutTests = 0, uncaughtExceptions = 0, unhandledRejections = 0 } = sums;
  const failed = failedTests + failedHooks + timedOutTests + uncaughtExceptions + unhandledRejections;
  const code = await ended;
  endTests();
  showLongest({ ...sums.seconds, ...groupedSeconds() });
  if (sums.failedFiles?.length) console.log(`\nFailed: ${sums.failedFiles.join(' ')}`);
  return {
    passed: sums.passedTests ?? 0,
    // A file that does not load, or a name that no file has, fails the run without being a test.
    failed: code === 0 && written ? failed : Math.max(failed, 1),
  };
}

/** Of the files that shared a process: see test/shared-process. */
function groupedSeconds(): Sums['seconds'] {
  const noted = path.join(files, 'seconds');
  if (!fs.existsSync(noted)) return {};
  const lines = fs.readFileSync(noted, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('\t')).map(([file, seconds]) => [file, Number(seconds)]));
}

function showLongest(seconds: Sums['seconds']): void {
  const sorted = Object.entries(seconds).sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, 10).map(([file, time]) => `${file} ${Math.round(time)} s`);
  if (sorted.length > 1)
    console.log(
      `\n${sorted.length} files, ${Math.round(performance.now() / 1000)} s; the longest: ${shown.join(', ')}`,
    );
}

/** Ends ava, its workers and whatever processes they started: those of a test that was cut off end no other way. */
function endTests(): void {
  try {
    if (ava?.pid) process.kill(-ava.pid, 'SIGKILL');
  } catch {
    // None is left.
  }
}
