// Runs a timer: one SQL function, which a person may also run by hand.
import type { Task } from 'graphile-worker';
import { timers } from '../crontab.ts';
import type { Services } from '../services.ts';

export default ({ pool, log }: Services): Task =>
  async (payload) => {
    const { name } = payload as { name: string };
    if (!timers.some((timer) => timer.name === name)) throw new Error(`there is no timer ${name}`);
    const { rows } = await pool.query(`select to_json(r) as done from internal.${name}() as r`);
    await pool.query('select internal.record_timer($1)', [name]);
    for (const { done } of rows) if (done !== 0) log.info({ timer: name, done }, 'timer');
  };
