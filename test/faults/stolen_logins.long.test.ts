import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './stolen_logins.ts';

test('no function shows or changes anything of another company, whatever its settings and arguments', async (t) => {
  t.timeout(120_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { foreign: 0, gaveWay: [] });
  t.true(row.operations > 300);
});
