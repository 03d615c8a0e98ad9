import test from 'ava';
import { seed } from '../helpers/seed.ts';
import { run } from './killed_servers.ts';

test('a server is killed under writes: none is lost, none is doubled, each is replayed', async (t) => {
  t.timeout(120_000);
  const row = await run({ minutes: 0, seed });
  t.log(JSON.stringify(row));
  t.like(row, { lost: 0, doubled: 0, gaveWay: [] });
  t.true(row.operations > 40);
});
