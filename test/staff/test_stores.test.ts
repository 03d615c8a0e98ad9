// Stores to try in: who may have them, what they never touch, and how they are brought back to the demo.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testStoreDemo } from '../../db/demo/test-store.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { createKey, createShop, insert, type TestShop } from '../helpers/shop.ts';
import { beBusy, companyWide } from '../helpers/shops/test-store.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
let couriers: { reporting: string; silent: string };
let before: Record<string, string>;
let store: string;

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  const courier = (name: string, reports_pickups: boolean) =>
    insert(db.admin, 'couriers', { company_id: shop.companyId, name, reports_pickups });
  couriers = { reporting: await courier('Padma Express', true), silent: await courier('Doel Delivery', false) };
  before = await companyWide(db, owner);
  ({ id: store } = await make('Try here'));
  await fill(store);
  await beBusy({ db, shop, desk, owner, store, couriers });
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

type Demo = {
  products: { variants: { sku: string }[] }[];
  orders: {
    checkout: string | null;
    payment: object | null;
    moves: { status: string }[];
    input: { items: { sku: string }[] };
  }[];
};

/** An order of each status, paid before and not, and five that are to be packed, with all goods: the pages' tests load the whole demo. */
function demoOfAll(): object {
  const demo = testStoreDemo() as Demo;
  const by = Map.groupBy(demo.orders, ({ checkout, moves, payment }) =>
    checkout ? 'waiting' : `${moves.at(-1)?.status} ${payment !== null}`,
  );
  const most: Partial<Record<string, number>> = { waiting: 2, 'processing false': 5 };
  return { ...demo, orders: [...by].flatMap(([kind, some]) => some.slice(0, most[kind] ?? 1)) };
}

/** The orders that wait for their payment and one of another status, with their goods: a tenth of what the demo takes. */
function smallDemo(): object {
  const demo = testStoreDemo() as Demo;
  const { waiting = [], others = [] } = Object.groupBy(demo.orders, ({ checkout }) =>
    checkout ? 'waiting' : 'others',
  );
  const orders = [...waiting, ...others.slice(0, 1)];
  const skus = new Set(orders.flatMap(({ input }) => input.items.map(({ sku }) => sku)));
  const products = demo.products.filter(({ variants }) => variants.some(({ sku }) => skus.has(sku)));
  return { ...demo, products, orders };
}

/** What the worker's task does. */
async function fill(id: string, demo: object = isLong ? testStoreDemo() : demoOfAll()): Promise<string | null> {
  const { rows } = await db.as('haat_worker').query('select internal.reset_test_store($1, $2) as id', [id, demo]);
  return rows[0].id;
}
/** Each kind of order is there the first time. */
const fillAgain = (id: string) => fill(id, isLong ? testStoreDemo() : smallDemo());
async function reset(id: string): Promise<string> {
  await done('resetTestStore', { storeId: id });
  return (await fillAgain(id))!;
}
const run = (timer: string) => db.as('haat_worker').query(`select internal.${timer}()`);
const one = async (sql: string, ...values: unknown[]) => (await db.admin.query(sql, values)).rows[0];
const count = async (from: string, ...values: unknown[]) =>
  (await one(`select count(*)::int as n from ${from}`, ...values)).n as number;
const ask = (key: string, path: string, body?: object) =>
  desk.request(body ? 'POST' : 'GET', path, { key, ...(body && { body, idempotencyKey: randomUUID() }) });

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

