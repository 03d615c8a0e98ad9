// Wakes the lanes of endpoints. The job is done at once: it is only a bell, and the deliveries themselves are leased,
// retried and taken over by what stands in app.webhook_deliveries.
import type { Task } from 'graphile-worker';
import type { Services } from '../index.ts';

export default ({ courier }: Services): Task =>
  async (payload) => {
    for (const id of (payload as { endpoint_ids: string[] }).endpoint_ids) courier.wake(id);
  };
