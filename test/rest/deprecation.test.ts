// An endpoint that is going away says so on every answer. Nothing is deprecated today, so these tests bring their own.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { type ApiError, render } from '../../server/gate/errors.ts';
import { Gate } from '../../server/gate/gate.ts';
import { CallPipeline } from '../../server/gate/pipeline.ts';
import { openApi } from '../../server/openapi/index.ts';
import { operations } from '../../server/operations/index.ts';
import { createLog } from '../../server/process/log.ts';
import { rest } from '../../server/rest/index.ts';
import { fakeKey, fakePool } from '../helpers/fake-pool.ts';
import { testSecrets } from '../helpers/secrets.ts';

const link = 'https://haat.example/docs/versioning';
const deprecation = { since: '2026-12-31', sunset: '2027-12-31', link };
const registry = { get_me: { ...operations.get_me!, deprecation }, list_orders: operations.list_orders! };

test('its answers and its refusals carry Deprecation, Sunset and Link, and those of others do not', async (t) => {
  const log = createLog('silent');
  const gate = new Gate(fakePool(), log);
  const noWork = {
    images: {} as never,
    videos: {} as never,
    exports: {} as never,
    jobs: {} as never,
    mediaUrl: '',
    outboundAllow: [],
    secrets: testSecrets,
  };
  const app = new Koa();
  app.use(async (ctx, next) => {
    await next().catch((error: ApiError) => render(ctx, error));
  });
  app.use(rest(registry, gate, new CallPipeline({ gate, log, ...noWork })));
  const server = http.createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const get = (path: string, key: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ext/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    });
  for (const [key, status] of [
    [fakeKey, 200],
    ['nonsense', 401],
  ] as const) {
    const { headers, ...answer } = await get('/me', key).then(({ status, headers }) => ({ status, headers }));
    t.is(answer.status, status);
    t.is(headers.get('deprecation'), '@1798675200');
    t.is(headers.get('sunset'), 'Fri, 31 Dec 2027 00:00:00 GMT');
    t.is(headers.get('link'), `<${link}>; rel="deprecation"`);
  }
  const other = await get('/orders', fakeKey);
  t.is(other.status, 200);
  for (const name of ['deprecation', 'sunset', 'link']) t.false(other.headers.has(name));
});

test('the document marks it, says until when, and names the headers', (t) => {
  const { paths, components } = openApi(registry, { url: 'https://haat.example/ext/v1' });
  const { deprecated, description, responses } = paths!['/me']!.get!;
  t.true(deprecated);
  t.regex(description!, /Deprecated since 2026-12-31, gone from 2027-12-31/);
  for (const response of Object.values(responses!)) {
    for (const name of ['Deprecation', 'Sunset', 'Link']) t.true(name in response.headers);
  }
  t.truthy(components!.headers!.Sunset);
  t.is(paths!['/orders']!.get!.deprecated, undefined);
});

test('nothing is deprecated today, and what will be gets twelve months at least', (t) => {
  for (const [name, operation] of Object.entries(operations)) {
    if (!operation.deprecation) continue;
    const { since, sunset } = operation.deprecation;
    const [year, ...rest] = since.split('-');
    t.true(sunset >= [Number(year) + 1, ...rest].join('-'), name);
  }
  t.deepEqual(
    Object.keys(operations).filter((name) => operations[name]!.deprecation),
    [],
  );
});
