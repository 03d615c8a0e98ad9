// What a worker answers over HTTP, when WORKER_PORT is set: health, readiness and metrics, and nothing else.
import Koa from 'koa';
import type pg from 'pg';
import { errorPath } from './http/error-path.ts';
import { health, type Ready } from './http/health.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Logger } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';

/** `databases`: one without a name, or several cells. */
export type WorkerAppOptions = { databases: { name: string | null; pool: pg.Pool }[]; log: Logger; ready: Ready };

export function createWorkerApp({ databases, log, ready }: WorkerAppOptions): Koa {
  const app = new Koa();
  app.on('error', (error) => log.warn({ reason: String(error) }, 'response failed'));
  app.use(errorPath(log));
  app.use(securityHeaders);
  const pools = databases.map(({ name, pool }) => ({
    main: { name: 'worker' as const, pool },
    ...(name !== null && { cell: name }),
  }));
  app.use(health(ready, createMetrics(pools)));
  return app;
}
