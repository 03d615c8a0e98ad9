// What couriers have agreed to charge: who sets and sees it, what it comes to, and what a payout makes of it.
import test from 'ava';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { runs } from '../helpers/long.ts';
import { refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { createShop } from '../helpers/shop.ts';
import { book, db, desk, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
});
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await admin?.stop();
  await db?.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const dhaka = { name: 'Dhaka', places: ['Dhaka'], deliveryCharge: '60', codPercent: '1', returnCharge: '30' };
const elsewhere = { name: 'Elsewhere', places: [], deliveryCharge: '120', includedGrams: 1000, perKgCharge: '20' };

const setRates = `mutation ($courierId: UUID!, $rates: [AgreedRateInput]!, $seen: Datetime) {
  setCourierRates(input: { courierId: $courierId, rates: $rates, expectedUpdatedAt: $seen }) {
    courierRate { rates updatedAt }
  }
}`;
const set = async (courierId: string, rates: object[], more: { seen?: string; token?: string } = {}): Promise<Row> => {
  const { token = await signInAs(db, desk.shop.companyId, ['settings.manage']), seen } = more;
  return (await admin.ask(token, setRates, { courierId, rates, seen })).setCourierRates.courierRate;
};
let couriers = 0;
/** A courier of its own for a test, since its rates are one table. */
const newCourier = async (rates: object[] = []) => {
  const name = `Courier ${++couriers}`;
  const sql = 'insert into app.couriers (company_id, name, reports_pickups) values ($1, $2, true) returning id';
  const { id } = (await db.admin.query(sql, [desk.shop.companyId, name])).rows[0];
  if (rates.length > 0) await set(id, rates);
  return id as string;
};
const sendBy = async (courier: string, more: { advance?: number; weight_grams?: number } = {}) => {
  const order = await place(more);
  const parcel = (await book(order.id, courier, { weight_grams: more.weight_grams })).id as string;
  await desk.staff('record_parcel_pickup', { parcel_id: parcel });
  return { parcel, code: (await desk.order(order.id)).number as string };
};
const delivered = async (courier: string, collected_amount = 1360, more = {}) => {
  const sent = await sendBy(courier, more);
  await desk.staff('record_parcel_delivered', { parcel_id: sent.parcel, collected_amount });
  return sent;
};
const cameBack = async (courier: string) => {
  const sent = await sendBy(courier);
  await desk.staff('request_parcel_return', { parcel_id: sent.parcel, reason: 'Refused' });
  return sent;
};
const record = (courier_id: string, lines: object[], more = {}): Promise<Row> =>
  desk.staff('record_payout', { store_id: desk.shop.stores[0].id, courier_id, lines, ...more });
const chargesOf = async (payoutId: string) =>
  (
    await db.admin.query(
      `select kind, amount::text, agreed_amount::text as agreed from app.courier_charges where payout_id = $1 order by id`,
      [payoutId],
    )
  ).rows.map(({ kind, amount, agreed }) => `${kind} ${amount} of ${agreed}`);

test('rates are set by those who change settings, seen by those who see charges, and are told by the journal', async (t) => {
  const courierId = await newCourier();
  const asked = { courierId, rates: [elsewhere] };
  for (const permissions of [['orders.manage'], ['payments.manage', 'costs.read']] as const)
    t.is(await admin.refusal(await signInAs(db, desk.shop.companyId, [...permissions]), setRates, asked), 'FORBIDDEN');
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  t.is(await admin.refusal(stranger, setRates, asked), 'NOT_FOUND');
  const first = await set(courierId, [dhaka, elsewhere]);
  t.deepEqual(first.rates[1], {
    ...{ name: 'Elsewhere', places: [], delivery_charge: '120.00', included_grams: 1000, per_kg_charge: '20.00' },
    ...{ cod_percent: '0.00', return_charge: '0.00' },
  });
  t.deepEqual(await set(courierId, [dhaka, elsewhere]), first, 'the same again is no change');
  const later = await set(courierId, [elsewhere], { seen: first.updatedAt });
  await t.throwsAsync(set(courierId, [dhaka, elsewhere], { seen: first.updatedAt }));
  t.deepEqual((await set(courierId, [], { seen: later.updatedAt })).rates, []);
  const read = 'query ($id: UUID!) { courier(id: $id) { name courierRate { rates } } }';
  for (const [permission, sees] of [
    ...[['orders.manage', false] as const, ['customers.read', false] as const],
    ...[['settings.manage', true] as const, ['payments.manage', true] as const, ['costs.read', true] as const],
  ]) {
    const token = await signInAs(db, desk.shop.companyId, [permission]);
    t.is((await admin.ask(token, read, { id: courierId })).courier.courierRate !== null, sees, permission);
  }
  const { rows } = await db.admin.query(
    `select action, before -> 'rates' -> 0 ->> 'name' as before, after -> 'rates' -> 0 ->> 'name' as after
     from app.changes where record_type = 'courier_rate' and record_id = $1 order by id`,
    [courierId],
  );
  t.deepEqual(rows, [
    { action: 'insert', before: null, after: 'Dhaka' },
    { action: 'update', before: 'Dhaka', after: 'Elsewhere' },
    { action: 'update', before: 'Elsewhere', after: null },
  ]);
});

