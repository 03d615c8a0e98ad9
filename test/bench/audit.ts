// The audit beside those who sell, in a standard shop: what each check costs, how much slower orders are placed meanwhile,
// and what an audit of only what changed since the last seal costs. --shop=S, M (the default) or L, which has a million orders
// and ten million movements and takes an hour to make; --checks=<name>,<name> asks only those; --rest=<times the work>.
// --nights=14 measures instead, with nobody beside it, the whole and then the audit of a night after a day of orders, check by
// check; HAAT_BENCH_L=0.07 and 0.28 make L half a million and two million movements.
// Target: orders at 0.9 of their rate or more over a whole audit.
import type pg from 'pg';
import { openPool, urlAs } from '../../db/connect/connection.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { openShop, openShops, type Size } from './shops/index.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const size = (flag('shop') ?? 'M') as Size;
const target = 0.9;
const shortestRestMs = 200;
/** As npm run audit. */
const rest = Number(flag('rest') ?? 4);
const newOrders = 100;
const skus = Array.from({ length: 50 }, (_, n) => `SKU-${n}`);
const someLines = (n: number) => [n * 7, n * 7 + 11].map((place) => ({ sku: skus[place % skus.length]!, quantity: 1 }));

type Shop = { admin: pg.Pool; dba: pg.Pool; desk: Desk };
type Span = [from: number, to: number];

/** The standard shops are kept between runs; there is nothing to throw away. */
export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const { admin, gateway, url, close } = await openShop(cluster, size, print);
  const dba = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_dba'), { max: 1 });
  try {
    await sealAll(admin);
    const sizes = ['companies', 'orders', 'order_items', 'stock_movements', 'order_timeline', 'events'];
    for (const name of sizes) print(`${name}: ${(await count(admin, name)).toLocaleString('en')}`);
    // A company of its own sells, so that the others' shelves stay as they are.
    const desk = await openDesk({ url, admin, as: () => gateway } as unknown as TestDatabase, await createShop(admin));
    for (const sku of skus) await stockVariant(admin, desk.shop, { sku, quantity: 1_000_000 });
    if (flag('nights')) return await ofNight({ admin, dba, desk }, Number(flag('nights')), print);
    await besideOrders({ admin, dba, desk }, print);
    if (!flag('checks')) await sinceLastSeal({ admin, dba, desk }, print);
  } finally {
    await dba.end();
    await close();
  }
};

const count = async (admin: pg.Pool, name: string) =>
  Number((await admin.query(`select count(*) as n from app.${name}`)).rows[0].n);

/** Orders are placed all the time, while the audit works and rests by turns, as npm run audit does. */
async function besideOrders({ desk, dba }: Shop, print: (line: string) => void): Promise<void> {
  const done: number[] = [];
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await desk.place(someLines(n));
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

/** The whole, a day of orders, and then the share of a night; a second night shows what a share costs when nothing was touched. */
async function ofNight({ admin, dba, desk }: Shop, nights: number, print: (line: string) => void): Promise<void> {
  const { rows: checks } = await dba.query<{ name: string; parts: number; has_shares: boolean }>(
    'select name, parts, has_shares from ledger.checks order by name',
  );
  const ask = async (share: number | null): Promise<Map<string, number>> => {
    const seconds = new Map<string, number>();
    const { rows: heads } = await dba.query('select internal.audit_heads() as heads');
    for (const [index, { name, parts, has_shares }] of checks.entries()) {
      const count = share && has_shares ? Math.ceil(parts / nights) : parts;
      const start = performance.now();
      for (let part = 1; part <= count; part++) {
        progress.at(`share ${share}, ${name}, part ${part} of ${count}`, index, checks.length);
        const text = 'select * from ledger.audit($1, part => $2, parts => $3, share => $4, shares => $5)';
        const { rows } = await dba.query(text, [name, part, count, share, share && nights]);
        if (rows.length > 0) print(`${name}: ${rows.length} problems, such as ${JSON.stringify(rows[0])}`);
      }
      seconds.set(name, (performance.now() - start) / 1000);
    }
    const record = `select internal.record_audit(clock_timestamp(), '{}', $1, $2, $3, 'bench')`;
    await admin.query(record, [share, share && nights, heads[0].heads]);
    return seconds;
  };
  const whole = await ask(null);
  const day = Math.round((await count(admin, 'orders')) / 365);
  for (let n = 0; n < day; n++) await desk.place(someLines(n));
  await sealAll(admin);
  await admin.query('analyze');
  const night = await ask(1);
  const quiet = await ask(2);
  const all = [whole, night, quiet];
  const sum = (seconds: Map<string, number>) => [...seconds.values()].reduce((total, one) => total + one, 0);
  const names = checks.map(({ name }) => name).toSorted((a, b) => whole.get(b)! - whole.get(a)!);
  const lines = names.map((name) => [name, ...all.map((seconds) => seconds.get(name)!.toFixed(2))]);
  const columns = ['seconds', 'whole', `share of ${nights}, ${day} new orders`, 'share, nothing new'];
  print(`\n${table(columns, [['all', ...all.map((one) => sum(one).toFixed(1))], ...lines.slice(0, 30)])}`);
}

async function sinceLastSeal({ admin, dba, desk }: Shop, print: (line: string) => void): Promise<void> {
  await sealAll(admin);
  for (let n = 0; n < newOrders; n++) await desk.place(someLines(n));
  await admin.query('analyze app.orders, app.order_items, app.payments, app.parcels');
  const start = performance.now();
  await dba.query('select * from ledger.audit(since_last_seal => true)');
  print(
    `\nonly what changed since the last seal, ${newOrders} orders: ${((performance.now() - start) / 1000).toFixed(2)} s`,
  );
}

/** Seals all that stands there. */
async function sealAll(admin: pg.Pool): Promise<void> {
  const repeat = async (text: string, atLeast: number) => {
    for (let calls = 0, sealed = 0; calls < atLeast || sealed > 0; calls++) {
      progress.at(`sealing, run ${calls + 1}`);
      sealed = (await admin.query(text)).rowCount ?? 0;
    }
  };
  await repeat('select * from internal.seal_ledger()', 1);
  // The first run notes how far it may go, the next ones go there.
  await repeat(`select * from internal.seal_history(max_rows => 500000, margin => '0')`, 2);
}
