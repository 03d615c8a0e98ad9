import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, developer, emit } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  await allowLoopback(db.admin);
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
});
test.after.always(() => db?.drop());

const url = 'https://hooks.example.com/haat?shop=1';
const statusOf = async (endpointId: string) =>
  (
    await db.admin.query('select status from app.webhook_deliveries where endpoint_id = $1 order by created_at', [
      endpointId,
    ])
  ).rows.map((row) => row.status);

test.serial('without developer.manage nothing of webhooks can be done', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, url);
  const calls: [string, object][] = [
    ['create_webhook_endpoint', { store_id: shop.stores[0].id, url }],
    ['update_webhook_endpoint', { endpoint_id, status: 'disabled' }],
    ['rotate_webhook_secret', { endpoint_id }],
    ['send_webhook_ping', { endpoint_id }],
    ['redeliver_webhook', { delivery_id: endpoint_id }],
    ['recover_webhooks', { endpoint_id, since: new Date() }],
  ];
  for (const [name, args] of calls) {
    await t.throwsAsync(
      callStaff(db, shop, name, args as Record<string, unknown>, ['orders.manage']),
      { code: 'HT014' },
      name,
    );
  }
});

test.serial("another company's store, endpoint and delivery are not found", async (t) => {
  const { endpoint_id } = await createEndpoint(db, rival, url);
  await emit(db, rival);
  const { rows } = await db.admin.query('select id from app.webhook_deliveries where endpoint_id = $1', [endpoint_id]);
  const calls: [string, object][] = [
    ['create_webhook_endpoint', { store_id: rival.stores[0].id, url }],
    ['update_webhook_endpoint', { endpoint_id, status: 'disabled' }],
    ['rotate_webhook_secret', { endpoint_id }],
    ['send_webhook_ping', { endpoint_id }],
    ['redeliver_webhook', { delivery_id: rows[0].id }],
    ['recover_webhooks', { endpoint_id, since: new Date(0) }],
  ];
  for (const [name, args] of calls) {
    await t.throwsAsync(callStaff(db, shop, name, args as Record<string, unknown>), { code: 'HT100' }, name);
  }
  t.deepEqual(await statusOf(endpoint_id), ['pending']);
});

test.serial('only the owner and the gatekeeper read a secret; workers get it with what they send', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, url);
  for (const role of ['haat_staff', 'haat_dba', 'haat_worker', 'haat_api', 'haat_gateway']) {
    for (const column of ['secret', 'previous_secret']) {
      await t.throwsAsync(db.as(role).query(`select ${column} from app.webhook_endpoints`), { code: '42501' }, role);
    }
  }
  await emit(db, shop);
  const { rows } = await db
    .as('haat_worker')
    .query(`select * from internal.claim_deliveries($1, 'worker', 10)`, [endpoint_id]);
  t.is(rows[0].secrets.length, 1);
  for (const role of ['haat_staff', 'haat_dba', 'haat_api', 'haat_gateway']) {
    await t.throwsAsync(db.as(role).query(`select * from internal.claim_deliveries($1, 'worker', 10)`, [endpoint_id]), {
      code: '42501',
    });
  }
});

