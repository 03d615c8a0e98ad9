// Calls as staff record them: by the same function as the API, with their own permission.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let others: Desk;

test.before(async () => {
  db = await borrowDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  others = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, desk.shop, { sku: 'SOAP', quantity: 1000, price: 100 });
});
test.after.always(() => db?.drop());

const place = () => desk.place([{ sku: 'SOAP', quantity: 1 }]);

test('only those who manage orders record calls, only of their company, and not over what they have not seen', async (t) => {
  const { id } = await place();
  const call = { order_id: id, outcome: 'no_answer' };
  const refused = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  t.is(await refused(desk.staff('record_call', call, ['catalog.manage'])), 'HT014');
  t.is(await refused(others.staff('record_call', call)), 'HT100');
  t.is(await refused(desk.staff('record_call', { ...call, expected_updated_at: '2020-01-01T00:00:00Z' })), 'HT101');
  t.is((await desk.order(id)).call_count, 0);
});

test('a call of staff is the same as one of a key: told in the timeline, in the log of activity and by an event', async (t) => {
  const { id } = await place();
  const order = await desk.staff('record_call', {
    order_id: id,
    outcome: 'will_call_back',
    note: 'At five',
    next_call_at: '2030-01-01T10:00:00Z',
  });
  t.like(order, { id, call_count: 1, last_call_outcome: 'will_call_back' });
  t.is(order.follow_up_at.toISOString(), '2030-01-01T10:00:00.000Z');
  const { data } = await desk.ask('list_order_calls', { id });
  t.like(data[0], {
    attempt: 1,
    outcome: 'will_call_back',
    note: 'At five',
    actor: { type: 'staff', id: desk.staffId, name: 'Rina Akter' },
  });
  t.like((await desk.timeline(id)).at(-1), { action: 'called', actor_id: desk.staffId });
  t.is((await desk.events(id)).at(-1)!.object.call_count, 1);
  const { rows } = await db.admin.query(
    `select after from internal.readable_activity_log where object_id = $1 and action = 'order.called'`,
    [id],
  );
  t.is(rows.length, 1);
  t.like(rows[0].after, { attempt: 1, outcome: 'will_call_back', note: 'At five' });
});

test('the list of staff finds orders by the last outcome and by the number of calls', async (t) => {
  const { id } = await place();
  for (const outcome of ['switched_off', 'asked_to_change']) await desk.staff('record_call', { order_id: id, outcome });
  const found = async (filter: object) => (await desk.staff('list_orders', filter))?.id === id;
  t.true(await found({ last_call_outcome: 'asked_to_change', min_calls: 2 }));
  t.false(await found({ last_call_outcome: 'asked_to_change', min_calls: 3 }));
  t.false(await found({ last_call_outcome: 'switched_off', min_calls: 2 }));
});

test('the limit of calls is a setting of the store, and 0 takes it away', async (t) => {
  const [store] = others.shop.stores;
  const set = async (call_attempts_limit: number) =>
    (await others.staff('update_store', { id: store.id, call_attempts_limit })).call_attempts_limit;
  t.is(await set(3), 3);
  t.is(await set(0), null);
  t.deepEqual(await refusalOf(set(101)), { code: 'HT008', fields: { call_attempts_limit: ['must be from 0 to 100'] } });
});
