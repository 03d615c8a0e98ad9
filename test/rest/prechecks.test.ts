// Plan, switch and record are looked at before a link is resolved, fetched or counted against the day.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { drawn } from '../helpers/servers/image-server.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';
import {
  api,
  closeImageShop,
  db,
  file,
  form,
  links,
  openImageShop,
  rowsOf,
  send,
  sendForm,
  server,
  shop,
  storedFiles,
  variants,
} from '../helpers/shops/image-shop.ts';
import { callTool, costOf, refusalOf } from '../helpers/tools.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

const serially = test.serial;

/** A link that a look-up would refuse with 422. */
const unresolvable = 'https://not-there.invalid/saree.mp4';

async function fetchesNothing(t: ExecutionContext, work: () => Promise<unknown>): Promise<void> {
  const asked = server.asked.length;
  const files = storedFiles().length;
  const day = async () => (await db.admin.query('select sum(used)::int as used from gate.image_links')).rows[0].used;
  const before = await day();
  await work();
  t.is(server.asked.length, asked, 'something was fetched');
  t.is(storedFiles().length, files, 'something was stored');
  t.is(await day(), before, 'something was counted against the day');
  t.is(await rowsOf('gate.image_calls'), 0);
}

const imported = (of: TestShop, more: object = {}) =>
  send('POST', '/videos/import', { source_url: unresolvable }, { key: of.storeKey.key, ...more });

const attached = async (of: TestShop, args: object) =>
  refusalOf(
    await callTool(api, of.storeKey, 'attach_product_video', {
      video_url: unresolvable,
      idempotency_key: randomUUID(),
      ...args,
    }),
  );

serially('a plan without videos, and the switch, are told before the link of a video is resolved', async (t) => {
  const plain = await createShop(db.admin, { product_videos: false });
  t.is((await imported(plain)).body.error.code, 'PLAN_FEATURE_REQUIRED');
  t.is((await attached(plain, { product_id: randomUUID() })).code, 'PLAN_FEATURE_REQUIRED');
  const off = await createShop(db.admin);
  await db.admin.query('update app.stores set video_uploads_enabled = false where id = $1', [off.stores[0].id]);
  t.is((await imported(off)).body.error.code, 'VIDEO_UPLOADS_DISABLED');
  t.is((await attached(off, { product_id: randomUUID() })).code, 'VIDEO_UPLOADS_DISABLED');
  t.is((await imported(shop)).body.error.fields.source_url[0], 'names a host that cannot be found');
});

serially('the product that a video is for is looked at before its link', async (t) => {
  t.is((await attached(shop, { product_id: randomUUID() })).code, 'NOT_FOUND');
  const { body: product } = await send('POST', '/products', { name: 'Saree', variants: variants() });
  const option = { attribute: 'Colour', value: 'Red' };
  t.truthy((await attached(shop, { product_id: product.id, option })).fields.option);
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['videos:write'] });
  const args = { product_id: product.id, video_url: unresolvable, option, idempotency_key: randomUUID() };
  t.is(refusalOf(await callTool(api, key, 'attach_product_video', args)).code, 'FORBIDDEN_SCOPE');
  t.truthy((await attached(shop, { product_id: product.id })).fields.video_url);
});

serially('a record that is not there is 404 before its pictures are fetched', async (t) => {
  const { body: attribute } = await send('POST', '/attributes', {
    name: randomUUID(),
    type: 'variant',
    input_type: 'image',
  });
  t.truthy(attribute.id);
  const id = randomUUID();
  const link = server.url('/red.png');
  const cases: [string, string, object][] = [
    ['PATCH', `/products/${id}`, { images: links('/red.png') }],
    ['POST', `/products/${id}/images`, { images: links('/red.png', '/red.png') }],
    ['PATCH', `/brands/${id}`, { logo_url: link }],
    ['PATCH', `/categories/${id}`, { image_url: link, banner_url: link }],
    ['POST', `/attributes/${id}/values`, { values: [{ value: 'x', swatch_image_url: link }] }],
    ['PATCH', `/attributes/${id}/values/${id}`, { swatch_image_url: link }],
    ['PATCH', `/attributes/${attribute.id}/values/${id}`, { swatch_image_url: link }],
    ['PUT', `/videos/${id}/cover`, { cover_url: link }],
  ];
  await fetchesNothing(t, async () => {
    for (const [method, path, body] of cases) {
      const answer = await send(method, path, body);
      t.is(answer.status, 404, `${method} ${path}`);
      t.truthy(answer.headers.get('x-ratelimit-remaining'));
    }
    const images = { id, images: links('/red.png') };
    t.is(refusalOf(await callTool(api, shop.storeKey, 'add_product_images_from_urls', images)).code, 'NOT_FOUND');
    const cover = form(['cover', file(await drawn('png'))]);
    t.is((await sendForm('PUT', `/videos/${id}/cover`, cover)).status, 404);
  });
});

