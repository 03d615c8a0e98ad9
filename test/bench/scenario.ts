// What the scenarios share: rounds that take turns, medians, a table.
import fs from 'node:fs';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { showProgress } from '../../server/process/progress.ts';

/** One measurement: brings its own database on the cluster, prints its findings. */
export type Scenario = (cluster: Cluster, print: (line: string) => void) => Promise<void>;

/** How far the scenario has come; it may say more of itself than that it runs. */
export const progress = showProgress();

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Calls `work` from `callers` at once for `milliseconds`; gives completed calls a second. */
export async function throughput(callers: number, milliseconds: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - started < milliseconds) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}

/** Processor time of these processes so far, in microseconds. Others on the machine change it less than they change speed. */
export function processorTime(pids: number[]): number {
  if (process.platform !== 'linux') return Number.NaN;
  const threads = pids.flatMap((pid) =>
    fs.readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  );
  return threads.reduce((sum, thread) => {
    try {
      return sum + Number(fs.readFileSync(`${thread}/schedstat`, 'latin1').split(' ', 1)[0]) / 1000;
    } catch {
      // It has ended.
      return sum;
    }
  }, 0);
}

/** Median seconds a call of `work`, one after another. */
export async function latency(calls: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) / 1000);
  }
  return median(times);
}

/** Measures the contestants in turns, A to Z then Z to A, so that a slow moment hits all alike; medians by name. */
export async function takeTurns(
  rounds: number,
  contestants: Record<string, () => Promise<number>>,
): Promise<Record<string, number>> {
  const results = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(contestants);
    if (round % 2 === 1) order.reverse();
    for (const [index, [name, measure]] of order.entries()) {
      progress.at(`measuring ${name}`, round * order.length + index, rounds * order.length);
      results[name]?.push(await measure());
    }
  }
  return Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)]));
}

export function table(header: string[], rows: (string | number)[][]): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
