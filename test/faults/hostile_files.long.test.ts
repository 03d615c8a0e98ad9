import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './hostile_files.ts';

test('whatever a file holds, it is read or refused by line, written whole, and once', async (t) => {
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { doubled: 0, serverErrors: 0, gaveWay: [] });
});
