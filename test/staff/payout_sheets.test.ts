// A courier's sheet beside our books: what differs is said line by line, and nothing is booked by it. And what
// a payout that is booked shows to whom.
import test from 'ava';
import { createShop } from '../helpers/shop.ts';
import { book, db, desk, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
let owner: string;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const question = `query ($courierId: UUID!, $lines: [PayoutLineInput!]!) {
  comparePayout(courierId: $courierId, lines: $lines) {
    lines { line code amount finding parcelId orderNumber heldAmount difference }
    totals { finding lines amount }
    sheetAmount
  }
}`;
const compare = async (lines: object[], token = owner, courierId = desk.couriers.silent): Promise<Row> =>
  (await admin.ask(token, question, { courierId, lines })).comparePayout;

let codes = 0;
/** A parcel of 1360 on the road with its code, and the number of its order. */
async function sendWith(courier: string) {
  const order = await place();
  const code = `TRK-${++codes}`;
  const parcel = await book(order.id, courier, { tracking_code: code });
  return { code, parcelId: parcel.id as string, number: (await desk.order(order.id)).number as string };
}
const deliver = async (courier: string) => {
  const sent = await sendWith(courier);
  if (courier === desk.couriers.reporting) await desk.staff('record_parcel_pickup', { parcel_id: sent.parcelId });
  await desk.staff('record_parcel_delivered', { parcel_id: sent.parcelId });
  return sent;
};

test('only those who may book money compare, with couriers of their own', async (t) => {
  const variables = { courierId: desk.couriers.silent, lines: [{ code: 'X' }] };
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  t.is(await admin.refusal(agent, question, variables), 'FORBIDDEN');
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  t.is(await admin.refusal(stranger, question, variables), 'NOT_FOUND');
});

test('parcels of another company are unknown to every caller', async (t) => {
  const ours = await deliver(desk.couriers.silent);
  const other = await createShop(db.admin);
  const { rows } = await db.admin.query(
    `insert into app.couriers (company_id, name) values ($1, 'Jamuna') returning id`,
    [other.companyId],
  );
  const { lines } = await compare(
    [{ code: ours.code }, { code: ours.number }],
    await signInAs(db, other.companyId, 'owner'),
    rows[0].id,
  );
  t.deepEqual(
    lines.map((line: Row) => [line.finding, line.parcelId]),
    [
      ['unknown', null],
      ['unknown', null],
    ],
  );
});

test('what couriers charge is for those who may see it: others see no charge of a payout', async (t) => {
  const [kept, back] = [await send(), await send()];
  await desk.staff('record_parcel_delivered', { parcel_id: kept.parcel, collected_amount: 1360 });
  await desk.staff('request_parcel_return', { parcel_id: back.parcel, reason: 'Refused' });
  const codes = [(await desk.order(kept.id)).number, (await desk.order(back.id)).number];
  const { id } = await desk.staff('record_payout', {
    ...{ store_id: desk.shop.stores[0].id, courier_id: desk.couriers.reporting },
    lines: [
      { code: codes[0], collected_amount: 1360, delivery_charge: 60, cod_charge: 13.6 },
      { code: codes[1], collected_amount: 0, return_charge: 30 },
    ],
  });
  const charges = 'parcelCount courierCharges { nodes { kind amount reversesId } }';
  const seenBy = async (permissions: Parameters<typeof signInAs>[2]) => {
    const token = await signInAs(db, desk.shop.companyId, permissions);
    return (await admin.ask(token, `query ($id: UUID!) { payout(id: $id) { ${charges} } }`, { id })).payout;
  };
  t.like(await seenBy(['orders.manage', 'customers.read']), { parcelCount: 1, courierCharges: { nodes: [] } });
  for (const permission of ['payments.manage', 'costs.read'] as const) {
    const { parcelCount, courierCharges } = await seenBy([permission]);
    t.is(parcelCount, 2, permission);
    t.deepEqual(courierCharges.nodes.map(({ kind, amount }: Row) => `${kind} ${amount}`).toSorted(), [
      'cod 13.60',
      'delivery 60.00',
      'return 30.00',
    ]);
  }
});

test('an empty sheet, lines without a code and amounts that are none are refused', async (t) => {
  for (const lines of [[], [{ code: ' ' }], [{ code: 'A', amount: '-1' }]])
    t.is(await admin.refusal(owner, question, { courierId: desk.couriers.silent, lines }), 'VALIDATION_ERROR');
});

test('each line says what differs, by tracking code or order number in any case', async (t) => {
  const held = await Promise.all(Array.from({ length: 5 }, () => deliver(desk.couriers.silent)));
  const road = await sendWith(desk.couriers.silent);
  const theirs = await deliver(desk.couriers.reporting);
  await desk.staff('record_parcel_payout', { parcel_id: held[4]!.parcelId });
  const { lines, totals, sheetAmount } = await compare([
    { code: held[0]!.code.toLowerCase(), amount: '1360' },
    { code: ` ${held[1]!.number.toLowerCase()} ` },
    { code: held[2]!.code, amount: '1300.50' },
    { code: held[3]!.number, amount: '1400' },
    { code: held[0]!.number, amount: '1360' },
    { code: held[4]!.code, amount: '1360' },
    { code: road.code, amount: '1360' },
    { code: theirs.code, amount: '1360' },
    { code: 'NOBODY-KNOWS', amount: '10' },
  ]);
  t.deepEqual(
    lines.map(({ finding, heldAmount, difference }: Row) => [finding, heldAmount, difference]),
    [
      ['matches', '1360.00', '0.00'],
      ['matches', '1360.00', '0.00'],
      ['less', '1360.00', '-59.50'],
      ['more', '1360.00', '40.00'],
      ['repeated', '1360.00', '0.00'],
      ['already_paid', '0.00', '1360.00'],
      ['not_delivered', '0.00', '1360.00'],
      ['other_courier', '1360.00', '0.00'],
      ['unknown', null, null],
    ],
  );
  t.deepEqual(lines[1].parcelId, held[1]!.parcelId);
  t.deepEqual(
    totals.find(({ finding }: Row) => finding === 'matches'),
    { finding: 'matches', lines: 2, amount: '2720.00' },
  );
  t.is(sheetAmount, '10870.50');
});

test('what matches can be booked as the sheet says, and then nothing of it is held', async (t) => {
  const one = await deliver(desk.couriers.silent);
  const { lines } = await compare([{ code: one.code, amount: '1360' }]);
  await desk.staff('record_parcel_payout', { parcel_id: lines[0].parcelId, amount: lines[0].amount });
  t.is((await compare([{ code: one.code, amount: '1360' }])).lines[0].finding, 'already_paid');
});
