// Sales summary and top products: who may ask, what is refused, what every figure counts.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { answersAs } from '../helpers/documents.ts';
import { openDesk } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';
import { Till } from '../helpers/shops/sales.ts';

let db: TestDatabase;

test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const ask = (key: TestKey, operation: string, input: object = {}) =>
  callGate(db.as('haat_gateway'), key, operation, input, { bucket: 'read', scopes: ['reports:read'] });
const summary = async (shop: TestShop, input: object = {}) => {
  const { outcome, result } = await ask(shop.storeKey, 'get_sales_summary', input);
  if (outcome.sqlstate !== null) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
  return result;
};
const top = async (shop: TestShop, input: object = {}) => {
  const { outcome, result } = await ask(shop.storeKey, 'get_top_products', input);
  if (outcome.sqlstate !== null) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
  return result;
};
const noon = (day: string) => new Date(`${day}T06:00:00Z`);
const may = { from: '2026-05-01', to: '2026-05-31' };

test('a store outside the key is 404, a company key must name its store', async (t) => {
  const shop = await createShop(db.admin);
  const rival = await createShop(db.admin);
  for (const operation of ['get_sales_summary', 'get_top_products']) {
    const answers = [
      await ask(shop.storeKey, operation, { store_id: shop.stores[1].id }),
      await ask(shop.storeKey, operation, { store_id: rival.stores[0].id }),
      await ask(shop.companyKey, operation, { store_id: rival.stores[0].id }),
    ];
    for (const { outcome, result } of answers) {
      t.is(outcome.sqlstate, 'HT100', operation);
      t.is(result, null);
    }
    const { outcome } = await ask(shop.companyKey, operation);
    t.like(outcome, { sqlstate: 'HT008', fields: { store_id: ['is required with a company key'] } });
    t.is((await ask(shop.companyKey, operation, { store_id: shop.stores[1].id })).outcome.sqlstate, null);
  }
});

test('no rival ever stands in a report, rollups and cache included', async (t) => {
  const shop = await createShop(db.admin);
  const rival = await createShop(db.admin);
  for (const one of [shop, rival]) {
    const goods = await stockVariant(db.admin, one, { sku: 'SAREE' });
    const order = await new Till(db.admin, one).sell({
      lines: [{ ...goods, quantity: 1, unitPrice: 100 }],
      deliveredAt: noon('2026-05-10'),
      dueAmount: 100,
    });
    t.truthy(order.id);
  }
  for (const fold of [false, true]) {
    if (fold) await db.as('haat_worker').query('select internal.fold_sales_changes()');
    await db.admin.query('delete from app.report_cache');
    for (const one of [shop, rival]) {
      t.like(await summary(one, may), { orders: 1, gross_sales: '100.00' });
      t.is((await summary(one, may)).cod_outstanding.orders, 1);
      t.is((await top(one, may)).data.length, 1);
    }
  }
  const { rows } = await db.admin.query(
    `select count(*)::int as n from app.report_cache where company_id in ($1, $2)`,
    [shop.companyId, rival.companyId],
  );
  t.is(rows[0].n, 4, 'an answer a store and report, under its own tenant');
});

test('a key without reports:read is refused', async (t) => {
  const shop = await createShop(db.admin);
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['orders:write'] });
  t.is((await ask(key, 'get_sales_summary')).outcome.sqlstate, 'HT004');
});

test('top products and the comparison need Advanced Reports; the summary does not', async (t) => {
  const shop = await createShop(db.admin, { advanced_reports: false });
  t.is((await ask(shop.storeKey, 'get_top_products')).outcome.sqlstate, 'HT010');
  t.is((await ask(shop.storeKey, 'get_sales_summary', { compare: 'previous_period' })).outcome.sqlstate, 'HT010');
  t.is((await ask(shop.storeKey, 'get_sales_summary')).outcome.sqlstate, null);
  // What the caller can mend comes first.
  t.is((await ask(shop.companyKey, 'get_top_products')).outcome.sqlstate, 'HT008');
  t.is((await ask(shop.storeKey, 'get_top_products', { store_id: shop.companyId })).outcome.sqlstate, 'HT100');
  // A cached answer is no way round the plan.
  await db.admin.query('update app.plans set advanced_reports = true where id = $1', [shop.planId]);
  t.is((await ask(shop.storeKey, 'get_top_products')).outcome.sqlstate, null);
  await db.admin.query('update app.plans set advanced_reports = false where id = $1', [shop.planId]);
  t.is((await ask(shop.storeKey, 'get_top_products')).outcome.sqlstate, 'HT010');
});

