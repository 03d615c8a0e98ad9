// Worker processes are killed at random while they deliver: every event arrives, and the database knows it.
import { freshDatabase } from '../helpers/database.ts';
import { type Generator, inRounds } from '../helpers/faults.ts';
import { deliverUnderKills } from '../helpers/processes/killed-workers.ts';

export const run: Generator = (options) =>
  inRounds(options, async (random) => {
    const db = await freshDatabase('runs processes');
    try {
      const { events, lost, undelivered, repeated } = await deliverUnderKills(db.url, 200, 4, random);
      return {
        operations: events,
        lost,
        // Sent again is as it must be: the worker died before it could say that the event had arrived.
        gaveWay: undelivered > 0 ? [`${undelivered} deliveries are not called delivered`] : [],
        remarks: `${repeated} sent again in the last round`,
      };
    } finally {
      await db.drop();
    }
  });
