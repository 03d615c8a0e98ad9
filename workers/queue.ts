// One queue: tasks of graphile-worker that share a number of places. A process opens several, so that long work does not
// hold up short work. graphile-worker wakes at once, retries what throws, and starts what is due; what a killed process
// held is freed by the process next to it (internal.report_worker), since each says every few seconds that it lives.
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
  /** Jobs at once. */
  concurrency: number;
  cronItems?: ParsedCronItem[];
  /** Fetches jobs many at a time. Only for jobs that start at once: what is fetched here is taken from other workers. */
  fetchesMany?: boolean;
}

export interface Queue {
  /** It takes jobs, and the database has heard so lately. */
  isWorking(): boolean;
  stop(): Promise<void>;
}

const reportIntervalMs = 5_000;
/** After such a silence other workers free its jobs (internal.report_worker). */
const silenceMs = 30_000;

export async function openQueue(pool: pg.Pool, log: Logger, options: QueueOptions): Promise<Queue> {
  const { tasks, concurrency, cronItems = [], fetchesMany = false } = options;
  const events: WorkerEvents = new EventEmitter();
  const named = Promise.withResolvers<string>();
  events.once('pool:create', ({ workerPool }) => named.resolve(workerPool.id));
  let reportedAt = -Infinity;
  let running = true;
  const report = async () => {
    const { rows } = await pool.query('select internal.report_worker($1) as freed', [await named.promise]);
    reportedAt = performance.now();
    if (rows[0].freed > 0) log.warn({ workers: rows[0].freed }, 'freed the jobs of workers that are gone');
  };
  // Who works must be known to live, so no task begins before.
  const known = named.promise.then(report);
  const runner = await run({
    pgPool: pool,
    taskList: prepared(tasks, known),
    parsedCronItems: cronItems,
    events,
    logger: queueLogger(log),
    concurrency,
    pollInterval: 1_000,
    // The server stops its parts itself, in order.
    noHandleSignals: true,
    preset: {
      worker: {
        // Without these two a job that ends while the process stops stays locked, although it is done.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(fetchesMany && { localQueue: { size: concurrency } }),
      },
    },
  });
  runner.promise
    .catch((error) => log.fatal({ err: error }, 'the job queue has stopped'))
    .finally(() => {
      running = false;
    });
  await known;

  let reporting: Promise<void> | undefined;
  const timer = setInterval(() => {
    reporting ??= report()
      .catch((error) => log.error({ err: error }, 'this worker could not report that it lives'))
      .finally(() => {
        reporting = undefined;
      });
  }, reportIntervalMs);

  return {
    isWorking: () => running && performance.now() - reportedAt < silenceMs,
    async stop() {
      running = false;
      await runner.stop();
      clearInterval(timer);
      await reporting;
      await pool.query('select internal.forget_worker($1)', [await named.promise]);
    },
  };
}

/** Every job in a trace of its own; a timer under its name. */
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

/** graphile-worker reports every job it does; that is for debugging here. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const { error, reason } = (meta ?? {}) as { error?: unknown; reason?: unknown };
    if (level === 'error') log.error({ err: error ?? reason }, message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
