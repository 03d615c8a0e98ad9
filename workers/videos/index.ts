// All work on videos: imports, checks and deletions. The database says what is due. A worker that takes a piece of work
// gets a lease, which expires when the worker dies; then the job of another worker takes over.
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { MediaStorage } from '../../server/media/storage/index.ts';
import type { Logger } from '../../server/process/log.ts';
import { Checks } from './check.ts';
import { Deletions } from './deletions.ts';
import { DueWork } from './due-work.ts';
import { type ImportOptions, Imports } from './import.ts';
import { defaultLease } from './lease.ts';
import { type Check, type Deletion, type Import, VideoRecords } from './records.ts';
import { defaultSpeed } from './speed.ts';

export type VideoOptions = ImportOptions;

const defaultOptions: VideoOptions = {
  lease: defaultLease,
  speed: defaultSpeed,
  speedCheckMs: 1_000,
  pauseMs: 1_000,
};

/** A slow source may take an hour, so several imports run at the same time. Each has one part in memory. */
export const importsAtOnce = 4;
/** One at a time: if a video kills this process, no other check is interrupted and counted as an attempt. */
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
    const all = { ...defaultOptions, ...options };
    const { signal } = this.#stopping;
    const records = new VideoRecords(pool);
    this.imports = new DueWork(new Imports(records, storage, outbound, log, signal, all));
    this.checks = new DueWork(new Checks(records, storage, maxSeconds, log, signal, all.lease));
    this.deletions = new DueWork(new Deletions(records, storage, log));
  }

  /** True when the process stops, so that due work may be left. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Claims nothing more, stops imports after their last stored part, and gives every lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.imports.stop(), this.checks.stop(), this.deletions.stop()]);
  }
}
