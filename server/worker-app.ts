// What a worker answers over HTTP, when WORKER_PORT is set: health, readiness and metrics, and nothing else.
import Koa from 'koa';
import type pg from 'pg';
import { errorPath } from './http/error-path.ts';
import { health, type Ready } from './http/health.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Logger } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';

export function createWorkerApp({ pool, log, ready }: { pool: pg.Pool; log: Logger; ready: Ready }): Koa {
  const app = new Koa();
  app.on('error', (error) => log.warn({ reason: String(error) }, 'response failed'));
  app.use(errorPath(log));
  app.use(securityHeaders);
  app.use(health(ready, createMetrics({ main: { name: 'worker', pool } })));
  return app;
}
