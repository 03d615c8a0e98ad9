// The clock of the database is set forward and back under the feet of everything that is measured in time. What must hold
// is said kind by kind in test/helpers/clusters/clock-kinds.ts.
import path from 'node:path';
import { logins, openPool, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { type ClockHouse, type Direction, kinds } from '../helpers/clusters/clock-kinds.ts';
import { FakedClock, hasFaketime } from '../helpers/clusters/faked-clock.ts';
import { PostgresServer } from '../helpers/clusters/postgres-server.ts';
import { emptyRow, type Generator, inRounds } from '../helpers/faults.ts';
import { deliverUnderClockSteps } from '../helpers/processes/stepped-workers.ts';

const hour = 3600;

export const run: Generator = async (options) => {
  if (!hasFaketime) return { ...emptyRow(), remarks: 'left out: faketime is not installed' };
  const server = PostgresServer.create();
  const clock = new FakedClock(path.join(server.directory, 'clock'));
  const pools = new Map<string, ReturnType<typeof openPool>>();
  try {
    // Postgres looks for a deadlock by the clock of the day. Where that is set back meanwhile, the two would wait for hours.
    server.configure({ deadlock_timeout: '10ms' });
    await server.start(clock.environment);
    const url = server.url('haat');
    await migrate(url, { includeCurrent: true });
    const as = (role: string) => {
      const pool = pools.get(role) ?? openPool(logins.includes(role) ? withLogin(url, role) : url, { max: 4 });
      pools.set(role, pool);
      return pool;
    };
    const house: ClockHouse = { admin: as('postgres'), as };
    let base = 0;
    return await inRounds(options, async (random) => {
      // The first round goes as far as a summer time or a wrong time zone does, the others go anywhere up to there.
      const far = base === 0 ? 2 * hour : Math.ceil(random() * 2 * hour);
      const gaveWay = await goThrough(house, clock, base, far);
      // From here the clock is ahead of all it has shown, so the next round begins as the first one did.
      base += 6 * hour;
      clock.set(base);
      gaveWay.push(...(await findings(house)));
      const steps = [far, 0].map((seconds) => base + seconds);
      const found = await deliverUnderClockSteps(url, house.admin, clock, steps, random);
      base += 6 * hour;
      clock.set(base);
      return { ...found, operations: kinds.length * 3 + found.operations, gaveWay: [...gaveWay, ...found.gaveWay] };
    });
  } finally {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
    await server.remove();
  }
};

/** Forward, back, and back by less than a second, as a smeared leap second looks to two machines. */
async function goThrough(house: ClockHouse, clock: FakedClock, base: number, far: number): Promise<string[]> {
  const gaveWay: string[] = [];
  const steps: [Direction, number][] = [
    ['forward', base + far],
    ['back', base],
    ['smear', base - 0.5],
  ];
  for (const [direction, seconds] of steps) {
    const checks = [];
    for (const kind of kinds) checks.push({ kind, check: await kind.begin(house) });
    clock.set(seconds);
    for (const { kind, check } of checks)
      for (const what of await check(direction, far)) gaveWay.push(`${kind.name}, ${direction}: ${what}`);
  }
  return gaveWay;
}

/** What is wrong when the clock has overtaken all that it showed before: what is not sealed, and what the audit finds. */
async function findings({ admin, as }: ClockHouse): Promise<string[]> {
  for (let run = 0; run < 2; run++) await as('haat_worker').query('select internal.seal_history()');
  await as('haat_worker').query('select internal.seal_ledger()');
  const { rows: unsealed } = await admin.query(`
    select l.log, l.rows - coalesce(sum(s.row_count), 0) as open
    from (select 'order_timeline' as log, count(*) as rows from app.order_timeline
          union all select 'activity_log', count(*) from app.activity_log
          union all select 'events', count(*) from app.events) l
    left join internal.history_seals s on s.log = l.log
    group by l.log, l.rows having l.rows <> coalesce(sum(s.row_count), 0)`);
  const { rows: broken } = await as('haat_dba').query(`
    select check_name, object, found, expected from ledger.audit()
    where check_name not in ('check_jobs', 'check_schema')`);
  return [
    ...unsealed.map(({ log, open }) => `${open} rows of ${log} are never sealed`),
    ...broken.map((row) => `the audit: ${JSON.stringify(row)}`),
  ];
}
