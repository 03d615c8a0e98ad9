import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { createShop, insert, stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, eventsOf, house, openSoundApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents
type Row = any;

let desk: Desk;
let stranger: Desk;

test.before(async () => {
  await openSoundApiShop();
  desk = await openDesk(db, shop);
  stranger = await openDesk(db, await createShop(db.admin));
  for (const [sku, price] of [
    ['SOAP', 100],
    ['OIL', 250],
    ['OLD', 10],
    ['MINE', 10],
    ['SEEN', 100],
  ] as const)
    await stockVariant(db.admin, shop, { sku, quantity: 1000, price });
  await stockVariant(db.admin, shop, { sku: 'FEW', quantity: 3, price: 10 });
  await stockVariant(db.admin, stranger.shop, { sku: 'THEIRS', quantity: 10 });
  await desk.ask('update_variant', { identifier: 'OLD', status: 'inactive' });
  const coupon = (code: string, more = {}) =>
    insert(db.admin, 'coupons', {
      ...{ company_id: shop.companyId, store_id: shop.stores[0].id, code, type: 'percent', value: 10, ...more },
    });
  await coupon('TEN');
  await coupon('ONCE', { usage_limit: 1, minimum_subtotal: 150 });
  await coupon('EACH', { usage_limit_per_customer: 1 });
});
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await closeApiShop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

let phones = 0;
const somebody = () => ({ phone: `017${String(10_000_000 + phones++).slice(-8)}`, full_name: 'Karim Uddin' });
const ordered = (more: object = {}, items = [{ sku: 'SOAP', quantity: 2 }]): Promise<Row> =>
  desk.place(items, { customer: somebody(), ...more });
const edit = (id: string, body: object, headers?: Record<string, string>): Promise<Row> =>
  send('POST', `/orders/${id}/edit`, body, headers && { headers });
const change = (order: Row, more: object, n = 0) => ({
  action: 'change_item',
  order_item_id: order.items[n].id,
  ...more,
});
const remove = (order: Row, n = 0) => ({ action: 'remove_item', order_item_id: order.items[n].id });
const add = (sku: string, quantity = 1, more: object = {}) => ({ action: 'add_item', sku, quantity, ...more });

testCommonRules('edit_order', house, {
  sound: async (maker) => {
    const { id, items } = await makeOrder(maker);
    return { id, changes: [{ action: 'change_item', order_item_id: items[0].id, quantity: 3 }] };
  },
  wrong: [
    [{ changes: [] }, 'changes'],
    [{ changes: [{ action: 'double' }] }, 'changes.0.action'],
    [{ changes: [{ action: 'add_item', sku: 'SOAP' }] }, 'changes.0.quantity'],
    [{ changes: [{ action: 'add_item', quantity: 1 }] }, 'changes.0.variant_id'],
    [{ changes: [{ action: 'add_item', sku: 'SOAP', quantity: 0 }] }, 'changes.0.quantity'],
    [{ changes: [{ action: 'add_item', sku: 'SOAP', quantity: 1_000_001 }] }, 'changes.0.quantity'],
    [
      { changes: [{ action: 'add_item', sku: 'SOAP', quantity: 1, order_item_id: randomUUID() }] },
      'changes.0.order_item_id',
    ],
    [{ changes: [{ action: 'change_item', quantity: 2 }] }, 'changes.0.order_item_id'],
    [{ changes: [{ action: 'change_item', order_item_id: randomUUID() }] }, 'changes.0.action'],
    [{ changes: [{ action: 'remove_item' }] }, 'changes.0.order_item_id'],
    [{ changes: [{ action: 'remove_item', order_item_id: randomUUID(), quantity: 1 }] }, 'changes.0.quantity'],
    [{ shipping_charge: -1 }, 'shipping_charge'],
    [{ custom_fields: { list: [] } }, 'custom_fields'],
    [{ customer_id: randomUUID(), customer: { phone: '01711111111' } }, 'customer'],
    [{ coupon_code: 'NONE' }, 'coupon_code'],
  ],
});

test('what may not be edited is refused at its field and its line, and changes nothing', async (t) => {
  const order = await ordered({}, [
    { sku: 'SOAP', quantity: 2 },
    { sku: 'OIL', quantity: 1 },
  ]);
  const other = await ordered();
  const foreign = `select id from app.variants where company_id = $1 and sku = 'THEIRS'`;
  const [theirs] = (await db.admin.query(foreign, [stranger.shop.companyId])).rows;
  const before = await desk.order(order.id);
  for (const [body, status, field, what] of [
    [{}, 422, 'changes', /nothing is given/],
    [{ preview: true, reason: 'x' }, 422, 'changes', /nothing is given/],
    [{ changes: [remove(order), remove(order, 1)] }, 422, 'changes', /cancel the order instead/],
    [{ changes: [remove(order), change(order, { quantity: 1 })] }, 422, 'changes', /same line twice/],
    [
      { changes: [change(order, { quantity: 1 }), remove(other)] },
      409,
      'changes.1.order_item_id',
      /not a line of this order/,
    ],
    [{ changes: [change(order, { quantity: 1 }), add('OLD')] }, 409, 'changes.1.sku', /not for sale/],
    [{ changes: [add('SOAP'), add('NONE')] }, 409, 'changes.1.sku', /not a variant of this store/],
    [
      { changes: [{ action: 'add_item', variant_id: theirs.id, quantity: 1 }] },
      409,
      'changes.0.variant_id',
      /not a variant/,
    ],
    [
      { changes: [change(order, { quantity: 1_000_000, unit_price: 9_999_999_999 })] },
      422,
      'changes.0.quantity',
      /9999999999.99/,
    ],
    [{ changes: Array.from({ length: 199 }, () => add('SOAP')) }, 422, 'changes', /more than 200 items/],
    [{ customer_id: randomUUID() }, 409, 'customer_id', /not a customer/],
    [{ customer: { phone: '123' } }, 422, 'customer.phone', /phone|number/i],
    [{ location_id: randomUUID() }, 409, 'location_id', /not an active location/],
    [{ channel: 'none' }, 409, 'channel', /not an active channel/],
    [{ custom_fields: { long: 'x'.repeat(16_000) } }, 422, 'custom_fields', /at most 16000/],
  ] as const) {
    for (const preview of [false, true]) {
      const answer = await edit(order.id, { ...body, ...(preview && { preview }) });
      t.is(answer.status, status, JSON.stringify([body, answer.body]).slice(0, 500));
      t.regex(String(answer.body.error.fields[field]), what, JSON.stringify(answer.body));
    }
  }
  t.deepEqual(await desk.order(order.id), before);
  t.deepEqual(await eventsOf(order.id), ['order.created']);
});

test('all lines that are wrong are told at once', async (t) => {
  const order = await ordered();
  const { status, body } = await edit(order.id, {
    changes: [add('NONE'), add('SOAP'), { ...remove(order), order_item_id: randomUUID() }],
  });
  t.is(status, 409);
  t.deepEqual(Object.keys(body.error.fields).sort(), ['changes.0.sku', 'changes.2.order_item_id']);
});

test('an order is edited until it is handed over, and not while a parcel is booked', async (t) => {
  for (const status of ['follow_up', 'hold', 'confirmed', 'processing'] as const) {
    const order = await ordered();
    await desk.move(order.id, status);
    t.is((await edit(order.id, { changes: [change(order, { quantity: 3 })] })).status, 200, status);
  }
  const order = await ordered();
  await desk.move(order.id, 'confirmed');
  for (const courier of ['reporting', 'ownRider'] as const) {
    const parcel = await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers[courier] });
    const refused = await edit(order.id, { changes: [change(order, { quantity: 1 })] });
    t.is(refused.status, 409);
    t.deepEqual(refused.body.error.fields.status, ['live_parcel']);
    await desk.staff('cancel_parcel', { parcel_id: parcel.id });
  }
  t.like((await edit(order.id, { changes: [change(order, { quantity: 3 })] })).body, {
    status: 'ready_to_ship',
    due_amount: '300.00',
  });
  await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers.silent });
  for (const statuses of [[], ['delivered']]) {
    await desk.move(order.id, ...statuses);
    const { status, body } = await edit(order.id, { note: 'x' });
    t.is(status, 400);
    t.is(body.error.code, 'INVALID_STATUS_TRANSITION');
    t.regex(body.error.fields.status[0], /pending, follow_up, .* ready_to_ship/);
  }
  for (const end of ['cancelled', 'spam']) {
    const { id } = await ordered();
    await desk.move(id, end);
    t.is((await edit(id, { shipping_charge: 60 })).status, 400, end);
  }
});

