// Jobs: the workers run the lines of each in order, each line once, as the key that sent it may.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import { unlockJobs } from '../../db/migrate/worker-schema.ts';
import { runJobs } from '../helpers/jobs.ts';
import { longTest } from '../helpers/long.ts';
import { brandJob } from '../helpers/operations/makers.ts';
import { startImageServer } from '../helpers/servers/image-server.ts';
import { createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { api, closeApiShop, db, eventsOf, openSoundApiShop, own, send, shop } from '../helpers/shops/api-shop.ts';
import { until, workerProcess, workers } from '../helpers/webhooks.ts';

test.before(openSoundApiShop);
test.after.always(closeApiShop);

const start = async (
  owner: TestShop,
  operation: string,
  lines: object[],
  key = owner.storeKey.key,
): Promise<string> => {
  const { status, text, body } = await api.request('POST', '/jobs', {
    key,
    body: { operation, lines },
    idempotencyKey: randomUUID(),
  });
  if (status !== 202) throw new Error(text);
  return body.id;
};

/** The adjustments of a job, each of which shows in the ledger by its reason. */
const deliveries = (owner: TestShop, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    location_id: owner.locationId,
    sku: 'JOB',
    quantity_change: 1,
    reason: `line ${n + 1}`,
  }));

const reasons = async (owner: TestShop) =>
  (
    await db.admin.query(
      `select reason from app.stock_movements where company_id = $1 and reason like 'line %' order by sequence`,
      [owner.companyId],
    )
  ).rows.map(({ reason }) => reason);

const job = async (id: string) => (await db.admin.query('select * from app.jobs where id = $1', [id])).rows[0];

const ended = (ids: string[]) =>
  until(db, `select bool_and(ended_at is not null) from app.jobs where id = any ($1)`, [ids], 60_000);

test.serial(
  'a table that grew tenfold is analyzed when a job is taken up, without waiting for autovacuum',
  async (t) => {
    const seen = async () =>
      (await db.admin.query(`select reltuples::integer as n from pg_class where oid = 'app.brands'::regclass`)).rows[0]
        .n;
    const grow = async (count: number) => {
      const client = await db.admin.connect();
      try {
        await client.query(
          `insert into app.brands (company_id, store_id, name, slug)
         select $1, $2, b, b from (select 'b' || gen_random_uuid() as b from generate_series(1, $3)) x`,
          [shop.companyId, shop.stores[0].id, count],
        );
        await client.query('select pg_stat_force_next_flush()');
      } finally {
        client.release();
      }
      await db.as('haat_worker').query('select internal.take_job($1)', [shop.companyId]);
    };
    await grow(150);
    t.is(await seen(), 150);
    await grow(150);
    t.is(await seen(), 150, 'twice as many are no reason');
    await grow(1_300);
    t.is(await seen(), 1_600);
  },
);

longTest.serial('workers that are killed in the middle leave no line out and do none twice', async (t) => {
  t.timeout(120_000);
  await stockVariant(db.admin, shop, { sku: 'JOB', quantity: 0, price: 100 });
  const wanted = deliveries(shop, 200);
  const id = await start(shop, 'create_inventory_adjustment', wanted);
  for (const killedAt of [20, 80]) {
    const worker = await workerProcess(db.url);
    await until(db, `select succeeded_count >= $2 from app.jobs where id = $1`, [id, killedAt], 60_000);
    await worker.kill();
    // It has ended before the kill where this process stood still meanwhile.
    t.regex((await job(id)).status, /^(running|finished)$/);
    // What other workers do when this one has been silent for long enough.
    await unlockJobs(db.url);
  }
  const other = await workers(db);
  await ended([id]);
  await other.stop();
  t.like(await job(id), { status: 'finished', succeeded_count: 200, failed_count: 0 });
  t.deepEqual(
    await reasons(shop),
    wanted.map(({ reason }) => reason),
  );
  t.deepEqual(await eventsOf(id), ['job.finished']);
  t.deepEqual((await db.admin.query('select * from ledger.audit()')).rows, []);
});

