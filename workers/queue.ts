// A queue runs tasks of graphile-worker with a limit on how many run at the same time. A process opens several queues, so
// that long tasks do not delay short ones. graphile-worker starts jobs when they are due and retries jobs that fail. Every
// process reports every few seconds that it is alive; the others free the jobs of one that was killed
// (internal.report_worker).
import { EventEmitter } from 'node:events';
import {
  type ParsedCronItem,
  Logger as QueueLogger,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '../server/process/log.ts';
import { inSpan } from '../server/process/tracing.ts';

export interface QueueOptions {
  tasks: Record<string, Task>;
  /** How many jobs run at the same time. */
  concurrency: number;
  cronItems?: ParsedCronItem[];
  /** Fetches several jobs at a time. Only for jobs that start immediately: other workers cannot run a fetched job. */
  fetchesMany?: boolean;
}

export interface Queue {
  stop(): Promise<void>;
}

const reportIntervalMs = 5_000;

export async function openQueue(pool: pg.Pool, log: Logger, options: QueueOptions): Promise<Queue> {
  const { tasks, concurrency, cronItems = [], fetchesMany = false } = options;
  const events: WorkerEvents = new EventEmitter();
  const named = Promise.withResolvers<string>();
  events.once('pool:create', ({ workerPool }) => named.resolve(workerPool.id));
  const report = async () => {
    const { rows } = await pool.query('select internal.report_worker($1) as freed', [await named.promise]);
    if (rows[0].freed > 0) log.warn({ workers: rows[0].freed }, 'freed the jobs of workers that are gone');
  };
  // A worker must be registered as alive before it runs a task.
  const known = named.promise.then(report);
  const runner = await run({
    pgPool: pool,
    taskList: prepared(tasks, known),
    parsedCronItems: cronItems,
    events,
    logger: queueLogger(log),
    concurrency,
    pollInterval: 1_000,
    // The process handles signals itself and stops its parts in order.
    noHandleSignals: true,
    preset: {
      worker: {
        // With a delay, a job that ends while the process stops would stay locked although it is done.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(fetchesMany && { localQueue: { size: concurrency } }),
      },
    },
  });
  runner.promise.catch((error) => log.fatal({ err: error }, 'the job queue has stopped'));
  await known;

  let reporting: Promise<void> | undefined;
  const timer = setInterval(() => {
    reporting ??= report()
      .catch((error) => log.error({ err: error }, 'this worker could not report that it is alive'))
      .finally(() => {
        reporting = undefined;
      });
  }, reportIntervalMs);

  return {
    async stop() {
      await runner.stop();
      clearInterval(timer);
      await reporting;
      await pool.query('select internal.forget_worker($1)', [await named.promise]);
    },
  };
}

/** Runs every job in its own trace. The trace of a timer has the timer's name. */
function prepared(tasks: Record<string, Task>, known: Promise<void>): TaskList {
  const entries = Object.entries(tasks).map(([task, run]): [string, Task] => [
    task,
    async (payload, helpers) => {
      await known;
      const timer = task === 'timer__run' ? (payload as { name: string }).name : undefined;
      const facts = { kind: 'consumer', root: true, attributes: { 'haat.job': task, 'haat.timer': timer } } as const;
      return inSpan(timer ? `timer ${timer}` : `job ${task}`, facts, async () => run(payload, helpers));
    },
  ]);
  return Object.fromEntries(entries);
}

/** graphile-worker logs every job as information; here that is a debug message. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const { error, reason } = (meta ?? {}) as { error?: unknown; reason?: unknown };
    if (level === 'error') log.error({ err: error ?? reason }, message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
