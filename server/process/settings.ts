// The settings: environment variables, checked once at start. The README lists them (a test compares it with this file). No
// other code reads our settings from process.env. The OpenTelemetry SDK, which is loaded only when a collector is set, reads
// its OTEL_ variables itself; the listed ones are checked here first.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type AddressRange, type OutboundRule, parseOutboundAllow, parseTrustedProxies } from './address-ranges.ts';
import { parseKeys } from './secret-keys.ts';

export interface Settings {
  port: number;
  host: string;
  /** The address that clients use; links in answers start with it. No slash at the end. */
  publicUrl: string;
  /** The start of the addresses of images and videos. No slash at the end. */
  mediaUrl: string;
  /** Absent: the embedded Postgres, or `cells`. */
  databaseUrl: string | undefined;
  databaseStaffUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  /** Several databases, each with whole companies. Empty: there is one. */
  cells: CellSettings[];
  dataDir: string;
  /** Encrypt secrets in the database: the first writes, all read. Empty: see server/secrets/keys.ts. */
  secretKeys: Buffer[];
  poolSize: number;
  workerConcurrency: number;
  /** Port for health and metrics of the workers. Absent: none. */
  workerPort: number | undefined;
  auditNights: number;
  media: MediaStore;
  /** Maximum duration of a product video. */
  videoMaxSeconds: number;
  outboundAllow: OutboundRule[];
  /** Certificates, in PEM, that outbound calls trust in addition to the default ones. */
  outboundCa: string | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  ipRequestsPerMinute: number;
  /** How long an idle connection stays open. */
  keepAliveSeconds: number;
  maxConnections: number;
  /** From one address that is no trusted proxy. */
  maxConnectionsPerAddress: number;
  /** In every such time at least `bodyBytesPerSecond` of a body must arrive on average. */
  bodyTimeoutSeconds: number;
  bodyBytesPerSecond: number;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: AddressRange[];
  demo: 'auto' | 'off';
  /** True when a collector of traces is set. */
  tracing: boolean;
}

/** One of several databases. Its name is told in metrics, logs and `/readyz`. */
export type CellSettings = {
  name: string;
  url: string;
  staffUrl: string | undefined;
  replicaUrl: string | undefined;
};

/** The storage of images and videos. */
export type MediaStore =
  | { kind: 'folder'; directory: string }
  | {
      kind: 's3';
      bucket: string;
      /** Empty, or the start of every object name, with a slash at the end. */
      prefix: string;
      region: string;
      /** For S3-compatible services. */
      endpoint: string | undefined;
      pathStyle: boolean;
      /** When absent: from the environment or the role of the machine, like the AWS tools. */
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

/** Lists every wrong setting with the reason. It never quotes a value, because it could be a password. */
export class SettingsError extends Error {}

export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  // Many tools set an empty variable for "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    throw new SettingsError(
      result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'),
    );
  }
  const { MEDIA_URL, PUBLIC_URL, DATABASE_STAFF_URL, DATABASE_REPLICA_URL, ...checked } = result.data;
  const publicUrl = PUBLIC_URL ?? `http://${reachableHost(checked.HOST)}:${checked.PORT}`;
  const staffUrls = urlsOf('DATABASE_STAFF_URL', DATABASE_STAFF_URL, checked.CELLS);
  const replicaUrls = urlsOf('DATABASE_REPLICA_URL', DATABASE_REPLICA_URL, checked.CELLS);
  if (checked.CELLS && checked.DATABASE_URL)
    throw new SettingsError('CELLS: names every database, so DATABASE_URL must not be set beside it');
  return {
    port: checked.PORT,
    host: checked.HOST,
    publicUrl,
    mediaUrl: `${publicUrl}/media`,
    databaseUrl: checked.DATABASE_URL,
    databaseStaffUrl: checked.CELLS ? undefined : staffUrls.get(''),
    databaseReplicaUrl: checked.CELLS ? undefined : replicaUrls.get(''),
    cells: [...(checked.CELLS ?? [])].map(([name, url]) => ({
      name,
      url,
      staffUrl: staffUrls.get(name),
      replicaUrl: replicaUrls.get(name),
    })),
    dataDir: checked.DATA_DIR,
    secretKeys: checked.SECRET_KEYS,
    poolSize: checked.POOL_SIZE,
    workerConcurrency: checked.WORKER_CONCURRENCY,
    workerPort: checked.WORKER_PORT,
    auditNights: checked.AUDIT_NIGHTS,
    media: MEDIA_URL ?? { kind: 'folder', directory: path.join(checked.DATA_DIR, 'media') },
    videoMaxSeconds: checked.VIDEO_MAX_SECONDS,
    outboundAllow: checked.OUTBOUND_ALLOW,
    outboundCa: checked.OUTBOUND_CA,
    logLevel: checked.LOG_LEVEL,
    ipRequestsPerMinute: checked.IP_REQUESTS_PER_MINUTE,
    keepAliveSeconds: checked.KEEP_ALIVE_SECONDS,
    maxConnections: checked.MAX_CONNECTIONS,
    maxConnectionsPerAddress: checked.MAX_CONNECTIONS_PER_ADDRESS,
    bodyTimeoutSeconds: checked.BODY_TIMEOUT_SECONDS,
    bodyBytesPerSecond: checked.BODY_BYTES_PER_SECOND,
    trustedProxies: checked.TRUSTED_PROXIES,
    demo: checked.DEMO,
    tracing:
      Boolean(checked.OTEL_EXPORTER_OTLP_ENDPOINT ?? checked.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
      checked.OTEL_SDK_DISABLED !== 'true',
  };
}

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
};

