import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeDelivered, makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('compare_payout', house, {
  async sound(maker) {
    const { order, parcel } = await makeDelivered(maker);
    return { courier_id: parcel.courier.id, lines: [{ code: order.number }] };
  },
  wrong: [
    [{ courier_id: undefined }, 'courier_id'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ code: ' ' }] }, 'lines.0.code'],
    [{ lines: [{ code: 'x', amount: -1 }] }, 'lines.0.amount'],
  ],
});

test('each line of a sheet has its finding, and nothing is recorded', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const { order: open } = await makeParcel(maker);
  const compare = (courier_id: string) =>
    send('POST', '/payouts/compare', {
      courier_id,
      lines: [
        { code: order.number.toLowerCase(), amount: 150 },
        { code: order.number },
        { code: open.number, amount: 1 },
        { code: 'PX-0', amount: 9 },
      ],
    });
  t.deepEqual(Object.keys((await compare(randomUUID())).body.error.fields), ['courier_id']);
  const { status, body } = await compare(parcel.courier.id);
  t.is(status, 200);
  t.deepEqual(
    body.lines.map(({ finding }: { finding: string }) => finding),
    ['less', 'repeated', 'other_courier', 'unknown'],
  );
  t.like(body.lines[0], { line: 0, amount: '150.00', held_amount: '200.00', parcel_id: parcel.id, order_id: order.id });
  t.is(body.amount, '360.00');
  t.is((await send('GET', `/parcels/${parcel.id}`)).body.held_amount, '200.00');
});
