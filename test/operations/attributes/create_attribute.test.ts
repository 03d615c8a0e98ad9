import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_attribute', house, {
  sound: () => ({ name: 'Colour', type: 'variant', values: [{ value: 'Red' }] }),
  wrong: [
    [{ name: undefined }, 'name'],
    [{ type: undefined }, 'type'],
    [{ type: 'sold' }, 'type'],
    [{ input_type: 'sound' }, 'input_type'],
    [{ values: [{ value: ' ' }] }, 'values.0.value'],
  ],
});

test('an attribute is of text, neither a filter nor required unless told otherwise', async (t) => {
  const { status, body } = await send('POST', '/attributes', { name: 'Fabric', type: 'specification' });
  t.is(status, 201);
  t.like(body, {
    name: 'Fabric',
    slug: 'fabric',
    type: 'specification',
    input_type: 'text',
    is_filterable: false,
    is_required: false,
    values: [],
  });
});

test('swatches are for colour and image attributes', async (t) => {
  const values = [{ value: 'x', swatch_hex: '#000000' }];
  const text = await send('POST', '/attributes', { name: 'Plain', type: 'variant', values });
  t.is(text.status, 422);
  t.deepEqual(Object.keys(text.body.error.fields), ['values.0.swatch_hex']);
  t.is(
    (await send('POST', '/attributes', { name: 'Plain', type: 'variant' })).status,
    201,
    'nothing was written before',
  );
  for (const bad of ['red', '#fff', '#12345g', '#1234567', '000000']) {
    const body = { name: 'Bad', type: 'variant', input_type: 'color', values: [{ value: 'x', swatch_hex: bad }] };
    t.is((await send('POST', '/attributes', body)).status, 422, bad);
  }
  const { body } = await send('POST', '/attributes', { name: 'Inked', type: 'variant', input_type: 'image', values });
  const change = (fields: object) => send('PATCH', `/attributes/${body.id}`, fields);
  t.deepEqual((await change({ input_type: 'text' })).body.error.fields, {
    input_type: ['cannot be text while values have swatches'],
  });
  t.is((await change({ input_type: 'color', is_filterable: true, is_required: true })).body.input_type, 'color');
  await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { swatch_hex: null });
  t.is((await change({ input_type: 'text' })).status, 200);
});
