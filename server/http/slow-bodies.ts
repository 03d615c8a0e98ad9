// Gives up requests whose body arrives too slowly or not at all: each holds a connection, and a form also a place among the
// calls with images.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { markTooSlow } from '../gate/aborted.ts';
import { refuseUnreadable } from './unreadable.ts';

export type BodyLimits = {
  /** In every such time at least `bodyBytesPerSecond` must arrive on average, or the rest of the body. */
  bodyTimeoutSeconds: number;
  bodyBytesPerSecond: number;
};

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** For the server's `request`. */
export function giveUpSlowBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyTimeoutSeconds, bodyBytesPerSecond }: BodyLimits,
): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return stop();
    const isReading = request.readableFlowing === true || request.listenerCount('readable') > 0;
    const arrived = socket.bytesRead - seen;
    seen = socket.bytesRead;
    // A body that we do not read just now cannot arrive.
    if (!isReading || arrived >= bodyTimeoutSeconds * bodyBytesPerSecond) return;
    stop();
    markTooSlow(request);
    if (!response.headersSent) refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' } as NodeJS.ErrnoException, socket);
    socket.destroySoon();
  }, bodyTimeoutSeconds * 1_000).unref();
  // Many requests come over one connection: what stays on it would keep each of them in memory until it closes.
  const stop = () => {
    clearInterval(timer);
    request.off('close', stop);
    socket.off('close', stop);
  };
  request.once('close', stop);
  socket.once('close', stop);
}
