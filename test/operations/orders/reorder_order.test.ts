import test from 'ava';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { insert, stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, eventsOf, house, openSoundApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents
type Row = any;

let desk: Desk;

test.before(async () => {
  await openSoundApiShop();
  desk = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000, price: 100 });
  await stockVariant(db.admin, shop, { sku: 'FEW', quantity: 3, price: 10 });
  await insert(db.admin, 'coupons', {
    ...{ company_id: shop.companyId, store_id: shop.stores[0].id, code: 'ONCE', type: 'percent', value: 10 },
    usage_limit: 1,
  });
});
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await closeApiShop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const again = (id: string, body: object = {}): Promise<Row> => send('POST', `/orders/${id}/reorder`, body);
const calledOff = async (items: Row[], more: object = {}, status = 'cancelled'): Promise<Row> => {
  const { id } = await desk.place(items, more);
  return desk.move(id, status);
};

testCommonRules('reorder_order', house, {
  sound: async (maker) => {
    const { id } = await makeOrder(maker);
    await maker.make('cancel_order', { id });
    return { id };
  },
  wrong: [
    [{ coupon_code: '' }, 'coupon_code'],
    [{ coupon_code: 'NONE' }, 'coupon_code'],
  ],
});

test('only what was called off is ordered again', async (t) => {
  const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }]);
  const { status, body } = await again(id);
  t.is(status, 400);
  t.is(body.error.code, 'INVALID_STATUS_TRANSITION');
  t.regex(body.error.fields.status[0], /cancelled or spam/);
});

test('a cancelled order comes again at the agreed prices, and both orders name each other', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'RISING', quantity: 10, price: 100 });
  const old = await calledOff(
    [
      { sku: 'RISING', quantity: 2 },
      { sku: 'SOAP', quantity: 1, unit_price: 80 },
    ],
    {
      ...{ shipping_charge: 60, tax_amount: 5, note: 'Ring twice', custom_fields: { gift: true } },
      shipping_address: '{"city": "ঢাকা", "line": 7}',
    },
  );
  await desk.ask('update_variant', { identifier: variantId, price: 150 });
  const { status, body } = await again(old.id);
  t.is(status, 201, JSON.stringify(body));
  t.like(body, {
    status: 'pending',
    total_amount: '345.00',
    reorder_of_id: old.id,
    reordered_as_id: null,
    source: 'api',
  });
  for (const field of [
    'customer_id',
    'location_id',
    'shipping_address',
    'note',
    'custom_fields',
    'subtotal',
    'channel',
  ])
    t.deepEqual(body[field], old[field], field);
  t.deepEqual(
    body.items.map((item: Row) => [item.sku, item.quantity, item.unit_price]),
    [
      ['RISING', 2, '100.00'],
      ['SOAP', 1, '80.00'],
    ],
  );
  t.is(await desk.stock('RISING'), '10/2');
  t.is((await desk.ask('get_order', { id: old.id })).reordered_as_id, body.id);
  t.deepEqual((await eventsOf(old.id)).slice(-2), ['order.cancelled', 'order.updated']);
  t.deepEqual((await desk.events(old.id)).at(-1)?.previous, { reordered_as_id: null });
  t.like((await desk.timeline(old.id)).at(-1), {
    action: 'reordered',
    detail: { number: body.number, order_id: body.id },
  });

  const twice = await again(old.id);
  t.is(twice.status, 409);
  t.regex(twice.body.error.fields.order_id[0], new RegExp(body.number));
  await desk.move(body.id, 'cancelled');
  const third = await again(old.id);
  t.is(third.status, 201, 'the order in its place was cancelled too');
  t.is((await desk.ask('get_order', { id: old.id })).reordered_as_id, third.body.id);
});

test('of many who order again at once one does', async (t) => {
  const old = await calledOff([{ sku: 'SOAP', quantity: 1 }], {}, 'spam');
  const answers = await Promise.all(Array.from({ length: 6 }, () => again(old.id)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
});

test('stock and coupon are judged anew, and the coupon may be left out', async (t) => {
  const short = await calledOff([{ sku: 'FEW', quantity: 3 }]);
  await desk.place([{ sku: 'FEW', quantity: 1 }]);
  const refused = await again(short.id);
  t.is(refused.body.error.code, 'INSUFFICIENT_STOCK');
  t.like(refused.body.error.fields.items[0], { line: 0, sku: 'FEW', requested: 3, available: 2 });
  const old = await calledOff([{ sku: 'SOAP', quantity: 1 }], { coupon_code: 'ONCE' });
  const other = await desk.place([{ sku: 'SOAP', quantity: 1 }], { coupon_code: 'ONCE' });
  const used = await again(old.id);
  t.is(used.status, 422);
  t.regex(used.body.error.fields.coupon_code[0], /usage limit/);
  t.is((await desk.order(old.id)).reordered_as_id, null);
  t.like((await again(old.id, { coupon_code: null })).body, { coupon: null, total_amount: '100.00' });
  await desk.move(other.id, 'cancelled');
  t.like((await again(other.id)).body, { coupon: { code: 'ONCE' }, total_amount: '90.00' });
});
