// A day of load against the processes of a house: its steps, and what was measured in each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Client, type Pool } from 'undici';
import { timers } from '../../../workers/crontab.ts';
import type { Random } from '../faults.ts';
import { countOf, type Offered, offer, openCaller, quantile, type Result, timesOf } from './arrivals.ts';
import type { House } from './house.ts';
import { residentMegabytes, Usage } from './machine.ts';
import type { Mix } from './mix.ts';
import { type Growth, growth, type Sizes, tableSizes } from './tables.ts';

export const targetMs = 250;

const firstRate = 20;
const stepFactor = 1.25;
const stepSeconds = 12;
const overloadFactor = 5;
const restMs = 3_000;
const probeMs = 250;
const recoverySeconds = 25;

export interface KindLine {
  kind: string;
  calls: number;
  refused: number;
  shed: number;
  failed: number;
  p50: number;
  p99: number;
  shedP99: number;
}

export interface Minute {
  minute: number;
  calls: number;
  p99: number;
  api: number;
  worker: number;
  receiver: number;
}

export interface Span {
  rate: number;
  calls: number;
  p50: number;
  p99: number;
  kinds: KindLine[];
  minutes: Minute[];
  /** How late the generator itself was, 99 of 100. */
  lateMs: number;
  cores: { ours: number; others: number; of: number };
  firstHalf: Growth[];
  secondHalf: Growth[];
  audit: string;
  failures: string[];
}

export interface Overload {
  rate: number;
  offered: number;
  done: number;
  shed: number;
  failed: number;
  /** Of those that were answered. */
  p50: number;
  p99: number;
  shedP50: number;
  shedP99: number;
  kinds: KindLine[];
  /** Of /healthz meanwhile. */
  healthP50: number;
  healthP99: number;
  healthMost: number;
  lateMs: number;
  mostApiMegabytes: number;
  apiMegabytesAfter: number;
  /** From the end of the overload until every call was answered in time again. */
  recoveredAfterSeconds: number | null;
  failures: string[];
}

interface Given {
  house: House;
  mix: Mix;
  admin: pg.Pool;
  random: Random;
  postmaster: number;
}

export class DayOfLoad {
  readonly #given: Given;
  readonly #caller: Pool;
  /** Calls without an answer: they may have been done. */
  unanswered = 0;

  constructor(given: Given) {
    this.#given = given;
    this.#caller = openCaller(given.house.api.url);
  }

