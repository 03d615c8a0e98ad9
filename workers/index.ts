// The workers: the queue, timers, deliveries of webhooks, videos, jobs of many lines. Any number of processes may run them side by side, in
// the server's own process (`npm start`) or alone (`npm run worker`).
import type pg from 'pg';
import { ImageStore } from '../server/media/images/store.ts';
import { openStorage } from '../server/media/storage/index.ts';
import type { OutboundRule } from '../server/process/address-ranges.ts';
import type { Logger } from '../server/process/log.ts';
import { createOutbound } from '../server/process/outbound.ts';
import type { Settings } from '../server/process/settings.ts';
import type { SecretBox } from '../server/secrets/secret-box.ts';
import { cronItems } from './crontab.ts';
import { WebhookDispatcher } from './deliver/dispatcher.ts';
import { type ExportOptions, Exports, exportsAtOnce } from './exports/index.ts';
import { JobRunner, jobsAtOnce, type Pace } from './jobs/runner.ts';
import { openQueue } from './queue.ts';
import type { Services } from './services.ts';
import exportWrite from './tasks/export__write.ts';
import imageLinksFetch from './tasks/image_links__fetch.ts';
import jobRun from './tasks/job__run.ts';
import mediaDelete from './tasks/media__delete.ts';
import pushSend from './tasks/push__send.ts';
import renamePublish from './tasks/rename__publish.ts';
import secretsEncrypt from './tasks/secrets__encrypt.ts';
import testStoreReset from './tasks/test_store__reset.ts';
import timerRun from './tasks/timer__run.ts';
import videoImport from './tasks/video__import.ts';
import videoVerify from './tasks/video__verify.ts';
import webhookDeliver from './tasks/webhook__deliver.ts';
import { checksAtOnce, importsAtOnce, type VideoOptions, Videos } from './videos/index.ts';

export interface WorkersOptions {
  settings: Pick<
    Settings,
    'workerConcurrency' | 'outboundAllow' | 'outboundCa' | 'media' | 'mediaUrl' | 'publicUrl' | 'videoMaxSeconds'
  >;
  /** Logged in as haat_worker. */
  pool: pg.Pool;
  log: Logger;
  /** Decrypts the signing secrets of webhooks. */
  secrets: SecretBox;
  /** For tests, which do not wait as long. */
  videoOptions?: Partial<VideoOptions>;
  exportOptions?: Partial<ExportOptions>;
  jobPace?: Partial<Pace>;
  /** How long an attempt to deliver a webhook may take. */
  deliveryMs?: number | undefined;
}

export interface Workers {
  /** Every queue takes jobs. */
  isWorking(): boolean;
  stop(): Promise<void>;
}

/** Endpoints, and orders told to devices, that a process serves at once. One that hangs keeps its place, so there are many. */
const endpointsAtOnce = 500;

export async function startWorkers({
  settings,
  pool,
  log,
  secrets,
  videoOptions,
  exportOptions,
  jobPace,
  deliveryMs,
}: WorkersOptions): Promise<Workers> {
  await pool.query('select internal.remember_outbound_rules($1)', [
    JSON.stringify(settings.outboundAllow.map(written)),
  ]);
  if (secrets.writingKeyId)
    await pool.query(`select internal.enqueue('secrets__encrypt', job_key => 'secrets__encrypt')`);
  const agent = createOutbound(settings);
  const dispatcher = new WebhookDispatcher({ pool, agent, log, secrets, timeoutMs: deliveryMs });
  const storage = openStorage(settings.media, settings.mediaUrl);
  const exports = new Exports({ pool, storage, log, options: exportOptions });
  const images = new ImageStore(storage, agent);
  const jobs = new JobRunner({ pool, images, log, pace: jobPace });
  const videos = new Videos({
    pool,
    storage,
    outbound: agent,
    maxSeconds: settings.videoMaxSeconds,
    log,
    options: videoOptions,
  });
  const { publicUrl } = settings;
  const services: Services = {
    pool,
    log,
    dispatcher,
    videos,
    exports,
    jobs,
    images,
    secrets,
    outbound: agent,
    publicUrl,
  };
  const opened = await Promise.allSettled([
    openQueue(pool, log, {
      tasks: {
        image_links__fetch: imageLinksFetch(services),
        media__delete: mediaDelete(services),
        rename__publish: renamePublish(services),
        secrets__encrypt: secretsEncrypt(services),
        test_store__reset: testStoreReset(services),
        timer__run: timerRun(services),
      },
      concurrency: settings.workerConcurrency,
      cronItems: cronItems(),
    }),
    openQueue(pool, log, {
      // The second is what a worker of the release before leaves to us: see internal.claim_deliveries.
      tasks: {
        webhook__deliver: webhookDeliver(services),
        webhook__deliver_encrypted: webhookDeliver(services),
        push__send: pushSend(services),
      },
      concurrency: endpointsAtOnce,
      fetchesMany: true,
    }),
    openQueue(pool, log, { tasks: { video__import: videoImport(services) }, concurrency: importsAtOnce }),
    openQueue(pool, log, { tasks: { video__verify: videoVerify(services) }, concurrency: checksAtOnce }),
    openQueue(pool, log, { tasks: { export__write: exportWrite(services) }, concurrency: exportsAtOnce }),
    openQueue(pool, log, { tasks: { job__run: jobRun(services) }, concurrency: jobsAtOnce }),
  ]);
  const queues = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    dispatcher.stop();
    const stopped = [videos.stop(), exports.stop(), jobs.stop(), ...queues.map((queue) => queue.stop())];
    const ended = await Promise.allSettled(stopped);
    await agent.close();
    const broken = ended.find((one) => one.status === 'rejected');
    if (broken) throw broken.reason;
  };
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) {
    // Those that did open hold connections, for which the end of the pool would wait for ever. Without Postgres they
    // cannot sign off; it frees what they hold when it has not heard of them for a while.
    await stop().catch(() => {});
    throw failed.reason;
  }
  return { isWorking: () => queues.every((queue) => queue.isWorking()), stop };
}

/** A rule as Postgres reads it: a range is of type inet there. */
function written(rule: OutboundRule): object {
  return 'host' in rule ? rule : { range: `${rule.range[0]}/${rule.range[1]}`, port: rule.port };
}
