import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './killed_workers.ts';

test('workers are killed at random while they deliver, and no event is lost', async (t) => {
  t.timeout(180_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { operations: 200, lost: 0, gaveWay: [] });
});
