import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { createEndpoint, emit } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_webhook_deliveries', house, {
  async sound(maker) {
    const { id } = await makeEndpoint(maker);
    await maker.make('send_webhook_ping', { id });
    return { id };
  },
  of: 'key',
  wrong: [[{ status: 'lost' }, 'status']],
});

test('the deliveries of one endpoint, newest first; those of staff are not found', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://8.8.4.4/of-staff');
  const [{ id }] = [await makeEndpoint(own()), await makeEndpoint(own())];
  const events = [await emit(db, shop), await emit(db, shop, { type: 'brand.created' })];
  t.is((await send('GET', `/webhook-endpoints/${endpoint_id}/deliveries`)).status, 404);
  const { body } = await send('GET', `/webhook-endpoints/${id}/deliveries`);
  t.deepEqual(
    body.data.map((one: Record<string, unknown>) => [one.endpoint_id, one.event_id, one.event_type, one.status]),
    [
      [id, events[1], 'brand.created', 'pending'],
      [id, events[0], 'order.updated', 'pending'],
    ],
  );
  t.deepEqual((await send('GET', `/webhook-endpoints/${id}/deliveries?status=failed`)).body.data, []);
});
