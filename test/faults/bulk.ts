// Jobs, exports and readers of events beside each other and beside single calls, while workers are killed: each line is done
// once and in order, a file has every record of before it, each event is pulled once and in order, and the books are sound.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlockJobs } from '../../db/migrate/worker-schema.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, type Random } from '../helpers/faults.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { workerProcess } from '../helpers/webhooks.ts';

const lines = 60;
const kills = 2;

export const run: Generator = (options) =>
  inRounds(options, async (random) => {
    const db = await freshDatabase('reads whole tables');
    const api = await startApi({ pool: db.as('haat_gateway', { max: 8 }) });
    try {
      return await round(db, api, random);
    } finally {
      await api.stop();
      await db.drop();
    }
  });

async function round(db: TestDatabase, api: TestApi, random: Random) {
  const shop = await createShop(db.admin);
  for (const sku of ['JOB', 'TEA']) await stockVariant(db.admin, shop, { sku, quantity: 1000, price: 100 });
  const ask = async (method: string, path: string, body?: object) => {
    const {
      status,
      text,
      body: answer,
    } = await api.request(method, path, {
      key: shop.storeKey.key,
      ...(body && { body, idempotencyKey: randomUUID() }),
    });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
    return answer;
  };
  const order = (): Promise<{ id: string }> =>
    ask('POST', '/orders', {
      customer: { phone: '01711111111', full_name: 'Nasrin Akter' },
      items: [{ sku: 'TEA', quantity: 1 }],
    });
  const before = [];
  for (let n = 0; n < 10; n++) before.push((await order()).id);

  const ending = new AbortController();
  const reading = [1, 2].map(() => pull(api, shop, ending.signal));
  let ordered = 0;
  const selling = (async () => {
    for (; !ending.signal.aborted; ordered++) {
      await order();
      await sleep(random() * 100);
    }
  })();
  const adjustments = Array.from({ length: lines }, (_, n) => ({
    location_id: shop.locationId,
    sku: 'JOB',
    quantity_change: 1,
    reason: `line ${n + 1}`,
  }));
  const brands = Array.from({ length: lines }, (_, n) => (n % 5 === 4 ? { nmae: 'x' } : { name: `Brand ${n}` }));
  const jobs = [
    await ask('POST', '/jobs', { operation: 'create_inventory_adjustment', lines: adjustments }),
    await ask('POST', '/jobs', { operation: 'create_brand', lines: brands }),
  ].map(({ id }) => id);
  const files = [
    await ask('POST', '/exports', { operation: 'list_orders' }),
    await ask('POST', '/exports', { operation: 'list_inventory_movements', format: 'csv' }),
  ].map(({ id }) => id);

  const environment = { MEDIA_URL: `file://${api.mediaDirectory}` };
  let worker = await workerProcess(db.url, environment);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(random() * 600);
    await worker.kill();
    await unlockJobs(db.url);
    worker = await workerProcess(db.url, environment);
  }
  const open = `select (select count(*)::int from app.jobs where ended_at is null)
    + (select count(*)::int from app.exports where ended_at is null) as n`;
  const limit = performance.now() + 120_000;
  while ((await db.admin.query(open)).rows[0].n > 0 && performance.now() < limit) await sleep(100);
  ending.abort();
  await selling;
  const pulled = await Promise.all(reading);
  await worker.stop();
  const found = await check({ db, api, shop, jobs, files, before, pulled, ask });
  return { operations: 2 * lines + ordered + pulled[0]!.length, ...found };
}

/** The events, by id, as one reader gets them; after `signal` those that are there still. */
async function pull(api: TestApi, shop: TestShop, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const isLast = signal.aborted;
    const cursor = ids.length > 0 ? `&starting_after=${ids.at(-1)}` : '';
    const { body } = await api.request('GET', `/events?limit=100&wait=${isLast ? 0 : 1}${cursor}`, {
      key: shop.storeKey.key,
    });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (isLast && body.data.length === 0) return ids;
  }
}

type Done = {
  db: TestDatabase;
  api: TestApi;
  shop: TestShop;
  jobs: string[];
  files: string[];
  before: string[];
  pulled: string[][];
  // biome-ignore lint/suspicious/noExplicitAny: answers are of every shape
  ask: (method: string, path: string) => Promise<any>;
};

async function check({ db, api, shop, jobs, files, before, pulled, ask }: Done) {
  const gaveWay: string[] = [];
  const say = (isSo: boolean, what: string) => void (isSo || gaveWay.push(what));
  const query = async (sql: string, ...values: unknown[]) => (await db.admin.query(sql, values)).rows;
  for (const [n, id] of jobs.entries()) {
    const { status, succeeded_count: done, failed_count: refused } = await ask('GET', `/jobs/${id}`);
    const wanted = n === 0 ? [lines, 0] : [lines * 0.8, lines * 0.2];
    say(
      status === 'finished' && done === wanted[0] && refused === wanted[1],
      `a job is ${status}: ${done}, ${refused}`,
    );
  }
  const reasons = (
    await query(
      `select reason from app.stock_movements where company_id = $1 and reason like 'line %' order by sequence`,
      shop.companyId,
    )
  ).map(({ reason }) => Number(reason.slice(5)));
  const made = (await query('select name from app.brands where company_id = $1', shop.companyId)).length;
  const times = new Set(reasons).size;
  say(
    reasons.every((line, n) => n === 0 || line > reasons[n - 1]!),
    'lines did not run in order',
  );
  const [file, table] = await Promise.all(files.map((id) => ask('GET', `/exports/${id}`)));
  say(file.status === 'finished' && table.status === 'finished', `exports are ${file.status}, ${table.status}`);
  const text = file.url ? await (await fetch(file.url.replace(/^https?:\/\/[^/]+/, api.url))).text() : '';
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id as string);
  say(new Set(records).size === records.length, 'a file has a record twice');
  const events = (
    await query('select id from app.events where store_id = $1 order by sequence', shop.stores[0].id)
  ).map(({ id }) => id as string);
  for (const ids of pulled)
    say(
      JSON.stringify(ids) === JSON.stringify(events),
      `${ids.length} events of ${events.length} were pulled, or not in order`,
    );
  const ended = await query(
    `select type, count(*)::int as n from app.events where type ~ '^(job|export)' group by 1 order by 1`,
  );
  say(JSON.stringify(ended.map(({ n }) => n)) === '[2,2]', `ends were told ${JSON.stringify(ended)}`);
  for (const { check_name, object, found } of await query('select * from ledger.audit()'))
    gaveWay.push(`${check_name}: ${object} ${found}`);
  return {
    lost: lines - times + before.filter((id) => !records.includes(id)).length,
    doubled: reasons.length - times + Math.max(0, made - lines * 0.8),
    gaveWay,
  };
}
