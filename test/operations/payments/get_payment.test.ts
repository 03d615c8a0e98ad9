import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makePayment } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_payment', house, {
  sound: async (maker) => ({ id: (await makePayment(maker)).id }),
});

test('a payment as it was recorded', async (t) => {
  const payment = await makePayment(own());
  t.deepEqual((await send('GET', `/payments/${payment.id}`)).body, payment);
});
