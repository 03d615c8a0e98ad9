// npm run audit: runs the ledger's checks as haat_dba, who can write nothing, beside a running service or without one.
// Prints a line a damage, how long each check took and what none of them can see; --json prints one document instead.
// Ends with 0 when the books are sound, 1 when one is broken, 2 when nothing could be looked at, and 3 when there are remarks
// only. Work that was left undone (ledger.checks.finds) is a remark: it harms no book.
// The checks run one by one, and those that can be divided in parts, so that none of them holds an old snapshot for long.
// After each it rests four times as long as it worked, which leaves the server to others four fifths of the time;
// --rest=0 does not rest; --jobs=4 asks four at a time. With --incremental it verifies a share of the whole, 1 of AUDIT_NIGHTS,
// and what was made or touched since the audit before (internal.next_share); a check that the audit before found broken is asked
// whole, so that a damage stays in sight until it is mended. With --since-last-seal it looks only at orders and variants that
// changed since then, in one statement. Where there are several databases, each is audited: audit-cells.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { showProgress } from '../../server/process/progress.ts';
import { loadSettings, SettingsError } from '../../server/process/settings.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { type Database, openPool, urlAs, withClient } from '../connect/connection.ts';
import { explain } from '../connect/explain.ts';
import { findOlderDatabase } from '../migrate/version.ts';
import { NoDatabaseError, openExistingDatabase } from './existing.ts';
import { recordAudit } from './record-audit.ts';
import { table } from './table.ts';

/** More problems of one kind than this are counted, not listed. */
const listed = 100;

/** What a check has found, in its line. */
const wordsOf = { damage: 'BROKEN', leftovers: 'LEFT OVER' };

const columns = ['check_name', 'company', 'store', 'object', 'found', 'expected'] as const;
type Problem = Record<(typeof columns)[number], string | null>;
/** What is known of a damage beside itself (ledger.explain_damage). */
type Damage = Problem & { sound_at: Date | null; last_change: string | null; mend: string };
type Check = { name: string; invariant: string; parts: number; finds: 'damage' | 'leftovers'; has_shares: boolean };
/** What is verified: one share, or the whole; and what the audit before found broken, which is asked whole. */
type Extent = { share: number | null; shares: number; heads: unknown; broken: string[] };

const { sinceLastSeal, incremental, jobs, rest, asJson } = readFlags(process.argv.slice(2));
/** What people read while it works. */
const say = (text: string) => (asJson ? undefined : console.log(text));

