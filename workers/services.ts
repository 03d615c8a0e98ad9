// What the tasks need.
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { ImageStore } from '../server/media/images/store.ts';
import type { Logger } from '../server/process/log.ts';
import type { SecretBox } from '../server/secrets/secret-box.ts';
import type { WebhookDispatcher } from './deliver/dispatcher.ts';
import type { Exports } from './exports/index.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Videos } from './videos/index.ts';

export interface Services {
  pool: pg.Pool;
  log: Logger;
  dispatcher: WebhookDispatcher;
  videos: Videos;
  exports: Exports;
  images: ImageStore;
  jobs: JobRunner;
  secrets: SecretBox;
  /** For requests to addresses from users. */
  outbound: Dispatcher;
  /** The address that people open. */
  publicUrl: string;
}
