// The database that tests and generators of faults clone in milliseconds.
import type pg from 'pg';
import { withClient } from '../db/connection.ts';
import type { Cluster } from '../db/embedded/cluster.ts';
import { migrate } from '../db/migrate.ts';

/** Every role and migration, the one being written included. */
export async function buildTemplate(cluster: Cluster): Promise<void> {
  await migrate(cluster.url('haat_template'), { includeCurrent: true });
  await withClient(cluster.url('postgres'), async (client) => {
    await closeTemplate(client, 'haat_template');
    // Tests move the clock of these; test/sql/thief.test.ts shows that without the grant nobody does.
    await client.query('grant set on parameter haat.clock_offset to haat_gateway, haat_worker, haat_dba');
  });
}

/** A database can only be cloned while nobody is connected. */
export async function closeTemplate(client: pg.ClientBase, name: string): Promise<void> {
  const sessions = 'select count(*)::int as count from pg_catalog.pg_stat_activity where datname = $1';
  while ((await client.query(sessions, [name])).rows[0].count > 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await client.query(`alter database ${name} allow_connections false`);
}
