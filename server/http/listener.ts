// The HTTP server around the application: how many connections there may be, how long they live, how fast bodies must arrive,
// and what becomes of requests that cannot be read.
import http from 'node:http';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { type BodyLimits, giveUpSlowBody } from './slow-bodies.ts';
import { refuseUnreadable } from './unreadable.ts';

export type ListenerLimits = ConnectionLimits & BodyLimits & { keepAliveSeconds: number };

/** The longest time of one request: 52 MB at the lowest speed take longer, but that does not occur. */
const requestTimeout = 3_600_000;

export function createListener(handler: http.RequestListener, limits: ListenerLimits): http.Server {
  const keepAliveTimeout = limits.keepAliveSeconds * 1_000;
  // A request may begin in the last moment of a connection, and still has time for its headers.
  const headersTimeout = Math.max(60_000, keepAliveTimeout + 5_000);
  const server = http.createServer({ keepAliveTimeout, headersTimeout, requestTimeout }, (request, response) => {
    giveUpSlowBody(request, response, limits);
    handler(request, response);
  });
  limitConnections(server, limits);
  return server.on('clientError', refuseUnreadable);
}
