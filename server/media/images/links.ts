// Downloads an image from its link. Redirects are followed by hand, every step must be an https address that outbound.ts
// allows, and the bytes are counted as they arrive: the headers of the other server are not trusted.
import type { Dispatcher } from 'undici';
import { Problem } from '../../problems/problem.ts';
import { OutboundRefused } from '../../process/outbound.ts';
import { discard, getFollowing } from '../../process/redirects.ts';
import { ImageRefused, maxVolume, megabyte } from './index.ts';

export type FetchLimits = {
  outbound: Dispatcher;
  /** Maximum bytes of one answer. */
  maxBytes: number;
  /** The bytes that are left for the call, shared by all its links. */
  volume: { left: number };
  /** Milliseconds for this link. */
  timeMs: number;
  /** The types that are asked for. */
  accept?: string | undefined;
  /** Aborted when the time of the whole call is over. */
  signal: AbortSignal;
};

export async function fetchLink(link: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeMs)]);
  try {
    return await fetchBytes(link, limits, signal);
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(new Problem(reasonOf(error, signal)));
  }
}

async function fetchBytes(link: string, limits: FetchLimits, signal: AbortSignal): Promise<Buffer> {
  const options = {
    dispatcher: limits.outbound,
    signal,
    headers: {
      accept: limits.accept ?? 'image/webp,image/png,image/jpeg,image/gif',
      'accept-encoding': 'identity',
      'user-agent': 'Haat',
    },
  };
  const { statusCode, headers, body } = await getFollowing(link, options, (problem) => new ImageRefused(problem));
  if (statusCode !== 200) {
    discard(body);
    throw new ImageRefused(new Problem('linkFailed', { status: statusCode }));
  }
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) {
    discard(body);
    throw tooLarge(limits.maxBytes);
  }
  return collect(body, limits);
}

async function collect(body: Dispatcher.ResponseData['body'], { maxBytes, volume }: FetchLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A throw inside the loop destroys the body and its connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    volume.left -= chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (volume.left < 0) throw new ImageRefused(new Problem('picturesLarge', { most: maxVolume / megabyte }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const tooLarge = (bytes: number) => new ImageRefused(new Problem('uploadLarge', { most: bytes / megabyte }));

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'pictureDamaged.late';
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  const refused = [error, cause].find((candidate) => candidate instanceof OutboundRefused);
  // The message must not show which private address a name has.
  if (refused) return 'linkPrivate';
  if (/TIMEOUT/.test(code ?? '') || /Timeout/.test(name ?? '')) return 'pictureDamaged.late';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code ?? '')) return 'linkFailed.certificate';
  return 'linkFailed.fetch';
}
