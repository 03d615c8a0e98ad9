// What a procedure of staff is called with from psql is checked by no registry: constraints and the procedure refuse what has the
// wrong form, and nothing of it is written.
import test from 'ava';
import { staffInputs } from '../../server/operations/staff/index.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let orderId: string;
test.before(async () => {
  db = await borrowDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, desk.shop, { sku: 'RICE', price: 100, quantity: 100 });
  orderId = (await desk.place([{ sku: 'RICE', quantity: 1 }])).id;
});
test.after.always(() => db?.drop());

const permissions = ['orders.manage', 'payments.manage', 'inventory.manage', 'settings.manage', 'staff.manage'];

/** Calls a procedure as somebody at psql does, with its arguments by name. */
const callWith = (name: string, given: Record<string, unknown>, held = permissions) =>
  asCompany(
    db.admin,
    desk.shop.companyId,
    async (client) => {
      await client.query('set local role haat_staff');
      const slots = Object.keys(given).map((argument, n) => `${argument} => $${n + 1}`);
      return (await client.query(`select * from staff.${name}(${slots.join(', ')})`, Object.values(given))).rows;
    },
    { id: desk.staffId, name: 'Rina', permissions: held },
  );
const call = (name: string, body: object, held = permissions) => callWith(name, { body }, held);

const written = async () => {
  const counts = [
    'orders',
    'order_items',
    'payments',
    'stock_movements',
    'purchases',
    'goods_receipts',
    'stock_counts',
  ];
  const { rows } = await db.admin.query(
    `select ${[...counts, 'stock_transfers', 'activity_log', 'events', 'customers']
      .map((table) => `(select count(*) from app.${table} where company_id = $1) as ${table}`)
      .join(', ')}`,
    [desk.shop.companyId],
  );
  return rows[0];
};

const bodies = () => {
  const { shop } = desk;
  const store_id = shop.stores[0].id;
  const location_id = shop.locationId;
  const customer = { phone: '01712345678', full_name: 'Rahima Begum' };
  const item = { sku: 'RICE', quantity: 1 };
  const line = { sku: 'RICE', quantity: 1, unit_cost: 10 };
  const paid = { order_id: orderId, payment_method_id: shop.stores[0].paymentMethods.card, amount: 10 };
  const adjusted = { location_id, sku: 'RICE', quantity_change: 1, reason: 'Found' };
  const locations = { from_location_id: location_id, to_location_id: shop.secondLocationId };
  return {
    create_order: [
      { store_id, items: [item] },
      { store_id, customer, items: [] },
      { store_id, customer },
      { store_id, customer, items: [{ sku: 'RICE', quantity: 0 }] },
      { store_id, customer, items: [{ sku: 'RICE', quantity: -1 }] },
      { store_id, customer, items: [{ sku: 'RICE' }] },
      { store_id, customer, items: [{ sku: 'RICE', quantity: 2_000_000_000 }] },
      { store_id, customer, items: [{ quantity: 1 }] },
      { store_id, customer, items: [{ ...item, unit_price: -5 }] },
      { store_id, customer, items: [item], shipping_charge: -1000 },
      { store_id, customer, items: [item], tax_amount: 'much' },
    ],
    quote_order: [{ store_id, items: [{ quantity: 1 }] }],
    create_customer: [
      { store_id, phone: 'x', full_name: 'A' },
      { store_id },
      { store_id, full_name: 'A', status: 'x' },
    ],
    record_payment: [0, -1, null, 'much'].map((amount) => ({ ...paid, amount })),
    adjust_stock: [
      { ...adjusted, quantity_change: null },
      { ...adjusted, reason: ' ' },
      { ...adjusted, type: 'sale' },
      { ...adjusted, type: 'purchase' },
      { ...adjusted, sku: null },
      { ...adjusted, quantity_change: null, set_on_hand: -1 },
    ],
    create_purchase: [
      { location_id, lines: [] },
      { location_id, lines: [{ ...line, quantity: 0 }] },
      { location_id, lines: [{ ...line, unit_cost: null }] },
      { location_id, lines: [{ ...line, unit_cost: -1 }] },
    ],
    receive_goods: [{ location_id, lines: [{ ...line, quantity: -1 }] }, { location_id }],
    transfer_stock: [
      { ...locations, lines: [{ sku: 'RICE', quantity: -1 }] },
      { ...locations, to_location_id: location_id, lines: [{ sku: 'RICE', quantity: 1 }] },
    ],
    recount: [
      { location_id, reason: ' ', lines: [{ sku: 'RICE', counted: 1 }] },
      { location_id, reason: 'Now', lines: [{ sku: 'RICE', counted: -1 }] },
      { location_id, reason: 'Now', lines: [{ sku: 'RICE', counted: 1.5 }] },
      { location_id, reason: 'Now', lines: [] },
    ],
  };
};

