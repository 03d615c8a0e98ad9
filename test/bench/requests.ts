// HTTP against the very same CALL from a bare pg client, 8 callers each, in a standard shop: what the doorman costs.
// --shop=S, M (the default) or L; what is written goes into a copy of it, which is dropped.
// Each process's processor time a call stands beside the speed. From it comes a second ratio: what the first would be if
// nothing else used the machine, since eight callers keep all processors busy.
import { createHash } from 'node:crypto';
import { openPool, urlAs, withClient } from '../../db/connect/connection.ts';
import { operations } from '../../server/operations/index.ts';
import { LeanClient } from './http-client.ts';
import { processorTime, type Scenario, table, takeTurns, throughput } from './scenario.ts';
import { startServer } from './service.ts';
import { addition, copyShop, stockUp } from './shop-copy.ts';
import { openShops, type Size } from './shops/index.ts';

const size = (process.argv.findLast((given) => given.startsWith('--shop='))?.slice(7) ?? 'M') as Size;
const callers = 8;
/** As long as V8 takes to compile what runs all the time: a server is warm after its first seconds, for hours. */
const warmUpMs = 3000;
const roundMs = 1500;
const rounds = 5;
const skusSold = 300;
const targets: Record<string, number> = {
  get_me: 0.65,
  list_products: 0.9,
  list_orders: 0.85,
  create_inventory_adjustment: 0.85,
  create_order: 0.85,
};

/** The standard shops are kept between runs. */
export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const { url, shop, drop } = await copyShop(cluster, size, print);
  const gateway = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_gateway'), { max: callers });
  const skus = await stockUp(url, gateway, shop, skusSold);
  const server = await startServer(url, callers);
  const http = new LeanClient(server.origin, callers, [`authorization: Bearer ${shop.storeKey.key}`]);

  const sku = () => skus[Math.floor(Math.random() * skus.length)];
  let n = 0;
  const inputs: Record<string, () => object> = {
    get_me: () => ({}),
    list_products: () => ({ limit: 25 }),
    list_orders: () => ({ limit: 25 }),
    create_inventory_adjustment: () => addition(shop, sku(), 1),
    create_order: () => ({
      customer: { phone: `017${String(10_000_000 + (n % 500)).slice(0, 8)}`, full_name: 'Bench' },
      items: [sku(), sku(), sku()].map((each) => ({ sku: each, quantity: 1 })),
    }),
  };

  const overHttp = async (name: string) => {
    const { method, path } = operations[name]!;
    const isWrite = method === 'POST';
    const input = inputs[name]!();
    const query = isWrite ? '' : `?${new URLSearchParams(input as Record<string, string>)}`;
    await http.request({
      method,
      path: `/ext/v1${path}${query}`,
      ...(isWrite && {
        headers: ['content-type: application/json', `idempotency-key: http-${n++}`],
        body: JSON.stringify(input),
      }),
    });
  };
  const direct = async (name: string) => {
    const { method, scopes } = operations[name]!;
    const isWrite = method === 'POST';
    const input = JSON.stringify(inputs[name]!());
    const { rows } = await gateway.query({
      name: 'call',
      text: 'call gate.call($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null)',
      values: [
        shop.storeKey.hash,
        name,
        input,
        scopes,
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
    await throughput(callers, warmUpMs, () => overHttp(name));
    await throughput(callers, warmUpMs / 3, () => direct(name));
    const processes = { server: [server.pid], postgres: await backendsOf(url), client: [process.pid] };
    const spent = { http: new Spent(processes), sql: new Spent(processes) };
    const result = await takeTurns(rounds, {
      http: () => spent.http.during(() => throughput(callers, roundMs, () => spent.http.timed(() => overHttp(name)))),
      sql: () => spent.sql.during(() => throughput(callers, roundMs, () => spent.sql.timed(() => direct(name)))),
    });
    const { http: requests = 0, sql: calls = 0 } = result;
    const { server: ours, postgres, client } = spent.http.each();
    const bare = spent.sql.each();
    lines.push([
      name,
      requests.toFixed(0),
      calls.toFixed(0),
      (requests / calls).toFixed(2),
      ((bare.postgres! + bare.client!) / (ours! + postgres! + client!)).toFixed(2),
      targets[name] ?? '',
      spent.http.p99().toFixed(0),
      ...[ours, postgres, client, bare.postgres, bare.client].map((each) => each!.toFixed(0)),
    ]);
  }
  const spentIn = ['server µs', 'Postgres', 'client', 'CALL: Postgres', 'client'];
  print(table([`shop ${size}`, 'HTTP/s', 'CALL/s', 'ratio', 'by µs', 'target', 'p99 ms', ...spentIn], lines));
  http.close();
  await server.stop();
  await gateway.end();
  await drop();
};

const backendsOf = (url: string): Promise<number[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      // Not those of autovacuum, which end when they like.
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid as number);
  });

/** What calls cost: processor time of each part, and how long they took. */
class Spent {
  readonly #processes: Record<string, number[]>;
  readonly #spent: Record<string, number> = {};
  readonly #times: number[] = [];

  constructor(processes: Record<string, number[]>) {
    this.#processes = processes;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const now = () => Object.entries(this.#processes).map(([name, pids]) => [name, processorTime(pids)] as const);
    const before = new Map(now());
    const result = await work();
    for (const [name, time] of now()) this.#spent[name] = (this.#spent[name] ?? 0) + time - before.get(name)!;
    return result;
  }

  async timed(work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    await work();
    this.#times.push(performance.now() - started);
  }

  /** Microseconds a call, by part. */
  each(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#spent).map(([name, time]) => [name, time / this.#times.length]));
  }

  /** Milliseconds. */
  p99(): number {
    return this.#times.toSorted((a, b) => a - b)[Math.floor(this.#times.length * 0.99)] ?? 0;
  }
}
