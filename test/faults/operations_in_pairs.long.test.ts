import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './operations_in_pairs.ts';

test('each operation beside each other leaves books that add up', async (t) => {
  t.timeout(200_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { operations: 192, gaveWay: [] });
});
