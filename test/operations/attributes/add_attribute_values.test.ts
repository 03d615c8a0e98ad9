import { randomUUID } from 'node:crypto';
import test from 'ava';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('add_attribute_values', house, {
  sound: async ({ make }) => ({
    id: (await make('create_attribute', { name: 'Colour', type: 'variant' })).id,
    values: [{ value: 'Red' }],
  }),
  wrong: [
    [{ values: undefined }, 'values'],
    [{ values: [] }, 'values'],
    [{ values: [{ value: '' }] }, 'values.0.value'],
    [{ values: [{ value: 'Red', position: 1.5 }] }, 'values.0.position'],
  ],
});

test('values take their place in the list, later ones 0, and swatches stand upper-case', async (t) => {
  const { body } = await send('POST', '/attributes', {
    name: 'Paint',
    type: 'variant',
    input_type: 'color',
    values: [{ value: 'Red', swatch_hex: '#ff00aa' }, { value: 'Blue' }, { value: 'Gold', position: 9 }],
  });
  const shown = (attribute: { values: Record<string, unknown>[] }) =>
    attribute.values.map(({ value, position, swatch_hex }) => [value, position, swatch_hex]);
  t.deepEqual(shown(body), [
    ['Red', 0, '#FF00AA'],
    ['Blue', 1, null],
    ['Gold', 9, null],
  ]);
  const added = await send('POST', `/attributes/${body.id}/values`, {
    values: [{ value: 'White', swatch_hex: '#ffffff' }],
  });
  t.is(added.status, 201);
  answersAs(t, 'add_attribute_values', added.body);
  t.deepEqual(shown(added.body), [
    ['Red', 0, '#FF00AA'],
    ['White', 0, '#FFFFFF'],
    ['Blue', 1, null],
    ['Gold', 9, null],
  ]);
  t.true(added.body.updated_at > body.updated_at);
  const white = added.body.values[1].id;
  const changed = await send('PATCH', `/attributes/${body.id}/values/${white}`, {
    value: 'Snow',
    position: 5,
    swatch_hex: null,
  });
  answersAs(t, 'update_attribute_value', changed.body);
  t.deepEqual(shown(changed.body)[2], ['Snow', 5, null]);
  t.is((await send('PATCH', `/attributes/${body.id}/values/${randomUUID()}`, { value: 'x' })).status, 404);
});

test('a value repeated in any case is a conflict that names it', async (t) => {
  const values = [{ value: 'M' }, { value: 'm' }];
  const twice = await send('POST', '/attributes', { name: 'Twice', type: 'variant', values });
  t.is(twice.status, 409);
  t.deepEqual(Object.keys(twice.body.error.fields), ['values.1.value']);
  const { body } = await send('POST', '/attributes', {
    name: 'Once',
    type: 'variant',
    values: [{ value: 'M' }, { value: 'L' }],
  });
  const again = await send('POST', `/attributes/${body.id}/values`, { values: [{ value: 'XL' }, { value: ' m ' }] });
  t.is(again.status, 409);
  t.deepEqual(Object.keys(again.body.error.fields), ['values.1.value']);
  const renamed = await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { value: 'l' });
  t.is(renamed.status, 409);
  t.is(
    (await send('PATCH', `/attributes/${body.id}/values/${body.values[0].id}`, { value: 'm' })).status,
    200,
    'its own',
  );
  t.is((await send('POST', '/attributes', { name: 'ONCE', type: 'variant' })).status, 409, 'the name too');
  t.deepEqual((await send('GET', `/attributes/${body.id}`)).body.values.length, 2);
});
