// The chain of seals over what is told of the past. What damage it sees: test/helpers/corruptions/history.ts.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

async function workingDesk(): Promise<{ db: TestDatabase; desk: Desk }> {
  const db = await freshDatabase('leaves damage');
  const desk = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, desk.shop, { sku: 'A' });
  return { db, desk };
}

const seal = async (db: TestDatabase, limit = 1000) =>
  (await db.as('haat_worker').query(`select number::int, log, row_count from internal.seal_history($1, '0')`, [limit]))
    .rows;
const verify = async (db: TestDatabase) =>
  (await db.as('haat_dba').query('select seal::int, log, row_id, problem from ledger.verify_history()')).rows;
const count = async (db: TestDatabase, log: string) =>
  (await db.admin.query(`select count(*)::int as count from app.${log}`)).rows[0].count as number;

test('only the worker seals, and a seal is never rewritten', async (t) => {
  const { db } = await workingDesk();
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_dba'])
    await t.throwsAsync(db.as(role).query('select internal.seal_history()'), { code: '42501' }, role);
  await t.throwsAsync(db.admin.query('update internal.history_seals set row_count = 1'), { code: '23001' });
  await t.throwsAsync(db.as('haat_worker').query('select * from internal.history_seals'), { code: '42501' });
  await db.drop();
});

test('a run notes the time, the next one seals what was made before it; bit by bit where there is much', async (t) => {
  const { db, desk } = await workingDesk();
  await desk.place([{ sku: 'A', quantity: 1 }]);
  t.deepEqual(await seal(db), []);
  const [timeline, activity, events, changes] = [
    await count(db, 'order_timeline'),
    await count(db, 'activity_log'),
    await count(db, 'events'),
    await count(db, 'changes'),
  ];
  t.deepEqual(await seal(db), [
    { number: 1, log: 'order_timeline', row_count: timeline },
    { number: 2, log: 'activity_log', row_count: activity },
    { number: 3, log: 'events', row_count: events },
    { number: 4, log: 'changes', row_count: changes },
  ]);
  t.deepEqual(await seal(db), []);
  const order = await desk.place([{ sku: 'A', quantity: 1 }]);
  await desk.move(order.id, 'confirmed', 'processing');
  await seal(db);
  t.deepEqual(
    (await seal(db, 2)).map(({ number, row_count }) => [number, row_count]),
    [
      [5, 2],
      [6, 2],
    ],
  );
  t.deepEqual(
    (await seal(db, 2)).map(({ number, row_count }) => [number, row_count]),
    [
      [7, 1],
      [8, 1],
    ],
  );
  t.deepEqual(await verify(db), []);
  await db.drop();
});

test('what an open transaction wrote is waited for, and the writers never wait', async (t) => {
  const { db, desk } = await workingDesk();
  const [waiting, order] = [
    await desk.place([{ sku: 'A', quantity: 1 }]),
    await desk.place([{ sku: 'A', quantity: 1 }]),
  ];
  const slow = await db.admin.connect();
  await slow.query('begin');
  await slow.query(
    `insert into app.order_timeline (company_id, store_id, order_id, action, actor_type, actor_name)
     select company_id, store_id, id, 'slow', 'system', 'System' from app.orders where id = $1`,
    [waiting.id],
  );
  await desk.move(order.id, 'confirmed');
  await seal(db);
  t.deepEqual(await seal(db), [], 'a row may still come in below what is visible');
  await desk.move(order.id, 'processing');
  await slow.query('commit');
  slow.release();
  const sealed = await seal(db);
  t.is(sealed.find(({ log }) => log === 'order_timeline').row_count, 4);
  t.deepEqual(await verify(db), []);
  await db.drop();
});

test('the clean-up may remove an event that is old enough, and a younger one may not be removed', async (t) => {
  const { db, desk } = await workingDesk();
  await desk.place([{ sku: 'A', quantity: 1 }]);
  await seal(db);
  await seal(db);
  await db.admin.query('delete from app.events where object_id = (select id from app.orders)');
  t.like(await verify(db), [{ log: 'events', row_id: null, problem: 'rows removed: 1' }]);
  const later = await db.admin.connect();
  await later.query(`set haat.clock_offset = '31 days'`);
  await later.query('select internal.clean_up_webhooks()');
  t.is(await count(db, 'events'), 0);
  t.deepEqual((await later.query('select * from ledger.verify_history()')).rows, []);
  later.release(true);
  await db.drop();
});
