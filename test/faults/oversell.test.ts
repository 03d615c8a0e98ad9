import test from 'ava';
import { run } from './oversell.ts';

test('many at once want the last units: exactly what there is is sold', async (t) => {
  const row = await run({ minutes: 0, seed: Math.floor(Math.random() * 2 ** 31) });
  t.log(JSON.stringify(row));
  t.like(row, { serverErrors: 0, gaveWay: [] });
});
