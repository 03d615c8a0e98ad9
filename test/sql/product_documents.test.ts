// The documents of products are stored where products are written, and made anew where none is good. Whatever is done, a
// reader sees the product as it is.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { finishRenames } from '../helpers/renames.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { readyVideo } from '../helpers/videos/rows.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Document = any;

let db: TestDatabase;
let shop: TestShop;
let names: { brands: Document[]; categories: Document[]; attribute: Document };
let video: string;

test.before(async () => {
  db = await freshDatabase('leaves damage');
  shop = await createShop(db.admin);
  names = {
    brands: [await call('create_brand', { name: 'Aarong' }), await call('create_brand', { name: 'Deshal' })],
    categories: [await call('create_category', { name: 'Shirts' }), await call('create_category', { name: 'Gifts' })],
    attribute: await call('create_attribute', {
      name: 'Size',
      type: 'variant',
      values: [{ value: 'S' }, { value: 'M' }],
    }),
  };
  video = await readyVideo(db, db.as('haat_gateway'), shop.storeKey);
});
test.after.always(() => db?.drop());
test.beforeEach(() => settle());

async function call(operation: string, input: object): Promise<Document> {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input);
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
  return result;
}

let made = 0;
const picture = () => ({ picture: { media_key: `images/${++made}.webp`, width: 10, height: 10, size_bytes: 100 } });
const createProduct = (more: object = {}): Promise<Document> => {
  const n = ++made;
  return call('create_product', {
    name: `Product ${n}`,
    brand_id: names.brands[0].id,
    categories: [{ id: names.categories[0].id }],
    variants: ['S', 'M'].map((value) => ({
      sku: `SKU-${n}-${value}`,
      name: value,
      price: 10,
      options: [{ attribute: names.attribute.name, value: names.attribute.values[value === 'S' ? 0 : 1].value }],
    })),
    images: [picture(), picture()],
    ...more,
  });
};

