import test from 'ava';
import { run } from './killed_workers.ts';

test('workers are killed at random while they deliver, and no event is lost', async (t) => {
  t.timeout(180_000);
  const row = await run({ minutes: 0, seed: Math.floor(Math.random() * 2 ** 31) });
  t.log(JSON.stringify(row));
  t.like(row, { operations: 200, lost: 0, gaveWay: [] });
});
