// The budget of each company among the requests of staff, by a clock that the test moves.
import test from 'ava';
import { Shed } from '../../server/gate/load-shedding.ts';
import { type Limits, Shares } from '../../server/staff/requests/shares.ts';

const turn = () => new Promise(setImmediate);

function prepare(connections: number, limits: Partial<Limits> = {}) {
  const clock = { now: 0 };
  const shares = new Shares(connections, { burstMs: 100, share: 1 / 4, othersMs: 1_000, ...limits }, () => clock.now);
  /** A request that ends when it is told, and takes so much of the thread. */
  const ask = (company: string, ms = 0) => {
    const end = Promise.withResolvers<void>();
    const request = { started: false, end: end.resolve, done: Promise.resolve() };
    request.done = shares.run(company, (spend) => {
      request.started = true;
      spend(ms);
      return end.promise;
    });
    request.done.catch(() => {});
    return request;
  };
  return { clock, shares, ask };
}

test('a company alone has all connections, and however much of the thread it asks for', async (t) => {
  const { ask } = prepare(6);
  const requests = Array.from({ length: 7 }, () => ask('one', 1_000));
  await turn();
  t.is(requests.filter(({ started }) => started).length, 6);
  requests[0]!.end();
  await requests[0]!.done;
  t.true(requests[6]!.started);
});

test('while another company asks, each has a third of the connections', async (t) => {
  const { ask } = prepare(6);
  const other = ask('other');
  const requests = Array.from({ length: 5 }, () => ask('one'));
  await turn();
  t.true(other.started);
  t.is(requests.filter(({ started }) => started).length, 2);
  requests[0]!.end();
  await requests[0]!.done;
  t.is(requests.filter(({ started }) => started).length, 3);
});

test('a company ahead of its share of the thread waits until time has given it back, and no other waits', async (t) => {
  const { ask, clock } = prepare(6);
  ask('other').end();
  const dear = ask('one', 200);
  dear.end();
  await dear.done;
  const next = ask('one');
  t.false(next.started);
  t.true(ask('other').started);
  for (const [now, starts] of [
    [396, false],
    [404, true],
  ] as const) {
    clock.now = now;
    const other = ask('other');
    other.end();
    await other.done;
    t.is(next.started, starts, `after ${now} ms`);
  }
});

test('what waits too long is refused, and so is what comes to a queue that is full', async (t) => {
  const { ask, clock } = prepare(3, { waiting: 2, patienceMs: 50 });
  const other = ask('other');
  ask('one');
  const waiting = [ask('one'), ask('one')];
  await t.throwsAsync(ask('one').done, { instanceOf: Shed });
  clock.now = 51;
  other.end();
  for (const { done } of waiting) await t.throwsAsync(done, { instanceOf: Shed });
});

test('a company that owes nothing leaves nothing behind', async (t) => {
  const { ask, clock, shares } = prepare(3);
  for (let n = 0; n < 100; n++) {
    const request = ask(`company ${n}`, 1);
    request.end();
    await request.done;
    clock.now += 10;
  }
  t.true(shares.size <= 1);
});
