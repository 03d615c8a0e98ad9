// After a rename, every product that shows the new name gets an event. This task does one step of that. The progress is
// stored in internal.pending_renames, and each step adds the job of the next one. So a stop or a crash between two steps
// loses nothing and repeats nothing.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ pool }: Services): Task =>
  async (payload) => {
    const { kind, id } = payload as { kind: string; id: string };
    await pool.query('select internal.publish_rename($1, $2)', [kind, id]);
  };
