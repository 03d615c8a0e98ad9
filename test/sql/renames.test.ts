// Products show the names of their brand, categories, attributes and values. A rename is one row; the products follow in
// steps of a job: each is touched and told once a rename, wherever the job is cut off, however often a step is done.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken, findBrokenBooks } from '../helpers/invariants.ts';
import { isLong, runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { finishRenames } from '../helpers/renames.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';
import { until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let products: string[];
/** What is renamed: the id, and how. */
let things: Record<string, { id: string; rename(name: string): Promise<unknown> }>;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  shop = await createShop(db.admin);
  const brand = await call('create_brand', { name: 'Brand' });
  const category = await call('create_category', { name: 'Category' });
  const attribute = await call('create_attribute', { name: 'Size', type: 'variant', values: [{ value: 'S' }] });
  const make = async (n: number, more: object, options: object[]) =>
    (
      await call('create_product', {
        name: `P${n}`,
        variants: [{ sku: `S${n}`, name: 'x', price: 1, options }],
        ...more,
      })
    ).id;
  products = [];
  for (let n = 0; n < 23; n++)
    products.push(
      await make(n, { brand_id: brand.id, categories: [{ id: category.id }] }, [{ attribute: 'Size', value: 'S' }]),
    );
  for (let n = 50; n < 55; n++) await make(n, {}, []);
  const renamer = (operation: string, input: object) => (name: string) =>
    call(operation, { ...input, [operation === 'update_attribute_value' ? 'value' : 'name']: name });
  const [value] = attribute.values;
  things = {
    brand: { id: brand.id, rename: renamer('update_brand', { id: brand.id }) },
    category: { id: category.id, rename: renamer('update_category', { id: category.id }) },
    attribute: { id: attribute.id, rename: renamer('update_attribute', { id: attribute.id }) },
    value: { id: value.id, rename: renamer('update_attribute_value', { id: attribute.id, value_id: value.id }) },
  };
});
test.after.always(() => db?.drop());
test.beforeEach(() => finishRenames(db));

async function call(operation: string, input: object) {
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input);
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
  return result;
}

const step = async (kind: string, batch: number) =>
  (
    await db
      .as('haat_worker')
      .query('select internal.publish_rename($1, $2, $3) as told', [kind, things[kind]!.id, batch])
  ).rows[0].told as number;

const lastSequence = async () =>
  Number((await db.admin.query('select coalesce(max(sequence), 0) as last from app.events')).rows[0].last);

/** The events of products since then. */
const told = async (since: number) =>
  (
    await db.admin.query(
      `select type, object_id, object, request_id from app.events where sequence > $1 and type like 'product.%' order by sequence`,
      [since],
    )
  ).rows;

const jobs = async () =>
  (
    await db.admin.query(
      `select key from graphile_worker.jobs where task_identifier = 'rename__publish' and key is not null`,
    )
  ).rows;

test.serial('only workers may do a step', async (t) => {
  for (const role of ['haat_gateway', 'haat_staff_gateway', 'haat_dba'] as const)
    await t.throwsAsync(
      db.as(role).query('select internal.publish_rename($1, $2)', ['brand', things.brand!.id]),
      { code: '42501' },
      role,
    );
});

test.serial('what a product does not show, or the same name again, adds no job', async (t) => {
  await db.admin.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
  const { name } = await call('get_brand', { id: things.brand!.id });
  await things.brand!.rename(name);
  await call('update_brand', { id: things.brand!.id, description: 'not shown in a product' });
  await call('update_attribute', { id: things.attribute!.id, is_filterable: true });
  t.deepEqual(await jobs(), []);
  t.is(await step('brand', 100), 0);
});

