import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_attribute', house, {
  sound: async ({ make }) => ({
    id: (await make('create_attribute', { name: 'Colour', type: 'variant' })).id,
    name: 'Shade',
  }),
  wrong: [
    [{ name: ' ' }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ type: 'sold' }, 'type'],
    [{ input_type: 'sound' }, 'input_type'],
  ],
});

test('an attribute keeps what is not sent, its values and its slug', async (t) => {
  const { body: made } = await send('POST', '/attributes', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }],
  });
  const { status, body } = await send('PATCH', `/attributes/${made.id}`, { name: 'Shade', is_filterable: true });
  t.is(status, 200);
  t.deepEqual({ ...body, updated_at: null }, { ...made, name: 'Shade', is_filterable: true, updated_at: null });
});

test('the type of an attribute changes only while no product uses it', async (t) => {
  const { body } = await send('POST', '/attributes', { name: 'Typed', type: 'variant', values: [{ value: 'A' }] });
  const turn = (type: string) => send('PATCH', `/attributes/${body.id}`, { type });
  t.is((await turn('specification')).body.type, 'specification');
  const product = {
    name: 'P',
    variants: [{ sku: randomUUID(), name: 'x', price: 1, options: [{ attribute: 'Typed', value: 'A' }] }],
  };
  t.is((await send('POST', '/products', product)).status, 409, 'variants take no specification');
  await turn('variant');
  t.is((await send('POST', '/products', product)).status, 201);
  const used = await turn('specification');
  t.is(used.status, 409);
  t.deepEqual(used.body.error.fields, { type: ['cannot change while products use the attribute'] });
  t.is((await turn('variant')).status, 200, 'saying the same again is no change');
  t.is((await send('GET', '/attributes?type=specification&search=typed')).body.data.length, 0);
});
