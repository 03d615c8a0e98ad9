import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './duplicates.ts';

test('a call that is sent again before it is answered acts once, and the next try gets its answer', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { doubled: 0, serverErrors: 0, gaveWay: [] });
});
