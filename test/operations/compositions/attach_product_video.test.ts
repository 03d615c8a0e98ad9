import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { createKey, type TestKey } from '../../helpers/shop.ts';
import {
  call,
  closePlacing,
  colouredProduct,
  count,
  db,
  gateway,
  house,
  lastEvent,
  newShop,
  openPlacing,
  product,
  productId,
  shop,
} from '../../helpers/shops/placing-shop.ts';
import { readyVideo } from '../../helpers/videos/rows.ts';

test.before(openPlacing);
test.beforeEach(newShop);
test.after.always(closePlacing);

testCommonRules('attach_product_video', house, {
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
