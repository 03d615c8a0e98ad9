// The embedded Postgres: used when DATABASE_URL is not set, and by the tests. Started, adopted or repaired so that
// whatever was killed before, the next start simply works; shared by every process that opens the same directory, and
// stopped by the last one that leaves.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPrograms, type Home, prepareHome, renameUnlessThere, socketDirectory } from './home.ts';
import { leftoverBackends, readServer, type Server } from './server.ts';

/** Durable keeps every commit through a power cut. Volatile is for tests: fast, and worthless after a crash. */
export type Profile = 'durable' | 'volatile';

export interface Cluster {
  /** Where the files are; not below DATA_DIR when that is closed to the account that runs Postgres. */
  directory: string;
  /** True when no other process was using the cluster: then locks that an earlier one left are stale. */
  alone: boolean;
  /** The URL of a database, as superuser. */
  url(database: string): string;
  /** Leaves the cluster, and stops it unless another process still uses it. */
  stop(): Promise<void>;
}

const majorVersion = '18';
const startTimeoutMs = 60_000;
/** The advisory lock (in database `postgres`) that every process using the cluster holds in shared mode. */
const inUseLock = 4_228_001;

/** Opens the cluster in `directory`, creating it first when there is none. */
export async function openCluster(directory: string, profile: Profile): Promise<Cluster> {
  const home = prepareHome(directory);
  const data = path.join(home.directory, 'data');
  await initialize(home, data, profile);

  let server = await running(home, data, profile);
  let guard = await enter(server);
  let recovery: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  watch();

  /** Should Postgres be killed under us, it is started again where the pools expect it. */
  function watch(): void {
    guard.client.once('end', () => {
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    while (!stopped) {
      try {
        server = await running(home, data, profile, server.socketDirectory);
        guard = await enter(server);
        return watch();
      } catch {
        await sleep(1000);
      }
    }
  }

  async function end(): Promise<void> {
    await recovery;
    const last = await leave(guard.client);
    if (last) await shutDown(data);
  }

  return {
    directory: home.directory,
    alone: guard.alone,
    url: (database) => socketUrl(server, database),
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}

/** Stops a cluster that no living process uses, such as one that a killed test run left behind. */
export async function stopAbandonedCluster(directory: string): Promise<void> {
  await shutDown(path.join(directory, 'data'));
}

/** Says all that the environment could say otherwise (PGPORT, PGSSLMODE): that is about other servers of the user. */
function socketUrl({ socketDirectory, port }: Server, database: string): string {
  const host = encodeURIComponent(socketDirectory);
  return `postgres://postgres@localhost:${port}/${encodeURIComponent(database)}?host=${host}&sslmode=disable`;
}

async function initialize(home: Home, data: string, profile: Profile): Promise<void> {
  if (fs.existsSync(data)) {
    const version = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
    if (version === majorVersion) return;
    throw new Error(
      `${data} was made by Postgres ${version}, this is ${majorVersion}: dump it with the old version, or set DATA_DIR`,
    );
  }
  // Made elsewhere and then renamed: a killed initdb leaves no half of a cluster where a whole one is expected.
  const unfinished = fs.mkdtempSync(`${data}-`);
  if (home.account) fs.chownSync(unfinished, home.account.uid, home.account.gid);
  const flags = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (profile === 'volatile') flags.push('--no-sync');
  await promisify(execFile)(findPrograms(home).initdb, flags, processOptions(home));
  renameUnlessThere(unfinished, data);
}

function processOptions({ account }: Home) {
  // The working directory must be one that the account may enter, and the user's own locale must not leak in.
  return { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
}

function settings(profile: Profile, sockets: string): string[] {
  const megabytes = Math.min(process.constrainedMemory() || Infinity, os.totalmem()) / 1024 ** 2;
  const common = {
    cluster_name: 'haat',
    // No port: the socket, which only this account and root can open, is the only way in.
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A query whose client was killed ends, and frees what it holds.
    client_connection_check_interval: '2s',
    random_page_cost: 1.1,
    // Many short transactions share few cores; one page must not take them all.
    max_parallel_workers_per_gather: 0,
    log_checkpoints: 'off',
  };
  const durable = {
    shared_buffers: `${Math.round(Math.min(Math.max(megabytes / 8, 64), 1024))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    max_wal_size: '4GB',
    // Orders touch pages all over a large shop, each first after a checkpoint logged whole: packing them by pglz, the only
    // way that these programs have, took a third of an order's processor time and saved a third of the log.
    wal_compression: 'off',
  };
  const volatile = {
    // Tests that start several workers run side by side, and a login may have a part of these only (db/roles.sql).
    max_connections: 200,
    shared_buffers: '128MB',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '1GB',
    checkpoint_timeout: '1h',
    // A vacuum at a random moment would make plans, and so plan tests, a matter of luck.
    autovacuum: 'off',
    io_method: 'sync',
    // In the cluster's own directory, so that removing it leaves nothing after a kill either.
    dynamic_shared_memory_type: 'mmap',
  };
  const all = { ...common, ...(profile === 'durable' ? durable : volatile) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns a server that answers: the one that runs already, or a new one. */
async function running(home: Home, data: string, profile: Profile, sockets?: string): Promise<Server> {
  const log = path.join(home.directory, 'postgres.log');
  const deadline = Date.now() + startTimeoutMs;
  let own = sockets;
  let attempt: Attempt | undefined;
  while (Date.now() < deadline) {
    const server = readServer(data);
    if (server && (await answers(server))) {
      if (own && own !== server.socketDirectory) fs.rmSync(own, { recursive: true, force: true });
      return server;
    }
    if (server?.status === 'ready' && !fs.existsSync(server.socket)) {
      // Its socket was swept away with other temporary files, so it cannot be reached and has to make a new one.
      signal(server.pid, 'SIGINT');
    } else if (!server && (!attempt || attempt.ended)) {
      if (attempt && !isWorthRetrying(attempt.output())) break;
      own ??= socketDirectory(home.account);
      attempt = launch(home, data, profile, log, own);
    }
    await sleep(20);
  }
  if (own) fs.rmSync(own, { recursive: true, force: true });
  throw new Error(`the embedded Postgres does not start; ${log} says:\n${attempt?.output() ?? 'nothing'}`);
}

interface Attempt {
  ended: boolean;
  /** What this attempt has written to the log. */
  output(): string;
}

function launch(home: Home, data: string, profile: Profile, log: string, sockets: string): Attempt {
  clearRemains(data, sockets);
  if (!fs.existsSync(sockets)) {
    fs.mkdirSync(sockets, { mode: 0o700 });
    if (home.account) fs.chownSync(sockets, home.account.uid, home.account.gid);
  }
  if (fs.existsSync(log) && fs.statSync(log).size > 10 * 1024 ** 2) fs.renameSync(log, `${log}.1`);
  const output = fs.openSync(log, 'a', 0o600);
  const start = fs.fstatSync(output).size;
  const attempt = { ended: false, output: () => fs.readFileSync(log).subarray(start).toString().trimEnd() };
  // Detached: a Ctrl-C in the terminal would otherwise reach Postgres before its clients have finished.
  const child = spawn(findPrograms(home).postgres, ['-D', data, ...settings(profile, sockets)], {
    ...processOptions(home),
    detached: true,
    stdio: ['ignore', output, output],
  });
  fs.closeSync(output);
  child.once('exit', () => {
    attempt.ended = true;
  });
  child.once('error', (error) => {
    fs.appendFileSync(log, `${error.message}\n`);
    attempt.ended = true;
  });
  child.unref();
  return attempt;
}

/** Removes what a killed server leaves behind and what would keep a new one from starting. */
function clearRemains(data: string, keep?: string): void {
  const remains = readServer(data, { dead: true });
  for (const pid of leftoverBackends(data)) signal(pid, 'SIGKILL');
  if (!remains) return;
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  removeSockets(remains, keep);
}

function removeSockets(server: Server, keep?: string): void {
  if (server.socketDirectory === '') return;
  fs.rmSync(server.socket, { force: true });
  fs.rmSync(`${server.socket}.lock`, { force: true });
  if (server.socketDirectory !== keep) fs.rmSync(server.socketDirectory, { recursive: true, force: true });
}

/** Another process may have been faster, or the kernel may still hold the memory of a server that was just killed. */
function isWorthRetrying(output: string): boolean {
  return /lock file ".*" already exists|pre-existing shared memory block/.test(output);
}

async function answers(server: Server): Promise<boolean> {
  // It has not made its socket yet. A URL without a socket would lead to whatever Postgres listens on this machine.
  if (server.socketDirectory === '') return false;
  const client = new pg.Client({ connectionString: socketUrl(server, 'postgres') });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Says that this process uses the cluster, for as long as the connection stands: a killed process says so no more. */
async function enter(server: Server): Promise<{ client: pg.Client; alone: boolean }> {
  const client = new pg.Client({ connectionString: socketUrl(server, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  let alone = false;
  // The server notices the end of a process that was killed a moment ago within milliseconds; hence several tries.
  for (let attempt = 0; attempt < 5 && !alone; attempt += 1) {
    if (attempt > 0) await sleep(40);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [inUseLock]);
    alone = rows[0].locked;
  }
  if (alone) {
    // Sessions of dead processes may still be working, and hold rows. Those in database postgres are like this one.
    await client.query(`
      select pg_terminate_backend(pid, 5000) from pg_catalog.pg_stat_activity
      where backend_type = 'client backend' and datname <> 'postgres'`);
  }
  await client.query('select pg_advisory_lock_shared($1)', [inUseLock]);
  if (alone) await closeOtherDatabases(client);
  if (alone) await client.query('select pg_advisory_unlock($1)', [inUseLock]);
  return { client, alone };
}

/** Postgres opens these to every login; ours have a database of their own, which db/database.sql closes. */
async function closeOtherDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select format('revoke all on database %I from public', d.datname) as statement
     from pg_catalog.pg_database d
     cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e
     where d.datname in ('postgres', 'template1') and e.grantee = 0 and e.privilege_type = 'CONNECT'`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Returns whether no other process uses the cluster. When Postgres is gone already it cannot be asked. */
async function leave(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [inUseLock]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [inUseLock]);
    if (!rows[0].last) await client.end();
    return rows[0].last;
  } catch {
    return true;
  }
}

async function shutDown(data: string): Promise<void> {
  const server = readServer(data);
  if (server) {
    signal(server.pid, 'SIGINT');
    const patience = Date.now() + 30_000;
    while (readServer(data)) {
      if (Date.now() > patience) signal(server.pid, 'SIGQUIT');
      await sleep(5);
    }
    // Its file goes shortly before the process does, and a child of ours is a zombie until Node has heard of its end.
    for (let wait = 0; wait < 100 && signal(server.pid, 0); wait += 1) await sleep(5);
  }
  clearRemains(data);
  if (server) removeSockets(server);
}

/** Returns whether there is such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
