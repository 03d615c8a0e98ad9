// Serves endpoints until nothing is due to them. A process that stops leaves the rest to another: the job is added again.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ dispatcher, pool }: Services): Task =>
  async (payload, { job }) => {
    const { endpoint_ids } = payload as { endpoint_ids: string[] };
    await dispatcher.serve(endpoint_ids, job.locked_by!);
    if (dispatcher.isStopping) await pool.query(`select internal.enqueue('webhook__deliver', $1)`, [payload]);
  };
