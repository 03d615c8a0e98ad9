// Connections to the database. Every part of the service has its own login role (db/roles.sql). This file makes the URL of
// each role from one database URL, and opens pools.
import pg from 'pg';

/** A database, and whether every role may log in to it with the credentials of its URL. */
export interface Database {
  url: string;
  /**
   * True for the embedded cluster (its private socket trusts everyone who can open it), and for an external URL whose
   * user is haat_gateway: then the same password, or a pgpass file, serves the other logins too. Each pool logs in as
   * its role, which needs no session state and so works through pgbouncer in transaction mode.
   *
   * False for any other user, such as an administrator: each pool sends `role` as a start-up option. That needs no
   * further passwords, but only a direct connection keeps it, and such a session could `reset role`: good for a
   * developer's own server, not for production.
   */
  loginsPerRole: boolean;
}

/** The database of a DATABASE_URL. */
export function externalDatabase(url: string): Database {
  return { url, loginsPerRole: decodeURIComponent(new URL(url).username) === 'haat_gateway' };
}

/** The roles that may log in. */
export const logins = ['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba'];

/** The URL to connect to `database` as one of the logins. */
export async function urlAs(database: Database, role: string): Promise<string> {
  if (database.loginsPerRole) return withLogin(database.url, role);
  // Postgres applies `alter role ... set` only at a login, so for a role that is set at the start we pass the settings.
  const settings = await withClient(database.url, async (client) => {
    const { rows } = await client.query('select rolconfig from pg_catalog.pg_roles where rolname = $1', [role]);
    if (!rows[0])
      throw new Error(`the database has no role ${role}; run "npm run migrate" with an administrator's URL`);
    return (rows[0].rolconfig ?? []) as string[];
  });
  return withOptions(database.url, [...settings, `role=${role}`]);
}

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

/** A pool that survives a restart of Postgres: after a lost connection only the next query fails, not the process. */
export function openPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...options });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
