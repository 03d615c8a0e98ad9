// Webhook endpoints that a key made for itself: what they are sent hangs on the key, until the last of its rotations is gone.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { parseOutboundAllow } from '../../server/process/address-ranges.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { Receiver, verify } from '../helpers/servers/receiver.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, emit, until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let running: Awaited<ReturnType<typeof workers>>;
let receiver: Receiver;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  running = await workers(db);
  api = await startApi({ pool: db.as('haat_gateway'), outboundAllow: parseOutboundAllow('127.0.0.0/8') });
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  receiver = await new Receiver().listen();
});
test.afterEach.always(() => receiver?.close());
test.after.always(async () => {
  await running?.stop();
  await api?.stop();
  await db?.drop();
});

const caller = (key: string) => (method: string, path: string, body?: object) =>
  api.request(method, path, { key, idempotencyKey: randomUUID(), ...(body && { body }) });

/** The next attempt of what waits is now. */
async function retryNow(endpointId: string): Promise<void> {
  await until(db, `not exists (select from app.webhook_deliveries where status = 'sending')`);
  await db.admin.query(
    `update app.webhook_deliveries set next_attempt_at = now() where endpoint_id = $1 and status = 'pending'`,
    [endpointId],
  );
  await db.admin.query(
    `select internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[$1::uuid]))`,
    [endpointId],
  );
}

const endpointOf = async (id: string) =>
  (await db.admin.query('select status, disabled_reason from app.webhook_endpoints where id = $1', [id])).rows[0];

test.serial('an integrator without staff makes an endpoint, is told, rotates, tests and removes it', async (t) => {
  const call = caller(shop.storeKey.key);
  const made = await call('POST', '/webhook-endpoints', { url: receiver.url, event_types: ['brand.created'] });
  t.is(made.status, 201, made.text);
  const { id, secret } = made.body;
  const brand = await call('POST', '/brands', { name: 'Aarong' });
  await receiver.has(1);
  const [first] = receiver.got;
  t.notThrows(() => verify(secret, first!));
  t.is(first!.event.type, 'brand.created');
  t.is(first!.event.data.object.id, brand.body.id);

  const rotated = (await call('POST', `/webhook-endpoints/${id}/rotate-secret`)).body.secret;
  const ping = await call('POST', `/webhook-endpoints/${id}/test`);
  t.like(ping.body, { endpoint_id: id, event_type: 'service.ping' });
  await receiver.has(2);
  const [, second] = receiver.got;
  t.notThrows(() => verify(secret, second!), 'the one before signs for a day');
  t.notThrows(() => verify(rotated, second!));
  t.is(second!.headers['webhook-id'], ping.body.event_id);

  await until(
    db,
    `select count(*) = 2 from app.webhook_deliveries where endpoint_id = '${id}' and status = 'delivered'`,
  );
  const { data } = (await call('GET', `/webhook-endpoints/${id}/deliveries`)).body;
  t.deepEqual(
    data.map((one: Record<string, { response_status: number }>) => [one.event_type, one.last_attempt!.response_status]),
    [
      ['service.ping', 200],
      ['brand.created', 200],
    ],
  );
  t.is((await call('DELETE', `/webhook-endpoints/${id}`)).status, 200);
  await call('POST', '/brands', { name: 'Dorji' });
  t.is(receiver.count, 2);
  const { rows } = await db.admin.query(
    'select count(*)::int as n from app.webhook_deliveries where endpoint_id = $1',
    [id],
  );
  t.is(rows[0].n, 2);
});

test.serial(
  'a rotated key keeps its endpoints; when the last of them is revoked they are off, and staff see why',
  async (t) => {
    const { id } = (await caller(shop.storeKey.key)('POST', '/webhook-endpoints', { url: receiver.url })).body;
    const heir = await callStaff(db, shop, 'rotate_api_key', { id: shop.storeKey.id });
    await callStaff(db, shop, 'revoke_api_key', { id: shop.storeKey.id });
    t.is((await endpointOf(id)).status, 'active');
    await emit(db, shop);
    await receiver.has(1);
    await callStaff(db, shop, 'revoke_api_key', { id: heir.api_key.id });
    t.deepEqual(await endpointOf(id), { status: 'disabled', disabled_reason: 'key_gone' });
    await emit(db, shop);
    t.is(await callStaff(db, shop, 'count_missed_events', { endpoint_id: id }), 0);
    const { rows } = await db.admin.query(
      `select actor_name, after from internal.readable_activity_log where object_id = $1 and action = 'webhook_endpoint.disabled'`,
      [id],
    );
    t.is(rows.length, 1);
    t.like(rows[0], { actor_name: 'Dev Elahi', after: { status: 'disabled', disabled_reason: 'key_gone' } });
    await t.throwsAsync(callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id: id, status: 'active' }), {
      message: /revoked or expired/,
    });
    t.is(receiver.count, 1);
  },
);

