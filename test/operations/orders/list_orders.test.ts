import { randomUUID } from 'node:crypto';
import test from 'ava';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(async () => {
  await openApiShop();
  await stockVariant(db.admin, shop, { sku: 'LUNGI', quantity: 1000, price: 450 });
});
test.after.always(closeApiShop);

const get = (path: string) => send('GET', path);
const place = (body: object) => send('POST', '/orders', body, { idempotencyKey: randomUUID() });
const order = (more = {}) => ({
  customer: { phone: '+880 1711-111111', full_name: 'Karim Uddin' },
  items: [{ sku: 'LUNGI', quantity: 2 }],
  ...more,
});

testCommonRules('list_orders', house, {
  async sound(maker) {
    await makeOrder(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ status: 'lost' }, 'status'],
    [{ expand: 'payments' }, 'expand'],
    [{ created_after: 'yesterday' }, 'created_after'],
  ],
});

test('lists are compact, and expand adds what it names', async (t) => {
  await place(order());
  const keys = async (query: string) => {
    const page = await get(`/orders?limit=1${query}`);
    answersAs(t, 'list_orders', page.body);
    return ['customer', 'items'].filter((name) => name in page.body.data[0]);
  };
  t.deepEqual(await keys(''), []);
  t.deepEqual(await keys('&expand=items'), ['items']);
  t.deepEqual(await keys('&expand=customer,items'), ['customer', 'items']);
  t.is((await get('/orders?expand=payments')).status, 422);
});

test('the list filters by every field it offers', async (t) => {
  const { body: placed } = await place(
    order({ customer: { phone: '01912345678', full_name: 'Rahima Khatun' }, channel: 'storefront' }),
  );
  const finds = async (query: string) => {
    const page = await get(`/orders?limit=100&${query}`);
    t.is(page.status, 200, page.text);
    return page.body.data.some(({ id }: { id: string }) => id === placed.id);
  };
  const matching = [
    'status=pending&payment_status=unpaid&fulfillment_status=unfulfilled',
    'channel=storefront',
    `customer_id=${placed.customer_id}`,
    `created_after=${placed.created_at}`,
    `updated_after=${placed.updated_at}`,
    `search=${placed.number.slice(4)}`,
    'search=rahima',
    `search=${encodeURIComponent('+880 19-12345678')}`,
  ];
  for (const query of matching) t.true(await finds(query), query);
  const others = [
    'status=confirmed',
    'channel=manual',
    `customer_id=${randomUUID()}`,
    `created_before=${placed.created_at}`,
    'follow_up_before=2999-01-01T00:00:00Z',
    `assignee_id=${randomUUID()}`,
    'search=nobody',
  ];
  for (const query of others) t.false(await finds(query), query);
});
