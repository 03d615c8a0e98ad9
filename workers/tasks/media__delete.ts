// Deletes files until none is due. A process that stops leaves the rest to another: the job is added again.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ videos, pool }: Services): Task =>
  async () => {
    await videos.deletions.run();
    if (videos.isStopping) await pool.query(`select internal.enqueue('media__delete')`);
  };
