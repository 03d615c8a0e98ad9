import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_location', house, { sound: ({ shop: { locationId } }) => ({ id: locationId }), of: 'company' });

test('one location is the default, and each reads as it stands in the list', async (t) => {
  const { data } = (await send('GET', '/locations')).body;
  const read = [];
  for (const { id } of data) read.push((await send('GET', `/locations/${id}`)).body);
  t.deepEqual(read, data);
  t.deepEqual(
    read.filter(({ is_default }) => is_default).map(({ id }) => id),
    [shop.locationId],
  );
});
