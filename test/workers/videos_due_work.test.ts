import test from 'ava';
import { createLog } from '../../server/process/log.ts';
import { DueWork } from '../../workers/videos/due-work.ts';
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

test('what is due is done piece by piece, until nothing is left', async (t) => {
  const { work, state, end, ends } = pieces(10);
  const due = new DueWork(work);
  const jobs = [1, 2, 3].map(() => due.run());
  while (ends.length < 3) await settle();
  await end(10);
  await Promise.all(jobs);
  t.deepEqual(state, { due: 0, atOnce: 0, most: 3, done: 10 });
});

test('a piece that fails fails its job, and the next job does the rest', async (t) => {
  const claims = ['deadly', 'good', null];
  const done: string[] = [];
  const due = new DueWork<string>({
    name: 'test',
    claim: async () => claims.shift() ?? null,
    async do(piece) {
      if (piece === 'deadly') throw new Error('no storage');
      done.push(piece);
    },
  });
  await t.throwsAsync(due.run(), { message: 'no storage' });
  await due.run();
  t.deepEqual(done, ['good']);
});

test('after stop() nothing is claimed, and what is under way ends first', async (t) => {
  const { work, state, end, ends } = pieces(5);
  const due = new DueWork(work);
  const jobs = [due.run(), due.run()];
  while (ends.length < 2) await settle();
  const stopped = due.stop();
  await due.run();
  await end(2);
  await stopped;
  await Promise.all(jobs);
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
