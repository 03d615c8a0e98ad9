import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './private_addresses.ts';

test('no spelling of a private address is connected to', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { gaveWay: [] });
});
