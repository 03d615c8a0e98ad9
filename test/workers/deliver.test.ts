import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answer, Receiver, verify } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, emit, until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let running: Awaited<ReturnType<typeof workers>>;
const receivers: Receiver[] = [];

const receiver = async (...args: ConstructorParameters<typeof Receiver>) => {
  const one = await new Receiver(...args).listen();
  receivers.push(one);
  return one;
};

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  running = await workers(db);
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
});
test.after.always(async () => {
  await running?.stop();
  for (const one of receivers) one.close();
  await db?.drop();
});

const attemptsOf = async (endpointId: string) =>
  (
    await db.admin.query('select * from app.webhook_attempts where endpoint_id = $1 order by created_at, attempt', [
      endpointId,
    ])
  ).rows;

test.serial('an event reaches its endpoint, signed so that the published verifier agrees', async (t) => {
  const hooks = await receiver(answer(200, {}, 'thanks'));
  const { endpoint_id, secret } = await createEndpoint(db, shop, hooks.url);
  const eventId = await emit(db, shop, {
    type: 'order.updated',
    object: { id: 'x', note: 'চাল "5 kg"' },
    previous: { status: 'pending' },
  });
  await hooks.has(1);

  const [got] = hooks.got;
  t.notThrows(() => verify(secret, got!));
  t.throws(() => verify(secret, { ...got!, body: got!.body.replace('5 kg', '6 kg') }));
  t.is(got!.headers['webhook-id'], eventId);
  t.is(got!.headers['x-service-event'], 'order.updated');
  t.is(got!.headers['x-service-api-version'], '2026-08');
  t.is(got!.headers['content-type'], 'application/json');
  t.regex(got!.headers['user-agent']!, /^Haat-Webhooks/);
  t.deepEqual(Object.keys(got!.event), [
    'id',
    'type',
    'api_version',
    'created_at',
    'company_id',
    'store_id',
    'test',
    'sequence',
    'request_id',
    'data',
    'previous',
  ]);
  t.is(got!.event.id, eventId);
  t.is(got!.event.store_id, shop.stores[0].id);
  t.deepEqual(got!.event.data, { object: { id: 'x', note: 'চাল "5 kg"' } });
  t.deepEqual(got!.event.previous, { status: 'pending' });

  await until(db, `select status = 'delivered' from app.webhook_deliveries where endpoint_id = $1`, [endpoint_id]);
  const [attempt] = await attemptsOf(endpoint_id);
  t.like(attempt, {
    attempt: 1,
    outcome: 'delivered',
    response_status: 200,
    response_body: 'thanks',
    error: null,
    next_attempt_at: null,
  });
});

test.serial("an event's object is the document that REST shows", async (t) => {
  const hooks = await receiver();
  await createEndpoint(db, shop, hooks.url, ['product.created']);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'RICE-5', quantity: 0 });
  await hooks.has(1);
  const gateway = db.as('haat_gateway');
  const { rows } = await gateway.query('call gate.call($1, $2, $3, $4, $5, 1, null, null, null, null, null)', [
    shop.companyKey.hash,
    'get_product',
    JSON.stringify({ id: productId }),
    [],
    'read',
  ]);
  t.deepEqual(hooks.got[0]!.event.data.object, JSON.parse(rows[0].result));
});

test.serial(
  'only the endpoints of the store that want the type hear of it, and only after the change is kept',
  async (t) => {
    const [wanting, others, elsewhere] = [await receiver(), await receiver(), await receiver()];
    await createEndpoint(db, shop, wanting.url, ['order.updated', 'order.created']);
    await createEndpoint(db, shop, others.url, ['product.updated']);
    await createEndpoint(db, shop, elsewhere.url, ['*'], shop.stores[1].id);
    await t.throwsAsync(emit(db, shop, { type: 'not a type' }));
    await emit(db, shop);
    await emit(db, shop, { type: 'product.created' });
    await wanting.has(1);
    await until(db, `select not exists (select from app.webhook_deliveries where status in ('pending', 'sending'))`);
    t.is(wanting.got.length, 1);
    t.is(others.got.length + elsewhere.got.length, 0);
  },
);

test.serial('a failed delivery is logged and comes again with the same id and the same bytes', async (t) => {
  const hooks = await receiver((_, response, nth) =>
    response.writeHead(nth === 1 ? 500 : 204).end(nth === 1 ? 'x'.repeat(20_000) : ''),
  );
  const { endpoint_id, secret } = await createEndpoint(db, shop, hooks.url);
  await emit(db, shop, { previous: { due_amount: '10.00' } });
  await hooks.has(2);
  t.is(hooks.got[0]!.body, hooks.got[1]!.body);
  t.is(hooks.got[0]!.headers['webhook-id'], hooks.got[1]!.headers['webhook-id']);
  t.notThrows(() => verify(secret, hooks.got[1]!));
  await until(db, `select status = 'delivered' from app.webhook_deliveries where endpoint_id = $1`, [endpoint_id]);
  const [first, second] = await attemptsOf(endpoint_id);
  t.like(first, { attempt: 1, outcome: 'rejected', response_status: 500 });
  t.is(first.response_body.length, 10_240);
  const wait = first.next_attempt_at - first.created_at;
  t.true(wait >= 4_000 && wait <= 6_000, `${wait} ms`);
  t.like(second, { attempt: 2, outcome: 'delivered', response_status: 204 });
});

