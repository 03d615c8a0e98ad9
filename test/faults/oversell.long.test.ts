import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './oversell.ts';

test('many at once want the last units: exactly what there is is sold', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { serverErrors: 0, gaveWay: [] });
});
