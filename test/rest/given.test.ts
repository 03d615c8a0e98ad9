// What counts as given, over the real database: null, empty form fields, both names of a variant, ids in capitals; and
// that a company key is told of its missing store together with everything else.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { compositions } from '../../server/operations/compositions.ts';
import { operations } from '../../server/operations/index.ts';
import type { Operation } from '../../server/operations/types.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { namingTheStore, specifiedEndpoints } from '../helpers/contract.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { allFields } from '../helpers/fields.ts';
import { slice } from '../helpers/long.ts';
import { call } from '../helpers/operations/call.ts';
import { makeDelivered } from '../helpers/operations/makers.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { callTool } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let lungi: string;
let key: string;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  ({ key } = shop.storeKey);
  await stockVariant(db.admin, shop, { sku: 'LUNGI', quantity: 1000, price: 450 });
  await stockVariant(db.admin, shop, { sku: 'SAREE', quantity: 1000, price: 900 });
  api = await startApi({ pool: db.as('haat_gateway') });
  lungi = (await send('GET', '/variants/LUNGI')).body.id;
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const send = (method: string, path: string, body?: unknown, idempotencyKey: string = randomUUID()) =>
  api.request(method, path, { key, body, idempotencyKey });
/** What must succeed, by its name. */
async function make(operation: string, input = {}) {
  const { code, document, answer } = await call(api, operation, input, { key, idempotencyKey: randomUUID() });
  if (code) throw new Error(answer.text);
  return document;
}
const customer = { phone: '01711111111', full_name: 'Karim' };

/** Whether a company key must name the store. see: guides/overview#your-key */
const wantsStore = (name: string, { method }: { method: string }) =>
  method !== 'GET' || ['get_store', 'get_sales_summary', 'get_top_products', 'get_calls_report'].includes(name);

test('a company key is told of its missing store together with all that is wrong, a store key is not', async (t) => {
  const ask = async (operation: Operation, by: string) => {
    const path = operation.path.replace('{identifier}', 'LUNGI').replaceAll(/\{\w+\}/g, randomUUID());
    const answer = await api.request(operation.method, `${path}?nonsense=1`, { key: by, idempotencyKey: randomUUID() });
    t.is(answer.status, 422, operation.path);
    t.deepEqual(answer.body.error.fields.nonsense, ['not allowed'], operation.path);
    return answer.body.error.fields.store_id;
  };
  let asked = 0;
  const withStoreKey = new Set(slice(Object.keys(operations), 4));
  for (const [name, operation] of Object.entries(operations) as [string, Operation][]) {
    const problem = wantsStore(name, operation) ? ['is required with a company key'] : undefined;
    t.deepEqual(await ask(operation, shop.companyKey.key), problem, name);
    if (withStoreKey.has(name)) t.is(await ask(operation, key), undefined, name);
    if (problem && specifiedEndpoints.includes(name)) asked++;
  }
  t.is(asked, namingTheStore);
  const wrong = await api.request('POST', '/brands', { key: shop.companyKey.key, body: { store_id: '7' } });
  t.deepEqual(wrong.body.error.fields, { store_id: ['must be a UUID'], name: ['is required'] });
  const form = new FormData();
  form.set('status', 'sold');
  form.set('logo', new Blob(['x']), 'x.png');
  const formed = await api.request('POST', '/brands', { key: shop.companyKey.key, raw: form });
  t.deepEqual(Object.keys(formed.body.error.fields).sort(), ['name', 'status', 'store_id']);
});

test('so it is with tools, their idempotency_key among the rest', async (t) => {
  for (const [name, operation] of Object.entries({ ...operations, ...compositions })) {
    if (!operation.tool) continue;
    const tool = operation.tool.name ?? name;
    const answer = await callTool(api, shop.companyKey, tool, { nonsense: 1 });
    const stated = JSON.stringify(answer.body);
    t.true(stated.includes('nonsense'), tool);
    t.is(stated.includes('is required with a company key'), wantsStore(name, operation), tool);
  }
  const order = { customer, items: [{ sku: 'LUNGI', quantity: 1 }] };
  const text = (await callTool(api, shop.companyKey, 'create_order', order)).text;
  t.regex(text, /idempotency_key/);
  t.regex(text, /store_id/);
});

