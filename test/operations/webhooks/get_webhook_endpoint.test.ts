import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { createEndpoint } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_webhook_endpoint', house, {
  sound: async (maker) => ({ id: (await makeEndpoint(maker)).id }),
  of: 'key',
});

test('an endpoint of staff is not found, and of its own the secret is not shown again', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://8.8.4.4/of-staff');
  t.is((await send('GET', `/webhook-endpoints/${endpoint_id}`)).status, 404);
  const { secret, ...made } = await makeEndpoint(own(), { description: 'The till' });
  const read = await send('GET', `/webhook-endpoints/${made.id}`);
  t.deepEqual(read.body, made);
  t.false(read.text.includes(secret));
});
