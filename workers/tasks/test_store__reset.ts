// Fills a test store with the demo, in one transaction. The demo is read when it is asked for.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ pool, log }: Services): Task =>
  async (payload) => {
    const { store_id } = payload as { store_id: string };
    const { testStoreDemo } = await import('../../db/demo/test-store.ts');
    const { rows } = await pool.query('select internal.reset_test_store($1, $2) as id', [store_id, testStoreDemo()]);
    log.info({ store: store_id, filled: rows[0].id }, 'test store filled');
  };
