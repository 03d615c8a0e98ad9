import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_attribute_value', house, {
  async sound({ make }) {
    const { id, values } = await make('create_attribute', { name: 'Size', type: 'variant', values: [{ value: 'M' }] });
    return { id, value_id: values[0].id, value: 'L' };
  },
  wrong: [
    [{ value: ' ' }, 'value'],
    [{ position: 1.5 }, 'position'],
    [{ swatch_hex: 'red' }, 'swatch_hex'],
  ],
});

test('a value of another attribute is not found under this one', async (t) => {
  const make = async (name: string) =>
    (await send('POST', '/attributes', { name, type: 'variant', values: [{ value: name }] })).body;
  const [size, fit] = [await make('Size'), await make('Fit')];
  const answer = await send('PATCH', `/attributes/${size.id}/values/${fit.values[0].id}`, { value: 'Slim' });
  t.is(answer.status, 404);
  t.is((await send('GET', `/attributes/${fit.id}`)).body.values[0].value, 'Fit');
});
