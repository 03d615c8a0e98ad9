// Reads the file behind a link, from any position. The server's headers are not trusted: they decide where the bytes are
// written, but every limit is checked on the bytes themselves.
import type { Dispatcher } from 'undici';
import { OutboundRefused } from '../../server/process/outbound.ts';
import { discard, getFollowing } from '../../server/process/redirects.ts';

/** A permanent failure: another request would fail in the same way. */
export class SourceRefused extends Error {}

/** A temporary failure: a lost connection, a server error. */
export class SourceFault extends Error {}

/** The file has changed since the first part was copied. */
export class SourceChanged extends Error {}

export type Known = { copied: number; size: number | null; validator: string | null };

export type Opened = {
  body: AsyncIterable<Buffer>;
  /** The position in the file at which the body begins. */
  start: number;
  /** The size of the whole file. */
  size: number | null;
  /** Changes when the file behind the link changes. */
  validator: string | null;
};

const temporaryStatuses = [408, 425, 429];
const maxValidatorLength = 1024;

/** Without a validator we cannot know whether the file has changed, so the copy starts again. */
export const resumesAt = ({ copied, validator }: Known) => (validator === null ? 0 : copied);

export async function openSource(
  link: string,
  known: Known,
  outbound: Dispatcher,
  signal: AbortSignal,
): Promise<Opened> {
  const start = resumesAt(known);
  const options = {
    dispatcher: outbound,
    signal,
    bodyTimeout: 60_000,
    headers: {
      accept: 'video/mp4',
      'accept-encoding': 'identity',
      'user-agent': 'Haat',
      ...(start > 0 && { range: `bytes=${start}-`, 'if-range': known.validator! }),
    },
  };
  const answer = await getFollowing(link, options, (problem) => new SourceRefused(problem.text)).catch((error) => {
    throw reasonOf(error, signal);
  });
  try {
    return open(answer, start, known, signal);
  } catch (error) {
    discard(answer.body);
    throw error;
  }
}

function open(answer: Dispatcher.ResponseData, start: number, known: Known, signal: AbortSignal): Opened {
  const { statusCode, headers } = answer;
  const validator = validatorOf(headers);
  const body = readable(answer.body, signal);
  if (statusCode === 200) {
    const length = headers['content-length'];
    return { body, start: 0, size: typeof length === 'string' ? Number(length) : null, validator };
  }
  if (statusCode === 206 && start > 0) {
    const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
    const isSame =
      Number(from) === start &&
      (known.size === null || Number(size) === known.size) &&
      (validator === null || validator === known.validator);
    if (!isSame) throw new SourceChanged();
    return { body, start, size: Number(size), validator: known.validator };
  }
  if (statusCode === 416 && start > 0) throw new SourceChanged();
  const message = `answers with status ${statusCode}`;
  throw statusCode >= 500 || temporaryStatuses.includes(statusCode)
    ? new SourceFault(message)
    : new SourceRefused(message);
}

/** A strong ETag, or Last-Modified if there is none. */
function validatorOf({ etag, 'last-modified': modified }: Dispatcher.ResponseData['headers']): string | null {
  const found = typeof etag === 'string' && etag.startsWith('"') ? etag : modified;
  return typeof found === 'string' && found.length <= maxValidatorLength ? found : null;
}

/** The body, with its errors converted to ours. The connection is closed when the reader stops. */
async function* readable(body: Dispatcher.ResponseData['body'], signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw reasonOf(error, signal);
  }
}

function reasonOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof SourceRefused) return error;
  const { cause, code, message } = error as { cause?: unknown; code?: string; message?: string };
  const refused = [error, cause].find((candidate) => candidate instanceof OutboundRefused);
  if (refused) return new SourceRefused('points to an address that is not public');
  return new SourceFault(code ?? message, { cause: error });
}
