// Orders through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { callers } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  for (const sku of ['LUNGI', 'SAREE']) await stockVariant(db.admin, shop, { sku, quantity: 1000, price: 450 });
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const get = (path: string, key = shop.storeKey.key) => api.request('GET', path, { key });
const place = (body: object, options: { key?: string; idempotencyKey?: string } = {}) =>
  api.request('POST', '/orders', { key: shop.storeKey.key, idempotencyKey: randomUUID(), body, ...options });
const order = (more = {}) => ({
  customer: { phone: '+880 1711-111111', full_name: 'Karim Uddin' },
  items: [{ sku: 'LUNGI', quantity: 2 }],
  ...more,
});

testCommonRules('create_order', () => ({ db, api }), {
  async sound(maker) {
    await stock(maker);
    return { customer: { phone: '01711111111', full_name: 'Karim' }, items: [{ sku: 'SOAP', quantity: 2 }] };
  },
  wrong: [
    [{ items: [] }, 'items'],
    [{ items: [{ sku: 'SOAP', quantity: 0 }] }, 'items.0.quantity'],
    [{ items: [{ quantity: 1 }] }, 'items.0.variant_id'],
    [{ customer: { phone: '12345', full_name: 'Karim' } }, 'customer.phone'],
    [{ shipping_charge: -1 }, 'shipping_charge'],
    [{ coupon_code: 'NONE' }, 'coupon_code'],
  ],
});

test('an order is answered whole, with customer and items, and reads back the same', async (t) => {
  const placed = await place(
    order({
      items: [
        { sku: 'LUNGI', quantity: 2 },
        { sku: 'SAREE', quantity: 1, unit_price: 1000, discount_price: 900 },
      ],
      shipping_address: { line: 'House 7, Road 3', city: 'ঢাকা', geo: { lat: 23.8 } },
      shipping_charge: 60,
      tax_amount: 15.5,
      note: 'Call before delivery',
      payment: { payment_method_id: shop.stores[0].paymentMethods.bkash, amount: 500, transaction_id: 'BK1' },
    }),
  );
  t.is(placed.status, 201, placed.text);
  answersAs(t, 'create_order', placed.body);
  t.like(placed.body, {
    status: 'pending',
    source: 'api',
    subtotal: '1800.00',
    total_amount: '1875.50',
    paid_amount: '500.00',
    due_amount: '1375.50',
    payment_status: 'partially_paid',
    shipping_address: { line: 'House 7, Road 3', city: 'ঢাকা', geo: { lat: 23.8 } },
  });
  t.is(placed.body.customer.phone, '01711111111');
  t.is(placed.body.items.length, 2);
  t.regex(placed.body.number, /^ORD-\d{8}-\d+$/);
  const read = await get(`/orders/${placed.body.id}`);
  answersAs(t, 'get_order', read.body);
  t.deepEqual(read.body, placed.body);
});

test('without enough stock nothing is ordered, and the answer names the line', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'FEW', quantity: 3 });
  const answer = await place(
    order({
      items: [
        { sku: 'LUNGI', quantity: 1 },
        { sku: 'FEW', quantity: 4 },
      ],
    }),
  );
  t.is(answer.status, 400);
  t.is(answer.body.error.code, 'INSUFFICIENT_STOCK');
  t.deepEqual(answer.body.error.fields.items, [
    { line: 1, variant_id: variantId, sku: 'FEW', requested: 4, available: 3 },
  ]);
  t.is((await place(order({ items: [{ sku: 'FEW', quantity: 3 }] }))).status, 201);
});

test('a reference to something absent is a conflict that names it', async (t) => {
  const cases: [object, string][] = [
    [{ channel: 'nowhere' }, 'channel'],
    [{ location_id: randomUUID() }, 'location_id'],
    [{ customer: undefined, customer_id: randomUUID() }, 'customer_id'],
    [{ items: [{ sku: 'NOTHING', quantity: 1 }] }, 'items.0.sku'],
    [{ payment: { payment_method_id: randomUUID(), amount: 1 } }, 'payment.payment_method_id'],
  ];
  for (const [more, field] of cases) {
    const answer = await place(order(more));
    t.is(answer.status, 409, `${field}: ${answer.text}`);
    t.deepEqual(Object.keys(answer.body.error.fields), [field]);
  }
});

test('a number that is no Bangladeshi mobile, a coupon that is none and an order too large are 422', async (t) => {
  t.deepEqual(Object.keys((await place(order({ customer: { phone: '12345' } }))).body.error.fields), [
    'customer.phone',
  ]);
  t.deepEqual(Object.keys((await place(order({ coupon_code: 'NONE' }))).body.error.fields), ['coupon_code']);
  const line = { sku: 'LUNGI', quantity: 2, unit_price: 9_999_999_999.99 };
  t.is((await place(order({ items: [line] }))).status, 422);
});

test('a sequence of numbers that fell behind the numbers in use is caught up by the orders that meet it', async (t) => {
  const own = await createShop(db.admin);
  await stockVariant(db.admin, own, { sku: 'LUNGI', quantity: 1000, price: 450 });
  const { key } = own.storeKey;
  const numbers: string[] = [];
  for (let n = 0; n < 12; n++) numbers.push((await place(order(), { key })).body.number);
  const sequence = `numbers.orders_${own.stores[0].id.replaceAll('-', '')}`;
  // As a logical upgrade of Postgres leaves it.
  await db.admin.query(`alter sequence ${sequence} restart`);
  const answers = await Promise.all(Array.from({ length: 8 }, () => place(order(), { key })));
  for (const { status, text } of answers) t.is(status, 201, text);
  const given = [...numbers, ...answers.map(({ body }) => body.number)];
  t.is(new Set(given).size, given.length);
  const positions = given.map((number) => Number(number.split('-')[2]));
  t.deepEqual(
    positions.toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, n) => 1001 + n),
    'the next ones are the next free ones',
  );
});

test('a plan’s orders of a month are counted while the sequence of numbers is behind', async (t) => {
  const own = await createShop(db.admin, { orders_per_month: 300 });
  await stockVariant(db.admin, own, { sku: 'LUNGI', quantity: 1000, price: 450 });
  const { key } = own.storeKey;
  t.is((await place(order(), { key })).status, 201);
  const sequence = `numbers.orders_${own.stores[0].id.replaceAll('-', '')}`;
  await db.admin.query(`update app.plans set orders_per_month = 1 where id = $1`, [own.planId]);
  await db.admin.query(`alter sequence ${sequence} restart with 1 minvalue 1`);
  await db.admin.query(`select setval('${sequence}', 1)`);
  const refused = await place(order(), { key });
  t.is(refused.body.error?.code, 'plan_limit_reached', refused.text);
});
