// Which migrations this version brings, and whether a database has them. A database of a newer version is served: between two
// releases the servers before and after run on it together (CONVENTIONS.md).
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** A migration as graphile-migrate records it. */
export interface Migration {
  filename: string;
  hash: string;
  /** Null for the first. */
  previousHash: string | null;
}

export function readMigration(name: string, text: string): Migration {
  const header = (key: string) => new RegExp(`^--! ${key}: (\\S+)$`, 'm').exec(text)![1]!;
  const previous = header('Previous');
  return {
    filename: `${name.slice(0, 6)}.sql`,
    hash: header('Hash'),
    previousHash: previous === '-' ? null : previous,
  };
}

/** The committed migrations of this version, in order. */
export function committedMigrations(): Migration[] {
  const folder = path.join(import.meta.dirname, '../migrations/committed');
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => readMigration(name, fs.readFileSync(path.join(folder, name), 'utf8')));
}

/** Says what to do where the database does not have what this version needs; null where it has. */
export async function findOlderDatabase(client: pg.Client | pg.Pool): Promise<string | null> {
  const has = (schema: string, name: string) => `exists (
    select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = '${schema}' and p.proname = '${name}')`;
  const { rows } = await client.query(
    `select ${has('gate', 'call')} as is_migrated, ${has('internal', 'last_migration')} as knows_its_version`,
  );
  if (!rows[0].is_migrated) return 'the database is not migrated; run "npm run migrate"';
  const needed = committedMigrations().at(-1)!.filename;
  const older = `the database is older than this version, which needs the migration ${needed}; run "npm run migrate"`;
  if (!rows[0].knows_its_version) return older;
  const { rows: last } = await client.query('select internal.last_migration() as filename');
  return last[0].filename < needed ? older : null;
}
