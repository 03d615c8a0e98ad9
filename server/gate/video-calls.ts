// The side effects of operations on videos: the storage is asked before the operation runs, and they happen between two
// calls of the database.
import type { Upload } from '../media/storage/index.ts';
import type { CompletedUpload, VideoFiles } from '../media/videos/files.ts';
import type { Gates, StoredVideo } from './gate.ts';
import { type Answer, answered, type Call, type Refusal } from './outcome.ts';
import type { CheckedCall, SideEffects } from './side-effects.ts';

/** How long a completion may hold its upload: longer than joining and checking take, so only a dead process lets it expire. */
export const completionSeconds = 120;

export class VideoCalls {
  readonly #gate: Gates;
  readonly #files: VideoFiles;

  constructor(gate: Gates, files: VideoFiles) {
    this.#gate = gate;
    this.#files = files;
  }

  workOf(call: Call): SideEffects | null {
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
    const parts = id !== null && status === 'uploading' ? await this.#files.storage.listParts({ key, id }) : null;
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
    return { outcome: answer.outcome, result: JSON.stringify({ data: await this.#files.sign(upload, data) }) };
  }

  #startUpload(call: Call, videoId: string, key: string): Promise<Upload | Refusal> {
    return this.#files.startUpload<Refusal>(key, async (started) => {
      const kept = await this.#gate.keepStorageUpload(call, videoId, started);
      return 'sqlstate' in kept ? kept : kept.storage_upload_id;
    });
  }

  async #complete(call: Call, { operate, admission }: CheckedCall): Promise<Answer | Refusal> {
    const completion = await this.#gate.startVideoCompletion(call, completionSeconds);
    if (!('lease' in completion)) {
      // A parallel call may have finished in the meantime.
      const ended = call.idempotencyKey === null ? null : await this.#gate.replay(call, call.idempotencyKey);
      return ended ? answered(admission, ended.outcome, ended.result) : completion;
    }
    const { lease } = completion;
    let isEnded = false;
    try {
      const checked = { lease, ...(await this.#files.check(completion)) };
      // Its version was compared when it was leased, which moved it on.
      const answer = await operate(extended(call, { checked, expected_version: undefined }));
      isEnded = answer.outcome.sqlstate === null;
      return answer;
    } finally {
      // A refusal that was raised has not ended it.
      if (!isEnded) await this.#gate.endVideoCompletion(call, lease);
    }
  }
}

type Pinned = {
  id: string;
  storage_key: string;
  storage_upload_id: string | null;
  data: CompletedUpload['parts'];
};

const extended = (call: Call, more: object) => ({ ...(JSON.parse(call.input) as object), ...more });
