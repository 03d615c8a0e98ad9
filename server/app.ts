// The Koa application: a pure function of settings and a pool. Around every request: its id, one log line, one error
// path, the security headers and the per-IP backstop; inside: the doors, each of which takes the paths below its prefix.
import type { Middleware } from 'koa';
import Koa from 'koa';
import type pg from 'pg';
import { docs } from './docs/index.ts';
import { Gate } from './gate/gate.ts';
import { ImageCalls, type ImageLimits } from './gate/image-calls.ts';
import { CallPipeline } from './gate/pipeline.ts';
import { Replica } from './gate/replica.ts';
import { VideoCalls } from './gate/video-calls.ts';
import { backstop } from './http/backstop.ts';
import { findClientAddress } from './http/client-address.ts';
import { compress } from './http/compress.ts';
import { errorPath } from './http/error-path.ts';
import { health, type Ready } from './http/health.ts';
import { observe } from './http/observe.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveMedia } from './http/serve-media.ts';
import { traceRequests } from './http/trace.ts';
import { toolServer } from './mcp/index.ts';
import { openStorage } from './media/storage/index.ts';
import { compositions } from './operations/compositions.ts';
import { operations } from './operations/index.ts';
import type { Logger } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';
import { createOutbound } from './process/outbound.ts';
import type { Settings } from './process/settings.ts';
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
  ready: Ready;
  imageLimits?: ImageLimits;
  /** The staff's door, where this process opens it. */
  staff?: Middleware;
};

export function createApp({ settings, pool, replicaPool, log, ready, imageLimits, staff }: AppOptions): Koa {
  const app = new Koa();
  const gate = new Gate(pool, log, replicaPool && new Replica(replicaPool, log));
  const storage = openStorage(settings.media, settings.mediaUrl);
  const outbound = createOutbound(settings);
  const pipeline = new CallPipeline({
    gate,
    log,
    images: new ImageCalls(gate, storage, outbound, imageLimits),
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
  // Before it too: one page of a shop asks for dozens of images.
  app.use(serveMedia(storage));
  app.use(findClientAddress(settings.trustedProxies));
  app.use(backstop(settings.ipRequestsPerMinute));
  app.use(docs(settings.publicUrl));
  app.use(rest(operations, gate, pipeline));
  app.use(toolServer({ ...operations, ...compositions }, gate, pipeline, settings.publicUrl));
  if (staff) app.use(staff);
  return app;
}
