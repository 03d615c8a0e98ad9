// Checks an uploaded or imported video before it is shown. Inspects the stored file, and decodes one frame, which becomes
// its poster.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readImage } from '../../server/media/images/index.ts';
import { type MediaStorage, newImageKey } from '../../server/media/storage/index.ts';
import { canReadFrames, DecoderKilled, readFrame } from '../../server/media/videos/frames.ts';
import { inspectVideo, type VideoFacts, VideoRefused, type VideoSource } from '../../server/media/videos/index.ts';
import { fixes } from '../../server/media/videos/refusals.ts';
import { storedVideo } from '../../server/media/videos/stored.ts';
import type { Logger } from '../../server/process/log.ts';
import { makeTempFolder, removeTempFolder } from '../../server/process/temp-folders.ts';
import type { Work } from './due-work.ts';
import { Lease, type LeaseOptions } from './lease.ts';
import type { Check, Poster, VideoRecords } from './records.ts';

/** A video whose check kills the worker so many times in a row is rejected. */
const maxAttempts = 10;

const hour = 3_600_000;
const copyPrefix = 'haat-video-';

export class Checks implements Work<Check> {
  readonly name = 'video check';
  readonly #records: VideoRecords;
  readonly #storage: MediaStorage;
  readonly #maxSeconds: number;
  readonly #log: Logger;
  readonly #stopping: AbortSignal;
  readonly #lease: LeaseOptions;
  #removedAt = 0;

  constructor(
    records: VideoRecords,
    storage: MediaStorage,
    maxSeconds: number,
    log: Logger,
    stopping: AbortSignal,
    lease: LeaseOptions,
  ) {
    this.#records = records;
    this.#storage = storage;
    this.#maxSeconds = maxSeconds;
    this.#log = log;
    this.#stopping = stopping;
    this.#lease = lease;
  }

  claim(): Promise<Check | null> {
    return this.#records.claimCheck(randomUUID(), this.#lease.seconds);
  }

  async do(job: Check): Promise<void> {
    const renew = (seconds: number) => this.#records.renewLease(job, seconds);
    const lease = new Lease(renew, this.#stopping, this.#log, this.#lease);
    try {
      await this.#check(job, lease);
    } catch (error) {
      if (error instanceof VideoRefused) await this.#records.reject(job, error);
      else if (this.#stopping.aborted) {
        await this.#records.resetCheckAttempts(job);
        await lease.giveBack();
      } else if (lease.signal.aborted) {
        this.#log.info({ video_id: job.video_id }, 'another worker has taken over the check');
      } else {
        // Our own error, not the video's. The job fails and is retried.
        if (!(error instanceof DecoderKilled)) await this.#records.resetCheckAttempts(job);
        await lease.giveBack();
        throw error;
      }
    } finally {
      lease.end();
    }
  }

  async #check(job: Check, lease: Lease): Promise<void> {
    if (job.attempts > maxAttempts) {
      throw new VideoRefused(
        'VIDEO_CORRUPT',
        `The video could not be checked: every attempt failed. ${fixes.reencode}`,
      );
    }
    const facts = await inspectVideo(await this.#sourceOf(job.storage_key), { maxSeconds: this.#maxSeconds });
    lease.signal.throwIfAborted();
    const frame = await this.#readFrame(job.storage_key, facts, lease.signal);
    const playbackPath = await this.#storage.playbackPath(job.storage_key);
    const poster = frame && job.needs_poster ? await this.#storePoster(job, frame) : null;
    const kept = await this.#records.finish(job, facts, poster, playbackPath);
    if (!kept && poster) await this.#storage.delete(poster.media_key);
  }

  async #sourceOf(key: string): Promise<VideoSource> {
    const stored = await this.#storage.stat(key);
    if (!stored) throw new VideoRefused('VIDEO_TRUNCATED', 'The stored file is missing. Upload the video again.');
    return storedVideo(this.#storage, key, stored.size);
  }

  /** The decoder reads the file at many positions, so it gets a local copy. */
  async #readFrame(key: string, facts: VideoFacts, signal: AbortSignal): Promise<Buffer | null> {
    if (!(await canReadFrames())) return null;
    await this.#removeLeftovers();
    const directory = await makeTempFolder('video');
    try {
      const file = path.join(directory, 'video.mp4');
      await pipeline(this.#storage.get(key), createWriteStream(file), { signal });
      return await readFrame(file, facts);
    } finally {
      await removeTempFolder(directory);
    }
  }

  /** Removes, once an hour, the copies that killed workers left. No check lasts an hour. */
  async #removeLeftovers(): Promise<void> {
    if (Date.now() - this.#removedAt < hour) return;
    this.#removedAt = Date.now();
    for (const name of await fs.readdir(os.tmpdir())) {
      if (!name.startsWith(copyPrefix)) continue;
      const copy = path.join(os.tmpdir(), name);
      const stats = await fs.stat(copy).catch(() => null);
      // Copies of another account cannot be removed here.
      if (stats && Date.now() - stats.mtimeMs > hour) {
        await fs.rm(copy, { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }

  async #storePoster({ company_id }: Check, frame: Buffer): Promise<Poster> {
    const { bytes, width, height } = await readImage(frame);
    const key = newImageKey(company_id);
    await this.#storage.put(key, bytes);
    return { media_key: key, width, height, size_bytes: bytes.length };
  }
}
