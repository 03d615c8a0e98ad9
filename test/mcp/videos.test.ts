// attach_product_video: imports and places in one call, or only places, or tells how to upload.
import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import test from 'ava';
import { type RequestOptions, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, type TestKey, type TestShop } from '../helpers/shop.ts';
import { callTool, connect, costOf, refusalOf } from '../helpers/tools.ts';

const link = 'https://8.8.8.8/saree.mp4';

let db: TestDatabase;
let api: TestApi;

test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

type Opened = { shop: TestShop; productId: string; values: Record<string, string>; client: Client };

/** A company of its own with a product in red (sold) and blue (no more). */
async function open(plan = {}): Promise<Opened> {
  const shop = await createShop(db.admin, plan);
  const send = async (method: string, path: string, body: object) =>
    (await api.request(method, path, { key: shop.storeKey.key, body })).body;
  const colour = { name: 'Colour', type: 'variant', values: [{ value: 'Red' }, { value: 'Blue' }] };
  const attribute = await send('POST', '/attributes', colour);
  const variant = (value: string, status: string) => ({
    sku: randomUUID(),
    name: value,
    price: 1,
    status,
    options: [{ attribute: 'Colour', value }],
  });
  const variants = [variant('Red', 'active'), variant('Blue', 'inactive')];
  const product = await send('POST', '/products', { name: 'Jamdani', variants });
  const values = Object.fromEntries(
    attribute.values.map((entry: { value: string; id: string }) => [entry.value, entry.id]),
  );
  return { shop, productId: product.id, values, client: await connect(api, shop.storeKey) };
}

const attach = (key: TestKey, args: object, options?: RequestOptions) =>
  callTool(api, key, 'attach_product_video', args, options);

const videosOf = async ({ shop }: Opened) =>
  (await db.admin.query('select id, source_url from app.videos where company_id = $1', [shop.companyId])).rows;

test('a key without videos:write neither sees nor calls it, and the call counts as a write', async (t) => {
  const { shop, productId } = await open();
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['products:write'] });
  const cost = await costOf(db.admin, key, async () => {
    t.is(refusalOf(await attach(key, { product_id: productId })).code, 'FORBIDDEN_SCOPE');
  });
  t.deepEqual(cost, { read: 0, write: 1 });
});

test('a product of another company is not found, and nothing is imported', async (t) => {
  const own = await open();
  const other = await open();
  const args = { product_id: other.productId, video_url: link, idempotency_key: randomUUID() };
  t.is(refusalOf(await attach(own.shop.storeKey, args)).code, 'NOT_FOUND');
  t.deepEqual([...(await videosOf(own)), ...(await videosOf(other))], []);
});

test('a link is imported and placed in one call, and the result fits what tools/list shows', async (t) => {
  const opened = await open();
  const { client, productId, values } = opened;
  await client.listTools();
  const args = {
    product_id: productId,
    video_url: link,
    option: { attribute: 'colour', value: 'RED' },
    title: 'On the loom',
  };
  const call = { name: 'attach_product_video', arguments: { ...args, idempotency_key: randomUUID() } };
  const { structuredContent: document, isError } = await client.callTool(call);
  t.falsy(isError);
  const { placement, video, upload_steps } = document as Record<string, Record<string, unknown> | null>;
  t.like(placement!, { product_id: productId, status: 'uploading', option_value_id: values.Red, title: 'On the loom' });
  t.like(video!, { id: placement!.video_id, source: 'import', source_url: link });
  t.is(upload_steps, null);
  const again = await client.callTool(call);
  t.deepEqual(again.structuredContent, document, 'a retry imports nothing');
  t.is((await videosOf(opened)).length, 1);
  await client.close();
});

test('an import needs an idempotency_key, placing does not', async (t) => {
  const opened = await open();
  const { shop, productId } = opened;
  const refusal = refusalOf(await attach(shop.storeKey, { product_id: productId, video_url: link }));
  t.deepEqual(refusal.fields, { idempotency_key: ['is required'] });
  t.deepEqual(await videosOf(opened), []);
  const file = { file_name: 'a.mp4', size_bytes: 5 };
  const { id } = (await api.request('POST', '/videos', { key: shop.storeKey.key, body: file })).body;
  const placed = await attach(shop.storeKey, { product_id: productId, video_id: id, gallery_slot: 2 });
  t.is(placed.body.result.structuredContent.placement.video_id, id);
});

