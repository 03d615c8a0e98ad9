// npm run haat -- listen, as an integrator types it: a service, a receiver on the own computer, and Ctrl-C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { environment } from '../helpers/processes/environment.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { Receiver } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { emit } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let api: TestApi;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

test('what happens is posted here, signed as webhooks are, whatever the receiver answers, until Ctrl-C', async (t) => {
  const receiver = await new Receiver((_, response, nth) => {
    response.writeHead(nth === 1 ? 500 : 204).end();
  }).listen();
  t.teardown(() => receiver.close());
  const to = receiver.url;

  await emit(db, shop, { type: 'order.created', object: { number: 'long ago' } });
  await db.admin.query(
    `alter table app.events disable trigger all; update app.events set created_at = created_at - interval '1 hour'`,
  );
  await db.admin.query('alter table app.events enable trigger all');
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, '../../db/cli/haat.ts'),
      ...['listen', '--url', api.url, '--to', to, '--types', 'order.created,order.updated', '--json'],
    ],
    { env: { ...environment, HAAT_KEY: shop.storeKey.key }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => JSON.parse((await lines.next()).value ?? 'null');
  const started = await line();
  t.deepEqual([started.listening, started.to], [api.url, to]);

  const first = await emit(db, shop, { type: 'order.created', object: { number: 'ORD-১' } });
  t.like(await line(), { event: first, type: 'order.created', status: 500 });
  await emit(db, shop, { type: 'brand.created' });
  const second = await emit(db, shop, { previous: { status: 'pending' } });
  t.like(await line(), { event: second, type: 'order.updated', status: 204 });
  t.is(receiver.count, 2);
  for (const [index, { headers, body }] of receiver.got.entries()) {
    const verified = new Webhook(started.secret).verify(body, headers);
    const answer = await api.request('GET', `/events/${[first, second][index]!}`, { key: shop.storeKey.key });
    t.deepEqual(verified, answer.body);
    t.is(headers['x-service-event'], answer.body.type);
    t.is(headers['x-service-api-version'], answer.body.api_version);
  }

  // The receiver is restarted, as happens while one writes it.
  await receiver.close();
  const third = await emit(db, shop);
  const failed = await line();
  t.like(failed, { event: third, status: null });
  // Or of the connection that was open, where this process was quicker than the news of its end.
  t.regex(failed.error, /ECONNREFUSED|ECONNRESET|SOCKET|closed/);

  child.kill('SIGINT');
  t.deepEqual(await line(), { posted: 3 });
  const [code] = await ended;
  t.is(code, 0);
});

test('a key that is not good, and what cannot be meant, is said at once', async (t) => {
  const listen = (...args: string[]) => runHaatHere(['listen', '--url', api.url, ...args], {});
  const refused = await listen('--to', 'http://127.0.0.1:9/', '--key', `service_sk_${'x'.repeat(40)}`);
  t.deepEqual([refused.code, refused.out], [1, '']);
  t.regex(refused.err, /^haat: UNAUTHORIZED: /);
  t.regex((await listen('--to', 'http://127.0.0.1:9/')).err, /--key: is required, or HAAT_KEY in the environment/);
  t.regex((await listen('--to', 'localhost:3000', '--key', 'k')).err, /--to: must be an address/);
});
