// What an operator of a large Haat must be able to rely on, with servers of its own. With figures, and for longer:
// npm run test:long -- failover
import test from 'ava';
import { goThrough, type House, Opened, openHouse } from '../helpers/clusters/drill.ts';
import { failOver } from '../helpers/clusters/failover.ts';
import { bestMode } from '../helpers/clusters/pgbouncer.ts';
import { restoreToMoment } from '../helpers/clusters/point-in-time.ts';

const mode = bestMode();
const drill = mode ? test.serial : test.serial.skip;
const because = mode ? '' : ' (left out: pgbouncer is not installed)';
const writes = 40;
const sound = { lost: 0, doubled: 0, notReplayed: 0, untold: 0, broken: [] };

const opened = new Opened();
let house: House;
test.before(async (t) => {
  t.timeout(120_000);
  if (mode) house = await openHouse(opened, mode);
});
test.after.always(() => opened.close());

drill(`pgbouncer is killed and started again: every acknowledged write stands once${because}`, async (t) => {
  t.timeout(120_000);
  const away = await goThrough(house, writes, () => house.bouncer.restart());
  t.log(`${mode} pooling, without service for ${away} ms`);
  const { notReplayed, lost, doubled } = await house.load.findings(house.admin);
  t.deepEqual({ lost, doubled, notReplayed }, { lost: 0, doubled: 0, notReplayed: 0 });
});

drill(
  `a restored server has the orders of before a moment and none of after it, and its books are sound${because}`,
  async (t) => {
    t.timeout(120_000);
    const found = await restoreToMoment(opened, house, writes);
    t.true(found.before > 0 && found.after > 0);
    t.like(found, { missing: 0, tooMany: 0, broken: [] });
  },
);

drill(`a primary is killed, its standby takes over, and every acknowledged write stands once${because}`, async (t) => {
  t.timeout(120_000);
  const found = await failOver(opened, house, writes);
  t.log(`without service for ${found.withoutServiceMs} ms, ${found.acknowledged} writes acknowledged`);
  t.like(found, sound);
  t.deepEqual(found.oldPrimary, { rows: 0, logins: 0, acknowledges: false });
});
