// Databases from before the squash. The migrations 000001 to 000023 were state and changes in turn; 000101 to 000118 hold
// what they come to, one file a subject. A database that has the former ones is brought to the last of them and is then
// recorded as having the others, none of which runs there.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { migrate as runCommitted, type Settings } from 'graphile-migrate';
import { withClient } from '../connect/connection.ts';
import { type Migration, readMigration } from './version.ts';

/** The last migration that holds what the former ones come to. */
export const lastSquashed = '000118.sql';

export function formerMigrations(): (Migration & { name: string; text: string })[] {
  const packed = fs.readFileSync(path.join(import.meta.dirname, '../migrations/former.json.br'));
  const texts = JSON.parse(brotliDecompressSync(packed).toString()) as Record<string, string>;
  return Object.entries(texts).map(([name, text]) => ({ name, text, ...readMigration(name, text) }));
}

/** Runs the former migrations that the database lacks, or the first `count` of all. */
export async function runFormer(settings: Settings, count?: number): Promise<void> {
  const migrationsFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-former-'));
  try {
    const committed = path.join(migrationsFolder, 'committed');
    fs.mkdirSync(committed);
    for (const { name, text } of formerMigrations().slice(0, count)) fs.writeFileSync(path.join(committed, name), text);
    await runCommitted({ ...settings, migrationsFolder });
  } finally {
    fs.rmSync(migrationsFolder, { recursive: true });
  }
}

/** `last`: the file name of the last migration that the database has. Returns whether it was a former one. */
export async function leaveFormer(
  settings: Settings,
  last: string | undefined,
  committed: Migration[],
): Promise<boolean> {
  const former = formerMigrations();
  if (!former.some(({ filename }) => filename === last)) return false;
  if (former.at(-1)!.filename !== last) await runFormer(settings);
  const squashed = committed.filter(({ filename }) => filename <= lastSquashed);
  await withClient(settings.connectionString!, (client) =>
    client.query(
      `with gone as (delete from graphile_migrate.migrations)
       insert into graphile_migrate.migrations (hash, previous_hash, filename)
       select * from unnest($1::text[], $2::text[], $3::text[])`,
      [
        squashed.map(({ hash }) => hash),
        squashed.map(({ previousHash }) => previousHash),
        squashed.map(({ filename }) => filename),
      ],
    ),
  );
  return true;
}
