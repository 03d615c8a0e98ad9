// The audit beside those who sell, on a durable server: what each check costs, how much slower orders are placed meanwhile,
// and what an audit of only what changed since the last seal costs. 100,000 movements and 10,000 orders; --size=0.1 makes ten
// times as many, and --full 10 million and 1 million, which takes hours and 40 GB. --keep=<folder> keeps the database there
// and uses it again; --checks=<name>,<name> asks only those. Target: orders at 0.9 of their rate or more over a whole audit.
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { openPool, urlAs, withLogin } from '../../db/connection.ts';
import { openCluster } from '../../db/embedded/cluster.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { migrate } from '../../db/migrate.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { createShop } from '../helpers/shop.ts';
import { copyCompany, sealAll, someLines, stockShop, work } from './many-companies.ts';
import { median, progress, type Scenario, table } from './scenario.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const share = process.argv.includes('--full') ? 1 : Number(flag('size') ?? 0.01);
const ordersOfOne = share < 0.1 ? 100 : 500;
const target = 0.9;
const shortestRestMs = 200;
/** As npm run audit. */
const rest = Number(flag('rest') ?? 4);
const newOrders = 100;

type Shop = { admin: pg.Pool; dba: pg.Pool; desk: Desk; close(): Promise<void> };
type Span = [from: number, to: number];

export const run: Scenario = async (_cluster, print) => {
  const kept = flag('keep');
  const directory = path.resolve(kept ?? throwAwayDirectory(`haat-of-${process.pid}-`));
  if (!fs.existsSync(path.join(directory, 'data'))) await build(directory);
  const cluster = await openCluster(directory, 'durable');
  const shop = await open(cluster.url('audit'));
  try {
    const sizes = ['companies', 'orders', 'order_items', 'stock_movements', 'order_timeline', 'events'];
    for (const name of sizes) print(`${name}: ${(await count(shop.admin, name)).toLocaleString('en')}`);
    await stockShop(shop.desk);
    await besideOrders(shop, print);
    if (!flag('checks')) await sinceLastSeal(shop, print);
  } finally {
    await shop.close();
    await cluster.stop();
    if (!kept) fs.rmSync(directory, { recursive: true, force: true });
  }
};

const count = async (admin: pg.Pool, name: string) =>
  Number((await admin.query(`select count(*) as n from app.${name}`)).rows[0].n);

async function open(url: string): Promise<Shop> {
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const gateway = openPool(withLogin(url, 'haat_gateway'), { max: 4 });
  const dba = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_dba'), { max: 1 });
  const db = { url, admin, as: () => gateway } as unknown as TestDatabase;
  const desk = await openDesk(db, await createShop(admin));
  return { admin, dba, desk, close: async () => void (await Promise.all([admin, gateway, dba].map((p) => p.end()))) };
}

/** Made by a volatile server, which does not wait for the disk. */
async function build(directory: string): Promise<void> {
  const cluster = await openCluster(directory, 'volatile');
  const { admin, desk, close } = await open(cluster.url('audit'));
  await work(desk, ordersOfOne);
  const [movements, orders] = [await count(admin, 'stock_movements'), await count(admin, 'orders')];
  const times = Math.ceil(share * Math.max(10_000_000 / movements, 1_000_000 / orders));
  await copyCompany(admin, desk.shop.companyId, times - 1);
  await sealAll(admin);
  await admin.query('vacuum (freeze, analyze)');
  await close();
  await cluster.stop();
}

/** Orders are placed all the time, while the audit works and rests by turns, as npm run audit does. */
async function besideOrders({ desk, dba }: Shop, print: (line: string) => void): Promise<void> {
  const done: number[] = [];
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await desk.place(someLines(n, 2));
      done.push(performance.now());
    }
  })();
  const beside: Span[] = [];
  const alone: Span[] = [];
  const { rows: checks } = await dba.query<{ name: string; parts: number }>(
    'select name, parts from ledger.checks where $1::text[] is null or name = any ($1) order by name',
    [flag('checks')?.split(',') ?? null],
  );
  const lines: [name: string, seconds: number, longest: number][] = [];
  for (const [index, { name, parts }] of checks.entries()) {
    const times: number[] = [];
    for (let part = 1; part <= parts; part++) {
      progress.at(`auditing, ${name}, part ${part} of ${parts}`, index, checks.length);
      const start = performance.now();
      const { rows } = await dba.query('select * from ledger.audit($1, part => $2, parts => $3)', [name, part, parts]);
      const end = performance.now();
      if (rows.length > 0) print(`${name}: ${rows.length} problems, such as ${JSON.stringify(rows[0])}`);
      await new Promise((resolve) => setTimeout(resolve, Math.max((end - start) * rest, shortestRestMs)));
      beside.push([start, end]);
      alone.push([end, performance.now()]);
      times.push((end - start) / 1000);
    }
    lines.push([name, times.reduce((sum, time) => sum + time, 0), Math.max(...times)]);
  }
  writing = false;
  await writer;
  const slowest = lines.toSorted((a, b) => b[1] - a[1]).slice(0, 15);
  print(`\n${table(['slowest checks', 'seconds', 'longest statement'], slowest.map(inSeconds))}`);

  const [without, at, whole] = [alone, beside, [...alone, ...beside]].map((spans) => rate(done, spans)) as Rate[];
  const line = (what: string, { seconds, perSecond, ms }: Rate) => [
    what,
    ...[seconds, perSecond, ms].map((n) => n.toFixed(1)),
    (perSecond / without!.perSecond).toFixed(2),
  ];
  print(
    `\n${table(
      ['orders placed', 'seconds', 'a second', 'median ms', `of alone (target ${target})`],
      [line('while the audit rests', without!), line('while it works', at!), line('over the whole audit', whole!)],
    )}`,
  );
}

const inSeconds = ([name, ...seconds]: [string, number, number]) => [name, ...seconds.map((n) => n.toFixed(2))];

type Rate = { seconds: number; perSecond: number; ms: number };

function rate(done: number[], spans: Span[]): Rate {
  const seconds = spans.reduce((sum, [from, to]) => sum + to - from, 0) / 1000;
  const sorted = spans.toSorted((a, b) => a[0] - b[0]);
  const gaps: number[] = [];
  let span = 0;
  for (const [n, at] of done.entries()) {
    while (span < sorted.length && sorted[span]![1] <= at) span++;
    if (n > 0 && span < sorted.length && at >= sorted[span]![0]) gaps.push(at - done[n - 1]!);
  }
  return { seconds, perSecond: gaps.length / seconds, ms: median(gaps) };
}

async function sinceLastSeal({ admin, dba, desk }: Shop, print: (line: string) => void): Promise<void> {
  await sealAll(admin);
  for (let n = 0; n < newOrders; n++) await desk.place(someLines(n, 2));
  await admin.query('analyze app.orders, app.order_items, app.payments, app.parcels');
  const start = performance.now();
  await dba.query('select * from ledger.audit(since_last_seal => true)');
  print(
    `\nonly what changed since the last seal, ${newOrders} orders: ${((performance.now() - start) / 1000).toFixed(2)} s`,
  );
}
