// npm run audit: runs the ledger's checks as haat_dba, who can write nothing, beside a running service or without one.
// Prints a line a damage, how long each check took and what none of them can see; --json prints one document instead.
// Ends with 0 when the books are sound, 1 when one is broken, 2 when nothing could be looked at, and 3 when there are remarks
// only. Work that was left undone (ledger.checks.finds) is a remark: it harms no book.
// The checks run one by one, and those that can be divided in parts, so that none of them holds an old snapshot for long.
// After each it rests four times as long as it worked, which leaves the server to others four fifths of the time;
// --rest=0 does not rest. With --since-last-seal it looks only at orders and variants that changed since then, in
// one statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { showProgress } from '../../server/process/progress.ts';
import { loadSettings, SettingsError } from '../../server/process/settings.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { urlAs, withClient } from '../connect/connection.ts';
import { explain } from '../connect/explain.ts';
import { findOlderDatabase } from '../migrate/version.ts';
import { NoDatabaseError, openExistingDatabase } from './existing.ts';
import { recordAudit } from './record-audit.ts';
import { table } from './table.ts';

/** More problems of one kind than this are counted, not listed. */
const listed = 100;

/** What a check has found, in its line. */
const words = { damage: 'BROKEN', leftovers: 'LEFT OVER' };

const columns = ['check_name', 'company', 'store', 'object', 'found', 'expected'] as const;
type Problem = Record<(typeof columns)[number], string | null>;
/** What is known of a damage beside itself (ledger.explain_damage). */
type Damage = Problem & { sound_at: Date | null; last_change: string | null; mend: string };
type Check = { name: string; invariant: string; parts: number; finds: 'damage' | 'leftovers' };

const { sinceLastSeal, rest, asJson } = readFlags(process.argv.slice(2));
/** What people read while it works. */
const say = (text: string) => (asJson ? undefined : console.log(text));

const { database, close } = await stopOnSignals(open(), ({ close }) => close()).catch(giveUp);
const start = performance.now();
const startedAt = new Date();
const progress = showProgress();
let damage: Damage[];
let leftovers: Problem[];
let blindSpots: string[];
let skusAlike: string[];
let openDatabases: string[];
let isMigrating: boolean;
try {
  [damage, leftovers, blindSpots, skusAlike, openDatabases, isMigrating] = await withClient(
    await urlAs(database, 'haat_dba'),
    async (client) => {
      const older = await findOlderDatabase(client);
      if (older) throw new NoDatabaseError(older);
      const { rows: checks } = await client.query<Check>(
        'select name, invariant, parts, finds from ledger.checks order by name',
      );
      const problems = await (sinceLastSeal ? auditChanges(client) : audit(client, checks));
      const finds = new Map(checks.map(({ name, finds }) => [name, finds]));
      const of = (kind: Check['finds']) => problems.filter(({ check_name }) => finds.get(check_name!) === kind);
      return [
        await explained(client, of('damage')),
        of('leftovers'),
        (await client.query('select what from ledger.blind_spots')).rows.map(({ what }) => what as string),
        sinceLastSeal ? [] : await readSkusAlike(client),
        await readOpenDatabases(client),
        (await client.query('select internal.is_migrating()')).rows[0].is_migrating,
      ];
    },
  );
  // Only a whole audit says that the books are sound.
  if (!sinceLastSeal) await recordAudit(database, startedAt, [...new Set(damage.map(({ check_name }) => check_name!))]);
} catch (error) {
  progress.end();
  await close();
  giveUp(error);
}
progress.end();
await close();
const remarks = leftovers.length + skusAlike.length + openDatabases.length;
const seconds = (performance.now() - start) / 1000;
if (asJson) {
  const state = damage.length > 0 ? 'broken' : remarks > 0 ? 'remarks' : 'sound';
  const found = { state, damage, leftovers, skus_alike: skusAlike, open_databases: openDatabases };
  console.log(JSON.stringify({ ...found, migrating: isMigrating, seconds, blind_spots: blindSpots }, null, 2));
} else tell();
process.exitCode = damage.length > 0 ? 1 : remarks > 0 ? 3 : 0;

