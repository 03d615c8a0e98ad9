import { randomUUID } from 'node:crypto';
import test from 'ava';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(async () => {
  await openApiShop();
  await send('POST', '/attributes', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }, { value: 'Blue' }],
  });
});
test.after.always(closeApiShop);

const sku = () => `S-${randomUUID().slice(0, 8)}`;

async function createShirt() {
  const { body } = await send('POST', '/products', {
    name: 'Shirt',
    variants: [
      { sku: sku(), name: 'Red', price: 100, cost_price: 40, options: [{ attribute: 'Colour', value: 'Red' }] },
      { sku: sku(), name: 'Blue', price: 110, options: [{ attribute: 'Colour', value: 'Blue' }] },
    ],
  });
  return body;
}

testCommonRules('update_variant', house, {
  sound: async (maker) => ({ identifier: (await makeProduct(maker)).variants[0].sku, price: 150 }),
  wrong: [
    [{ sku: ' ' }, 'sku'],
    [{ price: -1 }, 'price'],
    [{ price: 1.005 }, 'price'],
    [{ discount_price: 150 }, 'discount_price'],
    [{ low_stock_threshold: 1.5 }, 'low_stock_threshold'],
    [{ status: 'sold' }, 'status'],
    [{ dimensions: { length: -1, width: 1, height: 1, unit: 'cm' } }, 'dimensions.length'],
  ],
});

test('a variant that is changed alone says which SKU is taken', async (t) => {
  const [red, blue] = (await createShirt()).variants;
  const answer = await send('PATCH', `/variants/${red.id}`, { sku: blue.sku });
  t.is(answer.status, 409);
  t.deepEqual(answer.body.error.fields, { sku: [`${blue.sku} is already taken`] });
});

test('a barcode that two variants have changes neither, and names both', async (t) => {
  const barcode = `88${Date.now()}`;
  const [first, second] = (await createShirt()).variants;
  for (const { id } of [first, second]) t.is((await send('PATCH', `/variants/${id}`, { barcode })).status, 200);
  for (const answer of [
    await send('PATCH', `/variants/${barcode}`, { price: 1 }),
    await send('GET', `/variants/${barcode}`),
  ]) {
    t.is(answer.status, 409, answer.text);
    t.is(answer.body.error.code, 'CONFLICT');
    t.deepEqual(Object.keys(answer.body.error.fields), ['identifier']);
    for (const { id } of [first, second]) t.true(answer.body.error.message.includes(id));
  }
  t.is((await send('GET', `/variants/${first.id}`)).body.price, first.price);
});

test('a variant is changed by id, SKU or barcode', async (t) => {
  const barcode = `89${Date.now()}`;
  const product = await createShirt();
  const [red] = product.variants;
  for (const [identifier, change] of [
    [red.id, { barcode }],
    [red.sku, { name: 'Deep red', weight: '0.25' }],
    [barcode, { price: 99.5, discount_price: 90, status: 'inactive', low_stock_threshold: 3 }],
    [barcode, { dimensions: { length: 1, width: 2, height: 3, unit: 'cm' } }],
  ] as const) {
    const answer = await send('PATCH', `/variants/${identifier}`, change);
    t.is(answer.status, 200, answer.text);
    answersAs(t, 'update_variant', answer.body);
  }
  t.like((await send('GET', `/variants/${red.id}`)).body, {
    barcode,
    name: 'Deep red',
    price: '99.50',
    discount_price: '90.00',
    weight: '0.250',
    status: 'inactive',
    low_stock_threshold: 3,
    dimensions: { length: 1, width: 2, height: 3, unit: 'cm' },
  });
  const lower = await send('PATCH', `/variants/${red.id}`, { price: 90 });
  t.deepEqual(lower.body.error.fields, { price: ['must be above the discount price 90.00'] });
  const cleared = await send('PATCH', `/variants/${red.id}`, {
    barcode: null,
    discount_price: null,
    weight: null,
    dimensions: null,
  });
  t.like(cleared.body, { barcode: null, discount_price: null, weight: null, dimensions: null });
  const none = await send('PATCH', `/variants/${red.id}`, { discount_price: 0 });
  t.deepEqual(none.body, cleared.body, 'an order would not honour a discount price of 0: it means none');
  t.is((await send('PATCH', '/variants/none-such', { price: 1 })).status, 404);
});
