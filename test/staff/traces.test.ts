// A request of staff in the traces, in this process, which has their schema; other traces, by real processes: test/process/tracing.test.ts.
import { context, diag, propagation, trace } from '@opentelemetry/api';
import test from 'ava';
import { createLog } from '../../server/process/log.ts';
import { startTracing } from '../../server/process/tracing.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { Collector } from '../helpers/servers/collector.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, password, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

/** The SDK reads its variables when it starts. */
async function startTracingTo(url: string) {
  const { env } = process;
  process.env = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: url };
  try {
    return await startTracing(createLog('silent'));
  } finally {
    process.env = env;
  }
}

test.serial(
  'a request of staff is a span by its name with the work of the engine inside, and holds no value',
  async (t) => {
    const collector = await new Collector().listen();
    t.teardown(() => collector.close());
    const { email } = await hire(db, shop.companyId, { full_name: 'Hidden Name' });
    const tracing = await startTracingTo(collector.url);
    const { data } = await desk.send(
      null,
      'mutation ($e: String!, $p: String!) { signIn(input: { email: $e, password: $p }) { session { token } } }',
      { e: email, p: password },
    );
    const { token } = data.signIn.session;
    const answer = await desk.request('POST', '//admin/graphql', {
      key: token,
      body: { operationName: 'Look', query: 'query Look { viewer { fullName } }' },
    });
    await tracing.stop();
    for (const one of [trace, context, propagation, diag]) one.disable();

    t.is(answer.body.data.viewer.fullName, 'Hidden Name');
    const requests = collector.named('POST /admin/graphql');
    t.deepEqual(
      requests.map(({ attributes }) => [attributes['haat.operation'], attributes['haat.company_id']]),
      [
        ['graphql', undefined],
        ['Look', shop.companyId],
      ],
    );
    t.deepEqual(
      collector.named('graphql').map(({ parentSpanId, kind }) => [parentSpanId, kind]),
      requests.map(({ spanId }) => [spanId, 3]),
    );
    for (const value of [email, password, token, 'Hidden', 'viewer']) t.false(collector.text.includes(value), value);
  },
);
