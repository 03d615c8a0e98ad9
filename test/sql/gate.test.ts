// The door: admission, rate windows, idempotency, over real connections.

import test from 'ava';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { callGate, createKey, createShop, holdMinute, insert, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let gateway: pg.Pool;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('changes the schema');
  gateway = db.as('haat_gateway', { max: callers(12) });
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'LUNGI', quantity: 1000 });
});
test.after.always(() => db?.drop());

const order = (phone: string, quantity = 1, sku = 'LUNGI') => ({
  customer: { phone, full_name: 'Karim Uddin' },
  items: [{ sku, quantity }],
});

test('an unknown, revoked, expired or outlived key is told so, without rate headers', async (t) => {
  const past = new Date(Date.now() - 1000);
  const cases: [string, Record<string, unknown> | null][] = [
    ['HT001', null],
    ['HT002', { revoked_at: past }],
    ['HT003', { expires_at: past }],
    ['HT003', { grace_ends_at: past }],
  ];
  for (const [sqlstate, row] of cases) {
    const key = row ? await createKey(db.admin, shop.companyId, { row }) : { id: '', key: '', hash: Buffer.alloc(32) };
    const { outcome } = await callGate(gateway, key, 'get_me', {}, { bucket: 'read' });
    t.is(outcome.sqlstate, sqlstate);
    t.is(outcome.rate, null);
  }
});

test('a company that is not live, or whose plan has no API access, is refused as unauthorized', async (t) => {
  const suspended = await createShop(db.admin);
  await db.admin.query(`update app.companies set status = 'suspended' where id = $1`, [suspended.companyId]);
  t.is((await callGate(gateway, suspended.companyKey, 'get_me', {})).outcome.sqlstate, 'HT001');
  const plain = await createShop(db.admin, { api_access: false });
  t.is((await callGate(gateway, plain.companyKey, 'get_me', {})).outcome.sqlstate, 'HT001');
});

test('write satisfies read of the same resource, never the reverse, and a refusal still counts', async (t) => {
  const reader = await createKey(db.admin, shop.companyId, { scopes: ['orders:read'] });
  const writer = await createKey(db.admin, shop.companyId, { scopes: ['orders:write'] });
  t.is(
    (await callGate(gateway, writer, 'list_orders', {}, { scopes: ['orders:read'], bucket: 'read' })).outcome.sqlstate,
    null,
  );
  const refused = await callGate(gateway, reader, 'create_order', {}, { scopes: ['orders:write'], bucket: 'write' });
  t.is(refused.outcome.sqlstate, 'HT004');
  t.is(refused.outcome.rate?.remaining, 999_999);
});

test('two hundred calls at once are counted exactly: as many pass as the limit says', async (t) => {
  const limited = await createShop(db.admin, { reads_per_minute: 120 });
  const calls = () =>
    Promise.all(
      Array.from({ length: 200 }, () => callGate(gateway, limited.storeKey, 'get_me', {}, { bucket: 'read' })),
    );
  let outcomes = await calls();
  // When the minute turned between the first call and the last, the next minute is the one to count.
  if (new Set(outcomes.map(({ outcome }) => outcome.rate?.reset)).size > 1) {
    await db.admin.query('delete from gate.rate_windows');
    outcomes = await calls();
  }
  t.is(outcomes.filter(({ outcome }) => outcome.sqlstate === null).length, 120);
  t.is(outcomes.filter(({ outcome }) => outcome.sqlstate === 'HT005').length, 80);
  const { rows } = await db.admin.query('select used from gate.rate_windows where key_id = $1', [limited.storeKey.id]);
  t.is(rows[0].used, 200);
});

test('the count survives an operation that fails, and one that is cancelled while it waits', async (t) => {
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  await holdMinute(db.admin, key);
  const failed = await callGate(gateway, key, 'no_such_operation', {});
  t.is(failed.outcome.sqlstate, '42883');
  await stockVariant(db.admin, shop, { sku: 'HELD', quantity: 5 });
  const holder = await db.admin.connect();
  const client = await gateway.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `select 1 from app.inventory_levels l join app.variants v on v.id = l.variant_id where v.sku = 'HELD' for update of l`,
    );
    await client.query(`set statement_timeout = '2s'`);
    await t.throwsAsync(callGate(client as unknown as pg.Pool, key, 'create_order', order('01712345678', 1, 'HELD')), {
      message: /statement timeout/,
    });
  } finally {
    await holder.query('rollback');
    holder.release();
    client.release(true);
  }
  const { rows } = await db.admin.query('select used from gate.rate_windows where key_id = $1', [key.id]);
  t.is(rows[0].used, 2);
});

