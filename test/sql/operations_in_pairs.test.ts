// Every operation of a working day against every other, over the same order and the same goods, with pauses inside. Each
// pair may end as it likes, served or refused; the books must be sound afterwards, and nobody may meet a deadlock.
import test from 'ava';
import fc from 'fast-check';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken } from '../helpers/invariants.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let brandId: string;
let categoryId: string;
let attributeId: string;
const sizes = ['S', 'M'];

test.before(async () => {
  db = await freshDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  await desk.staff('create_coupon', {
    store_id: desk.shop.stores[0].id,
    code: 'PAIR',
    type: 'percent',
    value: 10,
    usage_limit: 1000,
  });
  brandId = (await desk.ask('create_brand', { name: 'Brand' })).id;
  categoryId = (await desk.ask('create_category', { name: 'Category' })).id;
  const attribute = { name: 'Size', type: 'variant', values: sizes.map((value) => ({ value })) };
  attributeId = (await desk.ask('create_attribute', attribute)).id;
  await pauseAtRandom(db.admin, 6);
});
test.after.always(() => db?.drop());

const roads = {
  placed: [],
  confirmed: ['confirmed'],
  shipped: ['confirmed', 'processing', 'ready_to_ship', 'in_transit'],
  delivered: ['confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered'],
  booked: ['confirmed'],
  picked_up: ['confirmed'],
} satisfies Record<string, string[]>;
type Start = keyof typeof roads;

/** What a pair quarrels over: an order of two goods in some state, its customer, and everything around it. */
type Arena = {
  id: string;
  items: { id: string; product_id: string }[];
  productId: string;
  customerId: string;
  phone: string;
  skus: string[];
  parcelId: string;
};

let arenas = 0;
async function arrange(start: Start, paid: boolean): Promise<Arena> {
  const n = ++arenas;
  const skus = [`A${n}`, `B${n}`];
  for (const sku of skus) await stockVariant(db.admin, desk.shop, { sku, quantity: 20, price: 100 });
  const phone = `0171${String(n).padStart(7, '0')}`;
  const order = await desk.place(
    skus.map((sku) => ({ sku, quantity: 3 })),
    {
      customer: { phone, full_name: 'Karim' },
      coupon_code: 'PAIR',
      ...(paid && {
        payment: { payment_method_id: method('bkash'), amount: 50, transaction_id: `PAIR-${n}` },
      }),
    },
  );
  await desk.move(order.id, ...roads[start]);
  let parcelId = '00000000-0000-7000-8000-000000000000';
  if (start === 'booked' || start === 'picked_up') {
    parcelId = (await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers.reporting })).id;
    if (start === 'picked_up') await desk.staff('record_parcel_pickup', { parcel_id: parcelId });
  }
  return {
    id: order.id,
    items: order.items,
    customerId: order.customer_id,
    phone,
    skus,
    productId: order.items[0].product_id,
    parcelId,
  };
}

const store = () => desk.shop.stores[0];
const method = (name: string) => store().paymentMethods[name] as string;
const any = (most: number) => Math.floor(Math.random() * most);
const adjust = (more: object) => (a: Arena) =>
  desk.call('create_inventory_adjustment', {
    location_id: desk.shop.locationId,
    sku: a.skus[any(2)],
    reason: 'count',
    ...more,
  });

