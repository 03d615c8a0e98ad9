// The proof of the history, written as its timer writes it.
import type { TestDatabase } from './database.ts';

/**
 * The first run notes how far it may go, the second goes there. One does nothing while a transaction of this database is open
 * that the one before has seen, as that of an autovacuum may be: then it is tried again. Its login is not that of
 * workers: a session of theirs that stays open would count as a worker that is there.
 */
export async function sealHistory(db: TestDatabase, { times = 2, limit = 200_000 } = {}): Promise<void> {
  const horizon = async () => (await db.admin.query('select upto::text from internal.history_horizon')).rows[0]?.upto;
  const worker = await db.admin.connect();
  try {
    await worker.query('set role haat_worker');
    for (let n = 0; n < times; n++) {
      const before = await horizon();
      do await worker.query(`select number from internal.seal_history($1, '0')`, [limit]);
      while ((await horizon()) === before);
    }
    await worker.query('reset role');
  } finally {
    worker.release();
  }
}