test('null is not given: in bodies, their lists and objects, and the store of a store key', async (t) => {
  const placed = await send('POST', '/orders', {
    store_id: null,
    channel: null,
    location_id: null,
    customer_id: null,
    customer: { ...customer, email: null },
    items: [{ sku: 'LUNGI', variant_id: null, quantity: 1, unit_price: null, discount_price: null }],
    shipping_address: null,
    shipping_charge: null,
    tax_amount: null,
    coupon_code: null,
    note: null,
    payment: null,
  });
  t.is(placed.status, 201, placed.text);
  t.like(placed.body, { total_amount: '450.00', paid_amount: '0.00', shipping_address: null });
  const tool = await callTool(api, shop.storeKey, 'list_orders', { status: null, expand: null, limit: null });
  t.truthy(tool.body.result.structuredContent.data);
  const retried = { name: 'Aarong', status: null, idempotency_key: null };
  t.is((await callTool(api, shop.storeKey, 'create_brand', retried)).body.result.structuredContent.status, 'active');
});

test.serial(
  'what is created with null in every field that may be left out is what is created without them',
  async (t) => {
    const location_id = shop.locationId;
    const { order: delivered } = await makeDelivered({ db, api, shop, make });
    const bodies: Record<string, () => Record<string, unknown>> = {
      create_order: () => ({ customer, items: [{ sku: 'LUNGI', quantity: 1 }] }),
      create_customer: () => ({ full_name: 'Rahim' }),
      create_inventory_adjustment: () => ({ location_id, sku: 'LUNGI', set_on_hand: 900, reason: 'counted' }),
      create_inventory_adjustments: () => ({
        lines: [{ location_id, sku: 'LUNGI', set_on_hand: 900, reason: 'counted' }],
      }),
      create_export: () => ({ operation: 'list_orders' }),
      create_category: () => ({ name: randomUUID(), seo: {} }),
      create_brand: () => ({ name: randomUUID(), seo: {} }),
      create_job: () => ({ operation: 'create_brand', lines: [{ name: randomUUID() }] }),
      create_attribute: () => ({ name: randomUUID(), type: 'variant', values: [{ value: 'Red' }] }),
      create_product: () => ({ name: 'Soap', variants: [{ sku: randomUUID(), name: 'x', price: 10 }] }),
      create_video: () => ({ file_name: 'x.mp4', size_bytes: 1 }),
      create_webhook_endpoint: () => ({ url: 'https://8.8.8.8/hook' }),
      create_return: () => ({ id: delivered.id, lines: [{ order_item_id: delivered.items[0].id, quantity: 1 }] }),
    };
    const all = operations as Record<string, Operation>;
    const creating = Object.keys(all).filter((name) => name.startsWith('create_'));
    t.deepEqual(Object.keys(bodies).sort(), creating.sort());
    const varying =
      /"(id|secret|[a-z]+_id|number|name|sku|slug|attribute|on_hand|available|[a-z]+_at)" ?: ?("[^"]*"|[0-9]+)/g;
    for (const [name, body] of Object.entries(bodies)) {
      const { status } = all[name]!;
      const [sparse, full] = [body(), body()];
      const path = all[name]!.path.replace('{id}', String(sparse.id));
      for (const one of [sparse, full]) delete one.id;
      const unsaid = allFields.filter(({ operation, isOptional }) => operation === name && isOptional);
      for (const field of unsaid) {
        const parent = field.path
          .slice(0, -1)
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], full);
        if (parent) (parent as Record<string, unknown>)[field.path.at(-1)!] ??= null;
      }
      t.true(Object.values(full).includes(null), name);
      const [without, withNull] = [await send('POST', path, sparse), await send('POST', path, full)];
      t.is(withNull.status, status, `${name} ${withNull.text}`);
      t.is(withNull.text.replaceAll(varying, '$1'), without.text.replaceAll(varying, '$1'), name);
    }
  },
);

