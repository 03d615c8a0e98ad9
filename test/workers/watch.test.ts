// How an operator watches workers, and what runs by itself.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import test from 'ava';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { createLog } from '../../server/process/log.ts';
import { createMetrics, createRequestMetrics } from '../../server/process/metrics.ts';
import { createWorkerApp } from '../../server/worker-app.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { environment } from '../helpers/processes/environment.ts';
import { freePort, startService } from '../helpers/processes/service.ts';
import { createShop } from '../helpers/shop.ts';
import { until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('serves all companies');
});
test.after.always(() => db?.drop());

/** The values of a page of metrics: `name{label="…"}` to number. */
async function read(metrics = createMetrics([{ main: { name: 'worker', pool: db.as('haat_worker') } }])) {
  const lines = (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The health check of the containers, run as compose.yaml has it; gives its exit status. */
function checkHealth(workerPort: number): number | null {
  const compose = fs.readFileSync(path.join(import.meta.dirname, '../../compose.yaml'), 'utf8');
  const [, script] = / - --eval\n +- >-\n((?: {6}.*\n)+)/.exec(compose)!;
  const env = { ...environment, PORT: '9', WORKER_PORT: String(workerPort) };
  return spawnSync(process.execPath, ['--eval', script!], { env }).status;
}

const secondsAgo = (timestamp: number | undefined) => Date.now() / 1000 - timestamp!;

test('only workers note timers and audits, and no other role writes them', async (t) => {
  for (const role of ['haat_gateway', 'haat_staff_gateway', 'haat_dba']) {
    for (const call of [`internal.record_audit(now(), '{}')`, `internal.record_timer('seal_ledger')`]) {
      await t.throwsAsync(db.as(role).query(`select ${call}`), { code: '42501' }, `${role}: ${call}`);
    }
  }
  for (const table of ['internal.audit_runs', 'internal.timer_runs']) {
    await t.throwsAsync(db.as('haat_worker').query(`delete from ${table}`), { code: '42501' }, table);
  }
});

test('a worker with WORKER_PORT answers probes and Prometheus there, and nothing else', async (t) => {
  const own = await freshDatabase('serves all companies');
  t.teardown(() => own.drop());
  const port = await freePort();
  const worker = await startService(t, 'worker', {
    DATABASE_URL: withLogin(own.url, 'haat_gateway'),
    WORKER_PORT: String(port),
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  t.deepEqual(await (await get('/healthz')).json(), { status: 'ok' });
  t.deepEqual(await (await get('/readyz')).json(), { status: 'ready' });
  const metrics = await (await get('/metrics')).text();
  t.regex(metrics, /^haat_worker_queues 6$/m);
  t.regex(metrics, /^haat_pool_connections\{pool="worker",state="open"\} [1-9]/m);
  t.is(checkHealth(port), 0);
  t.is((await get('/ext/v1/me')).status, 404);
  t.is((await get('/admin')).status, 404);
  t.is(await worker.stop(), 0);
  await t.throwsAsync(get('/healthz'));
  t.is(checkHealth(port), 1);
});

// In a commit's run the worker of process/tracing shows it, which need not be started for this alone.
longTest('without WORKER_PORT a worker opens no port', async (t) => {
  const worker = await startService(t, 'worker', { DATABASE_URL: withLogin(db.url, 'haat_gateway') });
  await t.throwsAsync(fetch(`${worker.url}/healthz`));
  t.is(await worker.stop(), 0);
});

test('workers that have stopped are not working', async (t) => {
  const running = await workers(db);
  t.true(running.isWorking());
  await running.stop();
  t.false(running.isWorking());
});

test('a worker that does not work is alive but not ready, and without a database its metrics still come', async (t) => {
  const pool = openPool('postgres://haat_worker@127.0.0.1:9/haat');
  const app = createWorkerApp({ databases: [{ name: null, pool }], log: createLog('silent'), ready: () => false });
  const server = http.createServer(app.callback()).listen(0, '127.0.0.1');
  t.teardown(() => Promise.all([pool.end(), new Promise((resolve) => server.close(resolve))]));
  await new Promise((resolve) => server.once('listening', resolve));
  const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  t.is((await get('/healthz')).status, 200);
  t.is((await get('/readyz')).status, 503);
  const metrics = await (await get('/metrics')).text();
  t.regex(metrics, /^haat_pool_connections\{pool="worker",state="waiting"\} 0$/m);
  // A value that was not read is left out, and not shown as 0.
  t.notRegex(metrics, /^haat_(database_size_bytes|jobs_oldest_due_seconds|audit_broken_checks)/m);
});

test('/metrics shows jobs by state and how long the oldest has been due', async (t) => {
  const own = await freshDatabase('serves all companies');
  t.teardown(() => own.drop());
  const metrics = () => read(createMetrics([{ main: { name: 'worker', pool: own.as('haat_worker') } }]));
  const empty = await metrics();
  t.is(empty.get('haat_jobs_oldest_due_seconds'), 0);
  t.is(empty.get('haat_jobs{state="failed"}'), 0);
  await own.admin.query(`select
    graphile_worker.add_job('timer__run', run_at => now() - interval '10 minutes'),
    graphile_worker.add_job('timer__run', run_at => now() + interval '10 minutes'),
    graphile_worker.add_job('timer__run', run_at => now() - interval '20 minutes', job_key => 'given up')`);
  await own.admin.query(`select graphile_worker.permanently_fail_jobs(array_agg(id))
    from graphile_worker.jobs where key = 'given up'`);
  const found = await metrics();
  t.is(found.get('haat_jobs{state="due"}'), 1);
  t.is(found.get('haat_jobs{state="waiting"}'), 1);
  t.is(found.get('haat_jobs{state="failed"}'), 1);
  t.true(found.get('haat_jobs_oldest_due_seconds')! >= 600 && found.get('haat_jobs_oldest_due_seconds')! < 1_200);
});

test('/metrics shows when timers ran and seals grew, and a timer that fails is not noted', async (t) => {
  const own = await freshDatabase('serves all companies');
  t.teardown(() => own.drop());
  await createShop(own.admin);
  const metrics = () => read(createMetrics([{ main: { name: 'worker', pool: own.as('haat_worker') } }]));
  t.is((await metrics()).get('haat_seal_last_timestamp_seconds{chain="ledger"}'), 0);
  const running = await workers(own);
  await own.admin.query(`select graphile_worker.add_job('timer__run', '{"name": "seal_ledger"}'),
    graphile_worker.add_job('timer__run', '{"name": "forget_worker"}', job_key => 'no timer', max_attempts => 1)`);
  await until(
    own,
    `select exists (select from internal.timer_runs where name = 'seal_ledger')
    and exists (select from graphile_worker.jobs where key = 'no timer' and attempts = 1)`,
  );
  await running.stop();
  // A timer that an earlier release had.
  await own.as('haat_worker').query(`select internal.record_timer('tidy_up_of_old')`);
  const found = await metrics();
  t.false(found.has('haat_timer_last_success_timestamp_seconds{timer="tidy_up_of_old"}'));
  t.true(secondsAgo(found.get('haat_timer_last_success_timestamp_seconds{timer="seal_ledger"}')) < 60);
  t.false(found.has('haat_timer_last_success_timestamp_seconds{timer="forget_worker"}'));
});

test('/metrics shows the last audit and its result', async (t) => {
  const own = await freshDatabase('serves all companies');
  t.teardown(() => own.drop());
  const metrics = () => read(createMetrics([{ main: { name: 'worker', pool: own.as('haat_worker') } }]));
  t.is((await metrics()).get('haat_audit_last_timestamp_seconds'), 0);
  const record = (started: string, broken: string[]) =>
    own
      .as('haat_worker')
      .query(`select internal.record_audit(clock_timestamp() - $1::interval, $2)`, [started, broken]);
  await record('90 s', ['check_reserved', 'check_guards']);
  const broken = await metrics();
  t.is(broken.get('haat_audit_broken_checks'), 2);
  t.true(broken.get('haat_audit_duration_seconds')! >= 90);
  t.true(secondsAgo(broken.get('haat_audit_last_timestamp_seconds')) < 60);
  await record('1 s', []);
  t.is((await metrics()).get('haat_audit_broken_checks'), 0);
  await own.as('haat_worker').query(`select internal.record_audit(clock_timestamp(), '{}', 1, 2)`);
  const share = await metrics();
  t.is(share.get('haat_audit_nights'), 2);
  // The other share is as old as the whole.
  t.true(secondsAgo(share.get('haat_audit_verified_timestamp_seconds')) >= 1);
});

test('/metrics of the API shows every pool, the size of the database, and a replica that is gone', async (t) => {
  const replica = openPool('postgres://haat_gateway@127.0.0.1:9/haat');
  t.teardown(() => replica.end());
  const pool = db.as('haat_gateway');
  const found = await read(
    createRequestMetrics([{ main: { name: 'api', pool }, staff: db.as('haat_staff_gateway'), replica }]),
  );
  for (const name of ['api', 'staff', 'replica'])
    t.is(found.get(`haat_pool_connections{pool="${name}",state="waiting"}`), 0);
  t.true(found.get('haat_database_size_bytes')! > 1_000_000);
  t.is(found.get('haat_replica_up'), 0);
  t.false(found.has('haat_replica_lag_seconds'));
});
