// What grows with the shop: every list with every filter, search and sort, first pages and deep ones, single records, reports,
// staff queries and writes, in the standard shops S, M and L: a call must cost what it costs, however large the shop is.
// Target: at most 1.25 of S. `--quick` leaves L out and takes fewer rounds; `--shops=S,L` chooses; `--only=<text>` measures
// the calls that hold it, or are of that kind; `--json=<file>` keeps all figures, `--svg=<file>` draws them. HAAT_BENCH_L=0.1 makes L a tenth of
// its size. The orders that the writes make stay in the shops: after some runs the newest are all of one name.
import fs from 'node:fs';
import type pg from 'pg';
import { type GrowthCase, growthCases } from './growth-cases.ts';
import { drawGrowth } from './growth-plot.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { openShop, openShops, type Size, type StandardShop } from './shops/index.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const quick = process.argv.includes('--quick');
const only = flag('only');
const names = (flag('shops')?.split(',') ?? (quick ? ['S', 'M'] : ['S', 'M', 'L'])) as Size[];
const rounds = quick ? 3 : 7;
const callsOfRound = 3;
/** A call that takes longer is slow enough to be told from the others by fewer rounds. */
const patienceMs = quick ? 300 : 1000;
const target = 1.25;

export type Measured = { kind: string; ms: Record<string, number>; buffers: Record<string, number> };
type Open = { name: string; client: pg.PoolClient; shop: StandardShop; cases: Map<string, GrowthCase> };

/** What is measured is kept between runs; there is nothing to throw away. */
export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const open: Open[] = [];
  for (const name of names) {
    const shop = await openShop(cluster, name, print);
    const cases = new Map((await growthCases(shop)).map((one) => [one.label, one]));
    open.push({ name, client: await shop.gateway.connect(), shop, cases });
  }
  const results: Record<string, Measured> = {};
  const labels = [...open[0]!.cases.values()]
    .filter(({ label, kind }) => !only || kind === only || label.includes(only))
    .map(({ label }) => label);
  for (const [index, label] of labels.entries()) {
    progress.at(`measuring ${label}`, index, labels.length);
    results[label] = await measure(open, label);
  }
  const ratio = (label: string, name: string) => results[label]!.ms[name]! / results[label]!.ms.S!;
  const last = names.at(-1)!;
  const worst = labels.toSorted((a, b) => ratio(b, last) - ratio(a, last));
  print(
    table(
      ['call', 'S: ms', ...names.slice(1).map((name) => `${name} / S`), ...names.map((name) => `${name}: buffers`)],
      worst.map((label) => [
        label,
        results[label]!.ms.S!.toFixed(2),
        ...names.slice(1).map((name) => ratio(label, name).toFixed(2)),
        ...names.map((name) => results[label]!.buffers[name]!),
      ]),
    ),
  );
  const kinds = [...new Set(Object.values(results).map(({ kind }) => kind))];
  const ofKind = (kind: string) => labels.filter((label) => results[label]!.kind === kind).map((l) => ratio(l, last));
  print(
    `\n${table(
      [`${last} / S`, 'calls', 'median', 'most', `above ${target}`],
      kinds.map((kind) => {
        const ratios = ofKind(kind);
        const above = ratios.filter((one) => one > target).length;
        return [kind, ratios.length, median(ratios).toFixed(2), Math.max(...ratios).toFixed(2), above];
      }),
    )}`,
  );
  const [json, svg] = [flag('json'), flag('svg')];
  if (json) fs.writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);
  if (svg) fs.writeFileSync(svg, drawGrowth(results, names, target));
  for (const { client, shop } of open) {
    client.release();
    await shop.close();
  }
};

/** Rounds in which the shops take turns; medians. */
async function measure(open: Open[], label: string): Promise<Measured> {
  const times: Record<string, number[]> = {};
  const buffers: Record<string, number> = {};
  let calls = 0;
  const call = async ({ client, shop, cases }: Open) => {
    const { prepare, run: ask } = cases.get(label)!;
    await prepare?.(shop.admin);
    const started = performance.now();
    await ask(client, calls++);
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
  const ms = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
  return { kind: open[0]!.cases.get(label)!.kind, ms, buffers };
}

/** Blocks that the session has touched, in memory or not. */
async function buffersOf(client: pg.PoolClient): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query(
    'select sum(coalesce(hits, 0) + coalesce(reads, 0))::integer as count from pg_stat_get_backend_io(pg_backend_pid())',
  );
  return rows[0].count;
}
