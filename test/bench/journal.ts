// What the journal costs: the same calls on two databases, of which one has no journal (its triggers are dropped, and orders
// have no hashes in their timelines).
// Processor time of the backend, in turns; then the bytes that an order and its way to the customer leave.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openPool, urlAs } from '../../db/connect/connection.ts';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';
import { processorTime, type Scenario, table, takeTurns } from './scenario.ts';

/** Short and many, so that a slow moment of the machine hits both alike. */
const rounds = 61;
const calls = 15;
const products = 50;
const lines = 5;

type House = { admin: pg.Pool; gateway: pg.Pool; pid: number; shop: TestShop; key: TestKey; variants: Goods[] };
type Goods = { variantId: string; productId: string };

/** By what share of the processor time a call may be dearer than without the journal. */
const targets: Record<string, number> = {
  update_product: 1.1,
  update_variant: 1.1,
  create_customer: 1.1,
  create_order: 1.06,
  'update_order_status, to delivered': 1.06,
};

export const run: Scenario = async (cluster, print) => {
  const houses = { with: await open(cluster, 'with'), without: await open(cluster, 'without') };
  await houses.without.admin.query(`do $$ declare v record; begin
    for v in select tgrelid::regclass as of from pg_trigger where tgname = '_400_journal' loop
      execute format('drop trigger _400_journal on %s', v.of);
    end loop; end $$;
    create or replace function internal.order_prints("order" app.orders) returns bytea language sql stable return null::bytea`);

  const rows = [];
  for (const [name, target] of Object.entries(targets)) {
    const measure = (house: House) => () => processorTimeOf(house, name);
    const contestants = { with: measure(houses.with), without: measure(houses.without) };
    for (const warmUp of Object.values(contestants)) await warmUp();
    const { with: dear = 0, without: cheap = 0 } = await takeTurns(rounds, contestants);
    rows.push([name, cheap.toFixed(0), dear.toFixed(0), (dear / cheap).toFixed(3), target.toFixed(2)]);
  }
  print(table(['a call', 'µs without', 'µs with', 'ratio', 'target'], rows));

  const bytes = { with: await bytesOfOrder(houses.with), without: await bytesOfOrder(houses.without) };
  print(
    table(
      ['an order of five lines, delivered', 'bytes without', 'with', 'ratio', 'target'],
      [['', bytes.without.toFixed(0), bytes.with.toFixed(0), (bytes.with / bytes.without).toFixed(3), '1.15']],
    ),
  );
  for (const house of Object.values(houses)) {
    await house.gateway.end();
    await house.admin.end();
  }
};

async function open(cluster: Cluster, name: string): Promise<House> {
  await migrate(cluster.url(name), { includeCurrent: true });
  const admin = openPool(cluster.url(name));
  // One connection for all calls: its backend is the one that is measured.
  const login = await urlAs({ url: cluster.url(name), loginsPerRole: true }, 'haat_gateway');
  const gateway = openPool(login, { max: 1, idleTimeoutMillis: 0 });
  const shop = await createShop(admin);
  const variants: Goods[] = [];
  for (let i = 0; i < products; i++)
    variants.push(await stockVariant(admin, shop, { sku: `SKU-${i}`, quantity: 1_000_000 }));
  const key = await createKey(admin, shop.companyId, { storeId: shop.stores[0].id });
  const { rows } = await gateway.query('select pg_backend_pid() as pid');
  return { admin, gateway, pid: rows[0].pid, shop, key, variants };
}

let n = 0;
const inputs: Record<string, (house: House) => object> = {
  update_product: ({ variants }) => ({ id: variants[n % products]!.productId, name: `Saree ${n}` }),
  update_variant: ({ variants }) => ({ identifier: variants[n % products]!.variantId, price: 100 + (n % 900) }),
  create_customer: () => ({ phone: `017${String(n).padStart(8, '0')}`, full_name: `Rahim ${n}` }),
  create_order: () => ({
    customer: { phone: `018${String(n % 500).padStart(8, '0')}`, full_name: 'Karim' },
    items: Array.from({ length: lines }, (_, i) => ({ sku: `SKU-${(n + i) % products}`, quantity: 1 })),
  }),
};

async function call({ gateway, key }: House, operation: string, input: object) {
  n++;
  const { outcome, result } = await callGate(gateway, key, operation, input, { idempotencyKey: randomUUID() });
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
  return result;
}

/** Of a new order: confirmed, handed over, delivered. */
async function deliver(house: House, id: string) {
  for (const status of ['confirmed', 'ready_to_ship', 'in_transit', 'delivered'])
    await call(house, 'update_order_status', { id, status });
}

/** Microseconds of the backend a call. */
async function processorTimeOf(house: House, name: string): Promise<number> {
  const orders: string[] = [];
  if (!inputs[name])
    for (let i = 0; i < calls / 5; i++)
      orders.push((await call(house, 'create_order', inputs.create_order!(house))).id);
  const before = processorTime([house.pid]);
  for (const id of orders) await deliver(house, id);
  if (inputs[name]) for (let i = 0; i < calls; i++) await call(house, name, inputs[name](house));
  return (processorTime([house.pid]) - before) / (inputs[name] ? calls : orders.length);
}

/** What tables and indexes grow by: of enough orders that pages do not matter. */
async function bytesOfOrder(house: House): Promise<number> {
  const count = 200;
  const size = async () => {
    const { rows } = await house.admin.query(
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'internal'::regnamespace, 'gate'::regnamespace)`,
    );
    return Number(rows[0].bytes);
  };
  const before = await size();
  for (let i = 0; i < count; i++)
    await deliver(house, (await call(house, 'create_order', inputs.create_order!(house))).id);
  return ((await size()) - before) / count;
}
