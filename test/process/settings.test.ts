import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import ipaddr from 'ipaddr.js';
import { loadSettings, SettingsError } from '../../server/process/settings.ts';

test('an empty environment gives the documented defaults', (t) => {
  const settings = loadSettings({});
  t.like(settings, {
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    databaseUrl: undefined,
    dataDir: path.resolve('.data'),
    secretKeys: [],
    media: { kind: 'folder', directory: path.resolve('.data', 'media') },
    videoMaxSeconds: 180,
    outboundAllow: [],
    logLevel: 'info',
    ipRequestsPerMinute: 1200,
    trustedProxies: [],
    keepAliveSeconds: 75,
    maxConnections: 4_000,
    maxConnectionsPerAddress: 1_000,
    bodyTimeoutSeconds: 30,
    bodyBytesPerSecond: 1_000,
    demo: 'auto',
  });
});

test('an empty variable counts as not set', (t) => {
  t.deepEqual(loadSettings({ PORT: '', DATABASE_URL: '', MEDIA_URL: '' }), loadSettings({}));
});

test('a public address loses its last slash, and one that listens everywhere is named localhost', (t) => {
  t.is(loadSettings({ PUBLIC_URL: 'https://shop.example/haat/' }).publicUrl, 'https://shop.example/haat');
  t.is(loadSettings({ HOST: '0.0.0.0', PORT: '80' }).publicUrl, 'http://localhost:80');
  t.is(loadSettings({ HOST: '::1' }).publicUrl, 'http://[::1]:4000');
});

