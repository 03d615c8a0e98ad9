import test from 'ava';
import { parseCronItems } from 'graphile-worker';
import { createLog } from '../../server/process/log.ts';
import { openQueue } from '../../workers/queue.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/webhooks.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('serves all companies');
});
test.after.always(() => db?.drop());

/** Postgres is away meanwhile, for all but its superuser. */
async function withoutPostgres(work: () => Promise<unknown>) {
  const name = new URL(db.url).pathname.slice(1);
  await db.admin.query(`alter database ${name} connection limit 0`);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'haat_worker'`;
  await db.admin.query(cut, [name]);
  await work();
  await db.admin.query(`alter database ${name} connection limit -1`);
}

test.serial('a queue that could not record the end of a job takes jobs again when Postgres is back', async (t) => {
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const stops = Promise.withResolvers<void>();
  const log = createLog('silent');
  log.warn = (said: unknown) => void (String(said).startsWith('Runner stopping') && stops.resolve());
  const queue = await openQueue(db.as('haat_worker', { max: 4 }), log, {
    concurrency: 1,
    tasks: {
      first: async () => {
        first.resolve();
        await goOn.promise;
      },
      second: async () => void done.push('second'),
    },
  });
  t.teardown(() => queue.stop());
  await db.admin.query(`select graphile_worker.add_job('first')`);
  await first.promise;
  await withoutPostgres(async () => {
    goOn.resolve();
    await db.admin.query(`select graphile_worker.add_job('second')`);
    await stops.promise;
  });
  await until(db, `not exists (select from graphile_worker.jobs where task_identifier = 'second')`);
  t.deepEqual(done, ['second']);
  await until(db, `not exists (select from graphile_worker.jobs where locked_by is not null)`);
});

test.serial('it does so while another of its jobs never ends', async (t) => {
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  const log = createLog('silent');
  log.error = (...said: unknown[]) => void (String(said[1]).startsWith('Failed to complete jobs') && lost.resolve());
  const queue = await openQueue(db.as('haat_worker', { max: 4 }), log, {
    concurrency: 2,
    lastJobsMs: 100,
    tasks: {
      first: async () => {
        first.resolve();
        await goOn.promise;
      },
      stuck: () => never.promise,
      second: async () => void done.push('second'),
    },
  });
  t.teardown(async () => {
    never.resolve();
    await queue.stop();
  });
  await db.admin.query(`select graphile_worker.add_job('stuck', max_attempts => 1)`);
  await db.admin.query(`select graphile_worker.add_job('first')`);
  await first.promise;
  await withoutPostgres(async () => {
    goOn.resolve();
    await db.admin.query(`select graphile_worker.add_job('second')`);
    await lost.promise;
  });
  await until(db, `not exists (select from graphile_worker.jobs where task_identifier = 'second')`);
  t.deepEqual(done, ['second']);
});

test.serial('a job that fails after another replaced it is not kept as one that was given up', async (t) => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const goOn = Promise.withResolvers<void>();
  let count = 0;
  const queue = await openQueue(db.as('haat_worker', { max: 4 }), createLog('silent'), {
    concurrency: 1,
    tasks: {
      replaced: async () => {
        const isFirst = count === 0;
        runs[count++]!.resolve();
        if (!isFirst) return;
        await goOn.promise;
        throw new Error('it fails');
      },
    },
  });
  t.teardown(() => queue.stop());
  const add = () => db.admin.query(`select graphile_worker.add_job('replaced', job_key => 'replaced')`);
  await add();
  await runs[0]!.promise;
  await add();
  goOn.resolve();
  await runs[1]!.promise;
  await until(db, `not exists (select from graphile_worker.jobs where task_identifier = 'replaced')`);
  t.is(count, 2);
});

test.serial('timers go on when the clock of the worker was two hours ahead and is set back', async (t) => {
  const RealDate = Date;
  const hours = 2 * 3_600_000;
  let shift = hours;
  globalThis.Date = class extends RealDate {
    constructor(...values: []) {
      super(...(values.length > 0 ? values : ([RealDate.now() + shift] as unknown as [])));
    }
    static override now() {
      return RealDate.now() + shift;
    }
  } as DateConstructor;
  t.teardown(() => {
    globalThis.Date = RealDate;
  });
  const ticked = Promise.withResolvers<void>();
  const queue = await openQueue(db.as('haat_worker', { max: 4 }), createLog('silent'), {
    concurrency: 1,
    tasks: { tick: async () => ticked.resolve() },
    cronItems: parseCronItems([
      { task: 'tick', match: '* * * * *', identifier: 'tick', options: { backfillPeriod: 0 } },
    ]),
  });
  t.teardown(() => queue.stop());
  // A few seconds before a minute that the database has seen.
  const now = RealDate.now();
  shift = Math.floor(now / 60_000) * 60_000 - 8_000 - now;
  await ticked.promise;
  t.pass();
});
