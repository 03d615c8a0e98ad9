// The Koa application: a pure function of settings and a pool. Around every request: its id, one log line, one error
// path, the security headers and the per-IP backstop; inside: the doors, each of which takes the paths below its prefix.
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import Koa from 'koa';
import type pg from 'pg';
import type { Logger } from 'pino';
import { docs } from './docs/index.ts';
import {
  ApiError,
  internal,
  methodNotAllowed,
  notFound,
  render,
  requestIdForm,
  storageUnavailable,
  unavailable,
} from './gate/errors.ts';
import { Gate } from './gate/gate.ts';
import { PictureCalls, type PictureLimits } from './gate/picture-calls.ts';
import { CallPipeline } from './gate/pipeline.ts';
import { Replica } from './gate/replica.ts';
import { VideoCalls } from './gate/video-calls.ts';
import { backstop } from './http/backstop.ts';
import { findClientAddress } from './http/client-address.ts';
import { compress } from './http/compress.ts';
import { serveMedia } from './http/serve-media.ts';
import { toolServer } from './mcp/index.ts';
import { openStorage, StorageUnavailable } from './media/storage/index.ts';
import { compositions } from './operations/compositions.ts';
import { operations } from './operations/index.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import { createOutbound } from './process/outbound.ts';
import type { Settings } from './process/settings.ts';
import { traceRequests } from './process/tracing.ts';
import { rest } from './rest/index.ts';

export type AppOptions = {
  settings: Pick<
    Settings,
    | 'publicUrl'
    | 'ipRequestsPerMinute'
    | 'trustedProxies'
    | 'media'
    | 'mediaUrl'
    | 'outboundAllow'
    | 'outboundCa'
    | 'videoMaxSeconds'
  >;
  pool: pg.Pool;
  /** Logged in to a replica, where reads may go to one. */
  replicaPool?: pg.Pool;
  log: Logger;
  /** False while starting or draining: load balancers then send no new requests. */
  ready: () => Promise<boolean> | boolean;
  pictureLimits?: PictureLimits;
  /** The staff's door, where this process opens it. */
  staff?: Middleware;
};

export function createApp({ settings, pool, replicaPool, log, ready, pictureLimits, staff }: AppOptions): Koa {
  const app = new Koa();
  const gate = new Gate(pool, log, replicaPool && new Replica(replicaPool, log));
  const storage = openStorage(settings.media, settings.mediaUrl);
  const outbound = createOutbound(settings);
  const pipeline = new CallPipeline({
    gate,
    log,
    pictures: new PictureCalls(gate, storage, outbound, pictureLimits),
    videos: new VideoCalls(gate, storage, settings.videoMaxSeconds),
    mediaUrl: settings.mediaUrl,
    outboundAllow: settings.outboundAllow,
  });
  const metrics = createMetrics(pool);
  // What escapes the error path below is a response that broke while it was sent.
  app.on('error', (error) => log.warn({ reason: String(error) }, 'response failed'));

  app.use(observe(log, metrics));
  app.use(traceRequests);
  app.use(compress);
  app.use(errorPath(log));
  app.use(securityHeaders);
  // Before the backstop: a probe that were refused would have a busy process killed.
  app.use(health(ready, metrics));
  // Before it too: one page of a shop asks for dozens of pictures.
  app.use(serveMedia(storage));
  app.use(findClientAddress(settings.trustedProxies));
  app.use(backstop(settings.ipRequestsPerMinute));
  app.use(docs(settings.publicUrl));
  app.use(rest(operations, gate, pipeline));
  app.use(toolServer({ ...operations, ...compositions }, gate, pipeline, settings.publicUrl));
  if (staff) app.use(staff);
  return app;
}

/** The request id, the log line and the metrics of every request. No query values, no headers, no bodies are logged. */
function observe(log: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = requestIdForm.test(sent) ? sent : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
    const milliseconds = performance.now() - started;
    const { requestId, operation, keyId, companyId } = ctx.state;
    metrics.observe(operation ?? 'none', ctx.status, milliseconds / 1000);
    log.info(
      {
        request_id: requestId,
        method: ctx.method,
        path: ctx.path,
        operation,
        status: ctx.status,
        duration_ms: Math.round(milliseconds * 10) / 10,
        key_id: keyId,
        company_id: companyId,
      },
      'request',
    );
  };
}

/** The one error path: every failure leaves as the envelope, and what nobody foresaw says nothing of itself outside. */
function errorPath(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw notFound('No such path.');
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error, request_id: ctx.state.requestId }, 'request failed');
      const answer = error instanceof StorageUnavailable ? storageUnavailable() : internal();
      render(ctx, error instanceof ApiError ? error : answer);
    }
  };
}

/** For answers made of data; a door that serves pages sets its own. */
const securityHeaders: Middleware = (ctx, next) => {
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  return next();
};

function health(ready: AppOptions['ready'], metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (!['/healthz', '/readyz', '/metrics'].includes(ctx.path)) return next();
    if (!['GET', 'HEAD'].includes(ctx.method)) throw methodNotAllowed(ctx.method, 'GET, HEAD');
    switch (ctx.path) {
      case '/healthz':
        ctx.body = { status: 'ok' };
        return;
      case '/readyz':
        if (!(await ready())) throw unavailable();
        ctx.body = { status: 'ready' };
        return;
      default:
        ctx.type = metrics.contentType;
        ctx.body = await metrics.text();
    }
  };
}
