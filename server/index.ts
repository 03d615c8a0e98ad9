// Start and stop. `npm start` runs everything in one process; `api`, `worker` and `migrate` run one part each.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type pg from 'pg';
import { type Database, externalDatabase, openPool, serviceLogins, urlAs } from '../db/connect/connection.ts';
import { explain } from '../db/connect/explain.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import { findOlderDatabase } from '../db/migrate/version.ts';
import type { Workers } from '../workers/index.ts';
import { isPassing, sqlstateOf } from './gate/infrastructure-errors.ts';
import { PersonalDataReads } from './gate/personal-data-reads.ts';
import { createListener } from './http/listener.ts';
import { listenAt } from './http/ports.ts';
import { isReady } from './http/readiness.ts';
import { watchEventLoopLag } from './http/shed-on-lag.ts';
import { collectWhenIdle } from './process/idle-memory.ts';
import { createLog, type Logger } from './process/log.ts';
import { showProgress } from './process/progress.ts';
import { complain, progressStream, say, sayErrorsAsJson, warn } from './process/say.ts';
import { loadSettings, type Settings, SettingsError } from './process/settings.ts';
import { endings } from './process/signals.ts';
import { removeLeftFolders } from './process/temp-folders.ts';
import { openSecretBox } from './secrets/keys.ts';
import type { SecretBox } from './secrets/secret-box.ts';

type Mode = 'start' | 'api' | 'worker' | 'migrate';

/** The limit of transactions in Postgres (db/roles.sql) and a little: past it the connection is given up. */
const queryLimitMs = 35_000;
/**
 * An idle connection of the API is kept so long: a new one plans every function anew, a tenth of a second of Postgres,
 * and the call that meets a busy moment would wait for it. Workers, whose work no client awaits, give theirs back at
 * once.
 */
const idleTimeoutMillis = 5 * 60_000;
/** How long requests and jobs may take to finish after the process is asked to stop. */
const drainLimitMs = 30_000;
/** After which time workers that could not start without Postgres try again. */
const startAgainMs = 1_000;
/** How long a stopping server still accepts requests, so that a load balancer sees /readyz fail first. */
const drainNoticeMs = 1_000;

/** The open resources in the order of opening; they are closed in reverse order. */
const opened: (() => Promise<unknown>)[] = [];
let draining = false;
let workers: Workers | undefined;
const stopping = new AbortController();
/** Leaves the embedded Postgres, where that is used. */
let stopPostgres = async () => {};
const progress = showProgress(progressStream());
sayErrorsAsJson();

try {
  const settings = loadSettings(process.env);
  const log = createLog(settings.logLevel);
  const started = run((process.argv[2] ?? 'start') as Mode, settings, log);
  handleSignals(log, started);
  await started;
} catch (error) {
  progress.end();
  complain(reason(error));
  if (!draining) {
    await close();
    process.exit(1);
  }
}

async function run(mode: Mode, settings: Settings, log: Logger): Promise<void> {
  refuseOtherLogins(mode, settings);
  let { database, alone } = await openDatabase(settings);
  if (draining) return;
  if (mode === 'start' || mode === 'migrate') {
    const { findLogins, openLogins } = await import('../db/connect/start-logins.ts');
    const before = mode === 'start' && settings.databaseUrl ? await findLogins(database.url) : null;
    const { migrate } = await import('../db/migrate/migrate.ts');
    progress.at('migrating');
    await migrate(database.url, {
      alone,
      mediaUrl: settings.mediaUrl,
      report: (message) => log.debug(message),
      warn(message) {
        progress.clear();
        warn(message);
      },
    });
    progress.end();
    const { dataDir, databaseStaffUrl: staffUrl } = settings;
    if (before) database = await openLogins(database.url, { dataDir, staffUrl, before });
  }
  if (mode === 'migrate') {
    say('the database is up to date');
    return close();
  }
  if (draining) return;
  if (mode === 'start' && settings.demo === 'auto') {
    const { loadDemo } = await import('../db/demo/index.ts');
    await loadDemo({ adminUrl: database.url, settings, log, progress });
  }
  if (draining) return;
  if (settings.tracing) {
    const { startTracing } = await import('./process/tracing.ts');
    const tracing = await startTracing(log);
    opened.push(() => tracing.stop());
  }
  await removeLeftFolders();
  const secrets = await openSecrets(settings, log);
  if (alone && mode !== 'api') {
    const { unlockJobs } = await import('../db/migrate/worker-schema.ts');
    await unlockJobs(database.url);
  }
  const stopCollecting = collectWhenIdle();
  opened.push(async () => stopCollecting());
  if (mode !== 'worker') await serve(mode, settings, database, log, secrets);
  if (mode !== 'api') await work(mode, settings, database, log, secrets);
  if (draining) return;
  if (mode === 'worker') say('workers are running');
  else greet(settings);
}

/**
 * A session of another login could become that login again, whatever it acts as: it would have rights that no fence holds.
 * `npm start` and the migration take an administrator's URL; see db/connect/start-logins.ts.
 */
