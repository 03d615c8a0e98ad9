// What is derived, and what is told, must not hang on the clock: here it stands still, so that everything happens within
// one millisecond.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await freshDatabase('changes the schema');
  shop = await createShop(db.admin);
  await db.admin.query(
    `create or replace function internal.now() returns timestamptz language sql volatile return timestamptz '2026-11-21 10:00:00+00'`,
  );
});
test.after.always(() => db?.drop());

async function call(operation: string, input: object) {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input);
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
  return result;
}

const found = async (search: string) =>
  (await call('list_products', { search })).data.map(({ id }: { id: string }) => id) as string[];

const eventsOf = async (id: string) =>
  (await db.admin.query('select type, object from app.events where object_id = $1 order by sequence', [id])).rows;

test.serial('a product is found by every SKU: those it was made with, added, changed', async (t) => {
  const brand = await call('create_brand', { name: 'Arong' });
  const category = await call('create_category', { name: 'Shirts' });
  await call('create_attribute', { name: 'Size', type: 'variant', values: [{ value: 'S' }, { value: 'M' }] });
  const option = (value: string) => [{ attribute: 'Size', value }];
  const product = await call('create_product', {
    name: 'Panjabi',
    brand_id: brand.id,
    categories: [{ id: category.id }],
    variants: [
      { sku: 'PAN-S', name: 'S', price: 10, options: option('S') },
      { sku: 'PAN-M', name: 'M', price: 10, options: option('M') },
    ],
  });
  for (const sku of ['pan-s', 'PAN-M', 'panjabi']) t.deepEqual(await found(sku), [product.id], sku);
  await call('update_variant', { identifier: 'PAN-S', sku: 'SMALL-1' });
  t.deepEqual(await found('small-1'), [product.id]);
  t.deepEqual(await found('pan-s'), []);
  await call('update_product', { id: product.id, variants: [{ sku: 'ADDED-9', name: 'L', price: 10 }] });
  await call('update_product', { id: product.id, name: 'Fotua' });
  for (const word of ['added-9', 'fotua', 'pan-m']) t.deepEqual(await found(word), [product.id], word);
  t.deepEqual(await found('panjabi'), []);
});

test.serial('nothing derived is stale', async (t) => {
  // The clock that stands still is itself no part of the release.
  const { rows } = await db.as('haat_dba').query(`select * from ledger.audit() where check_name <> 'check_schema'`);
  t.deepEqual(rows, []);
});

test.serial('every change sends its event, and none is sent where nothing changed', async (t) => {
  const product = await call('create_product', { name: 'Mug', variants: [{ sku: 'MUG', name: 'Mug', price: 10 }] });
  await call('update_variant', { identifier: 'MUG', price: 11 });
  await call('update_variant', { identifier: 'MUG', price: 11 });
  await call('update_product', { id: product.id, name: 'Cup' });
  const [created, priced, renamed, ...more] = await eventsOf(product.id);
  t.is(more.length, 0);
  t.is(created.type, 'product.created');
  t.is(priced.object.variants[0].price, '11.00');
  t.is(renamed.object.name, 'Cup');
});