/** What the API's role is shown, beside documents made anew in the same moment. */
async function seen(): Promise<{ id: string; shown: string; fresh: string }[]> {
  const client = await db.admin.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await client.query('select internal.act_as($1)', [shop.companyId]);
    await client.query('set local role haat_api');
    const { rows } = await client.query(
      `with w as (select array_agg(id) as ids from app.products)
       select d.id, d.document::text as shown, f.document::text as fresh
       from w, internal.product_documents(w.ids) d join internal.fresh_product_documents((select ids from w)) f using (id)`,
    );
    return rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const missing = async () =>
  Number((await db.admin.query('select count(*) from internal.products_without_documents(1000)')).rows[0].count);

async function settle(): Promise<void> {
  await finishRenames(db);
  await db.as('haat_worker').query('select internal.store_missing_documents()');
}

const renamed = () => `Name ${++made}`;
const setMediaUrl = (url: string) => db.admin.query('select internal.set_media_url($1)', [url]);

/** What may happen to a product, to what it shows and to the database. */
const steps: Record<string, (product: Document) => Promise<unknown>> = {
  create: () => createProduct(),
  name: ({ id }) => call('update_product', { id, name: renamed() }),
  sameName: ({ id, name }) => call('update_product', { id, name }),
  brand: ({ id, brand }) =>
    call('update_product', { id, brand_id: brand?.id === names.brands[0].id ? names.brands[1].id : null }),
  categories: ({ id, categories }) =>
    call('update_product', {
      id,
      categories: categories.length > 1 ? [] : names.categories.map((c) => ({ id: c.id })),
    }),
  archive: ({ id }) => call('archive_product', { id }),
  price: ({ variants }) => call('update_variant', { identifier: variants[0].id, price: ++made }),
  variantImage: ({ variants, images }) =>
    call('update_variant', { identifier: variants[0].id, image_id: images[0]?.id ?? null }),
  variant: ({ id, variants }) =>
    call('update_product', { id, variants: [{ id: variants[1].id, sku: `SKU-${++made}`, status: 'inactive' }] }),
  addImage: ({ id }) => call('add_product_images', { id, images: [picture()] }),
  reorder: ({ id, images }) =>
    call('reorder_product_images', { id, image_ids: images.map((i: Document) => i.id).reverse() }),
  altText: async ({ id, images }) =>
    images[0] && call('update_product_image', { id, image_id: images[0].id, alt_text: renamed() }),
  dropImage: async ({ id, images }) => images[0] && call('delete_product_image', { id, image_id: images[0].id }),
  video: ({ id, videos }) =>
    call(videos.length ? 'remove_product_video' : 'place_product_video', { id, video_id: video }),
  cover: () => db.admin.query(`update app.videos set cover_key = 'images/' || uuidv7() where id = $1`, [video]),
  renameBrand: () => call('update_brand', { id: names.brands[0].id, name: renamed() }),
  renameCategory: () => call('update_category', { id: names.categories[0].id, name: renamed() }),
  renameAttribute: async () => {
    names.attribute = await call('update_attribute', { id: names.attribute.id, name: renamed() });
  },
  renameValue: async () => {
    const { id, values } = names.attribute;
    values[0].value = renamed();
    await call('update_attribute_value', { id, value_id: values[0].id, value: values[0].value });
  },
  rating: ({ id }) => db.admin.query('update app.products set rating_count = rating_count + 1 where id = $1', [id]),
  optionOrder: () => db.admin.query('update app.variant_options set position = position'),
  mediaUrl: () => setMediaUrl(`https://media-${++made % 2}.example`),
  workers: () => settle(),
};

test('no role that serves others writes what is stored', async (t) => {
  await createProduct();
  for (const role of ['haat_api', 'haat_staff', 'haat_gateway', 'haat_worker', 'haat_gatekeeper'])
    for (const statement of [
      `update app.product_documents set document = '{}'`,
      'delete from app.product_documents',
      `select internal.store_product_documents('{}')`,
    ])
      await t.throwsAsync(db.as(role).query(statement), { code: '42501' }, `${role}: ${statement}`);
});

test.serial('what is stored is what readers get, until the product changes', async (t) => {
  const { id, variants } = await createProduct();
  await db.admin.query(
    `update app.product_documents set document = replace(document::text, '"name":"Product', '"name":"Stored')::json
     where product_id = $1`,
    [id],
  );
  t.regex((await call('get_product', { id })).name, /^Stored/);
  t.truthy((await call('list_products', {})).data.find((one: Document) => one.id === id).name.startsWith('Stored'));
  await call('update_variant', { identifier: variants[0].id, price: 11 });
  const shown = await call('get_product', { id });
  t.regex(shown.name, /^Product/);
  t.is(shown.variants[0].price, '11.00');
});

test.serial('the audit of what changed since the last seal looks at the products that did', async (t) => {
  // So that there is something to seal.
  await stockVariant(db.admin, shop, { sku: `SKU-${++made}` });
  const [old, recent] = [await createProduct(), await createProduct()];
  await db.admin.query('select internal.seal_ledger()');
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`update app.products set updated_at = updated_at - interval '1 day' where id = $1`, [old.id]);
    await client.query(`update app.variants set price = 99 where product_id = any ($1)`, [[old.id, recent.id]]);
    await client.query('set local role haat_dba');
    const found = async (query: string) =>
      (
        await client.query(`select object from ${query} where check_name = 'check_product_documents' order by 1`)
      ).rows.map(({ object }) => object);
    t.deepEqual(await found('ledger.audit(since_last_seal => true)'), [`product ${recent.id}`]);
    t.deepEqual(await found(`ledger.audit('check_product_documents')`), [`product ${old.id}`, `product ${recent.id}`]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.serial('a write that is undone leaves what was stored', async (t) => {
  const product = await createProduct();
  const { outcome } = await callGate(db.as('haat_gateway'), shop.storeKey, 'update_product', {
    id: product.id,
    name: 'Never',
    variants: [{ id: product.variants[0].id, sku: product.variants[1].sku }],
  });
  t.is(outcome.sqlstate, 'HT101');
  t.deepEqual(await call('get_product', { id: product.id }), product);
  t.is(await missing(), 0);
});

test.serial('a new name is seen at once, before any worker came by', async (t) => {
  const { id } = await createProduct();
  const name = renamed();
  await call('update_brand', { id: names.brands[0].id, name });
  t.is((await call('get_product', { id })).brand.name, name);
  await finishRenames(db);
  t.is((await call('get_product', { id })).brand.name, name);
  t.is(await missing(), 0);
});

test.serial('a rename waits for a product that is being stored with the old name, and its job finds it', async (t) => {
  const { id } = await createProduct({ brand_id: null });
  const writer = await db.as('haat_gateway').connect();
  await writer.query('begin');
  const input = JSON.stringify({ id, brand_id: names.brands[1].id });
  await writer.query(`select gate.run($1, 'update_product', $2, null, null, 'writer')`, [shop.storeKey.hash, input]);
  const name = renamed();
  let isDone = false;
  // Not by the operation, which takes the row for itself: the trigger must see to it, for every rename.
  const renaming = db.admin
    .query('update app.brands set name = $2 where id = $1', [names.brands[1].id, name])
    .finally(() => {
      isDone = true;
    });
  while (!isDone && !(await isWaiting())) await new Promise(setImmediate);
  // One that did not wait would have its job run before the product is there to be found.
  if (isDone) await finishRenames(db);
  await writer.query('commit');
  writer.release();
  await renaming;
  await finishRenames(db);
  t.is((await call('get_product', { id })).brand.name, name);
  for (const { shown, fresh } of await seen()) t.is(shown, fresh);
});

const isWaiting = async () =>
  (
    await db.admin.query(
      `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
    )
  ).rows[0].waits as boolean;

test.serial('another address of pictures is seen at once, and the timer stores the documents again', async (t) => {
  const { id } = await createProduct();
  await setMediaUrl('https://elsewhere.example');
  t.regex((await call('get_product', { id })).thumbnail, /^https:\/\/elsewhere\.example\//);
  t.true((await missing()) > 0);
  const { rows } = await db.as('haat_worker').query('select internal.store_missing_documents() as stored');
  t.true(rows[0].stored > 0);
  t.is(await missing(), 0);
  t.regex((await call('get_product', { id })).thumbnail, /^https:\/\/elsewhere\.example\//);
});

test.serial(
  'documents that were there before the release are stored in steps, past a product that another transaction holds',
  async (t) => {
    const held = await createProduct();
    await createProduct();
    await db.admin.query('delete from app.product_documents');
    const holder: pg.PoolClient = await db.admin.connect();
    await holder.query('begin');
    await holder.query('select from app.products where id = $1 for update', [held.id]);
    await settle();
    t.is(await missing(), 1);
    await holder.query('rollback');
    holder.release();
    await settle();
    t.is(await missing(), 0);
  },
);

test.serial(
  'whatever happens, in whatever order, readers see products as they are, and at rest all are stored',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(2)), { minLength: 4, maxLength: 12 }),
        async (history) => {
          const products = [await createProduct(), await createProduct(), await createProduct()];
          for (const [what, which] of history) {
            const product = await call('get_product', { id: products[which].id });
            await steps[what]!(product);
            for (const { id, shown, fresh } of await seen()) t.is(shown, fresh, `${what}: ${id}`);
          }
          await settle();
          t.is(await missing(), 0);
          for (const { id, shown, fresh } of await seen()) t.is(shown, fresh, `at rest: ${id}`);
          const { rows } = await db.as('haat_dba').query('select * from ledger.check_product_documents()');
          t.deepEqual(rows, []);
        },
      ),
      { numRuns: runs(12) },
    );
  },
);

test.serial('the workers store what is missing by themselves, at once and however much it is', async (t) => {
  const due = async (key: string) =>
    (await db.admin.query('select count(*)::integer as jobs from graphile_worker.jobs where key = $1', [key])).rows[0]
      .jobs;
  const [noticed, next] = [`store_missing_documents of ${shop.companyId}`, 'store_missing_documents:next'];
  await db.admin.query('select graphile_worker.remove_job(key) from unnest($1::text[]) key', [[noticed, next]]);
  await createProduct();
  t.is(await due(noticed), 0, 'what writes a product stores its document');
  const write = async ({ companyId, stores }: TestShop, count: number) => {
    const client = await db.admin.connect();
    await client.query(`begin; set local lock_timeout = '2s'`);
    await client.query(
      `insert into app.products (company_id, store_id, name, slug)
       select $1, $2, 'Bulk ' || n, 'bulk-' || n from generate_series(1, $3) n`,
      [companyId, stores[0].id, count],
    );
    return async (how: 'commit' | 'rollback') => {
      await client.query(how);
      client.release();
    };
  };
  const end = await write(await createShop(db.admin), 2);
  await (await write(shop, 700))('commit');
  t.is(await due(noticed), 1, 'many at once are noticed, also while another company writes many');
  await end('rollback');
  t.is(Number((await db.as('haat_worker').query('select internal.store_missing_documents() as n')).rows[0].n), 300);
  t.is(await due(next), 1, 'it comes again at once');
  await settle();
  await settle();
  t.is(await missing(), 0);
});

test('who changes how documents are made also raises the number of their shape', (t) => {
  // By their names alone: a file may move to another folder.
  const internal = path.join(import.meta.dirname, '../../db/code/internal');
  const sourceOf = (name: string) => fs.readFileSync(fs.globSync(`${internal}/**/${name}.sql`)[0]!, 'utf8');
  const source = [
    'fresh_product_documents',
    'variant_documents',
    'product_category_lists',
    'product_image_lists',
    'product_video_lists',
    'media_url',
    'timestamp_text',
  ].map((name) => sourceOf(name).replaceAll(/^\s*--.*$/gm, ''));
  const [, number] = /select '(\d+) '/.exec(sourceOf('product_document_shape'))!;
  const hash = createHash('sha256').update(source.join('').replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 12);
  // Where the documents stay as they are, only the hash is written anew.
  t.deepEqual({ number, hash }, { number: '2', hash: 'e1519240748f' });
});
