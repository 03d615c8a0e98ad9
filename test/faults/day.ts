// A small day of load on the API and a worker as processes of their own: what a shop does in its shares, at a rate and at five
// times that rate. No answer is a 5xx but 503 with Retry-After, what was acknowledged stands once, nothing is sold that is not
// there, every event is told. Its shortest round takes ten seconds of processor
// time, so it has no test beside it. The figures of a whole day: npm run bench -- day
import { freshDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, type Random } from '../helpers/faults.ts';
import { countOf, offer, openCaller } from '../helpers/load/arrivals.ts';
import { openDayShop } from '../helpers/load/day-shop.ts';
import { findingsOf } from '../helpers/load/findings.ts';
import { House } from '../helpers/load/house.ts';
import { Mix } from '../helpers/load/mix.ts';

const variants = 60;
const spans = [
  { rate: 15, seconds: 20 },
  { rate: 75, seconds: 5 },
];

export const run: Generator = (options) => inRounds(options, aDay);

async function aDay(random: Random) {
  const db = await freshDatabase('reads whole tables');
  const day = await openDayShop(db, variants);
  const house = await House.open(db, day.shop);
  const caller = openCaller(house.api.url, 100);
  try {
    const mix = await Mix.of(day, random);
    const failures: string[] = [];
    const counts = { calls: 0, shed: 0, failed: 0 };
    for (const span of spans) {
      const offered = await offer({ ...span, random, caller, next: mix.next });
      failures.push(...offered.failures);
      counts.calls += offered.results.length;
      counts.shed += countOf(offered.results, 'shed');
      counts.failed += countOf(offered.results, 'failed');
    }
    const { lost, doubled, oversold, untold, broken } = await findingsOf(db.admin, day, mix, house, counts.failed);
    const gaveWay = [...failures, ...broken];
    if (oversold > 0) gaveWay.push(`${oversold} levels were sold beyond what is there`);
    if (untold > 0) gaveWay.push(`${untold} events were not told`);
    const remarks = `${counts.shed} of ${counts.calls} were told to come again in the last round`;
    return { operations: counts.calls, lost, doubled, serverErrors: counts.failed, gaveWay, remarks };
  } finally {
    await caller.close();
    await house.stop();
    await db.drop();
  }
}
