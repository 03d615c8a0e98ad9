import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('send_webhook_ping', house, {
  sound: async (maker) => ({ id: (await makeEndpoint(maker)).id }),
  of: 'key',
});

test('an endpoint that is switched off is sent nothing', async (t) => {
  const { id } = await makeEndpoint(own());
  await send('PATCH', `/webhook-endpoints/${id}`, { status: 'disabled' });
  const refused = await send('POST', `/webhook-endpoints/${id}/test`);
  t.deepEqual([refused.status, Object.keys(refused.body.error.fields)], [409, ['status']]);
  t.deepEqual((await send('GET', `/webhook-endpoints/${id}/deliveries`)).body.data, []);
});
