// Brings a video in parts to where it is kept. What has arrived is remembered in this browser, so that an upload goes on
// after a lost connection, or with the same file after the page was closed.
import '../../bundles/files.ts';
import { md5 } from '@noble/hashes/legacy.js';
import { insist, newKey, Refusal } from '../../client.ts';
import { put } from './uploads.ts';
import { completeVideo, signVideoParts } from './videos.graphql';

export type Begun = { id: string; partSize: number; partCount: number };
type Progress = (share: number) => void;

const storage = (id: string) => `haat.video.${id}`;
const arrivedOf = (id: string): number[] => JSON.parse(localStorage.getItem(storage(id)) ?? '[]');

/** Sends what is missing and completes the upload. Waits out lost connections; throws a Refusal or an AbortError. */
export async function sendVideo(
  file: File,
  { id, partSize, partCount }: Begun,
  onProgress: Progress,
  signal: AbortSignal,
) {
  const arrived = new Set(arrivedOf(id));
  for (let part = 1; part <= partCount; part++) {
    const share = (sent: number) => onProgress(Math.min(1, ((part - 1 + sent) * partSize) / file.size));
    if (!arrived.has(part)) {
      const bytes = await file.slice((part - 1) * partSize, part * partSize).arrayBuffer();
      await sendPart(id, part, bytes, share, signal);
      arrived.add(part);
      localStorage.setItem(storage(id), JSON.stringify([...arrived]));
    }
    share(1);
  }
  try {
    await insist(completeVideo, { id }, newKey(), signal);
  } catch (error) {
    // The storage knows better what it has: all are sent again.
    if (error instanceof Refusal && error.code === 'PARTS_INCOMPLETE') localStorage.removeItem(storage(id));
    throw error;
  }
  localStorage.removeItem(storage(id));
}

async function sendPart(id: string, partNumber: number, bytes: ArrayBuffer, onProgress: Progress, signal: AbortSignal) {
  const contentMd5 = btoa(String.fromCharCode(...md5(new Uint8Array(bytes))));
  for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    try {
      const { signVideoParts: signed } = await insist(
        signVideoParts,
        { id, parts: [{ partNumber, contentMd5 }] },
        newKey(),
        signal,
      );
      const { method, url, headers } = signed!.signedParts![0]!;
      const { status } = await put(method!, url!, bytes, { onProgress, signal }, headers as Record<string, string>);
      if (status >= 200 && status < 300) return;
      if (status < 500) throw new Refusal(`The storage answered ${status}.`, 'REFUSED_PART');
    } catch (error) {
      const passes = error instanceof Refusal && ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED'].includes(error.code);
      if (!passes) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) throw new DOMException('cancelled', 'AbortError');
  }
}
