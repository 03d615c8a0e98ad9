// Answers requests that Node's HTTP parser cannot read. They never reach Koa, but get the same error object.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, envelope, type Fields } from '../gate/errors.ts';

/** For the server's `clientError`. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // When an answer is being sent on this socket, nothing may be written into the middle of it.
  const { _httpMessage: answering } = socket as { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  write(socket, refusalOf(error.code));
}

/** Answers a connection that is not accepted, before it has said anything. */
export function refuseConnection(socket: Socket, refusal: ApiError): void {
  socket.on('error', () => {});
  write(socket, refusal);
  // Nothing of it is read, also no request.
  socket.pause();
  socket.destroySoon();
}

function write(socket: Duplex, refusal: ApiError): void {
  const requestId = randomUUID();
  const body = JSON.stringify(envelope(refusal, requestId));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function refusalOf(code: string | undefined): ApiError {
  const refusal = (status: number, message: string, fields?: Fields) =>
    new ApiError(status, 'VALIDATION_ERROR', message, { fields });
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'The URL and the headers are too long.', {
        headers: ['must be at most 16 kB, together with the URL'],
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'The request did not arrive in time.');
    default:
      return refusal(400, 'This is not a valid HTTP request.');
  }
}
