// The side effects of reads that give signed addresses, GET /exports/{id} and GET /orders/{id}/attachments: the storage signs
// the address of each file. SQL gives the key of the stored file.
import { signedAttachment } from '../media/images/signed-attachments.ts';
import type { MediaStorage } from '../media/storage/index.ts';

const signedForSeconds = 3600;

type Attached = { data: { file_name: string }[]; storage_keys: string[] };

export class ExportCalls {
  readonly #storage: MediaStorage;

  constructor(storage: MediaStorage) {
    this.#storage = storage;
  }

  /** The document of an export, or attachments, with the signed address of each file that there is. */
  async sign(result: string): Promise<string> {
    const read = JSON.parse(result);
    if (read.storage_keys) return this.#signAttachments(read);
    const { storage_key: key, ...document } = read as Record<string, string>;
    if (!key) return result;
    const expires = Math.min(Date.now() / 1000 + signedForSeconds, Date.parse(document.expires_at!) / 1000);
    const name = `${document.operation!.replace('list_', '')}-${document.created_at!.slice(0, 10)}.${document.format}`;
    const url = await this.#storage.signDownload(key, name, Math.floor(expires));
    return JSON.stringify({ ...document, url, url_expires_at: new Date(Math.floor(expires) * 1000).toISOString() });
  }

  async #signAttachments({ data, storage_keys: keys }: Attached): Promise<string> {
    const signed = data.map(async (document, n) => {
      const { url, expires } = await signedAttachment(this.#storage, keys[n]!, document.file_name);
      return { ...document, url, url_expires_at: new Date(expires * 1000).toISOString() };
    });
    return JSON.stringify({ data: await Promise.all(signed) });
  }
}
