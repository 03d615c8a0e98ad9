import { randomUUID } from 'node:crypto';
import test from 'ava';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { createShop } from '../../helpers/shop.ts';
import { api, closeApiShop, db, eventsOf, house, openApiShop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const sku = () => `S-${randomUUID().slice(0, 8)}`;
const send = (method: string, path: string, body: unknown, key: string) => api.request(method, path, { key, body });

testCommonRules('archive_product', house, { sound: async (maker) => ({ id: (await makeProduct(maker)).id }) });

test('archiving is done once, frees a place in the plan, and coming back takes one', async (t) => {
  const small = await createShop(db.admin, { max_products: 1 });
  const { key } = small.storeKey;
  const body = () => ({ name: 'Only one', variants: [{ sku: sku(), name: 'x', price: 1 }] });
  const { body: first } = await send('POST', '/products', body(), key);
  t.is((await send('POST', '/products', body(), key)).body.error.code, 'FORBIDDEN_SCOPE');
  const archived = await send('POST', `/products/${first.id}/archive`, undefined, key);
  answersAs(t, 'archive_product', archived.body);
  t.is(archived.body.status, 'archived');
  t.is((await send('POST', `/products/${first.id}/archive`, {}, key)).body.updated_at, archived.body.updated_at);
  const { body: second } = await send('POST', '/products', body(), key);
  const back = await send('PATCH', `/products/${first.id}`, { status: 'active' }, key);
  t.like(back, { status: 403 });
  t.is(back.body.error.code, 'FORBIDDEN_SCOPE');
  await send('PATCH', `/products/${second.id}`, { status: 'archived' }, key);
  t.is((await send('PATCH', `/products/${first.id}`, { status: 'active' }, key)).status, 200);
  t.deepEqual(await eventsOf(first.id), ['product.created', 'product.archived', 'product.updated']);
  t.deepEqual(await eventsOf(second.id), ['product.created', 'product.archived']);
});