test('rates that would be ambiguous or are none are refused at their field', async (t) => {
  const courierId = await newCourier();
  for (const rates of [
    [dhaka],
    [elsewhere, { ...elsewhere, name: 'Again' }],
    [elsewhere, dhaka, { ...dhaka, places: ['dhaka '] }],
    [{ ...elsewhere, deliveryCharge: '-1' }],
    [{ ...elsewhere, codPercent: '100.01' }],
    [{ ...elsewhere, codPercent: '0.001' }],
    [{ ...elsewhere, includedGrams: -1 }],
    [{ ...elsewhere, name: ' ' }],
  ]) {
    const token = await signInAs(db, desk.shop.companyId, ['settings.manage']);
    t.is(await admin.refusal(token, setRates, { courierId, rates }), 'VALIDATION_ERROR', JSON.stringify(rates));
  }
});

test('what a payout does not state is charged as agreed, what it states wins, and both stand side by side', async (t) => {
  const courier = await newCourier([dhaka, { ...elsewhere, codPercent: '1.5', returnCharge: '40' }]);
  const [plain, heavy, stated, none, one, back] = [
    await delivered(courier),
    await delivered(courier, 1000.5, { weight_grams: 2001 }),
    await delivered(courier),
    await delivered(courier),
    await delivered(courier),
    await cameBack(courier),
  ];
  const lines = [
    { code: plain.code, collected_amount: 1360 },
    { code: heavy.code, collected_amount: 1000.5 },
    { code: stated.code, collected_amount: 1360, delivery_charge: 150, cod_charge: 0 },
    { code: none.code, collected_amount: 1360, charged_amount: 0 },
    { code: one.code, collected_amount: 1360, charged_amount: 130 },
    { code: back.code, collected_amount: 0 },
  ];
  const transferred_amount = 1360 - 140.4 + (1000.5 - 175.01) + (1360 - 150) + 1360 + (1360 - 130) - 160;
  const short = await refusalOf(record(courier, lines, { transferred_amount: transferred_amount + 0.01 }));
  t.deepEqual(short.fields, {
    transferred_amount: ['must be 5685.09, what is collected less the charges: it differs by 0.01'],
  });
  const { id, amount } = await record(courier, lines, { transferred_amount });
  t.is(amount, '5685.09');
  t.deepEqual(await chargesOf(id), [
    'cod 20.40 of 20.40',
    'delivery 120.00 of 120.00',
    'cod 15.01 of 15.01',
    'delivery 160.00 of 160.00',
    'delivery 150.00 of 120.00',
    'other 130.00 of 140.40',
    'delivery 120.00 of 120.00',
    'return 40.00 of 40.00',
  ]);
});

test('nothing is added to what came in, nor to a parcel on its way, and no delivery is charged twice', async (t) => {
  const courier = await newCourier([{ ...elsewhere, codPercent: '1' }]);
  const [net, twice] = [await delivered(courier), await delivered(courier)];
  const road = await sendBy(courier);
  const refusal = await refusalOf(record(courier, [{ code: road.code, collected_amount: 0 }]));
  t.deepEqual(refusal.fields, { 'lines.0': ['has neither cash nor a charge'] });
  const first = await record(courier, [
    { code: net.code, amount: 1200 },
    { code: twice.code, collected_amount: 1000 },
  ]);
  t.deepEqual(await chargesOf(first.id), ['cod 10.00 of 10.00', 'delivery 120.00 of 120.00']);
  const second = await record(courier, [{ code: twice.code, collected_amount: 360 }]);
  t.deepEqual(await chargesOf(second.id), ['cod 3.60 of 3.60']);
  const payment = await desk.staff('record_parcel_payout', { parcel_id: net.parcel, charged_amount: 100 });
  t.deepEqual(await chargesOf(payment.payout_id), ['other 100.00 of 121.60']);
});

