// Deletes files that no row refers to any more. Deleting a file twice does no harm, so a claim is short: what a killed
// worker had claimed becomes due again later.

import type { MediaStorage } from '../../server/media/storage/index.ts';
import type { Logger } from '../../server/process/log.ts';
import type { Work } from './due-work.ts';
import type { Deletion, VideoRecords } from './records.ts';

const batchSize = 20;

export class Deletions implements Work<Deletion[]> {
  readonly name = 'media deletion';
  readonly #records: VideoRecords;
  readonly #storage: MediaStorage;
  readonly #log: Logger;

  constructor(records: VideoRecords, storage: MediaStorage, log: Logger) {
    this.#records = records;
    this.#storage = storage;
    this.#log = log;
  }

  async claim(): Promise<Deletion[] | null> {
    const claimed = await this.#records.claimDeletions(batchSize);
    return claimed.length > 0 ? claimed : null;
  }

  async do(claimed: Deletion[]): Promise<void> {
    const done: string[] = [];
    for (const { id, media_key, storage_upload_id } of claimed) {
      try {
        if (storage_upload_id !== null) await this.#storage.abortUpload({ key: media_key, id: storage_upload_id });
        await this.#storage.delete(media_key);
        done.push(id);
      } catch (error) {
        this.#log.warn({ err: error, media_key }, 'a file could not be deleted; it will be tried again');
      }
    }
    if (done.length > 0) await this.#records.finishDeletions(done);
  }
}