const { cells } = read();
if (cells.length > 0) {
  const { auditCells } = await import('./audit-cells.ts');
  process.exit(await auditCells(cells, process.argv.slice(2), asJson));
}
const { database, close, nights } = await stopOnSignals(open(), ({ close }) => close()).catch(giveUp);
const start = performance.now();
const startedAt = new Date();
const progress = showProgress();
let damage: Damage[];
let leftovers: Problem[];
let blindSpots: string[];
let skusAlike: string[];
let openDatabases: string[];
let isMigrating: boolean;
let extent: Extent;
try {
  [damage, leftovers, blindSpots, skusAlike, openDatabases, isMigrating, extent] = await withClient(
    await urlAs(database, 'haat_dba'),
    async (client) => {
      const older = await findOlderDatabase(client);
      if (older) throw new NoDatabaseError(older);
      const { rows: checks } = await client.query<Check>(
        'select name, invariant, parts, finds, has_shares from ledger.checks order by name',
      );
      const extent = await readExtent(client);
      const problems = await (sinceLastSeal ? auditChanges(client) : audit(database, checks, extent));
      const finds = new Map(checks.map(({ name, finds }) => [name, finds]));
      const of = (kind: Check['finds']) => problems.filter(({ check_name }) => finds.get(check_name!) === kind);
      return [
        await explained(client, of('damage')),
        of('leftovers'),
        (await client.query('select what from ledger.blind_spots')).rows.map(({ what }) => what as string),
        sinceLastSeal ? [] : await readSkusAlike(client),
        await readOpenDatabases(client),
        (await client.query('select internal.is_migrating()')).rows[0].is_migrating,
        extent,
      ];
    },
  );
  // What changed since the last seal says nothing of the books.
  if (!sinceLastSeal) {
    const brokenChecks = [...new Set(damage.map(({ check_name }) => check_name!))];
    // Beside npm run migrate not all was compared: the next audit takes the same share.
    const heads = isMigrating ? null : extent.heads;
    await recordAudit(database, { startedAt, brokenChecks, ...extent, heads });
  }
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
  const share = extent.share && { number: extent.share, of: extent.shares };
  console.log(JSON.stringify({ ...found, share, migrating: isMigrating, seconds, blind_spots: blindSpots }, null, 2));
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
  const audited =
    extent.share && damage.length === 0
      ? `What changed and share ${extent.share} of ${extent.shares} of the books are sound.`
      : `The books are ${damage.length === 0 ? 'sound' : 'not sound'}.`;
  console.log(`\n${audited}${left}`);
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

interface Flags {
  sinceLastSeal: boolean;
  incremental: boolean;
  jobs: number;
  rest: number;
  asJson: boolean;
}

function readFlags(flags: string[]): Flags {
  const known = /^(--since-last-seal|--incremental|--whole|--json|--jobs=[1-9]\d?|--rest=\d+(\.\d+)?)$/;
  const unknown = flags.find((flag) => !known.test(flag));
  const extents = flags.filter((flag) => ['--since-last-seal', '--incremental', '--whole'].includes(flag));
  if (unknown !== undefined || new Set(extents).size > 1) {
    console.error(
      unknown === undefined
        ? `haat: npm run audit takes one of ${extents.join(' and ')}`
        : `haat: npm run audit does not know ${unknown}; it takes --whole, --incremental, --since-last-seal, --json, --jobs=<1 to 99> and --rest=<times the work>`,
    );
    process.exit(2);
  }
  const given = (name: string) => flags.findLast((flag) => flag.startsWith(name))?.slice(name.length);
  return {
    sinceLastSeal: flags.includes('--since-last-seal'),
    incremental: flags.includes('--incremental'),
    jobs: Number(given('--jobs=') ?? 1),
    rest: Number(given('--rest=') ?? 4),
    asJson: flags.includes('--json'),
  };
}

/** Read before the first check: what is written meanwhile is for the next audit. */
async function readExtent(client: pg.Client): Promise<Extent> {
  const { rows } = await client.query<Omit<Extent, 'shares'>>(
    `select case when $1 then internal.next_share($2) end as share, internal.audit_heads() as heads,
       coalesce((select r.broken_checks from internal.audit_runs r order by r.id desc limit 1), '{}') as broken`,
    [incremental, nights],
  );
  const extent = { ...rows[0]!, shares: nights };
  if (extent.share) say(`share ${extent.share} of ${nights}, and what changed since the audit before`);
  else if (incremental) say('the first audit of these books, which is whole');
  return extent;
}

function read() {
  try {
    return loadSettings(process.env);
  } catch (error) {
    return giveUp(error);
  }
}

async function open() {
  const settings = loadSettings(process.env);
  return { ...(await openExistingDatabase(settings)), nights: settings.auditNights };
}

/** Says why nothing could be looked at. */
function giveUp(error: unknown): never {
  const { message, stack } = error as Error;
  const composed = [NoDatabaseError, SettingsError, Error].some((kind) => (error as Error).constructor === kind);
  console.error(`haat: ${explain(error) ?? (composed ? message : stack)}`);
  process.exit(2);
}

async function audit(database: Database, checks: Check[], extent: Extent): Promise<Problem[]> {
  const pool = openPool(await urlAs(database, 'haat_dba'), { max: jobs });
  try {
    const results = checks.map((check) => ({ check, ...shareOf(check, extent), worked: 0, found: [] as Problem[] }));
    const parts = results.flatMap((result) =>
      Array.from({ length: result.parts }, (_, n) => ({ result, part: n + 1 })),
    );
    let next = 0;
    const work = async () => {
      for (let one = parts[next++]; one; one = parts[next++]) await auditPart(pool, one.result, one.part, checks);
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return results.flatMap(({ found }) => found.slice(0, listed));
  } finally {
    await pool.end();
  }
}

type Result = {
  check: Check;
  share: number | null;
  shares: number | null;
  parts: number;
  done: number;
  worked: number;
  found: Problem[];
};

/** Which share of a check is asked, and in how many statements. */
function shareOf({ name, parts, has_shares }: Check, { share, shares, broken }: Extent) {
  if (!share || broken.includes(name)) return { share: null, shares: null, parts, done: 0 };
  return { share, shares, parts: has_shares ? Math.ceil(parts / shares) : parts, done: 0 };
}

async function auditPart(pool: pg.Pool, result: Result, part: number, checks: Check[]): Promise<void> {
  const { check, share, shares, parts } = result;
  const label = parts > 1 ? `${check.name}, part ${part} of ${parts}` : check.name;
  progress.at(label, checks.indexOf(check), checks.length);
  const start = performance.now();
  const { rows } = await pool.query<Problem>(
    `select * from ledger.audit($1, part => $2, parts => $3, share => $4, shares => $5) limit ${listed + 1}`,
    [check.name, part, parts, share, shares],
  );
  result.found.push(...rows);
  result.worked += performance.now() - start;
  result.done++;
  if (result.done === parts) {
    const seconds = (result.worked / 1000).toFixed(2).padStart(7);
    const count = result.found.length > listed ? `over ${listed}` : result.found.length;
    const words = result.found.length === 0 ? 'sound' : `${count} ${wordsOf[check.finds]}`;
    progress.clear();
    const width = Math.max(...checks.map(({ name }) => name.length));
    say(`${check.name.padEnd(width)}  ${seconds} s  ${words.padEnd(10)}  ${check.invariant}`);
  }
  await sleep((performance.now() - start) * rest);
}

async function auditChanges(client: pg.Client): Promise<Problem[]> {
  client.on('notice', ({ message = '' }) => {
    // The last one names the blind spots, which are printed below.
    say(message.replace(/ They cannot see .*/s, ''));
  });
  return (await client.query<Problem>('select * from ledger.audit(since_last_seal => true)')).rows;
}