function refuseOtherLogins(mode: Mode, { databaseUrl }: Settings): void {
  if (!databaseUrl || (mode !== 'api' && mode !== 'worker')) return;
  if (serviceLogins.includes(decodeURIComponent(new URL(databaseUrl).username))) return;
  throw new SettingsError(`DATABASE_URL: must log in as ${mode === 'api' ? 'haat_gateway' : 'haat_worker'}`);
}

async function openDatabase(settings: Settings): Promise<{ database: Database; alone: boolean }> {
  // With an external server it is unknown who else uses it.
  if (settings.databaseUrl)
    return { database: externalDatabase(settings.databaseUrl, settings.databaseStaffUrl), alone: false };
  const cluster = await openCluster(path.join(settings.dataDir, 'postgres'), 'durable');
  stopPostgres = () => cluster.stop();
  opened.push(stopPostgres);
  return { database: { url: cluster.url('haat'), loginsPerRole: true }, alone: cluster.alone };
}

/** A key is made where the database, or its demo, has its place in DATA_DIR too: what is lost, is lost together. */
async function openSecrets(settings: Settings, log: Logger): Promise<SecretBox> {
  const isLocal = !settings.databaseUrl || fs.existsSync(path.join(settings.dataDir, 'demo.json'));
  const secrets = await openSecretBox(settings, { make: isLocal });
  if (!secrets.writingKeyId)
    log.warn('SECRET_KEYS is not set: the secrets of webhooks and of second factors are not encrypted in the database');
  return secrets;
}

async function serve(
  mode: Mode,
  settings: Settings,
  database: Database,
  log: Logger,
  secrets: SecretBox,
): Promise<void> {
  const pool = openPool(await urlAs(database, 'haat_gateway'), {
    max: settings.poolSize,
    idleTimeoutMillis,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryLimitMs,
    application_name: 'haat api',
  });
  opened.push(() => pool.end());
  await refuseOlderDatabase(pool);
  await checkFence(pool);
  await warnOfLogins(pool, log);
  const reads = new PersonalDataReads(pool, log);
  opened.push(() => reads.close());
  const { createApp } = await import('./app.ts');
  // Without it the GraphQL engine asks at every start which of the two this is.
  process.env.GRAPHILE_ENV ??= 'production';
  const { createStaff } = await import('./staff/index.ts');
  const { DemoOwner } = await import('./staff/pages/demo-owner.ts');
  const staffPool = openPool(await urlAs(database, 'haat_staff_gateway'), {
    max: Math.max(2, Math.ceil(settings.poolSize / 2)),
    idleTimeoutMillis,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryLimitMs,
    application_name: 'haat staff',
  });
  opened.push(() => staffPool.end());
  const staff = createStaff({
    pool: staffPool,
    log,
    outboundAllow: settings.outboundAllow,
    secrets,
    publicUrl: settings.publicUrl,
    mediaUrl: settings.mediaUrl,
    reads,
    demo: new DemoOwner(settings),
  });
  opened.push(() => staff.release());
  const works = () => mode === 'api' || Boolean(workers?.isWorking());
  const ready = async () => !draining && works() && (await isReady(pool));
  const replicaPool = await openReplica(settings);
  const isLate = watchEventLoopLag();
  const app = createApp({
    settings,
    pool,
    replicaPool,
    log,
    ready,
    isLate,
    secrets,
    reads,
    stopping: stopping.signal,
    staff,
    staffPool,
  });
  await listen(app, settings.port, settings);
}

async function listen(app: Koa, port: number, settings: Settings): Promise<void> {
  const drain = await listenAt(createListener(app.callback(), settings), port, settings.host);
  opened.push(() => drain(drainLimitMs));
}

/** While the replica is not reachable, the primary answers the reads. */
async function openReplica({ databaseReplicaUrl, poolSize }: Settings): Promise<pg.Pool | undefined> {
  if (!databaseReplicaUrl) return undefined;
  const pool = openPool(await urlAs(externalDatabase(databaseReplicaUrl), 'haat_gateway'), {
    max: poolSize,
    idleTimeoutMillis,
    connectionTimeoutMillis: 1_000,
    query_timeout: queryLimitMs,
    application_name: 'haat api',
  });
  opened.push(() => pool.end());
  return pool;
}

