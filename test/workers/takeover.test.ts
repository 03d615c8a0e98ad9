import test, { type ExecutionContext } from 'ava';
import { Logger, run } from 'graphile-worker';
import { unlockJobs } from '../../db/migrate/worker-schema.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { answer, hang, Receiver } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, emit, until, workerProcess, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

test.serial('a delivery that a killed worker was sending is taken up by another', async (t) => {
  t.timeout(180_000);
  const hooks = await new Receiver(hang).listen();
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url);
  const child = await workerProcess(db.url);
  await emit(db, shop);
  await hooks.has(1);
  await child.kill();
  // As if half a minute had gone by in which it said nothing.
  await db.admin.query(`update internal.workers set seen_at = seen_at - interval '31 s'`);

  const other = await workers(db);
  hooks.behaviour = answer(200);
  await hooks.has(2, 120_000);
  await until(db, `select status = 'delivered' from app.webhook_deliveries where endpoint_id = $1`, [endpoint_id]);
  const { rows } = await db.admin.query(
    'select attempt, outcome from app.webhook_attempts where endpoint_id = $1 order by attempt',
    [endpoint_id],
  );
  t.deepEqual(rows, [
    { attempt: 1, outcome: 'lost' },
    { attempt: 2, outcome: 'delivered' },
  ]);
  t.is(hooks.got[0]!.body, hooks.got[1]!.body);
  await other.stop();
  hooks.close();
});

test.serial('a worker that is asked to stop ends what it sends, records it and leaves nothing locked', async (t) => {
  const hooks = await new Receiver((_, response) => {
    setTimeout(() => response.writeHead(200).end(), 500);
  }).listen();
  t.teardown(() => hooks.close());
  const { endpoint_id } = await createEndpoint(db, shop, hooks.url, ['brand.created']);
  // One that was killed before is struck off in its own time.
  const before = (await db.admin.query('select id from internal.workers')).rows.map((row) => row.id);
  const child = await workerProcess(db.url);
  for (let i = 0; i < 30; i++) await emit(db, shop, { type: 'brand.created' });
  await hooks.has(5);
  t.is(await child.stop(), 0);
  const { rows } = await db.admin.query(
    `select count(*) filter (where status = 'delivered')::int as delivered, count(*) filter (where status = 'sending')::int as sending,
       (select count(*)::int from graphile_worker.jobs where locked_at is not null) as locked,
       (select count(*)::int from internal.workers where id <> all ($2)) as workers
     from app.webhook_deliveries where endpoint_id = $1`,
    [endpoint_id, before],
  );
  t.is(rows[0].delivered, hooks.got.length);
  t.like(rows[0], { sending: 0, locked: 0, workers: 0 });
});

/** Starts a job in a queue that says nothing of itself; gives the id under which the queue holds it. */
async function holdJob(t: ExecutionContext, task: string, key?: string): Promise<string> {
  const held = Promise.withResolvers<string>();
  const end = Promise.withResolvers<void>();
  const queue = await run({
    pgPool: db.as('haat_worker', { max: 4 }),
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: {
      async [task](_, { job }) {
        held.resolve(job.locked_by!);
        await end.promise;
      },
    },
  });
  t.teardown(async () => {
    end.resolve();
    await queue.stop();
  });
  await db.admin.query('select graphile_worker.add_job($1, job_key => $2)', [task, key]);
  return held.promise;
}

test.serial('the jobs of a worker that is silent are freed, those of one that lives are not', async (t) => {
  const [dead, alive] = [await holdJob(t, 'dead'), await holdJob(t, 'alive')];
  const worker = db.as('haat_worker');
  const report = async (id: string) => (await worker.query('select internal.report_worker($1) as freed', [id])).rows[0];
  const silentFor = (seconds: number) =>
    db.admin.query(
      'update internal.workers set seen_at = clock_timestamp() - make_interval(secs => $2) where id = $1',
      [dead, seconds],
    );
  await report(dead);
  await report(alive);
  await silentFor(15);
  t.deepEqual(await report(alive), { freed: 0 });
  await silentFor(31);
  t.deepEqual(await report(alive), { freed: 1 });
  const { rows } = await db.admin.query(
    `select task_identifier, locked_by from graphile_worker.jobs where task_identifier in ('dead', 'alive') order by 1`,
  );
  t.deepEqual(rows, [
    { task_identifier: 'alive', locked_by: alive },
    { task_identifier: 'dead', locked_by: null },
  ]);
});

test.serial('a job whose key was added anew while its killed worker ran it leaves nothing behind', async (t) => {
  const keys = ['freed by another', 'freed by itself', 'freed by a start'];
  const worker = db.as('haat_worker');
  const holders = [];
  for (const key of keys) holders.push(await holdJob(t, key, key));
  const [first, second] = holders;
  // As internal.wake_jobs does at the end of each turn: the worker is killed before its job has ended.
  for (const key of keys) await worker.query('select internal.enqueue($1, job_key => $1)', [key]);
  await db.admin.query(
    `insert into internal.workers (id, started_at, seen_at)
     select id, clock_timestamp() - interval '1 min', clock_timestamp() - interval '31 s' from unnest($1::text[]) id`,
    [[first]],
  );
  await worker.query(`select internal.report_worker('other')`);
  await worker.query(`select internal.report_worker('other')`);
  await worker.query('select internal.forget_worker($1)', [second]);
  await unlockJobs(db.url);
  const { rows } = await db.admin.query(
    `select task_identifier as task, key, attempts from graphile_worker.jobs
     where task_identifier = any ($1) order by 1`,
    [keys],
  );
  t.deepEqual(
    rows,
    keys.toSorted().map((key) => ({ task: key, key, attempts: 0 })),
  );
  t.deepEqual(
    (await db.as('haat_dba').query(`select object from ledger.check_jobs() where found like 'given up%'`)).rows,
    [],
  );
});

test.serial('a job that was lost is added again, once', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/', ['category.created']);
  await emit(db, shop, { type: 'category.created' });
  await db.admin.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
  const worker = db.as('haat_worker');
  const jobs = async () => {
    await worker.query('select internal.wake_workers()');
    await worker.query('select internal.wake_workers()');
    const { rows } = await db.admin.query('select task_identifier as task from graphile_worker.jobs where key = $1', [
      `wake endpoint ${endpoint_id}`,
    ]);
    return rows;
  };
  t.deepEqual(await jobs(), [], 'its own job may still come');
  await db.admin.query(
    `update app.webhook_deliveries set next_attempt_at = next_attempt_at - interval '61 s' where endpoint_id = $1`,
    [endpoint_id],
  );
  t.deepEqual(await jobs(), [{ task: 'webhook__deliver' }]);
});

test.serial('a start that knows to be alone frees at once what dead workers were sending', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/', ['brand.updated']);
  await emit(db, shop, { type: 'brand.updated' });
  const worker = db.as('haat_worker');
  await worker.query(`select internal.report_worker('killed')`);
  await worker.query(`select from internal.claim_deliveries($1, 'killed', 10)`, [endpoint_id]);
  const requeued = async () =>
    (await worker.query(`select internal.requeue_lost_deliveries($1, 'fresh') as count`, [endpoint_id])).rows[0].count;
  t.is(await requeued(), 0);
  await unlockJobs(db.url);
  t.is(await requeued(), 1);
});
