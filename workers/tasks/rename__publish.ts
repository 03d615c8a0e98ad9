// One step of telling the products that show something renamed. How far it came stands in internal.pending_renames, and a
// step adds the job of the next one itself, so a stop or a crash between two loses nothing and repeats nothing.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ pool }: Services): Task =>
  async (payload) => {
    const { kind, id } = payload as { kind: string; id: string };
    await pool.query('select internal.publish_rename($1, $2)', [kind, id]);
  };