/** Staff procedures throw their refusals, calls through the gate answer them. */
const operations: Record<string, (a: Arena) => Promise<unknown>> = {
  'an order': (a) =>
    desk.call('create_order', {
      customer: { phone: a.phone, full_name: 'Karim' },
      items: a.skus.map((sku) => ({ sku, quantity: 2 })),
      coupon_code: 'PAIR',
      shipping_address: { address_line: `House ${any(3)}`, city: 'Dhaka' },
    }),
  'an order of somebody new, paid': (a) =>
    desk.call('create_order', {
      customer: { phone: `0182${a.phone.slice(4)}`, full_name: 'Rahima' },
      items: [{ sku: a.skus[0], quantity: 1 }],
      payment: { payment_method_id: method('cod'), amount: 10 },
    }),
  'another price': (a) => desk.call('update_variant', { identifier: a.skus[0], price: 10 + any(200) }),
  'another discount': (a) =>
    desk.call('update_variant', { identifier: a.skus[1], price: 200, discount_price: 1 + any(90) }),
  'another cost': (a) => desk.call('update_variant', { identifier: a.skus[0], cost_price: 1 + any(90) }),
  'another SKU and cost': (a) =>
    desk.call('update_variant', { identifier: a.skus[1], sku: `${a.skus[1]}-2`, cost_price: 44 }),
  'an end of the sale': (a) => desk.call('update_variant', { identifier: a.skus[0], status: 'inactive' }),
  'a purchase': adjust({ quantity_change: 2, type: 'purchase', unit_cost: 77.77 }),
  'a purchase elsewhere': (a) =>
    adjust({ quantity_change: 3, type: 'purchase', unit_cost: 33.33, location_id: desk.shop.secondLocationId })(a),
  'a loss': adjust({ quantity_change: -1, type: 'damage' }),
  'a target': adjust({ set_on_hand: 12 }),
  'a stock count': (a) =>
    desk.staff('recount', {
      location_id: desk.shop.locationId,
      lines: a.skus.map((sku) => ({ sku, counted: 9 + any(4) })),
      reason: 'count',
    }),
  'a cancellation': (a) => desk.call('cancel_order', { id: a.id }),
  'a cancellation by staff': (a) => desk.staff('cancel_order', { order_id: a.id }),
  'a step forward': (a) => desk.call('update_order_status', { id: a.id, status: ['confirmed', 'delivered'][any(2)] }),
  'a step by staff': (a) =>
    desk.staff('change_order_status', { order_id: a.id, status: ['processing', 'spam', 'returned'][any(3)] }),
  'a note': (a) => desk.staff('update_order', { order_id: a.id, note: `Call ${any(9)}` }),
  'a payment': (a) => desk.call('record_order_payment', { id: a.id, amount: 100, payment_method_id: method('cod') }),
  'all that is due': (a) =>
    desk.call('record_order_payment', { id: a.id, amount: 540, payment_method_id: method('cod') }),
  'a refund': (a) => desk.staff('record_refund', { order_id: a.id, amount: 20, payment_method_id: method('cod') }),
  'a void': async (a) => {
    const { rows } = await db.admin.query(`select id from app.payments where order_id = $1 limit 1`, [a.id]);
    if (rows[0]) await desk.staff('void_payment', { payment_id: rows[0].id, reason: 'mistake' });
  },
  'a booking': (a) => desk.staff('book_parcel', { order_id: a.id, courier_id: desk.couriers.silent }),
  'a pickup': (a) => desk.staff('record_parcel_pickup', { parcel_id: a.parcelId }),
  'a delivery': (a) => desk.staff('record_parcel_delivered', { parcel_id: a.parcelId }),
  'a part of a delivery': (a) =>
    desk.staff('record_partial_delivery', {
      parcel_id: a.parcelId,
      kept: [{ order_item_id: a.items[0]?.id, quantity: 1 }],
      collected_amount: 90,
    }),
  'a payout': (a) => desk.staff('record_parcel_payout', { parcel_id: a.parcelId }),
  'a parcel back': (a) => desk.staff('receive_parcel', { parcel_id: a.parcelId }),
  'a return': async (a) => {
    const lines = [{ order_item_id: a.items[1]?.id, quantity: 1 + any(2) }];
    const { id } = await desk.staff('create_return', { order_id: a.id, lines });
    await desk.staff('receive_return', { return_id: id });
  },
  'another name of the customer': (a) =>
    desk.staff('update_customer', { customer_id: a.customerId, full_name: 'K. U.' }),
  'another time zone': () =>
    desk.staff('update_store', { id: store().id, timezone: ['Asia/Dhaka', 'UTC', 'Asia/Tokyo'][any(3)] }),
  'another name of the product': (a) => desk.call('update_product', { id: a.productId, name: `Other ${any(9)}` }),
  'another slug of the product': (a) => desk.call('update_product', { id: a.productId, slug: `slug-${any(9999)}` }),
  'more variants': (a) =>
    desk.call('update_product', {
      id: a.productId,
      brand_id: brandId,
      categories: [{ id: categoryId }],
      variants: [
        {
          sku: `${a.skus[0]}-${any(9)}`,
          name: 'more',
          price: 5,
          options: [{ attribute: 'Size', value: sizes[any(2)] }],
        },
      ],
    }),
  'the end of the product': (a) => desk.call('archive_product', { id: a.productId }),
  'another name of the brand': () => desk.call('update_brand', { id: brandId, name: `Brand ${any(9)}` }),
  'another name of the category': () => desk.call('update_category', { id: categoryId, name: `Category ${any(9)}` }),
  'another name of the attribute': () =>
    desk.call('update_attribute', { id: attributeId, name: 'Size', is_filterable: any(2) === 1 }),
  'more values': () => desk.call('add_attribute_values', { id: attributeId, values: [{ value: `V${any(99999)}` }] }),
};
const names = Object.keys(operations);
const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const));

