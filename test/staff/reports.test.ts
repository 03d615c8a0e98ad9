// Reports in the admin's GraphQL: the figures of REST's reports and of the ledger, for staff who may see them.
import test from 'ava';
import { openDesk } from '../helpers/orders.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { db, desk, line, openParcelShop, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Row = any;

let admin: StaffDesk;
let owner: string;
let other: TestShop;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
  other = await createShop(db.admin);
  const kept = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: kept.parcel });
  const back = await send();
  await desk.staff('record_parcel_delivered', { parcel_id: back.parcel });
  const { id: return_id } = await desk.staff('create_return', { order_id: back.id, lines: [line(back.items[0], 1)] });
  await desk.staff('receive_return', { return_id });
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const ofStore = async (token: string, fields: string, storeId = desk.shop.stores[0].id): Promise<Row> =>
  (await admin.ask(token, `query ($id: UUID!) { store(id: $id) { ${fields} } }`, { id: storeId })).store;
const report = async (operation: string, input = {}): Promise<Row> =>
  (await callGate(db.as('haat_gateway'), desk.shop.storeKey, operation, input)).result;

const value = 'stockValue { nodes { location variants units value } }';
const top = 'topProducts { nodes { rank variantId productName sku unitsSold unitsReturned revenue } }';

test('the worth of the stock is for those who may see costs: others see none of it', async (t) => {
  const agent = await signInAs(db, desk.shop.companyId, ['inventory.manage', 'orders.manage']);
  t.deepEqual(await ofStore(agent, value), { stockValue: { nodes: [] } });
  const accountant = await signInAs(db, desk.shop.companyId, ['costs.read']);
  t.is((await ofStore(accountant, value)).stockValue.nodes.length, 1);
});

test('profits are for those who may see costs, and every grouping adds up to the same', async (t) => {
  const fields = 'nodes { key name orders units salesAmount refundedAmount costAmount chargedAmount profitAmount }';
  const agent = await signInAs(db, desk.shop.companyId, ['orders.manage', 'payments.manage', 'customers.read']);
  t.deepEqual(await ofStore(agent, `profit { ${fields} }`), { profit: { nodes: [] } });
  const accountant = await signInAs(db, desk.shop.companyId, ['costs.read']);
  const groupings = ['product', 'courier', 'district', 'channel', 'agent'];
  const asked = groupings.map((by) => `${by}: profit(groupBy: ${by}) { ${fields} }`).join(' ');
  const { all, ...groups } = await ofStore(accountant, `all: profit { ${fields} } ${asked}`);
  const [total] = all.nodes;
  t.like(total, { key: null, name: null, orders: 3, units: 6, refundedAmount: '500.00', chargedAmount: '0.00' });
  for (const by of groupings) {
    const { nodes } = groups[by];
    const sum = (field: string) => nodes.reduce((so: number, node: Row) => so + Number(node[field]), 0).toFixed(2);
    for (const field of ['salesAmount', 'refundedAmount', 'costAmount', 'profitAmount'])
      t.is(sum(field), total[field], `${field} by ${by}`);
    t.is(sum('units'), '6.00', by);
  }
  t.is(groups.product.nodes.length, 6);
  t.true(groups.product.nodes.every(({ name }: Row) => name.startsWith('Product ')));
  t.deepEqual(
    groups.agent.nodes.map(({ key }: Row) => key !== null),
    [true],
  );
});

test('calls by who recorded them are those of the report of the API', async (t) => {
  const calls =
    'callFigures { nodes { actorType actorId name calls orders confirmedOrders confirmedShare callsPerConfirmation confirmed noAnswer refused } }';
  const agent = await signInAs(db, other.companyId, ['orders.manage']);
  t.is(await ofStore(agent, calls), null);
  const storeId = other.stores[0].id;
  t.deepEqual((await ofStore(agent, calls, storeId)).callFigures.nodes, []);
  const called = await openDesk(db, other);
  await stockVariant(db.admin, other, { sku: 'SOAP', quantity: 10, price: 10 });
  const { id } = await called.place([{ sku: 'SOAP', quantity: 1 }]);
  for (const outcome of ['no_answer', 'confirmed']) await called.staff('record_call', { order_id: id, outcome });
  await called.ask('record_call', { id, outcome: 'refused' });
  const { total, agents } = (await callGate(db.as('haat_gateway'), other.storeKey, 'get_calls_report', {})).result;
  const row = (actor: Row, { outcomes, ...figures }: Row) => ({
    ...{ actorType: actor?.type ?? null, actorId: actor?.id ?? null, name: actor?.name ?? null },
    ...{ calls: figures.calls, orders: figures.orders, confirmedOrders: figures.confirmed_orders },
    ...{ confirmedShare: figures.confirmed_share, callsPerConfirmation: figures.calls_per_confirmation },
    ...{ confirmed: outcomes.confirmed, noAnswer: outcomes.no_answer, refused: outcomes.refused },
  });
  const { callFigures } = await ofStore(agent, calls, storeId);
  t.deepEqual(
    callFigures.nodes.map((node: Row) => ({ ...node })),
    [row(null, total), ...agents.map(({ actor, figures }: Row) => row(actor, figures))],
  );
  t.like(callFigures.nodes[0], { calls: 3, orders: 1, callsPerConfirmation: '3.00', refused: 1 });
  t.is(agents.length, 2);
});

