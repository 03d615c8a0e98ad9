import test from 'ava';
import { Lateness } from '../../server/http/late-process.ts';
import { startApi } from '../helpers/api.ts';
import { fakeKey, fakePool } from '../helpers/fake-pool.ts';

test('a process is late when every tick of a second was late, and no longer with the first that was not', (t) => {
  const lateness = new Lateness(0);
  let now = 0;
  const tick = (ms: number) => {
    now += ms;
    lateness.tick(now);
    return lateness.stands();
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
  let asked = 0;
  pool.query = (async (statement: never) => {
    asked++;
    await held;
    return query(statement);
  }) as never;
  const api = await startApi({ pool, isLate: () => true });
  const open = Array.from({ length: 16 }, () => api.request('GET', '/me', { key: fakeKey }));
  // They come on connections of their own, and would come in any order with the next one.
  while (asked < open.length) await new Promise(setImmediate);
  const refused = await api.request('GET', '//ext/v1/nothing');
  t.truthy(refused.headers.get('retry-after'));
  t.is(refused.body.error.code, 'UNAVAILABLE');
  for (const path of ['//healthz', '//readyz']) t.is((await api.request('GET', path)).status, 200);
  go();
  for (const { status } of await Promise.all(open)) t.is(status, 200);
  t.regex((await api.request('GET', '//metrics')).text, /haat_calls_shed_total\{bucket="all",reason="late"\} 1/);
  await api.stop();
});