const wrong: [string, string, RegExp][] = [
  ['PORT', '0', /^PORT: must be a whole number from 1 to 65535$/],
  ['PORT', '65536', /^PORT: must be a whole number/],
  ['PORT', '4000x', /^PORT: must be a whole number/],
  ['HOST', 'http://a', /^HOST: must be an address or a host name$/],
  ['PUBLIC_URL', 'shop.example', /^PUBLIC_URL: must be a URL$/],
  ['PUBLIC_URL', 'ftp://shop.example', /^PUBLIC_URL: must begin with http/],
  ['PUBLIC_URL', 'https://shop.example/?a=1', /^PUBLIC_URL: must be a URL without a user, a query or a fragment$/],
  ['DATABASE_URL', 'mysql://u:hunter2@h/d', /^DATABASE_URL: must begin with postgres:\/\/$/],
  ['DATABASE_URL', 'postgres://u:hunter2@h', /^DATABASE_URL: must name a database/],
  ['DATABASE_URL', 'postgres:///haat', /^DATABASE_URL: must name a host; for a socket/],
  [
    'DATABASE_STAFF_URL',
    'postgres://haat_gateway:hunter2@h/d',
    /^DATABASE_STAFF_URL: must log in as haat_staff_gateway$/,
  ],
  ['DATABASE_REPLICA_URL', 'postgres://postgres:hunter2@h/d', /^DATABASE_REPLICA_URL: must log in as haat_gateway$/],
  ['DATABASE_REPLICA_URL', 'replica', /^DATABASE_REPLICA_URL: must be a URL$/],
  ['DATABASE_REPLICA_URL', 'a=postgres://haat_gateway:hunter2@h/d', /^DATABASE_REPLICA_URL: names a, and there are no/],
  ['CELLS', 'postgres://u:hunter2@h/d', /^CELLS: must name each database in lower-case letters/],
  ['CELLS', 'A=postgres://u:hunter2@h/d', /^CELLS: must begin with postgres:\/\/$|^CELLS: must be a URL$/],
  ['CELLS', 'a=postgres://u:hunter2@h/d,a=postgres://h/e', /^CELLS: names a twice$/],
  ['CELLS', 'a=postgres://u:hunter2@h/d,b=postgres://h', /^CELLS: b must name a database/],
  ['CELLS', 'a=postgres://u:hunter2@h/d,b=postgres://v@h/d', /^CELLS: gives a and b the same database$/],
  ['CELLS', 'postgres://u:hunter2@h/d,b=postgres://v@h/d', /^CELLS: must be one URL, or name each/],
  ['SECRET_KEYS', 'hunter2', /^SECRET_KEYS: must be keys of 32 bytes in hex or base64, as .*/],
  ['POOL_SIZE', '0', /^POOL_SIZE: must be a whole number from 1 to 500$/],
  ['WORKER_CONCURRENCY', '-1', /^WORKER_CONCURRENCY: must be a whole number/],
  ['MEDIA_URL', '/srv/media', /^MEDIA_URL: must begin with file: or s3:$/],
  ['MEDIA_URL', 'file:', /^MEDIA_URL: must name a folder/],
  ['MEDIA_URL', 's3:///prefix', /^MEDIA_URL: must name a bucket/],
  ['MEDIA_URL', 's3://key@bucket', /^MEDIA_URL: must contain both an access key and a secret/],
  ['MEDIA_URL', 's3://bucket?regio=x', /^MEDIA_URL: has an unknown parameter regio/],
  ['MEDIA_URL', 's3://bucket?endpoint=minio', /^MEDIA_URL: must have an endpoint that begins with http/],
  ['VIDEO_MAX_SECONDS', '0', /^VIDEO_MAX_SECONDS: must be a whole number from 1 to 3600$/],
  ['OUTBOUND_ALLOW', '10.0.0.0/33', /^OUTBOUND_ALLOW: must be hosts, addresses or ranges/],
  ['OUTBOUND_ALLOW', 'intranet:99999', /^OUTBOUND_ALLOW: has a wrong port in intranet:99999$/],
  ['OUTBOUND_ALLOW', 'http://intranet', /^OUTBOUND_ALLOW: must be hosts/],
  ['OUTBOUND_CA', '/nowhere/ca.pem', /^OUTBOUND_CA: must be a file that can be read \(ENOENT\)$/],
  ['OUTBOUND_CA', 'package.json', /^OUTBOUND_CA: must be a file of certificates in PEM$/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent$/],
  ['IP_REQUESTS_PER_MINUTE', 'many', /^IP_REQUESTS_PER_MINUTE: must be a whole number/],
  ['AUDIT_NIGHTS', '0', /^AUDIT_NIGHTS: must be a whole number from 1 to 365$/],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    /^TRUSTED_PROXIES: must be addresses or ranges .*; 10\.0\.0\.0\/33 is not one of these$/,
  ],
  ['TRUSTED_PROXIES', 'proxy.lan', /^TRUSTED_PROXIES: must be addresses or ranges/],
  ['TRUSTED_PROXIES', '10.1', /^TRUSTED_PROXIES: must be addresses or ranges/],
  ['KEEP_ALIVE_SECONDS', '0', /^KEEP_ALIVE_SECONDS: must be a whole number from 1 to 240$/],
  ['MAX_CONNECTIONS', '0', /^MAX_CONNECTIONS: must be a whole number from 1 to 1000000$/],
  ['MAX_CONNECTIONS_PER_ADDRESS', 'x', /^MAX_CONNECTIONS_PER_ADDRESS: must be a whole number/],
  ['BODY_TIMEOUT_SECONDS', '0', /^BODY_TIMEOUT_SECONDS: must be a whole number from 1 to 3600$/],
  ['BODY_BYTES_PER_SECOND', '-1', /^BODY_BYTES_PER_SECOND: must be a whole number/],
  ['DEMO', 'on', /^DEMO: must be auto or off$/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL$/],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://h', /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: must begin with http/],
  ['OTEL_RESOURCE_ATTRIBUTES', 'production', /^OTEL_RESOURCE_ATTRIBUTES: must be name=value pairs/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /^OTEL_TRACES_SAMPLER: must be always_on, .* or parentbased_traceidratio$/],
  ['OTEL_TRACES_SAMPLER_ARG', '10', /^OTEL_TRACES_SAMPLER_ARG: must be a share from 0 to 1$/],
  ['OTEL_SDK_DISABLED', 'yes', /^OTEL_SDK_DISABLED: must be true or false$/],
];

for (const [name, value, message] of wrong) {
  test(`${name}=${value} is refused by name and reason`, (t) => {
    const error = t.throws(() => loadSettings({ [name]: value }), { instanceOf: SettingsError, message });
    t.false(error.message.includes('hunter2'));
  });
}

