// Every operation of a working day against every other, over the same order and the same goods, with pauses inside.
// Each pair may end as it likes, served or refused; the books must be sound afterwards, and no call may meet a
// deadlock.
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { openDesk } from '../helpers/orders.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

/** Pairs of a round, and how many of them at once. */
const most = 96;
const atOnce = 16;
const sizes = ['S', 'M'];

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
type Arena = House & {
  /** What the operations draw from. */
  random: Random;
  id: string;
  items: { id: string; product_id: string }[];
  productId: string;
  customerId: string;
  phone: string;
  skus: string[];
  parcelId: string;
};

/** A shop, and what is there once for all pairs. */
type House = Awaited<ReturnType<typeof openHouse>>;

async function openHouse(db: TestDatabase) {
  const desk = await openDesk(db, await createShop(db.admin), 40);
  const store = desk.shop.stores[0];
  const coupon = { store_id: store.id, code: 'PAIR', type: 'percent', value: 10, usage_limit: 1000 };
  await desk.staff('create_coupon', coupon);
  const { id: brandId } = await desk.ask('create_brand', { name: 'Brand' });
  const { id: categoryId } = await desk.ask('create_category', { name: 'Category' });
  const attribute = { name: 'Size', type: 'variant', values: sizes.map((value) => ({ value })) };
  const { id: attributeId } = await desk.ask('create_attribute', attribute);
  await pauseAtRandom(db.admin, 6);
  const method = (name: string) => store.paymentMethods[name] as string;
  return { db, desk, store, method, brandId, categoryId, attributeId };
}

async function arrange(house: House, n: number, random: Random, start: Start, paid: boolean): Promise<Arena> {
  const { db, desk, method } = house;
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
    ...house,
    random,
    id: order.id,
    items: order.items,
    customerId: order.customer_id,
    phone,
    skus,
    productId: order.items[0].product_id,
    parcelId,
  };
}

const any = ({ random }: Arena, most: number) => Math.floor(random() * most);
const adjust = (more: object) => (a: Arena) =>
  a.desk.call('create_inventory_adjustment', {
    location_id: a.desk.shop.locationId,
    sku: oneOf(a.random, a.skus),
    reason: 'count',
    ...more,
  });

