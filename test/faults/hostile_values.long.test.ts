import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './hostile_values.ts';

test('whatever is sent, the answer is no error of ours', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { serverErrors: 0, gaveWay: [] });
});
