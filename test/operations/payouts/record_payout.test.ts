import { randomUUID } from 'node:crypto';
import test from 'ava';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makeDelivered, makeParcel } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, eventsOf, house, openSoundApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openSoundApiShop);
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await closeApiShop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

testCommonRules('record_payout', house, {
  async sound(maker) {
    const { order, parcel } = await makeDelivered(maker);
    return { courier_id: parcel.courier.id, lines: [{ code: order.number, amount: 190, charged_amount: 10 }] };
  },
  wrong: [
    [{ courier_id: undefined }, 'courier_id'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ code: 'x', amount: 0 }] }, 'lines.0.amount'],
    [{ lines: [{ code: 'x' }] }, 'lines.0.amount'],
    [{ lines: [{ code: 'x', amount: 10, collected_amount: 10 }] }, 'lines.0.amount'],
    [{ lines: [{ code: 'x', collected_amount: 10, cod_charge: -1 }] }, 'lines.0.cod_charge'],
    [{ other_charges: [{ amount: 0, note: 'x' }] }, 'other_charges.0.amount'],
    [{ other_charges: [{ amount: 5 }] }, 'other_charges.0.note'],
    [{ transferred_amount: 1 }, 'transferred_amount'],
    [{ received_at: 'yesterday' }, 'received_at'],
  ],
});

const record = (body: object) => send('POST', '/payouts', body, { headers: { 'idempotency-key': randomUUID() } });

test('a payout with a line that does not fit is refused whole, and each such line is named', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const { order: other } = await makeParcel(maker);
  const courier_id = parcel.courier.id;
  const lines = [
    { code: order.number, amount: 100 },
    { code: order.number, amount: 100 },
    { code: other.number, amount: 1 },
    { code: 'nothing of ours', amount: 1 },
  ];
  const { status, body } = await record({ courier_id, lines });
  t.is(status, 409);
  t.deepEqual(body.error.fields, {
    'lines.1': ['names the parcel of an earlier line'],
    'lines.2': ['is no parcel of this courier'],
    'lines.3': ['names no parcel: a tracking code or an order number is needed'],
  });
  const more = await record({ courier_id, lines: [{ code: order.number, amount: 195, charged_amount: 6 }] });
  t.deepEqual(more.body.error.fields, {
    'lines.0': ['comes with its charge to more than the 200.00 that the courier holds'],
  });
  t.is((await send('GET', `/parcels/${parcel.id}`)).body.held_amount, '200.00');
});

test('the orders of many parcels are paid at once, and the payout adds up to the transfer', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const courier_id = parcel.courier.id;
  const second = await makeConfirmedOrder(maker);
  const sent = await maker.make('book_parcel', { id: second.id, courier_id, tracking_code: 'PX-55' });
  await maker.make('record_parcel_pickup', { id: sent.id });
  await maker.make('record_parcel_delivered', { id: sent.id, collected_amount: 200 });
  const lines = [
    { code: order.number, amount: 185.5, charged_amount: 14.5 },
    { code: 'px-55', amount: 100 },
  ];
  const { status, body } = await record({ courier_id, lines, reference: 'PX week 47' });
  t.is(status, 201);
  t.like(body, { amount: '285.50', charged_amount: '14.50', reference: 'PX week 47', courier: { id: courier_id } });
  t.deepEqual(
    body.lines.map((line: Record<string, unknown>) => [line.parcel_id, line.order_id, line.amount]),
    [
      [parcel.id, order.id, '185.50'],
      [sent.id, second.id, '100.00'],
    ],
  );
  t.deepEqual(await eventsOf(body.id), ['payout.recorded']);
  t.like((await send('GET', `/orders/${order.id}`)).body, { payment_status: 'paid', held_by_courier_amount: '0.00' });
  t.like((await send('GET', `/parcels/${sent.id}`)).body, { paid_out_amount: '100.00', held_amount: '100.00' });
  t.like((await send('GET', `/payments/${body.lines[0].payment_id}`)).body, { source: 'courier', note: 'PX week 47' });
  const again = await record({ courier_id, lines });
  t.deepEqual(Object.keys(again.body.error.fields), ['lines.0'], 'nothing is held of the first any more');
});

test('of sheets that come at once, in whatever order of their lines, one is recorded', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const courier_id = parcel.courier.id;
  const codes = [order.number];
  for (let n = 0; n < 2; n++) {
    const more = await makeConfirmedOrder(maker);
    const { id } = await maker.make('book_parcel', { id: more.id, courier_id });
    await maker.make('record_parcel_pickup', { id });
    await maker.make('record_parcel_delivered', { id, collected_amount: 200 });
    codes.push(more.number);
  }
  const sheet = (list: string[]) => ({ courier_id, lines: list.map((code) => ({ code, amount: 150 })) });
  const answers = await Promise.all(
    [codes, codes.toReversed(), codes, codes.toReversed()].map((list) => record(sheet(list))),
  );
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409]);
  for (const { body } of answers.filter(({ status }) => status === 409))
    t.deepEqual(Object.keys(body.error.fields), ['lines.0', 'lines.1', 'lines.2']);
  const { data } = (await send('GET', `/parcels?courier_id=${courier_id}`)).body;
  t.deepEqual(
    data.map(({ held_amount }: { held_amount: string }) => held_amount),
    ['50.00', '50.00', '50.00'],
  );
});