function tell(): void {
  if (damage.length > 0) console.log(`\n${damage.map(lineOf).join('\n')}`);
  if (leftovers.length > 0) console.log(`\nLeft over, which is no damage:\n${table(columns, leftovers)}`);
  console.log(`\nIn ${seconds.toFixed(1)} s. What no check can see:\n- ${blindSpots.join('\n- ')}`);
  if (skusAlike.length > 0) {
    console.log(
      `\nA remark, no damage: these SKUs of one store differ only in letter case or form (ledger.skus_alike).\n- ${skusAlike.join('\n- ')}`,
    );
  }
  if (openDatabases.length > 0) {
    console.log(
      `\nA remark, no damage: every login may enter other databases of this server too, and hinder there.\n- ${openDatabases.join('\n- ')}`,
    );
  }
  if (isMigrating)
    console.log(
      '\nnpm run migrate is at work: the schema, and records of tables that it changes, were not compared. Audit again.',
    );
  const left =
    leftovers.length === 0 ? '' : ` ${leftovers.length} left over: see db/README.md, "Are the books right?".`;
  console.log(`\nThe books are ${damage.length === 0 ? 'sound' : 'not sound'}.${left}`);
}

/** What, where, since when, by whom, and what to do. */
function lineOf({ check_name, company, store, object, found, expected, sound_at, last_change, mend }: Damage): string {
  const place = [company, store].filter(Boolean).join('/');
  return [
    `${check_name}: ${object}${place && ` (${place})`}: ${found}; expected: ${expected}`,
    sound_at ? `sound at ${sound_at.toISOString()}` : 'no audit found it sound',
    last_change && `last change: ${last_change}`,
    `mend: ${mend}`,
  ]
    .filter(Boolean)
    .join('. ')
    .replaceAll('\n', ' ');
}

async function explained(client: pg.Client, problems: Problem[]): Promise<Damage[]> {
  const { rows } = await client.query(
    `select e.* from jsonb_array_elements($1) with ordinality as p (problem, n)
     cross join lateral ledger.explain_damage(p.problem ->> 'check_name', p.problem ->> 'object') e order by n`,
    [JSON.stringify(problems)],
  );
  return problems.map((problem, n) => ({ ...problem, ...rows[n] }));
}

/** SKUs from before such SKUs were refused. */
async function readSkusAlike(client: pg.Client): Promise<string[]> {
  const sql = `select store_id, array_to_string(skus, ', ') as skus from ledger.skus_alike limit ${listed}`;
  return (await client.query(sql)).rows.map(({ store_id, skus }) => `store ${store_id}: ${skus}`);
}

/** Their owner or a superuser closes them. */
async function readOpenDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select object, remedy from internal.find_other_databases()');
  return rows.map(({ object, remedy }) => `${object}: ${remedy}`);
}

function readFlags(flags: string[]): { sinceLastSeal: boolean; rest: number; asJson: boolean } {
  const unknown = flags.find((flag) => !/^(--since-last-seal|--json|--rest=\d+(\.\d+)?)$/.test(flag));
  if (unknown !== undefined) {
    console.error(
      `haat: npm run audit does not know ${unknown}; it takes --since-last-seal, --json and --rest=<times the work>`,
    );
    process.exit(2);
  }
  const given = flags.findLast((flag) => flag.startsWith('--rest='))?.slice('--rest='.length);
  return {
    sinceLastSeal: flags.includes('--since-last-seal'),
    rest: Number(given ?? 4),
    asJson: flags.includes('--json'),
  };
}

async function open() {
  return await openExistingDatabase(loadSettings(process.env));
}

/** Says why nothing could be looked at. */
function giveUp(error: unknown): never {
  const { message, stack } = error as Error;
  const composed = [NoDatabaseError, SettingsError, Error].some((kind) => (error as Error).constructor === kind);
  console.error(`haat: ${explain(error) ?? (composed ? message : stack)}`);
  process.exit(2);
}

async function audit(client: pg.Client, checks: Check[]): Promise<Problem[]> {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const problems: Problem[] = [];
  for (const [index, { name, invariant, parts, finds }] of checks.entries()) {
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
    const count = found.length > listed ? `over ${listed}` : found.length;
    const result = found.length === 0 ? 'sound' : `${count} ${words[finds]}`;
    progress.clear();
    say(`${name.padEnd(width)}  ${seconds} s  ${result.padEnd(10)}  ${invariant}`);
    problems.push(...found.slice(0, listed));
  }
  return problems;
}

async function auditChanges(client: pg.Client): Promise<Problem[]> {
  client.on('notice', ({ message = '' }) => {
    // The last one names the blind spots, which are printed below.
    say(message.replace(/ They cannot see .*/s, ''));
  });
  return (await client.query<Problem>('select * from ledger.audit(since_last_seal => true)')).rows;
}
