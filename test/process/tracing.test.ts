// Traces, by real processes and a collector on this machine. Of requests of staff: test/staff/traces.test.ts.
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { type Service, startService } from '../helpers/processes/service.ts';
import { Collector } from '../helpers/servers/collector.ts';
import { answer, Receiver } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, until } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'S-1' });
});

test.after.always(() => db?.drop());

/** Says on standard error which packages of OpenTelemetry's SDK are asked for. */
const watched = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') console.error('loads ' + name);
    return next(name, context);
  } });`)}`;

const start = (t: ExecutionContext, mode: 'api' | 'worker', env: Record<string, string> = {}): Promise<Service> =>
  startService(t, mode, {
    DATABASE_URL: withLogin(db.url, 'haat_gateway'),
    NODE_OPTIONS: watched,
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ...env,
  });

const get = (service: Service, path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { authorization: `Bearer ${shop.storeKey.key}`, ...headers } });

async function runTimer(): Promise<void> {
  await db.admin.query(`select graphile_worker.add_job('timer__run', '{"name": "clean_up_sessions"}')`);
  await until(db, 'not exists (select from graphile_worker.jobs where run_at <= now())');
}

longTest('where no collector is named, nothing of the SDK is loaded', async (t) => {
  const api = await start(t, 'api');
  t.is((await get(api, '/ext/v1/me')).status, 200);
  t.is(await api.stop(), 0);
  t.notRegex(api.output(), /loads/);
});

longTest.serial('a sampler that keeps nothing sends nothing', async (t) => {
  const collector = await new Collector().listen();
  t.teardown(() => collector.close());
  const worker = await start(t, 'worker', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_off',
  });
  await runTimer();
  t.is(await worker.stop(), 0);
  t.regex(worker.output(), /loads @opentelemetry\/sdk-trace-node/);
  t.deepEqual(collector.spans, []);
});

longTest('a collector that is away hurts no request and no stop, and is told of once', async (t) => {
  const api = await start(t, 'api', {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  for (let i = 0; i < 20; i++) t.is((await get(api, '/ext/v1/me')).status, 200);
  t.is(await api.stop(), 0);
  t.true((api.output().match(/traces cannot be sent/g) ?? []).length <= 1, api.output());
  t.notRegex(api.output(), /ECONNREFUSED/);
});

test('a request is a span by its route with the call of the database inside, in the trace of the caller', async (t) => {
  const collector = await new Collector().listen();
  t.teardown(() => collector.close());
  const api = await start(t, 'api', {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_SERVICE_NAME: 'haat-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  const [traceId, parentId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const traceparent = `00-${traceId}-${parentId}-01`;
  const listed = await get(api, '/ext/v1/products?search=hidden-words', { traceparent, 'x-request-id': 'mine' });
  t.is(listed.status, 200);
  t.is(listed.headers.get('traceparent'), null);
  t.is((await get(api, '/ext/v1/products/0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02')).status, 404);
  const refused = await fetch(`${api.url}/ext/v1/me`, { headers: { authorization: 'Bearer service_sk_unknown-key' } });
  t.is(refused.status, 401);
  const ordered = await fetch(`${api.url}/ext/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.storeKey.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'hidden-key',
    },
    body: JSON.stringify({
      customer: { phone: '01712999999', full_name: 'Hidden Name' },
      items: [{ sku: 'S-1', quantity: 1 }],
    }),
  });
  t.is(ordered.status, 201);
  t.is((await fetch(`${api.url}/healthz`)).status, 200);
  t.is((await fetch(`${api.url}/docs?hidden-query`)).status, 200);
  t.is(await api.stop(), 0);

  t.like(collector.resource, { 'service.name': 'haat-test', 'deployment.environment.name': 'test' });
  const [request] = collector.named('GET /ext/v1/products');
  t.like(request, { traceId, parentSpanId: parentId, kind: 2, failed: false });
  t.deepEqual(request!.attributes, {
    'http.request.method': 'GET',
    'http.route': '/ext/v1/products',
    'http.response.status_code': 200,
    'haat.operation': 'list_products',
    'haat.key_id': shop.storeKey.id,
    'haat.company_id': shop.companyId,
    'haat.request_id': 'mine',
  });
  const inside = collector.spans.filter(({ parentSpanId }) => parentSpanId === request!.spanId);
  t.deepEqual(
    inside.map(({ name, kind, attributes }) => ({ name, kind, attributes })),
    [{ name: 'gate.call', kind: 3, attributes: { 'db.system.name': 'postgresql' } }],
  );
  const [missing] = collector.named('GET /ext/v1/products/{id}');
  t.like(missing!.attributes, { 'http.response.status_code': 404 });
  t.false(missing!.failed);
  const [call] = collector.spans.filter(({ parentSpanId }) => parentSpanId === missing!.spanId);
  t.is(call!.attributes['db.response.status_code'], 'HT100');
  t.is(collector.named('GET /ext/v1/me')[0]!.attributes['http.response.status_code'], 401);
  t.is(collector.named('POST /ext/v1/orders').length, 1);
  t.is(collector.named('GET').length, 1, 'the docs have a span, the probe has none');
  t.notRegex(collector.text, /hidden/i);
  t.notRegex(collector.text, new RegExp(`${shop.storeKey.key}|unknown-key|01712999999`));
});

test.serial('a delivery, a job and a timer are traces of their own; the receiver gets no traceparent', async (t) => {
  const collector = await new Collector().listen();
  const receiver = await new Receiver(answer(500)).listen();
  t.teardown(() => {
    collector.close();
    receiver.close();
  });
  await allowLoopback(db.admin);
  const { endpoint_id, secret } = await createEndpoint(db, shop, `${receiver.url}?token=hidden`);
  const worker = await start(t, 'worker', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await t.throwsAsync(fetch(`${worker.url}/healthz`), undefined, 'without WORKER_PORT it opens no port');
  await callStaff(db, shop, 'send_webhook_ping', { endpoint_id });
  await db.admin.query(`select graphile_worker.add_job('timer__run', '{"name": "clean_up_sessions"}')`);
  await receiver.has(1);
  await until(db, `not exists (select from graphile_worker.jobs where run_at <= now())`);
  t.is(await worker.stop(), 0);

  t.is(receiver.got[0]!.headers.traceparent, undefined);
  const [delivery] = collector.named('webhook service.ping');
  t.is(delivery!.parentSpanId ?? '', '');
  t.true(delivery!.failed);
  t.like(delivery!.attributes, {
    'haat.event_type': 'service.ping',
    'haat.event_id': receiver.got[0]!.event.id,
    'haat.outcome': 'rejected',
    'http.response.status_code': 500,
    'server.address': '127.0.0.1',
  });
  // A busy machine may have tried a second time, after five seconds.
  t.true(collector.named('job webhook__deliver').length > 0);
  const [timer] = collector.named('timer clean_up_sessions');
  t.like(timer!.attributes, { 'haat.job': 'timer__run', 'haat.timer': 'clean_up_sessions' });
  t.not(timer!.traceId, delivery!.traceId);
  t.notRegex(collector.text, /hidden|whsec_/);
  t.false(collector.text.includes(secret));
});
