// The ladder, driven by hand: claim as a worker does, record an answer, move the clock.
import test from 'ava';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, emit } from '../helpers/webhooks.ts';

const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

let db: TestDatabase;
let shop: TestShop;
let worker: pg.PoolClient;
let endpointId: string;

test.before(async () => {
  db = await freshDatabase('changes the schema');
  await allowLoopback(db.admin);
  // The clock stands still but for what moves it: a step of five seconds is soon over on a busy machine.
  await db.admin.query(
    `create or replace function internal.now() returns timestamptz language sql volatile
     return timestamptz '2026-11-21 10:00:00+00' + coalesce(nullif(current_setting('haat.clock_offset', true), ''), '0')::interval`,
  );
  worker = await db.as('haat_worker').connect();
});
test.beforeEach(async () => {
  await worker.query(`set haat.clock_offset = '0'`);
  shop = await createShop(db.admin);
  ({ endpoint_id: endpointId } = await createEndpoint(db, shop, 'https://hooks.example.com/'));
});
test.after.always(async () => {
  worker?.release();
  await db?.drop();
});

/** Takes what is due and answers it all alike; gives the bodies. */
async function attempt(answer: Record<string, unknown>): Promise<string[]> {
  const { rows: claimed } = await worker.query(`select * from internal.claim_deliveries($1, 'quick', 10)`, [
    endpointId,
  ]);
  if (claimed.length > 0) {
    const answers = claimed.map((one) => ({
      delivery_id: one.delivery_id,
      attempt: one.attempt,
      duration_ms: 5,
      ...answer,
    }));
    await worker.query(`select internal.record_attempts($1, 'quick', $2)`, [endpointId, JSON.stringify(answers)]);
  }
  return claimed.map(({ body }) => body);
}
const failure = { outcome: 'rejected', response_status: 503 };
const delivery = async () =>
  (await db.admin.query('select * from app.webhook_deliveries where endpoint_id = $1', [endpointId])).rows[0];
const endpoint = async () =>
  (await db.admin.query('select * from app.webhook_endpoints where id = $1', [endpointId])).rows[0];
const lastWait = async (): Promise<number> => {
  const { rows } = await db.admin.query(
    'select extract(epoch from next_attempt_at - created_at)::float as wait from app.webhook_attempts where endpoint_id = $1 order by attempt desc limit 1',
    [endpointId],
  );
  return rows[0].wait;
};
const moveTo = (offsetSeconds: number) =>
  worker.query(`select set_config('haat.clock_offset', $1, false)`, [`${offsetSeconds} s`]);

test.serial('ten attempts, each after its step give or take a fifth, then the delivery has failed', async (t) => {
  await emit(db, shop);
  const bodies = new Set<string>();
  let offset = 0;
  for (const step of seconds) {
    for (const body of await attempt(failure)) bodies.add(body);
    const wait = await lastWait();
    t.true(wait >= step * 0.79 && wait <= step * 1.21, `${wait} for a step of ${step}`);
    // Not a moment before its time.
    await moveTo(offset + wait - 2);
    t.deepEqual(await attempt(failure), []);
    offset += wait + 1;
    await moveTo(offset);
  }
  t.like(await delivery(), { status: 'pending', attempts: 9, failures: 9 });
  for (const body of await attempt(failure)) bodies.add(body);
  t.like(await delivery(), { status: 'failed', attempts: 10, failures: 10, next_attempt_at: null });
  t.is(bodies.size, 1, 'the same bytes each time');

  // Staff may start it anew; the log goes on counting.
  await callStaff(db, shop, 'redeliver_webhook', { delivery_id: (await delivery()).id });
  await attempt(failure);
  t.like(await delivery(), { status: 'pending', attempts: 11, failures: 1 });
});

test.serial('Retry-After is honoured up to twice the step', async (t) => {
  await emit(db, shop);
  await attempt({ ...failure, retry_after: 8 });
  t.is(Math.round(await lastWait()), 8);
  await moveTo(60);
  await attempt({ ...failure, retry_after: 100_000 });
  t.is(Math.round(await lastWait()), 600);
  await moveTo(3600);
  await attempt({ ...failure, retry_after: 1 });
  t.true((await lastWait()) >= 1440);
});

