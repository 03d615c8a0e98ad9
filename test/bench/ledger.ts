// The stock ledger at 100,000 and at 10 million rows of one store: what the lists, a booking, the audit and a seal cost.
// Lists must not feel the difference. BENCH_ROWS sets the larger size; the full one takes some ten minutes and 10 GB.
import type pg from 'pg';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { callGate, createShop, insert, type TestShop } from '../helpers/shop.ts';
import { latency, type Scenario, table, takeTurns } from './scenario.ts';

const sizes = { small: 100_000, large: Number(process.env.BENCH_ROWS ?? 10_000_000) };
const variants = 2_000;
const levels = variants * 2;
const chunk = 1_000_000;
const rounds = 7;
const calls = 100;
const target = 1.3;

type Ledger = { rows: number; admin: pg.Pool; gateway: pg.Pool; dba: pg.Pool; shop: TestShop; variantIds: string[] };

export const run: Scenario = async (cluster, print) => {
  const small = await fill(cluster, 'small', sizes.small, print);
  const large = await fill(cluster, 'large', sizes.large, print);
  const anyOf = (ledger: Ledger) => ledger.variantIds[Math.floor(Math.random() * ledger.variantIds.length)]!;
  const cursor = async (ledger: Ledger) => {
    const sequence = 2 + Math.floor(Math.random() * (ledger.rows / levels - 2));
    const { rows } = await ledger.admin.query(
      'select id from app.stock_movements where variant_id = $1 and location_id = $2 and sequence = $3',
      [anyOf(ledger), ledger.shop.locationId, sequence],
    );
    return rows[0].id as string;
  };
  const cases: [label: string, operation: string, input: (ledger: Ledger) => object | Promise<object>][] = [
    ['levels, first page', 'list_inventory_levels', () => ({})],
    ['levels of a location, 100', 'list_inventory_levels', (l) => ({ warehouse_id: l.shop.locationId, limit: 100 })],
    ['movements, first page', 'list_inventory_movements', () => ({})],
    ['movements, company key', 'list_inventory_movements', () => ({ company: true })],
    ['movements, any page', 'list_inventory_movements', async (l) => ({ starting_after: await cursor(l) })],
    ['movements of a variant', 'list_inventory_movements', (l) => ({ variant_id: anyOf(l) })],
    ['movements of a SKU', 'list_inventory_movements', () => ({ sku: 'SKU-77' })],
    ['movements of a location', 'list_inventory_movements', (l) => ({ location_id: l.shop.secondLocationId })],
    ['movements of a type there is none of', 'list_inventory_movements', () => ({ type: 'damage' })],
    [
      'one adjustment',
      'create_inventory_adjustment',
      (l) => ({ location_id: l.shop.locationId, variant_id: anyOf(l), quantity_change: 1, reason: 'bench' }),
    ],
  ];
  const lines: string[][] = [];
  for (const [label, operation, input] of cases) {
    const measure = (ledger: Ledger) => async () => {
      const inputs = await Promise.all(Array.from({ length: calls }, () => input(ledger)));
      let n = 0;
      return latency(calls, () => call(ledger, operation, inputs[n++]!));
    };
    await Promise.all([measure(small)(), measure(large)()]);
    const { small: before = 0, large: after = 0 } = await takeTurns(rounds, {
      small: measure(small),
      large: measure(large),
    });
    lines.push([
      label,
      ms(before),
      ms(after),
      (after / before).toFixed(2),
      operation.startsWith('list') ? String(target) : '',
    ]);
  }
  print(table(['call', 'ms at 100k', `ms at ${sizes.large / 1e6}M`, 'ratio', 'target'], lines));

  print(table(['once', 'seconds at 100k', `seconds at ${sizes.large / 1e6}M`], await once([small, large])));
  const { rows } = await large.admin.query(`
    select c.relname as relation, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
    where c.oid = 'app.stock_movements'::regclass or c.oid in (select indexrelid from pg_index where indrelid = 'app.stock_movements'::regclass)
    order by pg_relation_size(c.oid) desc`);
  print(
    table(
      ['relation', 'size'],
      rows.map(({ relation, size }) => [relation, size]),
    ),
  );
  for (const { admin, gateway, dba } of [small, large]) await Promise.all([admin.end(), gateway.end(), dba.end()]);
};

const ms = (seconds: number) => (seconds * 1000).toFixed(2);

async function call(ledger: Ledger, operation: string, { company, ...input }: { company?: boolean }): Promise<void> {
  const key = company ? ledger.shop.companyKey : ledger.shop.storeKey;
  const bucket = operation.startsWith('list') ? 'read' : 'write';
  const { outcome } = await callGate(ledger.gateway, key, operation, input, { bucket });
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
}

