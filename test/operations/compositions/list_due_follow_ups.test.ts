import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type Maker, testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeOrder } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

async function planned(maker: Maker, follow_up_at: string, order?: { id: string }): Promise<string> {
  const { id } = order ?? (await makeOrder(maker));
  await maker.make('update_order_status', { id, status: 'follow_up' });
  await maker.make('update_order', { id, follow_up_at });
  return id;
}

testCommonRules('list_due_follow_ups', house, {
  async sound(maker) {
    await planned(maker, '2026-01-01T10:00:00Z');
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'number' }, 'sort'],
    [{ follow_up_before: 'tomorrow' }, 'follow_up_before'],
    [{ assignee_id: 'rina' }, 'assignee_id'],
  ],
});

test('what is due by now, oldest order first; what is planned, by the moment that is named', async (t) => {
  const maker = own();
  const due = await planned(maker, '2026-01-01T10:00:00Z');
  const order = { customer: { phone: '01711111111' }, items: [{ sku: 'SOAP', quantity: 1 }] };
  const later = await planned(maker, '2099-01-01T10:00:00Z', await maker.make('create_order', order));
  await maker.make('create_order', order);
  const ids = async (input = {}) =>
    (await maker.make('list_due_follow_ups', input)).data.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(), [due]);
  t.deepEqual(await ids({ follow_up_before: '2099-01-02T00:00:00Z' }), [due, later]);
  t.deepEqual(await ids({ assignee_id: randomUUID() }), []);
  const [row] = (await maker.make('list_due_follow_ups')).data;
  t.is(row.customer.phone, '01711111111', 'with the customer to call');
});
