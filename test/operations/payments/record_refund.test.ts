import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makePayment } from '../../helpers/operations/makers.ts';
import { closeApiShop, eventsOf, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('record_refund', house, {
  sound: async (maker) => ({ id: (await makePayment(maker)).order_id, amount: 20 }),
  wrong: [
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 50.01 }, 'amount'],
    [{ payment_id: 'one' }, 'payment_id'],
  ],
});

const refund = (id: string, body: object) =>
  send('POST', `/orders/${id}/refunds`, body, { headers: { 'idempotency-key': randomUUID() } });

test('no more goes back than came in, by a method of the store, and of a payment no more than its rest', async (t) => {
  const maker = own();
  const unpaid = await makeConfirmedOrder(maker);
  t.is((await refund(unpaid.id, { amount: 1 })).status, 422);
  const { order_id, id: payment_id } = await makePayment(maker);
  const { id: foreign } = await makePayment(maker);
  t.deepEqual(Object.keys((await refund(order_id, { amount: 1, payment_id: foreign })).body.error.fields), [
    'payment_id',
  ]);
  t.deepEqual(Object.keys((await refund(order_id, { amount: 1, payment_method_id: randomUUID() })).body.error.fields), [
    'payment_method_id',
  ]);
  const { bkash } = shop.stores[0].paymentMethods;
  const without = await refund(order_id, { amount: 1, payment_method_id: bkash });
  t.deepEqual([without.status, without.body.error.fields], [400, { transactionId: ['transaction_id_required'] }]);
  const first = await refund(order_id, { amount: 30, payment_id, note: 'Too late' });
  t.is(first.status, 201);
  t.like(first.body, { kind: 'refund', amount: '30.00', source: 'api', refunds_payment_id: payment_id });
  t.deepEqual(await eventsOf(first.body.id), ['payment.refunded']);
  t.is((await refund(order_id, { amount: 20.01, payment_id })).status, 422);
  t.is((await refund(order_id, { amount: 20, payment_id })).status, 201);
  t.like((await send('GET', `/orders/${order_id}`)).body, { paid_amount: '0.00', refunded_amount: '50.00' });
});