test.serial(
  'an endpoint with ten failures and no success in five days is switched off by its next failure',
  async (t) => {
    for (let i = 0; i < 12; i++) await emit(db, shop);
    await attempt(failure);
    for (let i = 0; i < 9; i++) await attempt(failure);
    t.like(await endpoint(), { status: 'active' });
    t.true((await endpoint()).failures >= 10);
    await moveTo(5 * 86_400 - 60);
    await attempt(failure);
    t.is((await endpoint()).status, 'active');
    await moveTo(5 * 86_400 + 60);
    await db.admin.query(
      `update app.webhook_deliveries set next_attempt_at = created_at where endpoint_id = $1 and status = 'pending'`,
      [endpointId],
    );
    await attempt(failure);
    t.like(await endpoint(), { status: 'disabled', disabled_reason: 'failing' });
    const { rows } = await db.admin.query('select distinct status from app.webhook_deliveries where endpoint_id = $1', [
      endpointId,
    ]);
    t.deepEqual(rows, [{ status: 'held' }]);
  },
);

test.serial('a success wipes the failures before it', async (t) => {
  for (let i = 0; i < 3; i++) await emit(db, shop);
  await attempt(failure);
  t.is((await endpoint()).failures, 3);
  await moveTo(600);
  await attempt({ outcome: 'delivered', response_status: 200 });
  t.like(await endpoint(), { failures: 0, failing_since: null });
  t.truthy((await endpoint()).last_success_at);
});

test.serial(
  'what a silent worker was sending is taken up; what it then reports decides nothing, unless it is a success',
  async (t) => {
    await emit(db, shop);
    await worker.query(`select internal.report_worker('slow')`);
    const { rows } = await worker.query(`select * from internal.claim_deliveries($1, 'slow', 10)`, [endpointId]);
    const requeue = async () =>
      (await worker.query(`select internal.requeue_lost_deliveries($1, 'quick') as count`, [endpointId])).rows[0].count;
    t.is(await requeue(), 0);
    t.deepEqual(await attempt(failure), [], 'no other worker gets it while its worker lives');
    await worker.query(`select internal.forget_worker('slow')`);
    t.is(await requeue(), 1);
    t.like(await delivery(), { status: 'pending', attempts: 1, failures: 0, worker_id: null });

    const late = (answer: object) =>
      worker.query(`select internal.record_attempts($1, 'slow', $2)`, [
        endpointId,
        JSON.stringify([{ delivery_id: rows[0].delivery_id, attempt: 1, duration_ms: 31_000, ...answer }]),
      ]);
    await late(failure);
    t.like(await delivery(), { status: 'pending', attempts: 2, failures: 0 });
    await late({ outcome: 'delivered', response_status: 200 });
    t.like(await delivery(), { status: 'delivered', attempts: 3, next_attempt_at: null });
    const { rows: log } = await db.admin.query(
      'select outcome from app.webhook_attempts where endpoint_id = $1 order by attempt',
      [endpointId],
    );
    t.deepEqual(
      log.map((row) => row.outcome),
      ['lost', 'rejected', 'delivered'],
    );
  },
);

test.serial('metrics count what is due, what waits, and attempts by outcome', async (t) => {
  const read = async () => (await db.as('haat_gateway').query('select internal.worker_metrics() as m')).rows[0].m;
  const before = await read();
  await emit(db, shop);
  await emit(db, shop);
  await db.admin.query(
    `update app.webhook_deliveries set next_attempt_at = next_attempt_at - interval '90 s' where endpoint_id = $1`,
    [endpointId],
  );
  const queued = await read();
  t.is(queued.deliveries_due, before.deliveries_due + 2);
  t.true(queued.oldest_due_seconds >= 90);
  await attempt(failure);
  const failed = await read();
  t.is(failed.deliveries_waiting, before.deliveries_waiting + 2);
  t.is(failed.attempts.rejected, before.attempts.rejected + 2);
  t.deepEqual(
    Object.keys(before.attempts).toSorted(),
    ['delivered', 'lost', 'refused', 'rejected', 'timeout', 'unreachable'],
    'those that have not happened are counted as well',
  );
});
