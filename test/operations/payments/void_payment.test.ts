import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makePayment } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('void_payment', house, {
  of: 'key',
  sound: async (maker) => ({ id: (await makePayment(maker)).id, reason: 'Typing error' }),
  wrong: [
    [{ reason: undefined }, 'reason'],
    [{ reason: ' ' }, 'reason'],
  ],
});

const voiding = (id: string, more = {}) => send('POST', `/payments/${id}/void`, { reason: 'Typing error' }, more);

test('what another recorded, or the same key before today, is for staff to void', async (t) => {
  const payment = await makePayment(own());
  const other = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const refused = await voiding(payment.id, { key: other.key });
  t.deepEqual(
    [refused.status, refused.body.error.fields],
    [409, { id: ['was not recorded by this key: staff can void it'] }],
  );
  await db.admin.query(`update app.payments set created_at = created_at - interval '24 hours' where id = $1`, [
    payment.id,
  ]);
  const late = await voiding(payment.id);
  t.deepEqual([late.status, late.body.error.fields], [409, { id: ['was not recorded today: staff can void it'] }]);
  t.deepEqual(await eventsOf(payment.id), ['payment.recorded']);
});

test('a payment is voided once, after its refunds; the order owes it again', async (t) => {
  const { id, order_id } = await makePayment(own());
  const back = { amount: 20, payment_id: id };
  const refund = await send('POST', `/orders/${order_id}/refunds`, back, {
    headers: { 'idempotency-key': randomUUID() },
  });
  t.is((await voiding(id)).status, 409, 'was refunded');
  t.is((await voiding(refund.body.id)).status, 200);
  const voided = await voiding(id);
  t.deepEqual([voided.status, voided.body.status], [200, 'voided']);
  t.is((await voiding(id)).status, 409, 'once');
  t.like((await send('GET', `/orders/${order_id}`)).body, { paid_amount: '0.00', due_amount: '200.00' });
  t.deepEqual(await eventsOf(id), ['payment.recorded', 'payment.voided']);
});
