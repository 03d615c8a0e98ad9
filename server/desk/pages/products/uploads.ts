// Sends one picture or other file, with progress, and gives the id that mutations take. Photos of phones are made smaller first: the
// server keeps no more of them, and mobile data costs money.

import type { Meanings } from '../../../problems/meaning.ts';
import { Refusal } from '../../client.ts';
import { token } from '../../session.ts';
import { learn, loadWords } from '../../words.ts';

const longestSide = 2560;
const smallEnough = 1_500_000;

async function shrunk(file: File): Promise<Blob> {
  if (file.size < smallEnough || file.type === 'image/gif') return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    // What this browser cannot draw, the server judges.
    return file;
  }
}

type ServerError = { code?: string; message?: string; fields?: Record<string, string[]>; meanings?: Meanings };
type Sending = { onProgress: (share: number) => void; signal: AbortSignal };

/** What a file is for: a picture of the catalog, or something that is attached to a record. */
export type Purpose = 'image' | 'attachment';

/** Throws the Refusal of the server, or an AbortError. */
export async function uploadFile(file: File, purpose: Purpose, sending: Sending): Promise<string> {
  const form = new FormData();
  if (purpose === 'image') form.append('image', await shrunk(file), file.name);
  else form.append('file', file.type.startsWith('image/') ? await shrunk(file) : file, file.name);
  const { status, text } = await put('POST', `/admin/uploads?for=${purpose}`, form, sending, {
    Authorization: `Bearer ${token()}`,
  });
  const answer = JSON.parse(text || '{}') as { id?: string; error?: ServerError };
  if (status === 201 && answer.id) return answer.id;
  const { code = 'UNAVAILABLE', message = `The server answered ${status}.`, fields = {} } = answer.error ?? {};
  learn(answer.error);
  // Of the picture: what is wrong with it says more than that something is.
  const [problems] = Object.values(fields);
  await loadWords().catch(() => {});
  throw new Refusal(problems?.[0] ?? message, code, { fields });
}

/** A request that tells how far its body is: fetch does not. */
export function put(
  method: string,
  url: string,
  body: XMLHttpRequestBodyInit,
  { onProgress, signal }: Sending,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = end(() => resolve({ status: request.status, text: request.responseText }));
    request.onerror = end(() => reject(new Refusal('The server cannot be reached.', 'UNREACHABLE')));
    request.onabort = end(() => reject(new DOMException('cancelled', 'AbortError')));
    if (signal.aborted) return reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', stop, { once: true });
    request.send(body);
  });
}
