import test from 'ava';
import { Lateness } from '../../server/http/late-process.ts';
import { createLog } from '../../server/process/log.ts';
import { startApi } from '../helpers/api.ts';
import { fakePool } from '../helpers/fake-pool.ts';

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
  t.deepEqual([200, 200, 200, 200, 200, 200].map(tick), [false, false, false, false, false, true]);
  t.false(tick(55));
});

test('while the process is late, requests are told to come again, and probes are answered', async (t) => {
  let isLate = true;
  const api = await startApi({ pool: fakePool(() => ({})), isLate: () => isLate, log: createLog('silent') });
  const refused = await api.request('POST', '/orders', { key: 'service_sk_x', body: {} });
  t.is(refused.status, 503);
  t.truthy(refused.headers.get('retry-after'));
  t.is(refused.body.error.code, 'UNAVAILABLE');
  for (const path of ['//healthz', '//readyz']) t.is((await api.request('GET', path)).status, 200);
  const { text } = await api.request('GET', '//metrics');
  t.regex(text, /haat_calls_shed_total\{bucket="all",reason="late"\} 1/);
  isLate = false;
  t.is((await api.request('GET', '//docs')).status, 200);
  await api.stop();
});
