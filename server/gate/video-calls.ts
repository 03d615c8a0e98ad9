// The outside work of operations on videos: the storage is asked before the operation runs, and its work is done between two
// calls of the database.

import type { MediaStorage, Upload } from '../media/storage/index.ts';
import { inspectVideo, VideoRefused } from '../media/videos/index.ts';
import { storedVideo } from '../media/videos/stored.ts';
import type { Gate, StoredVideo, VideoCompletion } from './gate.ts';
import { type Answer, answered, type Call, type Refusal } from './outcome.ts';
import type { CheckedCall, OutsideWork } from './outside-work.ts';

/** How long a completion may hold its upload: longer than joining and checking take, so only a dead process lets it expire. */
const completionSeconds = 120;

export class VideoCalls {
  readonly #gate: Gate;
  readonly #storage: MediaStorage;
  readonly #maxSeconds: number;

  constructor(gate: Gate, storage: MediaStorage, maxSeconds: number) {
    this.#gate = gate;
    this.#storage = storage;
    this.#maxSeconds = maxSeconds;
  }

  workOf(call: Call): OutsideWork | null {
    switch (call.operation.video) {
      case 'read':
        return { run: (checked) => this.#read(call, checked) };
      case 'complete':
        return { run: (checked) => this.#complete(call, checked) };
      default:
        return null;
    }
  }

  /** Adds the parts that have arrived; only the storage knows them. */
  async #read(call: Call, { found, operate }: CheckedCall): Promise<Answer> {
    const { storage_key: key, storage_upload_id: id, status } = JSON.parse(found) as StoredVideo;
    const parts = id !== null && status === 'uploading' ? await this.#storage.listParts({ key, id }) : null;
    const uploaded = (parts ?? []).map(({ part_number, size_bytes }) => ({ part_number, size_bytes }));
    return operate(extended(call, { uploaded_parts: uploaded }));
  }

  /**
   * Adds signed addresses to an answer with parts to sign. The database stores only their checksums for replay, so a retry
   * gets new addresses.
   */
  async signParts(call: Call, answer: Answer): Promise<Answer> {
    if (answer.result === null) return answer;
    const { id, storage_key: key, storage_upload_id: known, data } = JSON.parse(answer.result) as Pinned;
    const upload = known === null ? await this.#startUpload(call, id, key) : { key, id: known };
    if ('sqlstate' in upload) return answered(answer.outcome, upload);
    const signed = await Promise.all(
      data.map(async (part) => ({
        part_number: part.part_number,
        method: 'PUT',
        ...(await this.#storage.signPart(upload, part)),
      })),
    );
    return { outcome: answer.outcome, result: JSON.stringify({ data: signed }) };
  }

  async #startUpload(call: Call, videoId: string, key: string): Promise<Upload | Refusal> {
    const started = await this.#storage.startUpload(key);
    const kept = await this.#gate.keepStorageUpload(call, videoId, started);
    if ('sqlstate' in kept || kept.storage_upload_id !== started) await this.#storage.abortUpload({ key, id: started });
    return 'sqlstate' in kept ? kept : { key, id: kept.storage_upload_id };
  }

  async #complete(call: Call, { operate, admission }: CheckedCall): Promise<Answer | Refusal> {
    const completion = await this.#gate.startVideoCompletion(call, completionSeconds);
    if (!('lease' in completion)) {
      // A parallel call may have finished in the meantime.
      const ended = call.idempotencyKey === null ? null : await this.#gate.replay(call, call.idempotencyKey);
      return ended ? answered(admission, ended.outcome, ended.result) : completion;
    }
    const { lease } = completion;
    let isAnswered = false;
    try {
      const checked = { lease, ...(await this.#check(completion)) };
      const answer = await operate(extended(call, { checked }));
      isAnswered = true;
      return answer;
    } finally {
      if (!isAnswered) await this.#gate.endVideoCompletion(call, lease);
    }
  }

  /** Joins the parts and checks the file; returns the problem, if there is one. */
  async #check(video: VideoCompletion): Promise<object> {
    const { storage_key: key, storage_upload_id: id, size_bytes: size, parts, unsigned_parts } = video;
    const arrived = id === null ? [] : await this.#storage.listParts({ key, id });
    if (arrived === null) {
      // The upload no longer exists: a call joined it but died before it saved this, or the storage deleted it.
      const stored = await this.#storage.stat(key);
      if (stored?.size !== size) return { missing_parts: parts.map(({ part_number }) => part_number) };
    } else {
      const missing = parts.filter(({ part_number }) => !arrived.some((part) => part.part_number === part_number));
      if (missing.length + unsigned_parts.length > 0) {
        const numbers = [...unsigned_parts, ...missing.map(({ part_number }) => part_number)];
        return { missing_parts: numbers.sort((a, b) => a - b) };
      }
      const changed = parts.filter((pinned) => arrived.some((part) => differs(part, pinned)));
      if (changed.length > 0) return { changed_parts: changed.map(({ part_number }) => part_number) };
      const wanted = parts.map(({ part_number }) => arrived.find((part) => part.part_number === part_number)!);
      await this.#storage.finishUpload({ key, id: id! }, wanted);
    }
    try {
      await inspectVideo(storedVideo(this.#storage, key, size!), { maxSeconds: this.#maxSeconds });
      return {};
    } catch (error) {
      if (!(error instanceof VideoRefused)) throw error;
      return { problem: { code: error.code, message: error.message } };
    }
  }
}

type Part = { part_number: number; size_bytes: number; content_md5: string };
type Pinned = { id: string; storage_key: string; storage_upload_id: string | null; data: Part[] };

/** Some storages (encrypted buckets) do not report the checksum of a part; then the signed address has ensured it. */
const differs = (stored: Part, pinned: Part) =>
  stored.part_number === pinned.part_number &&
  (stored.size_bytes !== pinned.size_bytes || (stored.content_md5 !== '' && stored.content_md5 !== pinned.content_md5));

const extended = (call: Call, more: object) => ({ ...(JSON.parse(call.input) as object), ...more });