/** Staff procedures throw their refusals, calls through the gate answer them. */
const operations: Record<string, (a: Arena) => Promise<unknown>> = {
  'an order': (a) =>
    a.desk.call('create_order', {
      customer: { phone: a.phone, full_name: 'Karim' },
      items: a.skus.map((sku) => ({ sku, quantity: 2 })),
      coupon_code: 'PAIR',
      shipping_address: { address_line: `House ${any(a, 3)}`, city: 'Dhaka' },
    }),
  'an order of somebody new, paid': (a) =>
    a.desk.call('create_order', {
      customer: { phone: `0182${a.phone.slice(4)}`, full_name: 'Rahima' },
      items: [{ sku: a.skus[0], quantity: 1 }],
      payment: { payment_method_id: a.method('cod'), amount: 10 },
    }),
  'another price': (a) => a.desk.call('update_variant', { identifier: a.skus[0], price: 10 + any(a, 200) }),
  'another discount': (a) =>
    a.desk.call('update_variant', { identifier: a.skus[1], price: 200, discount_price: 1 + any(a, 90) }),
  'another cost': (a) => a.desk.call('update_variant', { identifier: a.skus[0], cost_price: 1 + any(a, 90) }),
  'another SKU and cost': (a) =>
    a.desk.call('update_variant', { identifier: a.skus[1], sku: `${a.skus[1]}-2`, cost_price: 44 }),
  'an end of the sale': (a) => a.desk.call('update_variant', { identifier: a.skus[0], status: 'inactive' }),
  'a purchase': adjust({ quantity_change: 2, type: 'purchase', unit_cost: 77.77 }),
  'a purchase elsewhere': (a) =>
    adjust({ quantity_change: 3, type: 'purchase', unit_cost: 33.33, location_id: a.desk.shop.secondLocationId })(a),
  'a loss': adjust({ quantity_change: -1, type: 'damage' }),
  'a target': adjust({ set_on_hand: 12 }),
  'a stock count': (a) =>
    a.desk.staff('recount', {
      location_id: a.desk.shop.locationId,
      lines: a.skus.map((sku) => ({ sku, counted: 9 + any(a, 4) })),
      reason: 'count',
    }),
  'a cancellation': (a) => a.desk.call('cancel_order', { id: a.id }),
  'a cancellation by staff': (a) => a.desk.staff('cancel_order', { order_id: a.id }),
  'a step forward': (a) =>
    a.desk.call('update_order_status', { id: a.id, status: ['confirmed', 'delivered'][any(a, 2)] }),
  'a step by staff': (a) =>
    a.desk.staff('change_order_status', { order_id: a.id, status: ['processing', 'spam', 'returned'][any(a, 3)] }),
  'a note': (a) => a.desk.staff('update_order', { order_id: a.id, note: `Call ${any(a, 9)}` }),
  'a payment': (a) =>
    a.desk.call('record_order_payment', { id: a.id, amount: 100, payment_method_id: a.method('cod') }),
  'all that is due': (a) =>
    a.desk.call('record_order_payment', { id: a.id, amount: 540, payment_method_id: a.method('cod') }),
  'a refund': (a) => a.desk.staff('record_refund', { order_id: a.id, amount: 20, payment_method_id: a.method('cod') }),
  'a void': async (a) => {
    const { rows } = await a.db.admin.query(`select id from app.payments where order_id = $1 limit 1`, [a.id]);
    if (rows[0]) await a.desk.staff('void_payment', { payment_id: rows[0].id, reason: 'mistake' });
  },
  'a booking': (a) => a.desk.staff('book_parcel', { order_id: a.id, courier_id: a.desk.couriers.silent }),
  'a pickup': (a) => a.desk.staff('record_parcel_pickup', { parcel_id: a.parcelId }),
  'a delivery': (a) => a.desk.staff('record_parcel_delivered', { parcel_id: a.parcelId }),
  'a part of a delivery': (a) =>
    a.desk.staff('record_partial_delivery', {
      parcel_id: a.parcelId,
      kept: [{ order_item_id: a.items[0]?.id, quantity: 1 }],
      collected_amount: 90,
    }),
  'a payout': (a) => a.desk.staff('record_parcel_payout', { parcel_id: a.parcelId }),
  'a parcel back': (a) => a.desk.staff('receive_parcel', { parcel_id: a.parcelId }),
  'a return': async (a) => {
    const lines = [{ order_item_id: a.items[1]?.id, quantity: 1 + any(a, 2) }];
    const { id } = await a.desk.staff('create_return', { order_id: a.id, lines });
    await a.desk.staff('receive_return', { return_id: id });
  },
  'another name of the customer': (a) =>
    a.desk.staff('update_customer', { customer_id: a.customerId, full_name: 'K. U.' }),
  'another time zone': (a) =>
    a.desk.staff('update_store', { id: a.store.id, timezone: ['Asia/Dhaka', 'UTC', 'Asia/Tokyo'][any(a, 3)] }),
  'another name of the product': (a) => a.desk.call('update_product', { id: a.productId, name: `Other ${any(a, 9)}` }),
  'another slug of the product': (a) =>
    a.desk.call('update_product', { id: a.productId, slug: `slug-${any(a, 9999)}` }),
  'more variants': (a) =>
    a.desk.call('update_product', {
      id: a.productId,
      brand_id: a.brandId,
      categories: [{ id: a.categoryId }],
      variants: [
        {
          sku: `${a.skus[0]}-${any(a, 9)}`,
          name: 'more',
          price: 5,
          options: [{ attribute: 'Size', value: sizes[any(a, 2)] }],
        },
      ],
    }),
  'the end of the product': (a) => a.desk.call('archive_product', { id: a.productId }),
  'another name of the brand': (a) => a.desk.call('update_brand', { id: a.brandId, name: `Brand ${any(a, 9)}` }),
  'another name of the category': (a) =>
    a.desk.call('update_category', { id: a.categoryId, name: `Category ${any(a, 9)}` }),
  'another name of the attribute': (a) =>
    a.desk.call('update_attribute', { id: a.attributeId, name: 'Size', is_filterable: any(a, 2) === 1 }),
  'more values': (a) =>
    a.desk.call('add_attribute_values', { id: a.attributeId, values: [{ value: `V${any(a, 99999)}` }] }),
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

export const run: Generator = (options) =>
  inRounds(options, async (random) => {
    const db = await freshDatabase('reads whole tables');
    try {
      return await quarrel(await openHouse(db), random);
    } finally {
      await db.drop();
    }
  });

/** Some of the pairs, each over an order in some state. */
async function quarrel(house: House, random: Random): Promise<Partial<Row>> {
  const drawn = pairs.map((pair) => ({ pair, at: random() })).sort((a, b) => a.at - b.at);
  const starts = Object.keys(roads) as Start[];
  const cases = drawn.slice(0, most).map(({ pair }) => ({ pair, start: oneOf(random, starts), paid: random() < 0.5 }));
  const gaveWay: string[] = [];
  for (let from = 0; from < cases.length && gaveWay.length === 0; from += atOnce) {
    const batch = cases.slice(from, from + atOnce);
    const defects = await Promise.all(
      batch.map(async ({ pair, start, paid }, n) => {
        const arena = await arrange(house, from + n, random, start, paid);
        return Promise.all(
          pair.map((name) => defectOf(`${pair.join(' + ')}, ${start}: ${name}`, operations[name]!(arena))),
        );
      }),
    );
    const broken = await findBroken(house.db.admin);
    gaveWay.push(...defects.flat().filter((defect) => defect !== null));
    gaveWay.push(...broken.map((what) => `${what} after ${JSON.stringify(batch)}`));
  }
  return { operations: 2 * cases.length, gaveWay };
}