test('staff of another company have no reports of the store', async (t) => {
  const stranger = await signInAs(db, other.companyId, 'owner');
  t.is(await ofStore(stranger, `${value} ${top} salesDays { orders } previousSales { orders }`), null);
});

test('the worth of the stock is what the ledger says', async (t) => {
  const { rows } = await db.admin.query(
    `select location, levels as variants, on_hand::text as units, stock_value as value from ledger.stock_value
     where store_id = $1 order by location`,
    [desk.shop.stores[0].id],
  );
  const { stockValue } = await ofStore(owner, value);
  t.deepEqual(
    stockValue.nodes.map((node: Row) => ({ ...node })),
    rows.map((row) => ({ ...row, variants: Number(row.variants) })),
  );
});

test('the best products are those of the report of the API', async (t) => {
  const { data } = await report('get_top_products');
  t.true(data.length > 2);
  const { topProducts } = await ofStore(owner, top);
  t.deepEqual(
    topProducts.nodes.map(({ rank, ...node }: Row) => ({ ...node })),
    data.map((row: Row) => ({
      variantId: row.variant_id,
      productName: row.product_name,
      sku: row.sku,
      unitsSold: row.units_sold,
      unitsReturned: row.units_returned,
      revenue: row.revenue,
    })),
  );
  t.deepEqual(
    topProducts.nodes.map(({ rank }: Row) => rank),
    data.map((_: Row, index: number) => index + 1),
  );
});

test('a window is compared with as many days before it, as the API compares', async (t) => {
  const { previous_period: before } = await report('get_sales_summary', { compare: 'previous_period' });
  const { previousSales } = await ofStore(owner, 'previousSales { from to orders netSales }');
  t.deepEqual(
    { ...previousSales },
    { from: before.from, to: before.to, orders: before.orders, netSales: before.net_sales },
  );
});

test('the days of a window add up to its summary', async (t) => {
  const { from, to, orders, net_sales } = await report('get_sales_summary');
  const { salesDays } = await ofStore(owner, 'salesDays { day orders netSales }');
  t.deepEqual([salesDays[0].day, salesDays.at(-1).day], [from, to]);
  const sum = (field: string) => salesDays.reduce((total: number, day: Row) => total + Number(day[field]), 0);
  t.deepEqual([sum('orders'), sum('netSales').toFixed(2)], [orders, net_sales]);
  t.true(orders > 0);
});

test('a window of more than 366 days is refused', async (t) => {
  const tooLong =
    'query ($id: UUID!) { store(id: $id) { salesDays(from: "2020-01-01", to: "2026-01-01") { orders } } }';
  t.is(await admin.refusal(owner, tooLong, { id: desk.shop.stores[0].id }), 'VALIDATION_ERROR');
});

test('a plan without such reports has no comparison and no best products; its sales it has', async (t) => {
  const plain = await createShop(db.admin, { advanced_reports: false });
  const token = await signInAs(db, plain.companyId, 'owner');
  const id = plain.stores[0].id;
  for (const fields of ['topProducts { nodes { rank } }', 'previousSales { orders }']) {
    const code = await admin.refusal(token, `query ($id: UUID!) { store(id: $id) { ${fields} } }`, { id });
    t.is(code, 'PLAN_FEATURE_REQUIRED', fields);
  }
  t.is((await ofStore(token, 'salesSummary { orders }', id)).salesSummary.orders, 0);
});

test.serial('a line of an order on the road says what its parcel still holds', async (t) => {
  const { id, items, parcel } = await send();
  const outstanding = async () =>
    (
      await admin.ask(
        owner,
        'query ($id: UUID!) { order(id: $id) { orderItems(orderBy: [LINE_ASC]) { nodes { outstanding } } } }',
        { id },
      )
    ).order.orderItems.nodes.map((node: Row) => node.outstanding);
  t.deepEqual(await outstanding(), [2, 1]);
  await desk.staff('receive_parcel', { parcel_id: parcel, lines: [line(items[0], 1, { condition: 'damaged' })] });
  t.deepEqual(await outstanding(), [1, 1]);
});
