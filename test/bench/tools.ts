// A tool call against its REST twin, 8 callers each: what the protocol of the tools costs. Target: at most 1.5 times.
import { Pool as HttpPool } from 'undici';
import { openPool } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createShop } from '../helpers/shop.ts';
import { median, type Scenario, table, throughput } from './scenario.ts';
import { fill, startServer } from './service.ts';

const callers = 8;
const roundMs = 800;
const rounds = 9;
const target = 1.5;

type Twin = { tool: string; method: 'GET' | 'POST'; path: string; input: () => object };

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'));
  const shop = await createShop(admin);
  const skus = await fill(admin, shop);
  const server = await startServer(cluster.url('bench'), callers);
  const http = new HttpPool(server.origin, { connections: callers, pipelining: 1 });
  const headers = { authorization: `Bearer ${shop.storeKey.key}`, 'content-type': 'application/json' };

  let n = 0;
  const sku = () => skus[Math.floor(Math.random() * skus.length)];
  const twins: Twin[] = [
    { tool: 'get_me', method: 'GET', path: '/me', input: () => ({}) },
    { tool: 'list_products', method: 'GET', path: '/products', input: () => ({}) },
    { tool: 'list_orders', method: 'GET', path: '/orders', input: () => ({}) },
    {
      tool: 'create_order',
      method: 'POST',
      path: '/orders',
      input: () => ({
        customer: { phone: `017${String(10_000_000 + (n % 500)).slice(0, 8)}`, full_name: 'Bench' },
        items: [
          { sku: sku(), quantity: 1 },
          { sku: sku(), quantity: 1 },
        ],
      }),
    },
  ];

  const send = async (method: 'GET' | 'POST', path: string, more: Record<string, string>, body: object | null) => {
    const answer = await http.request({
      method,
      path,
      headers: { ...headers, ...more },
      body: body && JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300 || text.includes('"isError":true')) throw new Error(`${path}: ${text.slice(0, 300)}`);
  };
  const overRest = ({ method, path, input }: Twin) =>
    method === 'GET'
      ? send(method, `/ext/v1${path}`, {}, null)
      : send(method, `/ext/v1${path}`, { 'idempotency-key': `rest-${n++}` }, input());
  const overTools = ({ tool, method, input }: Twin) => {
    const key = method === 'GET' ? {} : { idempotency_key: `tool-${n++}` };
    const params = { name: tool, arguments: { ...input(), ...key } };
    return send('POST', '/ext/mcp/v1', {}, { jsonrpc: '2.0', id: n, method: 'tools/call', params });
  };

  const lines: (string | number)[][] = [];
  for (const twin of twins) {
    await Promise.all([
      throughput(callers, 300, () => overRest(twin)),
      throughput(callers, 300, () => overTools(twin)),
    ]);
    const rest: number[] = [];
    const tools: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const first = await throughput(callers, roundMs, () => overRest(twin));
      tools.push(await throughput(callers, roundMs, () => overTools(twin)));
      const last = await throughput(callers, roundMs, () => overRest(twin));
      // The tool's turn stands between two of its twin's, so that a machine that slows down meanwhile costs neither.
      rest.push((first + last) / 2);
    }
    const cost = median(rest.map((calls, round) => calls / tools[round]!));
    lines.push([twin.tool, median(rest).toFixed(0), median(tools).toFixed(0), cost.toFixed(2), target]);
  }
  print(table(['tool', 'REST/s', 'tool calls/s', 'cost', 'target'], lines));
  await http.close();
  await server.stop();
  await admin.end();
};
