// Reports about what became of orders, parcels and returns, and the statement for the accountant, against a model that
// counts the rows by itself.
import test from 'ava';
import { openDesk } from '../helpers/orders.ts';
import { callGate, createShop, stockVariant } from '../helpers/shop.ts';
import { book, db, desk, line, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
let owner: string;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
  const paid = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: paid.parcel, collected_amount: 1360 });
  const number = (await desk.order(paid.id)).number;
  await desk.staff('record_payout', {
    ...{ store_id: desk.shop.stores[0].id, courier_id: desk.couriers.reporting },
    lines: [{ code: number, collected_amount: 1360, delivery_charge: 70 }],
  });
  for (const [reason, condition] of [
    ['Too small', 'damaged'],
    ['too small ', 'sellable'],
    [undefined, 'sellable'],
  ]) {
    const order = await send({ advance: 100 });
    await desk.staff('record_parcel_delivered', { parcel_id: order.parcel });
    const lines = [line(order.items[0], 1)];
    const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines, reason });
    if (reason) await desk.staff('receive_return', { return_id, lines: [line(order.items[0], 1, { condition })] });
  }
  const whole = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: whole.parcel });
  const all = whole.items.map((item, n) => line(item, 2 - n));
  const { id: return_id } = await desk.staff('create_return', { order_id: whole.id, lines: all, reason: 'All back' });
  await desk.staff('receive_return', { return_id });
  const part = await send();
  await desk.staff('record_partial_delivery', { parcel_id: part.parcel, kept: [line(part.items[0], 1)] });
  for (const reason of ['Phone off', 'phone off', 'Refused']) {
    const order = await send();
    await desk.staff('record_delivery_failure', { parcel_id: order.parcel, reason });
    await desk.staff('request_parcel_return', { parcel_id: order.parcel });
    if (reason !== 'Refused') await desk.staff('receive_parcel', { parcel_id: order.parcel });
  }
  const lost = await send();
  await desk.staff('record_delivery_failure', { parcel_id: lost.parcel, reason: 'Not at home' });
  await desk.staff('request_parcel_return', { parcel_id: lost.parcel, reason: 'No such house' });
  // By the status route, which knows no parcel.
  const { id } = await send();
  await desk.ask('update_order_status', { id, status: 'returned', note: 'no such house' });
  await desk.move((await place()).id, 'cancelled');
  const wrong = await place();
  await desk.staff('cancel_parcel', { parcel_id: (await book(wrong.id, desk.couriers.reporting)).id });
  await place({ advance: 500 });
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const rowsOf = async (sql: string): Promise<Row[]> => (await db.admin.query(sql, [desk.shop.companyId])).rows;
const ask = async (fields: string, token = owner): Promise<Row> => admin.ask(token, `{ ${fields} }`);
const today = async () =>
  (await db.admin.query(`select (internal.now() at time zone 'Asia/Dhaka')::date::text as day`)).rows[0].day;
const sum = (rows: Row[], value: (row: Row) => unknown) =>
  rows.reduce((total, row) => total + Math.round(100 * Number(value(row))), 0);
const taka = (amount: number) => (amount / 100).toFixed(2);

test('staff of another company, and without a permission for what couriers charge, are shown none of it', async (t) => {
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  const storeId = desk.shop.stores[0].id;
  const fields = `orderFigures(storeId: "${storeId}") { nodes { orders } } courierFigures(storeId: "${storeId}") { nodes { parcels } }
    returnFigures(storeId: "${storeId}") { nodes { returns } } statement(storeId: "${storeId}")`;
  t.deepEqual(await ask(fields, stranger), {
    ...{ orderFigures: { nodes: [] }, courierFigures: { nodes: [] }, returnFigures: { nodes: [] } },
    statement: [],
  });
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  const seen = await ask('courierFigures { nodes { chargedAmount } } statement', agent);
  t.is(seen.statement, null);
  t.is(seen.courierFigures.nodes[0].chargedAmount, null);
});