test('what was charged in one sum is not added again by its kinds, and above all kinds nothing was agreed', async (t) => {
  const courier = await newCourier([{ ...elsewhere, codPercent: '1', returnCharge: '40' }]);
  const [part, kinds, back] = [await delivered(courier), await delivered(courier), await cameBack(courier)];
  const first = await record(courier, [
    { code: part.code, collected_amount: 1000, charged_amount: 130 },
    {
      code: kinds.code,
      collected_amount: 1360,
      delivery_charge: 120,
      cod_charge: 13.6,
      return_charge: 0,
      charged_amount: 5,
    },
    { code: back.code, collected_amount: 0, charged_amount: 160 },
  ]);
  t.deepEqual(await chargesOf(first.id), [
    'other 130.00 of 130.00',
    'cod 13.60 of 13.60',
    'delivery 120.00 of 120.00',
    'other 5.00 of 0.00',
    'other 160.00 of 160.00',
  ]);
  const again = await refusalOf(record(courier, [{ code: back.code, collected_amount: 0 }]));
  t.deepEqual(again.fields, { 'lines.0': ['has neither cash nor a charge'] });
  const rest = await record(courier, [{ code: part.code, collected_amount: 360 }], { transferred_amount: 356.4 });
  t.deepEqual(await chargesOf(rest.id), ['cod 3.60 of 3.60']);
  await desk.staff('void_payment', {
    payment_id: (
      await db.admin.query('select id from app.payments where payout_id = $1 and parcel_id = $2', [
        first.id,
        part.parcel,
      ])
    ).rows[0].id,
    reason: 'By mistake',
  });
  const anew = await record(courier, [{ code: part.code, collected_amount: 1000 }]);
  t.deepEqual(
    await chargesOf(anew.id),
    ['cod 10.00 of 10.00', 'delivery 120.00 of 120.00'],
    'what is voided was not charged',
  );
});

test('the return of a parcel whose pickup was not recorded is charged only where the payout states it', async (t) => {
  const courier = desk.couriers.silent;
  await set(courier, [{ ...elsewhere, returnCharge: '40' }]);
  const order = await place();
  const parcel = await book(order.id, courier, { tracking_code: 'SILENT-1' });
  await desk.staff('request_parcel_return', { parcel_id: parcel.id, reason: 'Refused' });
  const line = { code: 'SILENT-1', collected_amount: 0 };
  t.deepEqual(Object.keys((await refusalOf(record(courier, [line]))).fields), ['lines.0']);
  const { id } = await record(courier, [{ ...line, return_charge: 55 }]);
  t.deepEqual(await chargesOf(id), ['return 55.00 of 40.00']);
});

const poisha = (most: number) => fc.integer({ min: 0, max: most });
const rate = fc.record({
  ...{ delivery: poisha(50_000), included: fc.integer({ min: 0, max: 3000 }), perKg: poisha(9_999) },
  ...{ percent: fc.integer({ min: 0, max: 10_000 }), back: poisha(50_000) },
});
const parcel = fc.record({
  ...{ weight: fc.option(fc.integer({ min: 1, max: 9_000 })), settled: poisha(10_000_000) },
  ending: fc.constantFrom('picked_up', 'delivered', 'return_requested', 'received'),
});

test('what is agreed is what the guide says, half-up to the poisha', async (t) => {
  const cases = fc.sample(fc.tuple(rate, parcel), runs(400));
  const { rows } = await db.admin.query(
    `select c.n, internal.agreed_charges(jsonb_build_array(jsonb_build_object('name', 'All', 'places', '[]'::jsonb,
         'delivery_charge', c.r ->> 'd', 'included_grams', (c.r ->> 'i')::integer, 'per_kg_charge', c.r ->> 'k',
         'cod_percent', c.r ->> 'p', 'return_charge', c.r ->> 'b')),
       jsonb_populate_record(null::app.parcels, c.r), null, (c.r ->> 's')::numeric) as agreed
     from jsonb_array_elements($1::jsonb) with ordinality as c (r, n) order by c.n`,
    [
      JSON.stringify(
        cases.map(([one, { weight, settled, ending }]) => ({
          ...{ d: (one.delivery / 100).toFixed(2), i: one.included, k: (one.perKg / 100).toFixed(2) },
          ...{ p: (one.percent / 100).toFixed(2), b: (one.back / 100).toFixed(2), s: (settled / 100).toFixed(2) },
          ...{ weight_grams: weight, status: ending, delivered_at: ending === 'delivered' ? '2026-01-01' : null },
        })),
      ),
    ],
  );
  for (const [n, [one, { weight, settled, ending }]] of cases.entries()) {
    const kilograms = Math.ceil(Math.max(0, (weight ?? 0) - one.included) / 1000);
    const isBack = ending === 'return_requested' || ending === 'received';
    const expected = {
      delivery: isBack || ending === 'delivered' ? one.delivery + one.perKg * kilograms : 0,
      cod: Number((BigInt(settled) * BigInt(one.percent) * 2n + 10_000n) / 20_000n),
      return: isBack ? one.back : 0,
    };
    const found = Object.entries(rows[n].agreed).map(([kind, amount]) => [kind, Math.round(Number(amount) * 100)]);
    t.deepEqual(Object.fromEntries(found), expected, JSON.stringify(cases[n]));
  }
});

