import test from 'ava';
import type { Answer } from '../../helpers/api.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCustomer } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

let desk: Desk;

test.before(async () => {
  await openApiShop();
  desk = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'TEA', quantity: 1000, price: 100 });
});
test.after.always(closeApiShop);

let phones = 10_000_000;
const get = (path: string) => send('GET', path);
const newPhone = () => `017${phones++}`;
const add = async (body: object = {}): Promise<Answer['body']> => {
  const answer = await send('POST', '/customers', { full_name: 'Salma Begum', phone: newPhone(), ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

testCommonRules('get_customer', house, {
  sound: async (maker) => ({ id: (await makeCustomer(maker)).id }),
  wrong: [[{ expand: 'orders' }, 'expand']],
});

test('the figures of a customer count as they are defined', async (t) => {
  const { id } = await add();
  const order = () =>
    desk.ask('create_order', {
      customer_id: id,
      items: [{ sku: 'TEA', quantity: 1 }],
      shipping_charge: 60,
      tax_amount: 5,
    });
  const road = ['confirmed', 'processing', 'ready_to_ship', 'in_transit'];
  const stats = async () => (await get(`/customers/${id}?expand=stats`)).body.stats;
  t.deepEqual(await stats(), { orders_count: 0, total_spent: '0.00', last_order_at: null, returned_count: 0 });
  const open = await order();
  await desk.move((await order()).id, ...road, 'delivered');
  await desk.move((await order()).id, ...road, 'delivered');
  await desk.move((await order()).id, ...road, 'returned');
  const cancelled = await order();
  await desk.move(cancelled.id, 'cancelled');
  await desk.move((await order()).id, 'spam');
  const answer = await get(`/customers/${id}?expand=stats`);
  answersAs(t, 'get_customer', answer.body);
  t.deepEqual(answer.body.stats, {
    orders_count: 3,
    total_spent: '330.00',
    last_order_at: cancelled.created_at,
    returned_count: 1,
  });
  t.true(open.created_at < cancelled.created_at);
  t.false('stats' in (await get(`/customers/${id}`)).body);
});
