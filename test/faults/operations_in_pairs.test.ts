import test from 'ava';
import { isLong } from '../helpers/long.ts';
import { seed } from '../helpers/seed.ts';
import { runAround } from './operations_in_pairs.ts';

test('erasures, exports, timers, repairs and killed connections beside the work leave nothing that the audit names', async (t) => {
  t.timeout(200_000);
  const row = await runAround({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { operations: isLong ? 28 : 14, gaveWay: [] });
});
