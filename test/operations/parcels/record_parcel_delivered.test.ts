import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('record_parcel_delivered', house, {
  sound: async (maker) => ({ id: (await makeParcel(maker, { pickedUp: true })).parcel.id, collected_amount: 200 }),
  wrong: [
    [{ collected_amount: -1 }, 'collected_amount'],
    [{ collected_amount: 200.01 }, 'collected_amount'],
    [{ collected_amount: 1.005 }, 'collected_amount'],
  ],
});

const asStaff = (id: string, act: string) =>
  db.admin.query(
    `do $$ begin
       perform internal.act_as(company_id, permissions => '{orders.manage}') from app.parcels where id = '${id}';
       perform ${act};
     end $$`,
  );
const report = (id: string, what: string, body = {}) => send('POST', `/parcels/${id}/${what}`, body);

test('before the pickup a delivery is refused, and what can be reported is named', async (t) => {
  const { parcel } = await makeParcel(own());
  const { status, body } = await report(parcel.id, 'delivered');
  t.is(status, 409);
  t.deepEqual(body.error.fields, {
    parcel_id: ['was not picked up, as far as its courier has reported'],
    possible_reports: ['pickup', 'cancelled'],
  });
  t.deepEqual(await eventsOf(parcel.id), ['parcel.created']);
});

test('what was collected may be stated later, once; the same again changes nothing, another amount is refused', async (t) => {
  const { order, parcel } = await makeParcel(own(), { pickedUp: true });
  const first = await report(parcel.id, 'delivered');
  t.like(first.body, { status: 'delivered', collected_amount: null, held_amount: '200.00' });
  t.deepEqual((await report(parcel.id, 'delivered')).body, first.body);
  const stated = await report(parcel.id, 'delivered', { collected_amount: 150 });
  t.like(stated.body, { status: 'delivered', collected_amount: '150.00', held_amount: '150.00' });
  for (const body of [{ collected_amount: 150 }, {}]) {
    const again = await report(parcel.id, 'delivered', body);
    t.deepEqual([again.status, again.body], [200, stated.body]);
  }
  const other = await report(parcel.id, 'delivered', { collected_amount: 160 });
  t.is(other.status, 409);
  t.true(other.body.error.fields.possible_reports.includes('partial_delivery'));
  t.deepEqual((await send('GET', `/parcels/${parcel.id}`)).body, stated.body);
  t.like((await send('GET', `/orders/${order.id}`)).body, { status: 'delivered', held_by_courier_amount: '150.00' });
});

test('a delivery that the status route told is known; one that was taken back is not', async (t) => {
  const { order, parcel } = await makeParcel(own(), { pickedUp: true });
  await send('PATCH', `/orders/${order.id}/status`, { status: 'delivered' });
  t.is((await report(parcel.id, 'delivered')).status, 200);
  await asStaff(parcel.id, `staff.undo_parcel_step('${parcel.id}', 'Wrong door')`);
  t.like((await send('GET', `/parcels/${parcel.id}`)).body, { status: 'picked_up' });
  t.like((await report(parcel.id, 'delivered', { collected_amount: 200 })).body, { status: 'delivered' });
});

test('a report again is known after staff restated its amount; what only they said is no report, and what they took back may be', async (t) => {
  const { parcel } = await makeParcel(own(), { pickedUp: true });
  const tell = async (collected_amount: number) => {
    const { status, body } = await report(parcel.id, 'delivered', { collected_amount });
    return [status, body.collected_amount];
  };
  const restate = (amount: number | null) =>
    asStaff(parcel.id, `staff.restate_collected('${parcel.id}', 'Counted again', ${amount})`);
  t.deepEqual(await tell(150), [200, '150.00']);
  await restate(170);
  t.deepEqual(await tell(150), [200, '170.00'], 'it came late');
  await restate(160);
  t.deepEqual(await tell(160), [200, '160.00']);
  t.is((await tell(170))[0], 409, 'the courier never said so');
  await restate(null);
  t.deepEqual(await tell(150), [200, '150.00'], 'stated anew');
});
