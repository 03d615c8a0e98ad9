// Connections to Postgres that are lost without an error. test/faults/network.test.ts does the same to whole processes.
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Network, startNetwork } from '../helpers/servers/network.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('ends connections');
});
test.after.always(() => db?.drop());

/** Silent for longer than a busy machine keeps an answer waiting. */
const patience = { intervalMs: 20, idleMs: 200, silentMs: 600, connectMs: 60_000 };

async function open(t: ExecutionContext, options: object = {}): Promise<{ network: Network; pool: pg.Pool }> {
  const network = await startNetwork(db.url);
  const pool = openPool(network.through(withLogin(db.url, 'haat_gateway')), { patience, ...options });
  t.teardown(async () => {
    await pool.end();
    await network.stop();
  });
  return { network, pool };
}

test('a query on a lost connection fails, and the next one has a new connection', async (t) => {
  const { network, pool } = await open(t, { max: 1 });
  await pool.query('select 1');
  network.loseConnections();
  await t.throwsAsync(pool.query('select 2'), { code: 'ETIMEDOUT' });
  t.is((await pool.query('select 3 as n')).rows[0].n, 3);
  t.is(pool.totalCount, 1);
});

test('an idle connection is found lost without any query', async (t) => {
  const { network, pool } = await open(t, { idleTimeoutMillis: 0 });
  await pool.query('select 1');
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  network.loseConnections();
  await removed;
  t.is(pool.totalCount, 0);
});

test('a connection that listens is found lost, and its owner is told', async (t) => {
  const { network, pool } = await open(t);
  const client = await pool.connect();
  await client.query('listen changes');
  const failed = once(client, 'error');
  network.loseConnections();
  const [error] = await failed;
  t.is(error.code, 'ETIMEDOUT');
  client.release();
  t.is(pool.totalCount, 0);
});

test('a slow query is not a lost one: it runs to its end', async (t) => {
  const { network, pool } = await open(t, { max: 1 });
  const slow = await pool.query('select pg_sleep(1.5), 4 as n');
  t.is(slow.rows[0].n, 4);
  // It was asked for, so the test is of something.
  t.true(network.count() > 1);
});

test('while nothing passes, queries fail in time; they succeed when something does', async (t) => {
  const short = { ...patience, connectMs: 2_000 };
  const { network, pool } = await open(t, { max: 2, connectionTimeoutMillis: 1_000, patience: short });
  // On a busy machine a new connection may take longer than this pool waits.
  const ask = (): Promise<pg.QueryResult> => pool.query('select 5 as n').catch(ask);
  await Promise.all([ask(), ask()]);
  network.cut();
  for (let round = 0; round < 3; round++) {
    await t.throwsAsync(Promise.all([pool.query('select 1'), pool.query('select 1')]));
  }
  network.repair();
  t.is((await ask()).rows[0].n, 5);
});

test('a query that timed out on our side takes its connection with it', async (t) => {
  const { pool } = await open(t, { max: 1, query_timeout: 100, patience: { intervalMs: 60_000 } });
  const client = await pool.connect();
  await t.throwsAsync(client.query('select pg_sleep(30)'), { message: 'Query read timeout' });
  client.release();
  t.is(pool.totalCount, 0);
  t.is((await pool.query('select 6 as n')).rows[0].n, 6);
});
