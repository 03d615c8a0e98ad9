import test from 'ava';
import { Bulkhead, rowsOf, Shed } from '../../server/gate/bulkhead.ts';

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
  const bulkhead = new Bulkhead(6);
  const first = held();
  let started = 0;
  const hot = Array.from({ length: 20 }, () =>
    bulkhead.run(['hot'], () => {
      started++;
      return first.work();
    }),
  );
  t.is(await bulkhead.run(['cold'], quick), 'done');
  t.is(await bulkhead.run([], quick), 'done');
  t.is(started, 4);
  first.end();
  await Promise.all(hot);
  t.is(started, 20);
});

test('a row that does not move is stuck: who waits for it and who comes is refused, until it moves', async (t) => {
  const bulkhead = new Bulkhead(10, { patienceMs: 0, queueMs: 60_000 });
  const lock = held();
  const inside = Array.from({ length: 4 }, () => bulkhead.run(['hot'], lock.work));
  const waits = bulkhead.run(['cold', 'hot'], quick);
  const refusal = await t.throwsAsync(waits, { instanceOf: Shed });
  t.is(refusal.reason, 'row');
  await t.throwsAsync(() => bulkhead.run(['hot'], quick), { instanceOf: Shed });
  t.is(await bulkhead.run(['cold'], quick), 'done');
  lock.end();
  await Promise.all(inside);
  t.is(await bulkhead.run(['hot'], quick), 'done');
});

test('the queue is bounded, and the oldest call starts first', async (t) => {
  const bulkhead = new Bulkhead(1, { patienceMs: 60_000, queueMs: 60_000 });
  const lock = held();
  const order: number[] = [];
  const running = bulkhead.run([], lock.work);
  const waiting = Array.from({ length: 64 }, (_, n) => bulkhead.run([], async () => order.push(n)));
  t.is((await t.throwsAsync(() => bulkhead.run([], quick), { instanceOf: Shed })).reason, 'queue');
  lock.end();
  await Promise.all([running, ...waiting]);
  t.deepEqual(
    order,
    Array.from({ length: 64 }, (_, n) => n),
  );
});

test('work that fails gives its place back', async (t) => {
  const bulkhead = new Bulkhead(1);
  for (let n = 0; n < 3; n++) {
    await t.throwsAsync(() => bulkhead.run(['row'], () => Promise.reject(new Error('failed'))), { message: 'failed' });
  }
  t.is(await bulkhead.run(['row'], quick), 'done');
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