test('with neither link nor video nothing changes and the steps of an upload are told', async (t) => {
  const opened = await open();
  const { body } = await attach(opened.shop.storeKey, { product_id: opened.productId });
  const { placement, video, upload_steps } = body.result.structuredContent;
  t.deepEqual([placement, video], [null, null]);
  t.deepEqual(
    upload_steps.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    [
      'POST /videos',
      'POST /videos/{id}/parts',
      'PUT {url}',
      'POST /videos/{id}/complete',
      `POST /products/${opened.productId}/videos`,
    ],
  );
  t.deepEqual(await videosOf(opened), []);
});

test('a name that no active variant uses is refused with those there are, and nothing is imported', async (t) => {
  const opened = await open();
  const { shop, productId, values } = opened;
  for (const option of [
    { attribute: 'Colour', value: 'Blue' },
    { attribute: 'Size', value: 'Red' },
  ]) {
    const args = { product_id: productId, video_url: link, option, idempotency_key: randomUUID() };
    const refusal = refusalOf(await attach(shop.storeKey, args));
    t.is(refusal.code, 'VALIDATION_ERROR');
    t.regex(JSON.stringify(refusal.fields.option), /Colour: Red/);
    t.notRegex(JSON.stringify(refusal.fields.option), /Blue"/);
  }
  const byId = { product_id: productId, video_url: link, option_value_id: values.Blue, idempotency_key: randomUUID() };
  t.is(refusalOf(await attach(shop.storeKey, byId)).code, 'VALIDATION_ERROR');
  t.deepEqual(await videosOf(opened), []);
});

test('naming an option takes products:read besides', async (t) => {
  const { shop, productId, values } = await open();
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['videos:write'] });
  const args = (more: object) => ({ product_id: productId, video_url: link, idempotency_key: randomUUID(), ...more });
  t.is(refusalOf(await attach(key, args({ option: { attribute: 'Colour', value: 'Red' } }))).code, 'FORBIDDEN_SCOPE');
  t.is(refusalOf(await attach(key, args({ option_value_id: values.Red }))), null);
});

test('a placement that is refused leaves no import behind', async (t) => {
  const opened = await open({ videos_per_product: 0 });
  const args = { product_id: opened.productId, video_url: link, idempotency_key: randomUUID() };
  t.is(refusalOf(await attach(opened.shop.storeKey, args)).code, 'PLAN_LIMIT_REACHED');
  t.deepEqual(await videosOf(opened), []);
});

test('what contradicts itself, and a link that leads nowhere, are refused', async (t) => {
  const { shop, productId } = await open();
  const refuse = async (more: object) => {
    const args = { product_id: productId, idempotency_key: randomUUID(), ...more };
    return Object.keys(refusalOf(await attach(shop.storeKey, args)).fields);
  };
  t.deepEqual(await refuse({ video_url: link, video_id: randomUUID() }), ['video_id']);
  const both = { video_url: link, option_value_id: randomUUID(), option: { attribute: 'a', value: 'b' } };
  t.deepEqual(await refuse(both), ['option']);
  t.deepEqual(await refuse({ video_url: 'https://127.0.0.1/a.mp4' }), ['video_url']);
  t.deepEqual(await refuse({ video_url: 'http://8.8.8.8/a.mp4' }), ['video_url']);
});

test('the manifest says when the key is needed', async (t) => {
  const { body } = await api.request('GET', '//ext/mcp/v1/manifest');
  const entry = body.tools.find(({ name }: { name: string }) => name === 'attach_product_video');
  t.like(entry, { idempotency: 'conditional', scopes: ['videos:write'], metering: { bucket: 'write', cost: 1 } });
  t.true(entry.annotations.openWorldHint);
  t.deepEqual(entry.rest_twin, ['POST /videos/import', 'POST /products/{id}/videos']);
  t.regex(entry.input_schema.properties.idempotency_key.description, /^Required with `video_url`\./);
});
