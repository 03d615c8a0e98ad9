// The network between the processes and Postgres fails without a word, or Postgres itself stops: what clients are told
// meanwhile, and that everything works again by itself, the workers too.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { readServer } from '../../db/embedded/server.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { freshDatabase } from '../helpers/database.ts';
import { type Service, startService } from '../helpers/processes/service.ts';
import { startNetwork } from '../helpers/servers/network.ts';
import { Receiver } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { signInAs } from '../helpers/staff.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

/** Full service is back this long after the network or Postgres is: a few seconds, and many on a busy machine. */
const recoveryMs = 60_000;
/** No call waits longer for its answer: less than 10 seconds, with room for a busy machine. */
const answerMs = 30_000;

type Answer = { status: number; retryAfter: string | null; text: string };

function client(service: Service, shop: TestShop, token?: string) {
  const call = async (method: string, place: string, key?: string, body?: object): Promise<Answer> => {
    const response = await fetch(service.url + place, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const order = { customer: { phone: '01712345678', full_name: 'Karim' }, items: [{ sku: 'RICE', quantity: 1 }] };
  return {
    health: () => call('GET', '/healthz'),
    /** A call of every door, and whether the process is ready. */
    doors: {
      ready: () => call('GET', '/readyz'),
      read: () => call('GET', '/ext/v1/products', shop.storeKey.key),
      write: () => call('POST', '/ext/v1/orders', shop.storeKey.key, order),
      ...(token && {
        staff: () => call('POST', '/admin/graphql', token, { query: '{ orders(first: 1) { nodes { id } } }' }),
      }),
    },
  };
}

const ask = async (doors: Record<string, () => Promise<Answer>>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(doors).map(async ([door, call]) => [door, await call()] as const)),
  );

const isFine = (answers: Record<string, Answer>) => Object.values(answers).every(({ status }) => status < 300);

/**
 * Asks all doors until all are fine, as a process that has just started is not always; on the way there is nothing but 503.
 * Gives the rounds it took.
 */
async function recovers(t: ExecutionContext, doors: Parameters<typeof ask>[0]): Promise<number> {
  const deadline = Date.now() + recoveryMs;
  for (let round = 1; ; round++) {
    const answers = await ask(doors);
    if (isFine(answers)) return round;
    for (const [door, { status, retryAfter, text }] of Object.entries(answers)) {
      if (status >= 300) t.deepEqual({ door, status, retryAfter }, { door, status: 503, retryAfter: '2' }, text);
    }
    if (Date.now() > deadline) throw new Error(`no full service after ${recoveryMs} ms: ${JSON.stringify(answers)}`);
    await sleep(100);
  }
}

test('every connection is lost, then the network is cut for a while: 503 meanwhile, and all is well afterwards', async (t) => {
  t.timeout(180_000);
  const db = await freshDatabase('ends connections');
  t.teardown(() => db.drop());
  await allowLoopback(db.admin);
  const shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
  const token = await signInAs(db, shop.companyId, 'owner');
  const receiver = await new Receiver().listen();
  t.teardown(() => receiver.close());
  await createEndpoint(db, shop, receiver.url, ['order.created']);
  const network = await startNetwork(db.url);
  t.teardown(() => network.stop());
  const env = {
    DATABASE_URL: network.through(withLogin(db.url, 'haat_gateway')),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  };
  const [api, worker] = await Promise.all([startService(t, 'api', env), startService(t, 'worker', env)]);
  const { doors, health } = client(api, shop, token);
  await recovers(t, doors);
  const placed = async () => (await db.admin.query('select count(*)::int as n from app.orders')).rows[0].n;
  await receiver.has(await placed());

  network.loseConnections();
  const roundsAfterLoss = await recovers(t, doors);
  // What the worker did not hear of while it was deaf, it finds by looking.
  await receiver.has(await placed(), recoveryMs);

  network.cut();
  for (let round = 0; round < 2; round++) {
    for (const [door, { status, retryAfter }] of Object.entries(await ask(doors))) {
      t.deepEqual({ door, status, retryAfter }, { door, status: 503, retryAfter: '2' });
    }
    t.is((await health()).status, 200);
  }
  network.repair();
  const roundsAfterCut = await recovers(t, doors);
  await receiver.has(await placed(), recoveryMs);
  t.log({ roundsAfterLoss, roundsAfterCut, orders: await placed(), delivered: receiver.got.length });
  t.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
});

test('Postgres is stopped for a while: 503 with Retry-After meanwhile, and all is well when it goes on', async (t) => {
  t.timeout(180_000);
  const cluster = await openThrowAwayCluster();
  t.teardown(() => cluster.stop());
  const url = cluster.url('haat');
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const shop = await createShop(admin);
  await stockVariant(admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
  await admin.end();
  const api = await startService(t, 'api', { DATABASE_URL: withLogin(url, 'haat_gateway'), LOG_LEVEL: 'error' });
  const { doors, health } = client(api, shop);
  await recovers(t, doors);

  const { pid } = readServer(path.join(cluster.directory, 'data'))!;
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child!] : []));
  const signal = (name: NodeJS.Signals) => {
    for (const process_ of [pid, ...children]) {
      try {
        process.kill(process_, name);
      } catch {
        // It has ended since.
      }
    }
  };
  signal('SIGSTOP');
  try {
    for (let round = 0; round < 2; round++) {
      for (const [door, { status, retryAfter }] of Object.entries(await ask(doors))) {
        t.deepEqual({ door, status, retryAfter }, { door, status: 503, retryAfter: '2' });
      }
      t.is((await health()).status, 200);
    }
  } finally {
    signal('SIGCONT');
  }
  t.log({ rounds: await recovers(t, doors) });
  t.is(await api.stop(), 0);
});
