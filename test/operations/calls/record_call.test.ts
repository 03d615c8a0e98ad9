import test from 'ava';
import { callOutcomes } from '../../../server/operations/calls.ts';
import { refuseBroken } from '../../helpers/invariants.ts';
import { callers } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openSoundApiShop, shop } from '../../helpers/shops/api-shop.ts';

let desk: Desk;

test.before(async () => {
  await openSoundApiShop();
  desk = await openDesk(db, shop, callers(12));
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000, price: 100 });
});
test.after.always(async () => {
  if (db) await refuseBroken(db.admin);
  await closeApiShop();
});

const place = () => desk.place([{ sku: 'SOAP', quantity: 1 }]);
const limitCalls = (most: number | null) =>
  db.admin.query('update app.stores set call_attempts_limit = $2 where id = $1', [shop.stores[0].id, most]);

testCommonRules('record_call', house, {
  sound: async (maker) => ({ id: (await makeOrder(maker)).id, outcome: 'no_answer' }),
  wrong: [
    [{ outcome: undefined }, 'outcome'],
    [{ outcome: 'busy' }, 'outcome'],
    [{ note: 'x'.repeat(2001) }, 'note'],
    [{ next_call_at: 'tomorrow' }, 'next_call_at'],
    [{ attempt: 2 }, 'attempt'],
  ],
});

test('a call is kept and told, and the order knows the last one', async (t) => {
  const { id, updated_at } = await place();
  const first = await desk.ask('record_call', { id, outcome: 'no_answer' });
  const next_call_at = '2030-01-01T10:00:00.000Z';
  const second = await desk.ask('record_call', { id, outcome: 'will_call_back', note: 'After prayer', next_call_at });
  t.like(first, { order_id: id, attempt: 1, outcome: 'no_answer', note: null, next_call_at: null });
  t.like(second, { order_id: id, attempt: 2, outcome: 'will_call_back', note: 'After prayer', next_call_at });
  t.is(second.actor.type, 'api_key');
  const order = await desk.ask('get_order', { id });
  t.like(order, {
    status: 'pending',
    call_count: 2,
    last_call_outcome: 'will_call_back',
    last_call_at: second.created_at,
    call_limit_reached: false,
    follow_up_at: next_call_at,
  });
  t.true(order.updated_at > updated_at);
  const events = await desk.events(id);
  t.deepEqual(
    events.map(({ type, previous }) => [type, previous]),
    [
      ['order.created', null],
      ['order.updated', null],
      ['order.updated', { follow_up_at: null }],
    ],
  );
  t.is(events.at(-1)!.object.call_count, 2);
  const timeline = await desk.timeline(id);
  t.like(timeline.at(-1), {
    action: 'called',
    note: 'After prayer',
    detail: { call_id: second.id, attempt: 2, outcome: 'will_call_back', next_call_at },
  });
});

test('a call without a next time leaves the call-back as it is, in any status', async (t) => {
  const { id } = await place();
  const follow_up_at = '2030-02-01T10:00:00.000Z';
  await desk.ask('update_order', { id, follow_up_at });
  await desk.ask('cancel_order', { id });
  for (const outcome of callOutcomes) await desk.ask('record_call', { id, outcome });
  t.like(await desk.ask('get_order', { id }), { status: 'cancelled', follow_up_at, call_count: callOutcomes.length });
});

test.serial('the limit of a store is a hint: without a confirmation, from the call that reaches it', async (t) => {
  await limitCalls(2);
  const { id } = await place();
  const call = async (outcome: string) => {
    await desk.ask('record_call', { id, outcome });
    return (await desk.order(id)).call_limit_reached;
  };
  t.false(await call('no_answer'));
  t.true(await call('switched_off'));
  t.true(await call('no_answer'));
  t.false(await call('confirmed'));
  t.is((await desk.order(id)).status, 'pending');
  await limitCalls(null);
  t.false(await call('no_answer'));
});

test('twelve callers at once: twelve calls, numbered without holes', async (t) => {
  const { id } = await place();
  const calls = await Promise.all(
    Array.from({ length: 12 }, () => desk.ask('record_call', { id, outcome: 'no_answer' })),
  );
  t.deepEqual(
    calls.map(({ attempt }) => attempt).sort((a, b) => a - b),
    Array.from({ length: 12 }, (_, n) => n + 1),
  );
  t.is((await desk.order(id)).call_count, 12);
});

test.serial('lists find orders by the last outcome and by the number of calls', async (t) => {
  const [never, once, often] = [await place(), await place(), await place()];
  await desk.ask('record_call', { id: once.id, outcome: 'wrong_number' });
  for (let n = 0; n < 11; n++) await desk.ask('record_call', { id: often.id, outcome: 'wrong_number' });
  const found = async (filter: object) => {
    const { data } = await desk.ask('list_orders', { limit: 100, ...filter });
    const ids = data.map(({ id }: { id: string }) => id);
    return [never, once, often].map(({ id }) => ids.includes(id));
  };
  t.deepEqual(await found({}), [true, true, true]);
  t.deepEqual(await found({ last_call_outcome: 'wrong_number' }), [false, true, true]);
  t.deepEqual(await found({ last_call_outcome: 'wrong_number', min_calls: 2 }), [false, false, true]);
  t.deepEqual(await found({ min_calls: 1 }), [false, true, true]);
  t.deepEqual(await found({ min_calls: 10, status: 'pending' }), [false, false, true]);
  t.deepEqual(await found({ last_call_outcome: 'refused' }), [false, false, false]);
});

test('a call is never changed, thinned out or renumbered, by nobody', async (t) => {
  const { id } = await place();
  const call = await desk.ask('record_call', { id, outcome: 'no_answer', note: 'Rang ten times' });
  const attempt = (sql: string) => t.throwsAsync(db.admin.query(sql, [call.id]), { code: '23001' } as object);
  await attempt(`update app.order_calls set outcome = 'confirmed' where id = $1`);
  await attempt('update app.order_calls set note = null, attempt = 9 where id = $1');
  await attempt('delete from app.order_calls where id = $1');
  for (const role of ['haat_api', 'haat_staff', 'haat_gateway'])
    await t.throwsAsync(db.as(role).query('delete from app.order_calls'), { code: '42501' } as object);
});

test('the outcomes of the API are those of the tables', async (t) => {
  const { rows } = await db.admin.query(`select words from internal.closed_lists() where shared_name = 'call_outcome'`);
  t.is(rows.length, 2);
  for (const { words } of rows) t.deepEqual(words, callOutcomes);
});
