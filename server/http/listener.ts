// The HTTP server around the application: how long connections live, and what becomes of requests that cannot be read.
import http from 'node:http';
import { refuseUnreadable } from './unreadable.ts';

export function createListener(handler: http.RequestListener, keepAliveSeconds: number): http.Server {
  const keepAliveTimeout = keepAliveSeconds * 1_000;
  // A request may begin in the last moment of a connection, and has time for its headers still.
  const headersTimeout = Math.max(60_000, keepAliveTimeout + 5_000);
  return http.createServer({ keepAliveTimeout, headersTimeout }, handler).on('clientError', refuseUnreadable);
}