async function work(
  mode: Mode,
  settings: Settings,
  database: Database,
  log: Logger,
  secrets: SecretBox,
): Promise<void> {
  const pool = openPool(await urlAs(database, 'haat_worker'), {
    // Each queue takes two connections beside those of the tasks: one listens, one looks for jobs. Deliveries and videos,
    // which wait for the network and not for Postgres, share four. Jobs take one.
    max: settings.workerConcurrency + 15,
    application_name: 'haat worker',
  });
  opened.push(() => pool.end());
  // Beside the API, it has looked already.
  if (mode === 'worker') {
    await refuseOlderDatabase(pool);
    await checkFence(pool);
    await warnOfLogins(pool, log);
  }
  // Opened before the workers, so that it still answers while they finish their jobs.
  if (settings.workerPort) {
    const { createWorkerApp } = await import('./worker-app.ts');
    const ready = async () => !draining && Boolean(workers?.isWorking()) && (await isReady(pool));
    await listen(createWorkerApp({ pool, log, ready }), settings.workerPort, settings);
  }
  const { startWorkers } = await import('../workers/index.ts');
  while (!draining) {
    try {
      workers = await startWorkers({ settings, pool, log, secrets });
      opened.push(() => workers!.stop());
      return;
    } catch (error) {
      // It has answered this process before, so it will again: workers that run wait for it too.
      if (!isPassing(sqlstateOf(error))) throw error;
      log.error({ reason: String(error) }, 'the workers cannot start without Postgres; they try again');
      await sleep(startAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
}

async function refuseOlderDatabase(pool: pg.Pool): Promise<void> {
  const problem = await findOlderDatabase(pool);
  if (problem) throw new Error(problem);
}

/** Refuses to start when a tenant table has no tenant isolation or a role has too many rights. */
async function checkFence(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select object, problem from internal.find_fence_problems()');
  if (rows.length > 0) {
    const problems = rows.map(({ object, problem }) => `  ${object}: ${problem}`).join('\n');
    throw new Error(`the tenant fence is broken, so nothing is served:\n${problems}`);
  }
}

/** Says what an operator should mend, and by which statements; the service does without. */
async function warnOfLogins(pool: pg.Pool, log: Logger): Promise<void> {
  try {
    const { rows: settings } = await pool.query('select object, found, remedy from internal.find_changed_settings()');
    for (const problem of settings) log.warn(problem, 'a login has other settings than the migration gave it');
    const { rows: databases } = await pool.query('select object, remedy from internal.find_other_databases()');
    for (const problem of databases) log.warn(problem, 'our logins may enter another database of this server');
  } catch (error) {
    // As where the code of this version is not in the database yet.
    log.warn({ reason: reason(error) }, 'what the logins may do could not be looked at');
  }
}

function handleSignals(log: Logger, started: Promise<void>): void {
  // The terminal tells npm and this process of a Ctrl-C, and npm passes it on: under npm it comes twice.
  const copies = process.env.npm_lifecycle_event ? 2 : 1;
  let signals = 0;
  let asked = 0;
  const stop = async (signal: NodeJS.Signals) => {
    signals += 1;
    const before = asked;
    asked = Math.ceil(signals / copies);
    if (asked === before) return;
    // Asked again, it waits for Postgres only; then it waits for nothing.
    if (asked === 2) await stopPostgres().catch(() => {});
    if (asked > 1) process.exit(1);
    draining = true;
    stopping.abort();
    log.info(`${signal}: stopping`);
    // A running start ends after its present step; then everything that it has opened can be closed.
    await started.catch(() => {});
    if (signal === 'SIGTERM') await sleep(drainNoticeMs);
    await close();
    process.exit(0);
  };
  for (const signal of Object.keys(endings)) process.on(signal, stop);
}

async function close(): Promise<void> {
  for (let end = opened.pop(); end; end = opened.pop()) {
    try {
      await end();
    } catch (error) {
      complain(`while stopping: ${reason(error)}`);
    }
  }
}

/** The keys and passwords of the demo are shown on a terminal only: a log is kept, and read by many. */
function greet({ publicUrl, dataDir }: Settings): void {
  const facts = {
    admin_url: `${publicUrl}/admin`,
    rest_url: `${publicUrl}/ext/v1`,
    mcp_url: `${publicUrl}/ext/mcp/v1`,
  };
  const lines = [
    'Haat is ready.',
    `  Admin      ${publicUrl}/admin`,
    `  REST       ${publicUrl}/ext/v1        reference: ${publicUrl}/docs`,
    `  Tools      ${publicUrl}/ext/mcp/v1`,
  ];
  const file = path.join(dataDir, 'demo.json');
  const hasDemo = fs.existsSync(file);
  if (hasDemo) {
    const demo = JSON.parse(fs.readFileSync(file, 'utf8')) as Demo;
    lines.push(`The demo (all of it: ${file})`);
    for (const { name, keys } of demo.companies) {
      for (const [label, { key }] of Object.entries(keys)) lines.push(`  ${name}, ${label.padEnd(14)} ${key}`);
    }
    for (const { email, password, role } of demo.staff) lines.push(`  staff, ${role.padEnd(10)} ${email}  ${password}`);
  }
  say('Haat is ready', { words: lines.join('\n'), facts: { ...facts, ...(hasDemo && { demo_file: file }) } });
}

/** The parts of demo.json that are printed. */
interface Demo {
  staff: { email: string; password: string; role: string }[];
  companies: { name: string; keys: Record<string, { key: string }> }[];
}

/** The text to print for an error: only the message for our own and system errors, otherwise the whole stack. */
function reason(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const explained = explain(error);
  if (explained) return explained;
  if (code === 'EADDRINUSE') return `the port is taken (${message}); stop what uses it, or set PORT or WORKER_PORT`;
  const composed = error instanceof SettingsError || code?.startsWith('E') || (error as Error).constructor === Error;
  return (composed && (message || code)) || stack || String(error);
}
