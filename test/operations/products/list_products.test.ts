// Search looks along the newest products first and through all of them where that is not enough: the pages must be the
// same as those of a plain look through everything.
import test from 'ava';
import { startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { callGate, createShop, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
/** Newest first. */
let products: { id: string; name: string; status: string }[];

test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  shop = await createShop(db.admin);
  // More than are looked at first. Some words stand in every name, some in few of the oldest, some in the newest only.
  await db.admin.query(
    `insert into app.products (company_id, store_id, name, slug, status, created_at)
     select $1, $2, concat_ws(' ', 'Shirt', n, case when n % 40 = 0 then 'linen' end, case when n > 2350 then 'antique' end, case when n < 30 then 'brandnew' end),
       'p-' || n, case when n % 2 = 0 then 'active' else 'draft' end, now() - n * interval '1 minute'
     from generate_series(1, 2400) n`,
    [shop.companyId, shop.stores[0].id],
  );
  await db.admin.query(
    `insert into app.products (company_id, store_id, name, slug) select $1, $2, 'Shirt elsewhere', 'elsewhere'`,
    [shop.companyId, shop.stores[1].id],
  );
  const { rows } = await db.admin.query(
    'select id, name, status from app.products where store_id = $1 order by created_at desc, id desc',
    [shop.stores[0].id],
  );
  products = rows;
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const get = (path: string) => api.request('GET', path, { key: shop.storeKey.key });
const create = (body: object) => api.request('POST', '/products', { key: shop.storeKey.key, body });
const tea = (sku: string, more = {}) => ({
  name: `Tea ${sku}`,
  variants: [{ sku, name: 'Loose', price: 120 }],
  ...more,
});

async function page(input: object, key = shop.storeKey) {
  const { outcome, result } = await callGate(db.as('haat_gateway'), key, 'list_products', input, { bucket: 'read' });
  if (outcome.sqlstate) throw new Error(String(outcome.message));
  return { ids: result.data.map(({ id }: { id: string }) => id) as string[], meta: result.meta };
}

testCommonRules('list_products', () => ({ db, api }), {
  async sound(maker) {
    await makeProduct(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ status: 'sold' }, 'status'],
    [{ category_id: 'shirts' }, 'category_id'],
    [{ updated_after: 'yesterday' }, 'updated_after'],
  ],
});

for (const search of ['shirt', 'LINEN', 'antique', 'brandnew', 'shirt 2399', 'no such', '%', 'qq', 'a']) {
  for (const filter of [{}, { status: 'draft' }]) {
    test(`"${search}" ${JSON.stringify(filter)} gives every match once, forwards and backwards`, async (t) => {
      const expected = products
        .filter(
          ({ name, status }) =>
            name.toLowerCase().includes(search.toLowerCase()) && status === (filter.status ?? status),
        )
        .map(({ id }) => id);
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const { ids, meta }: Awaited<ReturnType<typeof page>> = await page({
          ...filter,
          search,
          limit: 100,
          ...(cursor && { starting_after: cursor }),
        });
        found.push(...ids);
        cursor = meta.next_cursor;
        t.is(meta.has_more, cursor !== null);
      } while (cursor);
      t.deepEqual(found, expected);
      if (expected.length < 3) return;
      const last = expected.at(-1)!;
      const before = await page({ ...filter, search, limit: 2, ending_before: last });
      t.deepEqual(before.ids, expected.slice(-3, -1));
      const oldest = await page({ ...filter, search, limit: 2, sort: 'created_at' });
      t.deepEqual(oldest.ids, expected.slice(-2).reverse());
    });
  }
}

test('a company key finds in all its stores, a store key in its own', async (t) => {
  t.is((await page({ search: 'elsewhere' }, shop.companyKey)).ids.length, 1);
  t.is((await page({ search: 'elsewhere' })).ids.length, 0);
  t.is((await page({ search: 'elsewhere', store_id: shop.stores[0].id }, shop.companyKey)).ids.length, 0);
});

test('a product is in the list of its category by the status that it has now', async (t) => {
  const category = await api.request('POST', '/categories', { key: shop.storeKey.key, body: { name: 'Teas' } });
  const { id } = (await create(tea('CAT-1', { categories: [{ id: category.body.id, is_primary: true }] }))).body;
  for (const status of ['draft', 'active', 'archived']) {
    const moved = await api.request('PATCH', `/products/${id}`, { key: shop.storeKey.key, body: { status } });
    t.is(moved.body.status, status);
    for (const asked of ['draft', 'active', 'archived']) {
      const { ids } = await page({ category_id: category.body.id, status: asked });
      t.deepEqual(ids, asked === status ? [id] : []);
    }
  }
});

test('the list filters by status, text and time of change', async (t) => {
  const active = await create(tea('LIST-1', { status: 'active', name: 'Filter me' }));
  await create(tea('LIST-2', { name: 'Filter me not' }));
  const ids = async (query: string) => {
    const page = await get(`/products?${query}`);
    answersAs(t, 'list_products', page.body);
    return page.body.data.map((row: { name: string }) => row.name);
  };
  t.deepEqual(await ids('search=filter%20me&status=active'), ['Filter me']);
  t.deepEqual(await ids('search=LIST-2'), ['Filter me not']);
  t.true((await ids(`updated_after=${active.body.updated_at}`)).includes('Filter me'));
  t.deepEqual(await ids('updated_after=2999-01-01T00:00:00Z'), []);
});
