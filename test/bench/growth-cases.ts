// The calls of which the bench asks whether they grow with the shop.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { callGate } from '../helpers/shop.ts';
import { listCases } from './list-cases.ts';
import type { StandardShop } from './shops/index.ts';

export type GrowthCase = {
  label: string;
  kind: 'list' | 'record' | 'report' | 'staff' | 'write';
  /** The n-th call; what it needs beforehand is not measured. */
  run(client: pg.PoolClient, n: number): Promise<void>;
  prepare?(admin: pg.Pool): Promise<unknown>;
};

type Input = Record<string, unknown>;
const mostLines = 200;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

export async function growthCases(shop: StandardShop): Promise<GrowthCase[]> {
  const { admin } = shop;
  const ids = (await admin.query<Found>(found, [shop.shop.stores[0].id, shop.shop.locationId, mostLines])).rows[0]!;
  const gate = (
    kind: GrowthCase['kind'],
    label: string,
    operation: string,
    input: (n: number) => Input,
  ): GrowthCase => ({
    kind,
    label,
    async run(client, n) {
      const isWrite = kind === 'write';
      const { outcome } = await callGate(client as unknown as pg.Pool, shop.shop.storeKey, operation, input(n), {
        bucket: isWrite ? 'write' : 'read',
        ...(isWrite && { idempotencyKey: randomUUID() }),
      });
      if (outcome.sqlstate) throw new Error(`${label}: ${outcome.message} ${JSON.stringify(outcome.fields)}`);
    },
  });
  const lists = (await listCases(admin, shop.shop)).map(({ label, operation, input }) =>
    gate('list', label, operation, () => input),
  );
  const record = (operation: string, id: string) => gate('record', operation, operation, () => ({ id }));
  const records = [
    record('get_product', ids.product),
    record('get_order', ids.order),
    record('get_customer', ids.customer),
    record('get_category', ids.category),
    gate('record', 'get_variant by its SKU', 'get_variant', () => ({ identifier: ids.skus[0] })),
  ];
  return [
    ...lists,
    ...records,
    ...reportCases(gate),
    ...writeCases(gate, ids, shop.shop.locationId),
    ...staffCases(shop, ids),
  ];
}

type Gate = (kind: GrowthCase['kind'], label: string, operation: string, input: (n: number) => Input) => GrowthCase;

/** Never from the cache. */
function reportCases(gate: Gate): GrowthCase[] {
  const window = { from: daysAgo(366).slice(0, 10), to: daysAgo(1).slice(0, 10) };
  const prepare = (admin: pg.Pool) => admin.query('delete from app.report_cache');
  return [
    { ...gate('report', 'sales of a year', 'get_sales_summary', () => window), prepare },
    { ...gate('report', 'top products of a year', 'get_top_products', () => ({ ...window, limit: 50 })), prepare },
  ];
}

function writeCases(gate: Gate, { skus, order }: Found, location: string): GrowthCase[] {
  const orderOf = (lines: number) => (n: number) => ({
    customer: { phone: `0171${String(n % 1_000_000).padStart(7, '0')}`, full_name: 'Rahima Khatun' },
    items: Array.from({ length: lines }, (_, line) => ({ sku: skus[(n * 7 + line) % skus.length], quantity: 1 })),
  });
  return [
    ...[1, 20, mostLines].map((lines) =>
      gate('write', `create an order of ${lines} lines`, 'create_order', orderOf(lines)),
    ),
    gate('write', 'add to a stock', 'create_inventory_adjustment', (n) => ({
      sku: skus[n % skus.length],
      location_id: location,
      quantity_change: 1000,
      reason: 'received',
    })),
    gate('write', 'a note of an order', 'update_order', (n) => ({ id: order, note: `note ${n}` })),
    gate('write', 'a price', 'update_variant', (n) => ({ identifier: skus[n % skus.length], price: 500 + (n % 100) })),
  ];
}

/** As PostGraphile asks: inside the fence of a member of staff, in a transaction. */
function staffCases({ admin, shop }: StandardShop, { number, phone, customer }: Found): GrowthCase[] {
  const ask = (label: string, sql: string, values: string[] = []): GrowthCase => ({
    kind: 'staff',
    label: `staff: ${label}`,
    async run() {
      const client = await admin.connect();
      try {
        await client.query('begin');
        await client.query(`select internal.act_as($1, 'Rina Akter', 'staff', null, array['orders.manage'])`, [
          shop.companyId,
        ]);
        await client.query('set local role haat_staff');
        await client.query({ text: sql, values });
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  });
  const shown = 'id, number, status, total_amount, created_at';
  return [
    ask('search an order', 'select * from staff.search_orders($1) limit 20', [number.slice(-6)]),
    ask('search orders, a name of many', 'select * from staff.search_orders($1) limit 20', ['karim']),
    ask('search a customer', 'select * from staff.search_customers($1) limit 20', [phone]),
    ask('search customers, a name of many', 'select * from staff.search_customers($1) limit 20', ['karim']),
    ask('orders to an unknown city', 'select * from staff.list_orders(city => $1) limit 50', ['Nowhere']),
    ask('call-backs due', 'select * from staff.call_backs_due() limit 50'),
    ask('the next call-backs', 'select * from staff.call_backs_due() limit 3'),
    ask('low stock', 'select * from staff.low_stock() limit 50'),
    ask('the overview', 'select * from staff.overview()'),
    ask('the newest orders', `select ${shown} from app.orders order by created_at desc, id desc limit 50`),
    ask(
      'orders of a customer',
      `select ${shown} from app.orders where customer_id = $1 order by created_at desc limit 50`,
      [customer],
    ),
    ask('orders to pack', `select ${shown} from staff.list_orders(stage => 'to_pack') limit 50`),
    ask('orders at each stage', 'select * from staff.stage_counts()'),
    ask('what waits', 'select * from staff.work_counts()'),
    ask('products', 'select id, name from staff.list_products() limit 50'),
  ];
}

type Found = {
  product: string;
  order: string;
  number: string;
  customer: string;
  phone: string;
  category: string;
  skus: string[];
};

/** Records in the middle of the shop's history, and variants of which there is stock to sell. */
const found = `
  select o.id as order, o.number, c.id as customer, c.phone, k.id as category, v.product_id as product, s.skus
  from (select * from app.orders where store_id = $1 order by created_at desc, id desc offset 5000 limit 1) o
  join app.customers c on c.id = o.customer_id
  cross join lateral (select id from app.categories where store_id = $1 order by id limit 1) k
  cross join lateral (
    select v.product_id from app.order_items i join app.variants v on v.id = i.variant_id where i.order_id = o.id limit 1
  ) v
  cross join lateral (
    select array_agg(x.sku order by x.sku) as skus from (
      select v.sku from app.variants v
      join app.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id and l.location_id = $2
      where v.store_id = $1 and v.status = 'active' and l.on_hand - l.reserved > 100
      order by l.on_hand - l.reserved desc, v.id limit $3
    ) x
  ) s`;