test.serial('without the permission nothing is done, whatever it is called with', async (t) => {
  for (const [name, wrong] of Object.entries(bodies()))
    for (const body of [...wrong, {}]) await t.throwsAsync(call(name, body, []), { code: 'HT014' }, name);
});

test.serial('a wrong form from psql is refused, and nothing of it is written', async (t) => {
  const before = await written();
  for (const [name, wrong] of Object.entries(bodies()))
    for (const body of wrong) await t.throwsAsync(call(name, body), undefined, `${name} ${JSON.stringify(body)}`);
  const bought = {
    location_id: desk.shop.locationId,
    sku: 'RICE',
    quantity_change: 1,
    reason: 'Bought',
    type: 'purchase',
  };
  await t.throwsAsync(call('adjust_stock', bought), { code: 'HT008', message: /unit_cost/ });
  t.deepEqual(await written(), before);
});

test.serial('goods of a document are received and taken back in whole units above none', async (t) => {
  const location_id = desk.shop.locationId;
  const [{ id: purchase_id }] = await call('create_purchase', {
    location_id,
    lines: [{ sku: 'RICE', quantity: 5, unit_cost: 10 }],
  });
  const [{ id: receipt_id }] = await call('receive_purchase', { purchase_id, lines: [{ sku: 'RICE', quantity: 2 }] });
  const before = await written();
  const lines = [{ sku: 'RICE', quantity: -1 }];
  await t.throwsAsync(call('receive_purchase', { purchase_id, lines }), { code: 'HT008' });
  await t.throwsAsync(call('correct_goods_receipt', { receipt_id, reason: 'Back', lines }), { code: 'HT008' });
  t.deepEqual(await written(), before);
});

const argumentLists = (): [string, Record<string, unknown>][] => {
  const store_id = desk.shop.stores[0].id;
  const coupon = { store_id, code: 'PSQL', type: 'percent', value: 10 };
  const plans = (percent: number | null, count = 1) =>
    `{${Array(count)
      .fill(`"(${percent ?? ''},)"`)
      .join(',')}}`;
  return [
    ...[
      { type: 'gift' },
      { code: ' ' },
      { code: 'X'.repeat(51) },
      { value: 0 },
      { value: 101 },
      { value: -1 },
      { type: 'free_shipping' },
      { value: 1e11, type: 'fixed' },
      { minimum_subtotal: -1 },
      { maximum_discount: 0 },
      { usage_limit: 0 },
      { usage_limit_per_customer: -1 },
      { starts_at: '2040-01-01', ends_at: '2039-01-01' },
    ].map((wrong): [string, Record<string, unknown>] => ['create_coupon', { ...coupon, ...wrong }]),
    ...['[]', '"x"', '{"a": {}}', '{"a": [1]}', '{"a": null}', `{"a": "${'x'.repeat(16_000)}"}`].map(
      (custom_fields): [string, Record<string, unknown>] => [
        'set_order_custom_fields',
        { order_id: orderId, custom_fields },
      ],
    ),
    ...[plans(0), plans(-1), plans(101), plans(null), plans(10, 21)].map(
      (advance_payment_plans): [string, Record<string, unknown>] => [
        'update_store',
        { id: store_id, advance_payment_plans },
      ],
    ),
    ['update_store', { id: store_id, unpaid_order_hours: 0 }],
    ['create_location', { name: ' ', code: 'X' }],
    ['create_location', { name: 'X', code: 'X', latitude: 91 }],
    ['create_channel', { store_id, type: 'NONE', name: 'X' }],
    ['create_payment_method', { store_id, type: 'barter', name: 'X' }],
    ['create_courier', { name: 'x'.repeat(201) }],
    ['change_order_status', { order_id: orderId, status: 'gone' }],
    ['create_staff_role', { name: 'X', permissions: '{orders.manage,fly}' }],
    ['create_staff_role', { name: 'X', permissions: '{NULL}' }],
    ['invite_staff', { email: 'nowhere', full_name: 'X' }],
  ];
};

