// Jobs by what a line does (adjustments of stock, orders, edits of products): lines a second alone and beside eight single
// callers, what these feel of it, and what the worker takes in memory. And levels a second where each line is a batch. In a copy of a standard shop: --shop=S, M (the default) or L.
// The API and the worker are processes of their own, as in production; rounds with the job and without it take turns: in
// those without, the worker is stopped (SIGSTOP) in the middle of the job. On a durable server, whose autovacuum comes by as it
// does in production.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool as HttpPool } from 'undici';
import { openPool, urlAs } from '../../db/connect/connection.ts';
import { workerProcess } from '../helpers/webhooks.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { startServer } from './service.ts';
import { copyShop, stockUp } from './shop-copy.ts';
import { openShops, type Size } from './shops/index.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const size = (flag('shop') ?? 'M') as Size;
/** --lines=, --rounds=, --kind=: fewer for a look; of the kinds, `batches` is the last. */
const lines = Number(flag('lines') ?? 4_000);
const rounds = Number(flag('rounds') ?? 6);
const onlyKind = flag('kind');
const roundMs = 4_000;
const callers = 8;
const skusSold = 300;
const target = 1.5;
const targets: Record<string, number> = { adjustments: 900, orders: 400, 'product updates': 300 };

export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const { url, shop, drop } = await copyShop(cluster, size, print);
  const admin = openPool(url, { max: 4 });
  const gateway = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_gateway'), { max: callers });
  await admin.query(
    'update app.plans set reads_per_minute = 10000000, writes_per_minute = 10000000, job_lines_per_day = null',
  );
  const stocked = await stockUp(url, gateway, shop, 2 * skusSold);
  // What jobs and callers write is other stock: in a shop of so many variants they rarely meet.
  const [skus, others] = [stocked.slice(0, skusSold), stocked.slice(skusSold)] as const;
  await gateway.end();
  const { rows: products } = await admin.query<{ id: string }>(
    `select id from app.products where store_id = $1 and status = 'active' order by md5(id::text) limit $2`,
    [shop.stores[0].id, skusSold],
  );
  const server = await startServer(url, callers);
  const worker = await workerProcess(url);
  const http = new HttpPool(server.origin, { connections: callers + 2, pipelining: 1 });
  const headers = { authorization: `Bearer ${shop.storeKey.key}` };

  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: string, type = 'application/json') => {
    const response = await http.request({
      method,
      path: `/ext/v1${path}`,
      headers: { ...headers, ...(method !== 'GET' && { 'content-type': type, 'idempotency-key': randomUUID() }) },
      body: body ?? null,
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  let n = 0;
  const order = (k: number, from: readonly string[]) => ({
    customer: { phone: `017${10_000_000 + (k % 500)}`, full_name: 'Bench' },
    items: [0, 1, 2].map((item) => ({ sku: from[(k * 7 + item) % from.length], quantity: 1 })),
  });
  const kinds: Record<string, [operation: string, line: (k: number) => object]> = {
    adjustments: [
      'create_inventory_adjustment',
      (k) => ({ location_id: shop.locationId, sku: skus[k % skus.length], set_on_hand: 500_000 + k, reason: 'count' }),
    ],
    orders: ['create_order', (k) => order(k * 3, skus)],
    'product updates': [
      'update_product',
      (k) => ({ id: products[k % products.length]!.id, description: `As of ${n++}` }),
    ],
  };
  const start = async (kind: string, count: number): Promise<string> => {
    const [operation, line] = kinds[kind]!;
    const file = Array.from({ length: count }, (_, k) => JSON.stringify(line(k))).join('\n');
    return JSON.parse(await ask('POST', `/jobs?operation=${operation}`, file, 'application/x-ndjson')).id;
  };
  /** Counts of all levels, in lines of three hundred. */
  const startBatches = async (count: number): Promise<string> => {
    const line = () => ({
      lines: skus.map((sku) => ({ location_id: shop.locationId, sku, set_on_hand: 700_000 + n++, reason: 'count' })),
    });
    const file = Array.from({ length: count }, () => JSON.stringify(line())).join('\n');
    return JSON.parse(await ask('POST', '/jobs?operation=create_inventory_adjustments', file, 'application/x-ndjson'))
      .id;
  };
  const job = async (id: string) => JSON.parse(await ask('GET', `/jobs/${id}?results=none`));
  const end = async (id: string) => {
    for (;;) {
      const { ended_at: at, failed_count: failed, started_at: from } = await job(id);
      if (failed > 0) throw new Error('lines were refused');
      if (at !== null) return (Date.parse(at) - Date.parse(from)) / 1000;
      await sleep(200);
    }
  };
  /** The same over REST, one call a line: what jobs are measured by, since both feel what else the machine does. */
  const single: Record<string, () => Promise<string>> = {
    adjustments: () => ask('POST', '/inventory/adjustments', JSON.stringify(kinds.adjustments![1](n++))),
    orders: () => ask('POST', '/orders', JSON.stringify(order(n++, skus))),
    'product updates': () => {
      const { id, ...body } = kinds['product updates']![1](n) as { id: string };
      return ask('PATCH', `/products/${id}`, JSON.stringify(body));
    },
  };
  const calls = [
    () => ask('GET', '/products?limit=25'),
    () => ask('GET', '/orders?limit=25'),
    () => ask('POST', '/orders', JSON.stringify(order(n, others))),
  ];
  /** How long calls took that eight callers made without a pause. */
  const round = async (called: (() => Promise<string>)[] = calls): Promise<number[]> => {
    const times: number[] = [];
    const began = performance.now();
    const caller = async () => {
      while (performance.now() - began < roundMs) {
        const from = performance.now();
        await called[n++ % called.length]!();
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return times;
  };

  const found: (string | number)[][] = [];
  try {
    for (const kind of Object.keys(kinds).filter((each) => !onlyKind || each === onlyKind)) {
      progress.at(`jobs: ${kind} alone`);
      await end(await start(kind, Math.round(lines / 8)));
      const singly: number[] = [];
      const inJobs: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        singly.push(((await round([single[kind]!])).length * 1000) / roundMs);
        inJobs.push(lines / 3 / (await end(await start(kind, Math.round(lines / 3)))));
      }
      progress.at(`jobs: ${kind} beside ${callers} callers`);
      const beside = await start(kind, 50_000);
      const times = { with: [] as number[], without: [] as number[] };
      const tails: number[] = [];
      let done = 0;
      for (let turn = 0; turn < rounds; turn++) {
        const tail = { with: 0, without: 0 };
        for (const what of turn % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
          process.kill(worker.pid, what === 'with' ? 'SIGCONT' : 'SIGSTOP');
          await sleep(300);
          const before = (await job(beside)).succeeded_count;
          const took = await round();
          if (what === 'with') done += (await job(beside)).succeeded_count - before;
          times[what].push(...took);
          tail[what] = quantile(took, 0.99);
        }
        tails.push(tail.with / tail.without);
      }
      process.kill(worker.pid, 'SIGCONT');
      await ask('POST', `/jobs/${beside}/cancel`, '{}');
      const ratio = (share: number) => quantile(times.with, share) / quantile(times.without, share);
      found.push([
        kind,
        Math.round(median(inJobs)),
        targets[kind]!,
        Math.round(median(singly)),
        (median(inJobs) / median(singly)).toFixed(2),
        Math.round((done * 1000) / (rounds * roundMs)),
        ...(['without', 'with'] as const).map(
          (what) =>
            `${Math.round((times[what].length * 1000) / (rounds * roundMs))}/s ${[0.5, 0.99].map((share) => quantile(times[what], share).toFixed(0)).join(', ')} ms`,
        ),
        ratio(0.5).toFixed(2),
        ratio(0.99).toFixed(2),
        median(tails).toFixed(2),
      ]);
    }
    const header = [
      'lines of',
      'alone/s',
      'target',
      'by calls/s',
      'ratio',
      `beside ${callers}/s`,
      'calls without: p50, p99',
      'with',
    ];
    print(table([...header, 'p50 ratio', `p99 ratio (${target})`, 'its median'], found));
    if (!onlyKind || onlyKind === 'batches') {
      progress.at('jobs: batches of levels');
      await end(await startBatches(5));
      const rates: number[] = [];
      for (let turn = 0; turn < 5; turn++) rates.push((20 * skusSold) / (await end(await startBatches(20))));
      print(`levels in a job of batches: ${Math.round(median(rates))} a second`);
    }
    print(`largest memory of the worker: ${peakMegabytes(worker.pid)} MB`);
  } finally {
    process.kill(worker.pid, 'SIGCONT');
    await http.close();
    await worker.stop();
    await server.stop();
    await admin.end();
    await drop();
  }
};

const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** The most memory that a process has had at once. */
const peakMegabytes = (pid: number): number => {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};
