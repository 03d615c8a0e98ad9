import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

let desk: Desk;

test.before(async () => {
  await openApiShop();
  desk = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000, price: 100 });
});
test.after.always(closeApiShop);

const ordered = (more: object = {}) => desk.place([{ sku: 'SOAP', quantity: 2 }], more);

testCommonRules('update_order', house, {
  sound: async (maker) => ({ id: (await makeOrder(maker)).id, note: 'Call before delivery' }),
  wrong: [
    [{ note: 7 }, 'note'],
    [{ tags: ['a', 'b,c'] }, 'tags.1'],
    [{ follow_up_at: 'tomorrow' }, 'follow_up_at'],
    [{ follow_up_note: 'x'.repeat(100_000) }, 'follow_up_note'],
  ],
});

test('an order keeps what is not sent, loses what is null, and moves nowhere', async (t) => {
  const { id } = await ordered({ note: 'First' });
  const planned = await send('PATCH', `/orders/${id}`, {
    follow_up_at: '2030-01-01T16:00:00+06:00',
    follow_up_note: 'After lunch',
  });
  t.is(planned.status, 200);
  t.like(planned.body, {
    note: 'First',
    follow_up_at: '2030-01-01T10:00:00.000Z',
    follow_up_note: 'After lunch',
    status: 'pending',
  });
  const cleared = await send('PATCH', `/orders/${id}`, { note: null, follow_up_at: null });
  t.like(cleared.body, { note: null, follow_up_at: null, status: 'pending' });
  t.deepEqual(await eventsOf(id), ['order.created', 'order.updated', 'order.updated']);
});

test('tags are kept each once, found in any case, told to webhooks, and go with an order that is made again', async (t) => {
  const { id } = await ordered({ tags: [' Gift ', 'VIP', 'gift'] });
  const found = async (tag: string) =>
    (await send('GET', `/orders?tag=${encodeURIComponent(tag)}`)).body.data.map((order: { id: string }) => order.id);
  t.deepEqual([await found('vip'), await found('VI')], [[id], []]);
  const { body } = await send('PATCH', `/orders/${id}`, { tags: ['urgent', 'Gift'] });
  t.deepEqual(body.tags, ['urgent', 'Gift']);
  t.deepEqual([await found('VIP'), await found('URGENT')], [[], [id]]);
  t.deepEqual((await desk.events(id)).at(-1)?.object.tags, ['urgent', 'Gift']);
  await desk.ask('cancel_order', { id });
  t.deepEqual((await desk.ask('reorder_order', { id })).tags, ['urgent', 'Gift']);
  const none = await send('PATCH', `/orders/${id}`, { tags: [] });
  t.deepEqual([none.body.tags, (await desk.events(id)).at(-1)?.object.tags], [[], []]);
});

test.serial(
  'note and call-back are written field by field, and a move away keeps the old call-back time',
  async (t) => {
    const { id } = await desk.place([{ sku: 'SOAP', quantity: 1 }], { note: 'Ring twice' });
    const at = '2030-01-02T03:04:05.678Z';
    await desk.move(id, 'follow_up');
    const updated = await desk.ask('update_order', {
      id,
      follow_up_at: '2030-01-02T09:04:05.678999+06:00',
      follow_up_note: 'x',
    });
    t.like(updated, { note: 'Ring twice', follow_up_at: at, follow_up_note: 'x' });
    t.deepEqual((await desk.events(id)).at(-1)?.previous, { follow_up_at: null });
    const due = { status: 'follow_up', follow_up_before: '2030-01-02T03:04:05.679Z' };
    t.deepEqual(
      (await desk.ask('list_orders', due)).data.map((order: { id: string }) => order.id),
      [id],
    );
    t.is((await desk.move(id, 'confirmed')).follow_up_at, at);
    t.is((await desk.ask('list_orders', due)).data.length, 0);
    const events = (await desk.events(id)).length;
    await desk.ask('update_order', { id, note: 'Ring twice' });
    t.is((await desk.events(id)).length, events, 'what changes nothing tells nothing');
    t.like(await desk.ask('update_order', { id, note: null, follow_up_at: null }), { note: null, follow_up_at: null });
    t.deepEqual((await desk.events(id)).at(-1)?.previous, { follow_up_at: at });
  },
);