serially('what a new record refers to, and the plan, are looked at before its pictures are fetched', async (t) => {
  const pictured = (more: object) => ({ name: 'x', variants: variants(), images: links('/red.png'), ...more });
  const link = server.url('/red.png');
  const full = await createShop(db.admin, { max_products: 0 });
  const plain = await createShop(db.admin, { product_videos: false });
  const store = randomUUID();
  const { companyKey } = shop;
  await fetchesNothing(t, async () => {
    const brand = await send('POST', '/products', pictured({ brand_id: randomUUID() }));
    t.deepEqual([brand.status, Object.keys(brand.body.error.fields)], [409, ['brand_id']]);
    const parent = await send('POST', '/categories', { name: 'x', image_url: link, parent_id: randomUUID() });
    t.deepEqual([parent.status, Object.keys(parent.body.error.fields)], [409, ['parent_id']]);
    const limit = await send('POST', '/products', pictured({}), { key: full.storeKey.key });
    t.deepEqual([limit.status, limit.body.error.code], [403, 'FORBIDDEN_SCOPE']);
    const video = pictured({ videos: [{ video_id: randomUUID() }] });
    const without = await send('POST', '/products', video, { key: plain.storeKey.key });
    t.is(without.body.error.code, 'PLAN_FEATURE_REQUIRED');
    for (const [path, body] of [
      ['/brands', { name: 'x', logo_url: link }],
      ['/categories', { name: 'x', image_url: link }],
      [
        '/attributes',
        { name: 'x', type: 'variant', input_type: 'image', values: [{ value: 'x', swatch_image_url: link }] },
      ],
    ] as const) {
      t.is((await send('POST', path, { ...body, store_id: store }, { key: companyKey.key })).status, 404, path);
      const { fields } = (await send('POST', path, body, { key: companyKey.key })).body.error;
      t.deepEqual(Object.keys(fields), ['store_id'], path);
    }
  });
});

serially(
  'a refusal before the pictures is kept for replay like that of the operation, and counts like it',
  async (t) => {
    const idempotencyKey = randomUUID();
    const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
    const body = { images: links('/red.png', '/red.png', '/red.png') };
    const add = (id: string) => send('POST', `/products/${id}/images`, body, { key: key.key, idempotencyKey });
    const id = randomUUID();
    const cost = await costOf(db.admin, key, () => send('POST', `/products/${id}/images`, body, { key: key.key }));
    t.deepEqual(cost, { read: 0, write: 3 });
    const first = await add(id);
    t.is(first.status, 404);
    t.false(first.headers.has('idempotent-replayed'));
    await fetchesNothing(t, async () => {
      const replayed = await costOf(db.admin, key, async () => {
        const again = await add(id);
        t.is(again.text, first.text);
        t.is(again.headers.get('idempotent-replayed'), 'true');
      });
      t.deepEqual(replayed, { read: 0, write: 1 });
      t.is((await add(randomUUID())).body.error.code, 'IDEMPOTENCY_CONFLICT');
    });
  },
);

serially('a plan that is changed is no reason to keep a refusal', async (t) => {
  const plain = await createShop(db.admin, { product_videos: false });
  const idempotencyKey = randomUUID();
  t.is((await imported(plain, { idempotencyKey })).status, 403);
  await db.admin.query('update app.plans set product_videos = true where id = $1', [plain.planId]);
  t.is((await imported(plain, { idempotencyKey })).status, 422);
});
