// Every operation of a working day against every other, over the same order and the same goods, with pauses inside; and
// beside them what is done around them: erasures, exports, timers, retention, seals, repairs, connections that are killed.
// Each pair may end as it likes, served or refused; the books must be sound afterwards, the audit says no false word, and
// no call may meet a deadlock.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openStorage } from '../../server/media/storage/index.ts';
import { createLog } from '../../server/process/log.ts';
import { timers } from '../../workers/crontab.ts';
import { Exports } from '../../workers/exports/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { isLong } from '../helpers/long.ts';
import { openDesk } from '../helpers/orders.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';
import { asCompany, createShop, stockVariant } from '../helpers/shop.ts';

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
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  await pauseAtRandom(db.admin, 6);
  const method = (name: string) => store.paymentMethods[name] as string;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-exports-'));
  const exporter = new Exports({
    pool: db.as('haat_worker'),
    storage: openStorage({ kind: 'folder', directory }, 'http://127.0.0.1/media'),
    log: createLog('silent'),
    options: { rest: 0 },
  });
  const close = () => fs.rmSync(directory, { recursive: true, force: true });
  return { db, desk, store, method, brandId, categoryId, attributeId, exporter, close };
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
  'an edit': (a) =>
    a.desk.call('edit_order', {
      id: a.id,
      shipping_charge: any(a, 90),
      items: [{ order_item_id: a.items[0]?.id, quantity: 1 + any(a, 4) }],
    }),
  'a call': (a) => a.desk.call('record_call', { id: a.id, outcome: ['confirmed', 'no_answer'][any(a, 2)] }),
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

/** Runs a timer as the workers do, so many hours from now. */
async function runTimer({ db }: Arena, name: string, hours = 0): Promise<void> {
  const client = await db.as('haat_worker').connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('haat.clock_offset', $1, true)`, [hours ? `${hours} h` : '']);
    await client.query(`select * from internal.${name}()`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Orders without any event: those of a month and more ago, as the clean-up takes them. */
const cleanedUp = /^the last event about an order shows it as it is: \[(\{"number":"[^"]+","object":null\},?)+\]/;
const day = 24;
/** What cleans up, and after how many hours it has something to do. */
const retention: [string, number][] = [
  ['clean_up_webhooks', 31 * day],
  ['clean_up_jobs', 31 * day],
  ['clean_up_idempotency_keys', 3 * day],
  ['clean_up_sessions', 181 * day],
  ['clean_up_rate_windows', 2],
  ['clean_up_personal_data_reads', 401 * day],
  ['expire_exports', 8 * day],
];

/** What is done around the work of the day. */
const around: Record<string, (a: Arena) => Promise<unknown>> = {
  'an erasure': (a) => a.desk.staff('erase_customer', { customer_id: a.customerId }),
  'an export': async (a) => {
    const asked = await a.desk.call('create_export', { operation: oneOf(a.random, ['list_orders', 'list_customers']) });
    await a.exporter.work.run();
    return asked;
  },
  'a timer': (a) => runTimer(a, oneOf(a.random, timers).name),
  'a clean-up': (a) => runTimer(a, ...oneOf(a.random, retention)),
  'a seal': async (a) => {
    for (const name of ['seal_ledger', 'seal_history', 'seal_history']) await runTimer(a, name);
  },
  'a repair': (a) =>
    asCompany(a.db.admin, a.desk.shop.companyId, (client) =>
      client.query('select ledger.repair($1)', [oneOf(a.random, ['levels', 'orders', 'counts', 'products'])]),
    ),
  'a killed connection': ({ db }) =>
    db.admin.query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
       where a.datname = current_database() and a.usename in ('haat_gateway', 'haat_worker') and a.state = 'active'
       order by a.query_start limit 2`,
    ),
};
Object.assign(operations, around);
const names = Object.keys(operations);
const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const));

/** A refusal is an answer; anything else, a deadlock or a broken constraint, is a defect. `kills`: or it was killed. */
async function defectOf(name: string, work: Promise<unknown>, kills: boolean): Promise<string | null> {
  try {
    const answer = (await work) as { outcome?: { sqlstate: string | null; message: string | null; context?: string } };
    const sqlstate = answer?.outcome?.sqlstate;
    if (!sqlstate || sqlstate.startsWith('HT') || sqlstate === '23505') return null;
    return `${name}: ${JSON.stringify(answer.outcome)}`;
  } catch (error) {
    const { code } = error as { code?: string };
    if (kills && (code === '57P01' || /^Connection terminated/.test((error as Error).message))) return null;
    return code?.startsWith('HT') ? null : `${name}: ${code} ${error}`;
  }
}

export const run: Generator = (options) =>
  inRounds(options, (random) => {
    const drawn = pairs.map((pair) => ({ pair, at: random() })).sort((a, b) => a.at - b.at);
    return inDatabase(
      random,
      drawn.slice(0, most).map(({ pair }) => pair),
    );
  });

/** What is done around the work, each beside an act of the day that is drawn, in a long run two: a round for a commit's run. */
export const runAround: Generator = (options) =>
  inRounds(options, (random) =>
    inDatabase(
      random,
      Object.keys(around).flatMap((name) => (isLong ? [1, 2] : [1]).map(() => [name, oneOf(random, names)] as const)),
    ),
  );

type Pair = readonly [string, string];

async function inDatabase(random: Random, some: Pair[]): Promise<Partial<Row>> {
  const db = await freshDatabase('reads whole tables');
  try {
    const house = await openHouse(db);
    try {
      return await quarrel(house, random, some);
    } finally {
      house.close();
    }
  } finally {
    await db.drop();
  }
}

/** The pairs, each over an order in some state. */
async function quarrel(house: House, random: Random, some: Pair[]): Promise<Partial<Row>> {
  const starts = Object.keys(roads) as Start[];
  const cases = some.map((pair) => ({ pair, start: oneOf(random, starts), paid: random() < 0.5 }));
  const gaveWay: string[] = [];
  for (let from = 0; from < cases.length && gaveWay.length === 0; from += atOnce) {
    const batch = cases.slice(from, from + atOnce);
    const kills = batch.some(({ pair }) => pair.includes('a killed connection'));
    const arenas = await Promise.all(batch.map(({ start, paid }, n) => arrange(house, from + n, random, start, paid)));
    const defects = await Promise.all(
      batch.flatMap(({ pair, start }, n) =>
        pair.map((name) => defectOf(`${pair.join(' + ')}, ${start}: ${name}`, operations[name]!(arenas[n]!), kills)),
      ),
    );
    const broken = await findBroken(house.db.admin);
    gaveWay.push(...defects.filter((defect) => defect !== null));
    gaveWay.push(
      ...broken.filter((what) => !cleanedUp.test(what)).map((what) => `${what} after ${JSON.stringify(batch)}`),
    );
  }
  return { operations: 2 * cases.length, gaveWay };
}
