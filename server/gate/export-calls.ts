// The side effects of reads that give signed addresses, GET /exports/{id} and GET /orders/{id}/attachments: the storage signs
// the address of each file. SQL gives the key of the stored file.
import { signedAttachment } from '../media/images/signed-attachments.ts';
import type { MediaStorage } from '../media/storage/index.ts';

const signedForSeconds = 3600;

type Attached = { storage_key: string; file_name: string };

export class ExportCalls {
  readonly #storage: MediaStorage;

  constructor(storage: MediaStorage) {
    this.#storage = storage;
  }

  /** The document of an export, or attachments, with the signed address of each file that there is. */
  async sign(result: string): Promise<string> {
    const read = JSON.parse(result);
    if (Array.isArray(read.data)) {
      const data = await Promise.all(read.data.map((one: Attached) => this.#signAttachment(one)));
      return JSON.stringify({ ...read, data });
    }
    const { storage_key: key, ...document } = read as Record<string, string>;
    if (!key) return result;
    const expires = Math.min(Date.now() / 1000 + signedForSeconds, Date.parse(document.expires_at!) / 1000);
    const name = `${document.operation!.replace('list_', '')}-${document.created_at!.slice(0, 10)}.${document.format}`;
    const url = await this.#storage.signDownload(key, name, Math.floor(expires));
    return JSON.stringify({ ...document, url, url_expires_at: new Date(Math.floor(expires) * 1000).toISOString() });
  }

  async #signAttachment({ storage_key: key, ...document }: Attached) {
    const { url, expires } = await signedAttachment(this.#storage, key, document.file_name);
    return { ...document, url, url_expires_at: new Date(expires * 1000).toISOString() };
  }
}