/** A setting that `parse` converts; the message of its error is the reason that is shown. */
const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context): T => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(4000).describe('Port of the server.'),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1')
    .describe('Address that the server listens on; `0.0.0.0` means all.'),
  PUBLIC_URL: parsed(parsePublicUrl).optional().meta({
    shown: 'from `HOST` and `PORT`',
    description: 'Address that clients use; links in answers start with it.',
  }),
  DATABASE_URL: parsed(parseDatabaseUrl)
    .optional()
    .meta({ shown: 'the embedded Postgres', description: '`postgres://user:password@host/database`.' }),
  DATABASE_STAFF_URL: parsed((text) => parseUrls(text, (url) => parseUrlOf('haat_staff_gateway', url)))
    .optional()
    .meta({
      shown: '`DATABASE_URL`',
      description:
        'The same database as `haat_staff_gateway`, which has a password of its own: for the admin. Beside `CELLS`: one for each, as there.',
    }),
  DATABASE_REPLICA_URL: parsed((text) => parseUrls(text, (url) => parseUrlOf('haat_gateway', url)))
    .optional()
    .describe('A streaming replica that answers reads when it is up to date. Beside `CELLS`: by cell, as there.'),
  CELLS: parsed(parseCells).optional().meta({
    shown: 'one database',
    description:
      'Several databases in place of `DATABASE_URL`, each with whole companies: `a=postgres://…,b=postgres://…`.',
  }),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => path.resolve(directory))
    .meta({
      shown: '`.data`',
      description: 'Folder of the embedded Postgres, the demo keys and, by default, media.',
    }),
  SECRET_KEYS: parsed(parseKeys).default([]).meta({
    shown: '`secret.keys` in `DATA_DIR`',
    description:
      'Keys that encrypt secrets in the database, from `openssl rand -hex 32`, separated by commas: the first writes, all read.',
  }),
  // About four connections per core. With more, requests would only wait inside Postgres instead of here.
  POOL_SIZE: wholeNumber(1, 500)
    .default(Math.min(Math.max(4 * os.availableParallelism(), 8), 32))
    .meta({
      shown: '4 a core, 8 to 32',
      description: 'Connections to the database; staff requests use half as many in addition.',
    }),
  WORKER_CONCURRENCY: wholeNumber(1, 100).default(4).describe('Jobs that a worker runs at the same time.'),
  WORKER_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('Port of a worker for `/healthz`, `/readyz` and `/metrics`, at the address of `HOST`.'),
  AUDIT_NIGHTS: wholeNumber(1, 365)
    .default(14)
    .describe('In how many nights `npm run audit -- --incremental` verifies all there is.'),
  MEDIA_URL: parsed(parseMediaUrl).optional().meta({
    shown: '`media` in `DATA_DIR`',
    description: 'Storage of images and videos: `file:///srv/media` or `s3://bucket/prefix?region=…&endpoint=…`.',
  }),
  VIDEO_MAX_SECONDS: wholeNumber(1, 3_600).default(180).describe('Maximum duration of a product video, in seconds.'),
  OUTBOUND_ALLOW: parsed(parseOutboundAllow).default([]).meta({
    shown: 'none',
    description:
      'Private hosts and ranges that image links, video links and webhooks may use, as `10.0.0.0/8, hooks.lan:8080`.',
  }),
  OUTBOUND_CA: parsed(readCertificates).optional().describe('File of additional trusted certificates in PEM.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('`info` logs one line per request.'),
  IP_REQUESTS_PER_MINUTE: wholeNumber(1, 999_999_999)
    .default(1200)
    .describe(
      'Limit per IP address: calls without a valid key, sign-ins, and pages, each. A failed authentication counts as ten.',
    ),
  TRUSTED_PROXIES: parsed(parseTrustedProxies).default([]).meta({
    shown: 'none',
    description: 'Proxies whose `X-Forwarded-For` is trusted: addresses and ranges, as `10.0.0.0/8, 192.0.2.7`.',
  }),
  // Longer than in the load balancer (60 s is common), or it sends requests into a connection that is being closed.
  KEEP_ALIVE_SECONDS: wholeNumber(1, 240)
    .default(75)
    .describe('How long an idle connection stays open. Must be longer than in the load balancer.'),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .default(4_000)
    .describe('Open connections of a process; further ones are answered 503 and closed.'),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000)
    .default(1_000)
    .describe('Open connections from one address that is not in `TRUSTED_PROXIES`.'),
  BODY_TIMEOUT_SECONDS: wholeNumber(1, 3_600)
    .default(30)
    .describe('A request whose body stops arriving is given up after this time.'),
  BODY_BYTES_PER_SECOND: wholeNumber(1, 1_000_000)
    .default(1_000)
    .describe('The lowest speed of a body, measured over that time.'),
  DEMO: z
    .enum(['auto', 'off'], { error: 'must be auto or off' })
    .default('auto')
    .describe('`auto` loads the demo into a new database, at `npm start` only.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(parseCollectorUrl)
    .optional()
    .describe('OpenTelemetry collector, as `http://127.0.0.1:4318`; without it there are no traces.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: parsed(parseCollectorUrl)
    .optional()
    .describe('The full address for traces; default: the address above with `/v1/traces`.'),
  OTEL_SERVICE_NAME: z
    .string()
    .max(200, 'must have at most 200 characters')
    .default('haat')
    .describe('Name of the service in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .regex(/^\s*[^=,]+=[^=,]*(,\s*[^=,]+=[^=,]*)*$/, 'must be name=value pairs, separated by commas')
    .optional()
    .describe('Additional attributes in traces, as `deployment.environment.name=production`.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be ${samplers.slice(0, -1).join(', ')} or ${samplers.at(-1)}` })
    .default('parentbased_always_on')
    .describe('Which requests are traced; `parentbased_traceidratio` uses the share below.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')
    .default('1')
    .describe('The share of requests that are traced.'),
  OTEL_SDK_DISABLED: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .default('false')
    .describe('`true` switches traces off.'),
});

/** The settings as a table in Markdown, for the guide of production. */
export function settingsTable(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const { shown, description } = schema.meta() ?? {};
    const defaultValue = schema.safeParse(undefined).data;
    return `| \`${name}\` | ${shown ?? (defaultValue === undefined ? 'none' : `\`${defaultValue}\``)} | ${description} |`;
  });
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function parsePublicUrl(text: string): string {
  const url = parseUrl(text);
  if (!['http:', 'https:'].includes(url.protocol)) throw new Error('must begin with http:// or https://');
  if (url.username || url.password || url.search || url.hash)
    throw new Error('must be a URL without a user, a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function parseCollectorUrl(text: string): string {
  if (!['http:', 'https:'].includes(parseUrl(text).protocol)) throw new Error('must begin with http:// or https://');
  return text;
}

function parseDatabaseUrl(text: string): string {
  const url = parseUrl(text);
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) throw new Error('must begin with postgres://');
  if (!url.hostname) {
    throw new Error('must name a host; for a socket, postgres://user@localhost/database?host=/directory');
  }
  if (!/^\/[^/]+$/.test(url.pathname)) throw new Error('must name a database, as in postgres://user@host/database');
  return text;
}

function parseUrlOf(login: string, text: string): string {
  const url = new URL(parseDatabaseUrl(text));
  if (url.username !== login) throw new Error(`must log in as ${login}`);
  return text;
}

/** The start of a part, in a list in which every part has a name. */
const namedPart = /(?:^|,)\s*([a-z][a-z0-9_-]{0,19})=(?=postgres)/;

/** `a=postgres://…,b=postgres://…` by name; one URL without a name by ''. A comma within a URL begins no part. */
function parseUrls(text: string, parse: (url: string) => string): Map<string, string> {
  if (!namedPart.test(text)) return new Map([['', parse(text)]]);
  const [before, ...parts] = text.split(new RegExp(namedPart, 'g'));
  if (before) throw new Error('must be one URL, or name each, as in a=postgres://…,b=postgres://…');
  const urls = new Map<string, string>();
  for (let place = 0; place < parts.length; place += 2) {
    const name = parts[place]!;
    if (urls.has(name)) throw new Error(`names ${name} twice`);
    try {
      urls.set(name, parse(parts[place + 1]!.trim()));
    } catch (error) {
      throw new Error(`${name} ${(error as Error).message}`);
    }
  }
  return urls;
}

function parseCells(text: string): Map<string, string> {
  const cells = parseUrls(text, parseDatabaseUrl);
  if (cells.has(''))
    throw new Error(
      'must name each database in lower-case letters, digits, - and _, as in a=postgres://…,b=postgres://…',
    );
  const places = new Map<string, string>();
  for (const [name, url] of cells) {
    const { host, pathname, searchParams } = new URL(url);
    const place = [host, searchParams.get('host'), searchParams.get('port'), pathname].join(' ');
    const other = places.get(place);
    if (other) throw new Error(`gives ${other} and ${name} the same database`);
    places.set(place, name);
  }
  return cells;
}

/** A setting that goes along with the databases: one URL where there is one, and by its name where there are several. */
function urlsOf(
  setting: string,
  urls = new Map<string, string>(),
  cells: Map<string, string> | undefined,
): Map<string, string> {
  const known = cells ? [...cells.keys()] : [''];
  const other = [...urls.keys()].find((name) => !known.includes(name));
  if (other === undefined) return urls;
  if (!cells) throw new SettingsError(`${setting}: names ${other}, and there are no CELLS`);
  throw new SettingsError(
    other === ''
      ? `${setting}: must name the cell of each URL, as in ${known[0]}=postgres://…`
      : `${setting}: names ${other}, which is not in CELLS`,
  );
}

function parseMediaUrl(text: string): MediaStore {
  if (text.startsWith('file:')) {
    const directory = decodeURIComponent(text.slice('file:'.length).replace(/^\/\/(?=\/)/, ''));
    if (!directory || directory.startsWith('//')) throw new Error('must name a folder, as in file:///srv/media');
    return { kind: 'folder', directory: path.resolve(directory) };
  }
  if (!text.startsWith('s3:')) throw new Error('must begin with file: or s3:');
  const url = parseUrl(text);
  const known = ['region', 'endpoint', 'path_style'];
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown) throw new Error(`has an unknown parameter ${unknown}; allowed are ${known.join(', ')}`);
  if (!url.hostname) throw new Error('must name a bucket, as in s3://bucket/prefix?region=eu-central-1');
  if (Boolean(url.username) !== Boolean(url.password))
    throw new Error('must contain both an access key and a secret, or neither');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint && !/^https?:\/\/[^/]+\/?$/.test(endpoint))
    throw new Error('must have an endpoint that begins with http:// or https://');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    // S3-compatible services rarely have a host name for every bucket.
    pathStyle: (url.searchParams.get('path_style') ?? String(Boolean(endpoint))) === 'true',
    credentials: url.username
      ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
      : undefined,
  };
}

function readCertificates(file: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`must be a file that can be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error('must be a file of certificates in PEM');
  return text;
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Error('must be a URL');
  return new URL(text);
}

/** A server that listens on all addresses is reached from its own machine as localhost. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
