// The addresses of attachments: signed by the storage, and good for a while.
import type { MediaStorage } from '../storage/index.ts';
import { downloadName } from './attachments.ts';

/** Within a step the address is the same, so that browsers can use the copy that they have. */
const stepSeconds = 300;

/** `expires` is a Unix time in seconds, 10 to 15 minutes from now. */
export async function signedAttachment(storage: MediaStorage, key: string, name: string) {
  const expires = (Math.floor(Date.now() / 1000 / stepSeconds) + 3) * stepSeconds;
  return { url: await storage.signDownload(key, downloadName(name, key), expires), expires };
}
