import test from 'ava';
import { run } from './day.ts';

test('a day of load: every answer is one of the shop or 503 with Retry-After, and the books are sound', async (t) => {
  t.timeout(120_000);
  const row = await run({ minutes: 0, seed: Math.floor(Math.random() * 2 ** 31) });
  t.log(JSON.stringify(row));
  t.like(row, { lost: 0, doubled: 0, serverErrors: 0, gaveWay: [] });
});
