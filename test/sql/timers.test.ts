// Every timer is a function that a person may run by hand, at any time and twice. The clock is moved.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { asCompany, createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, emit } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

/** Runs a timer as the workers do, so many hours from now. */
async function run(name: string, hours = 0): Promise<unknown> {
  const client = await db.as('haat_worker').connect();
  try {
    await client.query(`select set_config('haat.clock_offset', $1, false)`, [`${hours} h`]);
    const { rows } = await client.query(`select to_json(r) as done from internal.${name}() r`);
    return rows[0]?.done;
  } finally {
    await client.query('reset haat.clock_offset');
    client.release();
  }
}

const count = async (table: string, where = 'true') =>
  (await db.admin.query(`select count(*)::int as count from ${table} where ${where}`)).rows[0].count;

test.serial('timers are for workers only', async (t) => {
  const names = [
    'cancel_unpaid_orders',
    'disable_failing_endpoints',
    'disable_keyless_endpoints',
    'clean_up_rate_windows',
    'clean_up_idempotency_keys',
    'clean_up_webhooks',
    'clean_up_sessions',
  ];
  for (const role of ['haat_gateway', 'haat_api', 'haat_staff', 'haat_staff_gateway', 'haat_dba']) {
    for (const name of names)
      await t.throwsAsync(db.as(role).query(`select internal.${name}()`), { code: '42501' }, `${role} ${name}`);
  }
  for (const name of names) await t.notThrowsAsync(run(name), name);
});

test.serial('stored answers go after 48 hours, not before', async (t) => {
  await db.admin.query(
    `insert into app.idempotency_keys (company_id, lineage_id, key, operation, request_hash, created_at) values ($1, uuidv4(), 'k', 'create_order', '\\x00', internal.now())`,
    [shop.companyId],
  );
  await run('clean_up_idempotency_keys', 47);
  t.is(await count('app.idempotency_keys'), 1);
  t.is(await run('clean_up_idempotency_keys', 49), 1);
  t.is(await run('clean_up_idempotency_keys', 49), 0);
  t.is(await count('app.idempotency_keys'), 0);
});

test.serial('a rate window goes an hour after its minute', async (t) => {
  const gateway = db.as('haat_gateway');
  await gateway.query(`select gate.admit_only($1, '{}', 'read', 1)`, [shop.storeKey.hash]);
  t.is(await run('clean_up_rate_windows'), 0);
  t.is(await run('clean_up_rate_windows', 2), 1);
  t.is(await run('clean_up_rate_windows', 2), 0);
});

test.serial('a session goes a week after its end', async (t) => {
  const staffId = await insert(db.admin, 'staff', {
    company_id: shop.companyId,
    email: 'a@example.com',
    full_name: 'A',
  });
  for (const [token, revoked] of [
    ['a', null],
    ['b', new Date()],
  ] as const) {
    await db.admin.query(
      `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, revoked_at, created_at) values ($1, $2, sha256($3), now() + interval '12 h', $4, now())`,
      [shop.companyId, staffId, token, revoked],
    );
  }
  t.is(await run('clean_up_sessions', 7 * 24 - 1), 0);
  t.is(await run('clean_up_sessions', 7 * 24 + 1), 1, 'the revoked one');
  t.is(await run('clean_up_sessions', 8 * 24), 1);
});

test.serial(
  'deliveries, their log and their events go after 30 days, held ones too; what is still due stays',
  async (t) => {
    const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/');
    const { endpoint_id: off } = await createEndpoint(db, shop, 'https://hooks.example.com/', ['order.updated']);
    await emit(db, shop);
    await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id: off, status: 'disabled' });
    const worker = db.as('haat_worker');
    const { rows } = await worker.query('select * from internal.claim_deliveries($1, $2, 10)', [endpoint_id, 'worker']);
    await worker.query('select internal.record_attempts($1, $2, $3)', [
      endpoint_id,
      'worker',
      JSON.stringify([{ delivery_id: rows[0].delivery_id, attempt: 1, outcome: 'delivered', duration_ms: 1 }]),
    ]);
    await emit(db, shop, { type: 'order.created' });
    const left = async () => [
      await count('app.webhook_attempts', `endpoint_id = '${endpoint_id}'`),
      await count('app.webhook_deliveries', `store_id = '${shop.stores[0].id}'`),
      await count('app.events', `store_id = '${shop.stores[0].id}'`),
    ];
    t.deepEqual(await left(), [1, 3, 2]);
    await run('clean_up_webhooks', 30 * 24 - 1);
    t.deepEqual(await left(), [1, 3, 2]);
    await run('clean_up_webhooks', 30 * 24 + 1);
    t.deepEqual(await left(), [0, 1, 1], 'the pending delivery and its event');
    t.is(await run('clean_up_webhooks', 30 * 24 + 1), 0);
  },
);

test.serial('an event stays until its id is 30 days old as well, since the seals go by the id', async (t) => {
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query(`select set_config('haat.clock_offset', '-20 days', true)`);
    await client.query(`select internal.emit_event($1, 'brand.updated', uuidv7(), '{}')`, [shop.stores[0].id]);
  });
  const left = () => count('app.events', `store_id = '${shop.stores[0].id}'`);
  await run('clean_up_webhooks', 11 * 24);
  t.is(await left(), 1);
  await run('clean_up_webhooks', 31 * 24);
  t.is(await left(), 0);
});

