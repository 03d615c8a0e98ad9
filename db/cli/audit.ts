// npm run audit: runs the ledger's checks as haat_dba, who can write nothing, beside a running service or without one.
// Prints what is broken, how long each check took and what none of them can see, and ends with 1 when anything is broken. The checks run one by one, so that none of them holds an old
// snapshot for longer than it needs.
import type pg from 'pg';
import { loadSettings } from '../../server/process/settings.ts';
import { urlAs, withClient } from '../connection.ts';
import { showProgress } from '../progress.ts';
import { stopOnSignals } from '../signals.ts';
import { NoDatabaseError, openExistingDatabase } from './existing.ts';
import { recordAudit } from './record-audit.ts';
import { table } from './table.ts';

/** More problems of one kind than this are counted, not listed. */
const listed = 100;

const columns = ['check_name', 'company', 'store', 'object', 'found', 'expected'] as const;
type Problem = Record<(typeof columns)[number], string | null>;

const { database, close } = await stopOnSignals(openExistingDatabase(loadSettings(process.env)), ({ close }) =>
  close(),
).catch((error) => {
  if (!(error instanceof NoDatabaseError)) throw error;
  console.error(`haat: ${error.message}`);
  process.exit(1);
});
const start = performance.now();
const startedAt = new Date();
const progress = showProgress();
let problems: Problem[];
let blindSpots: string[];
try {
  [problems, blindSpots] = await withClient(await urlAs(database, 'haat_dba'), async (client) => [
    await audit(client),
    (await client.query('select what from ledger.blind_spots')).rows.map(({ what }) => what as string),
  ]);
  await recordAudit(database, startedAt, [...new Set(problems.map(({ check_name }) => check_name!))]);
} finally {
  progress.end();
  await close();
}
if (problems.length > 0) console.log(`\n${table(columns, problems)}`);
console.log(
  `\nIn ${((performance.now() - start) / 1000).toFixed(1)} s. What no check can see:\n- ${blindSpots.join('\n- ')}`,
);
console.log(problems.length === 0 ? '\nThe books are sound.' : '\nThe books are not sound.');
process.exitCode = problems.length === 0 ? 0 : 1;

async function audit(client: pg.Client): Promise<Problem[]> {
  const { rows: checks } = await client.query<{ name: string; invariant: string }>(
    'select name, invariant from ledger.checks order by name',
  );
  const width = Math.max(...checks.map(({ name }) => name.length));
  const problems: Problem[] = [];
  for (const [index, { name, invariant }] of checks.entries()) {
    const start = performance.now();
    progress.at(name, index, checks.length);
    const { rows } = await client.query<Problem>(`select * from ledger.audit($1) limit ${listed + 1}`, [name]);
    const seconds = ((performance.now() - start) / 1000).toFixed(2).padStart(7);
    const result = rows.length === 0 ? 'sound' : `${rows.length > listed ? `over ${listed}` : rows.length} BROKEN`;
    progress.clear();
    console.log(`${name.padEnd(width)}  ${seconds} s  ${result.padEnd(10)}  ${invariant}`);
    problems.push(...rows.slice(0, listed));
  }
  return problems;
}
