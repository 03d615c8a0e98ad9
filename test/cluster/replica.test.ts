// A real streaming replica of a real primary, both made for this file.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type pg from 'pg';
import { openPool, withClient, withLogin, withOptions } from '../../db/connect/connection.ts';
import { type Cluster, openCluster } from '../../db/embedded/cluster.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { createKey, createShop, type TestKey, type TestShop } from '../helpers/shop.ts';
import { openMigratedAt } from '../template.ts';

const primaryDirectory = throwAwayDirectory(`haat-of-${process.pid}-`);
const standbyDirectory = throwAwayDirectory(`haat-of-${process.pid}-`);
let primary: Cluster;
let standby: Cluster;
let admin: pg.Pool;
let onStandby: pg.Pool;
const pools: pg.Pool[] = [];
const apis: TestApi[] = [];
let shop: TestShop;

test.before(async () => {
  primary = await openMigratedAt(primaryDirectory, 'durable');
  // As in test/run.ts: this test moves the clock.
  await withClient(primary.url('haat'), (client) =>
    client.query('grant set on parameter haat.clock_offset to haat_gateway'),
  );
  await primary.stop();
  fs.cpSync(path.join(primary.directory, 'data'), path.join(standbyDirectory, 'data'), { recursive: true });
  primary = await openCluster(primaryDirectory, 'durable');
  const data = path.join(standbyDirectory, 'data');
  fs.chmodSync(data, 0o700);
  const host = new URL(primary.url('haat')).searchParams.get('host');
  fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=${host} user=postgres'\n`);
  fs.writeFileSync(path.join(data, 'standby.signal'), '');
  const { uid, gid } = fs.statSync(path.join(primary.directory, 'data'));
  for (const name of [
    data,
    ...fs.readdirSync(data, { recursive: true }).map((name) => path.join(data, String(name))),
  ]) {
    fs.chownSync(name, uid, gid);
  }
  standby = await openCluster(standbyDirectory, 'durable');
  admin = openPool(primary.url('haat'));
  onStandby = openPool(standby.url('haat'));
  shop = await createShop(admin);
});
test.after.always(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await Promise.all([admin, onStandby, ...pools].map((pool) => pool?.end()));
  await standby?.stop();
  await primary?.stop();
  for (const directory of [primaryDirectory, standbyDirectory]) fs.rmSync(directory, { recursive: true, force: true });
});

/** The standby by a clock that is behind: what it has is not old, however long the test takes. */
const onTime = () => withOptions(withLogin(standby.url('haat'), 'haat_gateway'), ['haat.clock_offset=-1 hour']);

async function start(replicaUrl = onTime()): Promise<TestApi> {
  const pool = openPool(withLogin(primary.url('haat'), 'haat_gateway'));
  const replicaPool = openPool(replicaUrl, { connectionTimeoutMillis: 60_000 });
  pools.push(pool, replicaPool);
  const api = await startApi({ pool, replicaPool });
  apis.push(api);
  return api;
}

/** Resolves when the standby has everything that the primary has now. */
async function caughtUp(): Promise<void> {
  const { rows } = await admin.query('select pg_current_wal_lsn()::text as lsn');
  const behind = 'select pg_last_wal_replay_lsn() < $1::pg_lsn as behind';
  while ((await onStandby.query(behind, [rows[0].lsn])).rows[0].behind) await new Promise(setImmediate);
}

const rename = (name: string) =>
  admin.query('update app.stores set name = $1 where id = $2', [name, shop.stores[0].id]);
const nameSeen = async (api: TestApi, key: TestKey) =>
  (await api.request('GET', '/store', { key: key.key })).body.name as string;
const newKey = () => createKey(admin, shop.companyId, { storeId: shop.stores[0].id });

/** Stops the standby where it is, changes the store's name on the primary, and goes on. */
async function whileBehind(work: () => Promise<void>): Promise<void> {
  await rename('Before');
  await caughtUp();
  await onStandby.query('select pg_wal_replay_pause()');
  try {
    await rename('After');
    await work();
  } finally {
    await onStandby.query('select pg_wal_replay_resume()');
  }
}