test('orders by what they have in common are what the rows say, and every grouping adds up to the same', async (t) => {
  const figures = `nodes { key name orders cancelledOrders deliveredOrders returnedOrders openOrders deliveredShare units
    orderedAmount netAmount }`;
  const groupings = ['agent', 'channel', 'district', 'product', 'hour'];
  const { all, ...groups } = await ask(
    `all: orderFigures { ${figures} } ${groupings.map((by) => `${by}: orderFigures(groupBy: ${by}) { ${figures} }`).join(' ')}`,
  );
  const orders = await rowsOf('select * from app.orders where company_id = $1');
  const items = await rowsOf('select * from app.order_items where company_id = $1');
  const count = (of: (order: Row) => boolean) => orders.filter(of).length;
  const delivered = count(({ delivered_at }) => delivered_at !== null);
  const returned = count(({ status, delivered_at }) => status === 'returned' && delivered_at === null);
  const cancelled = count(({ cancelled_at }) => cancelled_at !== null);
  t.deepEqual([orders.length, delivered, returned, cancelled], [14, 6, 3, 1]);
  t.deepEqual(
    all.nodes.map((node: Row) => ({ ...node })),
    [
      {
        ...{ key: null, name: null, orders: orders.length, cancelledOrders: cancelled, deliveredOrders: delivered },
        ...{ returnedOrders: returned, openOrders: orders.length - cancelled - delivered - returned },
        ...{ deliveredShare: (delivered / (delivered + returned)).toFixed(4) },
        units: items.reduce((units, { quantity }) => units + quantity, 0),
        orderedAmount: taka(sum(items, ({ line_total }) => line_total)),
        netAmount: taka(
          sum(items, (i) => (Number(i.line_total) * (i.delivered_quantity - i.returned_quantity)) / i.quantity),
        ),
      },
    ],
  );
  for (const by of groupings) {
    const { nodes } = groups[by];
    for (const amount of ['orderedAmount', 'netAmount'])
      t.is(taka(sum(nodes, (node) => node[amount])), all.nodes[0][amount], `${amount} by ${by}`);
    // An order of two products counts for each.
    const times = by === 'product' ? 2 : 1;
    for (const name of ['orders', 'cancelledOrders', 'deliveredOrders', 'returnedOrders', 'openOrders'])
      t.is(sum(nodes, (node) => node[name]) / 100, times * all.nodes[0][name], `${name} by ${by}`);
    t.true(
      nodes.every((node: Row) => by === 'district' || node.name !== null),
      by,
    );
  }
});

test('parcels by courier and goods that came back by reason are what the rows say', async (t) => {
  const { courierFigures, returnFigures } = await ask(`courierFigures { nodes { name parcels deliveredParcels
    returnedParcels openParcels deliveredShare daysToDelivery collectedAmount chargedAmount } }
    returnFigures { nodes { wasDelivered reason returns receivedReturns units damagedUnits amount } }`);
  const parcels = await rowsOf(`select * from app.parcels where company_id = $1 and status <> 'cancelled'`);
  const charges = await rowsOf('select * from app.courier_charges where company_id = $1');
  const cash = await rowsOf(`select * from ledger.courier_cash where company_id = $1 and status <> 'cancelled'`);
  const delivered = parcels.filter(({ delivered_at }) => delivered_at).length;
  const returned = parcels.filter((parcel) => parcel.received_at && !parcel.delivered_at).length;
  t.deepEqual(
    courierFigures.nodes.map((node: Row) => ({ ...node })),
    [
      {
        ...{ name: 'Padma Express', parcels: parcels.length, deliveredParcels: delivered, returnedParcels: returned },
        ...{ openParcels: parcels.length - delivered - returned, daysToDelivery: '0.0' },
        deliveredShare: (delivered / (delivered + returned)).toFixed(4),
        collectedAmount: taka(sum(cash, ({ collected_amount }) => collected_amount ?? 0)),
        chargedAmount: taka(sum(charges, ({ amount }) => amount)),
      },
    ],
  );
  t.deepEqual([parcels.length, delivered, returned, charges.length], [11, 6, 2, 1]);
  const row = (wasDelivered: boolean, reason: string | null, ...figures: unknown[]) => [
    wasDelivered,
    reason,
    ...figures,
  ];
  t.deepEqual(
    returnFigures.nodes.map((n: Row) => [
      ...[n.wasDelivered, n.reason?.toLowerCase() ?? null, n.returns, n.receivedReturns],
      ...[n.units, n.damagedUnits, n.amount],
    ]),
    [
      row(true, 'too small', 2, 2, 2, 1, '1000.00'),
      row(false, 'no such house', 2, 0, 6, 0, '2600.00'),
      row(false, 'phone off', 2, 2, 6, 0, '2600.00'),
      row(true, 'all back', 1, 1, 3, 0, '1300.00'),
      row(true, null, 1, 0, 1, 0, '500.00'),
      row(false, 'refused', 1, 0, 3, 0, '1300.00'),
    ],
  );
});

