// The audit beside those who sell: what each check costs, how much slower orders are placed meanwhile, and what an audit of
// only what changed since the last seal costs. 100,000 movements and 10,000 orders; with --full 10 million and 1 million,
// which takes about an hour and 40 GB. Target: orders at 0.9 of their rate or more.
import { openPool, urlAs, withLogin } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openDesk } from '../helpers/orders.ts';
import { createShop } from '../helpers/shop.ts';
import { copyCompany, sealAll, someLines, work } from './many-companies.ts';
import { median, progress, type Scenario, table } from './scenario.ts';

const [, size = '0.01'] = /^--size=([\d.]+)$/.exec(process.argv.find((flag) => flag.startsWith('--size=')) ?? '') ?? [];
const share = process.argv.includes('--full') ? 1 : Number(size);
const movements = 10_000_000 * share;
const ordersOfOne = share < 0.1 ? 100 : 500;
const target = 0.9;
const pauseMs = { least: 500, most: 5_000 };
const newOrders = 100;

export const run: Scenario = async (cluster, print) => {
  const url = cluster.url('audit');
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const pools = { haat_gateway: openPool(withLogin(url, 'haat_gateway'), { max: 4 }) };
  const dba = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_dba'), { max: 1 });
  const db = { url, admin, as: (role: keyof typeof pools) => pools[role] } as unknown as TestDatabase;
  const desk = await openDesk(db, await createShop(admin));
  await work(desk, ordersOfOne);
  const count = async (name: string) => Number((await admin.query(`select count(*) as n from app.${name}`)).rows[0].n);
  const [ofOne, atOnce] = [await count('stock_movements'), await count('orders')];
  await copyCompany(admin, desk.shop.companyId, Math.ceil(Math.max(movements / ofOne, movements / 10 / atOnce)) - 1);
  await sealAll(admin);
  await admin.query('vacuum analyze');
  const sizes = ['companies', 'orders', 'order_items', 'stock_movements', 'order_timeline', 'events'];
  for (const name of sizes) print(`${name}: ${(await count(name)).toLocaleString('en')}`);

  // Orders are placed all the time; the checks take turns with pauses as long as they are.
  const done: number[] = [];
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await desk.place(someLines(n, 2));
      done.push(performance.now());
    }
  })();
  const spans = { alone: [] as [number, number][], beside: [] as [number, number][] };
  const { rows: checks } = await dba.query<{ name: string }>('select name from ledger.checks order by name');
  const lines: [name: string, seconds: number][] = [];
  for (const [index, { name }] of checks.entries()) {
    progress.at(`auditing, ${name}`, index, checks.length);
    const start = performance.now();
    const { rows } = await dba.query('select * from ledger.audit($1)', [name]);
    const end = performance.now();
    if (rows.length > 0) throw new Error(`${name}: ${rows.length} problems, such as ${JSON.stringify(rows[0])}`);
    lines.push([name, (end - start) / 1000]);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(end - start, pauseMs.least), pauseMs.most)));
    spans.beside.push([start, end]);
    spans.alone.push([end, performance.now()]);
  }
  writing = false;
  await writer;
  const inside = (list: [number, number][]) => {
    const seconds = list.reduce((sum, [from, to]) => sum + to - from, 0) / 1000;
    const gaps = done.flatMap((at, n) =>
      n > 0 && list.some(([from, to]) => at >= from && at < to) ? [at - done[n - 1]!] : [],
    );
    return { seconds, rate: gaps.length / seconds, ms: median(gaps) };
  };
  const [alone, beside] = [inside(spans.alone), inside(spans.beside)];
  const slowest = lines.toSorted((a, b) => b[1] - a[1]).slice(0, 15);
  print(
    `\n${table(
      ['slowest checks', 'seconds'],
      slowest.map(([name, seconds]) => [name, seconds.toFixed(2)]),
    )}`,
  );
  print(
    `\n${table(
      ['orders placed', 'seconds', 'a second', 'median ms'],
      [
        ['alone', alone.seconds.toFixed(1), alone.rate.toFixed(1), alone.ms.toFixed(1)],
        ['beside the audit', beside.seconds.toFixed(1), beside.rate.toFixed(1), beside.ms.toFixed(1)],
        ['ratio', '', (beside.rate / alone.rate).toFixed(2), `target ${target}`],
      ],
    )}`,
  );

  await sealAll(admin);
  for (let n = 0; n < newOrders; n++) await desk.place(someLines(n, 2));
  const start = performance.now();
  await dba.query('select * from ledger.audit(since_last_seal => true)');
  print(
    `\nonly what changed since the last seal, ${newOrders} orders: ${((performance.now() - start) / 1000).toFixed(2)} s`,
  );
  await Promise.all([admin.end(), dba.end(), pools.haat_gateway.end()]);
};
