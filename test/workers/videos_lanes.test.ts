import test from 'ava';
import { createLog } from '../../server/process/log.ts';
import { Lanes } from '../../workers/videos/lanes.ts';
import { Lease, LeaseLost } from '../../workers/videos/lease.ts';
import { Speed } from '../../workers/videos/speed.ts';

const log = createLog('silent');
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work whose pieces end when they are told to. */
function pieces(count: number) {
  const ends: (() => void)[] = [];
  const state = { due: count, atOnce: 0, most: 0, done: 0 };
  const work = {
    name: 'test',
    async claim() {
      await settle();
      return state.due > 0 ? state.due-- : null;
    },
    async do() {
      state.most = Math.max(state.most, ++state.atOnce);
      await new Promise<void>((resolve) => ends.push(resolve));
      state.atOnce -= 1;
      state.done += 1;
    },
  };
  /** Ends pieces until so many are done. */
  const end = async (until: number) => {
    while (state.done < until) {
      ends.shift()?.();
      await settle();
    }
  };
  return { work, state, end, ends };
}

test('one call wakes as many lanes as there is work for', async (t) => {
  const { work, state, end, ends } = pieces(10);
  const lanes = new Lanes(work, 3, log);
  lanes.wake();
  while (ends.length < 3) await settle();
  await end(10);
  await lanes.stop();
  t.deepEqual(state, { due: 0, atOnce: 0, most: 3, done: 10 });
});

test('work that comes while a lane looks for the last time is not overlooked', async (t) => {
  const { work, state, end } = pieces(0);
  const lanes = new Lanes(work, 1, log);
  for (let round = 1; round <= 20; round++) {
    lanes.wake();
    state.due = 1;
    lanes.wake();
    await end(round);
  }
  await lanes.stop();
  t.is(state.done, 20);
});

test('a piece that fails ends its lane; the next call begins another', async (t) => {
  let claims = 0;
  const work = {
    name: 'test',
    async claim() {
      claims += 1;
      if (claims === 1) throw new Error('no database');
      return claims === 2 ? 'piece' : null;
    },
    async do() {
      throw new Error('no storage');
    },
  };
  const lanes = new Lanes(work, 1, log);
  lanes.wake();
  await settle();
  t.is(claims, 1);
  lanes.wake();
  await settle();
  t.is(claims, 2);
  await lanes.stop();
});

test('after stop() nothing is claimed, and what is under way ends first', async (t) => {
  const { work, state, end, ends } = pieces(5);
  const lanes = new Lanes(work, 2, log);
  lanes.wake();
  while (ends.length < 2) await settle();
  const stopped = lanes.stop();
  lanes.wake();
  await end(2);
  await stopped;
  t.like(state, { due: 3, done: 2 });
});

test('a lease that is not renewed ends its work', async (t) => {
  const answers = [true, true, false];
  const lease = new Lease(async () => answers.shift()!, new AbortController().signal, log, { seconds: 30, renewMs: 1 });
  await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
  lease.end();
  t.true(lease.signal.reason instanceof LeaseLost);
  t.throws(() => lease.require(true), { instanceOf: LeaseLost });
});

test('a database that does not answer ends the work when the lease has lapsed', async (t) => {
  const stopping = new AbortController();
  const renew = () => Promise.reject(new Error('no database'));
  const lease = new Lease(renew, stopping.signal, log, { seconds: 0.02, renewMs: 1 });
  await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
  lease.end();
  t.true(lease.signal.reason instanceof LeaseLost);
});

test('a step that is refused ends the work at once', (t) => {
  const lease = new Lease(async () => true, new AbortController().signal, log);
  t.notThrows(() => lease.require(true));
  t.throws(() => lease.require(false), { instanceOf: LeaseLost });
  t.true(lease.signal.aborted);
  lease.end();
});

test('a source must send 64 KB a second after the first minute', (t) => {
  let now = 0;
  const speed = new Speed({ clock: () => now, graceMs: 60_000 });
  const waiting = speed.wait(new Promise(() => {}));
  now = 60_000;
  t.false(speed.isTooSlow());
  now += 1;
  t.true(speed.isTooSlow(), 'nothing has come, and the wait goes on');
  speed.add(64 * 1024 * 60);
  t.true(speed.isTooSlow());
  speed.add(66);
  t.false(speed.isTooSlow());
  void waiting;
});

test('the time that others take is not counted', async (t) => {
  let now = 0;
  const speed = new Speed({ clock: () => now, graceMs: 1_000 });
  await speed.wait(Promise.resolve());
  now += 1_000_000;
  t.false(speed.isTooSlow());
});
