// The side effects of GET /exports/{id}: the storage signs the address of the file. SQL gives the key of the stored file.
import type { MediaStorage } from '../media/storage/index.ts';

const signedForSeconds = 3600;

export class ExportCalls {
  readonly #storage: MediaStorage;

  constructor(storage: MediaStorage) {
    this.#storage = storage;
  }

  /** The document of an export, with the signed address of its file where there is one. */
  async sign(result: string): Promise<string> {
    const { storage_key: key, ...document } = JSON.parse(result) as Record<string, string>;
    if (!key) return result;
    const expires = Math.min(Date.now() / 1000 + signedForSeconds, Date.parse(document.expires_at!) / 1000);
    const name = `${document.operation!.replace('list_', '')}-${document.created_at!.slice(0, 10)}.${document.format}`;
    const url = await this.#storage.signDownload(key, name, Math.floor(expires));
    return JSON.stringify({ ...document, url, url_expires_at: new Date(Math.floor(expires) * 1000).toISOString() });
  }
}