test('an empty store answers zeros', async (t) => {
  const shop = await createShop(db.admin);
  const document = await summary(shop, { ...may, compare: 'previous_period' });
  answersAs(t, 'get_sales_summary', document);
  const zeros = {
    orders: 0,
    gross_sales: '0.00',
    net_sales: '0.00',
    net_revenue: '0.00',
    average_order_value: '0.00',
    money_received: '0.00',
  };
  t.like(document, { ...may, ...zeros, channel: null, time_zone: 'Asia/Dhaka', store_id: shop.stores[0].id });
  t.deepEqual(document.previous_period, { from: '2026-03-31', to: '2026-04-30', ...zeros });
  t.like(document.cod_outstanding, { orders: 0, amount: '0.00', with_courier: { orders: 0, amount: '0.00' } });
  const ranking = await top(shop, may);
  answersAs(t, 'get_top_products', ranking);
  t.deepEqual(ranking.data, []);
});

test('sales count what was delivered in the window and kept, at the price after discounts', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const saree = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  const lungi = await stockVariant(db.admin, shop, { sku: 'LUNGI' });
  const sold = await till.sell({
    lines: [
      { ...saree, quantity: 3, unitPrice: 100, discountAmount: 10 },
      { ...lungi, quantity: 2, unitPrice: 50.5 },
    ],
    deliveredAt: noon('2026-05-10'),
    shippingCharge: 60,
    taxAmount: 15,
  });
  // Neither delivered, nor in the window.
  await till.sell({ lines: [{ ...saree, quantity: 1, unitPrice: 999 }] });
  await till.sell({ lines: [{ ...saree, quantity: 1, unitPrice: 999 }], deliveredAt: noon('2026-06-01') });
  const document = await summary(shop, may);
  answersAs(t, 'get_sales_summary', document);
  t.like(document, {
    orders: 1,
    gross_sales: '401.00',
    net_sales: '391.00',
    net_revenue: '451.00',
    average_order_value: '391.00',
    basis: { sales: 'delivered', money_received: 'settled', cod_outstanding: 'as_of_today' },
  });
  t.false('previous_period' in document);

  // A third of 290.00 comes back: 96.67 stay out of the sales of the delivery's day, whenever the return was.
  await db.admin.query('update app.order_items set returned_quantity = 1 where id = $1', [sold.lineIds[0]]);
  await db.admin.query('delete from app.report_cache');
  t.like(await summary(shop, may), { orders: 1, gross_sales: '401.00', net_sales: '294.33', net_revenue: '354.33' });
  const ranking = await top(shop, may);
  answersAs(t, 'get_top_products', ranking);
  t.deepEqual(ranking.data, [
    {
      product_id: saree.productId,
      variant_id: saree.variantId,
      product_name: 'Product SAREE',
      variant_name: 'SAREE',
      sku: 'SAREE',
      units_sold: 3,
      units_returned: 1,
      revenue: '193.33',
    },
    {
      product_id: lungi.productId,
      variant_id: lungi.variantId,
      product_name: 'Product LUNGI',
      variant_name: 'LUNGI',
      sku: 'LUNGI',
      units_sold: 2,
      units_returned: 0,
      revenue: '101.00',
    },
  ]);
});

