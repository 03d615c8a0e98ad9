// Wakes the lanes of endpoints. The job is done at once: it is only a bell, and the deliveries themselves are leased,
// retried and taken over by what stands in app.webhook_deliveries.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ courier, pool }: Services): Task =>
  async (payload) => {
    const { endpoint_ids } = payload as { endpoint_ids: string[] };
    const { rows } = await pool.query<{ ids: string[] }>('select internal.gather_deliver_jobs() as ids');
    for (const id of new Set([...endpoint_ids, ...rows[0]!.ids])) courier.wake(id);
  };
