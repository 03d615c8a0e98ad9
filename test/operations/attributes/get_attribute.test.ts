import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_attribute', house, {
  sound: async ({ make }) => ({ id: (await make('create_attribute', { name: 'Colour', type: 'variant' })).id }),
});

test('an attribute reads with its values in their order', async (t) => {
  const { body: made } = await send('POST', '/attributes', {
    name: 'Size',
    type: 'variant',
    values: [
      { value: 'L', position: 2 },
      { value: 'S', position: 1 },
    ],
  });
  const { body } = await send('GET', `/attributes/${made.id}`);
  t.deepEqual(body, made);
  t.deepEqual(
    body.values.map(({ value }: { value: string }) => value),
    ['S', 'L'],
  );
});
