// The database that is there already, for commands beside a running service or without one: DATABASE_URL, or the
// embedded Postgres of DATA_DIR, which is started when it does not run.
import fs from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../server/process/settings.ts';
import { type Database, externalDatabase } from '../connect/connection.ts';
import { openCluster } from '../embedded/cluster.ts';

/** There is none: its message says what to do. */
export class NoDatabaseError extends Error {}

export async function openExistingDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<{ database: Database; close: () => Promise<void> }> {
  if (databaseUrl) return { database: externalDatabase(databaseUrl), close: async () => {} };
  const directory = path.join(dataDir, 'postgres');
  if (!fs.existsSync(directory)) {
    throw new NoDatabaseError(
      `there is no database in ${dataDir}; run npm start first, or set DATA_DIR or DATABASE_URL`,
    );
  }
  const cluster = await openCluster(directory, 'durable');
  return { database: { url: cluster.url('haat'), loginsPerRole: true }, close: () => cluster.stop() };
}
