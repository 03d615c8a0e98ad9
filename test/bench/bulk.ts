// Much at once, in a standard shop: stock levels set in batches against one by one, and all orders and movements of the shop
// exported, alone and while somebody else sells. --shop=S (10,000 orders), M (the default: 100,000) or L; --levels=<how many>
// (10,000; 0: none); --list=<some of the exports>; --rest=<times what a batch took> (as the worker has it).
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, urlAs } from '../../db/connect/connection.ts';
import { openStorage } from '../../server/media/storage/index.ts';
import { createLog } from '../../server/process/log.ts';
import { Exports } from '../../workers/exports/index.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openDesk } from '../helpers/orders.ts';
import { callGate, createShop, stockVariant } from '../helpers/shop.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { openShop, openShops, type Size, type StandardShop } from './shops/index.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const size = (flag('shop') ?? 'M') as Size;
const levels = Number(flag('levels') ?? 10_000);
const linesPerCall = 500;
const singly = 500;
const aloneMs = 15_000;
/** What an integrator takes out whole. */
const lists: Record<string, { operation: string; filters?: object; format: 'ndjson' | 'csv' }> = {
  movements: { operation: 'list_inventory_movements', format: 'ndjson' },
  orders: { operation: 'list_orders', format: 'ndjson' },
  'orders with lines': { operation: 'list_orders', filters: { expand: ['items', 'customer'] }, format: 'ndjson' },
  'orders with lines, csv': { operation: 'list_orders', filters: { expand: ['items', 'customer'] }, format: 'csv' },
};
const megabyte = 1024 * 1024;

/** The standard shops are kept between runs; there is nothing to throw away. */
export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const standard = await openShop(cluster, size, print);
  try {
    if (levels > 0) await setLevels(standard, print);
    await exportLists(standard, print);
  } finally {
    await standard.close();
  }
};

async function call({ gateway, shop }: StandardShop, operation: string, input: object) {
  const { outcome, result } = await callGate(gateway, shop.storeKey, operation, input, {
    idempotencyKey: randomUUID(),
  });
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
  return result;
}

/** Counts of variants, each other than what is there. */
async function setLevels(standard: StandardShop, print: (line: string) => void): Promise<void> {
  const { rows } = await standard.admin.query(
    `select v.id, coalesce(l.on_hand, 0) as on_hand, coalesce(l.reserved, 0) as reserved from app.variants v
     left join app.inventory_levels l on l.variant_id = v.id and l.location_id = $2
     where v.store_id = $1 order by md5(v.id::text) limit $3`,
    [standard.shop.stores[0].id, standard.shop.locationId, levels],
  );
  const counts = (more: number) =>
    rows.map(({ id, on_hand }) => ({
      location_id: standard.shop.locationId,
      variant_id: id,
      set_on_hand: on_hand + more,
      reason: 'count',
    }));
  const found: (string | number)[][] = [];
  const timed = async (label: string, lines: object[][], send: (lines: object[]) => Promise<unknown>) => {
    const times: number[] = [];
    const started = performance.now();
    for (const [n, some] of lines.entries()) {
      progress.at(label, n, lines.length);
      const from = performance.now();
      await send(some);
      times.push(performance.now() - from);
    }
    const seconds = (performance.now() - started) / 1000;
    const count = lines.flat().length;
    found.push([label, lines.length, count, seconds.toFixed(1), Math.round(count / seconds), median(times).toFixed(0)]);
  };
  const grouped = (lines: object[]) =>
    Array.from({ length: Math.ceil(lines.length / linesPerCall) }, (_, n) =>
      lines.slice(n * linesPerCall, (n + 1) * linesPerCall),
    );
  await timed(
    'one by one',
    counts(1)
      .slice(0, singly)
      .map((line) => [line]),
    ([line]) => call(standard, 'create_inventory_adjustment', line!),
  );
  await timed('batches', grouped(counts(2)), (lines) => call(standard, 'create_inventory_adjustments', { lines }));
  print(table(['levels set', 'calls', 'lines', 'seconds', 'lines/s', 'ms a call'], found));
}

async function exportLists(standard: StandardShop, print: (line: string) => void): Promise<void> {
  const { admin, gateway, url, shop } = standard;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-exports-'));
  const storage = openStorage({ kind: 'folder', directory }, 'http://127.0.0.1:4000/media');
  const pool = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_worker'), { max: 4 });
  const rest = flag('rest');
  const worker = new Exports({
    pool,
    storage,
    log: createLog('warn'),
    options: rest === undefined ? {} : { rest: Number(rest) },
  });
  // What a run that was stopped left behind.
  await admin.query("delete from app.exports where status in ('pending', 'running')");
  // A company of its own sells meanwhile.
  const desk = await openDesk({ url, admin, as: () => gateway } as unknown as TestDatabase, await createShop(admin));
  await stockVariant(admin, desk.shop, { sku: 'SOLD', quantity: 1_000_000 });
  const takes: { at: number; ms: number }[] = [];
  let writing = true;
  let selling = false;
  const writer = (async () => {
    while (writing) {
      if (!selling) {
        await sleep(20);
        continue;
      }
      const from = performance.now();
      await desk.place([{ sku: 'SOLD', quantity: 1 }]);
      takes.push({ at: from, ms: performance.now() - from });
    }
  })();
  const sold = (from: number, to: number) => {
    const of = takes.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    const p99 = of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.99)] ?? 0;
    return [((of.length * 1000) / (to - from)).toFixed(0), p99.toFixed(0)];
  };
  const found: (string | number)[][] = [];
  try {
    for (const label of flag('list')?.split(';') ?? Object.keys(lists)) {
      const write = async () => {
        const { id } = await call({ ...standard, shop }, 'create_export', lists[label]!);
        const started = performance.now();
        await worker.work.run();
        const ended = performance.now();
        const { rows } = await admin.query(
          'select status, failure_code, record_count::int as n, size_bytes::int as size from app.exports where id = $1',
          [id],
        );
        const [{ status, failure_code, n, size: bytes }] = rows;
        if (status !== 'finished') throw new Error(`the export is ${status}: ${failure_code}`);
        return { n, bytes, started, ended, rate: Math.round((n * 1000) / (ended - started)) };
      };
      progress.at(`exporting ${label} alone`);
      global.gc?.();
      const idle = process.memoryUsage.rss();
      let most = idle;
      const looking = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 50);
      const { n, bytes, rate } = await write();
      clearInterval(looking);
      progress.at(`exporting ${label} beside a seller`);
      selling = true;
      const before = performance.now();
      await sleep(aloneMs);
      const alone = sold(before, performance.now());
      const second = await write();
      selling = false;
      const beside = sold(second.started, second.ended);
      found.push([
        label,
        n,
        (bytes / megabyte).toFixed(0),
        rate,
        second.rate,
        ((most - idle) / megabyte).toFixed(0),
        `${alone[0]} → ${beside[0]}`,
        `${alone[1]} → ${beside[1]}`,
      ]);
    }
  } finally {
    writing = false;
    await writer;
    await pool.end();
    fs.rmSync(directory, { recursive: true });
  }
  print(
    table(
      ['all', 'records', 'MB', 'a second alone', 'beside', 'memory, MB', 'sold/s beside', 'p99 ms of a sale'],
      found,
    ),
  );
}
