// Every list with every filter, search and sort, first pages and deep ones, in the standard shops S, M and L: a page must
// cost what a page costs, however large the shop is. Target: at most 1.25 of S. `--quick` leaves L out and
// takes fewer rounds; `--shops=S,L` chooses; `--only=<text>` measures the cases that hold it; `--json=<file>` keeps all figures. HAAT_BENCH_L=0.1 makes L a tenth of its size.
import fs from 'node:fs';
import type pg from 'pg';
import { callGate, type TestShop } from '../helpers/shop.ts';
import { type ListCase, listCases } from './list-cases.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { openShop, openShops, type Size } from './shops/index.ts';

const quick = process.argv.includes('--quick');
const [, jsonFile] = /^--json=(.+)$/.exec(process.argv.find((flag) => flag.startsWith('--json=')) ?? '') ?? [];
const only = process.argv.find((flag) => flag.startsWith('--only='))?.slice(7);
const [, chosen] = /^--shops=([SML,]+)$/.exec(process.argv.find((flag) => flag.startsWith('--shops=')) ?? '') ?? [];
const names = (chosen?.split(',') ?? (quick ? ['S', 'M'] : ['S', 'M', 'L'])) as Size[];
const rounds = quick ? 3 : 7;
const callsOfRound = 3;
/** A case that takes longer is slow enough to be told from the others by fewer calls. */
const patienceMs = quick ? 300 : 1000;
const target = 1.25;

type Measured = { ms: Record<string, number>; buffers: Record<string, number> };
type Open = { name: string; client: pg.PoolClient; shop: TestShop; cases: ListCase[] };

/** Lists measure what is kept between runs; there is nothing to throw away. */
export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const open: Open[] = [];
  const shops = [];
  for (const name of names) {
    const shop = await openShop(cluster, name, print);
    shops.push(shop);
    open.push({
      name,
      client: await shop.gateway.connect(),
      shop: shop.shop,
      cases: await listCases(shop.admin, shop.shop),
    });
  }
  const results: Record<string, Measured> = {};
  const labels = open[0]!.cases.map(({ label }) => label).filter((label) => !only || label.includes(only));
  for (const [index, label] of labels.entries()) {
    progress.at(`measuring ${label}`, index, labels.length);
    results[label] = await measure(open, label);
  }
  const ratio = (label: string, of: 'ms' | 'buffers', name: string) =>
    results[label]![of][name]! / results[label]![of].S!;
  const last = names.at(-1)!;
  const worst = labels.toSorted((a, b) => ratio(b, 'ms', last) - ratio(a, 'ms', last));
  print(
    table(
      ['list', 'S: ms', ...names.slice(1).map((name) => `${name} / S`), ...names.map((name) => `${name}: buffers`)],
      worst.map((label) => [
        label,
        results[label]!.ms.S!.toFixed(2),
        ...names.slice(1).map((name) => ratio(label, 'ms', name).toFixed(2)),
        ...names.map((name) => results[label]!.buffers[name]!),
      ]),
    ),
  );
  const over = worst.filter((label) => ratio(label, 'ms', last) > target);
  print(`\n${labels.length} lists, ${over.length} of them above ${target} of S at ${last}`);
  if (jsonFile) fs.writeFileSync(jsonFile, `${JSON.stringify(results, null, 1)}\n`);
  for (const { client } of open) client.release();
  for (const shop of shops) await shop.close();
};

/** Rounds in which the shops take turns; medians. */
async function measure(open: Open[], label: string): Promise<Measured> {
  const times: Record<string, number[]> = {};
  const buffers: Record<string, number> = {};
  const call = async ({ client, shop, cases }: Open) => {
    const { operation, input } = cases.find((one) => one.label === label)!;
    const started = performance.now();
    const { outcome } = await callGate(client as unknown as pg.Pool, shop.storeKey, operation, input, {
      bucket: 'read',
    });
    if (outcome.sqlstate) throw new Error(`${label}: ${outcome.message}`);
    return performance.now() - started;
  };
  for (const one of open) {
    times[one.name] = [];
    await call(one);
    const before = await buffersOf(one.client);
    await call(one);
    buffers[one.name] = (await buffersOf(one.client)) - before;
  }
  const started = performance.now();
  for (let round = 0; round < rounds && (round < 1 || performance.now() - started < patienceMs); round++)
    for (const one of round % 2 ? open.toReversed() : open)
      for (let n = 0; n < callsOfRound; n++) times[one.name]!.push(await call(one));
  return { ms: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])), buffers };
}

/** Blocks that the session has touched, in memory or not. */
async function buffersOf(client: pg.PoolClient): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query(
    'select sum(coalesce(hits, 0) + coalesce(reads, 0))::integer as count from pg_stat_get_backend_io(pg_backend_pid())',
  );
  return rows[0].count;
}
