import test from 'ava';
import { createMetrics } from '../../server/process/metrics.ts';
import { cronItems, timers } from '../../workers/crontab.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, emit, until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('serves all companies');
});
test.after.always(() => db?.drop());

test('each timer of the crontab is a function that the workers may run', async (t) => {
  t.deepEqual(
    cronItems().flatMap(({ task, identifier }) => (task === 'timer__run' ? [identifier] : [])),
    timers.map(({ name }) => name),
  );
  for (const { name } of timers)
    await t.notThrowsAsync(db.as('haat_worker').query(`select * from internal.${name}()`), name);
});

test('a timer that is due runs as a job; one that does not exist fails', async (t) => {
  const running = await workers(db);
  await db.admin.query(`select graphile_worker.add_job('timer__run', '{"name": "clean_up_sessions"}'),
    graphile_worker.add_job('timer__run', '{"name": "report_worker"}', job_key => 'no timer', max_attempts => 1)`);
  await until(
    db,
    `select count(*) = 1 and bool_and(key = 'no timer' and last_error is not null) from graphile_worker.jobs where task_identifier = 'timer__run'`,
  );
  const { rows } = await db.admin.query(`select last_error from graphile_worker.jobs where key = 'no timer'`);
  t.regex(rows[0].last_error, /no timer/);
  await running.stop();
});

test('/metrics shows the queue of deliveries', async (t) => {
  await allowLoopback(db.admin);
  const shop = await createShop(db.admin);
  await createEndpoint(db, shop, 'https://hooks.example.com/');
  await db.admin.query(
    `update app.webhook_endpoints set status = 'disabled', disabled_reason = 'staff', disabled_at = internal.now()`,
  );
  await emit(db, shop);
  const text = await createMetrics([{ main: { name: 'worker', pool: db.as('haat_worker') } }]).text();
  for (const line of [
    /^haat_webhook_deliveries\{state="due"\} 0$/m,
    /^haat_webhook_oldest_due_seconds 0$/m,
    /^haat_webhook_endpoints\{status="disabled"\} 1$/m,
  ]) {
    t.regex(text, line);
  }
});

test('a timer that a clock ahead has entered for a time to come runs now, and may be entered again', async (t) => {
  await db.admin.query(`
    insert into internal.entered_timers (identifier, known_since, last_execution)
    values ('ahead', now(), now() + interval '2 hours'), ('in time', now(), now() - interval '1 minute')`);
  await db.admin.query(`
    select graphile_worker.add_job('some task', job_key => name, run_at => now() + interval '2 hours')
    from unnest(array['ahead', 'in time', 'of no timer']) as name`);
  await db.as('haat_worker').query(`select internal.report_worker('of this test')`);
  const { rows: timers } = await db.admin.query(`
    select identifier, last_execution <= now() as is_free from internal.entered_timers
    where identifier in ('ahead', 'in time') order by identifier`);
  t.deepEqual(timers, [
    { identifier: 'ahead', is_free: true },
    { identifier: 'in time', is_free: true },
  ]);
  const { rows: jobs } = await db.admin.query(`
    select key, run_at <= clock_timestamp() as is_due from graphile_worker.jobs where task_identifier = 'some task' order by key`);
  t.deepEqual(jobs, [
    { key: 'ahead', is_due: true },
    { key: 'in time', is_due: true },
    { key: 'of no timer', is_due: false },
  ]);
});
