import test from 'ava';
import { isSound } from '../helpers/faults.ts';
import { seed } from '../helpers/seed.ts';
import { run } from './bulk.ts';

test('jobs, exports and readers of events beside each other, while workers are killed: nothing lost, nothing twice', async (t) => {
  t.timeout(180_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.true(isSound(row));
});
