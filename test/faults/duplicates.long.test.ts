import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './duplicates.ts';

test('whoever sends a call again before it is answered, it acts once, and the next try hears what it did', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { doubled: 0, serverErrors: 0, gaveWay: [] });
});
