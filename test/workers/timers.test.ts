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
  const text = await createMetrics({ main: { name: 'worker', pool: db.as('haat_worker') } }).text();
  for (const line of [
    /^haat_webhook_deliveries\{state="due"\} 0$/m,
    /^haat_webhook_oldest_due_seconds 0$/m,
    /^haat_webhook_endpoints\{status="disabled"\} 1$/m,
  ]) {
    t.regex(text, line);
  }
});
