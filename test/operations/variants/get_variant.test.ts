import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_variant', house, {
  sound: async (maker) => ({ identifier: (await makeProduct(maker)).variants[0].id }),
});

test('a variant is read by id, SKU or barcode, as it stands in its product', async (t) => {
  const { body: product } = await send('POST', '/products', {
    name: 'Tea',
    variants: [{ sku: 'TEA 200/g', barcode: '8941234567890', name: '200 g', price: 350.5, cost_price: 210.25 }],
  });
  const [variant] = product.variants;
  for (const identifier of [variant.id, 'TEA 200/g', '8941234567890']) {
    const { status, body, text } = await send('GET', `/variants/${encodeURIComponent(identifier)}`);
    t.is(status, 200, identifier);
    t.deepEqual(body, variant);
    t.notRegex(text, /cost|210\.25/);
  }
  t.is((await send('GET', '/variants/tea%20200%2Fg')).body.id, variant.id, 'a SKU is one in any letter case');
});

test('a SKU that two stores have is a conflict for a company key, until it names the store', async (t) => {
  const { key } = shop.companyKey;
  const ids = [];
  for (const { id } of shop.stores) {
    const body = { name: 'Both', store_id: id, variants: [{ sku: 'BOTH', name: 'x', price: 1 }] };
    ids.push((await send('POST', '/products', body, { key })).body.variants[0].id);
  }
  const answer = await send('GET', '/variants/BOTH', undefined, { key });
  t.is(answer.status, 409, answer.text);
  t.deepEqual(Object.keys(answer.body.error.fields), ['store_id', 'identifier']);
  const named = await send('GET', `/variants/BOTH?store_id=${shop.stores[1].id}`, undefined, { key });
  t.is(named.body.id, ids[1]);
  t.is((await send('GET', '/variants/BOTH')).body.id, ids[0]);
});
