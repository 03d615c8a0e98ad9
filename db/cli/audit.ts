// npm run audit: runs the ledger's checks as haat_dba, who can write nothing, beside a running service or without one.
// Prints what is broken, how long each check took and what none of them can see, and ends with 1 when anything is broken.
// The checks run one by one, and those that can be divided in parts, so that none of them holds an old snapshot for long.
// After each it rests four times as long as it worked, which leaves the server to others four fifths of the time;
// --rest=0 does not rest. With --since-last-seal it looks only at orders and variants that changed since then, in
// one statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { loadSettings, SettingsError } from '../../server/process/settings.ts';
import { urlAs, withClient } from '../connection.ts';
import { explain } from '../explain.ts';
import { showProgress } from '../progress.ts';
import { stopOnSignals } from '../signals.ts';
import { findOlderDatabase } from '../version.ts';
import { NoDatabaseError, openExistingDatabase } from './existing.ts';
import { recordAudit } from './record-audit.ts';
import { table } from './table.ts';

/** More problems of one kind than this are counted, not listed. */
const listed = 100;

const columns = ['check_name', 'company', 'store', 'object', 'found', 'expected'] as const;
type Problem = Record<(typeof columns)[number], string | null>;

const { sinceLastSeal, rest } = readFlags(process.argv.slice(2));

const { database, close } = await stopOnSignals(open(), ({ close }) => close()).catch(giveUp);
const start = performance.now();
const startedAt = new Date();
const progress = showProgress();
let problems: Problem[];
let blindSpots: string[];
try {
  [problems, blindSpots] = await withClient(await urlAs(database, 'haat_dba'), async (client) => {
    const older = await findOlderDatabase(client);
    if (older) throw new NoDatabaseError(older);
    return [
      await (sinceLastSeal ? auditChanges(client) : audit(client)),
      (await client.query('select what from ledger.blind_spots')).rows.map(({ what }) => what as string),
    ];
  });
  // Only a whole audit says that the books are sound.
  if (!sinceLastSeal)
    await recordAudit(database, startedAt, [...new Set(problems.map(({ check_name }) => check_name!))]);
} catch (error) {
  progress.end();
  await close();
  giveUp(error);
}
progress.end();
await close();
if (problems.length > 0) console.log(`\n${table(columns, problems)}`);
console.log(
  `\nIn ${((performance.now() - start) / 1000).toFixed(1)} s. What no check can see:\n- ${blindSpots.join('\n- ')}`,
);
console.log(problems.length === 0 ? '\nThe books are sound.' : '\nThe books are not sound.');
process.exitCode = problems.length === 0 ? 0 : 1;

function readFlags(flags: string[]): { sinceLastSeal: boolean; rest: number } {
  const unknown = flags.find((flag) => !/^(--since-last-seal|--rest=\d+(\.\d+)?)$/.test(flag));
  if (unknown !== undefined) {
    console.error(
      `haat: npm run audit does not know ${unknown}; it takes --since-last-seal and --rest=<times the work>`,
    );
    process.exit(1);
  }
  const given = flags.findLast((flag) => flag.startsWith('--rest='))?.slice('--rest='.length);
  return { sinceLastSeal: flags.includes('--since-last-seal'), rest: Number(given ?? 4) };
}

async function open() {
  return await openExistingDatabase(loadSettings(process.env));
}

/** Says why nothing could be looked at. */
function giveUp(error: unknown): never {
  const { message, stack } = error as Error;
  const composed = [NoDatabaseError, SettingsError, Error].some((kind) => (error as Error).constructor === kind);
  console.error(`haat: ${explain(error) ?? (composed ? message : stack)}`);
  process.exit(1);
}

async function audit(client: pg.Client): Promise<Problem[]> {
  const { rows: checks } = await client.query<{ name: string; invariant: string; parts: number }>(
    'select name, invariant, parts from ledger.checks order by name',
  );
  const width = Math.max(...checks.map(({ name }) => name.length));
  const problems: Problem[] = [];
  for (const [index, { name, invariant, parts }] of checks.entries()) {
    let worked = 0;
    const found: Problem[] = [];
    for (let part = 1; part <= parts; part++) {
      progress.at(parts > 1 ? `${name}, part ${part} of ${parts}` : name, index, checks.length);
      const start = performance.now();
      const { rows } = await client.query<Problem>(
        `select * from ledger.audit($1, part => $2, parts => $3) limit ${listed + 1}`,
        [name, part, parts],
      );
      found.push(...rows);
      worked += performance.now() - start;
      await sleep((performance.now() - start) * rest);
    }
    const seconds = (worked / 1000).toFixed(2).padStart(7);
    const result = found.length === 0 ? 'sound' : `${found.length > listed ? `over ${listed}` : found.length} BROKEN`;
    progress.clear();
    console.log(`${name.padEnd(width)}  ${seconds} s  ${result.padEnd(10)}  ${invariant}`);
    problems.push(...found.slice(0, listed));
  }
  return problems;
}

async function auditChanges(client: pg.Client): Promise<Problem[]> {
  client.on('notice', ({ message = '' }) => {
    // The last one names the blind spots, which are printed below.
    console.log(message.replace(/ They cannot see .*/s, ''));
  });
  return (await client.query<Problem>('select * from ledger.audit(since_last_seal => true)')).rows;
}
