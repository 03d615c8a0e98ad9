import { randomUUID } from 'node:crypto';
import test from 'ava';
import { callAsTool } from '../../helpers/operations/call.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { api, closeApiShop, db, house, openApiShop, own, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('report_parcel', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker)).parcel.id, what_happened: 'pickup' }),
  wrong: [
    [{ what_happened: 'lost' }, 'what_happened'],
    [{ collected_amount: 10 }, 'collected_amount'],
    [{ what_happened: 'partial_delivery' }, 'kept'],
    [{ what_happened: 'delivered', reason: 'x' }, 'reason'],
  ],
});

const report = (id: string, what_happened: string, more = {}, key = shop.storeKey.key) =>
  callAsTool(api, 'report_parcel', { id, what_happened, ...more }, { key, idempotencyKey: randomUUID() });

test('each report does what its endpoint does, and what is refused names what can be reported', async (t) => {
  const maker = own();
  const { order, parcel } = await makeParcel(maker);
  const early = await report(parcel.id, 'delivered');
  t.deepEqual([early.code, early.fields.possible_reports], ['CONFLICT', ['pickup', 'cancelled']]);
  t.is((await report(parcel.id, 'pickup')).document.status, 'picked_up');
  t.is((await report(parcel.id, 'failed', { reason: 'Not at home' })).document.status, 'delivery_failed');
  t.is((await report(parcel.id, 'returning')).document.status, 'return_requested');
  const kept = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const part = await report(parcel.id, 'partial_delivery', { kept, collected_amount: 100 });
  t.like(part.document, { status: 'delivered', collected_amount: '100.00' });
  const courier = await createKey(db.admin, shop.companyId, {
    storeId: shop.stores[0].id,
    scopes: ['parcels:write'],
  });
  t.is((await report(parcel.id, 'received', {}, courier.key)).code, 'FORBIDDEN_SCOPE');
  t.is((await report(parcel.id, 'received')).document.status, 'received');
  const { parcel: second } = await makeParcel(maker);
  t.is((await report(second.id, 'cancelled', { reason: 'Twice' }, courier.key)).document.status, 'cancelled');
  const { parcel: third } = await makeParcel(maker, { pickedUp: true });
  t.is((await report(third.id, 'delivered', { collected_amount: 200 })).document.status, 'delivered');
});

test('goods that arrive in parts are received only with an idempotency_key, since two parts may be alike', async (t) => {
  const { order, parcel } = await makeParcel(own(), { pickedUp: true });
  const lines = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const receive = (idempotencyKey?: string) =>
    callAsTool(
      api,
      'report_parcel',
      { id: parcel.id, what_happened: 'received', lines },
      { key: shop.storeKey.key, idempotencyKey },
    );
  const refused = await receive();
  t.deepEqual([refused.code, Object.keys(refused.fields)], ['VALIDATION_ERROR', ['idempotency_key']]);
  const idempotencyKey = randomUUID();
  for (let n = 0; n < 2; n++) t.like((await receive(idempotencyKey)).document, { status: 'picked_up' });
  t.is((await receive(randomUUID())).document.status, 'received');
});