test('what was refused at the door is not sold, and an order that came back whole still counts as delivered', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  const other = await stockVariant(db.admin, shop, { sku: 'REFUSED' });
  await till.sell({
    lines: [
      { ...goods, quantity: 4, unitPrice: 100, deliveredQuantity: 1 },
      { ...other, quantity: 1, unitPrice: 70, deliveredQuantity: 0 },
    ],
    deliveredAt: noon('2026-05-10'),
  });
  await till.sell({
    lines: [{ ...goods, quantity: 2, unitPrice: 100, returnedQuantity: 2 }],
    status: 'returned',
    deliveredAt: noon('2026-05-11'),
    shippingCharge: 60,
  });
  t.like(await summary(shop, may), {
    orders: 2,
    gross_sales: '670.00',
    net_sales: '100.00',
    net_revenue: '160.00',
    average_order_value: '50.00',
  });
  t.like(await top(shop, may), { data: [{ sku: 'SAREE', units_sold: 3, units_returned: 2, revenue: '100.00' }] });
});

test('money received is what was settled in the window less refunds; voided and pending money is none', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  const order = await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice: 1000 }], status: 'cancelled' });
  await till.pay(order.id, 700, noon('2026-05-02'));
  const mistake = await till.pay(order.id, 50, noon('2026-05-03'));
  await till.pay(order.id, 40, null);
  await till.pay(order.id, 9, noon('2026-06-02'));
  await till.pay(order.id, 120.25, noon('2026-05-31'), 'refund');
  t.is((await summary(shop, may)).money_received, '629.75', 'kept although the order was cancelled');
  await db.admin.query(`update app.payments set status = 'voided', voided_at = settled_at where id = $1`, [mistake]);
  await db.admin.query('delete from app.report_cache');
  t.is((await summary(shop, may)).money_received, '579.75');
  await till.pay(order.id, 100, noon('2026-07-05'), 'refund');
  const july = await summary(shop, { from: '2026-07-01', to: '2026-07-31' });
  t.is(july.money_received, '-100.00', 'a month may give back more than it got');
  answersAs(t, 'get_sales_summary', july);
});

test('cash on delivery outstanding is as of today, by where the order is', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  const statuses = [
    'pending',
    'follow_up',
    'hold',
    'confirmed',
    'processing',
    'ready_to_ship',
    'in_transit',
    'failed_delivery',
    'delivered',
  ];
  for (const [i, status] of statuses.entries())
    await till.sell({
      lines: [{ ...goods, quantity: 1, unitPrice: 100 }],
      status,
      dueAmount: 10 + i,
      deliveredAt: status === 'delivered' ? noon('2025-01-01') : null,
    });
  await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice: 100 }], status: 'pending', dueAmount: 0 });
  // Closed orders owe nothing; a row that says otherwise is no reason to report it.
  for (const status of ['cancelled', 'spam', 'returned'])
    await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice: 100 }], status, dueAmount: 5 });
  const { cod_outstanding: owed } = await summary(shop, may);
  t.like(owed, {
    orders: 9,
    amount: '126.00',
    not_shipped: { orders: 6, amount: '75.00' },
    with_courier: { orders: 2, amount: '33.00' },
    delivered_unpaid: { orders: 1, amount: '18.00' },
  });
  t.true(Math.abs(Date.parse(owed.as_of) - Date.now()) < 60_000);
});

test('a channel narrows the sales and takes the cash figures away', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  for (const [channel, unitPrice, day] of [
    ['manual', 100, '2026-05-10'],
    ['storefront', 30, '2026-05-11'],
    ['storefront', 20, '2026-04-11'],
  ] as const) {
    const order = await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice }], channel, deliveredAt: noon(day) });
    await till.pay(order.id, unitPrice, noon(day));
  }
  const document = await summary(shop, { ...may, channel: 'storefront', compare: 'previous_period' });
  answersAs(t, 'get_sales_summary', document);
  t.like(document, {
    channel: 'storefront',
    orders: 1,
    gross_sales: '30.00',
    money_received: null,
    cod_outstanding: null,
  });
  t.like(document.previous_period, { orders: 1, gross_sales: '20.00', money_received: null });
  const unknown = await summary(shop, { ...may, channel: 'no-such-channel' });
  t.like(unknown, { channel: 'no-such-channel', orders: 0, gross_sales: '0.00', money_received: null });
});