test('whatever is collected, stated and agreed, the payout comes to what is collected less what is charged', async (t) => {
  t.timeout(120_000);
  const optional = fc.option(
    poisha(20_000).map((n) => n / 100),
    { nil: undefined },
  );
  const line = fc.record({
    ...{ collected: fc.integer({ min: 1, max: 136_000 }), settled: fc.integer({ min: 1, max: 100 }) },
    stated: fc.record({ delivery_charge: optional, cod_charge: optional, charged_amount: optional }),
  });
  await fc.assert(
    fc.asyncProperty(rate, fc.array(line, { minLength: 1, maxLength: 3 }), async (agreed, wanted) => {
      const money = (n: number) => (n / 100).toFixed(2);
      const courier = await newCourier([
        {
          ...{ name: 'All', places: [], deliveryCharge: money(agreed.delivery), codPercent: money(agreed.percent) },
          ...{ includedGrams: agreed.included, perKgCharge: money(agreed.perKg), returnCharge: money(agreed.back) },
        },
      ]);
      const lines: Row[] = [];
      let expected = 0;
      for (const { collected, settled, stated } of wanted) {
        const part = Math.max(1, Math.floor((collected * settled) / 100));
        const { code } = await delivered(courier, collected / 100);
        lines.push({ code, collected_amount: part / 100, ...stated });
        const isAdded = stated.charged_amount === undefined;
        const cod = Number((BigInt(part) * BigInt(agreed.percent) * 2n + 10_000n) / 20_000n);
        const poishaOf = (amount: number | undefined, otherwise: number) =>
          amount === undefined ? (isAdded ? otherwise : 0) : Math.round(amount * 100);
        expected += part - poishaOf(stated.charged_amount, 0);
        expected -= poishaOf(stated.delivery_charge, agreed.delivery) + poishaOf(stated.cod_charge, cod);
      }
      const { amount } = await record(courier, lines, { transferred_amount: expected / 100 });
      t.is(Math.round(Number(amount) * 100), expected);
    }),
    { numRuns: runs(12), includeErrorInReport: true },
  );
});

test('what an order earned, less what was charged for it, is shown to those who may see costs', async (t) => {
  const courier = await newCourier([{ ...elsewhere, codPercent: '1' }]);
  const { code } = await delivered(courier);
  await record(courier, [{ code, collected_amount: 1360 }]);
  const question =
    'query ($number: String!) { orders(filter: { number: { equalTo: $number } }) { nodes { profit { salesAmount chargedAmount profitAmount } } } }';
  const seenBy = async (permission: 'costs.read' | 'payments.manage') => {
    const token = await signInAs(db, desk.shop.companyId, [permission]);
    return (await admin.ask(token, question, { number: code })).orders.nodes;
  };
  t.deepEqual(await seenBy('payments.manage'), [{ profit: null }]);
  t.like((await seenBy('costs.read'))[0].profit, { salesAmount: '1360.00', chargedAmount: '133.60' });
});

test('a sheet that is compared shows what may be charged for each parcel', async (t) => {
  const courier = await newCourier([{ ...elsewhere, codPercent: '1' }]);
  const { code } = await delivered(courier);
  const other = await send();
  const token = await signInAs(db, desk.shop.companyId, ['payments.manage']);
  const question = `query ($courierId: UUID!, $lines: [PayoutLineInput!]!) {
    comparePayout(courierId: $courierId, lines: $lines) { lines { finding agreedAmount storeId } }
  }`;
  const lines = [{ code }, { code, amount: '1000' }, { code: (await desk.order(other.id)).number }, { code: 'NONE' }];
  const { comparePayout } = await admin.ask(token, question, { courierId: courier, lines });
  t.deepEqual(
    comparePayout.lines.map((line: Row) => line.agreedAmount),
    ['133.60', '130.00', '0.00', null],
  );
  t.deepEqual(
    comparePayout.lines.map((line: Row) => line.storeId),
    [...Array(3).fill(desk.shop.stores[0].id), null],
  );
});