test('items that stay keep what was agreed, added ones have the prices of today', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'RISING', quantity: 100, price: 100 });
  const order = await ordered({}, [{ sku: 'RISING', quantity: 2 }]);
  await desk.ask('update_variant', { identifier: variantId, price: 150, name: 'Risen' });
  const { body } = await edit(order.id, { changes: [change(order, { quantity: 3 }), add('RISING', 1)] });
  t.like(body, { subtotal: '450.00', total_amount: '450.00' });
  t.like(body.items[0], { id: order.items[0].id, unit_price: '100.00', variant_name: 'RISING', quantity: 3 });
  t.like(body.items[1], { unit_price: '150.00', variant_name: 'Risen', quantity: 1 });
  const cheaper = await edit(order.id, {
    changes: [change(body, { unit_price: 90 }), change(body, { discount_price: 140 }, 1)],
  });
  t.deepEqual(
    cheaper.body.items.map((item: Row) => item.line_total),
    ['270.00', '140.00'],
  );
  const unheeded = await edit(order.id, { changes: [change(body, { discount_price: 90 })] });
  t.deepEqual(unheeded.body, cheaper.body, 'a discount price that is none counts as not sent');
});

test('stock is reserved and released by what changes, and moves to another location', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'SIX', quantity: 6, price: 10 });
  const depot = await insert(db.admin, 'locations', { company_id: shop.companyId, name: 'Depot', code: 'DEP' });
  const order = await ordered({}, [
    { sku: 'SIX', quantity: 2 },
    { sku: 'SIX', quantity: 2 },
  ]);
  t.is(await desk.stock('SIX'), '6/4');
  await edit(order.id, { changes: [change(order, { quantity: 4 })] });
  t.is(await desk.stock('SIX'), '6/6');
  const short = await edit(order.id, {
    changes: [change(order, { quantity: 1 }, 1), change(order, { quantity: 6 }, 0)],
  });
  t.is(short.status, 400);
  t.is(short.body.error.code, 'INSUFFICIENT_STOCK');
  t.like(short.body.error.fields.items[0], { line: 0, sku: 'SIX', requested: 7, available: 6 });
  await edit(order.id, { changes: [remove(order, 1)] });
  t.is(await desk.stock('SIX'), '6/4');
  const away = await edit(order.id, { location_id: depot });
  t.like(away.body.error.fields.items[0], { line: 0, requested: 4, available: 0 });
  await desk.ask('create_inventory_adjustment', {
    sku: 'SIX',
    location_id: depot,
    quantity_change: 4,
    reason: 'Stock',
  });
  t.is((await edit(order.id, { location_id: depot })).body.location_id, depot);
  t.is(await desk.stock('SIX'), '6/0');
  await desk.move(order.id, 'cancelled');
});

