// Events on the pull beside writers: none lost, none twice, in order; how late they come to one who waits; what a page costs
// at a million events. Five writers make events of one store for a minute, each in a transaction of its own, one in ten
// undone, one in twenty slow to commit; three readers follow over HTTP, with `wait`.
import type pg from 'pg';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { createShop, type TestKey, type TestShop } from '../helpers/shop.ts';
import { progress, type Scenario, table } from './scenario.ts';

const writers = 5;
const readers = 3;
const seconds = 60;
const many = 1_000_000;

export const run: Scenario = async (cluster, print) => {
  const url = cluster.url('bench');
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url, { max: writers + 3 });
  const pool = openPool(withLogin(url, 'haat_gateway'), { max: 8 });
  const api = await startApi({ pool });
  try {
    const shop = await createShop(admin);
    const beside = await follow(admin, api, shop);
    const idle = await latency(admin, api, shop);
    const pages = await pagesOfMany(admin, api, shop);
    print(table(['what', 'measured', 'figure'], [...beside, ...idle, ...pages]));
  } finally {
    await api.stop();
    await Promise.all([admin.end(), pool.end()]);
  }
};

type Lines = (string | number)[][];
type Pulled = { id: string; sequence: number; created_at: string };
type Page = { data: Pulled[]; meta: { has_more: boolean } };

async function pull(api: TestApi, key: TestKey, query: string): Promise<Page> {
  const answer = await fetch(`${api.url}/ext/v1/events?${query}`, { headers: { authorization: `Bearer ${key.key}` } });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Page;
}

const cursorOf = (seen: Pulled[]) => (seen.length > 0 ? `&starting_after=${seen.at(-1)!.id}` : '');

async function follow(admin: pg.Pool, api: TestApi, shop: TestShop): Promise<Lines> {
  progress.at('events: pulled beside writers');
  const until = performance.now() + seconds * 1000;
  let isWriting = true;
  const write = async (writer: number) => {
    for (let nth = writer; performance.now() < until; nth++) {
      const client = await admin.connect();
      await client.query('begin');
      await emit(client, shop);
      if (nth % 20 === 0) await pause(Math.random() * 200);
      await client.query(nth % 10 === 0 ? 'rollback' : 'commit');
      client.release();
      await pause(5);
    }
  };
  const read = async () => {
    const seen: Pulled[] = [];
    const late: number[] = [];
    for (;;) {
      const last = !isWriting;
      const { data } = await pull(api, shop.storeKey, `limit=100&wait=${last ? 0 : 1}${cursorOf(seen)}`);
      for (const event of data) late.push(Date.now() - Date.parse(event.created_at));
      seen.push(...data);
      if (last && data.length === 0) return { seen, late };
    }
  };
  const reading = Array.from({ length: readers }, read);
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  isWriting = false;
  const read_ = await Promise.all(reading);
  const { rows } = await admin.query('select id from app.events where store_id = $1 order by sequence', [
    shop.stores[0].id,
  ]);
  const made = rows.map(({ id }) => id);
  for (const { seen } of read_) {
    const ids = seen.map(({ id }) => id);
    if (ids.join() !== made.join()) throw new Error(`${made.length} events were made and ${ids.length} pulled`);
  }
  return [
    [`${writers} writers, ${seconds} s, one in ten undone`, 'events made', made.length],
    [
      `${readers} readers that wait`,
      'events pulled by each, in order',
      read_.map(({ seen }) => seen.length).join(', '),
    ],
    ['', 'event to reader', quantiles(read_.flatMap(({ late }) => late))],
  ];
}

/** One who waits while little happens. */
async function latency(admin: pg.Pool, api: TestApi, shop: TestShop): Promise<Lines> {
  progress.at('events: one who waits');
  const late: number[] = [];
  let cursor = (await pull(api, shop.storeKey, `limit=1&created_after=${new Date(0).toISOString()}`)).data[0]!.id;
  for (let more = true; more; ) {
    const { data, meta } = await pull(api, shop.storeKey, `limit=100&starting_after=${cursor}`);
    cursor = data.at(-1)?.id ?? cursor;
    more = meta.has_more;
  }
  for (let nth = 0; nth < 50; nth++) {
    const waiting = pull(api, shop.storeKey, `starting_after=${cursor}&wait=25`);
    await pause(50 + Math.random() * 300);
    await emit(admin, shop);
    const [event] = (await waiting).data;
    late.push(Date.now() - Date.parse(event!.created_at));
    cursor = event!.id;
  }
  return [['one who waits, one event at a time', 'event to reader', quantiles(late)]];
}

async function pagesOfMany(admin: pg.Pool, api: TestApi, shop: TestShop): Promise<Lines> {
  progress.at(`events: ${many} of them`);
  const quiet = await timed(() => pull(api, shop.storeKey, `limit=25&created_after=2999-01-01T00:00:00Z`));
  await admin.query(
    `insert into app.events (company_id, store_id, type, object_id, object, created_at)
     select $1, $2, (internal.event_types())[1 + n % 18], uuidv7(), '{"status": "confirmed"}',
       internal.now() - make_interval(secs => 29 * 86400 * (1 - n / $3::float8))
     from generate_series(1, $3) n`,
    [shop.companyId, shop.stores[0].id, many],
  );
  await admin.query('vacuum (analyze) app.events');
  const at = async (part: number) =>
    (
      await admin.query('select id from app.events where store_id = $1 order by sequence offset $2 limit 1', [
        shop.stores[0].id,
        Math.floor(many * part),
      ])
    ).rows[0].id as string;
  const [middle, last] = [await at(0.5), await at(0.9999)];
  const asked = {
    'nothing to give, few events': quiet,
    'the first 25 of all': await timed(() => pull(api, shop.storeKey, 'limit=25')),
    '25 from the middle': await timed(() => pull(api, shop.storeKey, `limit=25&starting_after=${middle}`)),
    '100 from the middle': await timed(() => pull(api, shop.storeKey, `limit=100&starting_after=${middle}`)),
    '25 of one type': await timed(() => pull(api, shop.storeKey, `types=order.created&starting_after=${middle}`)),
    'the newest': await timed(() => pull(api, shop.storeKey, `starting_after=${last}`)),
    'a company key': await timed(() => pull(api, shop.companyKey, `limit=25&starting_after=${middle}`)),
  };
  return Object.entries(asked).map(([what, figure]) => [`${many} events`, what, figure]);
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  for (let nth = 0; nth < 60; nth++) {
    const since = performance.now();
    await work();
    if (nth >= 10) took.push(performance.now() - since);
  }
  return quantiles(took);
}

const emit = (client: pg.ClientBase | pg.Pool, shop: TestShop) =>
  client.query({
    name: 'emit',
    text: `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), $3, '{"status": "pending"}')`,
    values: [shop.companyId, shop.stores[0].id, order],
  });

const order = JSON.stringify({ status: 'confirmed', note: 'x'.repeat(1500) });

function quantiles(took: number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
