// Start and stop. `npm start` runs everything in one process; `api`, `worker` and `migrate` run one part each.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type pg from 'pg';
import { externalDatabase, openPool, urlAs } from '../db/connect/connection.ts';
import { explain } from '../db/connect/explain.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import type { Workers } from '../workers/index.ts';
import { inCell, lookedAt, type NamedDatabase, namedDatabases, readinessOf, refuseOtherLogins } from './databases.ts';
import { isPassing, sqlstateOf } from './gate/infrastructure-errors.ts';
import { PersonalDataReads } from './gate/personal-data-reads.ts';
import { createListener } from './http/listener.ts';
import { listenAt } from './http/ports.ts';
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
/** By the name of their cell. */
const workers = new Map<string | null, Workers>();
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
  if (mode === 'api') refuseOtherLogins(settings, 'haat_gateway');
  if (mode === 'worker') refuseOtherLogins(settings, 'haat_worker');
  const { databases, alone } = await openDatabases(settings);
  if (draining) return;
  if (mode === 'start' || mode === 'migrate')
    for (const named of databases) await inCell(named.name, () => bringUpToDate(mode, settings, named, alone, log));
  if (mode === 'migrate') {
    say(databases.length > 1 ? 'the databases are up to date' : 'the database is up to date');
    return close();
  }
  if (draining) return;
  if (mode === 'start' && settings.demo === 'auto') {
    const { loadDemo } = await import('../db/demo/index.ts');
    // Of several, the first has it.
    await loadDemo({ adminUrl: databases[0]!.database.url, settings, log, progress });
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
    await unlockJobs(databases[0]!.database.url);
  }
  const stopCollecting = collectWhenIdle();
  opened.push(async () => stopCollecting());
  if (mode !== 'worker') await serve(mode, settings, databases, log, secrets);
  if (mode !== 'api') await work(mode, settings, databases, log, secrets);
  if (draining) return;
  if (mode === 'worker') say('workers are running');
  else greet(settings);
}

async function openDatabases(settings: Settings): Promise<{ databases: NamedDatabase[]; alone: boolean }> {
  const databases = namedDatabases(settings);
  // With an external server it is unknown who else uses it.
  if (databases.length > 0) return { databases, alone: false };
  const cluster = await openCluster(path.join(settings.dataDir, 'postgres'), 'durable');
  stopPostgres = () => cluster.stop();
  opened.push(stopPostgres);
  const replicaUrl = settings.databaseReplicaUrl;
  const database = { url: cluster.url('haat'), loginsPerRole: true };
  return { databases: [{ name: null, database, replicaUrl }], alone: cluster.alone };
}

/** Migrates a database, and gives `npm start` the logins of one that is an administrator's. */
async function bringUpToDate(
  mode: Mode,
  settings: Settings,
  named: NamedDatabase,
  alone: boolean,
  log: Logger,
): Promise<void> {
  if (draining) return;
  const { name, database } = named;
  const { findLogins, openLogins } = await import('../db/connect/start-logins.ts');
  const isExternal = namedDatabases(settings).length > 0;
  const before = mode === 'start' && isExternal ? await findLogins(database.url) : null;
  const { migrate } = await import('../db/migrate/migrate.ts');
  progress.at(name === null ? 'migrating' : `migrating ${name}`);
  await migrate(database.url, {
    alone,
    mediaUrl: settings.mediaUrl,
    report: (message) => log.debug(message),
    warn(message) {
      progress.clear();
      warn(name === null ? message : `cell ${name}: ${message}`);
    },
  });
  progress.end();
  if (name !== null) say(`cell ${name} is up to date`);
  const { dataDir } = settings;
  const staffUrl = database.urls?.haat_staff_gateway;
  if (before) named.database = await openLogins(database.url, { dataDir, staffUrl, before });
}

/** A key is made where the database, or its demo, has its place in DATA_DIR too: what is lost, is lost together. */
async function openSecrets(settings: Settings, log: Logger): Promise<SecretBox> {
  const isLocal = namedDatabases(settings).length === 0 || fs.existsSync(path.join(settings.dataDir, 'demo.json'));
  const secrets = await openSecretBox(settings, { make: isLocal });
  if (!secrets.writingKeyId)
    log.warn('SECRET_KEYS is not set: the secrets of webhooks and of second factors are not encrypted in the database');
  return secrets;
}

async function serve(
  mode: Mode,
  settings: Settings,
  databases: NamedDatabase[],
  log: Logger,
  secrets: SecretBox,
): Promise<void> {
  const { createApp } = await import('./app.ts');
  // Without it the GraphQL engine asks at every start which of the two this is.
  process.env.GRAPHILE_ENV ??= 'production';
  const { createStaff } = await import('./staff/index.ts');
  const { DemoOwner } = await import('./staff/pages/demo-owner.ts');
  const served = await Promise.all(databases.map((named) => connect(settings, named, log)));
  const several = served.flatMap(({ name, ...one }) => (name === null ? [] : [{ name, ...one }]));
  const [one] = served;
  const staff = createStaff({
    ...(several.length > 0
      ? { cells: several.map(({ staffPool, ...cell }) => ({ ...cell, pool: staffPool })) }
      : { pool: one!.staffPool, reads: one!.reads }),
    log,
    outboundAllow: settings.outboundAllow,
    secrets,
    publicUrl: settings.publicUrl,
    mediaUrl: settings.mediaUrl,
    demo: new DemoOwner(settings),
  });
  opened.push(() => staff.release());
  const works = (name: string | null) => mode === 'api' || Boolean(workers.get(name)?.isWorking());
  const looked = served.map(({ name, pool, isOpen }) => ({ name, pool, isUsed: () => isOpen() && works(name) }));
  const ready = async () => !draining && readinessOf(looked);
  const isLate = watchEventLoopLag();
  const app = createApp({
    settings,
    ...(several.length > 0 ? { cells: several } : one!),
    log,
    ready,
    isLate,
    secrets,
    stopping: stopping.signal,
    staff,
  });
  await listen(app, settings.port, settings);
}

