// Jobs: how many lines a second a job of 10,000 stock levels does, what single calls feel of it, and what it takes in memory.
// The API and the worker are processes of their own, as in production; rounds with the job and without it take turns: in
// those without, the worker is stopped (SIGSTOP) in the middle of the job. On a durable server, whose autovacuum comes by as it
// does in production: a vacuum of the whole database at full speed is felt more than the job.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool as HttpPool } from 'undici';
import { openPool, withClient, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createShop } from '../helpers/shop.ts';
import { workerProcess } from '../helpers/webhooks.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { fill, startServer } from './service.ts';
import { openShops } from './shops/index.ts';

/** --lines=, --rounds=: fewer for a look. */
const given = (name: string, usual: number) =>
  Number(process.argv.findLast((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const lines = given('lines', 10_000);
const rounds = given('rounds', 8);
const roundMs = 4_000;
/** Single calls a second: as many as a shop at work makes, far from what the machine can do. */
const callsPerSecond = 30;
const target = 1.5;

export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const url = cluster.url('bench');
  const dropDatabase = () =>
    withClient(cluster.url('postgres'), (client) => client.query('drop database if exists bench with (force)'));
  await dropDatabase();
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url, { max: 4 });
  const shop = await createShop(admin);
  await admin.query(
    'update app.plans set reads_per_minute = 10000000, writes_per_minute = 10000000, job_lines_per_day = null',
  );
  const skus = await fill(admin, shop);
  const server = await startServer(withLogin(url, 'haat_gateway'), 8);
  const worker = await workerProcess(url);
  const http = new HttpPool(server.origin, { connections: 16, pipelining: 1 });
  const headers = { authorization: `Bearer ${shop.storeKey.key}` };

  const ask = async (method: 'GET' | 'POST', path: string, body?: string, type = 'application/json') => {
    const response = await http.request({
      method,
      path: `/ext/v1${path}`,
      headers: { ...headers, ...(method === 'POST' && { 'content-type': type, 'idempotency-key': randomUUID() }) },
      body: body ?? null,
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  const start = async (count: number): Promise<{ id: string; uploadMs: number }> => {
    const file = Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        location_id: shop.locationId,
        sku: skus[n % skus.length],
        set_on_hand: 500_000 + n,
        reason: 'count',
      }),
    ).join('\n');
    const began = performance.now();
    const text = await ask('POST', '/jobs?operation=create_inventory_adjustment', file, 'application/x-ndjson');
    return { id: JSON.parse(text).id, uploadMs: performance.now() - began };
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

  let n = 0;
  const calls = [
    () => ask('GET', '/products?limit=25'),
    () => ask('GET', '/orders?limit=25'),
    () =>
      ask(
        'POST',
        '/orders',
        JSON.stringify({
          customer: { phone: `017${10_000_000 + (n % 500)}`, full_name: 'Bench' },
          items: [0, 1, 2].map((k) => ({ sku: skus[(n * 7 + k) % skus.length], quantity: 1 })),
        }),
      ),
  ];
  /** The times of calls that come at a steady rate, whatever those before them take. */
  const round = async (): Promise<number[]> => {
    const times: number[] = [];
    const running: Promise<void>[] = [];
    const began = performance.now();
    for (let k = 0; k * (1000 / callsPerSecond) < roundMs; k++) {
      const due = began + k * (1000 / callsPerSecond);
      if (due > performance.now()) await sleep(due - performance.now());
      const call = calls[n++ % calls.length]!;
      running.push(call().then(() => void times.push(performance.now() - due)));
    }
    await Promise.all(running);
    return times;
  };

  try {
    progress.at('jobs: alone');
    await round();
    const { id, uploadMs } = await start(lines);
    const seconds = await end(id);
    progress.at('jobs: beside single calls');
    const beside = await start(100_000);
    const sessions = async () =>
      Number((await admin.query(`select sessions from pg_stat_database where datname = 'bench'`)).rows[0].sessions);
    const openedBefore = await sessions();
    const times = { with: [] as number[], without: [] as number[] };
    const tails: number[] = [];
    let done = 0;
    for (let turn = 0; turn < rounds; turn++) {
      const tail = { with: 0, without: 0 };
      for (const kind of turn % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        process.kill(worker.pid, kind === 'with' ? 'SIGCONT' : 'SIGSTOP');
        await sleep(300);
        const before = (await job(beside.id)).succeeded_count;
        const found = await round();
        const after = (await job(beside.id)).succeeded_count;
        if (kind === 'with') done += after - before;
        times[kind].push(...found);
        tail[kind] = quantile(found, 0.99);
      }
      tails.push(tail.with / tail.without);
    }
    process.kill(worker.pid, 'SIGCONT');
    await ask('POST', `/jobs/${beside.id}/cancel`, '{}');
    const ratio = quantile(times.with, 0.99) / quantile(times.without, 0.99);
    print(
      table(
        ['what', 'figure'],
        [
          [`upload of ${lines} lines`, `${Math.round(uploadMs)} ms`],
          [`job of ${lines} stock levels, alone`, `${Math.round(lines / seconds)} lines/s`],
          [`job beside ${callsPerSecond} calls/s`, `${Math.round((done * 1000) / (rounds * roundMs))} lines/s`],
          ...(['without', 'with'] as const).map((kind) => [
            `single calls ${kind} job, p50 / p99`,
            `${quantile(times[kind], 0.5).toFixed(1)} / ${quantile(times[kind], 0.99).toFixed(1)} ms`,
          ]),
          ['p99 with / without, all rounds', `${ratio.toFixed(2)} (target ${target})`],
          ['p99 with / without, median of rounds', median(tails).toFixed(2)],
          ['p50 with / without', (quantile(times.with, 0.5) / quantile(times.without, 0.5)).toFixed(2)],
          ['connections opened meanwhile', String((await sessions()) - openedBefore)],
          ['largest memory of the worker', `${peakMegabytes(worker.pid)} MB`],
        ],
      ),
    );
  } finally {
    process.kill(worker.pid, 'SIGCONT');
    await http.close();
    await worker.stop();
    await server.stop();
    await admin.end();
    await dropDatabase();
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
