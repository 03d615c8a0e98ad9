// Copies a video from a link to the storage, in parts. Every stored part is recorded, so when a worker is killed, another
// one continues after the last part. see: guides/videos#limits
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { type MediaStorage, partSize, type StoredPart } from '../../server/media/storage/index.ts';
import { maxVideoBytes, tooLarge, VideoRefused } from '../../server/media/videos/index.ts';
import type { Logger } from '../../server/process/log.ts';
import type { Work } from './due-work.ts';
import { Lease, type LeaseOptions } from './lease.ts';
import type { Import, VideoRecords } from './records.ts';
import { type Opened, openSource, resumesAt, SourceChanged, SourceFault, SourceRefused } from './source.ts';
import { Speed, type SpeedOptions } from './speed.ts';

export interface ImportOptions {
  lease: LeaseOptions;
  speed: SpeedOptions;
  /** How often the speed is checked while no bytes arrive. */
  speedCheckMs: number;
  /** The pause after the first fault of the source. Each next pause is twice as long. */
  pauseMs: number;
}

/** How many faults in a row are allowed without progress between them. */
const maxFaults = 3;

/** How far a copy has come. */
type Progress = {
  uploadId: string | null;
  parts: StoredPart[];
  copied: number;
  size: number | null;
  validator: string | null;
};

export class Imports implements Work<Import> {
  readonly name = 'video import';
  readonly #records: VideoRecords;
  readonly #storage: MediaStorage;
  readonly #outbound: Dispatcher;
  readonly #log: Logger;
  readonly #stopping: AbortSignal;
  readonly #options: ImportOptions;

  constructor(
    records: VideoRecords,
    storage: MediaStorage,
    outbound: Dispatcher,
    log: Logger,
    stopping: AbortSignal,
    options: ImportOptions,
  ) {
    this.#records = records;
    this.#storage = storage;
    this.#outbound = outbound;
    this.#log = log;
    this.#stopping = stopping;
    this.#options = options;
  }

  claim(): Promise<Import | null> {
    return this.#records.claimImport(randomUUID(), this.#options.lease.seconds);
  }

  async do(job: Import): Promise<void> {
    const renew = (seconds: number) => this.#records.renewLease(job, seconds);
    const lease = new Lease(renew, this.#stopping, this.#log, this.#options.lease);
    try {
      await this.#import(job, lease);
    } catch (error) {
      if (this.#stopping.aborted) {
        await lease.giveBack();
      } else if (lease.signal.aborted) {
        this.#logTaken(job);
      } else if (error instanceof VideoRefused) {
        await this.#records.reject(job, error);
      } else if (error instanceof SourceRefused || error instanceof SourceFault) {
        this.#log.info({ video_id: job.video_id, reason: error.message }, 'an import failed');
        await this.#records.abortImport(job);
      } else if (await lease.giveBack()) {
        // Our own error, not the source's. The job fails and is retried.
        throw error;
      } else {
        // The import and its stored parts were deleted while the next part was being stored.
        this.#logTaken(job);
      }
    } finally {
      lease.end();
    }
  }

  #logTaken({ video_id }: Import): void {
    this.#log.info({ video_id }, 'another worker has taken over the import, or it has ended');
  }

