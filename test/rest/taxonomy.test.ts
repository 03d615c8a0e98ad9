// Categories, brands and attributes through REST, over the real database.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const send = (method: string, path: string, body?: unknown, key = shop.storeKey.key) =>
  api.request(method, path, { key, body });
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

for (const [resource, more] of [
  ['categories', {}],
  ['brands', {}],
  ['attributes', { type: 'variant' }],
] as const) {
  const one = { categories: 'category', brands: 'brand', attributes: 'attribute' }[resource];

  test(`${resource}: a key sees and changes its own only`, async (t) => {
    const { body } = await send('POST', `/${resource}`, { name: 'Own', ...more });
    const rival = await createShop(db.admin);
    const otherStore = await createKey(db.admin, shop.companyId, { storeId: shop.stores[1].id });
    for (const key of [rival.storeKey.key, rival.companyKey.key, otherStore.key]) {
      t.is((await send('GET', `/${resource}/${body.id}`, undefined, key)).status, 404);
      t.false(idsOf(await send('GET', `/${resource}`, undefined, key)).includes(body.id));
      const foreign = { name: 'x', ...(key === rival.companyKey.key && { store_id: rival.stores[0].id }) };
      t.is((await send('PATCH', `/${resource}/${body.id}`, foreign, key)).status, 404);
    }
    const [inOther] = [{ name: 'x', store_id: shop.stores[1].id, ...more }];
    t.is((await send('POST', `/${resource}`, inOther)).status, 404, 'a store key names another store');
    const writer = await createKey(db.admin, shop.companyId, {
      storeId: shop.stores[0].id,
      scopes: ['products:write'],
    });
    t.is((await send('POST', `/${resource}`, { name: 'x', ...more }, writer.key)).status, 403, 'needs catalog:write');
    t.is((await send('GET', `/${resource}/${body.id}`, undefined, writer.key)).status, 200, 'products:write reads');
    t.is((await send('GET', `/${resource}/${body.id}`, undefined, shop.companyKey.key)).status, 200);
  });

  test(`${resource}: the slug is derived, suffixed when taken, and refused when malformed`, async (t) => {
    const name = `Ça va ${randomUUID().slice(0, 6)}!`;
    const slug = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    const named = (suffix: string) => ({ name: resource === 'attributes' ? `${name}${suffix}` : name, ...more });
    for (const [suffix, expected] of [
      ['', slug],
      ['!', `${slug}-1`],
      ['?', `${slug}-2`],
    ] as const) {
      const { status, body } = await send('POST', `/${resource}`, named(suffix));
      t.is(status, 201);
      t.is(body.slug, expected);
      answersAs(t, `create_${one}`, body);
    }
    const taken = await send('POST', `/${resource}`, { name: 'Other', slug, ...more });
    t.like(taken, { status: 409 });
    t.deepEqual(taken.body.error.fields, { slug: [`${slug} is already taken`] });
    for (const bad of ['Upper', 'a--b', '-a', 'a-', 'a b', '', 'é']) {
      t.is((await send('POST', `/${resource}`, { name: 'x', slug: bad, ...more })).status, 422, bad);
    }
  });

  test(`${resource}: lists are searched by name or slug in any case, and paged`, async (t) => {
    const word = randomUUID().slice(0, 8);
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      ids.unshift((await send('POST', `/${resource}`, { name: `List ${word} ${n}`, ...more })).body.id);
    }
    const page = await send('GET', `/${resource}?search=${word.toUpperCase()}&limit=2`);
    answersAs(t, `list_${resource}`, page.body);
    t.deepEqual(idsOf(page), ids.slice(0, 2));
    const next = await send('GET', `/${resource}?search=${word}&limit=2&starting_after=${page.body.meta.next_cursor}`);
    t.deepEqual(idsOf(next), ids.slice(2));
    t.deepEqual(idsOf(await send('GET', `/${resource}?search=list-${word}-2`)), [ids[1]!], 'by slug');
    t.deepEqual(idsOf(await send('GET', `/${resource}?search=%25`)), []);
  });
}

test('seo is cut to its lengths, kept where it is not named and cleared by null', async (t) => {
  for (const resource of ['brands', 'categories']) {
    const { body } = await send('POST', `/${resource}`, {
      name: 'Seo',
      seo: { title: 'ট'.repeat(300), description: 'd'.repeat(600) },
    });
    t.deepEqual(body.seo, { title: 'ট'.repeat(200), description: 'd'.repeat(500) });
    const patch = async (seo: unknown) => (await send('PATCH', `/${resource}/${body.id}`, { seo })).body.seo;
    t.deepEqual(await patch({ title: 'new' }), { title: 'new', description: 'd'.repeat(500) });
    t.deepEqual(await patch({ description: null }), { title: 'new', description: null });
    t.deepEqual((await send('PATCH', `/${resource}/${body.id}`, { name: 'Renamed' })).body.seo.title, 'new');
    t.deepEqual(await patch(null), { title: null, description: null });
  }
});

test('categories and brands change, with an event each', async (t) => {
  for (const [resource, one] of [
    ['categories', 'category'],
    ['brands', 'brand'],
  ] as const) {
    const { body } = await send('POST', `/${resource}`, { name: 'Before', description: 'x' });
    t.is(body.status, 'active');
    const changed = await send('PATCH', `/${resource}/${body.id}`, {
      name: 'After',
      description: null,
      status: 'inactive',
    });
    answersAs(t, `update_${one}`, changed.body);
    t.like(changed.body, { name: 'After', slug: body.slug, description: null, status: 'inactive' });
    const events = await db.admin.query('select type, object from app.events where object_id = $1 order by sequence', [
      body.id,
    ]);
    t.deepEqual(
      events.rows.map((row) => row.type),
      [`${one}.created`, `${one}.updated`],
    );
    t.deepEqual(events.rows[1].object, changed.body);
    t.deepEqual(idsOf(await send('GET', `/${resource}?status=inactive&search=after`)), [body.id]);
    t.deepEqual(idsOf(await send('GET', `/${resource}?status=active&search=after`)), []);
  }
});
