// All work on videos: imports, checks, deletions. What is due stands in the database, under leases that end by themselves;
// a process that dies takes nothing with it.
import type pg from 'pg';
import type { Dispatcher } from 'undici';
import type { MediaStorage } from '../../server/media/storage/index.ts';
import type { Logger } from '../../server/process/log.ts';
import { Checks } from './check.ts';
import { Deletions } from './deletions.ts';
import { type ImportOptions, Imports } from './import.ts';
import { Lanes } from './lanes.ts';
import { usualLease } from './lease.ts';
import { type Check, type Deletion, type Import, VideoRecords } from './records.ts';
import { usualSpeed } from './speed.ts';

export type VideoOptions = ImportOptions;

const usualOptions: VideoOptions = { lease: usualLease, speed: usualSpeed, lookMs: 1_000, pauseMs: 1_000 };

// A slow source may take an hour, so several are copied at a time; each holds one part in memory.
const importLanes = 4;
// One that kills this process takes no other check with it, which would then look as deadly.
const checkLanes = 1;

interface VideosOptions {
  pool: pg.Pool;
  storage: MediaStorage;
  outbound: Dispatcher;
  maxSeconds: number;
  log: Logger;
  options?: Partial<VideoOptions>;
}

export class Videos {
  readonly imports: Lanes<Import>;
  readonly checks: Lanes<Check>;
  readonly deletions: Lanes<Deletion[]>;
  readonly #records: VideoRecords;
  readonly #stopping = new AbortController();

  constructor({ pool, storage, outbound, maxSeconds, log, options }: VideosOptions) {
    const all = { ...usualOptions, ...options };
    const { signal } = this.#stopping;
    const records = new VideoRecords(pool);
    this.#records = records;
    this.imports = new Lanes(new Imports(records, storage, outbound, log, signal, all), importLanes, log);
    this.checks = new Lanes(new Checks(records, storage, maxSeconds, log, signal, all.lease), checkLanes, log);
    this.deletions = new Lanes(new Deletions(records, storage, log), 1, log);
  }

  /** Takes up what dead workers held, and what nobody was told of. */
  async sweep(): Promise<void> {
    const due = await this.#records.takeUp();
    if (due.imports > 0) this.imports.wake();
    if (due.checks > 0) this.checks.wake();
    if (due.deletions > 0) this.deletions.wake();
  }

  /** Claims no more, breaks off copies behind their last part, and gives every lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.imports.stop(), this.checks.stop(), this.deletions.stop()]);
  }
}
