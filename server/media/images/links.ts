// Downloads an image from its link. Redirects are followed by hand, every step must be an https address that outbound.ts
// allows, and the bytes are counted as they arrive: the headers of the other server are not trusted.
import type { Dispatcher } from 'undici';
import { OutboundRefused } from '../../process/outbound.ts';
import { discard, getFollowing } from '../../process/redirects.ts';
import { ImageRefused, megabyte } from './index.ts';

export type FetchLimits = {
  outbound: Dispatcher;
  /** Maximum bytes of one answer. */
  maxBytes: number;
  /** The bytes that are left for the call, shared by all its links. */
  volume: { left: number };
  /** Milliseconds for this link. */
  timeMs: number;
  /** Aborted when the time of the whole call is over. */
  signal: AbortSignal;
};

export async function fetchLink(link: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeMs)]);
  try {
    return await fetchBytes(link, limits, signal);
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(reasonOf(error, signal));
  }
}

async function fetchBytes(link: string, limits: FetchLimits, signal: AbortSignal): Promise<Buffer> {
  const options = {
    dispatcher: limits.outbound,
    signal,
    headers: {
      accept: 'image/webp,image/png,image/jpeg,image/gif',
      'accept-encoding': 'identity',
      'user-agent': 'Haat',
    },
  };
  const { statusCode, headers, body } = await getFollowing(link, options, (reason) => new ImageRefused(reason));
  if (statusCode !== 200) {
    discard(body);
    throw new ImageRefused(`answers with status ${statusCode}`);
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
    if (volume.left < 0) throw new ImageRefused('is too large: the images of one call may have 50 MB together');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const tooLarge = (bytes: number) => new ImageRefused(`is larger than ${bytes / megabyte} MB`);

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'did not arrive in time';
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  const refused = [error, cause].find((candidate) => candidate instanceof OutboundRefused);
  // The message must not show which private address a name has.
  if (refused) return 'points to an address that is not public';
  if (/TIMEOUT/.test(code ?? '') || /Timeout/.test(name ?? '')) return 'did not arrive in time';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code ?? '')) return 'has no trusted TLS certificate';
  return 'cannot be fetched';
}
