// One order of checks for every call, over REST and tools: of everything that is wrong with a call at once, the first is
// told; when that is mended, the next. see: guides/errors#the-order-of-checks
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';
import { callTool } from '../helpers/tools.ts';

let db: TestDatabase;
let gateway: pg.Pool;
let api: TestApi;
test.before(async () => {
  db = await borrowDatabase();
  gateway = db.as('haat_gateway');
  api = await startApi({ pool: gateway });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const unresolvable = 'https://not-there.invalid/a.png';
const unknownKey = `service_sk_${'0'.repeat(40)}`;

/** What is to be sent, a fault of it mended at a time. */
type Sent = {
  key: string;
  idempotencyKey: string;
  contentType: string;
  body: Record<string, unknown>;
  path: string;
};

type Step = { told: string; mend(sent: Sent): unknown };

type Shop = TestShop & { full: TestKey; narrow: TestKey; earlier: string };

/** A company without videos; a key whose window is full and that lacks every scope; one that lacks every scope only. */
async function openShop(): Promise<Shop> {
  const shop = await createShop(db.admin, { product_videos: false });
  const storeId = shop.stores[0].id;
  const full = await createKey(db.admin, shop.companyId, { storeId, scopes: ['store:read'] });
  const narrow = await createKey(db.admin, shop.companyId, { storeId, scopes: ['store:read'] });
  // In a minute that is still to come, so that none turns it while the test runs.
  await db.admin.query(
    `insert into gate.rate_windows (key_id, bucket, minute, used)
     select $1, b, floor(extract(epoch from now()) / 60)::bigint + 60, 1000000 from unnest(array['read', 'write']) b`,
    [full.id],
  );
  const earlier = randomUUID();
  await db.admin.query(`update app.stores set video_uploads_enabled = false where id = $1`, [storeId]);
  await api.request('POST', '/brands', { key: shop.storeKey.key, idempotencyKey: earlier, body: { name: 'Earlier' } });
  return { ...shop, full, narrow, earlier };
}

const allowVideos = (shop: Shop) =>
  db.admin.query('update app.plans set product_videos = true where id = $1', [shop.planId]);
const switchOn = (shop: Shop) =>
  db.admin.query('update app.stores set video_uploads_enabled = true where id = $1', [shop.stores[0].id]);

const startVideo = async (shop: Shop): Promise<string> =>
  (await api.request('POST', '/videos', { key: shop.storeKey.key, body: { file_name: 'a.mp4', size_bytes: 5 } })).body
    .id;

const createProduct = async (shop: Shop): Promise<string> =>
  (await stockVariant(db.admin, shop, { sku: randomUUID() })).productId;

const admission = (shop: Shop): Step[] => [
  { told: '401 UNAUTHORIZED', mend: (sent) => (sent.key = shop.full.key) },
  { told: '429 RATE_LIMITED', mend: (sent) => (sent.key = shop.narrow.key) },
  { told: '403 FORBIDDEN_SCOPE', mend: (sent) => (sent.key = shop.storeKey.key) },
];

const video = (shop: Shop): Step[] => [
  { told: '403 PLAN_FEATURE_REQUIRED', mend: () => allowVideos(shop) },
  { told: '403 VIDEO_UPLOADS_DISABLED', mend: () => switchOn(shop) },
];

const named = ({ status, body }: Answer) => {
  const fields = Object.keys(body?.error?.fields ?? {}).join(' ');
  return `${status} ${body?.error?.code ?? ''} ${fields}`.trim();
};

const request = (shop: Shop): Step[] => [
  ...admission(shop),
  { told: '400 VALIDATION_ERROR Idempotency-Key', mend: (sent) => (sent.idempotencyKey = shop.earlier) },
  { told: '415 UNSUPPORTED_MEDIA_TYPE', mend: (sent) => (sent.contentType = 'application/json') },
];

const remembered: Step = {
  told: '422 IDEMPOTENCY_CONFLICT',
  mend: (sent) => (sent.idempotencyKey = randomUUID()),
};

/** Every kind of call over REST, with all that can be wrong with it. */
const overRest: Record<string, (shop: Shop) => { method: string; path: string; body: object; steps: Step[] }> = {
  'a call without side effects': (shop) => ({
    method: 'POST',
    path: `/products/${randomUUID()}/videos`,
    body: { title: 5 },
    steps: [
      ...request(shop),
      { told: '422 VALIDATION_ERROR video_id title', mend: (sent) => (sent.body = { video_id: randomUUID() }) },
      remembered,
      ...video(shop),
      {
        told: '404 NOT_FOUND',
        mend: async (sent) => {
          sent.path = `/products/${await createProduct(shop)}/videos`;
          // What the operation itself refused is kept for its key.
          sent.idempotencyKey = randomUUID();
        },
      },
      {
        told: '422 VALIDATION_ERROR video_id',
        mend: async (sent) => (sent.body = { video_id: await startVideo(shop) }),
      },
    ],
  }),
  'a call whose link is followed later': (shop) => ({
    method: 'POST',
    path: '/videos/import',
    body: {},
    steps: [
      ...request(shop),
      { told: '422 VALIDATION_ERROR source_url', mend: (sent) => (sent.body = { source_url: unresolvable }) },
      remembered,
      ...video(shop),
      {
        told: '422 VALIDATION_ERROR source_url',
        mend: (sent) => (sent.body = { source_url: 'https://8.8.8.8/saree.mp4' }),
      },
    ],
  }),
  'a call with a picture': (shop) => ({
    method: 'PUT',
    path: `/videos/${randomUUID()}/cover`,
    body: {},
    steps: [
      ...request(shop),
      { told: '422 VALIDATION_ERROR cover_url', mend: (sent) => (sent.body = { cover_url: unresolvable }) },
      remembered,
      ...video(shop),
      {
        told: '404 NOT_FOUND',
        mend: async (sent) => {
          sent.path = `/videos/${await startVideo(shop)}/cover`;
          sent.idempotencyKey = randomUUID();
        },
      },
      // The picture cannot be fetched: the last that can be wrong.
      { told: '422 VALIDATION_ERROR cover_url', mend: (sent) => (sent.path = '') },
    ],
  }),
  'a call that asks the storage': (shop) => ({
    method: 'POST',
    path: `/videos/${randomUUID()}/complete`,
    body: { x: 1 },
    steps: [
      ...request(shop),
      { told: '422 VALIDATION_ERROR x', mend: (sent) => (sent.body = {}) },
      remembered,
      ...video(shop),
      {
        told: '404 NOT_FOUND',
        mend: async (sent) => {
          sent.path = `/videos/${await startVideo(shop)}/complete`;
          sent.idempotencyKey = randomUUID();
        },
      },
      { told: '409 PARTS_INCOMPLETE parts', mend: (sent) => (sent.path = '') },
    ],
  }),
};

for (const [of, describe] of Object.entries(overRest)) {
  test(`REST, ${of}: what is wrong is told in one order`, async (t) => {
    const shop = await openShop();
    const { method, path, body, steps } = describe(shop);
    const sent: Sent = {
      key: unknownKey,
      idempotencyKey: 'k'.repeat(256),
      contentType: 'text/plain',
      body: body as Sent['body'],
      path,
    };
    const send = () =>
      api.request(method, sent.path, {
        key: sent.key,
        idempotencyKey: sent.idempotencyKey,
        raw: JSON.stringify(sent.body),
        headers: { 'content-type': sent.contentType },
      });
    const told: string[] = [];
    for (const { mend } of steps) {
      told.push(named(await send()));
      await mend(sent);
    }
    t.deepEqual(
      told,
      steps.map((step) => step.told),
    );
    if (sent.path) t.true((await send()).status < 300);
  });
}

test('REST, a form: it is large, so what its Idempotency-Key has is told before it is read', async (t) => {
  const shop = await openShop();
  const sent: Sent = {
    key: unknownKey,
    idempotencyKey: 'k'.repeat(256),
    contentType: '',
    body: { title: 'x' },
    path: `/videos/${randomUUID()}/cover`,
  };
  const send = () => {
    const raw = new FormData();
    for (const [name, value] of Object.entries(sent.body)) raw.append(name, value as string);
    return api.request('PUT', sent.path, { key: sent.key, idempotencyKey: sent.idempotencyKey, raw });
  };
  const steps: Step[] = [
    ...admission(shop),
    { told: '400 VALIDATION_ERROR Idempotency-Key', mend: () => (sent.idempotencyKey = shop.earlier) },
    remembered,
    {
      told: '422 VALIDATION_ERROR cover_url title',
      mend: () => (sent.body = { cover: new Blob(['no picture'], { type: 'image/png' }) }),
    },
    ...video(shop),
    {
      told: '404 NOT_FOUND',
      mend: async () => {
        sent.path = `/videos/${await startVideo(shop)}/cover`;
        sent.idempotencyKey = randomUUID();
      },
    },
    { told: '422 VALIDATION_ERROR cover', mend: () => {} },
  ];
  const told: string[] = [];
  for (const { mend } of steps) {
    told.push(named(await send()));
    await mend(sent);
  }
  t.deepEqual(
    told,
    steps.map((step) => step.told),
  );
});

/** The error object of a tool call, however it was told. */
const namedByTool = ({ status, body }: Answer) => {
  const text = body.result?.content[0].text;
  const error = body.error?.data?.error ?? (body.result?.isError ? JSON.parse(text).error : body.error);
  const fields = Object.keys(error?.fields ?? {}).sort();
  return `${status} ${error?.code ?? ''} ${fields.join(' ')}`.trim();
};

test('tools: what is wrong is told in the same order, and what is no refusal of the tool is no result', async (t) => {
  const shop = await openShop();
  const sent: Sent = { key: unknownKey, idempotencyKey: '', contentType: '', path: '', body: {} };
  const ask = (args: object) => (sent.body = { product_id: randomUUID(), video_url: unresolvable, ...args });
  ask({ product_id: 'x', idempotency_key: '' });
  const steps: Step[] = [
    { told: '401 UNAUTHORIZED', mend: () => (sent.key = shop.full.key) },
    { told: '429 RATE_LIMITED', mend: () => (sent.key = shop.narrow.key) },
    { told: '200 FORBIDDEN_SCOPE', mend: () => (sent.key = shop.storeKey.key) },
    { told: '200 VALIDATION_ERROR idempotency_key product_id', mend: () => ask({ idempotency_key: shop.earlier }) },
    { told: '200 IDEMPOTENCY_CONFLICT', mend: () => ask({ idempotency_key: randomUUID() }) },
    { told: '200 PLAN_FEATURE_REQUIRED', mend: () => allowVideos(shop) },
    { told: '200 VIDEO_UPLOADS_DISABLED', mend: () => switchOn(shop) },
    {
      told: '200 NOT_FOUND',
      mend: async () => ask({ product_id: await createProduct(shop), idempotency_key: randomUUID() }),
    },
    {
      told: '200 VALIDATION_ERROR video_url',
      mend: () => ask({ video_url: undefined, idempotency_key: randomUUID() }),
    },
    {
      told: '200 NOT_FOUND',
      mend: async () => ask({ product_id: await createProduct(shop), video_url: undefined }),
    },
    { told: '200', mend: () => {} },
  ];
  const told: string[] = [];
  for (const { mend } of steps) {
    told.push(namedByTool(await callTool(api, { ...shop.storeKey, key: sent.key }, 'attach_product_video', sent.body)));
    await mend(sent);
  }
  t.deepEqual(
    told,
    steps.map((step) => step.told),
  );
});
