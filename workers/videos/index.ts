// All work on videos: imports, checks, deletions. What is due stands in the database, under leases that end by
// themselves; the jobs of graphile-worker do it, and one whose process was killed is started again by another.
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { MediaStorage } from '../../server/media/storage/index.ts';
import type { Logger } from '../../server/process/log.ts';
import { Checks } from './check.ts';
import { Deletions } from './deletions.ts';
import { DueWork } from './due-work.ts';
import { type ImportOptions, Imports } from './import.ts';
import { usualLease } from './lease.ts';
import { type Check, type Deletion, type Import, VideoRecords } from './records.ts';
import { usualSpeed } from './speed.ts';

export type VideoOptions = ImportOptions;

const usualOptions: VideoOptions = { lease: usualLease, speed: usualSpeed, lookMs: 1_000, pauseMs: 1_000 };

/** A slow source may take an hour, so several are copied at a time; each holds one part in memory. */
export const importsAtOnce = 4;
/** One that kills this process takes no other check with it, which would then look as deadly. */
export const checksAtOnce = 1;

interface VideosOptions {
  pool: pg.Pool;
  storage: MediaStorage;
  outbound: Dispatcher;
  maxSeconds: number;
  log: Logger;
  options?: Partial<VideoOptions>;
}

export class Videos {
  readonly imports: DueWork<Import>;
  readonly checks: DueWork<Check>;
  readonly deletions: DueWork<Deletion[]>;
  readonly #stopping = new AbortController();

  constructor({ pool, storage, outbound, maxSeconds, log, options }: VideosOptions) {
    const all = { ...usualOptions, ...options };
    const { signal } = this.#stopping;
    const records = new VideoRecords(pool);
    this.imports = new DueWork(new Imports(records, storage, outbound, log, signal, all));
    this.checks = new DueWork(new Checks(records, storage, maxSeconds, log, signal, all.lease));
    this.deletions = new DueWork(new Deletions(records, storage, log));
  }

  /** True when what was due may have been left, because this process stops. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Claims no more, breaks off copies behind their last part, and gives every lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.imports.stop(), this.checks.stop(), this.deletions.stop()]);
  }
}
