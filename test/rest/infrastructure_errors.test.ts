// The database slow, stuck or gone in the middle of a request, over real connections.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { type Answer, startApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let variantId: string;

test.before(async () => {
  db = await freshDatabase('ends connections');
  shop = await createShop(db.admin);
  ({ variantId } = await stockVariant(db.admin, shop, { sku: 'HELD', quantity: 100 }));
});
test.after.always(() => db?.drop());

/** Runs work while the stock row that every order of the test needs is locked by another session. */
async function whileStockIsHeld(work: () => Promise<void>): Promise<void> {
  const holder = await db.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('select from app.inventory_levels where variant_id = $1 for update', [variantId]);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

async function startShop(options: pg.PoolConfig) {
  const api = await startApi({ pool: db.as('haat_gateway', options), waits: {} });
  const place = (idempotencyKey: string): Promise<Answer> =>
    api.request('POST', '/orders', {
      key: shop.storeKey.key,
      idempotencyKey,
      body: { customer: { phone: '01711111111', full_name: 'Karim' }, items: [{ sku: 'HELD', quantity: 1 }] },
    });
  return { ...api, place };
}

async function writesCounted(): Promise<{ minute: number; used: number }> {
  const counted = `select minute, used from gate.rate_windows where key_id = $1 and bucket = 'write'`;
  return (await db.admin.query(counted, [shop.storeKey.id])).rows[0] ?? { minute: 0, used: 0 };
}

for (const setting of ['statement_timeout', 'lock_timeout', 'transaction_timeout']) {
  test.serial(`past the ${setting} the answer is 503, counted once, and the same key works afterwards`, async (t) => {
    const { place, stop } = await startShop({ options: `-c ${setting}=1s` });
    t.teardown(stop);
    // A new connection plans everything first: on a busy machine that alone could take the time.
    while ((await place(randomUUID())).status !== 201);
    const idempotencyKey = randomUUID();
    const before = await writesCounted();
    await whileStockIsHeld(async () => {
      const answer = await place(idempotencyKey);
      t.is(answer.status, 503);
      t.is(answer.body.error.code, 'UNAVAILABLE');
      t.is(answer.headers.get('retry-after'), '2');
      t.truthy(answer.headers.get('x-ratelimit-remaining'));
    });
    const after = await writesCounted();
    // A call that was counted in one minute may be answered in the next, which then has none.
    if (after.minute === before.minute) t.is(after.used, before.used + 1);
    else t.true(after.used <= 1);
    // A connection that was cut is made anew, and plans everything once more.
    while ((await place(randomUUID())).status !== 201);
    const again = await place(idempotencyKey);
    t.is(again.status, 201, again.text);
    t.false(again.headers.has('idempotent-replayed'));
  });
}

test.serial(
  'a connection that is cut in the middle is 503, nothing is written, and the next request is answered',
  async (t) => {
    const { place, request, stop } = await startShop({ application_name: 'cut' });
    t.teardown(stop);
    const idempotencyKey = randomUUID();
    const count = async () => (await db.admin.query('select count(*) from app.orders')).rows[0].count;
    const before = await count();
    await whileStockIsHeld(async () => {
      const answer = place(idempotencyKey);
      const waiting = `select pid from pg_stat_activity where application_name = 'cut' and wait_event_type = 'Lock'`;
      while ((await db.admin.query(waiting)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await db.admin.query(`select pg_terminate_backend(pid) from (${waiting}) as w`);
      t.is((await answer).status, 503);
    });
    t.is(await count(), before);
    t.is((await request('GET', '/me', { key: shop.storeKey.key })).status, 200);
    t.is((await place(idempotencyKey)).status, 201);
  },
);

test.serial('when no connection is free in time, callers are told to come back', async (t) => {
  const { place, request, stop } = await startShop({
    max: 1,
    connectionTimeoutMillis: 500,
    application_name: 'one',
  });
  t.teardown(stop);
  // The connection is there before it is held: to make one may take as long as the test lets a caller wait.
  while ((await request('GET', '/me', { key: shop.storeKey.key })).status !== 200);
  let held: Promise<Answer> | undefined;
  await whileStockIsHeld(async () => {
    held = place(randomUUID());
    const isHeld = `select from pg_stat_activity where application_name = 'one' and wait_event_type = 'Lock'`;
    while ((await db.admin.query(isHeld)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const answer = await request('GET', '/me', { key: shop.storeKey.key });
    t.is(answer.status, 503);
    t.is(answer.headers.get('retry-after'), '2');
  });
  t.is((await held!).status, 201);
});

test.serial('a locked stock row stops the orders for it, and nothing else', async (t) => {
  const { place, request, stop } = await startShop({ max: 10 });
  t.teardown(stop);
  const { variantId: otherId } = await stockVariant(db.admin, shop, { sku: 'FREE', quantity: 10 });
  const count = async () => Number((await db.admin.query('select count(*) from app.orders')).rows[0].count);
  const stock = async () =>
    Number(
      (
        await db.admin.query('select sum(on_hand - reserved) as left from app.inventory_levels where variant_id = $1', [
          variantId,
        ])
      ).rows[0].left,
    );
  const [ordersBefore, stockBefore] = [await count(), await stock()];
  const keys = Array.from({ length: 60 }, () => randomUUID());
  let orders: Promise<Answer>[] = [];
  let refused = 0;
  await whileStockIsHeld(async () => {
    orders = keys.map(async (key) => {
      const answer = await place(key);
      if (answer.status === 503) refused++;
      return answer;
    });
    const waiting = `select count(*) from pg_locks where not granted`;
    while ((await db.admin.query(waiting)).rows[0].count === '0');
    // All of this comes back while the lock is held.
    for (let n = 0; n < 30; n++) t.is((await request('GET', '/orders', { key: shop.storeKey.key })).status, 200);
    const other = await request('POST', '/inventory/adjustments', {
      key: shop.storeKey.key,
      idempotencyKey: randomUUID(),
      body: { variant_id: otherId, quantity_change: 1, reason: 'found', location_id: shop.locationId },
    });
    t.is(other.status, 201, other.text);
    while (refused < 56) await request('GET', '/me', { key: shop.storeKey.key });
    const metrics = await request('GET', '//metrics');
    t.regex(metrics.text, /haat_calls_shed_total\{bucket="write",reason="row"\} 5\d/);
  });
  const answers = await Promise.all(orders);
  for (const { status, headers, text } of answers) {
    if (status !== 201) t.is(status, 503, text);
    if (status === 503) t.is(headers.get('retry-after'), '2');
  }
  const accepted = answers.filter(({ status }) => status === 201).length;
  t.is(await count(), ordersBefore + accepted);
  t.is(await stock(), stockBefore - accepted);
  // With the same keys, no second order is made.
  for (const key of keys.slice(0, 20)) t.is((await place(key)).status, 201);
  t.is(await count(), ordersBefore + accepted + answers.slice(0, 20).filter(({ status }) => status === 503).length);
});

test.serial('the logins of the API and of staff wait three seconds for a lock', async (t) => {
  for (const login of ['haat_gateway', 'haat_staff_gateway'] as const) {
    t.is((await db.as(login, { options: '' }).query('show lock_timeout')).rows[0].lock_timeout, '3s', login);
  }
});