/** The connections of the API and of staff to a database, which is looked at first. */
async function connect({ poolSize }: Settings, named: NamedDatabase, log: Logger) {
  const { name, database, replicaUrl } = named;
  const pools = { idleTimeoutMillis, connectionTimeoutMillis: 5_000, query_timeout: queryLimitMs };
  const pool = openPool(await urlAs(database, 'haat_gateway'), {
    ...pools,
    max: poolSize,
    application_name: 'haat api',
  });
  opened.push(() => pool.end());
  const isOpen = await lookedAt(named, pool, log, stopping.signal);
  const reads = new PersonalDataReads(pool, log);
  opened.push(() => reads.close());
  const staffPool = openPool(await urlAs(database, 'haat_staff_gateway'), {
    ...pools,
    max: Math.max(2, Math.ceil(poolSize / 2)),
    application_name: 'haat staff',
  });
  opened.push(() => staffPool.end());
  return { name, isOpen, pool, reads, staffPool, replicaPool: await openReplica(poolSize, replicaUrl) };
}

async function listen(app: Koa, port: number, settings: Settings): Promise<void> {
  const drain = await listenAt(createListener(app.callback(), settings), port, settings.host);
  opened.push(() => drain(drainLimitMs));
}

/** While the replica is not reachable, the primary answers the reads. */
async function openReplica(poolSize: number, url: string | undefined): Promise<pg.Pool | undefined> {
  if (!url) return undefined;
  const pool = openPool(await urlAs(externalDatabase(url), 'haat_gateway'), {
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
  databases: NamedDatabase[],
  log: Logger,
  secrets: SecretBox,
): Promise<void> {
  const worked = await Promise.all(
    databases.map(async (named) => {
      const pool = openPool(await urlAs(named.database, 'haat_worker'), {
        // Each queue takes two connections beside those of the tasks: one listens, one looks for jobs. Deliveries and videos,
        // which wait for the network and not for Postgres, share four. Jobs take one.
        max: settings.workerConcurrency + 15,
        application_name: 'haat worker',
      });
      opened.push(() => pool.end());
      // Beside the API, one that is alone has been looked at already.
      const isLookedAt = mode !== 'worker' && named.name === null;
      const isOpen = isLookedAt ? () => true : await lookedAt(named, pool, log, stopping.signal);
      return { name: named.name, pool, isOpen };
    }),
  );
  // Opened before the workers, so that it still answers while they finish their jobs.
  if (settings.workerPort) {
    const { createWorkerApp } = await import('./worker-app.ts');
    const isUsed = (name: string | null) => Boolean(workers.get(name)?.isWorking());
    const looked = worked.map(({ name, pool }) => ({ name, pool, isUsed: () => isUsed(name) }));
    const ready = async () => !draining && readinessOf(looked);
    await listen(createWorkerApp({ databases: worked, log, ready }), settings.workerPort, settings);
  }
  const { startWorkers } = await import('../workers/index.ts');
  const start = async (name: string | null, pool: pg.Pool): Promise<boolean> => {
    try {
      workers.set(name, await startWorkers({ settings, pool, log, secrets }));
      return true;
    } catch (error) {
      // It has answered this process before, so it will again: workers that run wait for it too.
      if (!isPassing(sqlstateOf(error))) throw error;
      const cell = name === null ? {} : { cell: name };
      log.error({ ...cell, reason: String(error) }, 'the workers cannot start without Postgres; they try again');
      return false;
    }
  };
  const startUntilThere = async ({ name, pool, isOpen }: (typeof worked)[number]): Promise<void> => {
    while (!draining && !(isOpen() && (await start(name, pool))))
      await sleep(startAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
  };
  const started = worked.map((one) => ({ ...one, start: startUntilThere(one) }));
  // All at once: each finishes the jobs that it has.
  opened.push(async () => {
    await Promise.allSettled(started.map(({ start }) => start));
    const stopped = await Promise.allSettled([...workers.values()].map((one) => one.stop()));
    const failed = stopped.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  });
  const several = worked.flatMap(({ name, ...one }) => (name === null ? [] : [{ name, ...one }]));
  if (several.length > 0) {
    const { keepSettling } = await import('../workers/settle-moves.ts');
    const settling = keepSettling(several, log, stopping.signal);
    opened.push(() => settling);
  }
  // A cell that is away is not waited for; its work begins when it is there.
  for (const { isOpen, start } of started) {
    if (isOpen()) await start;
    else start.catch((error) => log.error({ err: error }, 'the workers of a cell cannot start'));
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
