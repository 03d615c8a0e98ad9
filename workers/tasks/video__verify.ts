// Checks videos until none is due. When the process stops first, it adds the job again, and another process continues.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ videos, pool }: Services): Task =>
  async () => {
    await videos.checks.run();
    if (videos.isStopping) await pool.query(`select internal.enqueue('video__verify')`);
  };
