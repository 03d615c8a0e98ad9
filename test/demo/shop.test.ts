// What people and checks from outside may rely on in the demo: its companies, keys and names, and that every machine
// loads the same goods, people and orders.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { catalogs } from '../../db/demo/catalog.ts';
import { planOrders } from '../../db/demo/orders.ts';
import { demoDay, openDemoShop } from '../helpers/shops/demo-shop.ts';

const now = demoDay;
const { db, directory, close } = await openDemoShop();
test.after.always(close);

test('demo.json names two companies with their stores, keys and staff', (t) => {
  const demo = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'));
  const names = (rows: Record<string, string>[], column = 'name') => rows.map((row) => row[column]);
  const [haat, rival] = demo.companies;
  t.deepEqual(names(demo.companies), ['Haat Demo', 'Rival']);
  t.deepEqual(
    demo.staff.map(({ role, company_id }: Record<string, string>) => [role, company_id]),
    [
      ['owner', haat.id],
      ['agent', haat.id],
      ['owner', rival.id],
      ['agent', rival.id],
    ],
  );
  t.deepEqual(Object.keys(haat.keys), [
    ...['company_full', 'store_full', 'store_1_full', 'store_read', 'store_none', 'revoked', 'expired'],
  ]);
  t.deepEqual(Object.keys(rival.keys), ['company_full', 'store_full', 'store_read']);
  t.deepEqual(haat.keys.store_none.scopes, []);
  t.is(haat.keys.store_full.scopes.length, 23);
  t.true(haat.keys.store_read.scopes.every((scope: string) => scope.endsWith(':read')));
  t.deepEqual(names(haat.stores), ['Haat Bazar', 'Haat Kitchen']);
  t.deepEqual(names(haat.locations, 'code'), ['DHK', 'CTG']);
  t.deepEqual(
    haat.couriers.map(({ reports_pickups }: { reports_pickups: boolean }) => reports_pickups),
    [true, false],
  );
  for (const store of [...haat.stores, ...rival.stores]) {
    t.is(store.timezone, 'Asia/Dhaka');
    t.deepEqual(names(store.payment_methods), ['Cash on delivery', 'bKash', 'Bank transfer']);
    t.deepEqual(store.coupons, [
      { code: 'TEN', type: 'percent', value: '10.00' },
      { code: 'FLAT100', type: 'fixed', value: '100.00' },
      { code: 'SHIPFREE', type: 'free_shipping', value: '0.00' },
      { code: 'EXPIRED', type: 'percent', value: '25.00' },
    ]);
  }
});

test('a company as large as promised stands in the database', async (t) => {
  const count = async (text: string) => (await db.admin.query(`select (${text})::int as n`)).rows[0].n;
  const haat = `(select id from app.companies where name = 'Haat Demo')`;
  const of = (table: string) => count(`select count(*) from app.${table} where company_id = ${haat}`);
  t.deepEqual(
    { products: await of('products'), variants: await of('variants'), customers: await of('customers') },
    { products: 76, variants: 262, customers: 45 },
  );
  const { rows } = await db.admin.query(
    `select status, count(*)::int as orders from app.orders where company_id = ${haat}
       and created_at between $1::timestamptz - interval '61 days' and $1 group by status order by status`,
    [now],
  );
  t.deepEqual(Object.fromEntries(rows.map(({ status, orders }) => [status, orders])), {
    ...{ cancelled: 12, confirmed: 12, delivered: 102, failed_delivery: 4, follow_up: 10, hold: 5 },
    ...{ in_transit: 13, pending: 18, processing: 10, ready_to_ship: 8, returned: 11, spam: 5 },
  });
});

test('the same goods and the same orders come out on every machine', (t) => {
  const bazar = catalogs[0]!.products.find(({ slug }) => slug === 'half-silk-batik-saree')!;
  t.deepEqual(
    bazar.variants.map(({ columns, stock }) => [columns.sku, columns.barcode, columns.discount_price, stock]),
    [
      ['SAR-BTK-IND', '2000000500010', 1850, { DHK: 90, CTG: 17 }],
      ['SAR-BTK-RUS', '2000000500027', 1850, { DHK: 65 }],
    ],
  );
  const plans = planOrders(now);
  const [first] = plans;
  t.deepEqual(
    [first?.store, first?.placedAt.toISOString(), first?.total, first?.lines],
    [
      'haat-kitchen',
      '2026-07-03T10:16:48.675Z',
      3830,
      [
        { sku: 'POT-PRS-3L', quantity: 1 },
        { sku: 'RIC-NAZ-25KG', quantity: 1 },
      ],
    ],
  );
  const count = (has: (plan: (typeof plans)[number]) => unknown) => plans.filter(has).length;
  t.deepEqual(
    {
      orders: plans.length,
      taka: plans.reduce((sum, plan) => sum + Math.round(plan.total * 100), 0) / 100,
      coupons: count((plan) => plan.coupon),
      advances: count((plan) => plan.upfront),
      parcels: count((plan) => plan.parcel),
      collections: count((plan) => plan.collection),
      refunds: count((plan) => plan.refund),
    },
    { orders: 210, taka: 725_731.7, coupons: 35, advances: 34, parcels: 134, collections: 82, refunds: 5 },
  );
});