test('what all stores earned and sold best is what each of them did, and is shown to those who may see it', async (t) => {
  const profits = 'nodes { orders units salesAmount refundedAmount costAmount profitAmount uncostedAmount }';
  const best = 'nodes { storeId variantId unitsSold unitsReturned revenue }';
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  t.deepEqual(await ask(`profitFigures { ${profits} }`, agent), { profitFigures: { nodes: [] } });
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  const of = (id: string) =>
    `profitFigures(storeId: "${id}") { ${profits} } bestProducts(storeId: "${id}") { ${best} }`;
  t.deepEqual(await ask(of(desk.shop.stores[0].id), stranger), {
    ...{ profitFigures: { nodes: [] }, bestProducts: { nodes: [] } },
  });
  const shop = await createShop(db.admin);
  const both = await openDesk(db, { ...shop, storeKey: shop.companyKey });
  for (const [store, sku, price, unit_cost] of [
    [0, 'SOAP', 100, 40],
    [1, 'LAMP', 900, 500],
    // Its cost was never said.
    [1, 'GIFT', 300, undefined],
  ] as const) {
    const storeId = shop.stores[store].id;
    const { variantId } = await stockVariant(db.admin, shop, { sku, price, storeId, quantity: 0 });
    const type = unit_cost ? 'purchase' : 'adjustment';
    const stocked = { variant_id: variantId, location_id: shop.locationId, quantity_change: 5, reason: 'first stock' };
    await both.ask('create_inventory_adjustment', { store_id: storeId, ...stocked, type, unit_cost });
    const order = await both.place([{ sku, quantity: 2 }], { store_id: storeId });
    await both.ask('update_order_status', { id: order.id, store_id: storeId, status: 'confirmed' });
    const { id: parcel_id } = await both.staff('book_parcel', { order_id: order.id, courier_id: both.couriers.silent });
    await both.staff('record_parcel_delivered', { parcel_id });
  }
  const token = await signInAs(db, shop.companyId, 'owner');
  const { nodes: profit } = (await ask(`profitFigures { ${profits} }`, token)).profitFigures;
  t.deepEqual(
    { ...profit[0] },
    {
      ...{ orders: 3, units: 6, salesAmount: '2600.00', refundedAmount: '0.00', costAmount: '1080.00' },
      ...{ profitAmount: '1520.00', uncostedAmount: '600.00' },
    },
  );
  const alone = await Promise.all(shop.stores.map(({ id }) => ask(of(id), token)));
  for (const amount of ['salesAmount', 'costAmount', 'profitAmount', 'uncostedAmount'])
    t.is(taka(sum(alone, (seen) => seen.profitFigures.nodes[0][amount])), profit[0][amount], amount);
  const { nodes: products } = (await ask(`bestProducts { ${best} }`, token)).bestProducts;
  t.deepEqual(
    products.map(({ revenue }: Row) => revenue),
    ['1800.00', '600.00', '200.00'],
  );
  t.deepEqual(products.slice(0, 2), alone[1].bestProducts.nodes);
  const summaries = await Promise.all(shop.stores.map(({ id }) => both.ask('get_sales_summary', { store_id: id })));
  t.is(taka(sum(products, ({ revenue }) => revenue)), taka(sum(summaries, ({ net_sales }) => net_sales)));
  t.deepEqual((await ask(`bestProducts(limit: 1) { ${best} }`, token)).bestProducts.nodes, [products[0]]);
  // Amounts of several currencies have no sum and no order.
  await both.staff('create_store', { name: 'Overseas', slug: 'overseas', currency_code: 'USD', currency_symbol: '$' });
  const mixed = await ask(`profitFigures { ${profits} } bestProducts { ${best} }`, token);
  t.is(mixed.profitFigures.nodes[0].profitAmount, null);
  t.deepEqual(mixed.bestProducts.nodes, []);
});

