// Whether requests can be answered: the database answers in time, is migrated, and takes writes.
import type pg from 'pg';

/** Load balancers wait no longer than a few seconds themselves. */
const timeoutMs = 3_000;

const text = `
  select current_setting('transaction_read_only') = 'off' as is_writable, exists (
    select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'gate' and p.proname = 'call') as is_migrated`;

export async function isReady(pool: pg.Pool): Promise<boolean> {
  const { isWritable, isMigrated } = await look(pool).catch(() => ({ isWritable: false, isMigrated: false }));
  return isWritable && isMigrated;
}

async function look(pool: pg.Pool): Promise<{ isWritable: boolean; isMigrated: boolean }> {
  const client = await pool.connect();
  let isGood = false;
  try {
    const { rows } = await client.query({ text, query_timeout: timeoutMs } as pg.QueryConfig);
    const { is_writable: isWritable, is_migrated: isMigrated } = rows[0];
    // A server that only reads may be one that was replaced: the next look makes a new connection.
    isGood = isWritable;
    return { isWritable, isMigrated };
  } finally {
    client.release(!isGood);
  }
}
