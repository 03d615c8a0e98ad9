import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './foreign_ids.ts';

test('the ids of another company open nothing of it', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { foreign: 0, serverErrors: 0, gaveWay: [] });
});
