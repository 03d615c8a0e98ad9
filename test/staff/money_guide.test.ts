// The worked examples of the guide: what each row says happens is done, and the order shows the amounts of that row.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { refusalOf } from '../helpers/orders.ts';
import { book, db, desk, line, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';

test.before(openParcelShop);
test.after.always(async () => {
  const broken = await findBrokenSoFar(db.admin);
  await db.drop();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const guide = fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/money-of-an-order.md'), 'utf8');

/** An example of the guide: its title, the names of its columns and its rows. */
const examples = guide
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const [title = '', ...lines] = section.split('\n');
    const [columns, , ...rows] = lines
      .filter((text) => text.startsWith('|'))
      .map((text) =>
        text
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    return columns ? [{ title, columns: columns.slice(1), rows }] : [];
  });
const ofOrders = examples.filter(({ columns }) => columns.includes('payment_status'));

const number = (text: string) => Number(text.replaceAll(',', ''));

/** The order of an example. */
type Example = Awaited<ReturnType<typeof place>> & { parcel?: string; returned?: string };

/** The sentences of the guide, and what is done for each. The captured amounts and quantities come as numbers. */
const acts: [RegExp, (order: Example, ...given: number[]) => Promise<unknown>][] = [
  [/^parcel booked$/, async (order) => (order.parcel = (await book(order.id, desk.couriers.silent)).id)],
  [
    /^parcel booked and picked up$/,
    async (order) => {
      order.parcel = (await book(order.id, desk.couriers.reporting)).id;
      await desk.staff('record_parcel_pickup', { parcel_id: order.parcel });
    },
  ],
  [
    /^delivered, ([\d,.]+) collected$/,
    ({ parcel }, collected_amount) => desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount }),
  ],
  [
    /^(\d) and (\d) kept, ([\d,.]+) collected$/,
    ({ parcel, items }, first, second, collected_amount) =>
      desk.staff('record_partial_delivery', {
        parcel_id: parcel,
        kept: [line(items[0], first!), line(items[1], second!)],
        collected_amount,
      }),
  ],
  [
    /^courier pays out ([\d,.]+)$/,
    ({ parcel }, amount) => desk.staff('record_parcel_payout', { parcel_id: parcel, amount }),
  ],
  [
    /^courier pays out, less a charge of ([\d,.]+)$/,
    ({ parcel }, charged_amount) => desk.staff('record_parcel_payout', { parcel_id: parcel, charged_amount }),
  ],
  [/^parcel received$/, ({ parcel }) => desk.staff('receive_parcel', { parcel_id: parcel })],
  [
    /^return of (\d) and (\d) asked for$/,
    async (order, ...quantities) => {
      const lines = quantities.map((quantity, index) => line(order.items[index], quantity));
      const asked = { order_id: order.id, lines: lines.filter(({ quantity }) => quantity > 0) };
      order.returned = (await desk.staff('create_return', asked)).id;
    },
  ],
  [/^return received$/, ({ returned }) => desk.staff('receive_return', { return_id: returned })],
  [/^([\d,.]+) refunded$/, ({ id }, amount) => desk.staff('record_refund', { order_id: id, amount })],
  [/^order returned$/, ({ id }) => desk.move(id, 'returned')],
  [/^order cancelled$/, ({ id }) => desk.move(id, 'cancelled')],
];

async function happens(what: string, order: Example): Promise<void> {
  const [sentence, act] = acts.find(([pattern]) => pattern.test(what))!;
  await act(order, ...sentence.exec(what)!.slice(1).map(number));
}

test('the guide has six examples', (t) => {
  t.is(ofOrders.length, 6);
});

for (const { title, columns, rows } of ofOrders) {
  test(`money of an order: ${title}`, async (t) => {
    let order: Example | undefined;
    for (const [what = '', ...expected] of rows) {
      const [isFirst, advance] = /^order created(?:, ([\d,.]+) paid)?$/.exec(what) ?? [];
      if (isFirst) order = await place({ advance: advance ? number(advance) : undefined });
      else await happens(what, order!);
      const shown = await desk.ask('get_order', { id: order!.id });
      const amounts = columns.map(
        (column) => shown[column] ?? shown[`${column === 'held' ? 'held_by_courier' : column}_amount`],
      );
      t.deepEqual(amounts, expected, what);
      const [total, paid, due, held, returned, waived, toRefund] = amounts.map((text) =>
        Math.round(Number(text) * 100),
      );
      t.is(
        total! - returned! - waived!,
        paid! + held! + Math.max(due! - held!, 0) - toRefund!,
        `the identity after: ${what}`,
      );
    }
  });
}

