// Endpoints, events and workers for the tests of webhooks.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type pg from 'pg';
import { withLogin } from '../../db/connect/connection.ts';
import { createLog } from '../../server/process/log.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { startWorkers } from '../../workers/index.ts';
import type { TestDatabase } from './database.ts';
import { testKey, testSecrets } from './secrets.ts';
import { asCompany, type TestShop } from './shop.ts';

export const developer = {
  id: '00000000-0000-7000-8000-00000000dddd',
  name: 'Dev Elahi',
  permissions: ['developer.manage'],
};

/** Calls a function of schema staff, as a member with developer.manage unless told otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: a document is whatever the function answers
export async function callStaff<T = any>(
  db: Pick<TestDatabase, 'admin'>,
  shop: TestShop,
  name: string,
  args: Record<string, unknown>,
  permissions = developer.permissions,
): Promise<T> {
  const names = Object.keys(args);
  const sql = `select to_json(r) as result from staff.${name}(${names.map((n, i) => `${n} => $${i + 1}`).join(', ')}) r`;
  return asCompany(
    db.admin,
    shop.companyId,
    async (client) => {
      await client.query('set local role haat_staff');
      const { rows } = await client.query(sql, Object.values(args));
      return rows[0].result;
    },
    { ...developer, permissions },
  );
}

/** Lets plain http to this machine pass, as the workers do when they start with such an OUTBOUND_ALLOW. */
export async function allowLoopback(admin: pg.Pool): Promise<void> {
  await admin.query(`update internal.deployment set outbound_allow = '[{"range": "127.0.0.0/8"}]'`);
}

export async function createEndpoint(
  db: Pick<TestDatabase, 'admin'>,
  shop: TestShop,
  url: string,
  eventTypes = ['*'],
  storeId = shop.stores[0].id,
): Promise<{ endpoint_id: string; secret: string }> {
  const { webhook_endpoint, secret } = await callStaff(db, shop, 'create_webhook_endpoint', {
    store_id: storeId,
    url,
    event_types: eventTypes,
  });
  return { endpoint_id: webhook_endpoint.id, secret };
}

/** Writes an event as an operation does; gives its id. */
export async function emit(
  db: TestDatabase,
  shop: TestShop,
  options: { type?: string; object?: object; previous?: object; storeId?: string } = {},
): Promise<string> {
  const storeId = options.storeId ?? shop.stores[0].id;
  return asCompany(db.admin, shop.companyId, async (client) => {
    await client.query('select internal.emit_event($1, $2, uuidv7(), $3, $4)', [
      storeId,
      options.type ?? 'order.updated',
      options.object ?? { note: 'দোকান & "co"' },
      options.previous ?? null,
    ]);
    const { rows } = await client.query(
      'select id from app.events where store_id = $1 order by sequence desc limit 1',
      [storeId],
    );
    return rows[0].id;
  });
}

/** Moves the clock of business for every new connection. */
export async function moveClock(db: TestDatabase, offset: string): Promise<void> {
  const { rows } = await db.admin.query('select current_database() as name');
  await db.admin.query(`alter database ${rows[0].name} set haat.clock_offset = '${offset}'`);
}

/** Workers in this process, on fresh connections. `deliveryMs`: how long an attempt may take, instead of 15 seconds. */
export function workers(
  db: TestDatabase,
  environment: NodeJS.ProcessEnv = {},
  { deliveryMs }: { deliveryMs?: number } = {},
) {
  return startWorkers({
    settings: loadSettings({ OUTBOUND_ALLOW: '127.0.0.0/8', ...environment }),
    pool: db.as('haat_worker', { max: 13 }),
    log: createLog(process.env.LOG_LEVEL ?? 'silent'),
    secrets: testSecrets,
    deliveryMs,
  });
}

/** Waits until a query gives true. */
export async function until(db: TestDatabase, sql: string, values: unknown[] = [], limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const { rows } = await db.admin.query(`select (${sql}) as reached`, values);
    if (rows[0].reached) return;
    if (Date.now() > end) throw new Error(`not reached: ${sql}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface WorkerProcess {
  pid: number;
  /** Asks it to stop; gives its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** The worker alone, as `npm run worker` starts it, on a database that trusts every login; resolves when it works. */
export async function workerProcess(
  url: string,
  environment: NodeJS.ProcessEnv = {},
  flags: string[] = [],
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...flags, path.join(import.meta.dirname, '../../server/index.ts'), 'worker'], {
    env: {
      ...process.env,
      DATABASE_URL: withLogin(url, 'haat_gateway'),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      SECRET_KEYS: testKey.toString('hex'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const works = new Promise<void>((resolve) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      if (output.includes('workers are running')) resolve();
    });
  });
  await Promise.race([works, ended.then((code) => Promise.reject(new Error(`the worker ended with ${code}`)))]);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid!, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) };
}