test.serial('a store stays what it was made as, for every writer', async (t) => {
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

test.serial('the login of the worker fills only stores whose reset was asked for', async (t) => {
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
  const after = await companyWide(db, owner);
  t.deepEqual(after, before);
  const own = await companyWide(db, owner, store);
  t.true(Object.keys(own).length >= 19, Object.keys(own).join(' '));
  // Otherwise the comparison above would say nothing.
  for (const [name, rows] of Object.entries(own)) t.not(rows, after[name], `${name} has nothing to leave out`);
  // Found by what they are called: sheets of couriers, and SKUs that a live store has too.
  const sheet = await desk.ask(
    owner,
    `query ($id: UUID!) { comparePayout(courierId: $id, lines: [{ code: "T1", amount: "1.00" }]) { lines { finding } } }`,
    { id: couriers.silent },
  );
  t.deepEqual(sheet.comparePayout.lines, [{ finding: 'unknown' }]);
  const search = `query ($storeId: UUID) { products: searchProducts(search: "a", storeId: $storeId) { totalCount }
    customers: searchCustomers(search: "a", storeId: $storeId) { totalCount } }`;
  const none = { totalCount: 0 };
  t.deepEqual(await desk.ask(owner, search), { products: none, customers: none });
  const found = await desk.ask(owner, search, { storeId: store });
  t.true(found.products.totalCount > 0 && found.customers.totalCount > 0, JSON.stringify(found));
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
  const product = { name: 'Thali', variants: [{ sku: 'THALI', name: 'Standard', price: 10 }] };
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

test.serial('hours that are let pass are waited for by what waits, and by nothing that comes after', async (t) => {
  const waiting = async () =>
    (await db.admin.query(`select order_id, lapses_at from internal.awaiting_payment() where store_id = $1`, [store]))
      .rows;
  const lapses = new Map((await waiting()).map(({ order_id, lapses_at }) => [order_id, lapses_at.getTime()]));
  t.is(lapses.size, 2);
  const call = await one(
    `update app.orders set follow_up_at = internal.now() + interval '5 hours' where id =
     (select id from app.orders where store_id = $1 and status = 'follow_up' limit 1) returning id, follow_up_at`,
    store,
  );
  const coupon = await one(
    `update app.coupons set ends_at = internal.now() + interval '2 days' where store_id = $1 and code = 'TEN'
     returning id, ends_at`,
    store,
  );
  const key = await createKey(db.admin, shop.companyId, {
    storeId: store,
    row: { expires_at: new Date(Date.now() + 3_600_000) },
  });
  const { endpoint_id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/slow', ['brand.created'], store);
  t.is((await ask(key.key, '/brands', { name: 'Slow' })).status, 201);
  const live = await createEndpoint(db, shop, 'http://127.0.0.1:9/live-too', ['brand.created']);
  const liveKey = await createKey(db.admin, shop.companyId, {
    storeId: shop.stores[0].id,
    row: { expires_at: new Date(Date.now() + 3_600_000) },
  });
  t.is((await ask(liveKey.key, '/brands', { name: 'Live' })).status, 201);
  await db.admin.query(
    `update app.webhook_deliveries set next_attempt_at = internal.now() + interval '20 h'
    where endpoint_id = any ($1)`,
    [[endpoint_id, live.endpoint_id]],
  );

  await done('letTimePass', { storeId: store, hours: 6 });
  for (const { order_id, lapses_at } of await waiting())
    t.is(lapses_at.getTime(), lapses.get(order_id)! - 6 * 3_600_000);
  await run('cancel_unpaid_orders');
  t.is((await waiting()).length, 2);
  t.true(
    (await one('select follow_up_at <= internal.now() as due from app.orders where id = $1', call.id)).due,
    'the call-back is due',
  );
  t.deepEqual(
    (
      await one(
        `select previous ? 'follow_up_at' as told from app.events where object_id = $1
      order by sequence desc limit 1`,
        call.id,
      )
    ).told,
    true,
  );
  t.is((await ask(key.key, '/me')).body.error.code, 'KEY_EXPIRED');
  const due = () =>
    count('app.webhook_deliveries where endpoint_id = $1 and next_attempt_at <= internal.now()', endpoint_id);
  t.is(await due(), 0);
  await done('letTimePass', { storeId: store, hours: 18 });
  t.is(await due(), 1);
  const [moved] = (await db.admin.query('select ends_at from app.coupons where id = $1', [coupon.id])).rows;
  t.is(moved.ends_at.getTime(), coupon.ends_at.getTime() - 24 * 3_600_000);

  await run('cancel_unpaid_orders');
  t.deepEqual(await waiting(), []);
  t.is(await count(`app.orders where id = any ($1) and status = 'cancelled'`, [...lapses.keys()]), 2);
  // Of the live store nothing moved.
  t.is(
    await count(
      'app.webhook_deliveries where endpoint_id = $1 and next_attempt_at <= internal.now()',
      live.endpoint_id,
    ),
    0,
  );
  t.is((await ask(liveKey.key, '/me')).status, 200);
  // The jobs that do it at once.
  t.is(await count(`graphile_worker.jobs where key = 'cancel_unpaid_orders' and run_at <= now()`), 1);
  // What is ordered afterwards has waited for nothing.
  await reset(store).then((id) => {
    store = id;
  });
  const anew = await waiting();
  t.is(anew.length, 2);
  for (const { lapses_at } of anew) t.true(lapses_at.getTime() > Date.now() + 23 * 3_600_000);
});

test.serial(
  'a reset puts a store of the demo in its place, with its keys, endpoints and settings, after a fill that failed',
  async (t) => {
    const old = await one('select * from app.stores where id = $1', store);
    await done('updateStore', { id: store, contactPhone: '01700000009' });
    const { key } = await createKey(db.admin, shop.companyId, { storeId: store });
    const { endpoint_id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/kept', ['brand.created'], store);
    const brand = { name: 'Left behind' };
    const idempotencyKey = randomUUID();
    const post = () => desk.request('POST', '/brands', { key, body: brand, idempotencyKey });
    const first = await post();
    t.is(first.status, 201);

    t.true((await done('resetTestStore', { storeId: store })).resetAskedAt !== null);
    t.regex(await refused('resetTestStore', { storeId: store }), /^CONFLICT .*already/);
    t.is((await ask(key, '/me')).body.stores[0].id, store, 'until then the key works on the store as it was');
    const broken = { ...smallDemo(), orders: [{ source: 'api', input: { channel: 'none' }, moves: [] }] };
    const stores = await count('app.stores');
    await t.throwsAsync(fill(store, broken), { message: /channel/ });
    t.is(await count('app.stores'), stores);
    t.is((await one('select status from app.stores where id = $1', store)).status, 'active');
    const next = (await fillAgain(store))!;
    t.is(await count('app.stores'), stores + 1);
    t.is(await fillAgain(store), null, 'a job that comes twice does it once');

    const me = await ask(key, '/me');
    t.like(me.body, { test: true, stores: [{ id: next, name: old.name }] });
    t.like(
      await one('select slug, status, is_test, contact_phone, reset_asked_at from app.stores where id = $1', next),
      {
        slug: old.slug,
        status: 'active',
        is_test: true,
        contact_phone: '01700000009',
        reset_asked_at: null,
      },
    );
    t.like(await one('select status, is_test from app.stores where id = $1', store), {
      status: 'closed',
      is_test: true,
    });
    t.false((await ask(key, '/brands?limit=100')).body.data.some(({ name }: { name: string }) => name === brand.name));
    const again = await post();
    t.is(again.status, 201);
    t.not(again.body.id, first.body.id, 'no answer of the closed store is played again');
    t.deepEqual(
      (
        await db.admin.query('select store_id, status from app.webhook_deliveries where endpoint_id = $1', [
          endpoint_id,
        ])
      ).rows,
      [{ store_id: next, status: 'pending' }],
    );
    t.true((await count('app.orders where store_id = $1 and customer_id is not null', store)) > 0);
    for (const worker of [1, 2]) t.truthy(await run('erase_left_customers'), String(worker));
    const people = (id: string) => count('app.customers where store_id = $1 and erased_at is null', id);
    t.is(await people(store), 0, 'no customer is left in it, though orders are open for ever');
    t.true((await people(next)) > 0);
    // The closed one is gone for all, and for good.
    t.regex(await refused('updateStore', { id: store, status: 'active' }), /^NOT_FOUND/);
    t.regex(await refused('resetTestStore', { storeId: store }), /^NOT_FOUND/);
    store = next;
  },
);

test.serial('there are three at most, and twenty resets a day', async (t) => {
  await make('Second');
  const third = await make('Third');
  t.regex(await refused('createTestStore', { name: 'Fourth' }), /^CONFLICT .*at most 3/);
  await done('updateStore', { id: third.id, status: 'closed' });
  await make('Fourth');
  await db.admin.query(
    `insert into app.stores (company_id, name, slug, status, is_test)
     select $1, 'Old', 'old-' || n, 'closed', true from generate_series(1, 20) n`,
    [shop.companyId],
  );
  t.regex(await refused('resetTestStore', { storeId: store }), /^CONFLICT .*20 times/);
  // Other companies have their own.
  const other = await createShop(db.admin);
  const { errors } = await mutation(
    'createTestStore',
    { name: 'Theirs' },
    await signInAs(db, other.companyId, 'owner'),
  );
  t.deepEqual(errors, []);
});

test.serial('a store that is opened twice by one click is opened once', async (t) => {
  const headers = { 'idempotency-key': randomUUID() };
  const open = () =>
    desk.send(owner, 'mutation { createStore(input: { name: "Once" }) { store { id } } }', undefined, headers);
  const [first, again] = [await open(), await open()];
  t.deepEqual(first.errors, []);
  t.true(again.isReplay);
  t.deepEqual(again.data, first.data);
});

test.serial('after all of it the books are sound', async (t) => {
  await run('seal_ledger');
  await run('seal_history');
  t.deepEqual((await db.as('haat_dba').query('select * from ledger.audit()')).rows, []);
});
