import test from 'ava';
import { Backstop, KnownKeys } from '../../server/http/backstop.ts';

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

test('what is given back was never counted', (t) => {
  const counts = new Backstop(2, () => noon);
  for (let n = 0; n < 10; n++) {
    t.is(counts.count('203.0.113.1'), 0);
    counts.count('203.0.113.1', -1);
  }
  counts.count('203.0.113.2', -1);
  t.deepEqual(
    [1, 2, 3].map(() => counts.count('203.0.113.2') > 0),
    [false, false, true],
  );
});

test('of the keys that were admitted, those used longest ago are forgotten first', (t) => {
  const known = new KnownKeys(3);
  for (const key of ['a', 'b', 'c', 'a', 'd']) known.remember(key);
  t.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => known.has(key)),
    [true, false, true, true],
  );
  known.forget('c');
  t.false(known.has('c'));
  for (let n = 0; n < 1_000; n++) known.remember(String(n));
  t.is(known.size, 3);
});

test.serial('a clock that is set back opens no new minute', (t) => {
  const clock = Date.now;
  t.teardown(() => {
    Date.now = clock;
  });
  const counts = new Backstop(1);
  counts.count('192.0.2.1');
  Date.now = () => clock() - 7_200_000;
  t.true(counts.count('192.0.2.1') > 0);
});