test('the ranking is by revenue, then units kept, and cut to the limit', async (t) => {
  const shop = await createShop(db.admin);
  const till = new Till(db.admin, shop);
  const skus = Array.from({ length: 12 }, (_, i) => `S${i}`);
  for (const [i, sku] of skus.entries()) {
    const goods = await stockVariant(db.admin, shop, { sku });
    await till.sell({
      lines: [{ ...goods, quantity: i + 1, unitPrice: i < 2 ? 60 / (i + 1) : 10 }],
      deliveredAt: noon('2026-05-05'),
    });
  }
  const order = ['S11', 'S10', 'S9', 'S8', 'S7', 'S6', 'S5', 'S1', 'S0', 'S4', 'S3', 'S2'];
  const rankingOf = async (input: object) => (await top(shop, input)).data.map((row: { sku: string }) => row.sku);
  t.deepEqual(await rankingOf(may), order.slice(0, 10));
  t.deepEqual(await rankingOf({ ...may, limit: 50 }), order);
  t.deepEqual(await rankingOf({ ...may, limit: 1 }), ['S11']);
});

test('the procedures of orders and money leave the figures the reports show', async (t) => {
  const shop = await createShop(db.admin);
  for (const sku of ['SOAP', 'OIL']) await stockVariant(db.admin, shop, { sku, quantity: 100, price: 100 });
  const desk = await openDesk(db, shop);
  const goods = [
    { sku: 'SOAP', quantity: 3 },
    { sku: 'OIL', quantity: 1, unit_price: 50 },
  ];
  const shipped = async () => {
    const order = await desk.place(goods, { shipping_charge: 60, tax_amount: 5 });
    await desk.move(order.id, 'confirmed');
    const parcel = await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers.silent });
    const line = (sku: string) => order.items.find((item: { sku: string }) => item.sku === sku).id as string;
    return { order, parcel, line };
  };
  // One delivered and later returned in part, one of which a part was refused at the door, one under way, one new.
  const whole = await shipped();
  await desk.staff('record_parcel_delivered', { parcel_id: whole.parcel.id, collected_amount: 415 });
  const back = await desk.staff('create_return', {
    order_id: whole.order.id,
    lines: [{ order_item_id: whole.line('SOAP'), quantity: 1 }],
  });
  await desk.staff('receive_return', { return_id: back.id });
  const part = await shipped();
  await desk.staff('record_partial_delivery', {
    parcel_id: part.parcel.id,
    kept: [{ order_item_id: part.line('SOAP'), quantity: 2 }],
    collected_amount: 265,
  });
  const away = await shipped();
  const fresh = await desk.place(goods, { shipping_charge: 60, tax_amount: 5 });
  await desk.ask('record_order_payment', {
    id: fresh.id,
    payment_method_id: shop.stores[0].paymentMethods.cod,
    amount: 100,
  });

  const document = await summary(shop, { period: 'last_7_days' });
  t.like(document, {
    orders: 2,
    gross_sales: '700.00',
    net_sales: '450.00',
    net_revenue: '570.00',
    average_order_value: '225.00',
  });
  const { rows } = await db.admin.query(
    `select sum(amount * case kind when 'payment' then 1 else -1 end)::text as received from app.payments where store_id = $1 and status = 'settled'`,
    [shop.stores[0].id],
  );
  t.is(document.money_received, rows[0].received);
  t.is(document.cod_outstanding.with_courier.amount, (await desk.order(away.order.id)).due_amount);
  t.is(document.cod_outstanding.not_shipped.amount, '315.00');
  t.like(await top(shop, { period: 'today' }), {
    data: [
      { sku: 'SOAP', units_sold: 5, units_returned: 1, revenue: '400.00' },
      { sku: 'OIL', units_sold: 1, units_returned: 0, revenue: '50.00' },
    ],
  });
  const { rows: problems } = await db
    .as('haat_dba')
    .query('select * from ledger.check_sales_rollups where company_id = $1', [shop.companyId]);
  t.deepEqual(problems, []);
});
