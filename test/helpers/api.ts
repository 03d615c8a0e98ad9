// Starts the application on a free port of this machine and speaks HTTP to it.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type AppDatabase, createApp } from '../../server/app.ts';
import type { Place } from '../../server/gate/homes.ts';
import type { Limits } from '../../server/gate/load-shedding.ts';
import type { Reads } from '../../server/gate/personal-data-reads.ts';
import type { Ready } from '../../server/http/health.ts';
import type { ImageLimits } from '../../server/media/images/store.ts';
import type { AddressRange, OutboundRule } from '../../server/process/address-ranges.ts';
import { createLog, type Logger } from '../../server/process/log.ts';
import type { Staff } from '../../server/staff/index.ts';
import { conform } from './conformance.ts';
import { testSecrets } from './secrets.ts';

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
  raw?: string | Buffer | FormData;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Hangs up when it is aborted. */
  signal?: AbortSignal | undefined;
};

export type TestApi = {
  url: string;
  /** Where its pictures are kept. */
  mediaDirectory: string;
  /** `path` is relative to /ext/v1, or absolute when it begins with two slashes. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  stop(): Promise<void>;
};

type Options = {
  pool: pg.Pool;
  replicaPool?: pg.Pool;
  /** Several databases, in place of the pool. */
  cells?: (AppDatabase & Place)[];
  log?: Logger;
  ready?: Ready;
  isLate?: () => boolean;
  stopping?: AbortSignal;
  ipRequestsPerMinute?: number;
  trustedProxies?: AddressRange[];
  outboundAllow?: OutboundRule[];
  outboundCa?: string;
  imageLimits?: ImageLimits;
  /** Where load shedding is what is tested: `{}` for the server's own. */
  waits?: Partial<Limits>;
  /** Where it is tested who was shown personal data. */
  reads?: Reads | undefined;
  staff?: Pick<Staff, 'door' | 'importExport' | 'uploads' | 'validSessions'>;
};

const hour = 3_600_000;
/** On a busy machine calls wait; they are not refused for that, unless that is tested. */
export const patient: Limits = { patienceMs: hour, queueMs: hour, burstMs: hour, standingMs: hour };

/** What a new database says of itself; see internal.deployment. */
export const mediaUrl = 'http://127.0.0.1:4000/media';

/** The objects of NDJSON. */
const linesIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export async function startApi(options: Options): Promise<TestApi> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-media-'));
  const app = createApp({
    settings: {
      publicUrl: 'https://haat.example',
      ipRequestsPerMinute: options.ipRequestsPerMinute ?? 1_000_000,
      trustedProxies: options.trustedProxies ?? [],
      media: { kind: 'folder', directory },
      mediaUrl,
      outboundAllow: options.outboundAllow ?? [],
      outboundCa: options.outboundCa,
      videoMaxSeconds: 120,
    },
    imageLimits: options.imageLimits,
    waits: options.waits ?? patient,
    // The minute of the per-IP limit does not turn while a test counts.
    now: () => 0,
    staff: options.staff,
    secrets: testSecrets,
    ...(options.cells
      ? { cells: options.cells }
      : { pool: options.pool, replicaPool: options.replicaPool, reads: options.reads }),
    log: options.log ?? createLog('silent'),
    ready: options.ready ?? (() => true),
    isLate: options.isLate,
    stopping: options.stopping,
  });
  // It closes no idle connection: a caller that stood still itself for some seconds would take it, and meet the end.
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let hasStopped = false;
  /** A test that failed may have left requests behind, which the stop cuts: of them nothing is said, and none waits for them. */
  const left = (error: unknown): Promise<never> => (hasStopped ? new Promise(() => {}) : Promise.reject(error));
  return {
    url,
    mediaDirectory: directory,
    async request(method, path, { key, body, raw, idempotencyKey, headers, signal } = {}) {
      if (hasStopped) throw new Error(`${method} ${path} comes after the stop of the tests' API`);
      const response = await fetch(url + (path.startsWith('//') ? path.slice(1) : `/ext/v1${path}`), {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...((body !== undefined || (raw !== undefined && !(raw instanceof FormData))) && {
            'content-type': 'application/json',
          }),
          ...headers,
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal: signal ?? null,
      }).catch(left);
      const text = await response.text().catch(left);
      // Every answer of the suite passes here: no operation may ever show what goods cost.
      // see: reference/variants#get_variant
      if (response.ok && !path.startsWith('//') && /"(unit_cost|cost_price|average_cost)"\s*:/.test(text)) {
        throw new Error(`${method} ${path} shows a cost: ${text}`);
      }
      const type = response.headers.get('content-type') ?? '';
      const isJson = type.startsWith('application/json') && text !== '';
      const answer = {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : type.startsWith('application/x-ndjson') ? linesIn(text) : undefined,
      };
      // What stands for a database in tests of the doorman alone answers no documents.
      if (options.pool instanceof pg.Pool && !path.startsWith('//')) conform(method, path, answer);
      return answer;
    },
    async stop() {
      hasStopped = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(directory, { recursive: true });
    },
  };
}
