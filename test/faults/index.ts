// npm run test:long -- [name …] [--minutes 30] [--seed 1] [--size 1]: all that hunts. First every test, with all that is generated; then the
// generators of faults in their long form, and one table of what they tried and found. The minutes are shared out among them.
// Those that are named run alone. Without a seed, one is drawn; the table names it.
import { fork, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { showProgress } from '../../server/process/progress.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { table } from '../bench/scenario.ts';
import { emptyRow, isSound, type Row } from '../helpers/faults.ts';
import { seed as drawn } from '../helpers/seed.ts';
import { openTestCluster } from '../template.ts';

/** Beyond its minutes, for the round that it is at and to put things away; then a generator is taken to hang. */
const graceMinutes = 15;

/** Their short forms stand beside them as tests, but for those that take long. */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
  .map((file) => path.basename(file, '.ts'))
  .sort();

const { names, isNamed, minutes, seed, size } = readArguments();
const testsPass = isNamed || runTests();
const cluster = await stopOnSignals(openTestCluster(), ({ stop }) => stop());
const progress = showProgress(process.stderr, 30_000);
const rows: { name: string; row: Row }[] = [];
try {
  for (const [n, name] of names.entries()) {
    progress.at(`${name} for ${(minutes / names.length).toFixed(1)} minutes (${n + 1} of ${names.length})`);
    rows.push({ name, row: await runAlone(name, minutes / names.length) });
  }
} finally {
  progress.end();
  await cluster.stop();
}
const cells = rows.map(({ name, row: { operations, lost, doubled, foreign, serverErrors, gaveWay, remarks } }) => {
  const found = gaveWay.map((what) => what.split('\n')[0]!).join('; ') || `nothing${remarks ? ` (${remarks})` : ''}`;
  return [name, seed, operations, lost, doubled, foreign, serverErrors, found];
});
console.log(table(['generator', 'seed', 'operations', 'lost', 'doubled', 'foreign', '5xx', 'what gave way'], cells));
for (const { name, row } of rows) for (const what of row.gaveWay) console.log(`\n${name}: ${what}`);
process.exitCode = testsPass && rows.every(({ row }) => isSound(row)) ? 0 : 1;

function readArguments(): { names: string[]; isNamed: boolean; minutes: number; seed: number; size: number } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string' },
      size: { type: 'string', default: '1' },
    },
  });
  const isNamed = positionals.length > 0;
  const unknown = positionals.filter((name) => !known.includes(name));
  const given = { minutes: Number(values.minutes), seed: Number(values.seed ?? drawn), size: Number(values.size) };
  const wrong = unknown.length > 0 ? `there is no ${unknown.join(', ')}` : undefined;
  const problem =
    wrong ?? (given.minutes >= 0 && given.size > 0 && Number.isInteger(given.seed) ? undefined : 'numbers are wanted');
  if (!problem) return { names: isNamed ? positionals : known, isNamed, ...given };
  console.error(
    `test:long: ${problem}\nnpm run test:long -- [${known.join('|')}] [--minutes 30] [--seed 1] [--size 1]`,
  );
  process.exit(1);
}

/** In this terminal, so that a Ctrl-C reaches them. */
function runTests(): boolean {
  const script = path.join(import.meta.dirname, '../run.ts');
  const env = { ...process.env, HAAT_SEED: String(seed) };
  return spawnSync(process.execPath, [script, '--long'], { stdio: 'inherit', env }).status === 0;
}

function runAlone(name: string, share: number): Promise<Row> {
  const child = fork(
    path.join(import.meta.dirname, '../helpers/processes/generator.ts'),
    [name, String(share), String(seed), String(size)],
    // A group of its own: what a generator started ends with it.
    { detached: true, env: { ...process.env, HAAT_TEST_URL: cluster.url('postgres') } },
  );
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // None is left.
    }
  };
  process.on('exit', end);
  const failed = (what: string): Row => ({ ...emptyRow(), gaveWay: [what] });
  return new Promise<Row>((resolve) => {
    const limit = setTimeout(() => resolve(failed('it did not end')), (share + graceMinutes) * 60_000);
    child.once('message', (row) => resolve(row as Row));
    child.once('error', (error) => resolve(failed(String(error))));
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      // What it sent arrives before.
      setImmediate(() => resolve(failed(`it ended with ${code ?? signal}`)));
    });
  }).finally(() => {
    process.off('exit', end);
    end();
  });
}