test.serial('arguments of a wrong form from psql are refused without the permission, and with it', async (t) => {
  const before = [await written(), await desk.order(orderId)];
  for (const [name, wrong] of argumentLists()) {
    await t.throwsAsync(callWith(name, wrong, []), { code: 'HT014' }, name);
    const { code } = (await t.throwsAsync(
      callWith(name, wrong),
      undefined,
      `${name} ${JSON.stringify(wrong)}`,
    )) as unknown as { code: string };
    t.regex(code, /^(HT|22003|23502|23514)/, name);
  }
  t.deepEqual([await written(), await desk.order(orderId)], before);
});

test.serial(
  'lines of a wrong form from psql are refused, and nothing of a return or a parcel is written',
  async (t) => {
    const order = await desk.place([{ sku: 'RICE', quantity: 2 }]);
    const sent = await desk.place([{ sku: 'RICE', quantity: 2 }]);
    const order_id = order.id;
    await desk.move(order_id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
    await desk.move(sent.id, 'confirmed', 'ready_to_ship', 'in_transit');
    const { rows } = await db.admin.query(
      `select i.id, i.order_id, (select p.id from app.parcels p where p.order_id = i.order_id) as parcel_id
     from app.order_items i where i.order_id = any ($1)`,
      [[order_id, sent.id]],
    );
    const [kept, out] = [order_id, sent.id].map((one) => rows.find((row) => row.order_id === one));
    const lines = (id: string, quantity: unknown, more: object = {}) =>
      JSON.stringify([{ order_item_id: id, quantity, ...more }]);
    const before = [await written(), await desk.order(order_id), await desk.order(sent.id)];
    const wrong = [null, '[]', lines(kept.id, -1), lines(kept.id, null), lines(kept.id, 1.5), lines(sent.id, 1)];
    const { parcel_id } = out;
    for (const [name, given] of [
      ...[...wrong, lines(kept.id, 2_000_000_000)].map((one) => ['create_return', { order_id, lines: one }] as const),
      ...[null, '[]', lines(out.id, -1), lines(kept.id, 1)].map(
        (one) => ['record_partial_delivery', { parcel_id, kept: one }] as const,
      ),
      ['receive_parcel', { parcel_id, lines: lines(out.id, -1) }] as const,
      ['receive_parcel', { parcel_id, lines: lines(out.id, 1, { condition: 'lost' }) }] as const,
    ]) {
      const about = `${name} ${JSON.stringify(given)}`;
      const { code } = (await t.throwsAsync(callWith(name, given), undefined, about)) as unknown as { code: string };
      t.regex(code, /^(HT|22|23502|23514)/, about);
    }
    t.deepEqual([await written(), await desk.order(order_id), await desk.order(sent.id)], before);
  },
);

/** Those that the server makes itself. */
const ownArguments: Record<string, string[]> = { create_webhook_endpoint: ['endpoint_id', 'encrypted_secret'] };

test('an input of the registry has the arguments of its procedure', async (t) => {
  const { rows } = await db.admin.query(
    `select p.proname as name, p.proargnames[1:p.pronargs] as arguments from pg_proc p
     where p.pronamespace = 'staff'::regnamespace and p.proname = any ($1)`,
    [Object.keys(staffInputs)],
  );
  t.is(rows.length, Object.keys(staffInputs).length);
  for (const { name, arguments: taken } of rows) {
    const { takes, input } = staffInputs[name]!;
    t.deepEqual(
      [...taken].sort(),
      takes === 'body' ? ['body'] : [...Object.keys(input.shape), ...(ownArguments[name] ?? [])].sort(),
      name,
    );
  }
});
