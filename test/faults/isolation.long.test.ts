import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { play } from './isolation.ts';

test('every answer to many at once, a killed server among them, is explained by a serial order', async (t) => {
  t.timeout(120_000);
  const row = await play({ minutes: 0, seed }, { clients: 8, calls: 15, kills: 1 });
  t.log(JSON.stringify(row));
  t.like(row, { serverErrors: 0, gaveWay: [] });
  t.true(row.operations >= 120);
});
