import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './order_states.ts';

test('so it is in states drawn from all that there are, with every act', async (t) => {
  t.timeout(300_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { serverErrors: 0, gaveWay: [] });
});
