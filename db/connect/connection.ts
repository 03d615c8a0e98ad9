// Connections to the database. Every part of the service has its own login role (db/roles.sql). This file makes the URL of
// each role from one database URL, and opens pools.
import pg from 'pg';
import { type Patience, watchConnections } from './lost-connections.ts';
import { endLent, onServerError, socketOf } from './private-pg.ts';

/** How long connecting may take. */
const defaultConnectMs = 5_000;

/** A database, and whether every role may log in to it with the credentials of its URL. */
export interface Database {
  url: string;
  /**
   * True for the embedded cluster (its private socket trusts everyone who can open it), and for an external URL whose
   * user is one of the logins. Each pool logs in as its role, which needs no session state and so works through
   * pgbouncer in transaction mode. The password of another login is that of its own URL, of a pgpass file, or the same.
   *
   * False for an administrator: a connection sends `role` as a start-up option. That needs no further passwords, but only
   * a direct connection keeps it, and such a session could `reset role`: good for the commands of an operator, who is the
   * administrator, and never for the API and the workers.
   */
  loginsPerRole: boolean;
  /** Of the logins that have a URL of their own. */
  urls?: Partial<Record<string, string>>;
}

/** The database of a DATABASE_URL and, where the staff's login has a password of its own, its DATABASE_STAFF_URL. */
export function externalDatabase(url: string, staffUrl?: string): Database {
  const urls = staffUrl ? { haat_staff_gateway: staffUrl } : {};
  return { url, loginsPerRole: logins.includes(decodeURIComponent(new URL(url).username)), urls };
}

/** The roles that may log in. */
export const logins = ['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba'];

/** Those of the API and the workers. */
export const serviceLogins = ['haat_gateway', 'haat_staff_gateway', 'haat_worker'];

/** The URL to connect to `database` as one of the logins. */
export async function urlAs(database: Database, role: string): Promise<string> {
  const own = database.urls?.[role];
  if (own) return own;
  if (database.loginsPerRole) return withLogin(database.url, role);
  // Postgres applies `alter role ... set` only at a login, so for a role that is set at the start we pass the settings.
  const settings = await withClient(database.url, async (client) => {
    const { rows } = await client.query('select rolconfig from pg_catalog.pg_roles where rolname = $1', [role]);
    if (!rows[0])
      throw new Error(`the database has no role ${role}; run "npm run migrate" with an administrator's URL`);
    return (rows[0].rolconfig ?? []) as string[];
  });
  return withOptions(withOwnSettings(database.url), [...settings, `role=${role}`]);
}

/**
 * The same URL for a session that works as if nothing were set: `alter role … set`, `alter database … set` and
 * postgresql.conf may give administrators a search path, a time limit, or transactions that only read.
 */
export function withOwnSettings(databaseUrl: string): string {
  return withOptions(databaseUrl, ownSettings);
}

const ownSettings = [
  'search_path="$user",public',
  'default_transaction_read_only=off',
  'default_transaction_isolation=read committed',
  'default_transaction_deferrable=off',
  'row_security=on',
  'check_function_bodies=on',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'standard_conforming_strings=on',
  ...['statement', 'lock', 'transaction', 'idle_in_transaction_session', 'idle_session'].map(
    (kind) => `${kind}_timeout=0`,
  ),
];

/** The same database, another login. */
export function withLogin(databaseUrl: string, login: string): string {
  const url = new URL(databaseUrl);
  url.username = login;
  return url.href;
}

/** Adds start-up settings to a URL, after those it already has. */
export function withOptions(databaseUrl: string, settings: string[]): string {
  const url = new URL(databaseUrl);
  const flags = settings.map((setting) => `-c ${setting.replace(/[\\\s]/g, '\\$&')}`);
  url.searchParams.set('options', [url.searchParams.get('options'), ...flags].filter(Boolean).join(' '));
  // URLSearchParams writes a space as a plus sign, but Postgres expects %20.
  return url.href.replaceAll('+', '%20');
}

/** The same server, another database. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

export type PoolOptions = Omit<pg.PoolConfig, 'Client'> & {
  /** For tests, which do not wait as long. */
  patience?: Partial<Patience>;
};

/**
 * A pool that survives a restart of Postgres and a network that fails: a lost connection is an error of the next query, not
 * of the process, and is replaced.
 */
export function openPool(url: string, { patience, ...options }: PoolOptions = {}): pg.Pool {
  const connectMs = patience?.connectMs ?? defaultConnectMs;
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
    Client: class extends pg.Client {
      // The option of the pool also limits how long callers wait for a free connection; this one is for connecting alone.
      constructor(config: pg.ClientConfig = {}) {
        super({
          ...config,
          password: config.password,
          connectionTimeoutMillis: config.connectionTimeoutMillis ?? connectMs,
        });
      }
    },
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  watchConnections(pool, url, patience);
  leaveReadOnlyServers(pool);
  return pool;
}

/**
 * After a failover the old primary may go on as a standby, with our connections open. A connection on which a write was
 * refused for this is not used again; the next one goes to the server that the name has now.
 */
function leaveReadOnlyServers(pool: pg.Pool): void {
  const refused = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    onServerError(client, (sqlstate) => {
      if (sqlstate === '25006') refused.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (refused.has(client)) endLent(client);
  });
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // Without a password it would stay open, and the program with it, until the server ends it after a minute.
    socketOf(client).destroy();
    throw error;
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
