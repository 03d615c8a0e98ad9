import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makePayout } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_payout', house, {
  sound: async (maker) => ({ id: (await makePayout(maker)).id }),
});

test('a payout as it was recorded', async (t) => {
  const payout = await makePayout(own());
  t.deepEqual((await send('GET', `/payouts/${payout.id}`)).body, payout);
});