/** What a line of the payout in the guide is about, and the parcel that is made for it. */
const parcels: [RegExp, () => Promise<string>][] = [
  [
    /^delivered, ([\d,.]+) collected$/,
    async () => {
      const { parcel } = await send();
      await desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount: 1360 });
      return parcel;
    },
  ],
  [
    /^paid in advance, and delivered$/,
    async () => {
      const { parcel } = await send({ advance: 1360 });
      await desk.staff('record_parcel_delivered', { parcel_id: parcel });
      return parcel;
    },
  ],
  [
    /^refused at the door$/,
    async () => {
      const { parcel } = await send();
      await desk.staff('request_parcel_return', { parcel_id: parcel, reason: 'Refused' });
      return parcel;
    },
  ],
];

test('the payout with charges comes to what the guide says, line by line', async (t) => {
  const { columns, rows } = examples.find(({ title }) => title === 'What the courier charges')!;
  t.deepEqual(columns, ['collected', 'delivery', 'cod', 'return', 'other', 'comes to']);
  const transfer = rows.pop()!;
  const lines: object[] = [];
  const other_charges = [];
  for (const [what = '', ...amounts] of rows) {
    const [collected, delivery, cod, back, other, comesTo] = amounts.map(Number);
    t.is(comesTo!.toFixed(2), (collected! - delivery! - cod! - back! - other!).toFixed(2), what);
    const make = parcels.find(([pattern]) => pattern.test(what))?.[1];
    if (!make) other_charges.push({ amount: other, note: what });
    else {
      const code: string = `GUIDE-${lines.length}`;
      await db.admin.query('update app.parcels set tracking_code = $2 where id = $1', [await make(), code]);
      const charges = { delivery_charge: delivery, cod_charge: cod, return_charge: back };
      lines.push({ code, collected_amount: collected, ...charges });
    }
  }
  const asked = { store_id: desk.shop.stores[0].id, courier_id: desk.couriers.reporting, lines, other_charges };
  const [collected, ...charges] = transfer.slice(1, -1).map(Number);
  const wrong = { ...asked, transferred_amount: Number(transfer.at(-1)) + 0.01 };
  t.deepEqual((await refusalOf(desk.staff('record_payout', wrong))).fields, {
    transferred_amount: [`must be ${transfer.at(-1)}, what is collected less the charges: it differs by 0.01`],
  });
  const { id } = await desk.staff('record_payout', { ...asked, transferred_amount: Number(transfer.at(-1)) });
  const { rows: sums } = await db.admin.query(
    `select p.amount::text, p.charged_amount::text, (
       select json_object_agg(k.kind, k.amount::text) from (
         select c.kind, sum(c.amount) as amount from app.courier_charges c where c.payout_id = p.id group by c.kind) k
     ) as kinds
     from app.payouts p where p.id = $1`,
    [id],
  );
  t.deepEqual(sums, [
    {
      amount: transfer.at(-1),
      charged_amount: charges.reduce((sum, charge) => sum + charge, 0).toFixed(2),
      kinds: Object.fromEntries(
        ['delivery', 'cod', 'return', 'other'].map((kind, n) => [kind, charges[n]!.toFixed(2)]),
      ),
    },
  ]);
  t.is((Number(sums[0].amount) + Number(sums[0].charged_amount)).toFixed(2), collected!.toFixed(2));
});

test('what was agreed comes to what the guide says', async (t) => {
  const { columns, rows } = examples.find(({ title }) => title === 'What was agreed')!;
  t.deepEqual(columns, ['delivery', 'cod', 'return']);
  const rates = [
    {
      ...{ name: 'All', places: [], delivery_charge: '60.00', included_grams: 1000, per_kg_charge: '20.00' },
      ...{ cod_percent: '1.00', return_charge: '30.00' },
    },
  ];
  for (const [what = '', ...expected] of rows) {
    const [, grams, collected] = /^(?:([\d,]+) grams|not weighed), (?:delivered, ([\d,.]+) collected|.*)$/.exec(what)!;
    const parcel = {
      weight_grams: grams ? number(grams) : null,
      delivered_at: collected ? '2026-11-01' : null,
      status: collected ? 'delivered' : what.endsWith('refused at the door') ? 'return_requested' : 'picked_up',
    };
    const { rows: found } = await db.admin.query(
      `select array(select to_char((a.agreed ->> k.kind)::numeric, 'FM990.00') from unnest($4::text[]) k (kind)) as amounts
       from internal.agreed_charges($1, jsonb_populate_record(null::app.parcels, $2), null, $3) a (agreed)`,
      [JSON.stringify(rates), JSON.stringify(parcel), collected ? number(collected) : 0, columns],
    );
    t.deepEqual(found[0].amounts, expected, what);
  }
});