  async #import(job: Import, lease: Lease): Promise<void> {
    const progress = await this.#resume(job, lease);
    const speed = new Speed(this.#options.speed);
    const slow = new AbortController();
    const speedCheck = setInterval(() => {
      if (speed.isTooSlow()) slow.abort(new SourceRefused('sends too slowly'));
    }, this.#options.speedCheckMs);
    try {
      const signal = AbortSignal.any([lease.signal, slow.signal]);
      await this.#copyWithRetries(job, lease, progress, speed, signal);
    } finally {
      clearInterval(speedCheck);
    }
    await this.#storage.finishUpload({ key: job.storage_key, id: progress.uploadId! }, progress.parts);
    lease.require(await this.#records.finishImport(job, progress.copied));
  }

  /** The progress of earlier runs of this import. */
  async #resume(job: Import, lease: Lease): Promise<Progress> {
    const { storage_upload_id: uploadId, parts, size_bytes: size, validator } = job;
    const progress = { uploadId, parts, copied: sizeOf(parts), size, validator };
    // Joined parts are not listed any more. Joining them again does no harm.
    if (!uploadId || isWhole(progress)) return progress;
    if ((await this.#storage.listParts({ key: job.storage_key, id: uploadId })) === null) {
      await this.#restart(job, lease, progress);
      progress.uploadId = null;
    }
    return progress;
  }

  async #copyWithRetries(
    job: Import,
    lease: Lease,
    progress: Progress,
    speed: Speed,
    signal: AbortSignal,
  ): Promise<void> {
    for (let faults = 0, furthest = 0; !isWhole(progress); ) {
      try {
        await this.#copy(job, lease, progress, speed, signal);
      } catch (error) {
        if (!(error instanceof SourceFault || error instanceof SourceChanged)) throw error;
        if (progress.copied > furthest) faults = 0;
        furthest = Math.max(furthest, progress.copied);
        if (++faults > maxFaults)
          throw error instanceof SourceFault ? error : new SourceFault('changes while it is copied');
        if (error instanceof SourceChanged) await this.#restart(job, lease, progress);
        else await sleep(this.#options.pauseMs * 2 ** (faults - 1), undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
    }
  }

  /** Sends one request and copies from the current position to the end of the file. */
  async #copy(job: Import, lease: Lease, progress: Progress, speed: Speed, signal: AbortSignal): Promise<void> {
    if (resumesAt(progress) < progress.copied) throw new SourceChanged();
    const opened = await speed.wait(openSource(job.source_url, progress, this.#outbound, signal));
    const body = opened.body[Symbol.asyncIterator]();
    try {
      await this.#begin(job, lease, progress, opened);
      const bytes = Buffer.allocUnsafe(partSize);
      let filled = 0;
      for (;;) {
        const { done, value: chunk } = await speed.wait(body.next());
        signal.throwIfAborted();
        if (done) break;
        speed.add(chunk.length);
        if (speed.isTooSlow()) throw new SourceRefused('sends too slowly');
        for (let taken = 0; taken < chunk.length; ) {
          const length = chunk.copy(bytes, filled, taken);
          taken += length;
          filled += length;
          if (progress.copied + filled > maxVideoBytes) throw tooLarge();
          if (filled < partSize) continue;
          await this.#store(job, lease, progress, bytes);
          filled = 0;
        }
      }
      await this.#end(job, lease, progress, bytes.subarray(0, filled));
    } finally {
      await body.return?.();
    }
  }

  /** Records what the answer tells about the file, before any part of it is stored. */
  async #begin(job: Import, lease: Lease, progress: Progress, { start, size, validator }: Opened): Promise<void> {
    if (size !== null && size > maxVideoBytes) throw tooLarge(size);
    if (size === 0) throw new VideoRefused('VIDEO_EMPTY', 'The link leads to an empty file. Check that it plays.');
    if (start < progress.copied) await this.#restart(job, lease, progress);
    if (start > 0) return;
    const { storage_key: key } = job;
    const id = progress.uploadId ?? (await this.#storage.startUpload(key));
    const held = await this.#records.noteImport(job, id, size, validator);
    // The upload is not recorded, so only we can remove it.
    if (!held && progress.uploadId === null) await this.#storage.abortUpload({ key, id });
    lease.require(held);
    Object.assign(progress, { uploadId: id, size, validator });
  }

  async #store(job: Import, lease: Lease, progress: Progress, bytes: Buffer): Promise<void> {
    const upload = { key: job.storage_key, id: progress.uploadId! };
    const part = await this.#storage.putPart(upload, progress.parts.length + 1, bytes);
    lease.require(await this.#records.notePart(job, part));
    progress.parts.push(part);
    progress.copied += part.size_bytes;
  }

  /** Called when the body has ended. Now the size is known, and the rest is the last part. */
  async #end(job: Import, lease: Lease, progress: Progress, rest: Buffer): Promise<void> {
    const size = progress.copied + rest.length;
    if (progress.size !== null && size !== progress.size) throw new SourceFault('ended before its announced length');
    if (size === 0) throw new VideoRefused('VIDEO_EMPTY', 'The file at the link is empty. Check the link.');
    if (progress.size === null) {
      progress.size = size;
      lease.require(await this.#records.noteImport(job, progress.uploadId!, size, progress.validator));
    }
    if (rest.length > 0) await this.#store(job, lease, progress, rest);
  }

  async #restart(job: Import, lease: Lease, progress: Progress): Promise<void> {
    lease.require(await this.#records.restartImport(job));
    Object.assign(progress, { parts: [], copied: 0, size: null, validator: null });
  }
}

const sizeOf = (parts: StoredPart[]) => parts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);

const isWhole = ({ copied, size }: Progress) => size !== null && copied === size;