test.serial(
  'the newest event of a record does not go before an older one that still waits for its receiver',
  async (t) => {
    const { rows } = await db.admin.query('select uuidv7() as id');
    const emitOf = (type: string) =>
      asCompany(db.admin, shop.companyId, (client) =>
        client.query(`select internal.emit_event($1, $2, $3, '{}')`, [shop.stores[0].id, type, rows[0].id]),
      );
    const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/', ['brand.created']);
    await emitOf('brand.created');
    await emitOf('brand.updated');
    const left = () => count('app.events', `store_id = '${shop.stores[0].id}'`);
    await run('clean_up_webhooks', 31 * 24);
    t.is(await left(), 2);
    await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, status: 'disabled' });
    await run('clean_up_webhooks', 31 * 24);
    t.is(await left(), 0);
  },
);

test.serial('a secret that a rotation has outlived is forgotten', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/');
  await callStaff(db, shop, 'rotate_webhook_secret', { endpoint_id });
  await run('clean_up_webhooks', 23);
  t.is(await count('app.webhook_endpoints', `id = '${endpoint_id}' and previous_secret is not null`), 1);
  await run('clean_up_webhooks', 25);
  t.is(await count('app.webhook_endpoints', `id = '${endpoint_id}' and previous_secret is not null`), 0);
});

test.serial('an endpoint that failed ten times and not once succeeded is switched off five days later', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/');
  const { endpoint_id: few } = await createEndpoint(db, shop, 'https://hooks.example.com/');
  await db.admin.query(
    `update app.webhook_endpoints set failing_since = internal.now(), failures = case id when $1 then 10 else 9 end where id in ($1, $2)`,
    [endpoint_id, few],
  );
  await emit(db, shop);
  t.is(await run('disable_failing_endpoints', 119), 0);
  t.is(await run('disable_failing_endpoints', 121), 1);
  t.is(await run('disable_failing_endpoints', 121), 0);
  t.is(
    await count(
      'app.webhook_endpoints',
      `id = '${endpoint_id}' and status = 'disabled' and disabled_reason = 'failing'`,
    ),
    1,
  );
  t.is(await count('app.webhook_endpoints', `id = '${few}' and status = 'active'`), 1);
  t.is(await count('app.webhook_deliveries', `endpoint_id = '${endpoint_id}' and status = 'held'`), 1);
});

test.serial(
  "an unpaid online order of the storefront is cancelled after its own store's window, by the system, once",
  async (t) => {
    await stockVariant(db.admin, shop, { sku: 'SAREE', quantity: 20 });
    await db.admin.query('update app.stores set unpaid_order_hours = 2 where id = $1', [shop.stores[0].id]);
    const order = async (source: string, method: 'card' | 'cod', status = 'pending') =>
      asCompany(db.admin, shop.companyId, async (client) => {
        const { rows } = await client.query('select api.create_order($1) as document', [
          {
            store_id: shop.stores[0].id,
            customer: { phone: '01712345678', full_name: 'Rahima' },
            items: [{ sku: 'SAREE', quantity: 1 }],
          },
        ]);
        const id = rows[0].document.id as string;
        await client.query('update app.orders set source = $2, payment_method_id = $3, status = $4 where id = $1', [
          id,
          source,
          shop.stores[0].paymentMethods[method],
          status,
        ]);
        return id;
      });
    const unpaid = await order('storefront', 'card');
    const others = [
      await order('api', 'card'),
      await order('storefront', 'cod'),
      await order('storefront', 'card', 'confirmed'),
    ];
    const paid = await order('storefront', 'card');
    await asCompany(db.admin, shop.companyId, (client) =>
      client.query(
        `update app.orders set received_amount = 1, paid_amount = 1, payment_status = 'partially_paid' where id = $1`,
        [paid],
      ),
    );
    t.is(await run('cancel_unpaid_orders', 1.9), 0);
    t.is(await run('cancel_unpaid_orders', 2.1), 1);
    t.is(await run('cancel_unpaid_orders', 2.1), 0);
    const { rows } = await db.admin.query(
      'select status from app.orders where id = any ($1) order by array_position($1, id)',
      [[unpaid, ...others, paid]],
    );
    t.deepEqual(
      rows.map((row) => row.status),
      ['cancelled', 'pending', 'pending', 'confirmed', 'pending'],
    );
    const { rows: story } = await db.admin.query(
      `select actor_type, actor_name, to_status, note from app.order_timeline where order_id = $1 and to_status = 'cancelled'`,
      [unpaid],
    );
    t.like(story[0], { actor_type: 'system', actor_name: 'System' });
    t.is(await count('app.events', `object_id = '${unpaid}' and type = 'order.cancelled'`), 1);
    t.is(await count('app.inventory_levels', `company_id = '${shop.companyId}' and reserved = 4`), 1);
  },
);

test.serial('the clean-up of deliveries comes again at once while there is more than a run may take', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/');
  const client = await db.admin.connect();
  const next = async () =>
    (await client.query(`select count(*)::int as n from graphile_worker.jobs where key = 'clean_up_webhooks:next'`))
      .rows[0].n;
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, created_at)
       select $1, $2, $3, uuidv4(), 1, 'delivered', internal.now() - interval '31 days' from generate_series(1, 50001)`,
      [shop.companyId, shop.stores[0].id, endpoint_id],
    );
    await client.query('set local session_replication_role = origin');
    t.is((await client.query('select internal.clean_up_webhooks() as n')).rows[0].n, '50000');
    t.is(await next(), 1);
    await client.query(`select graphile_worker.remove_job('clean_up_webhooks:next')`);
    t.is((await client.query('select internal.clean_up_webhooks() as n')).rows[0].n, '1');
    t.is(await next(), 0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
