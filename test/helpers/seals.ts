// The proof of the history, written as its timer writes it.
import type { TestDatabase } from './database.ts';

/**
 * The first run notes how far it may go, the second goes there. One does nothing while a transaction of this database is open
 * that the one before has seen, as that of an autovacuum may be: then it is tried again.
 */
export async function sealHistory(db: TestDatabase, { times = 2, limit = 200_000 } = {}): Promise<void> {
  const horizon = async () => (await db.admin.query('select upto::text from internal.history_horizon')).rows[0]?.upto;
  for (let n = 0; n < times; n++) {
    const before = await horizon();
    do await db.as('haat_worker').query(`select number from internal.seal_history($1, '0')`, [limit]);
    while ((await horizon()) === before);
  }
}