test('windows turn with the clock’s minute', async (t) => {
  const limited = await createShop(db.admin, { reads_per_minute: 1 });
  const first = await callGate(gateway, limited.storeKey, 'get_me', {}, { bucket: 'read' });
  t.is(first.outcome.rate?.remaining, 0);
  t.is((first.outcome.rate?.reset ?? 1) % 60, 0);
  const client = await gateway.connect();
  await client.query(`select set_config('haat.clock_offset', '60 seconds', false)`);
  const { rows } = await client.query(`select gate.admit_only($1, '{}', 'read', 1) as outcome`, [
    limited.storeKey.hash,
  ]);
  t.is(rows[0].outcome.sqlstate, null);
  client.release(true);
});

test('a call that counts as several and does not fit takes nothing', async (t) => {
  const limited = await createShop(db.admin, { writes_per_minute: 5 });
  const admit = async (cost: number) =>
    (await gateway.query(`select gate.admit_only($1, '{}', 'write', $2) as outcome`, [limited.storeKey.hash, cost]))
      .rows[0].outcome;
  t.is((await admit(6)).rate.remaining, 5, 'the first call of a window');
  await holdMinute(db.admin, limited.storeKey);
  t.is((await admit(3)).rate.remaining, 2);
  const refused = await admit(4);
  t.is(refused.sqlstate, 'HT005');
  t.is(refused.rate.remaining, 2);
  t.is((await admit(2)).sqlstate, null);
});

test('twins with one Idempotency-Key act once: one runs, the others are told to come back or get its answer', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      callGate(gateway, shop.storeKey, 'create_order', order('01811111111'), { idempotencyKey: 'twins' }),
    ),
  );
  const { rows } = await db.admin.query(
    `select count(*)::int as n from app.orders o join app.customers c on c.id = o.customer_id where c.phone = '01811111111'`,
  );
  t.is(rows[0].n, 1);
  t.is(answers.filter(({ outcome }) => outcome.sqlstate === null && !outcome.replayed).length, 1);
  t.true(answers.every(({ outcome }) => outcome.replayed || outcome.sqlstate === null || outcome.sqlstate === 'HT007'));
  const again = await callGate(gateway, shop.storeKey, 'create_order', order('01811111111'), {
    idempotencyKey: 'twins',
  });
  t.true(again.outcome.replayed);
  t.deepEqual(again.result, answers.find(({ result, outcome }) => result && !outcome.replayed)?.result);
});

test('the same key with another body or operation is a conflict, and leaves the first answer in place', async (t) => {
  await callGate(gateway, shop.storeKey, 'create_order', order('01822222222'), { idempotencyKey: 'once' });
  const other = await callGate(gateway, shop.storeKey, 'create_order', order('01822222222', 2), {
    idempotencyKey: 'once',
  });
  t.is(other.outcome.sqlstate, 'HT006');
  t.true(
    (await callGate(gateway, shop.storeKey, 'create_order', order('01822222222'), { idempotencyKey: 'once' })).outcome
      .replayed,
  );
});

test('a refusal of the operation is stored and replayed, validation is not', async (t) => {
  const tooMany = order('01833333333', 900_000);
  t.is(
    (await callGate(gateway, shop.storeKey, 'create_order', tooMany, { idempotencyKey: 'refused' })).outcome.sqlstate,
    'HT102',
  );
  const replayed = await callGate(gateway, shop.storeKey, 'create_order', tooMany, { idempotencyKey: 'refused' });
  t.is(replayed.outcome.sqlstate, 'HT102');
  t.true(replayed.outcome.replayed);
  t.deepEqual((replayed.outcome.fields as { items: { requested: number }[] }).items[0]?.requested, 900_000);

  const badPhone = order('12');
  t.is(
    (await callGate(gateway, shop.storeKey, 'create_order', badPhone, { idempotencyKey: 'mended' })).outcome.sqlstate,
    'HT008',
  );
  t.is(
    (await callGate(gateway, shop.storeKey, 'create_order', order('01844444444'), { idempotencyKey: 'mended' })).outcome
      .sqlstate,
    null,
  );
});