test('what was paid stays, and what is due or owed back follows from the new total', async (t) => {
  const order = await ordered({ shipping_charge: 60 });
  const payment_method_id = shop.stores[0].paymentMethods.card;
  await desk.ask('record_order_payment', { id: order.id, payment_method_id, amount: 260 });
  const dearer = await edit(order.id, { changes: [add('OIL')] });
  t.like(dearer.body, {
    total_amount: '510.00',
    paid_amount: '260.00',
    due_amount: '250.00',
    payment_status: 'partially_paid',
  });
  const cheaper = await edit(order.id, { changes: [remove(dearer.body, 1), change(order, { quantity: 1 })] });
  t.like(cheaper.body, {
    total_amount: '160.00',
    due_amount: '0.00',
    to_refund_amount: '100.00',
    payment_status: 'paid',
  });
  const { previous } = (await desk.events(order.id)).at(-1)!;
  t.like(previous, {
    total_amount: '510.00',
    due_amount: '250.00',
    payment_status: 'partially_paid',
    to_refund_amount: '0.00',
  });
  t.deepEqual(
    previous.items.map((item: Row) => [item.sku, item.quantity]),
    [
      ['SOAP', 2],
      ['OIL', 1],
    ],
  );
});

test('a coupon is put, judged and taken off, and each use is counted once', async (t) => {
  const used = async (code: string) =>
    (
      await db.admin.query('select used_count from app.coupons where company_id = $1 and code = $2', [
        shop.companyId,
        code,
      ])
    ).rows[0].used_count;
  const first = await ordered();
  t.like((await edit(first.id, { coupon_code: 'once' })).body, { discount_amount: '20.00', coupon: { code: 'ONCE' } });
  const second = await ordered();
  const refused = await edit(second.id, { coupon_code: 'ONCE' });
  t.is(refused.status, 422);
  t.regex(refused.body.error.fields.coupon_code[0], /usage limit/);
  t.like((await edit(first.id, { changes: [change(first, { quantity: 4 })] })).body, { discount_amount: '40.00' });
  const below = await edit(first.id, { changes: [change(first, { quantity: 1 })] });
  t.regex(below.body.error.fields.coupon_code[0], /at least 150/);
  await db.admin.query(
    `update app.coupons set ends_at = now() - interval '1 day', value = 50 where company_id = $1 and code = 'ONCE'`,
    [shop.companyId],
  );
  t.like(
    (await edit(first.id, { changes: [change(first, { quantity: 2 })] })).body,
    { discount_amount: '20.00' },
    'as agreed',
  );
  t.is(await used('ONCE'), 1);
  t.like((await edit(first.id, { coupon_code: null })).body, { discount_amount: '0.00', coupon: null });
  t.is(await used('ONCE'), 0);
  const person = somebody();
  const third = await ordered({ customer: person, coupon_code: 'EACH' });
  const fourth = await ordered({ coupon_code: 'EACH' });
  t.regex((await edit(fourth.id, { customer: person })).body.error.fields.coupon_code[0], /by this customer/);
  t.is((await edit(third.id, { customer: somebody() })).status, 200);
  t.is((await edit(fourth.id, { customer: person })).status, 200);
  t.is(await used('EACH'), 2);
});

