// Stores to try in: who may have them, what they never touch, and how they are brought back to the demo.
import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { testStoreDemo } from '../../db/demo/test-store.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createKey, createShop, insert, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
let before: Record<string, string>;
let store: string;

test.before(async () => {
  db = await freshDatabase();
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  before = await companyWide();
  ({ id: store } = await make('Try here'));
  await fill(store);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const mutation = (name: string, input: object, token = owner) =>
  desk.send(
    token,
    `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { store { id name slug isTest status resetAskedAt } } }`,
    { input },
  );
async function done(name: string, input: object) {
  const { data, text } = await mutation(name, input);
  if (!data?.[name]) throw new Error(text);
  return data[name].store;
}
async function refused(name: string, input: object, token = owner) {
  const { errors } = await mutation(name, input, token);
  return `${errors[0]?.extensions.code} ${errors[0]?.message}`;
}
const make = (name: string) => done('createTestStore', { name });

/** What the worker's task does. */
async function fill(id: string): Promise<string | null> {
  const { rows } = await db
    .as('haat_worker')
    .query('select internal.reset_test_store($1, $2) as id', [id, testStoreDemo()]);
  return rows[0].id;
}
async function reset(id: string): Promise<string> {
  await done('resetTestStore', { storeId: id });
  return (await fill(id))!;
}
const run = (timer: string) => db.as('haat_worker').query(`select internal.${timer}()`);
const one = async (sql: string, ...values: unknown[]) => (await db.admin.query(sql, values)).rows[0];
const count = async (from: string, ...values: unknown[]) =>
  (await one(`select count(*)::int as n from ${from}`, ...values)).n as number;
const ask = (key: string, path: string, body?: object) =>
  desk.request(body ? 'POST' : 'GET', path, { key, ...(body && { body, idempotencyKey: randomUUID() }) });

/** Every list and sum that staff may ask for without naming anything, as a member of staff gets it. */
async function companyWide(storeId?: string): Promise<Record<string, string>> {
  const { rows } = await db.admin.query(
    `select p.proname as name, 'store_id' = any (p.proargnames) as by_store from pg_proc p
     where p.pronamespace = 'staff'::regnamespace and p.provolatile <> 'v' and p.pronargs = p.pronargdefaults
     order by 1`,
  );
  const client = await db.as('haat_staff_gateway').connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_staff');
    await client.query(`select set_config('haat.session', $1, true)`, [
      createHash('sha256').update(owner).digest('hex'),
    ]);
    const found: Record<string, string> = {};
    for (const { name, by_store } of rows) {
      if (storeId && !by_store) continue;
      const given = storeId ? `store_id => '${storeId}'` : '';
      const answer = await client.query(`select json_agg(r)::text as rows from staff.${name}(${given}) r`);
      found[name] = answer.rows[0].rows;
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.serial('a live store is neither reset nor moved in time, nor is one of another company', async (t) => {
  const live = shop.stores[0].id;
  const other = await createShop(db.admin);
  const rival = await signInAs(db, other.companyId, 'owner');
  for (const [name, more] of [
    ['resetTestStore', {}],
    ['letTimePass', { hours: 24 }],
  ] as const) {
    t.regex(await refused(name, { storeId: live, ...more }), /^CONFLICT .*live store/, name);
    t.regex(await refused(name, { storeId: store, ...more }, rival), /^NOT_FOUND/, name);
    t.regex(await refused(name, { storeId: randomUUID(), ...more }), /^NOT_FOUND/, name);
  }
  for (const hours of [0, -1, 721])
    t.regex(await refused('letTimePass', { storeId: store, hours }), /^VALIDATION_ERROR/);
  t.is(await count('app.time_jumps'), 0);
  t.is((await one('select status from app.stores where id = $1', live)).status, 'active');
});

test.serial('only who may change the settings makes, resets and moves them', async (t) => {
  const agent = await signInAs(db, shop.companyId, ['orders.manage', 'developer.manage', 'inventory.manage']);
  for (const [name, input] of [
    ['createTestStore', { name: 'X' }],
    ['resetTestStore', { storeId: store }],
    ['letTimePass', { storeId: store, hours: 1 }],
  ] as const)
    t.regex(await refused(name, input, agent), /^FORBIDDEN/, name);
});

test.serial('a store stays what it was made as, whoever writes', async (t) => {
  for (const id of [store, shop.stores[0].id])
    await t.throwsAsync(db.admin.query('update app.stores set is_test = not is_test where id = $1', [id]), {
      code: '23001',
    });
  await t.throwsAsync(
    db.admin.query('update app.stores set reset_asked_at = now() where id = $1', [shop.stores[0].id]),
    { code: '23514' },
  );
  await t.throwsAsync(db.as('haat_staff').query('select internal.reset_test_store($1, $2)', [store, {}]), {
    code: '42501',
  });
  await t.throwsAsync(db.as('haat_staff').query('insert into app.time_jumps default values'), { code: '42501' });
});

test.serial('the login of the worker fills no store that nobody asked to reset', async (t) => {
  const orders = await count('app.orders');
  t.is(await fill(store), null);
  t.is(await fill(shop.stores[0].id), null);
  t.is(await count('app.orders'), orders);
});

test.serial('company keys do not reach a test store, its own keys reach nothing else', async (t) => {
  const [company, own, live] = [
    shop.companyKey.key,
    (await createKey(db.admin, shop.companyId, { storeId: store })).key,
    shop.storeKey.key,
  ];
  const me = await ask(company, '/me');
  t.deepEqual(
    me.body.stores.map(({ id }: { id: string }) => id).toSorted(),
    shop.stores.map(({ id }) => id).toSorted(),
  );
  t.is(me.body.test, false);
  t.is((await ask(live, '/me')).body.test, false);
  t.like((await ask(own, '/me')).body, { test: true, stores: [{ id: store }] });
  t.is((await ask(company, `/orders?store_id=${store}`)).status, 404);
  t.is((await ask(own, `/orders?store_id=${shop.stores[0].id}`)).status, 404);

  const { rows } = await db.admin.query('select id, store_id from app.orders');
  const mine = (key: string, path: string) => ask(key, path).then(({ status }) => status);
  const theirs = rows.find(({ store_id }) => store_id === store).id;
  t.deepEqual([await mine(company, `/orders/${theirs}`), await mine(live, `/orders/${theirs}`)], [404, 404]);
  t.is(await mine(own, `/orders/${theirs}`), 200);
  const products = await ask(own, '/products?limit=100');
  t.true(products.body.data.length > 20);
  t.deepEqual((await ask(company, '/products?limit=100')).body.data, []);
});

test.serial('nothing that is said of the company as a whole knows of it; asked for, everything does', async (t) => {
  const after = await companyWide();
  t.deepEqual(after, before);
  t.true(Object.keys(after).length > 20, Object.keys(after).join(' '));
  const own = await companyWide(store);
  const known = Object.keys(own).filter((name) => own[name] !== after[name]);
  for (const name of ['overview', 'work_counts', 'list_orders', 'stage_counts', 'orders_of_day', 'orders_about_to_lapse'])
    t.true(known.includes(name), name);
});

test.serial('it is outside of what the plan counts, and has limits of its own', async (t) => {
  const quota = (orders: number | null, products: number | null) =>
    db.admin.query('update app.plans set orders_per_month = $2, max_products = $3 where id = $1', [
      shop.planId,
      orders,
      products,
    ]);
  await quota(0, 0);
  const { key } = await createKey(db.admin, shop.companyId, { storeId: store });
  const product = { name: 'Thali', variants: [{ sku: 'THALI', price: '10.00' }] };
  t.is((await ask(key, '/products', product)).status, 201);
  t.is((await ask(shop.storeKey.key, '/products', product)).status, 403);
  await db.admin.query('select setval(internal.order_numbers($1), 11001)', [store]);
  const order = await ask(key, '/orders', {
    channel: 'manual',
    customer: { full_name: 'Rina', phone: '01712345678' },
    items: [{ sku: 'THALI', quantity: 1 }],
  });
  t.is(order.body.error.code, 'plan_limit_reached', order.text);
  t.regex(order.body.error.message, /reset/);
  await quota(null, null);
});

test.serial('its events say that it is a test, and go to its own endpoints alone', async (t) => {
  const live = await createEndpoint(db, shop, 'http://127.0.0.1:9/live');
  const tried = await createEndpoint(db, shop, 'http://127.0.0.1:9/test', ['*'], store);
  const { key } = await createKey(db.admin, shop.companyId, { storeId: store });
  t.is((await ask(key, '/brands', { name: 'Tried' })).status, 201);
  t.is((await ask(shop.storeKey.key, '/brands', { name: 'Sold' })).status, 201);
  for (const [endpoint, name, isTest] of [
    [tried, 'Tried', true],
    [live, 'Sold', false],
  ] as const) {
    const { rows } = await db
      .as('haat_worker')
      .query('select body from internal.claim_due_deliveries($1, $2, 10, $3)', [endpoint.endpoint_id, 'w', ['*']]);
    t.deepEqual(
      rows.map(({ body }) => JSON.parse(body)).map(({ test: said, data }) => [said, data.object.name]),
      [[isTest, name]],
    );
  }
});
