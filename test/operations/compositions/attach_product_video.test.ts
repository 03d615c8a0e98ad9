import test from 'ava';
import type pg from 'pg';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey, type TestShop } from '../../helpers/shop.ts';
import { readyVideo } from '../../helpers/videos/rows.ts';

let db: TestDatabase;
let api: TestApi;
let gateway: pg.Pool;
let shop: TestShop;
let productId: string;
test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  gateway = db.as('haat_gateway', { max: 12 });
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  productId = (await stockVariant(db.admin, shop, { sku: 'PLAIN' })).productId;
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const call = (operation: string, input: object, key: TestKey = shop.storeKey) =>
  callGate(gateway, key, operation, input);
const product = async (id = productId) => (await call('get_product', { id })).result;
const lastEvent = async (id: string) =>
  (
    await db.admin.query('select type, object from app.events where object_id = $1 order by sequence desc limit 1', [
      id,
    ])
  ).rows[0];
const count = async (table: string) =>
  (await db.admin.query(`select count(*)::int as count from ${table} where company_id = $1`, [shop.companyId])).rows[0]
    .count;

/** A product whose active variants are red and blue, an inactive one green. */
async function colouredProduct(): Promise<{ id: string; red: string; green: string }> {
  await call('create_attribute', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }, { value: 'Blue' }, { value: 'Green' }],
  });
  const variant = (value: string, status: string) => ({
    sku: value,
    name: value,
    price: 1,
    status,
    options: [{ attribute: 'Colour', value }],
  });
  const { result, outcome } = await call('create_product', {
    name: 'Kurta',
    variants: [variant('Red', 'active'), variant('Blue', 'active'), variant('Green', 'inactive')],
  });
  if (outcome.sqlstate) throw new Error(outcome.message!);
  const valueIdOf = (sku: string) =>
    result.variants.find((one: { sku: string }) => one.sku === sku).options[0].value_id;
  return { id: result.id, red: valueIdOf('Red'), green: valueIdOf('Green') };
}

testCommonRules('attach_product_video', () => ({ db, api }), {
  sound: async (maker) => ({
    product_id: (await makeProduct(maker)).id,
    video_url: 'https://8.8.8.8/saree.mp4',
    title: 'On the loom',
  }),
  wrong: [
    [{ product_id: 'mine' }, 'product_id'],
    [{ video_url: 'http://example.com/saree.mp4' }, 'video_url'],
    [{ video_url: 'https://127.0.0.1/saree.mp4' }, 'video_url'],
    [{ gallery_slot: -1 }, 'gallery_slot'],
    [{ title: 'x'.repeat(1000) }, 'title'],
  ],
});

test.serial('the tool: imports and places, or places, or tells the steps', async (t) => {
  const coloured = await colouredProduct();
  const attach = (more: object, key?: TestKey) =>
    call('attach_product_video', { product_id: coloured.id, ...more }, key);
  const video_url = 'https://example.com/a.mp4';
  const id = await readyVideo(db, gateway, shop.storeKey);
  const none = await attach({});
  t.deepEqual([none.result.placement, none.result.video], [null, null]);
  t.deepEqual(
    none.result.upload_steps.map((step: { method: string; path: string }) => `${step.method} ${step.path}`),
    [
      'POST /videos',
      'POST /videos/{id}/parts',
      'PUT {url}',
      'POST /videos/{id}/complete',
      `POST /products/${coloured.id}/videos`,
    ],
  );
  t.is((await attach({ product_id: id })).outcome.sqlstate, 'HT100');
  const videos = await count('app.videos');
  for (const [input, sqlstate, field] of [
    [{ video_url, video_id: id }, 'HT008', 'video_url'],
    [{ video_url, option: { attribute: 'Colour', value: 'Red' }, option_value_id: coloured.red }, 'HT008', 'option'],
    [{ video_url, option: { attribute: 'Colour', value: 'Green' } }, 'HT008', 'option'],
    [{ video_url, option: { attribute: 'Size', value: 'Red' } }, 'HT008', 'option'],
    [{ video_url, option_value_id: coloured.green }, 'HT008', 'option_value_id'],
    [{ video_id: productId }, 'HT008', 'video_id'],
  ] as const) {
    const { outcome } = await attach(input);
    t.is(outcome.sqlstate, sqlstate, JSON.stringify(input));
    t.deepEqual(Object.keys(outcome.fields!), [field]);
    if ('option' in input && !('option_value_id' in input))
      t.deepEqual(outcome.fields?.option, ['Colour: Blue', 'Colour: Red']);
  }
  const blind = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['videos:write'] });
  t.is((await attach({ video_url, option: { attribute: 'Colour', value: 'Red' } }, blind)).outcome.sqlstate, 'HT004');
  t.is(await count('app.videos'), videos);
  t.is(await count('app.video_placements'), 0);
  const imported = await attach({
    video_url,
    option: { attribute: ' colour', value: 'RED' },
    title: 'On',
    gallery_slot: 3,
  });
  t.like(imported.result.placement, {
    product_id: coloured.id,
    status: 'uploading',
    option_value_id: coloured.red,
    title: 'On',
  });
  t.like(imported.result.video, { id: imported.result.placement.video_id, source: 'import', source_url: video_url });
  t.is(imported.result.upload_steps, null);
  t.is((await attach({ video_url, option_value_id: coloured.red }, blind)).outcome.sqlstate, null);
  const placed = await attach({ video_id: id });
  t.like(placed.result, {
    placement: { video_id: id, status: 'ready' },
    video: { id, status: 'ready' },
    upload_steps: null,
  });
  t.is((await product(coloured.id)).videos[0].id, id);
  t.is((await lastEvent(coloured.id)).type, 'product.updated');
  // A placement that does not fit leaves no import behind.
  await db.admin.query('update app.plans set videos_per_product = 3 where id = $1', [shop.planId]);
  const starts = await count('app.video_starts');
  t.is((await attach({ video_url })).outcome.sqlstate, 'HT012');
  t.is(await count('app.video_starts'), starts);
  t.is(await count('app.videos'), videos + 2);
});