test('the statement of a month adds up to the figures of the reports, and is of 31 days at most', async (t) => {
  const { statement } = await ask('statement');
  const report = (await callGate(db.as('haat_gateway'), desk.shop.storeKey, 'get_sales_summary', {})).result;
  const of = (...kinds: string[]) => statement.filter(([, kind]: Row) => kinds.includes(kind));
  const [orders, money, charges] = [of('order'), of('payment', 'refund'), of('courier_charge')];
  t.deepEqual([orders.length, money.length, charges.length], [6, 5, 1]);
  const [goods, discount, notKept, shipping, amount] = [6, 7, 8, 9, 11];
  const total = (rows: Row[], ...columns: number[]) =>
    taka(columns.reduce((so, column) => so + sum(rows, (row) => row[column]), 0));
  t.is(total(orders, goods), report.gross_sales);
  t.is(total(orders, goods, discount, notKept), report.net_sales);
  t.is(total(orders, goods, discount, notKept, shipping), report.net_revenue);
  t.is(total(orders, amount), report.net_revenue);
  t.is(total(money, amount), report.money_received);
  t.deepEqual(charges[0].slice(1, 6), ['courier_charge', 'one', charges[0][3], null, 'Padma Express']);
  t.is(charges[0][amount], '-70.00');
  t.is(statement[0][0], await today());
  const tooLong = '{ statement(from: "2026-01-01", to: "2026-02-01") }';
  t.is(await admin.refusal(owner, tooLong), 'VALIDATION_ERROR');
});

test('amounts of stores with several currencies have no sum, also where all that counts is of one', async (t) => {
  const other = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, other.shop, { sku: 'ONE', quantity: 5, price: 300 });
  const order = await other.place([{ sku: 'ONE', quantity: 2 }]);
  await other.move(order.id, 'confirmed');
  const { id: parcel_id } = await other.staff('book_parcel', { order_id: order.id, courier_id: other.couriers.silent });
  await other.staff('record_parcel_delivered', { parcel_id });
  await other.staff('create_return', { order_id: order.id, lines: [line(order.items[0], 1)] });
  await other.staff('create_store', { name: 'Abroad', slug: 'abroad', currency_code: 'USD', currency_symbol: '$' });
  const token = await signInAs(db, other.shop.companyId, 'owner');
  const amountsOf = async (which: string) => {
    const seen = await ask(
      `orderFigures${which} { nodes { orderedAmount } } courierFigures${which} { nodes { collectedAmount chargedAmount } }
       returnFigures${which} { nodes { amount } }`,
      token,
    );
    return Object.values(seen).flatMap((list: Row) => list.nodes.flatMap((node: Row) => Object.values(node)));
  };
  t.deepEqual(await amountsOf(`(storeId: "${other.shop.stores[0].id}")`), ['600.00', '600.00', '0.00', '300.00']);
  t.deepEqual(await amountsOf(''), [null, null, null, null]);
});
