// HTTP against the very same CALL from a bare pg client, 8 callers each: what the doorman costs.
import { createHash } from 'node:crypto';
import { Pool as HttpPool } from 'undici';
import { openPool, urlAs } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { operations } from '../../server/operations/index.ts';
import { createShop } from '../helpers/shop.ts';
import { type Scenario, table, takeTurns, throughput } from './scenario.ts';
import { fill, startServer } from './service.ts';

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
  const server = await startServer(cluster.url('bench'), callers);
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