test.serial(
  'a slice that meets a lock keeps what its lines did, and the line that waited begins the next',
  async (t) => {
    const rival = await createShop(db.admin);
    for (const sku of ['JOB', 'HELD']) await stockVariant(db.admin, rival, { sku, quantity: 1, price: 100 });
    const lines = deliveries(rival, 6).map((line, n) => (n === 3 ? { ...line, sku: 'HELD' } : line));
    const id = await start(rival, 'create_inventory_adjustment', [
      ...lines.slice(0, 2),
      { ...lines[2], sku: 'GONE' },
      ...lines.slice(3),
    ]);
    const worker = db.as('haat_worker');
    await worker.query('select internal.take_job($1)', [rival.companyId]);
    const slice = async (most = 50) =>
      (await worker.query('select internal.run_job_slice($1, $2, 60000) as answer', [id, most])).rows[0].answer;
    const holder = await db.admin.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `select from app.inventory_levels l join app.variants v on v.id = l.variant_id
       where v.sku = 'HELD' and l.company_id = $1 for update`,
        [rival.companyId],
      );
      t.like(await slice(), { state: 'next', met: '55P03' });
      t.like(await job(id), { succeeded_count: 2, failed_count: 1, status: 'running' });
      // Alone it waits longer, and then says so.
      await t.throwsAsync(slice(1), { code: '55P03' });
      t.like(await job(id), { succeeded_count: 2, failed_count: 1, status: 'running' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    t.like(await slice(), { state: 'next', done: true });
    t.like(await job(id), { status: 'finished', succeeded_count: 5, failed_count: 1 });
    t.deepEqual(
      (await reasons(rival)).toSorted(),
      [1, 2, 4, 5, 6].map((line) => `line ${line}`),
    );
    const { rows } = await db.admin.query(
      `select m.request_id from app.stock_movements m where m.company_id = $1 and m.reason like 'line %' order by m.reason`,
      [rival.companyId],
    );
    t.deepEqual(
      rows.map(({ request_id }) => request_id),
      [1, 2, 4, 5, 6].map((line) => `job_${id}_${line}`),
    );
  },
);

test.serial('jobs rest for calls of the API and of staff, and not for others who are in a transaction', async (t) => {
  const worker = db.as('haat_worker');
  const others = async () => (await worker.query('select internal.others_at_work() as n')).rows[0].n;
  const inTransaction = async (login: string) => {
    const client = await db.as(login).connect();
    await client.query('begin');
    await client.query('select 1');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  };
  const quiet = await Promise.all(['haat_dba', 'haat_worker'].map(inTransaction));
  const person = await db.admin.connect();
  await person.query('begin');
  await person.query('select pg_current_xact_id()');
  t.is(await others(), 0);
  const busy = await Promise.all(['haat_gateway', 'haat_staff_gateway'].map(inTransaction));
  t.is(await others(), 2);
  for (const end of [...quiet, ...busy]) await end();
  await person.query('rollback');
  person.release();
});

test.serial('jobs of two companies go on side by side, each in its own fence', async (t) => {
  t.timeout(60_000);
  const [one, two] = [await createShop(db.admin), await createShop(db.admin)];
  const lines = Array.from({ length: 150 }, (_, n) => ({ name: `Brand ${n}` }));
  const ids = [await start(one, 'create_brand', lines), await start(two, 'create_brand', lines)];
  const both = await workers(db);
  await ended(ids);
  await both.stop();
  const { rows } = await db.admin.query(
    `select company_id, store_id, count(*)::int as made, min(created_at) as first, max(created_at) as last
     from app.brands where company_id = any ($1) group by 1, 2 order by 1`,
    [[one.companyId, two.companyId]],
  );
  t.deepEqual(
    rows.map(({ store_id, made }) => [store_id, made]),
    [
      [one.stores[0]!.id, 150],
      [two.stores[0]!.id, 150],
    ],
  );
  t.true(rows[0].first < rows[1].last && rows[1].first < rows[0].last, 'neither waits for the end of the other');
});

test.serial('a line that names what belongs to another company finds nothing', async (t) => {
  const rival = await createShop(db.admin);
  const { id: brand } = await own().make('create_brand', { name: 'Ours' });
  const id = await start(rival, 'update_brand', [
    { id: brand, name: 'Theirs' },
    { id: brand, name: 'Theirs', store_id: shop.stores[0]!.id },
  ]);
  await runJobs(db, rival.companyId);
  const { rows } = await db.admin.query('select sqlstate from app.job_lines where job_id = $1', [id]);
  t.deepEqual(rows, [{ sqlstate: 'HT100' }, { sqlstate: 'HT100' }]);
  t.is((await db.admin.query('select name from app.brands where id = $1', [brand])).rows[0].name, 'Ours');
});

test.serial('a job ends when its key is revoked, expires or loses a scope, and says so', async (t) => {
  for (const [change, code] of [
    [`revoked_at = internal.now()`, 'KEY_REVOKED'],
    [`expires_at = internal.now()`, 'KEY_EXPIRED'],
    [`scopes = '{orders:read}'`, 'FORBIDDEN_SCOPE'],
  ] as const) {
    const rival = await createShop(db.admin);
    const key = await createKey(db.admin, rival.companyId, { storeId: rival.stores[0]!.id });
    const id = await start(rival, 'create_brand', [{ name: 'A' }, { name: 'B' }], key.key);
    const worker = db.as('haat_worker');
    await worker.query('select internal.take_job($1)', [rival.companyId]);
    await worker.query('select internal.run_job_line($1)', [id]);
    await db.admin.query(`update app.api_keys set ${change} where id = $1`, [key.id]);
    await runJobs(db, rival.companyId);
    t.like(await job(id), { status: 'failed', failure_code: code, succeeded_count: 1, failed_count: 0 });
    t.deepEqual(await eventsOf(id), ['job.finished']);
  }
});

test.serial('a stolen login of the workers does nothing but what was sent', async (t) => {
  const { id } = await brandJob(own(), [{ name: 'Sent' }]);
  const worker = db.as('haat_worker');
  for (const denied of [
    'select * from app.jobs',
    'select * from app.job_lines',
    `select internal.open_job('${shop.stores[0]!.id}', 'create_brand')`,
    `select internal.add_job_lines('${id}', '[]')`,
    `select internal.perform_job_line(null, null, null, false)`,
    `select internal.enter_job(null, 'x')`,
  ])
    await t.throwsAsync(worker.query(denied), { code: '42501' }, denied);
  await worker.query('select internal.take_job($1)', [shop.companyId]);
  await worker.query('select internal.run_job_line($1, 1, $2)', [id, JSON.stringify([{ name: 'Forged' }])]);
  const { rows } = await db.admin.query('select result from app.job_lines where job_id = $1', [id]);
  t.is(JSON.parse(rows[0].result).name, 'Sent');
});

test.serial(
  'pictures of lines are fetched by the worker, counted to the day, and gone where the line fails',
  async (t) => {
    t.timeout(60_000);
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const host = await startImageServer((request, response) => {
      if (request.url === '/red.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      else response.writeHead(404).end();
    });
    const rival = await createShop(db.admin);
    const product = (sku: string, path: string) => ({
      name: sku,
      variants: [{ sku, name: 'One', price: 10 }],
      images: [{ source_url: host.url(path) }, { source_url: host.url('/red.png') }],
    });
    const lines = [product('P-1', '/red.png'), product('P-2', '/gone.png'), product('P-1', '/red.png')];
    const id = await start(rival, 'create_product', lines);
    const running = await workers(db, {
      OUTBOUND_ALLOW: `localhost:${host.port}`,
      OUTBOUND_CA: path.join(import.meta.dirname, '../fixtures/certificates/authority.pem'),
      MEDIA_URL: `file://${api.mediaDirectory}`,
    });
    await ended([id]);
    await running.stop();
    await host.stop();
    const { rows } = await db.admin.query(
      'select sqlstate, fields, result from app.job_lines where job_id = $1 order by line',
      [id],
    );
    t.deepEqual(
      rows.map(({ sqlstate }) => sqlstate),
      [null, 'HT008', 'HT101'],
    );
    t.deepEqual(Object.keys(rows[1].fields), ['images.0.source_url']);
    t.is(JSON.parse(rows[0].result).images.length, 2);
    const { rows: used } = await db.admin.query('select used from gate.image_links where company_id = $1', [
      rival.companyId,
    ]);
    t.deepEqual(used, [{ used: 6 }]);
    const stored = await fs.readdir(path.join(api.mediaDirectory, 'images', rival.companyId), { recursive: true });
    t.is(stored.filter((name) => name.endsWith('.webp')).length, 2);
  },
);

test.serial(
  'ended jobs go after 30 days with their lines, and files that stopped arriving after an hour',
  async (t) => {
    const worker = db.as('haat_worker');
    const [old, young, stuck] = [await brandJob(own()), await brandJob(own()), await brandJob(own())];
    await runJobs(db, shop.companyId);
    const back = (id: string, interval: string, status = 'finished') =>
      db.admin.query(
        `alter table app.jobs disable trigger all;
       update app.jobs set ended_at = case when '${status}' = 'finished' then internal.now() - interval '${interval}' end,
         updated_at = internal.now() - interval '${interval}', status = '${status}' where id = '${id}';
       alter table app.jobs enable trigger all`,
      );
    await back(old.id, '31 days');
    await back(young.id, '29 days');
    await back(stuck.id, '2 hours', 'receiving');
    t.is((await worker.query('select internal.clean_up_jobs() as n')).rows[0].n, '4');
    const left = (await send('GET', '/jobs')).body.data.map(({ id }: { id: string }) => id);
    t.true(left.includes(young.id));
    t.false(left.includes(old.id));
    t.is((await worker.query('select internal.clean_up_jobs() as n')).rows[0].n, '0');
  },
);
