// Brings a database up to date: roles, the database itself, the job queue, our migrations, our code. It is safe to run it at
// every start and in several processes at the same time. Needs the URL of an administrator: a superuser, or a role that may
// create roles and databases.
import fs from 'node:fs';
import path from 'node:path';
import { Logger } from '@graphile/logger';
import { migrate as runCommitted, type Settings, watch } from 'graphile-migrate';
import type pg from 'pg';
import { withClient, withDatabase, withOptions, withOwnSettings } from '../connect/connection.ts';
import { applyCode } from './apply-code.ts';
import { formerMigrations, leaveFormer } from './former.ts';
import {
  closeDatabase,
  prepareDatabase,
  prepareRoles,
  refuseOrdinaryUser,
  refuseOthersObjects,
  refuseUnfitServer,
} from './prerequisites.ts';
import { clearAllPools } from './private-graphile-migrate.ts';
import { readObjects, recordObjects } from './released-schema.ts';
import { committedMigrations } from './version.ts';
import { installWorkerSchema } from './worker-schema.ts';

const root = path.join(import.meta.dirname, '../..');
/** The advisory lock of the migrating process, in database `postgres`, or in our database if `postgres` is closed. */
const migrateLock = 4_228_002;
/** The one that is held in our database from before the first change to after the last: the audit looks for it (internal.is_migrating). */
const changingLock = 4_228_004;

export interface MigrateOptions {
  /** Also applies the migration that is being written, db/migrations/current: for tests and development. */
  includeCurrent?: boolean;
  /** Stored in the database, which builds the URLs of images and videos from it. */
  mediaUrl?: string;
  /** No other process is running, so what a killed process held can be freed. */
  alone?: boolean;
  /** Does not apply the code, because it may need the migration that is being written. */
  withoutCode?: boolean;
  /** Receives what was done. */
  report?: (message: string) => void;
  /** Receives what an administrator should know, and do. */
  warn?: (message: string) => void;
}

export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const lockDatabase = (await connects(withDatabase(url, 'postgres'))) ? withDatabase(url, 'postgres') : url;
  // Asked first, because an older server does not know all of our settings.
  await withClient(withOptions(lockDatabase, ['statement_timeout=0']), refuseUnfitServer);
  const adminUrl = withOwnSettings(url);
  await withClient(withOwnSettings(lockDatabase), async (admin) => {
    admin.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') options.warn?.(message ?? '');
    });
    await refuseOrdinaryUser(admin);
    await admin.query('select pg_advisory_lock($1)', [migrateLock]);
    await prepareRoles(admin);
    await prepareDatabase(admin, decodeURIComponent(new URL(url).pathname.slice(1)));
    await closeDatabase(adminUrl);
    await refuseOthersObjects(adminUrl);
    const ownerUrl = asOwner(adminUrl);
    const last = await findLastMigration(ownerUrl);
    await withClient(ownerUrl, async (owner) => {
      await owner.query('select pg_advisory_lock($1)', [changingLock]);
      await changeSchema(ownerUrl, last, options);
    });
    if (options.withoutCode) return;
    // A new index, or what a migration tells the planner of a column, counts from the next statistics on.
    if (last !== committedMigrations().at(-1)!.filename) await renewStatistics(ownerUrl);
    await withClient(ownerUrl, async (owner) => {
      if (options.mediaUrl !== undefined) await owner.query('select internal.set_media_url($1)', [options.mediaUrl]);
      if (options.alone) await owner.query('delete from gate.image_calls');
    });
  });
}

/** Migrations and code, and what is kept of them. At its end the record that the audit compares with holds what has changed. */
async function changeSchema(ownerUrl: string, last: string | undefined, options: MigrateOptions): Promise<void> {
  const before = await readObjects(ownerUrl);
  await installWorkerSchema(ownerUrl);
  await applyMigrations(ownerUrl, last, options);
  if (options.withoutCode) return;
  const changed = await applyCode(ownerUrl);
  if (changed.length > 0) options.report?.(`code applied: ${changed.length} of its files differed`);
  await withClient(ownerUrl, (owner) => owner.query('call internal.keep_journal()'));
  const foreign = await recordObjects(ownerUrl, before);
  if (foreign.length > 0)
    options.report?.(`the schema is not as the release made it (npm run audit): ${foreign.slice(0, 10).join('; ')}`);
}

async function applyMigrations(
  ownerUrl: string,
  last: string | undefined,
  { includeCurrent, report, warn }: MigrateOptions,
): Promise<void> {
  const settings = migrateSettings(ownerUrl, report, warn);
  try {
    await leaveFormer(settings, last, committedMigrations());
    if (includeCurrent) await watch(settings, true);
    else await runCommitted(settings);
  } finally {
    clearAllPools();
  }
}

/** Migrations run as haat_owner, which cannot log in: the administrator logs in and sets that role. */
export function asOwner(adminUrl: string): string {
  return withOptions(adminUrl, ['role=haat_owner']);
}

/** The settings of .gmrc, with absolute paths. */
export function migrateSettings(
  ownerUrl: string,
  report: (message: string) => void = () => {},
  warn = report,
): Settings {
  const settings = JSON.parse(fs.readFileSync(path.join(root, '.gmrc'), 'utf8')) as Settings;
  return {
    ...settings,
    migrationsFolder: path.join(root, settings.migrationsFolder!),
    connectionString: ownerUrl,
    databaseOwner: 'haat_owner',
    logger: new Logger(() => (level, message) => {
      // What fails is thrown as well.
      if (level === 'warning') warn(message);
      else report(message);
    }),
  };
}

/**
 * `analyze` of our tables, one after the other; no request waits for it. That a table was seen empty is forgotten: the
 * planner would believe it, and statements that are prepared while a new shop fills would go on reading whole tables.
 */
async function renewStatistics(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select case when pg_catalog.pg_relation_size(c.oid) > 0 then format('analyze app.%I', c.relname)
         else format('select pg_catalog.pg_clear_relation_stats(%L, %L)', 'app', c.relname) end as statement
       from pg_catalog.pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'`,
    );
    for (const { statement } of rows) await client.query(statement);
  });
}

/** The last migration of the database. Refuses one whose migrations are not those of this version, or the first of them. */
async function findLastMigration(ownerUrl: string): Promise<string | undefined> {
  const known = new Set([...formerMigrations(), ...committedMigrations()].map(({ hash }) => hash));
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query(`select to_regclass('graphile_migrate.migrations') as migrations`);
    if (!tables[0].migrations) return undefined;
    const { rows } = await client.query(
      'select filename, hash, previous_hash from graphile_migrate.migrations order by filename',
    );
    const unknown = rows.filter(({ hash }) => !known.has(hash));
    const { database } = client;
    // Before the first release the migrations were rewritten.
    if (unknown.some(({ previous_hash }) => previous_hash === null))
      throw new Error(
        `the database ${database} was made by a version of Haat from before its first release, which this one cannot ` +
          'bring up to date: keep what you need of it, then drop it (of an embedded one remove the folder DATA_DIR, ' +
          'by default .data) and start again',
      );
    // Its functions would be replaced by older ones.
    if (unknown.length > 0)
      throw new Error(
        `the database ${database} was migrated by a newer version of Haat (${unknown.map(({ filename }) => filename).join(', ')} ` +
          'is not known here), so nothing is changed: install that version; its "npm run migrate" has been run',
      );
    return rows.at(-1)?.filename;
  });
}

async function connects(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {});
    return true;
  } catch (error) {
    // Other errors than "no such database" and "no permission" concern the whole server.
    if (['3D000', '42501', '28000'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  }
}