test('a payment of a payout that is voided takes its charges back', async (t) => {
  const { id, parcel } = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount: 1360 });
  const payment = await desk.staff('record_parcel_payout', { parcel_id: parcel, charged_amount: 60 });
  await desk.staff('void_payment', { payment_id: payment.id, reason: 'Of another parcel' });
  const { rows } = await db.admin.query(
    'select kind, amount::text, reverses_id is not null as reverses from app.courier_charges where parcel_id = $1 order by id',
    [parcel],
  );
  t.deepEqual(rows, [
    { kind: 'other', amount: '60.00', reverses: false },
    { kind: 'other', amount: '-60.00', reverses: true },
  ]);
  t.like(await desk.order(id), { paid_amount: '0.00', held_by_courier_amount: '1360.00' });
});

test('an order earns what the guide says', async (t) => {
  const { columns, rows } = examples.find(({ title }) => title === 'What an order earns')!;
  for (const [what = '', ...expected] of rows) {
    const { id, items, parcel } = await send();
    const code = (await desk.order(id)).number;
    const [how, charged, second] = what.split(', ') as [string, string, string?];
    const charge = Number(charged.replace('charged ', ''));
    if (how === 'refused at the door')
      await desk.staff('request_parcel_return', { parcel_id: parcel, reason: 'Refused' });
    else await desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount: 1360 });
    const kinds = how === 'delivered' ? { delivery_charge: charge } : { return_charge: charge };
    await desk.staff('record_payout', {
      ...{ store_id: desk.shop.stores[0].id, courier_id: desk.couriers.reporting },
      lines: [{ code, collected_amount: how === 'delivered' ? 1360 : 0, ...kinds }],
    });
    if (second?.endsWith('as goodwill'))
      await desk.staff('record_refund', { order_id: id, amount: Number.parseFloat(second) });
    if (second?.endsWith('came back damaged')) {
      const lines = [line(items[0], 1, { condition: 'damaged' })];
      const asked = await desk.staff('create_return', { order_id: id, lines: [line(items[0], 1)] });
      await desk.staff('receive_return', { return_id: asked.id, lines });
    }
    const { rows: found } = await db.admin.query(
      `select sales_amount as sales, refunded_amount as refunds, cost_amount as cost, charged_amount as charges,
         damaged_amount as damages, profit_amount as profit from ledger.order_profit where order_id = $1`,
      [id],
    );
    t.deepEqual(
      columns.map((column) => found[0][column]),
      expected,
      what,
    );
  }
});

test('a charge that came without a payment is voided once, and the parcel may be charged anew', async (t) => {
  const { id, parcel } = await send();
  await desk.staff('request_parcel_return', { parcel_id: parcel, reason: 'Refused' });
  const asked = {
    ...{ store_id: desk.shop.stores[0].id, courier_id: desk.couriers.reporting },
    lines: [{ code: (await desk.order(id)).number, collected_amount: 0, return_charge: 300 }],
  };
  await desk.staff('record_payout', asked);
  const { rows } = await db.admin.query('select id from app.courier_charges where parcel_id = $1', [parcel]);
  const mistake = { charge_id: rows[0].id, reason: 'Ten times too much' };
  const earned = async () =>
    (await db.admin.query('select profit_amount from ledger.order_profit where order_id = $1', [id])).rows[0]
      .profit_amount;
  t.is(await earned(), '-300.00');
  const voids = await Promise.allSettled([1, 2].map(() => desk.staff('void_courier_charge', mistake)));
  t.deepEqual(voids.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  t.is(await earned(), '0.00');
  // Of a void the journal tells; what earlier versions wrote for the charge stands for it.
  const activity = `select action, before from internal.readable_activity_log
    where object_id in (select c.id from app.courier_charges c where $1 in (c.id, c.reverses_id))`;
  t.deepEqual((await db.admin.query(activity, [rows[0].id])).rows, [{ action: 'charge.voided', before: null }]);
  await db.admin.query(
    `insert into app.activity_log (company_id, store_id, actor_type, actor_name, action, object_type, object_id, before, request_id)
     select company_id, store_id, actor_type, actor_name, 'charge.voided', 'charge', $1::uuid, '{"old": true}', request_id
     from app.changes where record_type = 'courier_charge' and (after ->> 'reverses_id')::uuid = $1`,
    [rows[0].id],
  );
  t.deepEqual((await db.admin.query(activity, [rows[0].id])).rows, [
    { action: 'charge.voided', before: { old: true } },
  ]);
  await desk.staff('record_payout', { ...asked, lines: [{ ...asked.lines[0], return_charge: 30 }] });
  t.is(await earned(), '-30.00');
});

test('a charge that came with a payment is voided with it alone', async (t) => {
  const { parcel } = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: parcel, collected_amount: 1360 });
  await desk.staff('record_parcel_payout', { parcel_id: parcel, charged_amount: 60 });
  const { rows } = await db.admin.query('select id from app.courier_charges where parcel_id = $1', [parcel]);
  const refusal = await refusalOf(desk.staff('void_courier_charge', { charge_id: rows[0].id, reason: 'Wrong' }));
  t.deepEqual(refusal.fields, { charge_id: ['came with a payment: void the payment'] });
});