test.serial('reads come from the replica, and are counted on the primary', async (t) => {
  const api = await start();
  const key = await newKey();
  await whileBehind(async () => {
    const { body, headers } = await api.request('GET', '/store', { key: key.key });
    t.is(body.name, 'Before');
    t.is(headers.get('x-ratelimit-remaining'), String(Number(headers.get('x-ratelimit-limit')) - 1));
    const { rows } = await admin.query('select used from gate.rate_windows where key_id = $1', [key.id]);
    t.deepEqual(rows, [{ used: 1 }]);
  });
});

test.serial('a key that wrote lately reads its own writes', async (t) => {
  const api = await start();
  const key = await newKey();
  await whileBehind(async () => {
    const created = await api.request('POST', '/brands', { key: key.key, body: { name: 'Tangail Weavers' } });
    t.is((await api.request('GET', `/brands/${created.body.id}`, { key: key.key })).status, 200);
    t.is(await nameSeen(api, key), 'After');
  });
});

test.serial('what the replica does not know yet, the primary answers: a new key, a new record', async (t) => {
  const api = await start();
  const writer = await newKey();
  const reader = await newKey();
  await whileBehind(async () => {
    t.is(await nameSeen(api, await newKey()), 'After');
    const created = await api.request('POST', '/brands', { key: writer.key, body: { name: 'Rajshahi Silk' } });
    t.is((await api.request('GET', `/brands/${created.body.id}`, { key: reader.key })).body.name, 'Rajshahi Silk');
  });
});

test.serial('a replica that has fallen behind answers nothing', async (t) => {
  const late = withOptions(withLogin(standby.url('haat'), 'haat_gateway'), ['haat.clock_offset=6 seconds']);
  const api = await start(late);
  await whileBehind(async () => {
    t.is(await nameSeen(api, await newKey()), 'After');
  });
});

test.serial('a replica that is away costs nothing but its speed', async (t) => {
  const api = await start('postgres://haat_gateway@localhost/haat?host=/nowhere');
  await rename('Alone');
  t.is(await nameSeen(api, await newKey()), 'Alone');
});

test.serial(
  '/metrics says that a replica follows and how far it is behind; a primary in its place does not follow',
  async (t) => {
    const text = async (api: TestApi) => (await api.request('GET', '//metrics')).text;
    const behind = await start();
    await whileBehind(async () => {
      const shown = await text(behind);
      t.regex(shown, /^haat_replica_up 1$/m);
      const { rows } = await onStandby.query(
        'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds',
      );
      const [, lag] = /^haat_replica_lag_seconds ([\d.e-]+)$/m.exec(shown)!;
      t.true(Number(lag) > 0 && Number(lag) <= rows[0].seconds);
    });
    const promoted = await text(await start(withLogin(primary.url('haat'), 'haat_gateway')));
    t.regex(promoted, /^haat_replica_up 0$/m);
    t.notRegex(promoted, /^haat_replica_lag_seconds /m);
  },
);

test.serial('refusals are those of the primary', async (t) => {
  const api = await start();
  t.is((await api.request('GET', '/store', { key: `service_sk_${'x'.repeat(40)}` })).status, 401);
  const none = await createKey(admin, shop.companyId, { scopes: [] });
  t.is((await api.request('GET', '/products', { key: none.key })).status, 403);
});

test.serial('reports and lists work on the replica too', async (t) => {
  const api = await start();
  const key = await newKey();
  await caughtUp();
  for (const target of [
    '/reports/sales-summary?period=last_7_days',
    '/orders',
    '/products?search=x',
    '/customers?search=x',
    '/me',
  ]) {
    t.is((await api.request('GET', target, { key: key.key })).status, 200, target);
  }
  const report = await api.request('GET', '/reports/top-products?period=this_month', { key: key.key });
  t.is(report.headers.get('age'), '0');
  const { rows } = await admin.query('select from app.report_cache');
  t.is(rows.length, 0, 'the report was made by the replica');
});
