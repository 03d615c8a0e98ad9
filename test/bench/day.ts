// A day of load in ten minutes, on a durable server on disk, with the API, a worker and a receiver of webhooks as processes of
// their own: reads, tools, orders, stock, staff and images in the shares of test/helpers/load/mix.ts, every timer once a minute
// and an audit in between. Calls arrive at a rate and do not wait for each other. First the highest rate is searched at which
// 99 of 100 calls are answered within 250 ms, in steps; the day is at `share` of it. Then five times the rate for half a
// minute: what is too much must be refused at once, and full service be there again within 10 s.
//   --minutes=10  --rate=<calls a second, instead of the search>  --variants=10000  --json=<file>  --seed=1
import fs from 'node:fs';
import os from 'node:os';
import { openPool } from '../../db/connect/connection.ts';
import { openCluster } from '../../db/embedded/cluster.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { randomFrom } from '../helpers/faults.ts';
import { DayOfLoad, type KindLine, ms, type Overload, type Span, targetMs } from '../helpers/load/day.ts';
import { openDayShop } from '../helpers/load/day-shop.ts';
import { findingsOf } from '../helpers/load/findings.ts';
import { House } from '../helpers/load/house.ts';
import { Mix } from '../helpers/load/mix.ts';
import { progress, type Scenario, table } from './scenario.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const minutes = Number(flag('minutes') ?? 10);
const variants = Number(flag('variants') ?? 10_000);
const seed = Number(flag('seed') ?? 1);
/** Of the highest rate: ten minutes have worse moments than ten seconds. */
const share = 0.6;
const overloadSeconds = 30;

export const run: Scenario = async (_cluster, print) => {
  // Not in memory, where other throw-away clusters are.
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`, { onDisk: true });
  const loadBefore = os.loadavg()[0]!;
  const cluster = await openCluster(directory, 'durable');
  const url = cluster.url('day');
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  progress.at(`a shop of ${variants} variants`);
  const day = await openDayShop({ admin }, variants);
  const house = await House.open({ admin, url }, day.shop);
  let load: DayOfLoad | undefined;
  try {
    const mix = await Mix.of(day, randomFrom(seed));
    load = new DayOfLoad({ house, mix, admin, random: randomFrom(seed + 1), postmaster: await postmasterOf(admin) });
    print(`load of the machine before it began: ${loadBefore.toFixed(1)} on ${os.availableParallelism()} cores`);
    await load.warmUp();
    const given = Number(flag('rate') ?? 0);
    const { highest, steps } = given
      ? { highest: given, steps: [] }
      : await load.findHighestRate((at) => progress.at(at));
    if (steps.length > 0) print(`\n${table(['calls/s', 'p50 ms', 'p99 ms', 'shed'], steps)}`);
    const rate = given || highest * share;
    print(
      `\nhighest rate with a p99 below ${targetMs} ms: ${highest.toFixed(0)}/s; the day is at ${rate.toFixed(0)}/s`,
    );
    const span = await load.run(rate, minutes, { auditUrl: url, at: (what) => progress.at(what) });
    printSpan(span, print);
    const overload = await load.overload(rate, overloadSeconds, (what) => progress.at(what));
    printOverload(overload, print);
    progress.at('comparing');
    const found = await findingsOf(admin, day, mix, house, load.unanswered);
    const { broken, ...counts } = found;
    print(`\n${table(Object.keys(counts), [Object.values(counts)])}`);
    for (const what of broken) print(what);
    const failed = [...span.kinds, ...overload.kinds].reduce((sum, kind) => sum + kind.failed, 0);
    const isSound = broken.length === 0 && failed === 0 && Object.values(counts).every((count) => count === 0);
    // Times are the machine's too, and are only shown.
    if (!isSound) process.exitCode = 1;
    const json = flag('json');
    if (json)
      fs.writeFileSync(json, JSON.stringify({ loadBefore, highest, rate, steps, span, overload, found }, null, 2));
  } finally {
    await load?.close();
    await house.stop();
    await admin.end();
    await cluster.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  }
};

/** The process that all others of Postgres are children of. */
async function postmasterOf(admin: ReturnType<typeof openPool>): Promise<number> {
  const { rows } = await admin.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
  return Number(rows[0]!.text.split('\n')[0]);
}

const kindHeader = ['what', 'calls', 'out of stock', 'shed', 'failed', 'p50 ms', 'p99 ms', 'p99 ms of shed'];

const kindCells = ({ kind, calls, refused, shed, failed, p50, p99, shedP99 }: KindLine) => [
  kind,
  calls,
  refused,
  shed,
  failed,
  ms(p50),
  ms(p99),
  ms(shedP99),
];

function printSpan(span: Span, print: (line: string) => void): void {
  const all = [
    'all',
    span.calls,
    ...(['refused', 'shed', 'failed'] as const).map((fate) => span.kinds.reduce((sum, line) => sum + line[fate], 0)),
    ms(span.p50),
    ms(span.p99),
  ];
  print(`\n${table(kindHeader, [...span.kinds.map(kindCells), all])}`);
  const { ours, others, of } = span.cores;
  print(`\nof ${of} cores: ${ours} for this load with its generator, ${others} for others on the machine;`);
  print(`the generator sent 99 of 100 calls at most ${ms(span.lateMs)} ms late; the audit: ${span.audit}`);
  const memory = span.minutes.map(({ minute, calls, p99, api, worker, receiver }) => [
    minute,
    calls,
    ms(p99),
    api,
    worker,
    receiver,
  ]);
  print(`\n${table(['minute', 'calls', 'p99 ms', 'API MB', 'worker MB', 'receiver MB'], memory)}`);
  const second = new Map(span.secondHalf.map((line) => [line.name, line]));
  const growth = span.firstHalf.slice(0, 16).map(({ name, rows, kilobytes }) => {
    const then = second.get(name) ?? { rows: 0, kilobytes: 0, dead: 0 };
    return [name, rows, then.rows, kilobytes, then.kilobytes, then.dead];
  });
  const header = ['for 1,000 calls', 'rows, first half', 'second', 'kB, first half', 'second', 'dead rows at the end'];
  print(`\n${table(header, growth)}`);
  for (const failure of span.failures) print(failure);
}

function printOverload(overload: Overload, print: (line: string) => void): void {
  const { failures, kinds, ...figures } = overload;
  const rows = Object.entries(figures).map(([name, value]) => [name, value === null ? 'not' : Math.round(value)]);
  print(`\n${table(['five times the rate', ''], rows)}`);
  print(`\n${table(kindHeader, kinds.map(kindCells))}`);
  for (const failure of failures) print(failure);
}