test('a code that comes to mean the parcel of an order that was not locked is refused', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const courier_id = parcel.courier.id;
  const { id } = await makeConfirmedOrder(maker);
  const later = await maker.make('book_parcel', { id, courier_id });
  await maker.make('record_parcel_pickup', { id: later.id });
  const code = `PX-${order.number}`;
  const setCode = 'update app.parcels set tracking_code = $2 where id = $1';
  await db.admin.query(setCode, [parcel.id, code]);
  const holder = await db.admin.connect();
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query('select from app.orders where id = $1 for update', [order.id]);
  const answer = record({ courier_id, lines: [{ code, collected_amount: 0, delivery_charge: 60 }] });
  const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
  while ((await db.admin.query(waiting, [rows[0].pid])).rowCount === 0);
  await holder.query(setCode, [parcel.id, null]);
  await holder.query(setCode, [later.id, code]);
  await holder.query('commit');
  holder.release();
  const { status, body } = await answer;
  t.is(status, 409);
  t.deepEqual(body.error.fields, { 'lines.0': ['names several parcels: use the order number'] });
});

test('a payout with charges comes to the transfer to the poisha, or is refused with the difference', async (t) => {
  const maker = own();
  const { order, parcel } = await makeDelivered(maker);
  const courier_id = parcel.courier.id;
  const sendOne = async (reports: [string, object][]) => {
    const { id, number } = await makeConfirmedOrder(maker);
    const sent = await maker.make('book_parcel', { id, courier_id });
    for (const [operation, input] of reports) await maker.make(operation, { id: sent.id, ...input });
    return { number, id: sent.id };
  };
  const pickedUp: [string, object] = ['record_parcel_pickup', {}];
  const poor = await sendOne([pickedUp, ['record_parcel_delivered', { collected_amount: 50 }]]);
  const back = await sendOne([pickedUp, ['request_parcel_return', { reason: 'Refused' }]]);
  const waiting = await sendOne([]);
  const lines: object[] = [
    { code: order.number, collected_amount: 200, delivery_charge: 60, cod_charge: 2.01 },
    { code: poor.number, collected_amount: 50, delivery_charge: 60 },
    { code: back.number, collected_amount: 0, delivery_charge: 0, return_charge: 30 },
  ];
  const other_charges = [
    { amount: 12.5, note: 'Packing' },
    { amount: -5, note: 'Credit of week 46' },
  ];
  const body = { courier_id, lines, other_charges };
  const bad = await record({
    ...body,
    lines: [...lines, { code: waiting.number, collected_amount: 0, delivery_charge: 60 }],
  });
  t.deepEqual(bad.body.error.fields, {
    'lines.3': ['was not handed over to its courier, which has nothing to charge for it'],
  });
  const none = await record({ ...body, lines: [{ code: back.number, collected_amount: 0 }] });
  t.deepEqual(none.body.error.fields, { 'lines.0': ['has neither cash nor a charge'] });
  const short = await record({ ...body, transferred_amount: 90.5 });
  t.is(short.status, 422);
  t.deepEqual(short.body.error.fields, {
    transferred_amount: ['must be 90.49, what is collected less the charges: it differs by 0.01'],
  });
  t.is((await send('GET', `/parcels/${parcel.id}`)).body.held_amount, '200.00', 'nothing is written');
  const done = await record({ ...body, transferred_amount: 90.49 });
  t.is(done.status, 201);
  t.like(done.body, { collected_amount: '250.00', charged_amount: '159.51', amount: '90.49' });
  t.deepEqual(
    done.body.lines.map((line: Record<string, unknown>) => [line.parcel_id, line.amount, line.charged_amount]),
    [
      [parcel.id, '137.99', '62.01'],
      [poor.id, '50.00', '0.00'],
    ],
    'an order is paid by what was collected, whatever is charged',
  );
  t.deepEqual(
    done.body.charges.map((charge: Record<string, unknown>) => [charge.parcel_id, charge.kind, charge.amount]),
    [
      [null, 'other', '12.50'],
      [null, 'other', '-5.00'],
      [parcel.id, 'cod', '2.01'],
      [parcel.id, 'delivery', '60.00'],
      [poor.id, 'delivery', '60.00'],
      [back.id, 'return', '30.00'],
    ],
  );
  t.deepEqual((await send('GET', `/payouts/${done.body.id}`)).body, done.body);
  const again = await record({ courier_id, lines: [lines[2]] });
  t.deepEqual(again.body.error.fields, {
    'lines.0.return_charge': [
      'was charged in an earlier payout: a parcel is charged once for its delivery and its return',
    ],
  });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const charged = { code: back.number, collected_amount: 0, delivery_charge: 45 };
  const early = await record({ courier_id, lines: [charged], received_at: later });
  t.deepEqual(early.body.error.fields, { received_at: ['must not be in the future'] });
  const most = 9_999_999_999.99;
  const large = await record({ courier_id, lines: [{ ...charged, cod_charge: most, charged_amount: most }] });
  t.is(large.status, 422);
  t.deepEqual(large.body.error.fields, {
    lines: ['what they settle, what they are charged, and the difference may each be at most 9999999999.99'],
  });
  const owed = await record({ courier_id, lines: [{ code: back.number, collected_amount: 0, delivery_charge: 45 }] });
  t.like(owed.body, { collected_amount: '0.00', charged_amount: '45.00', amount: '-45.00', lines: [] });
});