test.serial('a key is revoked also while its endpoint is being removed', async (t) => {
  const { id } = (await caller(shop.storeKey.key)('POST', '/webhook-endpoints', { url: receiver.url })).body;
  const client = await db.admin.connect();
  await client.query('begin');
  await client.query('select gate.enter($1, $2)', [shop.storeKey.hash, 'removes']);
  await client.query('select api.delete_webhook_endpoint($1)', [{ id }]);
  const revoked = callStaff(db, shop, 'revoke_api_key', { id: shop.storeKey.id });
  await until(
    db,
    `exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`,
  );
  await client.query('commit');
  client.release();
  t.truthy((await revoked).revoked_at);
  t.deepEqual(await endpointOf(id), { status: 'disabled', disabled_reason: 'removed' });
});

test.serial(
  'what is due when its key expires is held, and the timer disables the endpoint as the system',
  async (t) => {
    const { id } = (await caller(shop.storeKey.key)('POST', '/webhook-endpoints', { url: receiver.url })).body;
    receiver.behaviour = (_, response) => response.writeHead(503).end();
    await emit(db, shop);
    await receiver.has(1);
    await db.admin.query(`update app.api_keys set expires_at = now() where id = $1`, [shop.storeKey.id]);
    await retryNow(id);
    await until(db, `select status = 'held' from app.webhook_deliveries where endpoint_id = '${id}'`);
    t.is((await endpointOf(id)).status, 'active');
    const timer = () => db.as('haat_worker').query('select internal.disable_keyless_endpoints() as n');
    t.is((await timer()).rows[0].n, 1);
    t.is((await timer()).rows[0].n, 0);
    t.deepEqual(await endpointOf(id), { status: 'disabled', disabled_reason: 'key_gone' });
    const { rows } = await db.admin.query(
      `select actor_type from internal.readable_activity_log where object_id = $1 and action = 'webhook_endpoint.disabled'`,
      [id],
    );
    t.deepEqual(rows, [{ actor_type: 'system' }]);
    t.is(receiver.count, 1);
  },
);

test.serial('scopes that a key has lost meanwhile count when a delivery is sent', async (t) => {
  const scopes = ['webhooks:write', 'orders:read', 'customers:read'];
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes });
  const { id } = (await caller(key.key)('POST', '/webhook-endpoints', { url: receiver.url })).body;
  let fails = true;
  receiver.behaviour = (_, response) => response.writeHead(fails ? 503 : 200).end();
  const customer = await emit(db, shop, { type: 'customer.updated' });
  await receiver.has(1);
  fails = false;
  await db.admin.query(`update app.api_keys set scopes = '{webhooks:write,orders:read}' where id = $1`, [key.id]);
  const order = await emit(db, shop);
  await receiver.has(2);
  await retryNow(id);
  await until(
    db,
    `select array_agg(status order by event_id) = '{failed,delivered}' from app.webhook_deliveries where endpoint_id = '${id}'`,
  );
  t.deepEqual(
    receiver.got.map(({ event }) => event.id),
    [customer, order],
  );
  const { rows } = await db.admin.query(
    'select outcome, error from app.webhook_attempts where endpoint_id = $1 and outcome not in ($2, $3)',
    [id, 'delivered', 'rejected'],
  );
  t.deepEqual(rows, [{ outcome: 'refused', error: 'the key that the endpoint belongs to may not read this event' }]);
  await caller(key.key)('PATCH', `/webhook-endpoints/${id}`, { status: 'disabled' });
  for (const type of ['customer.updated', 'order.updated', 'order.created', 'service.ping'])
    await emit(db, shop, { type });
  t.is(await callStaff(db, shop, 'count_missed_events', { endpoint_id: id }), 2);
  await caller(key.key)('DELETE', `/webhook-endpoints/${id}`);
});