test.serial('a redirect is a failure and is not followed', async (t) => {
  const target = await receiver();
  const hooks = await receiver(answer(302, { location: target.url }));
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url);
  await emit(db, shop);
  await hooks.has(1);
  await until(db, 'select count(*) = 1 from app.webhook_attempts where endpoint_id = $1', [endpoint_id]);
  t.is((await attemptsOf(endpoint_id))[0].outcome, 'rejected');
  t.is(target.got.length, 0);
});

test.serial('a private address is refused at the time of sending, and nothing is sent', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://localhost:9/');
  const { endpoint_id: metadata } = await createEndpoint(db, shop, 'https://169.254.169.254/latest/meta-data');
  await emit(db, shop);
  await until(db, 'select count(*) = 2 from app.webhook_attempts where endpoint_id = any ($1)', [
    [endpoint_id, metadata],
  ]);
  const [attempt] = await attemptsOf(metadata);
  t.like(attempt, { outcome: 'refused', response_status: null });
  t.regex(attempt.error, /private or reserved/);
  t.regex((await attemptsOf(endpoint_id))[0].outcome, /refused|unreachable/);
});

test.serial('410 switches the endpoint off at once; what it misses then is recovered', async (t) => {
  const hooks = await receiver(answer(410));
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url);
  await emit(db, shop);
  await until(db, `select status = 'disabled' and disabled_reason = 'gone' from app.webhook_endpoints where id = $1`, [
    endpoint_id,
  ]);
  await emit(db, shop);
  const { rows } = await db.admin.query('select status from app.webhook_deliveries where endpoint_id = $1', [
    endpoint_id,
  ]);
  t.deepEqual(rows, [{ status: 'held' }]);

  await t.throwsAsync(callStaff(db, shop, 'send_webhook_ping', { endpoint_id }), { code: 'HT101' });
  hooks.behaviour = answer(200);
  await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, status: 'active' });
  t.is(await callStaff(db, shop, 'recover_webhooks', { endpoint_id, since: new Date(0) }), 2);
  await until(db, `select bool_and(status = 'delivered') from app.webhook_deliveries where endpoint_id = $1`, [
    endpoint_id,
  ]);
  t.is(hooks.got.length, 3);
});

test.serial('after a rotation both secrets verify; a ping shows it', async (t) => {
  const hooks = await receiver();
  const { endpoint_id, secret } = await createEndpoint(db, shop, hooks.url);
  const { secret: fresh } = await callStaff(db, shop, 'rotate_webhook_secret', { endpoint_id });
  t.regex(fresh, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.not(fresh, secret);
  const ping = await callStaff(db, shop, 'send_webhook_ping', { endpoint_id });
  await hooks.has(1);
  t.like(ping, { endpoint_id, status: 'pending', attempts: 0 });
  t.is(hooks.got[0]!.event.type, 'service.ping');
  t.is(hooks.got[0]!.headers['webhook-signature']!.split(' ').length, 2);
  t.notThrows(() => verify(secret, hooks.got[0]!));
  t.notThrows(() => verify(fresh, hooks.got[0]!));

  // A day later only the new one signs.
  await db.admin.query(`update app.webhook_endpoints set previous_secret_expires_at = internal.now() where id = $1`, [
    endpoint_id,
  ]);
  await callStaff(db, shop, 'send_webhook_ping', { endpoint_id });
  await hooks.has(2);
  t.throws(() => verify(secret, hooks.got[1]!));
  t.notThrows(() => verify(fresh, hooks.got[1]!));
});

test.serial('a delivery can be sent again by hand', async (t) => {
  const hooks = await receiver();
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url);
  await emit(db, shop);
  await until(db, `select status = 'delivered' from app.webhook_deliveries where endpoint_id = $1`, [endpoint_id]);
  const { rows } = await db.admin.query('select id from app.webhook_deliveries where endpoint_id = $1', [endpoint_id]);
  await callStaff(db, shop, 'redeliver_webhook', { delivery_id: rows[0].id });
  await hooks.has(2);
  t.is(hooks.got[0]!.body, hooks.got[1]!.body);
  await until(db, `select status = 'delivered' and attempts = 2 from app.webhook_deliveries where id = $1`, [
    rows[0].id,
  ]);
});

test.serial('what is being sent when no more can be claimed is recorded all the same', async (t) => {
  const answers = Promise.withResolvers<void>();
  const hooks = await receiver((_, response) => void answers.promise.then(() => response.writeHead(200).end()));
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url);
  await emit(db, shop);
  await hooks.has(1);
  // As if another worker had encrypted the secret with a key that this one lacks.
  const stored = `enc1:00000000:${'A'.repeat(80)}`;
  const { rows } = await db.admin.query('select secret from app.webhook_endpoints where id = $1', [endpoint_id]);
  const store = (secret: string) =>
    db.admin.query('update app.webhook_endpoints set secret = $2 where id = $1', [endpoint_id, secret]);
  await store(stored);
  await emit(db, shop);
  const counted = (status: string) =>
    `select count(*) = 1 from app.webhook_deliveries where endpoint_id = $1 and status = '${status}'`;
  // The job of the second event has told the first one to look again, which fails.
  await until(db, 'select count(*) = 1 from graphile_worker.jobs where locked_at is not null');
  answers.resolve();
  await until(db, `select count(*) > 0 from graphile_worker.jobs where last_error ~ 'waits: its secret'`);
  await until(db, counted('delivered'), [endpoint_id]);
  await until(db, counted('pending'), [endpoint_id]);
  t.is(hooks.got.length, 1);
  await store(rows[0].secret);
});
