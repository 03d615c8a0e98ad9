// Prechecks refuse what their operations refuse, in the same words, and write nothing but the answer to a replay.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createKey, createShop, insert, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';
import { readyVideo, startUpload } from '../helpers/videos/rows.ts';

let db: TestDatabase;
let gateway: pg.Pool;
let shop: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  gateway = db.as('haat_gateway');
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

const id = randomUUID();
const stored = { media_key: 'images/c/a.webp', width: 1, height: 1, size_bytes: 1 };
const variants = [{ sku: 'S', name: 'S', price: 1 }];
const values = [{ value: 'Red', swatch_image: stored }];

/** An input for each operation with a precheck, about records that are not there. */
const inputs: Record<string, object> = {
  add_attribute_values: { id, values },
  add_order_attachment: { id, file: stored },
  add_product_images: { id, images: [{ image: stored }] },
  attach_product_video: { product_id: id, video_url: 'https://8.8.8.8/a.mp4' },
  complete_video: { id },
  create_attribute: { name: 'Colour', type: 'variant', values },
  create_brand: { name: 'B', logo: stored },
  create_category: { name: 'C', image: stored, parent_id: id },
  create_product: { name: 'P', variants, brand_id: id },
  create_webhook_endpoint: { url: 'https://8.8.8.8/hook' },
  get_video: { id },
  import_video: { source_url: 'https://8.8.8.8/a.mp4' },
  set_video_cover: { id, cover: stored },
  update_attribute_value: { id, value_id: id, swatch_image: stored },
  update_brand: { id, logo: stored },
  update_category: { id, image: stored },
  update_product: { id, images: [{ image: stored }] },
  update_webhook_endpoint: { id, url: 'https://8.8.8.8/hook' },
};

type Refusal = { sqlstate: string | null; message?: string | null; fields?: unknown };

async function compare(t: ExecutionContext, key: TestKey, name: string, input: object, of: string) {
  const ask = async (precheck: boolean): Promise<Refusal> => {
    const { outcome } = await callGate(gateway, key, name, input, { precheck });
    return { sqlstate: outcome.sqlstate, message: outcome.message, fields: outcome.fields };
  };
  const looked = await ask(true);
  t.deepEqual(looked, await ask(false), `${name}: ${of}`);
  t.not(looked.sqlstate, null, `${name}: ${of}`);
  return looked.sqlstate;
}

test('there is an input here for every precheck', async (t) => {
  const { rows } = await db.admin.query(
    `select substr(proname, 10) as name from pg_proc
     where pronamespace = 'internal'::regnamespace and proname like 'precheck\\_%'
       -- It makes what its operation goes on with: test/operations/jobs.
       and proname <> 'precheck_create_job' order by 1`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(inputs),
  );
});

test('a store that is not named, or out of reach, is refused as the operation refuses it', async (t) => {
  for (const [name, input] of Object.entries(inputs)) {
    const reads = name === 'get_video';
    t.is(
      await compare(t, shop.companyKey, name, input, 'no store'),
      // A read without a store looks in all of them.
      reads ? 'HT100' : 'HT008',
    );
    t.is(await compare(t, shop.companyKey, name, { ...input, store_id: id }, 'a foreign store'), 'HT100');
  }
});

test('a record that is not there is refused as the operation refuses it', async (t) => {
  const missing = Object.keys(inputs).filter(
    (name) => !/^(create_attribute|create_brand|create_webhook_endpoint|import_video)$/.test(name),
  );
  for (const name of missing) {
    const isReference = ['create_category', 'create_product'].includes(name);
    t.is(await compare(t, shop.storeKey, name, inputs[name]!, 'no record'), isReference ? 'HT101' : 'HT100');
  }
  const other = await createShop(db.admin);
  const { productId } = await stockVariant(db.admin, other, { sku: 'FOREIGN' });
  for (const name of ['add_product_images', 'update_product']) {
    t.is(await compare(t, shop.storeKey, name, { ...inputs[name], id: productId }, 'another company’s'), 'HT100');
  }
});

test('plan, switch and scope of videos are refused as the operation refuses them', async (t) => {
  const ofVideos = ['attach_product_video', 'complete_video', 'get_video', 'import_video', 'set_video_cover'];
  const plain = await createShop(db.admin, { product_videos: false });
  const withVideo = { name: 'P', variants, videos: [{ video_id: id }] };
  const every = [...ofVideos.map((name) => [name, inputs[name]!] as const), ['create_product', withVideo] as const];
  for (const [name, input] of every) {
    t.is(await compare(t, plain.storeKey, name, input, 'the plan'), 'HT010');
  }
  await db.admin.query('update app.plans set product_videos = true where id = $1', [plain.planId]);
  await db.admin.query('update app.stores set video_uploads_enabled = false where id = $1', [plain.stores[0].id]);
  for (const [name, input] of every) {
    t.is(await compare(t, plain.storeKey, name, input, 'the switch'), 'HT013');
  }
  const narrow = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['products:write'] });
  t.is(await compare(t, narrow, 'create_product', withVideo, 'the scope'), 'HT004');
  const videos = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['videos:write'] });
  const option = { attribute: 'Colour', value: 'Red' };
  const attach = { ...inputs.attach_product_video, option };
  t.is(await compare(t, videos, 'attach_product_video', attach, 'the scope'), 'HT004');
  const { productId } = await stockVariant(db.admin, shop, { sku: 'PLAIN' });
  t.is(
    await compare(t, shop.storeKey, 'attach_product_video', { ...attach, product_id: productId }, 'option'),
    'HT008',
  );
});

