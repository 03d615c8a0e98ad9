// HTTP against the very same CALL from a bare pg client, 8 callers each: what the doorman costs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool as HttpPool } from 'undici';
import { openPool, urlAs } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { operations } from '../../server/operations/index.ts';
import { createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type Scenario, table, takeTurns, throughput } from './scenario.ts';

const callers = 8;
const roundMs = 1500;
const rounds = 5;
const targets: Record<string, number> = { get_me: 0.4, list_products: 0.7, list_orders: 0.6, create_order: 0.45 };

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'));
  const gateway = openPool(await urlAs({ url: cluster.url('bench'), loginsPerRole: true }, 'haat_gateway'), {
    max: callers,
  });
  const shop = await createShop(admin);
  const skus = await fill(admin, shop);
  const server = await startServer(cluster.url('bench'));
  const http = new HttpPool(server.origin, { connections: callers, pipelining: 1 });
  const headers = { authorization: `Bearer ${shop.storeKey.key}`, 'content-type': 'application/json' };

  const sku = () => skus[Math.floor(Math.random() * skus.length)];
  let n = 0;
  const order = () => ({
    customer: { phone: `017${String(10_000_000 + (n % 500)).slice(0, 8)}`, full_name: 'Bench' },
    items: [
      { sku: sku(), quantity: 1 },
      { sku: sku(), quantity: 1 },
      { sku: sku(), quantity: 1 },
    ],
  });
  const inputs: Record<string, () => object> = {
    get_me: () => ({}),
    list_products: () => ({ limit: 25 }),
    list_orders: () => ({ limit: 25 }),
    create_order: order,
  };

  const overHttp = async (name: string) => {
    const operation = operations[name];
    if (!operation) throw new Error(name);
    const body = operation.method === 'POST' ? JSON.stringify(inputs[name]?.()) : null;
    const response = await http.request({
      method: operation.method as 'GET',
      path: `/ext/v1${operation.path}`,
      headers: operation.method === 'POST' ? { ...headers, 'idempotency-key': `http-${n++}` } : headers,
      body,
    });
    await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${name}: ${response.statusCode}`);
  };
  const direct = async (name: string) => {
    const operation = operations[name];
    const isWrite = operation?.method === 'POST';
    const input = JSON.stringify(inputs[name]?.());
    const { rows } = await gateway.query({
      name: 'call',
      text: 'call gate.call($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null)',
      values: [
        shop.storeKey.hash,
        name,
        input,
        operation?.scopes,
        isWrite ? 'write' : 'read',
        1,
        isWrite ? `sql-${n++}` : null,
        isWrite ? createHash('sha256').update(input).digest() : null,
        'bench',
      ],
    });
    if (rows[0].outcome.sqlstate) throw new Error(`${name}: ${rows[0].outcome.message}`);
  };

  const lines: (string | number)[][] = [];
  for (const name of Object.keys(inputs)) {
    await Promise.all([throughput(callers, 300, () => overHttp(name)), throughput(callers, 300, () => direct(name))]);
    const result = await takeTurns(rounds, {
      http: () => throughput(callers, roundMs, () => overHttp(name)),
      sql: () => throughput(callers, roundMs, () => direct(name)),
    });
    const { http: requests = 0, sql: calls = 0 } = result;
    lines.push([name, requests.toFixed(0), calls.toFixed(0), (requests / calls).toFixed(2), targets[name] ?? '']);
  }
  print(table(['operation', 'HTTP/s', 'CALL/s', 'ratio', 'target'], lines));
  await http.close();
  await server.stop();
  await Promise.all([admin.end(), gateway.end()]);
};

/** 300 products of 3 variants with plenty of stock, 2,000 orders. */
async function fill(admin: ReturnType<typeof openPool>, shop: TestShop): Promise<string[]> {
  const store = shop.stores[0];
  const { productId } = await stockVariant(admin, shop, { sku: 'FIRST' });
  const row = [shop.companyId, store.id];
  await admin.query(
    `with p as (
       insert into app.products (company_id, store_id, name, slug, status, created_at)
       select $1, $2, 'Product ' || n, 'product-' || n, 'active', now() - n * interval '1 minute' from generate_series(1, 300) n returning id, name)
     insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key)
     select $1, $2, p.id, p.name || '-' || v, 'V' || v, 100 + v, v::text from p, generate_series(1, 3) v`,
    row,
  );
  await admin.query(
    `insert into app.inventory_levels (company_id, store_id, location_id, variant_id, on_hand, last_sequence)
     select $1, $2, $3, id, 1000000, 1 from app.variants where store_id = $2 and product_id <> $4`,
    [...row, shop.locationId, productId],
  );
  const customer = await insert(admin, 'customers', {
    company_id: shop.companyId,
    store_id: store.id,
    full_name: 'Bench',
    phone: '01710000000',
  });
  await admin.query(
    `insert into app.orders (company_id, store_id, number, source, channel_id, customer_id, location_id, subtotal, total_amount, due_amount, store_date, created_at)
     select $1, $2, 'ORD-20260101-' || n, 'api', $3, $4, $5, 10, 10, 10, current_date, now() - n * interval '1 minute' from generate_series(1, 2000) n`,
    [...row, store.channels.manual, customer, shop.locationId],
  );
  await admin.query('vacuum analyze');
  return (await admin.query('select sku from app.variants where store_id = $1', [store.id])).rows.map(
    (r) => r.sku as string,
  );
}

/** The API in a process of its own, as in production. */
async function startServer(databaseUrl: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/index.ts'), 'api'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      IP_REQUESTS_PER_MINUTE: '100000000',
      POOL_SIZE: String(callers),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('ready')) break;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
