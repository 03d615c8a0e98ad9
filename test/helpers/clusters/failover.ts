// The drill of a failover: by hand what Patroni or CloudNativePG do.
import type pg from 'pg';
import { goThrough, type House, type Opened, type Outcome, outcome, until } from './drill.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Rows that every write of the merchants adds to. */
const countWrites = `select (select count(*) from app.orders) + (select count(*) from app.order_timeline)
  + (select count(*) from app.stock_movements) + (select count(*) from app.payments) as count`;

/** What the old primary did when it came back. */
interface OldPrimary {
  /** Rows that were written to it. */
  rows: number;
  /** Connections of the service. */
  logins: number;
  /** Whether it acknowledges a write to a client that reaches it all the same. */
  acknowledges: boolean;
}

/** `writes`: how many are acknowledged before the primary dies, and again after each step that follows. */
export async function failOver(
  opened: Opened,
  house: House,
  writes: number,
): Promise<Outcome & { oldPrimary: OldPrimary }> {
  const { primary, standby, bouncer, load } = house;
  const promoted = opened.pool(standby);
  const withoutServiceMs = await goThrough(house, writes, async () => {
    await primary.kill();
    await promoted.query('select pg_promote()');
    await bouncer.pointAt(standby);
  });
  const oldPrimary = await startAgain(opened.pool(primary), primary, () => load.progress(writes));
  return { ...(await outcome(house, promoted, withoutServiceMs)), oldPrimary };
}

/** The old primary comes back as a primary: it knows nothing of the other. */
async function startAgain(old: pg.Pool, server: PostgresServer, others: () => Promise<void>): Promise<OldPrimary> {
  await server.start();
  const before = (await old.query(countWrites)).rows[0].count;
  await others();
  const after = (await old.query(countWrites)).rows[0].count;
  const { rows } = await old.query(`select count(*)::int as logins from pg_stat_activity where usename like 'haat%'`);
  return { rows: after - before, logins: rows[0].logins, acknowledges: await acknowledges(old, server) };
}

/** There is no standby that confirms a commit, so it waits. */
async function acknowledges(old: pg.Pool, server: PostgresServer): Promise<boolean> {
  let acknowledged = false;
  const write = old.query('update app.companies set name = name').then(
    () => {
      acknowledged = true;
    },
    () => {},
  );
  await Promise.race([write, until(old, `exists (select from pg_stat_activity where wait_event = 'SyncRep')`)]);
  await server.kill();
  await write;
  return acknowledged;
}
