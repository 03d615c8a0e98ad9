import test from 'ava';
import { LoadShedder, rowsOf, Shed } from '../../server/gate/load-shedding.ts';

/** Work that ends when it is told. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

const quick = async () => 'done';

test('calls that name one row take four places, and other rows have the rest', async (t) => {
  const shedder = new LoadShedder(6);
  const first = held();
  let started = 0;
  const hot = Array.from({ length: 20 }, () =>
    shedder.run(['hot'], () => {
      started++;
      return first.work();
    }),
  );
  t.is(await shedder.run(['cold'], quick), 'done');
  t.is(await shedder.run([], quick), 'done');
  t.is(started, 4);
  first.end();
  await Promise.all(hot);
  t.is(started, 20);
});

test('a row that does not move is stuck: who waits for it and who comes is refused, until it moves', async (t) => {
  const shedder = new LoadShedder(10, { patienceMs: 0, queueMs: 60_000 });
  const lock = held();
  const inside = Array.from({ length: 4 }, () => shedder.run(['hot'], lock.work));
  const waits = shedder.run(['cold', 'hot'], quick);
  const refusal = await t.throwsAsync(waits, { instanceOf: Shed });
  t.is(refusal.reason, 'row');
  await t.throwsAsync(() => shedder.run(['hot'], quick), { instanceOf: Shed });
  t.is(await shedder.run(['cold'], quick), 'done');
  lock.end();
  await Promise.all(inside);
  t.is(await shedder.run(['hot'], quick), 'done');
});

test('a process that stood still itself refuses no call for it', async (t) => {
  const shedder = new LoadShedder(1, { patienceMs: 50, queueMs: 50 });
  const lock = held();
  const running = shedder.run(['hot'], lock.work);
  const waiting = shedder.run(['hot'], quick);
  const standsUntil = performance.now() + 150;
  while (performance.now() < standsUntil);
  // The answer came meanwhile, and is read after the timers that were due.
  setImmediate(() => setImmediate(lock.end));
  t.is(await waiting, 'done');
  await running;
});

test('the queue is bounded, and the oldest call starts first', async (t) => {
  const shedder = new LoadShedder(1, { patienceMs: 60_000, queueMs: 60_000 });
  const lock = held();
  const order: number[] = [];
  const running = shedder.run([], lock.work);
  const waiting = Array.from({ length: 64 }, (_, n) => shedder.run([], async () => order.push(n)));
  t.is((await t.throwsAsync(() => shedder.run([], quick), { instanceOf: Shed })).reason, 'queue');
  lock.end();
  await Promise.all([running, ...waiting]);
  t.deepEqual(
    order,
    Array.from({ length: 64 }, (_, n) => n),
  );
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A shedder whose one place serves a call every 100 ms, by a clock of its own, and calls that come to it. */
function shop() {
  let now = 0;
  const ends: (() => void)[] = [];
  const refused: number[] = [];
  const shedder = new LoadShedder(1, {}, () => now);
  const come = async (calls: number) => {
    for (let n = 0; n < calls; n++)
      shedder.run([], () => new Promise<void>((resolve) => ends.push(resolve))).catch(() => refused.push(now));
    await turn();
  };
  const serve = async (calls: number) => {
    for (let n = 0; n < calls; n++) {
      now += 100;
      ends.shift()?.();
      await turn();
    }
  };
  return { shedder, come, serve, refused };
}

test('a burst is served, as long as its last call waits for two seconds', async (t) => {
  const { come, serve, refused } = shop();
  await come(20);
  await serve(20);
  t.deepEqual(refused, []);
  // 100 ms a call is known now: the 22nd would wait longer.
  await come(30);
  t.is(refused.length, 8);
});

test('in a queue that stands a call waits for a second at most, the others are refused as they come', async (t) => {
  const { come, serve, refused } = shop();
  for (let round = 0; round < 30; round++) {
    await come(2);
    await serve(1);
  }
  const before = refused.length;
  t.true(before > 0);
  await come(10);
  t.true(refused.length - before >= 5);
  await serve(30);
  // All that waited are served, and the next burst is one.
  const after = refused.length;
  await come(15);
  await serve(15);
  t.is(refused.length, after);
});

test('what goes on with a call comes first, and is not refused however long the queue is', async (t) => {
  const { shedder, come, serve, refused } = shop();
  for (let round = 0; round < 30; round++) {
    await come(3);
    await serve(1);
  }
  const before = refused.length;
  let isDone = false;
  const goesOn = shedder.run([], async () => (isDone = true), { goesOn: true });
  await serve(1);
  t.true(isDone);
  await t.notThrowsAsync(goesOn);
  await come(20);
  t.true(refused.length - before >= 15);
});

test('work that fails gives its place back', async (t) => {
  const shedder = new LoadShedder(1);
  for (let n = 0; n < 3; n++) {
    await t.throwsAsync(() => shedder.run(['row'], () => Promise.reject(new Error('failed'))), { message: 'failed' });
  }
  t.is(await shedder.run(['row'], quick), 'done');
});

test('the rows of a write are its variants and the record of its path, apart for every key', (t) => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  const rows = rowsOf(
    one,
    JSON.stringify({ id: 'o', items: [{ sku: 'A' }, { variant_id: 'v', sku: 'B' }, { sku: 'A' }] }),
  );
  t.deepEqual(
    rows.map((row) => row.split(' ')[1]),
    ['o', 'A', 'v'],
  );
  t.notDeepEqual(rowsOf(one, '{"sku":"A"}'), rowsOf(other, '{"sku":"A"}'));
  for (const input of ['{}', '{"items":null}', '{"items":[null]}', '{"id":5}']) t.deepEqual(rowsOf(one, input), []);
});
