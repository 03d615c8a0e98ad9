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

testCommonRules('cancel_order', house, {
  sound: async (maker) => ({ id: (await makeOrder(maker)).id, reason: 'Changed their mind' }),
  wrong: [
    [{ reason: 7 }, 'reason'],
    [{ note: 7 }, 'note'],
  ],
});

test('a cancelled order gives its stock back and is final', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'OIL', quantity: 10 });
  const { id } = await desk.place([{ sku: 'OIL', quantity: 2 }]);
  t.is(await desk.stock('OIL'), '10/2');
  const { status, body } = await send('POST', `/orders/${id}/cancel`, { reason: 'Changed their mind' });
  t.is(status, 200);
  t.is(body.status, 'cancelled');
  t.is(await desk.stock('OIL'), '10/0');
  const again = await send('POST', `/orders/${id}/cancel`, {});
  t.is(again.body.error.code, 'INVALID_STATUS_TRANSITION');
  t.deepEqual((await send('GET', `/orders/${id}`)).body, body);
  t.deepEqual(await eventsOf(id), ['order.created', 'order.cancelled']);
});

test.serial('a cancelled order gives its coupon use back, once', async (t) => {
  await desk.staff('create_coupon', {
    store_id: desk.shop.stores[0].id,
    code: 'once',
    type: 'fixed',
    value: 10,
    usage_limit: 1,
  });
  const first = await desk.place([{ sku: 'SOAP', quantity: 1 }], { coupon_code: 'Once' });
  t.is(first.coupon.code, 'ONCE');
  const again = { customer: { phone: '01711111111' }, items: [{ sku: 'SOAP', quantity: 1 }], coupon_code: 'ONCE' };
  t.like((await desk.call('create_order', again)).outcome, {
    sqlstate: 'HT008',
    fields: { coupon_code: ['has reached its usage limit'] },
  });
  await desk.ask('cancel_order', { id: first.id });
  t.is((await desk.call('cancel_order', { id: first.id })).outcome.sqlstate, 'HT103');
  t.is((await desk.call('create_order', again)).outcome.sqlstate, null);
});