test('customer, address, custom fields and note change, null clears, and the same again writes nothing', async (t) => {
  const order = await ordered({ note: 'First', custom_fields: { gift: true, floor: 3 } });
  t.deepEqual(order.custom_fields, { gift: true, floor: 3 });
  const body = {
    ...{ customer: { ...somebody(), full_name: 'Rahim Uddin' }, note: null, custom_fields: { gift: false } },
    ...{ shipping_address: { city: 'ঢাকা', address_line: 'House 7' }, reason: 'On the phone' },
  };
  const edited = await edit(order.id, body);
  t.like(edited.body, { note: null, custom_fields: { gift: false }, shipping_address: body.shipping_address });
  t.is(edited.body.customer.full_name, 'Rahim Uddin');
  t.deepEqual(await eventsOf(edited.body.customer_id), ['customer.created']);
  const entry = (await desk.timeline(order.id)).at(-1);
  t.like(entry, { action: 'edited', note: 'On the phone' });
  t.deepEqual(entry.detail.customer_id, [order.customer_id, edited.body.customer_id]);
  t.deepEqual(
    entry.detail.note,
    [null, null],
    'what was written about the former customer is not told with the new one',
  );
  t.deepEqual((await edit(order.id, body)).body, edited.body);
  t.is((await eventsOf(order.id)).length, 2);
  t.is((await desk.timeline(order.id)).length, 2);
});

