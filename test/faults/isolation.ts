// Orders, transitions, cancellations, payments, refunds and adjustments at once over the same few rows, by several servers of
// which one after another is killed. Some serial order must explain every answer; test/helpers/isolation has the model.
import { freshDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, type Options, type Row } from '../helpers/faults.ts';
import { type Plan, playRound } from '../helpers/isolation/round.ts';
import { Servers } from '../helpers/isolation/servers.ts';
import { tellStory } from '../helpers/isolation/story.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';

export const run: Generator = (options) => play(options, { clients: 10, calls: 30, kills: 1 });

export async function play(options: Options, plan: Plan): Promise<Row> {
  const db = await freshDatabase('reads whole tables');
  // Transactions meet more often when each takes a little longer.
  await pauseAtRandom(db.admin, 6);
  const servers = await Servers.start(db, 2);
  let unanswered = 0;
  try {
    return await inRounds(options, async (_random, seed) => {
      const found = await playRound(db, servers, seed, plan);
      unanswered += found.unanswered;
      const story = found.unexplained && tellStory(found.history, found.levels, found.unexplained);
      const isSuspect = (mistake: string) => Number(story?.suspects.some((one) => one.mistake === mistake) ?? false);
      return {
        operations: found.history.length,
        lost: isSuspect('lost'),
        doubled: isSuspect('doubled'),
        serverErrors: found.serverErrors.length,
        gaveWay: [...(story ? [story.text] : []), ...found.broken, ...found.serverErrors],
        remarks: `${servers.kills} kills, ${unanswered} requests without an answer`,
      };
    });
  } finally {
    await servers.stop();
    await db.drop();
  }
}
