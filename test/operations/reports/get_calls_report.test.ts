import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { openDesk } from '../../helpers/orders.ts';
import { createShop, stockVariant } from '../../helpers/shop.ts';
import { api, closeApiShop, db, house, openApiShop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const none = {
  ...{ confirmed: 0, no_answer: 0, switched_off: 0, wrong_number: 0 },
  ...{ will_call_back: 0, refused: 0, asked_to_change: 0 },
};

testCommonRules('get_calls_report', house, {
  async sound(maker) {
    const { id } = await makeOrder(maker);
    await maker.make('record_call', { id, outcome: 'confirmed' });
    return { period: 'today' };
  },
  wrong: [
    [{ period: undefined, from: '2026-02-29' }, 'from'],
    [{ from: '2026-05-01' }, 'period'],
    [{ channel: 'manual' }, 'channel'],
  ],
});

test('calls are counted in all and by who recorded them, on the days of the store', async (t) => {
  const shop = await createShop(db.admin);
  const desk = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 100, price: 10 });
  const place = async (): Promise<string> => (await desk.place([{ sku: 'SOAP', quantity: 1 }])).id;
  const [first, second, third] = [await place(), await place(), await place()];
  const report = async (query: string) =>
    (await api.request('GET', `/reports/calls?${query}`, { key: shop.storeKey.key })).body;
  const empty = { calls: 0, orders: 0, confirmed_orders: 0, confirmed_share: null, calls_per_confirmation: null };
  t.like(await report('from=2020-01-01&to=2020-01-31'), { total: { ...empty, outcomes: none }, agents: [] });
  for (const [id, outcome] of [
    [first, 'no_answer'],
    [first, 'confirmed'],
    [second, 'refused'],
  ])
    await desk.ask('record_call', { id, outcome });
  for (const [order_id, outcome] of [
    [third, 'no_answer'],
    [third, 'confirmed'],
    [first, 'confirmed'],
    [third, 'asked_to_change'],
  ])
    await desk.staff('record_call', { order_id, outcome });
  const { total, agents } = await report('period=today');
  t.deepEqual(total, {
    calls: 7,
    orders: 3,
    confirmed_orders: 2,
    confirmed_share: '0.6667',
    calls_per_confirmation: '3.50',
    outcomes: { ...none, confirmed: 3, no_answer: 2, refused: 1, asked_to_change: 1 },
  });
  t.is(agents.length, 2);
  t.like(agents[0], {
    actor: { type: 'staff', id: desk.staffId, name: 'Rina Akter' },
    figures: { calls: 4, orders: 2, confirmed_orders: 2, confirmed_share: '1.0000', calls_per_confirmation: '2.00' },
  });
  t.like(agents[1], {
    actor: { type: 'api_key' },
    figures: { calls: 3, orders: 2, confirmed_orders: 1, confirmed_share: '0.5000', calls_per_confirmation: '3.00' },
  });
});
