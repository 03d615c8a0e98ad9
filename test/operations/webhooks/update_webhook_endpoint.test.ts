import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { callStaff, createEndpoint } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_webhook_endpoint', house, {
  sound: async (maker) => ({ id: (await makeEndpoint(maker)).id, event_types: ['service.ping'] }),
  of: 'key',
  wrong: [
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'ftp://8.8.8.8/' }, 'url'],
    [{ event_types: ['order.moved'] }, 'event_types.0'],
    [{ status: 'gone' }, 'status'],
    [{ api_version: '2026-09' }, 'api_version'],
    [{ encrypted_secret: 'x' }, 'encrypted_secret'],
  ],
});

const patch = (id: string, body: object, key = shop.storeKey.key) =>
  send('PATCH', `/webhook-endpoints/${id}`, body, { key });

test('an endpoint of staff is not found; types that the key may not read are 403', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://8.8.4.4/of-staff');
  t.is((await patch(endpoint_id, { status: 'disabled' })).status, 404);
  const scopes = ['webhooks:write', 'orders:read'];
  const { key } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes });
  const { id } = (await send('POST', '/webhook-endpoints', { url: 'https://8.8.8.8/' }, { key })).body;
  t.is((await patch(id, { event_types: ['payment.recorded'] }, key)).status, 403);
  t.deepEqual((await patch(id, { event_types: ['order.updated'] }, key)).body.event_types, ['order.updated']);
});

test('its key switches it off and on; what staff disabled, it may not', async (t) => {
  const { id } = await makeEndpoint(own());
  t.like((await patch(id, { status: 'disabled' })).body, { status: 'disabled', disabled_reason: 'integration' });
  t.like((await patch(id, { status: 'active' })).body, { status: 'active', disabled_reason: null });
  await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id: id, status: 'disabled' });
  const refused = await patch(id, { status: 'active', url: 'https://8.8.4.4/' });
  t.is(refused.status, 409);
  t.deepEqual(Object.keys(refused.body.error.fields), ['status']);
  t.like((await send('GET', `/webhook-endpoints/${id}`)).body, { status: 'disabled', url: 'https://8.8.8.8/hook' });
});

test('staff disable also what its key has switched off already: then only they switch it on', async (t) => {
  const { id } = await makeEndpoint(own());
  const off = (await patch(id, { status: 'disabled' })).body;
  await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id: id, status: 'disabled' });
  const seen = (await send('GET', `/webhook-endpoints/${id}`)).body;
  t.is(seen.disabled_reason, 'staff');
  t.true(seen.updated_at > off.updated_at);
  t.is((await patch(id, { status: 'active' })).status, 409);
});
