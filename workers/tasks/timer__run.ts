// Runs a timer: one SQL function, which can also be run by hand.
import type { Task } from 'graphile-worker';
import type { QueryResult } from 'pg';
import { timers } from '../crontab.ts';
import type { Services } from '../services.ts';

export default ({ pool, log }: Services): Task =>
  async (payload) => {
    const { name } = payload as { name: string };
    if (!timers.some((timer) => timer.name === name)) throw new Error(`there is no timer ${name}`);
    // Two statements at once are one transaction: the journal names the timer as the operation of what it changes.
    const results = (await pool.query(
      `select set_config('haat.operation', '${name}', true); select to_json(r) as done from internal.${name}() as r`,
    )) as unknown as QueryResult[];
    const { rows } = results.at(-1)!;
    await pool.query('select internal.record_timer($1)', [name]);
    for (const { done } of rows) if (done !== 0) log.info({ timer: name, done }, 'timer');
  };