test('the plan’s product limit is refused as the operation refuses it, on what comes back from the archive too', async (t) => {
  const full = await createShop(db.admin, { max_products: 1 });
  const { productId } = await stockVariant(db.admin, full, { sku: 'OLD' });
  await db.admin.query(`update app.products set status = 'archived' where id = $1`, [productId]);
  await stockVariant(db.admin, full, { sku: 'NEW' });
  t.is(await compare(t, full.storeKey, 'create_product', { name: 'P', variants }, 'the limit'), 'HT004');
  const back = { id: productId, status: 'active' };
  t.is(await compare(t, full.storeKey, 'update_product', back, 'the limit'), 'HT004');
});

test('a value of an attribute, a brand and a video that has ended are refused as the operation refuses them', async (t) => {
  const store = { company_id: shop.companyId, store_id: shop.stores[0].id };
  const attribute = { ...store, name: 'Size', slug: 'size', type: 'variant', input_type: 'image' };
  const attributeId = await insert(db.admin, 'attributes', attribute);
  const value = { id: attributeId, value_id: id, swatch_image: stored };
  t.is(await compare(t, shop.storeKey, 'update_attribute_value', value, 'no value'), 'HT100');
  const { productId } = await stockVariant(db.admin, shop, { sku: 'BRANDED' });
  const branded = { id: productId, brand_id: id };
  t.is(await compare(t, shop.storeKey, 'update_product', branded, 'no brand'), 'HT101');
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const video = await startUpload(gateway, key);
  await callGate(gateway, key, 'delete_video', { id: video });
  t.is(await compare(t, key, 'set_video_cover', { id: video, cover: stored }, 'ended'), 'HT116');
});

test('a precheck that finds nothing changes nothing and leaves its Idempotency-Key free', async (t) => {
  const { companyId, storeKey: key } = await createShop(db.admin);
  const video = await readyVideo(db, gateway, key);
  const counts = async () => {
    const tables = ['products', 'brands', 'videos', 'events', 'idempotency_keys'];
    const count = (table: string) => `(select count(*) from app.${table} where company_id = $1) as ${table}`;
    const cover = '(select cover_key from app.videos where id = $2) as cover';
    return (await db.admin.query(`select ${tables.map(count).join(', ')}, ${cover}`, [companyId, video])).rows[0];
  };
  const before = await counts();
  const sound: [string, object][] = [
    ['create_product', { name: 'P', variants }],
    ['create_brand', { name: 'B', logo: stored }],
    ['import_video', inputs.import_video!],
    ['set_video_cover', { id: video, cover: stored }],
  ];
  for (const [name, input] of sound) {
    const looked = await callGate(gateway, key, name, input, { precheck: true, idempotencyKey: name });
    t.like(looked.outcome, { sqlstate: null, replayed: false }, name);
    t.is(looked.result, null, name);
  }
  t.deepEqual(await counts(), before);
  const run = await callGate(
    gateway,
    key,
    'create_brand',
    { name: 'B', logo: stored },
    { idempotencyKey: 'create_brand' },
  );
  t.like(run.outcome, { sqlstate: null, replayed: false });
  const options = { precheck: true, idempotencyKey: 'create_brand' };
  const again = await callGate(gateway, key, 'create_brand', { name: 'B', logo: stored }, options);
  t.true(again.outcome.replayed);
  t.deepEqual(again.result, run.result);
});

test('no look at an Idempotency-Key stands in the way of the call that decides', async (t) => {
  const looker = await gateway.connect();
  try {
    await looker.query('begin');
    const looks = [shop.storeKey.hash, 'looked at', Buffer.alloc(32)];
    await looker.query(`select gate.replay($1, $2, $3, 'a')`, looks);
    await looker.query(`select gate.cost_of_call($1, 5, $2, $3, 'a')`, looks);
    await looker.query(`select gate.run($1, 'create_brand', $4, $2, $3, 'a', is_precheck => true)`, [
      ...looks,
      { ...inputs.create_brand, store_id: shop.stores[0].id },
    ]);
    const options = { idempotencyKey: 'looked at' };
    const { outcome } = await callGate(gateway, shop.storeKey, 'create_brand', { name: 'Looked at' }, options);
    t.like(outcome, { sqlstate: null, replayed: false });
  } finally {
    await looker.query('rollback');
    looker.release();
  }
});

test('an answer that is there is given, also while another retry holds the key to hear it', async (t) => {
  const options = { idempotencyKey: 'heard' };
  const ask = () => callGate(gateway, shop.storeKey, 'create_brand', { name: 'Heard' }, options);
  const first = await ask();
  const holder = await db.admin.connect();
  try {
    await holder.query('begin');
    const { rows } = await db.admin.query('select lineage_id from app.api_keys where id = $1', [shop.storeKey.id]);
    await holder.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' heard', 0))`, [rows[0].lineage_id]);
    const again = await ask();
    t.true(again.outcome.replayed);
    t.deepEqual(again.result, first.result);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('a refusal that a precheck would keep waits for the twin that runs', async (t) => {
  const holder = await db.admin.connect();
  try {
    await holder.query('begin');
    // The lock that gate.recall takes for as long as an operation runs.
    const { rows } = await db.admin.query('select lineage_id from app.api_keys where id = $1', [shop.storeKey.id]);
    await holder.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' twin', 0))`, [rows[0].lineage_id]);
    const look = async (operation: string, input: object) => {
      const options = { precheck: true, idempotencyKey: 'twin' };
      return (await callGate(gateway, shop.storeKey, operation, input, options)).outcome.sqlstate;
    };
    t.is(await look('create_brand', inputs.create_brand!), null);
    t.is(await look('update_brand', { id: randomUUID(), name: 'B' }), 'HT007');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