  async #offer(rate: number, seconds: number): Promise<Offered> {
    const { mix, random } = this.#given;
    const offered = await offer({ rate, seconds, random, caller: this.#caller, next: mix.next });
    this.unanswered += countOf(offered.results, 'failed');
    return offered;
  }

  /** Plans are made, code is compiled, connections are opened. */
  async warmUp(seconds = 8): Promise<Offered> {
    return this.#offer(firstRate / 2, seconds);
  }

  /** The rate grows by a quarter a step until the answers are late or refused, twice: one bad moment is the machine's. */
  async findHighestRate(at: (what: string) => void): Promise<{ highest: number; steps: (string | number)[][] }> {
    const steps: (string | number)[][] = [];
    let highest = 0;
    let misses = 0;
    for (let rate = firstRate; misses < 2; ) {
      at(`at ${rate.toFixed(0)} calls a second`);
      const { results } = await this.#offer(rate, stepSeconds);
      const times = timesOf(results);
      const shed = countOf(results, 'shed');
      const p99 = quantile(times, 0.99);
      steps.push([rate.toFixed(0), ms(quantile(times, 0.5)), ms(p99), shed]);
      if (p99 <= targetMs && shed === 0) {
        highest = rate;
        misses = 0;
        rate *= stepFactor;
      } else misses++;
      await sleep(restMs);
    }
    return { highest, steps };
  }

  async run(
    rate: number,
    minutes: number,
    { auditUrl, at }: { auditUrl: string; at(what: string): void },
  ): Promise<Span> {
    const { house, admin, postmaster } = this.#given;
    const usage = new Usage(Object.values(house.pids), postmaster);
    const sizes: Sizes[] = [await tableSizes(admin)];
    const lines: Minute[] = [];
    const results: Result[] = [];
    const failures: string[] = [];
    const counts: number[] = [];
    let lateMs = 0;
    let audit = Promise.resolve('no');
    for (let minute = 1; minute <= minutes; minute++) {
      at(`minute ${minute} of ${minutes}, at ${rate.toFixed(0)} calls a second`);
      if (minute === Math.ceil(minutes * 0.4)) audit = runAudit(auditUrl);
      await Promise.all(timers.map(({ name }) => admin.query(enqueueTimer, [{ name }, name])));
      const offered = await this.#offer(rate, 60);
      results.push(...offered.results);
      failures.push(...offered.failures);
      lateMs = Math.max(lateMs, offered.lateMs);
      const { api, worker, receiver } = house.pids;
      const memory = {
        api: residentMegabytes(api),
        worker: residentMegabytes(worker),
        receiver: residentMegabytes(receiver),
      };
      lines.push({ minute, calls: offered.results.length, p99: quantile(timesOf(offered.results), 0.99), ...memory });
      counts.push(offered.results.length);
      if (minute === Math.ceil(minutes / 2) || minute === minutes) sizes.push(await tableSizes(admin));
    }
    const half = Math.ceil(minutes / 2);
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const [before, after] = [sizes[0]!, sizes.at(-1)!];
    const middle = sizes[1] ?? after;
    const times = timesOf(results);
    return {
      rate,
      calls: results.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      kinds: byKind(results),
      minutes: lines,
      lateMs,
      cores: usage.cores(),
      firstHalf: growth(before, middle, Math.max(1, sum(counts.slice(0, half)))),
      secondHalf: growth(middle, after, Math.max(1, sum(counts.slice(half)))),
      audit: await audit,
      failures,
    };
  }

  /** Five times the rate, and then the rate again until it is served in full. */
  async overload(rate: number, seconds: number, at: (what: string) => void): Promise<Overload> {
    const { api } = this.#given.house;
    at(`five times the rate: ${(rate * overloadFactor).toFixed(0)} calls a second`);
    const probe = new Probe(api.url, api.pid);
    const { results, failures, lateMs } = await this.#offer(rate * overloadFactor, seconds);
    const { times: health, mostMegabytes } = await probe.stop();
    at('after it');
    const end = performance.now();
    const after = await this.#offer(rate, recoverySeconds);
    const shedTimes = results.filter(({ fate }) => fate === 'shed').map(({ ms: time }) => time);
    const times = timesOf(results);
    return {
      rate: rate * overloadFactor,
      offered: results.length,
      done: times.length,
      shed: shedTimes.length,
      failed: countOf(results, 'failed'),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      shedP50: quantile(shedTimes, 0.5),
      shedP99: quantile(shedTimes, 0.99),
      kinds: byKind(results),
      healthP50: quantile(health, 0.5),
      healthP99: quantile(health, 0.99),
      healthMost: Math.max(...health),
      lateMs,
      mostApiMegabytes: mostMegabytes,
      apiMegabytesAfter: residentMegabytes(api.pid),
      recoveredAfterSeconds: recoveredAfter(after.results, end),
      failures: [...failures, ...after.failures],
    };
  }

  async close(): Promise<void> {
    await this.#caller.close();
  }
}

const enqueueTimer = `select internal.enqueue('timer__run', $1, job_key => $2)`;

/** npm run audit; gives its last line. */
async function runAudit(url: string): Promise<string> {
  const script = path.join(import.meta.dirname, '../../../db/cli/audit.ts');
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  // With 3 it has remarks, such as work that was left undone.
  return code === 0 || code === 3 ? output.trim().split('\n').at(-1)! : `it ended with ${code}: ${output.slice(-500)}`;
}

/** Asks for /healthz on a connection of its own, and looks at the memory of the process. */
class Probe {
  readonly #times: number[] = [];
  readonly #client: Client;
  readonly #done: Promise<void>;
  #stopped = false;
  #most = 0;

  constructor(origin: string, pid: number) {
    this.#client = new Client(origin);
    this.#done = this.#ask(pid);
  }

  async #ask(pid: number): Promise<void> {
    while (!this.#stopped) {
      const start = performance.now();
      const answer = await this.#client.request({ method: 'GET', path: '/healthz' });
      await answer.body.dump();
      this.#times.push(performance.now() - start);
      this.#most = Math.max(this.#most, residentMegabytes(pid));
      await sleep(probeMs);
    }
  }

  async stop(): Promise<{ times: number[]; mostMegabytes: number }> {
    this.#stopped = true;
    await this.#done;
    await this.#client.close();
    return { times: this.#times, mostMegabytes: this.#most };
  }
}

export function byKind(results: Result[]): KindLine[] {
  const kinds = Map.groupBy(results, ({ kind }) => kind);
  return [...kinds.entries()]
    .map(([kind, of]) => ({
      kind,
      calls: of.length,
      refused: countOf(of, 'refused'),
      shed: countOf(of, 'shed'),
      failed: countOf(of, 'failed'),
      p50: quantile(timesOf(of), 0.5),
      p99: quantile(timesOf(of), 0.99),
      shedP99: quantile(
        of.filter(({ fate }) => fate === 'shed').map(({ ms: time }) => time),
        0.99,
      ),
    }))
    .sort((a, b) => b.calls - a.calls);
}

/** Seconds after which no call was shed or failed; of those that arrived later, 99 of 100 were answered in time. */
function recoveredAfter(results: Result[], end: number): number | null {
  for (let second = 0; second < recoverySeconds - 3; second++) {
    const later = results.filter(({ at }) => at >= end + second * 1000);
    const isServed = later.every(({ fate }) => fate === 'done' || fate === 'refused');
    if (isServed && quantile(timesOf(later), 0.99) <= targetMs) return second;
  }
  return null;
}

export const ms = (time: number): string => time.toFixed(0);
