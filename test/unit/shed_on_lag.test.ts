import test from 'ava';
import { EventLoopLag } from '../../server/http/shed-on-lag.ts';
import { startApi } from '../helpers/api.ts';
import { fakeKey, fakePool } from '../helpers/fake-pool.ts';

test('a process is late when every tick of a second was late, and no longer with the first that was not', (t) => {
  const lag = new EventLoopLag(0);
  let now = 0;
  const tick = (ms: number) => {
    now += ms;
    lag.tick(now);
    return lag.stands();
  };
  t.false(tick(50));
  // One long piece of work.
  t.false(tick(900));
  t.false(tick(60));
  t.deepEqual([205, 205, 205, 205, 205].map(tick), [false, false, false, false, true]);
  t.false(tick(55));
});

test('a late process answers sixteen requests at a time and probes; others are told to come again', async (t) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const pool = fakePool();
  const { query } = pool;
  pool.query = (async (statement: never) => {
    await held;
    return query(statement);
  }) as never;
  const api = await startApi({ pool, isLate: () => true });
  // Whichever comes last is refused, and is the first that is answered.
  const asked = Array.from({ length: 17 }, () => api.request('GET', '/me', { key: fakeKey }));
  const refused = await Promise.race(asked);
  t.is(refused.status, 503);
  t.truthy(refused.headers.get('retry-after'));
  t.is(refused.body.error.code, 'UNAVAILABLE');
  for (const path of ['//healthz', '//readyz']) t.is((await api.request('GET', path)).status, 200);
  go();
  t.is((await Promise.all(asked)).filter(({ status }) => status === 200).length, 16);
  t.regex((await api.request('GET', '//metrics')).text, /haat_calls_shed_total\{bucket="all",reason="late"\} 1/);
  await api.stop();
});