/** A refusal is an answer; anything else, a deadlock or a broken constraint, is a defect. */
async function defectOf(name: string, work: Promise<unknown>): Promise<string | null> {
  try {
    const answer = (await work) as { outcome?: { sqlstate: string | null; message: string | null; context?: string } };
    const sqlstate = answer?.outcome?.sqlstate;
    if (!sqlstate || sqlstate.startsWith('HT') || sqlstate === '23505') return null;
    return `${name}: ${JSON.stringify(answer.outcome)}`;
  } catch (error) {
    const { code } = error as { code?: string };
    return code?.startsWith('HT') ? null : `${name}: ${code} ${error}`;
  }
}

/** A run takes some of the pairs, another run others; PAIRS=1000 takes all of them. */
const most = Number(process.env.PAIRS ?? 96);

test('each operation beside each other leaves books that add up', async (t) => {
  t.timeout(most * 2000);
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.log(`seed ${seed}`);
  const cases = fc.sample(
    fc.shuffledSubarray(pairs, { minLength: pairs.length }).chain((all) =>
      fc
        .array(fc.tuple(fc.constantFrom(...(Object.keys(roads) as Start[])), fc.boolean()), {
          minLength: all.length,
          maxLength: all.length,
        })
        .map((starts) => all.map((pair, i) => ({ pair, start: starts[i] as [Start, boolean] }))),
    ),
    { numRuns: 1, seed },
  )[0] as { pair: readonly [string, string]; start: [Start, boolean] }[];
  const atOnce = 16;
  for (let from = 0; from < Math.min(most, cases.length); from += atOnce) {
    const batch = cases.slice(from, from + atOnce);
    const defects = await Promise.all(
      batch.map(async ({ pair, start }) => {
        const arena = await arrange(...start);
        return Promise.all(
          pair.map((name) => defectOf(`${pair.join(' + ')}, ${start}: ${name}`, operations[name]!(arena))),
        );
      }),
    );
    t.deepEqual(defects.flat().filter(Boolean), []);
    t.deepEqual(await findBroken(db.admin), [], JSON.stringify(batch));
  }
});

test('orders placed while a price flips cost what their lines say', async (t) => {
  const { variantId } = await stockVariant(db.admin, desk.shop, { sku: 'FLIP', quantity: 10_000, price: 10 });
  let isOver = false;
  const flipping = (async () => {
    for (let i = 0; !isOver; i++) await desk.ask('update_variant', { identifier: variantId, price: i % 2 ? 10 : 20 });
  })();
  const placed = await Promise.all(
    Array.from({ length: 6 }, async (_, client) => {
      const mine = [];
      for (let i = 0; i < 20; i++)
        mine.push(
          await desk.place([{ sku: 'FLIP', quantity: 1 }], {
            customer: { phone: `0191000000${client}`, full_name: 'F' },
          }),
        );
      return mine;
    }),
  ).finally(() => {
    isOver = true;
  });
  await flipping;
  for (const { total_amount, items } of placed.flat()) t.is(items[0].line_total, total_amount);
  t.is(new Set(placed.flat().map(({ total_amount }) => total_amount)).size, 2, 'both prices were met');
  t.deepEqual(await findBroken(db.admin), []);
});
