// The guide "Connect a courier": its samples as they stand in it, and a courier whose program knows no more than the guide. It
// reports twice, late and out of order, and brings every order to the end that was drawn for it.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { oneOf, type Random, randomFrom } from '../helpers/faults.ts';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { callers, isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { seed } from '../helpers/seed.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, insert, stockVariant, type TestKey } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let desk: Desk;
/** That of the store, or of the courier, which holds no more scopes than the guide says. */
let key: TestKey;

test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin), callers(8));
  key = desk.shop.storeKey;
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(8) }) });
  await stockVariant(db.admin, desk.shop, { sku: 'SAREE', quantity: 100_000, price: 500 });
  await stockVariant(db.admin, desk.shop, { sku: 'SHAWL', quantity: 100_000, price: 300 });
});
test.after.always(async () => {
  const broken = db ? await findBrokenSoFar(db.admin) : [];
  await api?.stop();
  await db?.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const send = (method: string, at: string, body?: unknown, idempotencyKey: string = randomUUID()) =>
  api.request(method, at, {
    key: key.key,
    ...(method === 'POST' && { idempotencyKey }),
    ...(body !== undefined && { body }),
  });

/** A confirmed order of two sarees, and a shawl beside them where it is wished; 60 for delivery. */
async function place(shawls = 0) {
  const items = [{ sku: 'SAREE', quantity: 2 }, ...(shawls > 0 ? [{ sku: 'SHAWL', quantity: shawls }] : [])];
  const order = await desk.place(items, { shipping_charge: 60 });
  await desk.move(order.id, 'confirmed');
  return order;
}

test.serial('the samples of the guide are accepted, one after the other', async (t) => {
  const guide = fs.readFileSync(
    path.join(import.meta.dirname, '../../server/docs/guides/connect-a-courier.md'),
    'utf8',
  );
  const samples = [...guide.matchAll(/^```json\nPOST (\S+)\n([^`]+)```/gm)];
  t.is(samples.length, 15);
  const [order, wrong, part, back, charged] = [await place(1), ...(await Promise.all([1, 2, 3, 4].map(() => place())))];
  const courier = desk.couriers.reporting;
  const book = async ({ id }: { id: string }) =>
    (await send('POST', `/orders/${id}/parcels`, { courier_id: courier })).body.id;
  const known: Record<string, string> = {
    ...{ order: order.id, order_item: order.items[0].id, courier, cash: desk.shop.stores[0].paymentMethods.cod! },
    ...{ cancelled: await book(wrong), part: await book(part), item: part.items[0].id, part_number: part.number },
    ...{ back: await book(back), back_item: back.items[0].id, back_number: back.number },
    ...{ charged: await book(charged), charged_number: charged.number },
  };
  for (const parcel of [known.part, known.back, known.charged]) await send('POST', `/parcels/${parcel}/pickup`, {});
  await send('POST', `/parcels/${known.charged}/delivered`, { collected_amount: 1060 });
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? t.fail(`nothing for ${name}`)!);
  for (const [, at, body] of samples) {
    const answer = await send('POST', fill(at!), JSON.parse(fill(body!)));
    t.true(answer.status < 300, `${at} ${answer.text}`);
    if (at === '/orders/{order}/parcels') known.parcel = answer.body.id;
    if (at === '/orders/{order}/returns') known.return = answer.body.id;
    if (at === '/orders/{order}/refunds') known.refund = answer.body.id;
    if (at === '/payouts') t.is(answer.body.amount, answer.body.reference === 'Week 47' ? '1860.00' : '886.90');
  }
  t.like((await send('GET', `/parcels/${known.parcel}`)).body, { status: 'delivered', held_amount: '0.00' });
});

/** What a courier tells of a parcel, and how its order is to end. */
type Report = [what: string, body?: object];
type Story = { reports: Report[]; order: object; receives?: 'all' | 'damaged' };

const total = 1360;
const stories: ((item: string) => Story)[] = [
  () => ({ reports: [['pickup'], ['delivered', { collected_amount: total }]], order: { status: 'delivered' } }),
  () => ({
    reports: [['pickup'], ['delivered'], ['delivered', { collected_amount: total }]],
    order: { status: 'delivered', fulfillment_status: 'fulfilled' },
  }),
  () => ({
    reports: [['pickup'], ['failed', { reason: 'Not at home' }], ['delivered', { collected_amount: total }]],
    order: { status: 'delivered', fulfillment_status: 'fulfilled' },
  }),
  (item) => ({
    reports: [
      ['pickup'],
      ['partial-delivery', { kept: [{ order_item_id: item, quantity: 1 }], collected_amount: 560 }],
    ],
    order: { status: 'delivered', fulfillment_status: 'partially_fulfilled', coming_back_quantity: 0 },
    receives: 'all',
  }),
  () => ({
    reports: [['pickup'], ['failed'], ['returning', { reason: 'Refused' }]],
    order: { status: 'returned', coming_back_quantity: 0 },
    receives: 'all',
  }),
  () => ({ reports: [['pickup'], ['returning']], order: { status: 'returned' }, receives: 'damaged' }),
  () => ({ reports: [['cancel', { reason: 'Wrong size' }]], order: { status: 'ready_to_ship' } }),
];

/** As the guide says: what is answered with 409 is tried again after the next report of the parcel, and dropped at its end. */
async function tell(random: Random, id: string, reports: Report[], answers: number[]): Promise<void> {
  const heard = reports.flatMap((report) => (random() < 0.3 ? [report, report] : [report]));
  for (let n = 1; n < heard.length; n++) if (random() < 0.3) [heard[n - 1], heard[n]] = [heard[n]!, heard[n - 1]!];
  let kept: Report[] = [];
  for (const report of heard) {
    const again: Report[] = [];
    for (const [what, body = {}] of [report, ...kept]) {
      const key = randomUUID();
      const tries = random() < 0.2 ? [key, randomUUID()] : [key];
      for (const { status, text } of await Promise.all(
        tries.map((one) => send('POST', `/parcels/${id}/${what}`, body, one)),
      )) {
        answers.push(status);
        if (status !== 200 && status !== 409) throw new Error(`${what}: ${text}`);
        if (status === 409) again.push([what, body]);
      }
    }
    kept = again;
  }
  // What is left goes once more, in the order in which it was heard, and then it is dropped.
  for (const [what, body = {}] of kept) answers.push((await send('POST', `/parcels/${id}/${what}`, body)).status);
}

async function carry(random: Random, courier_id: string, answers: number[]) {
  const order = await place(1);
  const story = oneOf(random, stories)(order.items[0].id);
  const tracking_code = `PX-${order.number}`;
  const booked = await send('POST', `/orders/${order.id}/parcels`, { courier_id, tracking_code, weight_grams: 900 });
  const { id } = booked.body;
  await tell(random, id, story.reports, answers);
  if (story.receives) {
    const lines = order.items.map((item: { id: string; quantity: number }) => ({
      order_item_id: item.id,
      quantity: item.quantity,
      condition: 'damaged',
    }));
    const answer = await send('POST', `/parcels/${id}/receive`, story.receives === 'damaged' ? { lines } : {});
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return { order, id, story };
}

test.serial('a courier that knows the guide brings all its orders to their ends, and pays out', async (t) => {
  t.timeout(isLong ? 1_200_000 : 120_000);
  const random = randomFrom(seed);
  const orders = isLong ? 1000 : 8;
  const answers: number[] = [];
  const carried: Awaited<ReturnType<typeof carry>>[] = [];
  const { companyId, stores } = desk.shop;
  const courier_id = await insert(db.admin, 'couriers', {
    company_id: companyId,
    name: 'Meghna Parcels',
    reports_pickups: true,
  });
  key = await createKey(db.admin, companyId, {
    storeId: stores[0].id,
    scopes: ['parcels:write', 'orders:read', 'inventory:write', 'payments:write'],
  });
  await Promise.all(
    Array.from({ length: isLong ? 6 : 3 }, async () => {
      while (carried.length < orders) carried.push(await carry(random, courier_id, answers));
    }),
  );
  for (const { order, id, story } of carried) {
    t.like((await send('GET', `/orders/${order.id}`)).body, story.order, JSON.stringify(story));
    const parcel = (await send('GET', `/parcels/${id}`)).body;
    const events = await desk.events(id);
    t.deepEqual(events.at(-1)?.object, parcel, 'the last event shows the parcel as it is');
    t.deepEqual(
      events.map(({ type }) => type),
      ['parcel.created', ...events.slice(1).map(() => 'parcel.updated')],
    );
  }
  let lines: { code: string; amount: number }[] = [];
  for (let after = ''; ; ) {
    const { data, meta } = (await send('GET', `/parcels?courier_id=${courier_id}&limit=100${after}`)).body;
    lines.push(
      ...data
        .filter(({ held_amount }: { held_amount: string }) => held_amount !== '0.00')
        .map((one: { order_number: string; held_amount: string }) => ({
          code: one.order_number,
          amount: Number(one.held_amount),
        })),
    );
    if (!meta.has_more) break;
    after = `&starting_after=${meta.next_cursor}`;
  }
  t.true(lines.length > 0);
  for (; lines.length > 0; lines = lines.slice(200)) {
    const sheet = lines.slice(0, 200);
    const { status, body } = await send('POST', '/payouts', { courier_id, lines: sheet, reference: 'All of it' });
    t.is(status, 201, JSON.stringify(body));
    t.is(
      Number(body.amount),
      sheet.reduce((sum, { amount }) => sum + amount, 0),
    );
  }
  const { rows } = await db.admin.query(
    'select count(*)::int as parcels, sum(held_amount)::text as held from app.parcels where courier_id = $1',
    [courier_id],
  );
  t.is(Number(rows[0].held), 0);
  t.deepEqual(await findBrokenSoFar(db.admin), []);
  t.log(
    `${carried.length} orders, ${answers.length} reports, ${answers.filter((status) => status === 409).length} of them too early or too late`,
  );
});
