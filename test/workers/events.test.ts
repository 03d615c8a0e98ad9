// What arrives at an endpoint, held against the payloads and headers that openapi.json publishes under `webhooks`.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import { openApi } from '../../server/openapi/index.ts';
import { eventEnvelope, events } from '../../server/operations/events.ts';
import { operations } from '../../server/operations/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openJob, runJobs } from '../helpers/jobs.ts';
import { openDesk } from '../helpers/orders.ts';
import { type Received, Receiver, verify } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { completeUpload, readyVideo, startUpload } from '../helpers/videos/rows.ts';
import { allowLoopback, callStaff, createEndpoint, workers } from '../helpers/webhooks.ts';

const document = JSON.parse(JSON.stringify(openApi(operations, { url: 'https://haat.example/ext/v1' })));
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'openapi.json');
const checkerAt = (pointer: string) => ajv.compile({ $ref: `openapi.json#${pointer}` });
const problemsOf = (validate: ValidateFunction, value: unknown) => (validate(value) ? [] : validate.errors);

let db: TestDatabase;
let shop: TestShop;
let hooks: Receiver;
let secret: string;
let running: Awaited<ReturnType<typeof workers>>;
test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
  hooks = await new Receiver().listen();
  ({ secret } = await everyEvent());
  // After everything happened, so that no worker checks a video that has no file.
  running = await workers(db);
});
test.after.always(async () => {
  await running?.stop();
  hooks?.close();
  await db?.drop();
});

/** An endpoint that hears of everything, and something of every type for it to hear of. */
async function everyEvent(): Promise<{ secret: string }> {
  const endpoint = await createEndpoint(db, shop, hooks.url);
  const desk = await openDesk(db, shop);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'RICE-5', quantity: 50, price: 100 });
  await desk.ask('update_product', { id: productId, description: 'Rice' });
  for (const [kind, body] of [
    ['category', { name: 'Food', seo: { title: 'Food' } }],
    ['brand', { name: 'Teesta' }],
  ] as const) {
    const { id } = await desk.ask(`create_${kind}`, body);
    await desk.ask(`update_${kind}`, { id, name: 'দোকান' });
  }
  const customer = await desk.ask('create_customer', { full_name: 'Karim Uddin', phone: '01711111111' });
  await desk.ask('update_customer', { id: customer.id, gender: 'male' });
  await desk.staff('save_customer_address', { customer_id: customer.id, address_line: 'House 7, Dhaka' });

  const order = (more = {}) =>
    desk.place([{ sku: 'RICE-5', quantity: 2 }], { shipping_address: { address_line: 'House 7', floor: 3 }, ...more });
  const cancelled = await order({ customer: { phone: '01722222222', full_name: 'Nasrin Akter' } });
  await desk.ask('update_order', { id: cancelled.id, follow_up_at: '2026-12-01T00:00:00Z', note: 'Call first' });
  await desk.move(cancelled.id, 'confirmed');
  await desk.ask('cancel_order', { id: cancelled.id, reason: 'Changed their mind' });
  const { id } = await order();
  const payment_method_id = shop.stores[0].paymentMethods.bkash!;
  const pay = (transaction_id: string) =>
    desk.ask('record_order_payment', { id, payment_method_id, amount: 90, transaction_id });
  await pay('T1');
  await desk.staff('record_refund', { order_id: id, amount: 10, payment_method_id, transaction_id: 'R1' });
  const { id: payment_id } = await pay('T2');
  await desk.staff('void_payment', { payment_id, reason: 'Typing error' });

  const sent = await order();
  await desk.move(sent.id, 'confirmed');
  const parcel = await desk.ask('book_parcel', {
    id: sent.id,
    courier_id: desk.couriers.reporting,
    note: 'Call first',
  });
  await desk.ask('record_parcel_pickup', { id: parcel.id });
  await desk.ask('record_parcel_delivered', { id: parcel.id, collected_amount: 150 });
  const paidOut = [{ code: sent.number, amount: 100 }];
  await desk.ask('record_payout', { courier_id: desk.couriers.reporting, lines: paidOut });
  const lines = [{ order_item_id: sent.items[0].id, quantity: 1 }];
  const back = await desk.ask('create_return', { id: sent.id, lines, reason: 'Too old' });
  await desk.ask('receive_return', { id: back.id });

  const gateway = db.as('haat_gateway');
  const video_id = await readyVideo(db, gateway, shop.storeKey);
  await desk.ask('place_product_video', { id: productId, video_id });
  const broken = await startUpload(gateway, shop.storeKey);
  await completeUpload(gateway, shop.storeKey, broken, { problem: { code: 'VIDEO_CODEC', message: 'is not H.264' } });
  await desk.ask('archive_product', { id: productId });
  await openJob(db.admin, shop.storeKey, {
    storeId: shop.stores[0].id,
    operation: 'create_brand',
    scope: 'catalog:write',
    lines: [{ name: 'Of a job' }],
    queue: true,
  });
  await runJobs(db, shop.companyId);
  const { id: export_id } = await desk.ask('create_export', { operation: 'list_orders' });
  await callStaff(db, shop, 'cancel_export', { export_id });
  await callStaff(db, shop, 'send_webhook_ping', { endpoint_id: endpoint.endpoint_id });
  return endpoint;
}

async function delivered(): Promise<Received[]> {
  const { rows } = await db.admin.query('select count(*)::int as count from app.webhook_deliveries');
  await hooks.has(rows[0].count);
  return hooks.got;
}

test('SQL knows the types of the list, no more and no fewer', async (t) => {
  const { rows } = await db.admin.query('select internal.event_types() as types');
  t.deepEqual(rows[0].types, Object.keys(events));
});

test('something of every type is delivered, and each body is of its published schema', async (t) => {
  const got = await delivered();
  t.deepEqual([...new Set(got.map(({ event }) => event.type))].sort(), Object.keys(events).sort());
  for (const { event } of got) {
    const path = `/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
    t.deepEqual(problemsOf(checkerAt(path), event), [], event.type);
    // What the schema does not name would be dropped by it, and so differ.
    t.deepEqual(eventEnvelope(event.type).parse(event), event as object, event.type);
  }
});

test('no body passes for another type', async (t) => {
  const [ping] = (await delivered()).filter(({ event }) => event.type === 'service.ping');
  const validate = checkerAt('/components/schemas/OrderUpdatedEvent');
  t.false(validate(ping!.event));
  t.false(validate({ ...ping!.event, type: 'order.updated' }));
});

test('every delivery has the published headers, and its signature is good', async (t) => {
  for (const received of await delivered()) {
    const { headers, event } = received;
    t.notThrows(() => verify(secret, received));
    const { parameters } = document.webhooks[event.type].post;
    t.is(parameters.length, 5);
    for (const [index, parameter] of parameters.entries()) {
      const pointer = parameter.$ref?.slice(1) ?? `/webhooks/${event.type}/post/parameters/${index}`;
      const { name, description } = pointer
        .split('/')
        .slice(1)
        .reduce((node: never, key: string) => node[key], document);
      t.deepEqual(problemsOf(checkerAt(`${pointer}/schema`), headers[name.toLowerCase()]), [], name);
      t.truthy(description);
    }
  }
});
