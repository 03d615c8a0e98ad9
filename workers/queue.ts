// A queue runs tasks of graphile-worker with a limit on how many run at the same time. A process opens several queues, so
// that long tasks do not delay short ones. graphile-worker starts jobs when they are due and retries jobs that fail. Every
// process reports every few seconds that it is alive; the others free the jobs of one that was killed
// (internal.report_worker).
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Job,
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
  /** For tests, which do not wait as long. */
  lastJobsMs?: number;
}

export interface Queue {
  /** It takes jobs, and the database has heard so lately. */
  isWorking(): boolean;
  stop(): Promise<void>;
}

const reportIntervalMs = 5_000;
/** After such a silence other workers free its jobs (internal.report_worker). */
const silenceMs = 30_000;
const startAgainMs = 1_000;
/** When graphile-worker stops by itself it waits for its jobs, at times for ever: after this time they are left. */
const usualLastJobsMs = 10_000;
/** A clock that is set back by more than this makes the timers start again. */
const clockStepMs = 30_000;

/**
 * graphile-worker stops for good when it cannot record the end of a job, as in a failover, and may not notice that all its
 * jobs have ended. And it enters no timer for as long as the clock of this machine was set back. Then it is started again.
 */
export async function openQueue(pool: pg.Pool, log: Logger, options: QueueOptions): Promise<Queue> {
  let runner = await startRunner(pool, log, options);
  const asked = new AbortController();
  const kept = (async () => {
    for (;;) {
      await runner.ended;
      if (asked.signal.aborted) return;
      log.error(`the job queue has stopped, as ${runner.reason()}; it starts again`);
      const started = await startAgain(asked.signal, async () => {
        await runner.stop();
        return startRunner(pool, log, options);
      });
      if (!started) return;
      runner = started;
    }
  })();
  return {
    isWorking: () => runner.isWorking(),
    async stop() {
      asked.abort();
      const last = runner;
      await last.stop();
      await kept;
      if (runner !== last) await runner.stop();
    },
  };
}

/** Tries until it succeeds, or until the queue is asked to stop. */
async function startAgain(stopped: AbortSignal, start: () => Promise<Runner>): Promise<Runner | undefined> {
  while (!stopped.aborted) {
    try {
      return await start();
    } catch {
      await sleep(startAgainMs, undefined, { signal: stopped }).catch(() => {});
    }
  }
  return undefined;
}

interface Runner {
  /** Resolves when it takes no more jobs, whatever the reason. */
  ended: Promise<unknown>;
  reason(): string;
  isWorking(): boolean;
  /** Frees what it holds. May be called again when that failed. */
  stop(): Promise<void>;
}

async function startRunner(pool: pg.Pool, log: Logger, options: QueueOptions): Promise<Runner> {
  const { tasks, concurrency, cronItems = [], fetchesMany = false, lastJobsMs = usualLastJobsMs } = options;
  const events: WorkerEvents = new EventEmitter();
  const named = Promise.withResolvers<string>();
  events.once('pool:create', ({ workerPool }) => named.resolve(workerPool.id));
  let reportedAt = -Infinity;
  let running = true;
  let reason = 'it lost Postgres';
  let isAsked = false;
  const stopped = Promise.withResolvers<void>();
  events.once('pool:gracefulShutdown', () => {
    if (!isAsked) setTimeout(stopped.resolve, lastJobsMs).unref();
  });
  const report = async () => {
    const { rows } = await pool.query('select internal.report_worker($1) as freed', [await named.promise]);
    reportedAt = performance.now();
    if (rows[0].freed > 0) log.warn({ workers: rows[0].freed }, 'freed the jobs of workers that are gone');
  };
  // A worker must be registered as alive before it runs a task.
  const known = named.promise.then(report);
  const runner = await run({
    pgPool: pool,
    taskList: prepared(tasks, known, pool, log),
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
  const ended = Promise.race([
    runner.promise.catch((error) => log.error({ err: error }, 'the job queue has failed')),
    stopped.promise,
  ]).finally(() => {
    running = false;
  });
  await known.catch(async (error) => {
    await runner.stop().catch(() => {});
    throw error;
  });

  let reporting: Promise<void> | undefined;
  let latestStart = wallClockStart();
  const timer = setInterval(() => {
    // Moving back slowly, as a clock that is being corrected does, is no step.
    if (cronItems.length > 0 && running && wallClockStart() < latestStart - clockStepMs) {
      reason = 'the clock was set back';
      isAsked = true;
      runner.stop().catch(() => {});
    }
    latestStart = wallClockStart();
    reporting ??= report()
      .catch((error) => log.error({ err: error }, 'this worker could not report that it is alive'))
      .finally(() => {
        reporting = undefined;
      });
  }, reportIntervalMs);

  return {
    ended,
    reason: () => reason,
    isWorking: () => running && performance.now() - reportedAt < silenceMs,
    async stop() {
      isAsked = true;
      running = false;
      // It refuses when it has stopped by itself, or never ends.
      await Promise.race([runner.stop().catch(() => {}), stopped.promise]);
      clearInterval(timer);
      await reporting;
      await pool.query('select internal.forget_worker($1)', [await named.promise]);
    },
  };
}

/** When the process started, by what the clock of the day says now: it moves when that clock is set. */
const wallClockStart = (): number => Date.now() - performance.now();

/** Runs every job in its own trace. The trace of a timer has the timer's name. */
function prepared(tasks: Record<string, Task>, known: Promise<void>, pool: pg.Pool, log: Logger): TaskList {
  // A job that fails after it was replaced would stay in the queue as one that was given up.
  const unlessReplaced = async (job: Job, error: unknown) => {
    const { rows } = job.key ? await pool.query('select internal.is_replaced($1) as it', [job.id]) : { rows: [] };
    if (!rows[0]?.it) throw error;
    log.warn({ err: error }, `a job of ${job.task_identifier} failed; the one that replaced it goes on`);
  };
  const entries = Object.entries(tasks).map(([task, run]): [string, Task] => [
    task,
    async (payload, helpers) => {
      await known;
      const timer = task === 'timer__run' ? (payload as { name: string }).name : undefined;
      const facts = { kind: 'consumer', root: true, attributes: { 'haat.job': task, 'haat.timer': timer } } as const;
      const name = timer ? `timer ${timer}` : `job ${task}`;
      const running = inSpan(name, facts, async () => run(payload, helpers));
      return running.catch((error) => unlessReplaced(helpers.job, error));
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
