// Starts the application on a free port of this machine and speaks HTTP to it.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { createApp } from '../../server/app.ts';
import { createLog, type Logger } from '../../server/log.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
  body: any;
};

export type RequestOptions = {
  key?: string;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

export type TestApi = {
  url: string;
  /** `path` is relative to /ext/v1, or absolute when it begins with two slashes. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  stop(): Promise<void>;
};

type Options = { pool: pg.Pool; log?: Logger; ready?: () => boolean; ipRequestsPerMinute?: number };

export async function startApi(options: Options): Promise<TestApi> {
  const app = createApp({
    settings: { ipRequestsPerMinute: options.ipRequestsPerMinute ?? 1_000_000 },
    pool: options.pool,
    log: options.log ?? createLog('silent'),
    ready: options.ready ?? (() => true),
  });
  const server = http.createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async request(method, path, { key, body, raw, idempotencyKey, headers } = {}) {
      const response = await fetch(url + (path.startsWith('//') ? path.slice(1) : `/ext/v1${path}`), {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...((body !== undefined || raw !== undefined) && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
