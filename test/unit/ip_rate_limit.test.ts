import test from 'ava';
import { Lookups } from '../../server/gate/lookups.ts';
import { IpCounts, KnownKeys } from '../../server/http/ip-rate-limit.ts';

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

test('an address may make as many requests a minute as the limit says, and no more', (t) => {
  const counts = new IpCounts(3, () => noon + 15_000);
  t.deepEqual(
    [1, 2, 3, 4].map(() => counts.count('203.0.113.1')),
    [0, 0, 0, 45],
  );
  t.is(counts.count('203.0.113.2'), 0);
});

test('the window is the minute of the clock', (t) => {
  let now = noon + 59_999;
  const counts = new IpCounts(1, () => now);
  counts.count('203.0.113.1');
  t.is(counts.count('203.0.113.1'), 1);
  now = noon + 60_000;
  t.is(counts.count('203.0.113.1'), 0);
});

test('addresses of one IPv6 network are counted as one, and a mapped IPv4 address as itself', (t) => {
  const counts = new IpCounts(1, () => noon);
  t.is(counts.count('2001:db8:1:2::1'), 0);
  t.true(counts.count('2001:db8:1:2:ffff::9') > 0);
  t.is(counts.count('2001:db8:1:3::1'), 0);
  t.is(counts.count('::ffff:203.0.113.1'), 0);
  t.true(counts.count('203.0.113.1') > 0);
});

test('memory is bounded however many addresses ask', (t) => {
  const counts = new IpCounts(10, () => noon);
  for (let n = 0; n < 100_500; n++) counts.count(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  t.is(counts.size, 100_000);
});

test('what is given back was never counted', (t) => {
  const counts = new IpCounts(2, () => noon);
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
  const counts = new IpCounts(1);
  counts.count('192.0.2.1');
  Date.now = () => clock() - 7_200_000;
  t.true(counts.count('192.0.2.1') > 0);
});

/** A database that answers when it is told to, and knows the keys of `valid`. */
function slowDatabase(valid: string[] = []) {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  const find = (hashes: Buffer[]) => {
    asked.push(hashes.map(String));
    return new Promise<Buffer[]>((resolve) => {
      answers.push(() => resolve(hashes.filter((hash) => valid.includes(String(hash)))));
    });
  };
  /** Answers the statement that runs, and lets the next one begin. */
  const answer = async () => {
    while (answers.length === 0) await new Promise(setImmediate);
    answers.shift()!();
  };
  return { asked, answer, find };
}

test('a flood of unknown keys makes one statement at a time, and most of it is refused without any', async (t) => {
  const { asked, answer, find } = slowDatabase(['key 7', 'of a colleague']);
  const lookups = new Lookups(find, { batch: 10, pauseMs: 0, waiting: 30, waitingOfSource: 20 });
  const flood = Array.from({ length: 10_000 }, (_, n) => lookups.ask(Buffer.from(`key ${n}`), '203.0.113.1'));
  const elsewhere = lookups.ask(Buffer.from('of a colleague'), '203.0.113.2');
  for (let n = 0; n < 3; n++) await answer();
  const found = await Promise.all(flood);
  t.is(await elsewhere, 'valid');
  t.is(found[7], 'valid');
  t.is(found.filter((one) => one === 'unknown').length, 19);
  t.is(found.filter((one) => one === 'busy').length, 9_980);
  t.deepEqual(
    asked.map((hashes) => hashes.length),
    [10, 10, 1],
  );
});

test('a key that was not found is not looked up again for a while, and a valid one is found then', async (t) => {
  let now = 0;
  const valid: string[] = [];
  const { asked, answer, find } = slowDatabase(valid);
  const lookups = new Lookups(find, { pauseMs: 0, unknownMs: 1_000, unknown: 5 }, () => now);
  const ask = (text = 'key') => lookups.ask(Buffer.from(text), '203.0.113.1');
  const first = ask();
  await answer();
  t.is(await first, 'unknown');
  valid.push('key');
  t.is(await ask(), 'unknown');
  t.is(asked.length, 1);
  now = 1_001;
  const later = ask();
  await answer();
  t.is(await later, 'valid');
});

test('of the keys that were not found only so many are remembered', async (t) => {
  const { asked, find } = slowDatabase();
  const lookups = new Lookups(
    (hashes) => {
      void find(hashes);
      return Promise.resolve([]);
    },
    { pauseMs: 0, unknown: 5 },
  );
  const ask = (n: number) => lookups.ask(Buffer.from(`key ${n}`), '203.0.113.1');
  for (let n = 0; n < 6; n++) t.is(await ask(n), 'unknown');
  t.is(await ask(5), 'unknown');
  t.is(asked.length, 6);
  t.is(await ask(0), 'unknown');
  t.is(asked.length, 7);
});

test('when the database fails, all who waited for the look-up are told', async (t) => {
  const lookups = new Lookups(() => Promise.reject(new Error('gone')), { pauseMs: 0 });
  const answers = await Promise.allSettled([1, 2].map((n) => lookups.ask(Buffer.from(`key ${n}`), '203.0.113.1')));
  t.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});
