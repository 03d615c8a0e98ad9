// The workers: jobs of the queue, timers, deliveries of webhooks, videos. Any number of processes may run them side by side, in
// the server's own process (`npm start`) or alone (`npm run worker`).
import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, run, type Task, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { openStorage } from '../server/media/storage/index.ts';
import type { Logger } from '../server/process/log.ts';
import { createOutbound } from '../server/process/outbound.ts';
import type { OutboundRule, Settings } from '../server/process/settings.ts';
import { inSpan } from '../server/process/tracing.ts';
import { cronItems } from './crontab.ts';
import { Courier } from './deliver/courier.ts';
import type { Services } from './services.ts';
import mediaDelete from './tasks/media__delete.ts';
import renamePublish from './tasks/rename__publish.ts';
import timerRun from './tasks/timer__run.ts';
import videoImport from './tasks/video__import.ts';
import videoVerify from './tasks/video__verify.ts';
import webhookDeliver from './tasks/webhook__deliver.ts';
import { type VideoOptions, Videos } from './videos/index.ts';

export interface WorkersOptions {
  settings: Pick<
    Settings,
    'workerConcurrency' | 'outboundAllow' | 'outboundCa' | 'media' | 'mediaUrl' | 'videoMaxSeconds'
  >;
  /** Logged in as haat_worker. */
  pool: pg.Pool;
  log: Logger;
  /** For tests, which do not wait as long. */
  videoOptions?: Partial<VideoOptions>;
}

/** Each worker looks this often for what fell down: leases and jobs of killed workers, jobs that were lost. */
const sweepIntervalMs = 10_000;

export async function startWorkers({
  settings,
  pool,
  log,
  videoOptions,
}: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  await pool.query('select internal.remember_outbound_rules($1)', [
    JSON.stringify(settings.outboundAllow.map(written)),
  ]);
  const agent = createOutbound(settings);
  const courier = new Courier({ pool, agent, log });
  const videos = new Videos({
    pool,
    storage: openStorage(settings.media, settings.mediaUrl),
    outbound: agent,
    maxSeconds: settings.videoMaxSeconds,
    log,
    options: videoOptions,
  });
  const services: Services = { pool, log, courier, videos };
  const taskList: Record<string, Task> = {
    media__delete: mediaDelete(services),
    rename__publish: renamePublish(services),
    timer__run: timerRun(services),
    video__import: videoImport(services),
    video__verify: videoVerify(services),
    webhook__deliver: webhookDeliver(services),
  };

  const events: WorkerEvents = new EventEmitter();
  const identity = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const runner = await run({
    pgPool: pool,
    taskList: traced(taskList),
    parsedCronItems: cronItems(),
    events,
    logger: queueLogger(log),
    concurrency: settings.workerConcurrency,
    pollInterval: 1_000,
    // The server stops its parts itself, in order.
    noHandleSignals: true,
    // Without this a job that ends while the process stops stays locked, although it is done.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  runner.promise.catch((error) => log.fatal({ err: error }, 'the job queue has stopped'));
  const id = await identity;

  let sweeping: Promise<void> | undefined;
  const sweep = () => {
    sweeping ??= lookAround()
      .catch((error) => log.error({ err: error }, 'the sweep failed; the next one comes soon'))
      .finally(() => {
        sweeping = undefined;
      });
    return sweeping;
  };
  async function lookAround() {
    const { rows } = await pool.query('select internal.report_worker($1) as freed', [id]);
    if (rows[0].freed > 0) log.warn({ workers: rows[0].freed }, 'freed the jobs of workers that are gone');
    await courier.sweep();
    await videos.sweep();
  }
  await sweep();
  const timer = setInterval(sweep, sweepIntervalMs);

  return {
    async stop() {
      clearInterval(timer);
      await runner.stop();
      await sweeping;
      await Promise.all([courier.stop(), videos.stop()]);
      await agent.close();
      await pool.query('select internal.forget_worker($1)', [id]);
    },
  };
}

/** Every job in a trace of its own; a timer under its name. */
function traced(tasks: Record<string, Task>): Record<string, Task> {
  const entries = Object.entries(tasks).map(([task, run]): [string, Task] => [
    task,
    (payload, helpers) => {
      const timer = task === 'timer__run' ? (payload as { name: string }).name : undefined;
      const facts = { kind: 'consumer', root: true, attributes: { 'haat.job': task, 'haat.timer': timer } } as const;
      return inSpan(timer ? `timer ${timer}` : `job ${task}`, facts, async () => run(payload, helpers));
    },
  ]);
  return Object.fromEntries(entries);
}

/** A rule as Postgres reads it: a range is of type inet there. */
function written(rule: OutboundRule): object {
  return 'host' in rule ? rule : { range: `${rule.range[0]}/${rule.range[1]}`, port: rule.port };
}

/** The queue reports every job it does; that is for debugging here. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const { error, reason } = (meta ?? {}) as { error?: unknown; reason?: unknown };
    if (level === 'error') log.error({ err: error ?? reason }, message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