test('a refused order leaves no trace: no customer, no row, no reservation', async (t) => {
  const { outcome } = await callGate(gateway, shop.storeKey, 'create_order', order('01855555555', 900_000));
  t.is(outcome.sqlstate, 'HT102');
  const { rows } = await db.admin.query(`select count(*)::int as n from app.customers where phone = '01855555555'`);
  t.is(rows[0].n, 0);
});

test('a rotated key replays the answers of the key it replaced', async (t) => {
  const old = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const first = await callGate(gateway, old, 'create_order', order('01866666666'), { idempotencyKey: 'lineage' });
  const heir = await createKey(db.admin, shop.companyId, {
    storeId: shop.stores[0].id,
    row: { lineage_id: old.id, replaces_key_id: old.id },
  });
  const replayed = await callGate(gateway, heir, 'create_order', order('01866666666'), { idempotencyKey: 'lineage' });
  t.true(replayed.outcome.replayed);
  t.is(replayed.result.id, first.result.id);
  const stranger = await callGate(gateway, shop.storeKey, 'create_order', order('01866666666'), {
    idempotencyKey: 'lineage',
  });
  t.false(stranger.outcome.replayed);
});

test('oversell is impossible: fifty buyers at once of twenty units, exactly twenty orders', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'LAST-20', quantity: 20 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      callGate(gateway, shop.storeKey, 'create_order', order(`017000000${String(i).padStart(2, '0')}`, 1, 'LAST-20')),
    ),
  );
  t.is(answers.filter(({ outcome }) => outcome.sqlstate === null).length, 20);
  t.is(answers.filter(({ outcome }) => outcome.sqlstate === 'HT102').length, 30);
  const { rows } = await db.admin.query(
    `select l.on_hand, l.reserved, l.last_sequence::int, (select count(*)::int from app.stock_movements m where m.variant_id = l.variant_id) as rows,
       (select sum(m.reserved_change)::int from app.stock_movements m where m.variant_id = l.variant_id) as ledger
     from app.inventory_levels l join app.variants v on v.id = l.variant_id where v.sku = 'LAST-20'`,
  );
  t.deepEqual(rows, [{ on_hand: 20, reserved: 20, last_sequence: 21, rows: 21, ledger: 20 }]);
});

test('the same variant on two lines is summed before the check', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'PAIR', quantity: 5 });
  const { outcome } = await callGate(gateway, shop.storeKey, 'create_order', {
    customer: { phone: '01712345678', full_name: 'X' },
    items: [
      { sku: 'PAIR', quantity: 3 },
      { sku: 'PAIR', quantity: 3 },
    ],
  });
  t.is(outcome.sqlstate, 'HT102');
  t.like((outcome.fields as { items: unknown[] }).items[0], { line: 0, sku: 'PAIR', requested: 6, available: 5 });
});

test('the plan’s orders of the month are exact under parallel orders, over the company’s stores', async (t) => {
  const small = await createShop(db.admin, { orders_per_month: 7 });
  for (const store of small.stores)
    await stockVariant(db.admin, small, { sku: 'GAMCHA', quantity: 100, storeId: store.id });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      callGate(gateway, small.companyKey, 'create_order', {
        ...order(`018000000${String(i).padStart(2, '0')}`, 1, 'GAMCHA'),
        store_id: small.stores[i % 2]?.id,
      }),
    ),
  );
  t.is(answers.filter(({ outcome }) => outcome.sqlstate === null).length, 7);
  t.is(answers.filter(({ outcome }) => outcome.sqlstate === 'HT011').length, 13);
  // The plan is the company's: a key that sees one store only is bound by the orders of all.
  t.is(
    (await callGate(gateway, small.storeKey, 'create_order', order('01811111111', 1, 'GAMCHA'))).outcome.sqlstate,
    'HT011',
  );
  // A plan with more orders than that needs no count.
  await db.admin.query('update app.plans set orders_per_month = 100000 where id = $1', [small.planId]);
  t.is(
    (await callGate(gateway, small.storeKey, 'create_order', order('01811111111', 1, 'GAMCHA'))).outcome.sqlstate,
    null,
  );
  await db.admin.query('update app.plans set orders_per_month = 9 where id = $1', [small.planId]);
  const last = () => callGate(gateway, small.storeKey, 'create_order', order('01811111111', 1, 'GAMCHA'));
  t.is((await last()).outcome.sqlstate, null);
  t.is((await last()).outcome.sqlstate, 'HT011');
});

