// What the drills share: a primary with a synchronous standby, pgbouncer before them, the API and a worker behind that one
// address, and merchants at work.
import type pg from 'pg';
import { openPool } from '../../../db/connect/connection.ts';
import { migrate } from '../../../db/migrate/migrate.ts';
import { findBroken } from '../invariants.ts';
import { startService } from '../processes/service.ts';
import { Receiver } from '../servers/receiver.ts';
import { createShop, stockVariant } from '../shop.ts';
import { allowLoopback, createEndpoint } from '../webhooks.ts';
import { Pgbouncer, type PoolMode } from './pgbouncer.ts';
import { PostgresServer } from './postgres-server.ts';
import { type Findings, WriteLoad } from './write-load.ts';

const skus = Array.from({ length: 6 }, (_, n) => `SKU-${n}`);

/** What a drill has started, to be stopped in the opposite order. */
export class Opened {
  readonly #ends: (() => unknown)[] = [];

  teardown(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** As superuser. */
  pool(server: PostgresServer): pg.Pool {
    const pool = openPool(server.url('haat'), { max: 4 });
    this.teardown(() => pool.end());
    return pool;
  }

  async close(): Promise<void> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Resolves when merchants are at work. */
export async function openHouse(opened: Opened, mode: PoolMode) {
  const primary = PostgresServer.create();
  opened.teardown(() => primary.remove());
  const archive = primary.makeDirectory('archive');
  primary.configure({
    max_connections: '150',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  await primary.start();
  await migrate(primary.url('haat'), { includeCurrent: true });
  const admin = opened.pool(primary);
  await allowLoopback(admin);
  const shop = await createShop(admin);
  for (const sku of skus) await stockVariant(admin, shop, { sku, price: 350, quantity: 100_000 });
  const receiver = await new Receiver().listen();
  opened.teardown(() => receiver.close());
  await createEndpoint({ admin }, shop, receiver.url, ['order.created']);

  const standby = await addSynchronousStandby(opened, primary, admin);
  const bouncer = await Pgbouncer.start(primary, mode);
  opened.teardown(() => bouncer.remove());
  const environment = {
    DATABASE_URL: bouncer.url('haat_gateway'),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    POOL_SIZE: '8',
    IP_REQUESTS_PER_MINUTE: '1000000',
  };
  const [api] = await Promise.all([
    startService(opened, 'api', environment),
    startService(opened, 'worker', environment),
  ]);
  const load = new WriteLoad(() => api.url, shop, skus);
  opened.teardown(() => load.stop().catch(() => {}));
  return { primary, standby, archive, admin, shop, bouncer, receiver, load };
}

/** A standby that every commit of the primary waits for. */
async function addSynchronousStandby(opened: Opened, primary: PostgresServer, admin: pg.Pool): Promise<PostgresServer> {
  const standby = await primary.copy();
  opened.teardown(() => standby.remove());
  standby.configure({
    primary_conninfo: `host=${primary.directory} user=postgres application_name=standby`,
    archive_mode: 'off',
  });
  standby.signal('standby');
  await standby.start();
  await admin.query(`alter system set synchronous_standby_names = 'standby'`);
  await admin.query('select pg_reload_conf()');
  await until(admin, `exists (select from pg_stat_replication where sync_state = 'sync')`);
  return standby;
}

/** How long the service was away, and what became of the writes. */
export interface Outcome extends Findings {
  withoutServiceMs: number;
  /** Orders that the receiver of webhooks was not told of, though the workers have nothing left to do. */
  untold: number;
  /** What the audit finds. */
  broken: string[];
}

/** Lets the merchants work, then something fail and be mended, and the merchants work on. */
export async function goThrough({ load }: House, writes: number, failure: () => Promise<unknown>): Promise<number> {
  await load.progress(writes);
  load.longestPauseMs();
  await failure();
  await load.progress(writes);
  return load.longestPauseMs();
}

/** The merchants stop; `admin`: where the data is now. */
export async function outcome(house: House, admin: pg.Pool, withoutServiceMs: number): Promise<Outcome> {
  await house.load.stop();
  // A busy machine takes long over hundreds of deliveries.
  await until(
    admin,
    `not exists (select from app.webhook_deliveries where status not in ('delivered', 'failed'))`,
    [],
    120_000,
  );
  const { rows } = await admin.query<{ id: string }>('select id from app.orders');
  const told = new Set(house.receiver.got.map(({ event }) => event.data.object.id));
  const untold = rows.filter(({ id }) => !told.has(id)).length;
  return { withoutServiceMs, ...(await house.load.findings(admin)), untold, broken: await findBroken(admin) };
}

/** Waits until a condition holds on the server. */
export async function until(admin: pg.Pool, condition: string, values: unknown[] = [], limitMs = 60_000) {
  const limit = Date.now() + limitMs;
  for (;;) {
    const { rows } = await admin.query(`select (${condition}) as reached`, values);
    if (rows[0].reached) return;
    if (Date.now() > limit) throw new Error(`not reached: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
