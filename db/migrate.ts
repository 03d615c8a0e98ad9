// Brings a database up to date: roles, the database itself, the job queue, our migrations, our code. It is safe to run it at
// every start and in several processes at the same time. Needs the URL of an administrator: a superuser, or a role that may
// create roles and databases.
import fs from 'node:fs';
import path from 'node:path';
import { Logger } from '@graphile/logger';
import { migrate as runCommitted, type Settings, watch } from 'graphile-migrate';
import { clearAllPools } from 'graphile-migrate/dist/pgReal.js';
import pg from 'pg';
import { applyCode } from './apply-code.ts';
import { withClient, withDatabase, withOptions } from './connection.ts';
import { readObjects, recordObjects } from './released-schema.ts';
import { installWorkerSchema } from './worker-schema.ts';

const root = path.join(import.meta.dirname, '..');
/** The advisory lock of the migrating process, in database `postgres`, or in our database if `postgres` is closed. */
const migrateLock = 4_228_002;

export interface MigrateOptions {
  /** Also applies the migration that is being written, db/migrations/current: for tests and development. */
  includeCurrent?: boolean;
  /** Stored in the database, which builds the URLs of images and videos from it. */
  mediaUrl?: string;
  /** No other process is running, so what a killed process held can be freed. */
  alone?: boolean;
  /** Does not apply the code, because it may need the migration that is being written. */
  withoutCode?: boolean;
  /** Receives the messages of graphile-migrate. */
  report?: (message: string) => void;
}

export async function migrate(adminUrl: string, options: MigrateOptions = {}): Promise<void> {
  const lockUrl = (await connects(withDatabase(adminUrl, 'postgres'))) ? withDatabase(adminUrl, 'postgres') : adminUrl;
  await withClient(lockUrl, async (admin) => {
    await refuseOldServer(admin);
    await refuseOrdinaryUser(admin);
    await admin.query('select pg_advisory_lock($1)', [migrateLock]);
    await admin.query(fs.readFileSync(path.join(root, 'db', 'roles.sql'), 'utf8'));
    await createDatabase(admin, adminUrl);
    await closeDatabase(adminUrl);
    const ownerUrl = asOwner(adminUrl);
    await refuseOtherHistory(ownerUrl);
    const before = await readObjects(ownerUrl);
    await installWorkerSchema(ownerUrl);
    const settings = migrateSettings(ownerUrl, options.report);
    try {
      if (options.includeCurrent) await watch(settings, true);
      else await runCommitted(settings);
    } finally {
      // graphile-migrate keeps its connections open for some time, but a template database must have none.
      clearAllPools();
    }
    if (options.withoutCode) return;
    const changed = await applyCode(ownerUrl);
    if (changed.length > 0) options.report?.(`code applied: ${changed.length} of its files differed`);
    const foreign = await recordObjects(ownerUrl, before);
    if (foreign.length > 0)
      options.report?.(`the schema is not as the release made it (npm run audit): ${foreign.slice(0, 10).join('; ')}`);
    await withClient(ownerUrl, async (owner) => {
      if (options.mediaUrl !== undefined) await owner.query('select internal.set_media_url($1)', [options.mediaUrl]);
      if (options.alone) await owner.query('delete from gate.image_calls');
    });
  });
}

/** Migrations run as haat_owner, which cannot log in: the administrator logs in and sets that role. */
export function asOwner(adminUrl: string): string {
  return withOptions(adminUrl, ['role=haat_owner']);
}

/** The settings of .gmrc, with absolute paths. */
export function migrateSettings(ownerUrl: string, report: (message: string) => void = () => {}): Settings {
  const settings = JSON.parse(fs.readFileSync(path.join(root, '.gmrc'), 'utf8')) as Settings;
  return {
    ...settings,
    migrationsFolder: path.join(root, settings.migrationsFolder!),
    connectionString: ownerUrl,
    databaseOwner: 'haat_owner',
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') console.error(message);
      else report(message);
    }),
  };
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as number`);
  if (rows[0].number >= 180_000) return;
  const { rows: versions } = await client.query('show server_version');
  throw new Error(`Postgres 18 or later is needed, the server of DATABASE_URL is ${versions[0].server_version}`);
}

async function refuseOrdinaryUser(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select rolname, rolsuper or rolcreaterole as may_migrate from pg_catalog.pg_roles where rolname = current_user`);
  if (rows[0].may_migrate) return;
  throw new Error(
    `${rows[0].rolname} may not create roles: run "npm run migrate" with the DATABASE_URL of an administrator, ` +
      'then "npm run api" and "npm run worker" with this one',
  );
}

/** Before the first release the migrations were rewritten. A database of the older migrations cannot be migrated. */
async function refuseOtherHistory(ownerUrl: string): Promise<void> {
  const first = fs.readdirSync(path.join(root, 'db', 'migrations', 'committed')).sort()[0]!;
  const text = fs.readFileSync(path.join(root, 'db', 'migrations', 'committed', first), 'utf8');
  const expected = /^--! Hash: (\S+)$/m.exec(text)?.[1];
  await withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query(`select to_regclass('graphile_migrate.migrations') as migrations`);
    if (!tables[0].migrations) return;
    const { rows } = await client.query('select hash from graphile_migrate.migrations where previous_hash is null');
    if (rows.every(({ hash }) => hash === expected)) return;
    const { database } = client;
    throw new Error(
      `the database ${database} was made by a version of Haat from before its first release, which this one cannot ` +
        'bring up to date: keep what you need of it, then drop it (of an embedded one remove the folder DATA_DIR, ' +
        'by default .data) and start again',
    );
  });
}

/** Creates the database if it does not exist. Makes haat_owner its owner, because only owners may add extensions. */
async function createDatabase(admin: pg.Client, adminUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const { rows } = await admin.query(
    `select pg_catalog.pg_get_userbyid(datdba) as owner from pg_catalog.pg_database where datname = $1`,
    [name],
  );
  const identifier = pg.escapeIdentifier(name);
  if (!rows[0]) {
    await admin.query(`create database ${identifier} owner haat_owner`);
  } else if (rows[0].owner !== 'haat_owner') {
    await admin.query(`alter database ${identifier} owner to haat_owner`);
  }
}

/** Allows only the logins of the service and the owner to connect to the database. */
export async function closeDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (admin) => admin.query(fs.readFileSync(path.join(root, 'db', 'database.sql'), 'utf8')));
}

async function connects(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch (error) {
    // Other errors than "no such database" and "no permission" concern the whole server.
    if (['3D000', '42501', '28000'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  }
}
