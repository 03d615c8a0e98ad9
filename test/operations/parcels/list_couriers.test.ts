import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCourier } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_couriers', house, {
  of: 'company',
  async sound(maker) {
    await makeCourier(maker);
    return {};
  },
  wrong: [[{ limit: 0 }, 'limit']],
});

test('couriers of the company, newest first, with what their bookings mean', async (t) => {
  await makeCourier(own(), { name: 'Doel Delivery', reports_pickups: false });
  await makeCourier(own(), { name: 'Padma Express' });
  const { data } = (await send('GET', '/couriers')).body;
  t.deepEqual(
    data.map(({ name, reports_pickups, is_own_rider, status }: Record<string, unknown>) => [
      name,
      reports_pickups,
      is_own_rider,
      status,
    ]),
    [
      ['Padma Express', true, false, 'active'],
      ['Doel Delivery', false, false, 'active'],
    ],
  );
});
