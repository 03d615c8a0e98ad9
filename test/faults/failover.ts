// A primary is killed under a load of writes and its standby takes over: every acknowledged write stands once.
import { Opened, openHouse } from '../helpers/clusters/drill.ts';
import { failOver } from '../helpers/clusters/failover.ts';
import { bestMode, type PoolMode } from '../helpers/clusters/pgbouncer.ts';
import { emptyRow, type Generator, inRounds, type Random } from '../helpers/faults.ts';

const writes = 100;

export const run: Generator = async (options) => {
  const best = bestMode();
  if (!best) return { ...emptyRow(), remarks: 'left out: pgbouncer is not installed' };
  const pauses: number[] = [];
  return inRounds(options, (random) => fail(random() < 0.5 ? best : 'session', random, pauses));
};

async function fail(mode: PoolMode, random: Random, pauses: number[]) {
  const opened = new Opened();
  try {
    const house = await openHouse(opened, mode);
    const found = await failOver(opened, house, Math.ceil(random() * writes));
    pauses.push(found.withoutServiceMs);
    const { acknowledged, lost, doubled, notReplayed, untold, oldPrimary, broken } = found;
    const gaveWay = [...broken];
    if (notReplayed > 0) gaveWay.push(`${notReplayed} writes are not answered by their stored answer`);
    if (untold > 0) gaveWay.push(`${untold} orders are not told to the receiver`);
    if (oldPrimary.rows + oldPrimary.logins > 0 || oldPrimary.acknowledges)
      gaveWay.push(`the old primary took ${oldPrimary.rows} rows and ${oldPrimary.logins} logins`);
    const remarks = `${pauses.length} times, ${Math.min(...pauses)} to ${Math.max(...pauses)} ms without service`;
    return { operations: acknowledged, lost, doubled, gaveWay, remarks };
  } finally {
    await opened.close();
  }
}
