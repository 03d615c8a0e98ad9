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
  db = await freshDatabase();
  shop = await createShop(db.admin);
  ({ variantId } = await stockVariant(db.admin, shop, { sku: 'HELD', quantity: 100 }));
});
test.after.always(() => db?.drop());

/** Runs work while the stock row that every order of the test needs is locked by somebody else. */
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
  const api = await startApi({ pool: db.as('haat_gateway', options) });
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
    t.is(after.used, after.minute === before.minute ? before.used + 1 : 1);
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
  const { place, request, stop } = await startShop({ max: 1, connectionTimeoutMillis: 200 });
  t.teardown(stop);
  let held: Promise<Answer> | undefined;
  await whileStockIsHeld(async () => {
    held = place(randomUUID());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await request('GET', '/me', { key: shop.storeKey.key });
    t.is(answer.status, 503);
    t.is(answer.headers.get('retry-after'), '2');
  });
  t.is((await held!).status, 201);
});
