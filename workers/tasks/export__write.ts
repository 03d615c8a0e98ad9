// Writes exports until none is due. When the process stops first, it adds the job again, and another process continues.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ exports, pool }: Services): Task =>
  async () => {
    await exports.work.run();
    if (exports.isStopping) await pool.query(`select internal.enqueue('export__write')`);
  };
