// A real server that speaks S3, for the tests: OpenStack Swift with its s3api, of Debian's packages. It checks
// signatures, and bytes against their Content-MD5, which the small imitations of S3 do not. Everything lies in a
// temporary folder and listens on this machine alone.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { MediaStore } from '../../../server/process/settings.ts';
import { freePort } from '../processes/service.ts';

export type Bucket = Extract<MediaStore, { kind: 's3' }>;

export type Swift = { bucket: Bucket; stop(): Promise<void> };

const startLimitMs = 180_000;
const bucketName = 'haat-media';

const programs = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'];

/**
 * Whether Swift is installed; .ci/run sees to it. Where it is not, a line in the log says so. To be asked while a file of
 * tests is loaded, where it can still be said which tests are skipped.
 */
export function hasSwift(): boolean {
  const isThere = programs.some((folder) => fs.existsSync(path.join(folder, 'swift-proxy-server')));
  if (!isThere) console.log('S3 is not tested: swift-proxy-server is missing; .ci/run says how to install it');
  return isThere;
}

export async function startSwift(): Promise<Swift> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-swift-'));
  const processes: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(processes.map(end));
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    return { bucket: await start(directory, processes), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(directory: string, processes: ChildProcess[]): Promise<Bucket> {
  const [proxy, account, container, object] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const key = randomBytes(16).toString('hex');
  const files = configuration(directory, { proxy, account, container, object }, key);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(directory, name), text);
  fs.mkdirSync(path.join(directory, 'devices', 'd'), { recursive: true });
  await Promise.all(
    Object.entries({ account, container, object }).map(([ring, port]) => buildRing(directory, ring, port)),
  );
  for (const server of ['account', 'container', 'object', 'proxy']) {
    // Dies with this process, however it ends.
    const command = ['--pdeathsig', 'KILL', `swift-${server}-server`, path.join(directory, `${server}-server.conf`)];
    processes.push(spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'inherit'] }));
  }
  const bucket: Bucket = {
    kind: 's3',
    bucket: bucketName,
    prefix: 'some/prefix/',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${proxy}`,
    pathStyle: true,
    credentials: { accessKeyId: 'haat:tester', secretAccessKey: key },
  };
  await createBucket(bucket, processes);
  return bucket;
}

/** When an object can be put into it too, all four are up. */
async function createBucket(bucket: Bucket, processes: ChildProcess[]): Promise<void> {
  const client = clientOf(bucket);
  const limit = performance.now() + startLimitMs;
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket.bucket }));
      await client.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: 'first', Body: 'x' }));
      break;
    } catch (error) {
      const ended = processes.find(({ exitCode }) => exitCode !== null);
      if (ended) throw new Error(`Swift ended with ${ended.exitCode}: ${ended.spawnargs.join(' ')}`, { cause: error });
      if (performance.now() > limit) throw new Error('Swift does not start', { cause: error });
      await sleep(200);
    }
  }
  client.destroy();
}

export function clientOf({ endpoint, region, credentials, pathStyle }: Bucket): S3Client {
  return new S3Client({ endpoint, region, credentials, forcePathStyle: pathStyle, maxAttempts: 1 });
}

async function buildRing(directory: string, ring: string, port: number): Promise<void> {
  const builder = (...args: string[]) =>
    promisify(execFile)('swift-ring-builder', [path.join(directory, `${ring}.builder`), ...args]);
  await builder('create', '1', '1', '0');
  await builder('add', `r1z1-127.0.0.1:${port}/d`, '1');
  await builder('rebalance');
}

type Ports = Record<'proxy' | 'account' | 'container' | 'object', number>;

function configuration(directory: string, ports: Ports, key: string): Record<string, string> {
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${directory}
devices = ${path.join(directory, 'devices')}
mount_check = false
log_level = ERROR
`;
  const storageServer = (name: string, port: number) => `${common(port)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
  return {
    'swift.conf': `[swift-hash]
swift_hash_path_suffix = haat
swift_hash_path_prefix = haat
[storage-policy:0]
name = only
default = yes
`,
    'account-server.conf': storageServer('account', ports.account),
    'container-server.conf': storageServer('container', ports.container),
    'object-server.conf': storageServer('object', ports.object),
    // Its authentication insists on a cache, but does without when it does not answer. Lists of parts are cut into
    // pages as short as the tests' uploads.
    'proxy-server.conf': `${common(ports.proxy)}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_parts_listing = 2
[filter:tempauth]
use = egg:swift#tempauth
user_haat_tester = ${key} .admin
[filter:slo]
use = egg:swift#slo
`,
  };
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null || process.pid === undefined) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}