for (const kind of ['brand', 'category', 'attribute', 'value'])
  test.serial(
    `renaming a ${kind} tells each product that shows it once, as REST shows it, for that request`,
    async (t) => {
      const before = new Map<string, { updated_at: string; variants: { updated_at: string }[] }>();
      for (const id of products) before.set(id, await call('get_product', { id }));
      const since = await lastSequence();
      await things[kind]!.rename(`Renamed ${kind}`);
      t.true((await jobs()).some(({ key }) => key === `rename:${kind}:${things[kind]!.id}`));
      t.deepEqual(await told(since), [], 'the rename itself touches no product');
      t.is((await call('get_product', { id: products[0] })).updated_at, before.get(products[0]!)!.updated_at);
      for (const most of [10, 10, 3, 0]) t.is(await step(kind, 10), most);
      const events = await told(since);
      t.deepEqual(
        events.map(({ object_id }) => object_id),
        products.toSorted(),
      );
      for (const { type, object_id, object, request_id } of events) {
        t.is(type, 'product.updated');
        t.is(request_id, 'test-request');
        t.deepEqual(object, await call('get_product', { id: object_id }));
        t.true(JSON.stringify(object).includes(`Renamed ${kind}`));
        t.true(object.updated_at > before.get(object_id)!.updated_at);
        const moved = object.variants[0].updated_at > before.get(object_id)!.variants[0]!.updated_at;
        t.is(moved, kind === 'attribute' || kind === 'value', 'variants show options, no brand and no category');
      }
    },
  );

test.serial(
  'whatever is cut off or done twice: each product is told once a rename, and at last with the last name',
  async (t) => {
    let renames = 0;
    const action = fc.constantFrom('rename', 'step', 'step', 'step', 'crash', 'two at once');
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 8 }), fc.integer({ min: 1, max: 30 }), async (actions, batch) => {
        let since = await lastSequence();
        let last = `Name ${++renames}`;
        await things.brand!.rename(last);
        for (const one of actions) {
          if (one === 'rename') {
            // What was told before is of the rename before.
            const ids = (await told(since)).map(({ object_id }) => object_id);
            t.is(new Set(ids).size, ids.length);
            since = await lastSequence();
            last = `Name ${++renames}`;
            await things.brand!.rename(last);
          } else if (one === 'step') await step('brand', batch);
          else if (one === 'two at once') await Promise.all([step('brand', batch), step('brand', batch)]);
          else {
            const client = await db.admin.connect();
            await client.query('begin');
            await client.query('select internal.publish_rename($1, $2, $3)', ['brand', things.brand!.id, batch]);
            await client.query('rollback');
            client.release();
          }
        }
        await finishRenames(db, batch);
        const events = await told(since);
        t.deepEqual(
          events.map(({ object_id }) => object_id),
          products.toSorted(),
        );
        t.true(events.every(({ object }) => object.brand.name === last));
      }),
      { numRuns: runs(15) },
    );
  },
);

test.serial('a rename does not wait for a product that another transaction holds, and holds none itself', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('select from app.products for update');
    for (const [kind, { rename }] of Object.entries(things)) await t.notThrowsAsync(rename(`Meanwhile ${kind}`), kind);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.serial('the workers do it by themselves, and the audit finds nothing', async (t) => {
  const since = await lastSequence();
  await things.category!.rename('By the workers');
  const running = await workers(db);
  await until(db, 'not exists (select from internal.pending_renames)');
  await running.stop();
  t.is((await told(since)).length, products.length);
  t.deepEqual(await (isLong ? findBroken : findBrokenBooks)(db.admin), []);
});

test.serial('a job that was taken out of the queue is entered again by the timer, one for each rename', async (t) => {
  await things.brand!.rename('Woken');
  const key = `rename:brand:${things.brand!.id}`;
  const jobs = async () =>
    (await db.admin.query('select count(*)::int from graphile_worker.jobs where key = $1', [key])).rows[0].count;
  t.is(await jobs(), 1);
  await db.admin.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key = $1', [
    key,
  ]);
  t.is(await jobs(), 0);
  for (let n = 0; n < 2; n++) await db.as('haat_worker').query('select internal.wake_workers()');
  t.is(await jobs(), 1);
});
