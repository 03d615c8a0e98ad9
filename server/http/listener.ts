// The HTTP server of the application: timeouts of connections, and the answer to requests that cannot be parsed.
import http from 'node:http';
import { refuseUnreadable } from './unreadable.ts';

export function createListener(handler: http.RequestListener, keepAliveSeconds: number): http.Server {
  const keepAliveTimeout = keepAliveSeconds * 1_000;
  // A request may start at the last moment of a connection; it then still has time to send its headers.
  const headersTimeout = Math.max(60_000, keepAliveTimeout + 5_000);
  return http.createServer({ keepAliveTimeout, headersTimeout }, handler).on('clientError', refuseUnreadable);
}