test('the store of the query counts where the body says null, and ids compare without letter case', async (t) => {
  const [store] = shop.stores;
  const by = (body: object, query: string) =>
    api.request('POST', `/brands${query}`, { key: shop.companyKey.key, body: { name: 'Arong', ...body } });
  t.is((await by({ store_id: null }, `?store_id=${store.id}`)).status, 201);
  t.is((await by({ store_id: store.id.toUpperCase() }, `?store_id=${store.id}`)).status, 201);
});

test('a text field of a form that is left empty is not given', async (t) => {
  const form = new FormData();
  for (const [name, text] of Object.entries({ name: 'Formed', slug: '', status: '', seo: '', description: '' })) {
    form.set(name, text);
  }
  const made = await api.request('POST', '/brands', { key, raw: form });
  t.is(made.status, 201, made.text);
  t.like(made.body, { slug: 'formed', status: 'active', description: null });
  form.delete('name');
  t.deepEqual((await api.request('POST', '/brands', { key, raw: form })).body.error.fields, { name: ['is required'] });
});

test('an order line and an adjustment may name both SKU and variant: the variant counts', async (t) => {
  const both = { variant_id: lungi, sku: 'SAREE' };
  const placed = await send('POST', '/orders', { customer, items: [{ ...both, quantity: 1 }] });
  t.is(placed.body.items[0].sku, 'LUNGI');
  const adjusted = await send('POST', '/inventory/adjustments', {
    ...both,
    location_id: shop.locationId,
    quantity_change: 1,
    reason: 'found',
  });
  t.is(adjusted.body.sku, 'LUNGI');
});

test('a blank transaction id is none', async (t) => {
  const { cod, bkash } = shop.stores[0].paymentMethods;
  const pay = (payment: object) =>
    send('POST', '/orders', { customer, items: [{ sku: 'LUNGI', quantity: 1 }], payment });
  for (const transaction_id of ['', '  ', null]) {
    const paid = await pay({ payment_method_id: cod, amount: 100, transaction_id });
    t.is(paid.body.paid_amount, '100.00', paid.text);
    const path = `/orders/${paid.body.id}/payments`;
    const more = await send('POST', path, { payment_method_id: cod, amount: 50, transaction_id });
    t.is(more.body.transaction_id, null, more.text);
    const needed = await send('POST', path, { payment_method_id: bkash, amount: 50, transaction_id });
    t.is(needed.status, 400);
    t.deepEqual(needed.body.error.fields, { transactionId: ['transaction_id_required'] });
    t.is((await pay({ payment_method_id: bkash, amount: 50, transaction_id })).status, 400);
  }
});

test('an id in capitals names the same record, and the same request to an Idempotency-Key', async (t) => {
  const brand = (await send('POST', '/brands', { name: 'Capital' })).body;
  t.is((await send('GET', `/brands/${brand.id.toUpperCase()}`)).body.id, brand.id);
  const first = await send('PATCH', `/brands/${brand.id}`, { description: 'A' }, 'capitals');
  const again = await send('PATCH', `/brands/${brand.id.toUpperCase()}`, { description: 'A' }, 'capitals');
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.text, first.text);
  t.is((await send('GET', `/variants/${lungi.toUpperCase()}`)).body.id, lungi);
  const found = await send('GET', `/inventory/levels?variant_id=${lungi.toUpperCase()}`);
  t.is(found.body.data[0].variant_id, lungi);
});

test('a moment written with a small t and z is the same moment', async (t) => {
  const { body } = await send('POST', '/orders', { customer, items: [{ sku: 'LUNGI', quantity: 1 }] });
  const changed = await send('PATCH', `/orders/${body.id}`, { follow_up_at: '2026-12-01t10:00:00.25z' });
  t.is(changed.body.follow_up_at, '2026-12-01T10:00:00.250Z');
  t.is((await send('GET', '/orders?created_after=2026-01-01t00:00:00z')).status, 200);
});

test('a list sent as text is told to be one, by REST and by tools', async (t) => {
  const placed = await send('POST', '/orders', { customer, items: 'LUNGI' });
  t.deepEqual(placed.body.error.fields, { items: ['must be a list'] });
  const { text } = await callTool(api, shop.storeKey, 'list_orders', { expand: 'customer' });
  t.regex(text, /must be a list/);
  t.notRegex(text, /at most/);
});