/** What is done now and then and reads the whole ledger. */
async function once(ledgers: Ledger[]): Promise<string[][]> {
  const works: [string, (ledger: Ledger) => Promise<unknown>][] = [
    ['seal 200,000 rows', (l) => l.admin.query('select * from internal.seal_ledger()')],
    ['verify those', (l) => l.dba.query('select * from ledger.verify_seals()')],
    ['ledger.balance_at, all levels', (l) => l.dba.query('select sum(stock_value) from ledger.balance_at(now())')],
    ['ledger.check_level_sums', (l) => l.dba.query('select * from ledger.check_level_sums')],
    ['ledger.check_movement_chain', (l) => l.dba.query('select * from ledger.check_movement_chain')],
    ['ledger.audit, all of it', (l) => l.dba.query('select * from ledger.audit()')],
  ];
  const lines = [];
  for (const [label, work] of works) {
    const line = [label];
    for (const ledger of ledgers) line.push((await latency(1, () => work(ledger))).toFixed(2));
    lines.push(line);
  }
  return lines;
}

/** A sound ledger of so many rows over 4,000 levels: bought, then reserved and sold one by one, over the last year. */
async function fill(cluster: Cluster, name: string, rows: number, print: (line: string) => void): Promise<Ledger> {
  const url = cluster.url(name);
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const shop = await createShop(admin);
  const store = { company_id: shop.companyId, store_id: shop.stores[0].id };
  const product_id = await insert(admin, 'products', { ...store, name: 'Bench', slug: 'bench' });
  const { rows: created } = await admin.query(
    `insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key)
     select $1, $2, $3, 'SKU-' || n, 'V', 1, n::text from generate_series(1, $4::int) n returning id`,
    [store.company_id, store.store_id, product_id, variants],
  );
  await admin.query(
    'insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at) select id, company_id, store_id, 10, now() from app.variants',
  );
  await admin.query(
    `insert into app.inventory_levels (company_id, store_id, location_id, variant_id, on_hand, reserved, last_sequence)
     select v.company_id, v.store_id, l.id, v.id, 1000000 - (x.n - 1) / 2, (x.n + 1) % 2, x.n
     from app.variants v, app.locations l, (select $1::bigint / $2 as n) x`,
    [rows, levels],
  );
  // Indexes are made once the rows are there; the replica role skips triggers and foreign keys.
  const client = await admin.connect();
  await client.query('set session_replication_role = replica');
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(
    `create temp table numbered as select row_number() over (order by variant_id, location_id) - 1 as n, * from app.inventory_levels`,
  );
  const { rows: indexes } = await client.query(`
    select pg_get_indexdef(i.indexrelid) as definition, i.indexrelid::regclass::text as name, k.conname, pg_get_constraintdef(k.oid) as key
    from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid = 'app.stock_movements'::regclass`);
  for (const { name, conname } of indexes)
    await client.query(conname ? `alter table app.stock_movements drop constraint ${conname}` : `drop index ${name}`);
  for (let first = 0; first < rows; first += chunk) {
    await client.query(
      `insert into app.stock_movements (id, company_id, store_id, location_id, variant_id, sku, sequence, type, quantity_change, reserved_change, on_hand_after, reserved_after,
         reason, unit_cost, average_cost_after, actor_type, actor_name, created_at)
       select uuidv7(w.at - now()), l.company_id, l.store_id, l.location_id, l.variant_id, 'SKU', s.n,
         case when s.n = 1 then 'purchase' when s.n % 2 = 0 then 'reservation' else 'sale' end,
         case when s.n = 1 then 1000000 when s.n % 2 = 0 then 0 else -1 end, case when s.n = 1 then 0 when s.n % 2 = 0 then 1 else -1 end,
         1000000 - (s.n - 1) / 2, (s.n + 1) % 2, null, case when s.n % 2 = 1 then 10 end, 10, 'system', 'System', w.at
       from generate_series($1::bigint, $2::bigint) k
       cross join lateral (select k / $3 + 1 as n) s
       cross join lateral (select date_trunc('milliseconds', now() - interval '365 days' * (1 - k::float8 / $4)) as at) w
       join numbered l on l.n = k % $3`,
      [first, Math.min(first + chunk, rows) - 1, levels, rows],
    );
    print(`${name}: ${(Math.min(first + chunk, rows) / 1e6).toFixed(1)} million rows`);
  }
  for (const { definition, conname, key } of indexes)
    await client.query(conname ? `alter table app.stock_movements add constraint ${conname} ${key}` : definition);
  client.release(true);
  await admin.query('vacuum analyze');
  print(`${name}: indexed`);
  return {
    rows,
    admin,
    gateway: openPool(withLogin(url, 'haat_gateway')),
    dba: openPool(withLogin(url, 'haat_dba')),
    shop,
    variantIds: created.map(({ id }) => id),
  };
}
