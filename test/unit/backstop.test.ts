import test from 'ava';
import { Backstop } from '../../server/backstop.ts';

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test('an address may make as many requests a minute as the limit says, and no more', (t) => {
  const counts = new Backstop(3, () => noon + 15_000);
  t.deepEqual(
    [1, 2, 3, 4].map(() => counts.count('203.0.113.1')),
    [0, 0, 0, 45],
  );
  t.is(counts.count('203.0.113.2'), 0);
});

test('the window is the minute of the clock', (t) => {
  let now = noon + 59_999;
  const counts = new Backstop(1, () => now);
  counts.count('203.0.113.1');
  t.is(counts.count('203.0.113.1'), 1);
  now = noon + 60_000;
  t.is(counts.count('203.0.113.1'), 0);
});

test('addresses of one IPv6 network are counted as one, and a mapped IPv4 address as itself', (t) => {
  const counts = new Backstop(1, () => noon);
  t.is(counts.count('2001:db8:1:2::1'), 0);
  t.true(counts.count('2001:db8:1:2:ffff::9') > 0);
  t.is(counts.count('2001:db8:1:3::1'), 0);
  t.is(counts.count('::ffff:203.0.113.1'), 0);
  t.true(counts.count('203.0.113.1') > 0);
});

test('memory is bounded however many addresses ask', (t) => {
  const counts = new Backstop(10, () => noon);
  for (let n = 0; n < 100_500; n++) counts.count(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  t.is(counts.size, 100_000);
});
