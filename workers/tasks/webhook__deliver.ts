// Sends endpoints their deliveries until none is due. When the process stops first, it adds the job again, and another
// process continues.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ dispatcher, pool }: Services): Task =>
  async (payload, { job }) => {
    const { endpoint_ids } = payload as { endpoint_ids: string[] };
    await dispatcher.serve(endpoint_ids, job.locked_by!);
    if (dispatcher.isStopping) await pool.query(`select internal.enqueue('webhook__deliver', $1)`, [payload]);
  };
