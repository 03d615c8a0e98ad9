// The Koa application: a pure function of settings and a pool. Middlewares for every request: request id, one log line, one
// error path, security headers and the per-IP limit. Then the interfaces, each for the paths below its prefix.
import Koa from 'koa';
import type pg from 'pg';
import { docs, openApiPath } from './docs/index.ts';
import { CellGates } from './gate/cells.ts';
import { ExportCalls } from './gate/export-calls.ts';
import { Gate, type Gates } from './gate/gate.ts';
import type { Place } from './gate/homes.ts';
import { ImageCalls } from './gate/image-calls.ts';
import { JobCalls } from './gate/job-calls.ts';
import type { Limits } from './gate/load-shedding.ts';
import type { Reads } from './gate/personal-data-reads.ts';
import { CallPipeline } from './gate/pipeline.ts';
import { Replica } from './gate/replica.ts';
import { VideoCalls } from './gate/video-calls.ts';
import { findClientAddress } from './http/client-address.ts';
import { compress } from './http/compress.ts';
import { errorPath } from './http/error-path.ts';
import { health, type Ready } from './http/health.ts';
import { ipRateLimit } from './http/ip-rate-limit.ts';
import { observe } from './http/observe.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveMedia } from './http/serve-media.ts';
import { type IsLagging, shedOnLag } from './http/shed-on-lag.ts';
import { traceRequests } from './http/trace.ts';
import { closeUnreadBody } from './http/unread-body.ts';
import { manifestPath, toolServer } from './mcp/index.ts';
import { type ImageLimits, ImageStore } from './media/images/store.ts';
import { openStorage } from './media/storage/index.ts';
import { VideoFiles } from './media/videos/files.ts';
import { compositions } from './operations/compositions.ts';
import { operations } from './operations/index.ts';
import type { Logger } from './process/log.ts';
import { createRequestMetrics } from './process/metrics.ts';
import { createOutbound } from './process/outbound.ts';
import type { Settings } from './process/settings.ts';
import { rest } from './rest/index.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import { graphqlPath, type Staff } from './staff/index.ts';

/** The connections to one database. */
export type AppDatabase = {
  pool: pg.Pool;
  /** Connections to a replica for reads, when there is one. */
  replicaPool?: pg.Pool | undefined;
  /** Notes who was shown personal data. */
  reads?: Reads | undefined;
  /** Those of staff, for the metrics. */
  staffPool?: pg.Pool | undefined;
};

/** `cells`: several databases, in place of one. */
export type AppOptions = (AppDatabase | { cells: (AppDatabase & Place)[] }) & {
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
  log: Logger;
  ready: Ready;
  /** The clock of the per-IP limit, in milliseconds; for tests. */
  now?: () => number;
  /** Whether the process has more to do than it can. */
  isLate?: IsLagging;
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal;
  imageLimits?: ImageLimits;
  /** Encrypts what the database keeps of secrets. */
  secrets: SecretBox;
  /** See GateOptions. */
  waits?: Partial<Limits> | undefined;
  /** GraphQL and pages for staff, when this process serves them. */
  staff?: Pick<Staff, 'door' | 'importExport' | 'uploads' | 'validSessions'>;
};

export function createApp(options: AppOptions): Koa {
  const { settings, log, ready, isLate = () => false, imageLimits, staff, stopping } = options;
  const app = new Koa();
  const poolsOf = ({ pool, staffPool, replicaPool }: AppDatabase) => ({
    main: { name: 'api' as const, pool },
    staff: staffPool,
    replica: replicaPool,
  });
  const metrics = createRequestMetrics(
    'cells' in options ? options.cells.map((cell) => ({ ...poolsOf(cell), cell: cell.name })) : [poolsOf(options)],
    Object.entries(operations).map(([name, { status }]) => ({ name, status })),
  );
  const gateOf = ({ pool, replicaPool, reads }: AppDatabase) =>
    new Gate(pool, log, {
      replica: replicaPool && new Replica(replicaPool, log),
      reads,
      onShed: (bucket, reason) => metrics.shed(bucket, reason),
      waits: options.waits,
    });
  const gate: Gates =
    'cells' in options
      ? new CellGates(
          options.cells.map((cell) => ({ name: cell.name, isOpen: () => cell.isOpen(), gate: gateOf(cell) })),
          log,
          options.waits?.queueMs,
        )
      : gateOf(options);
  const storage = openStorage(settings.media, settings.mediaUrl);
  const images = new ImageStore(storage, createOutbound(settings), imageLimits);
  const videos = new VideoFiles(storage, settings.videoMaxSeconds);
  const pipeline = new CallPipeline({
    gate,
    log,
    images: new ImageCalls(gate, images),
    videos: new VideoCalls(gate, videos),
    exports: new ExportCalls(storage),
    stopping,
    jobs: new JobCalls(gate, settings.mediaUrl),
    mediaUrl: settings.mediaUrl,
    outboundAllow: settings.outboundAllow,
    secrets: options.secrets,
  });
  // Errors that do not reach the error path below: a response that failed while it was sent. A client may leave at any time.
  app.on('error', (error) => {
    const level = /^(ECONNRESET|EPIPE|ECONNABORTED)$/.test(error.code) ? 'info' : 'warn';
    log[level]({ reason: String(error) }, 'response failed');
  });

  app.on('shed', (bucket, reason) => metrics.shed(bucket, reason));

  app.use(observe(log, metrics));
  app.use(traceRequests);
  app.use(closeUnreadBody);
  app.use(compress);
  app.use(errorPath(log));
  app.use(securityHeaders);
  // Before the per-IP limit: if a probe were refused, a busy process would be killed.
  app.use(health(ready, metrics));
  app.use(shedOnLag(isLate));
  // Also before it: one page of a shop requests dozens of images.
  app.use(serveMedia(storage));
  app.use(findClientAddress(settings.trustedProxies));
  app.use(
    ipRateLimit(
      settings.ipRequestsPerMinute,
      {
        validKeys: (hashes) => gate.validKeys(hashes),
        validSessions: (hashes) => staff?.validSessions(hashes) ?? Promise.resolve([]),
        keyless: [openApiPath, manifestPath],
        signIn: graphqlPath,
      },
      options.now,
    ),
  );
  app.use(docs(settings.publicUrl));
  app.use(rest(operations, gate, pipeline));
  app.use(toolServer({ ...operations, ...compositions }, gate, pipeline, settings.publicUrl));
  if (staff) app.use(staff.uploads(images)).use(staff.importExport()).use(staff.door(videos));
  return app;
}