test('cells are named, each with its own URLs; a comma within a URL ends none', (t) => {
  const { cells, databaseUrl } = loadSettings({
    CELLS: 'a=postgres://u:p,w@h/d?options=-c%20x=1,y=2, north-1=postgresql://u@h2/d',
    DATABASE_STAFF_URL: 'north-1=postgres://haat_staff_gateway@h2/d',
    DATABASE_REPLICA_URL: 'a=postgres://haat_gateway@h3/d',
  });
  t.is(databaseUrl, undefined);
  t.deepEqual(cells, [
    {
      name: 'a',
      url: 'postgres://u:p,w@h/d?options=-c%20x=1,y=2',
      staffUrl: undefined,
      replicaUrl: 'postgres://haat_gateway@h3/d',
    },
    {
      name: 'north-1',
      url: 'postgresql://u@h2/d',
      staffUrl: 'postgres://haat_staff_gateway@h2/d',
      replicaUrl: undefined,
    },
  ]);
  t.deepEqual(loadSettings({ DATABASE_URL: 'postgres://u@h/d' }).cells, []);
});

test('CELLS stands for DATABASE_URL, and what goes along with a database names its cell', (t) => {
  const cells = { CELLS: 'a=postgres://u@h/d' };
  const refused = (env: NodeJS.ProcessEnv, message: RegExp) =>
    t.throws(() => loadSettings({ ...cells, ...env }), { instanceOf: SettingsError, message });
  refused({ DATABASE_URL: 'postgres://u@h/e' }, /^CELLS: names every database, so DATABASE_URL must not be set/);
  refused(
    { DATABASE_STAFF_URL: 'postgres://haat_staff_gateway@h/d' },
    /^DATABASE_STAFF_URL: must name the cell of each URL, as in a=/,
  );
  refused(
    { DATABASE_REPLICA_URL: 'b=postgres://haat_gateway@h/d' },
    /^DATABASE_REPLICA_URL: names b, which is not in CELLS$/,
  );
});

test('traces are made where a collector is named and the SDK is not disabled', (t) => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  t.false(loadSettings({}).tracing);
  t.false(loadSettings({ OTEL_SERVICE_NAME: 'shop' }).tracing);
  t.true(loadSettings(collector).tracing);
  t.true(loadSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/v1/traces' }).tracing);
  t.true(loadSettings({ ...collector, OTEL_SDK_DISABLED: 'false' }).tracing);
  t.false(loadSettings({ ...collector, OTEL_SDK_DISABLED: 'TRUE' }).tracing);
});

test('every wrong setting is named at once', (t) => {
  t.throws(() => loadSettings({ PORT: 'x', DEMO: 'x' }), { message: /^PORT: .+\nDEMO: .+$/ });
});

test('media can be kept in a folder', (t) => {
  t.deepEqual(loadSettings({ MEDIA_URL: 'file:///srv/my%20media' }).media, {
    kind: 'folder',
    directory: '/srv/my media',
  });
  t.deepEqual(loadSettings({ MEDIA_URL: 'file:media' }).media, { kind: 'folder', directory: path.resolve('media') });
});

test('media can be kept in a bucket', (t) => {
  t.deepEqual(loadSettings({ MEDIA_URL: 's3://media/shop/?region=eu-central-1' }).media, {
    kind: 's3',
    bucket: 'media',
    prefix: 'shop/',
    region: 'eu-central-1',
    endpoint: undefined,
    pathStyle: false,
    credentials: undefined,
  });
  t.deepEqual(loadSettings({ MEDIA_URL: 's3://key:a%2Fb@media?endpoint=http://127.0.0.1:9000' }).media, {
    kind: 's3',
    bucket: 'media',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    pathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'a/b' },
  });
});

test('outbound rules are hosts, addresses and ranges, each with a port or not', (t) => {
  const text = 'Intranet, images.corp:8443 127.0.0.1:9000,10.0.0.0/8 ::1 [fd00::/8]:443';
  t.deepEqual(loadSettings({ OUTBOUND_ALLOW: text }).outboundAllow, [
    { host: 'intranet', port: undefined },
    { host: 'images.corp', port: 8443 },
    { range: [ipaddr.parse('127.0.0.1'), 32], port: 9000 },
    { range: [ipaddr.parse('10.0.0.0'), 8], port: undefined },
    { range: [ipaddr.parse('::1'), 128], port: undefined },
    { range: [ipaddr.parse('fd00::'), 8], port: 443 },
  ]);
});

test('the extra certificates are read at start', (t) => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-settings-'));
  const file = path.join(directory, 'ca.pem');
  fs.writeFileSync(file, '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  t.regex(loadSettings({ OUTBOUND_CA: file }).outboundCa!, /BEGIN CERTIFICATE/);
  fs.rmSync(directory, { recursive: true });
});