test('a company key must name the store of a write, a store key may not name another', async (t) => {
  const unnamed = await callGate(gateway, shop.companyKey, 'create_order', order('01712345678'));
  t.is(unnamed.outcome.sqlstate, 'HT008');
  t.deepEqual(Object.keys(unnamed.outcome.fields ?? {}), ['store_id']);
  const foreign = await callGate(gateway, shop.storeKey, 'create_order', {
    ...order('01712345678'),
    store_id: shop.stores[1].id,
  });
  t.is(foreign.outcome.sqlstate, 'HT100');
});

test('the start-up check is quiet on a sound house and names each kind of damage', async (t) => {
  const problems = async () =>
    (await gateway.query('select * from internal.find_fence_problems()')).rows.map(
      (row) => `${row.object}: ${row.problem}`,
    );
  t.deepEqual(await problems(), []);
  const damages: [string, string, RegExp][] = [
    [
      'alter table app.orders no force row level security',
      'alter table app.orders force row level security',
      /app\.orders: row-level security/,
    ],
    [
      'alter policy tenant_fence on app.orders using (true)',
      `call internal.install_fence('app.orders', 'store')`,
      /app\.orders: its tenant_fence/,
    ],
    [
      'drop policy tenant_fence on app.brands',
      `call internal.install_fence('app.brands', 'store')`,
      /app\.brands: has no restrictive/,
    ],
    [
      'create policy open on app.orders to haat_gateway using (true)',
      'drop policy open on app.orders',
      /a policy lets in haat_gateway/,
    ],
    [
      'grant select on app.orders to haat_gateway',
      'revoke select on app.orders from haat_gateway',
      /may read app\.orders/,
    ],
    ['grant update on app.orders to haat_api', 'revoke update on app.orders from haat_api', /may write app\.orders/],
    [
      'grant select (key_hash) on app.api_keys to haat_api',
      'revoke select (key_hash) on app.api_keys from haat_api',
      /secret app\.api_keys\.key_hash/,
    ],
    ['create table app.loose (id uuid)', 'drop table app.loose', /app\.loose: has no company_id/],
  ];
  for (const [damage, mend, expected] of damages) {
    await db.admin.query(damage);
    t.true(
      (await problems()).some((problem) => expected.test(problem)),
      damage,
    );
    await db.admin.query(mend);
  }
  t.deepEqual(await problems(), []);
});

test('a store’s order numbers only rise and carry its own date', async (t) => {
  const first = await callGate(gateway, shop.storeKey, 'create_order', order('01712345678'));
  const second = await callGate(gateway, shop.storeKey, 'create_order', order('01712345678'));
  t.regex(first.result.number, /^ORD-\d{8}-\d+$/);
  t.true(Number(second.result.number.split('-')[2]) > Number(first.result.number.split('-')[2]));
});

test('an upfront payment, a coupon, discounts, shipping and tax add up to the poisha', async (t) => {
  await insert(db.admin, 'coupons', {
    company_id: shop.companyId,
    store_id: shop.stores[0].id,
    code: 'TEN',
    type: 'percent',
    value: 10,
  });
  const { result, outcome } = await callGate(gateway, shop.storeKey, 'create_order', {
    customer: { phone: '+880 1712-345678', full_name: 'ignored' },
    items: [
      { sku: 'LUNGI', quantity: 3, unit_price: 33.33 },
      { sku: 'LUNGI', quantity: 1, unit_price: 100, discount_price: 79.99 },
      { sku: 'LUNGI', quantity: 1, unit_price: 50, discount_price: 60 },
    ],
    shipping_charge: 60,
    tax_amount: 5.5,
    coupon_code: 'ten',
    payment: { payment_method_id: shop.stores[0].paymentMethods.bkash, amount: 100, transaction_id: 'TX-1' },
  });
  t.is(outcome.sqlstate, null, JSON.stringify(outcome));
  t.like(result, {
    subtotal: '229.98',
    discount_amount: '23.00',
    shipping_charge: '60.00',
    tax_amount: '5.50',
    total_amount: '272.48',
    paid_amount: '100.00',
    due_amount: '172.48',
    payment_status: 'partially_paid',
  });
  const cents = (text: string) => Math.round(Number(text) * 100);
  const items = result.items as { line_total: string; discount_amount: string; discount_price: string | null }[];
  t.is(
    items.reduce((sum, item) => sum + cents(item.line_total), 0),
    cents('206.98'),
  );
  t.is(
    items.reduce((sum, item) => sum + cents(item.discount_amount), 0),
    cents('23.00'),
  );
  t.deepEqual(
    items.map((item) => item.discount_price),
    [null, '79.99', null],
  );
});