test.serial(
  'an endpoint is made with its secret, pinned to the version of the day, and shown without the secret',
  async (t) => {
    const made = await callStaff(db, shop, 'create_webhook_endpoint', {
      store_id: shop.stores[0].id,
      url,
      event_types: ['order.created', 'order.cancelled'],
      description: 'The warehouse',
    });
    t.regex(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await callStaff(db, shop, 'update_webhook_endpoint', {
      endpoint_id: made.webhook_endpoint.id,
      description: '',
    });
    t.like(shown, {
      id: made.webhook_endpoint.id,
      url,
      event_types: ['order.created', 'order.cancelled'],
      description: null,
      api_version: '2026-08',
      status: 'active',
    });
    t.is(shown.secret, null);
    t.is(made.webhook_endpoint.secret, null);
    const { rows } = await db.admin.query(
      'select action, actor_name, after from internal.readable_activity_log where object_id = $1 order by created_at',
      [made.webhook_endpoint.id],
    );
    t.deepEqual(
      rows.map((row) => row.action),
      ['webhook_endpoint.created', 'webhook_endpoint.updated'],
    );
    t.is(rows[0].actor_name, developer.name);
    t.false(JSON.stringify(rows).includes(made.secret));
  },
);

test.serial('a URL must be https, or plain http to what OUTBOUND_ALLOW names', async (t) => {
  const wrong = [
    'ftp://example.com',
    'example.com',
    'https://',
    'https://user:pass@example.com/',
    'https://example.com/a b',
    'https://example.com/#here',
    'https://example.com:0/',
    'https://example.com:70000/',
    'http://example.com/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'https://exam\nple.com',
    'http://127.0.0.1@example.com/',
  ];
  for (const one of wrong) {
    await t.throwsAsync(createEndpoint(db, shop, one), { code: 'HT008' }, one);
  }
  for (const one of [
    url,
    'https://example.com',
    'https://10.0.0.1:8443/x',
    'https://[2606:4700::1]/',
    'http://127.0.0.1:8080/x',
  ]) {
    await t.notThrowsAsync(createEndpoint(db, shop, one), one);
  }
  await db.admin.query(
    `update internal.deployment set outbound_allow = '[{"host": "hooks.internal", "port": 8080}, {"range": "::1/128"}]'`,
  );
  await t.notThrowsAsync(createEndpoint(db, shop, 'http://HOOKS.internal:8080/'));
  await t.notThrowsAsync(createEndpoint(db, shop, 'http://[::1]/'));
  await t.throwsAsync(createEndpoint(db, shop, 'http://hooks.internal/'), { code: 'HT008' });
  await allowLoopback(db.admin);
});

test.serial('a subscription names known types, or everything', async (t) => {
  for (const types of [[], ['order.exploded'], ['*', 'order.created'], [null]]) {
    await t.throwsAsync(createEndpoint(db, shop, url, types as string[]), { code: 'HT008' }, String(types));
  }
  await t.notThrowsAsync(createEndpoint(db, shop, url, ['order.created', 'video.rejected', 'service.ping']));
});

test.serial(
  'an endpoint that staff switch off holds its events; switched on again it gets what is recovered since a moment',
  async (t) => {
    const { endpoint_id } = await createEndpoint(db, shop, url);
    await emit(db, shop);
    await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, status: 'disabled' });
    await emit(db, shop);
    t.deepEqual(await statusOf(endpoint_id), ['held'], 'what waited is held; what comes later is only missed');
    const { rows } = await db.admin.query('select max(created_at) as last from app.events where store_id = $1', [
      shop.stores[0].id,
    ]);
    await t.throwsAsync(callStaff(db, shop, 'recover_webhooks', { endpoint_id, since: new Date(0) }), {
      code: 'HT101',
    });
    await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, status: 'active' });
    t.is(await callStaff(db, shop, 'recover_webhooks', { endpoint_id, since: rows[0].last }), 1);
    t.deepEqual(await statusOf(endpoint_id), ['held', 'pending']);
    t.is(await callStaff(db, shop, 'recover_webhooks', { endpoint_id, since: new Date(0) }), 1);
    t.deepEqual(await statusOf(endpoint_id), ['pending', 'pending']);
  },
);

test.serial('a second rotation within the day ends the secret before the last', async (t) => {
  const { endpoint_id, secret } = await createEndpoint(db, shop, url);
  const second = await callStaff(db, shop, 'rotate_webhook_secret', { endpoint_id });
  const third = await callStaff(db, shop, 'rotate_webhook_secret', { endpoint_id });
  await emit(db, shop);
  const { rows } = await db
    .as('haat_worker')
    .query(`select secrets from internal.claim_deliveries($1, 'worker', 10)`, [endpoint_id]);
  t.deepEqual(rows[0].secrets, [third.secret, second.secret]);
  t.false(rows[0].secrets.includes(secret));
});

test.serial('a ping goes to its own endpoint only', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, url, ['order.created']);
  const { endpoint_id: other } = await createEndpoint(db, shop, url, ['*']);
  await callStaff(db, shop, 'send_webhook_ping', { endpoint_id });
  t.deepEqual(await statusOf(endpoint_id), ['pending']);
  t.deepEqual(await statusOf(other), []);
});
