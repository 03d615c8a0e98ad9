// npm run mutants -- --seed=1 [--count=300] [--room=sql|gate|…] [--from=K] [--tests=N] [--minutes=15] [--again] [--long]: what
// the tests of a commit see, or with --long all tests. Changes one place of the sources at a time (edit.ts has the kinds), each in a copy of the checkout, and runs the test
// files of the rooms that it concerns, the likeliest first, until one fails. A mutant that no test sees has survived.
// Found results are kept: the same command goes on where it was stopped.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stopOnSignals } from '../../server/process/signals.ts';
import { table } from '../bench/scenario.ts';
import { Checkout, type Outcome } from './checkout.ts';
import { Draw, type Mutant } from './draw.ts';
import { applyEdit, describe, lineOf, operators, rooms } from './edit.ts';
import { Likely } from './likely.ts';

const root = path.join(import.meta.dirname, '../..');
/** Test files of the first runs; the rest comes in one. */
const batches = [2, 8, 30];

type Fate = 'killed' | 'hangs' | 'survived' | 'stillborn';

interface Result {
  room: string;
  /** File and line, and what became of them. */
  change: string;
  fate: Fate;
  /** The test that saw it; of a survivor how many files did not. */
  by: string;
  seconds: number;
}

const options = readArguments();
const shown: Result[] = [];
let isDone = false;
const cache = path.join(root, 'node_modules/.cache/haat');
const kept = keptAt(options.long);
const results = readResults(kept);
if (options.long) takeKilled();
const draw = new Draw(root, options.seed, options.room);
const checkout = await stopOnSignals(Promise.resolve(new Checkout(root, options)), (copy) =>
  copy.close().then(showSums),
);
// Work in the checkout meanwhile changes nothing of this.
const likely = new Likely(checkout.folder, options.long);
/** Files that were seen to pass without a mutant, or not to. */
const sound = new Map<string, boolean>();
try {
  for (let number = 1; number <= options.count; number++) await findFate(number);
} catch (error) {
  if ((error as Error).message !== 'stopped') throw error;
} finally {
  await checkout.close();
}
showSums();

function keptAt(long: boolean): string {
  return path.join(cache, `mutants-${options.seed}${long ? '-long' : ''}.json`);
}

function readResults(file: string): Record<string, Result> {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

/** What a commit's run kills, the long run kills too: only the survivors are tried. */
function takeKilled(): void {
  for (const [key, result] of Object.entries(readResults(keptAt(false))))
    if (result.fate !== 'survived') results[key] ??= result;
}

/** Once: a stopped run comes here twice. */
function showSums(): void {
  if (isDone) return;
  isDone = true;
  const survivors = shown.filter(({ fate }) => fate === 'survived').map(({ change }) => `  ${change}\n`);
  console.log(`\n${sums()}${survivors.length > 0 ? `\n\nSurvived:\n${survivors.join('')}` : ''}`);
}

/** Draws until a mutant lives. */
async function findFate(number: number): Promise<void> {
  for (;;) {
    const mutant = draw.draw(number, (key) => results[key]?.fate === 'stillborn');
    const key = draw.keyOf(mutant);
    const isAgain = options.again && number >= options.from && results[key]?.fate === 'survived';
    const isKnown = results[key] && !isAgain;
    if (!isKnown && number < options.from) return;
    const result = isKnown ? results[key]! : await tryOut(mutant);
    results[key] = result;
    fs.mkdirSync(cache, { recursive: true });
    fs.writeFileSync(kept, JSON.stringify(results, null, 1));
    if (!isKnown || number >= options.from)
      console.log(`${number}  ${result.change}\n    ${result.fate}: ${result.by} (${result.seconds} s)`);
    if (result.fate === 'stillborn') continue;
    shown.push(result);
    return;
  }
}

async function tryOut(mutant: Mutant): Promise<Result> {
  const { room, file, edit } = mutant;
  const before = draw.textOf(file);
  const started = performance.now();
  checkout.write(file, applyEdit(before, edit));
  let found: Pick<Result, 'fate' | 'by'>;
  try {
    found = await search(mutant);
  } finally {
    checkout.write(file, before);
  }
  const change = `${file}:${lineOf(before, edit)}: ${operators[edit.operator]}: ${describe(before, edit)}`;
  return { room, change, ...found, seconds: Math.round((performance.now() - started) / 1000) };
}

async function search({ room, file, edit }: Mutant): Promise<Pick<Result, 'fate' | 'by'>> {
  const before = draw.textOf(file);
  const end = performance.now() + options.minutes * 60_000;
  const waiting = likely.rank(room, file).slice(0, options.tests);
  const all = waiting.length;
  for (const size of [...batches, waiting.length]) {
    let batch = waiting.splice(0, size).filter((test) => sound.get(test) !== false);
    while (batch.length > 0) {
      const outcome = await checkout.test(batch, end - performance.now());
      if (outcome.passed) break;
      if (!outcome.built && !outcome.late) return { fate: 'stillborn', by: outcome.why };
      if (outcome.late || outcome.failedFiles.length === 0) return { fate: 'hangs', by: outcome.why };
      checkout.write(file, before);
      const by = await findSound(outcome);
      if (by) return { fate: 'killed', by: `${by}: ${outcome.why}` };
      checkout.write(file, applyEdit(before, edit));
      batch = batch.filter((test) => !outcome.failedFiles.includes(test));
    }
  }
  return { fate: 'survived', by: `${all} test files` };
}

/** The first of the failed files that passes without the mutant: what fails anyhow sees nothing. */
async function findSound({ failedFiles }: Outcome): Promise<string | undefined> {
  for (const test of failedFiles) {
    if (!sound.has(test)) {
      sound.set(test, (await checkout.test([test], options.minutes * 60_000)).passed);
      if (!sound.get(test)) console.log(`${test} fails without a mutant too, and is left out`);
    }
    if (sound.get(test)) return test;
  }
  return undefined;
}

function sums(): string {
  const rows = Object.keys(rooms).flatMap((room) => {
    const of = shown.filter((result) => result.room === room);
    return of.length > 0 ? [rowOf(room, of)] : [];
  });
  return table(['room', 'mutants', 'killed', 'survived', 'share killed'], [...rows, rowOf('all', shown)]);
}

function rowOf(room: string, of: Result[]): (string | number)[] {
  const survived = of.filter(({ fate }) => fate === 'survived').length;
  const share = of.length > 0 ? `${Math.round((100 * (of.length - survived)) / of.length)} %` : '-';
  return [room, of.length, of.length - survived, survived, share];
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      seed: text,
      count: text,
      room: text,
      from: text,
      tests: text,
      minutes: text,
      again: { type: 'boolean' },
      long: { type: 'boolean' },
    },
  });
  const number = (name: 'seed' | 'count' | 'from' | 'tests' | 'minutes', usual: number) =>
    Number(values[name] ?? usual);
  const given = {
    seed: number('seed', Number.NaN),
    count: number('count', 300),
    from: number('from', 1),
    tests: number('tests', 10_000),
    minutes: number('minutes', 15),
  };
  const { room, again = false, long = false } = values;
  const names = Object.keys(rooms);
  const isRoom = !room || names.some((name) => name === room || name.startsWith(`${room}/`));
  if (isRoom && Object.values(given).every((value) => Number.isInteger(value) && value >= 0))
    return { ...given, room, again, long };
  console.error(
    `npm run mutants -- --seed=N [--count=300] [--room=sql|${names.join('|')}] [--from=K] [--tests=N] [--minutes=15] [--again] [--long]`,
  );
  process.exit(1);
}