test('custom fields are as long as Postgres writes them, whatever their numbers', async (t) => {
  const order = await ordered();
  for (const amount of [1e300, -1e300, 1e-300, -1.5e-7, 1.25e25, 5e-324, 123_456.789]) {
    const { rows } = await db.admin.query('select length($1::jsonb::text) as n', [
      JSON.stringify({ amount, rest: '' }),
    ]);
    const fields = (length: number) => ({ custom_fields: { amount, rest: 'x'.repeat(length - rows[0].n) } });
    const kept = await edit(order.id, fields(16_000));
    t.is(kept.body.custom_fields?.amount, amount, JSON.stringify(kept.body.error));
    t.regex((await edit(order.id, fields(16_001))).body.error.fields.custom_fields[0], /at most 16000/);
  }
  const beyond = await send('POST', `/orders/${order.id}/edit`, undefined, {
    raw: '{"custom_fields": {"amount": 1e400}}',
  });
  t.is(beyond.status, 422);
  t.regex(beyond.body.error.fields.custom_fields[0], /a number/);
});

test('a preview tells what the edit would answer and writes nothing', async (t) => {
  const order = await ordered({}, [{ sku: 'SEEN', quantity: 2 }]);
  const before = [await desk.order(order.id), await desk.stock('SEEN'), await eventsOf(order.id)];
  const body = { changes: [change(order, { quantity: 5 }), add('OIL')], coupon_code: 'TEN', customer: somebody() };
  const preview = await edit(order.id, { ...body, preview: true });
  t.like(preview.body, { subtotal: '750.00', discount_amount: '75.00', total_amount: '675.00' });
  t.deepEqual([await desk.order(order.id), await desk.stock('SEEN'), await eventsOf(order.id)], before);
  t.is((await db.admin.query('select from app.customers where phone = $1', [body.customer.phone])).rowCount, 0);
  t.like((await edit(order.id, body)).body, { subtotal: '750.00', total_amount: '675.00' });
});

test('who edits an order that somebody changed meanwhile is told, also in a preview', async (t) => {
  const order = await ordered();
  const stale = { 'if-match': `"${new Date(0).toISOString()}"` };
  for (const more of [{}, { preview: true }]) t.is((await edit(order.id, { note: 'x', ...more }, stale)).status, 412);
});

test('the samples of the guide are answered as it says', async (t) => {
  const file = path.join(import.meta.dirname, '../../../server/docs/guides/edit-an-order.md');
  const samples = [...fs.readFileSync(file, 'utf8').matchAll(/^```json\nPOST \/orders\/\{id\}\/edit\n([^`]+)```/gm)];
  t.is(samples.length, 5);
  const order = await ordered({}, [
    { sku: 'SOAP', quantity: 2 },
    { sku: 'MINE', quantity: 1 },
  ]);
  const told = [];
  for (const [, sample] of samples) {
    const body = sample!
      .replace('{first_item}', order.items[0].id)
      .replace('{second_item}', order.items[1].id)
      .replace('{location}', shop.locationId);
    const answer = await edit(order.id, JSON.parse(body));
    t.is(answer.status, 200, JSON.stringify(answer.body));
    told.push(answer.body.total_amount);
  }
  t.deepEqual(told, ['550.00', '520.00', '588.00', '588.00', '1713.00']);
});
