// What an endpoint misses while it is disabled: one mark on the endpoint, not a row an event, and nothing is lost.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { pauseAtRandom } from '../helpers/pauses.ts';
import { asCompany, createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, callStaff, createEndpoint, emit, moveClock, until } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let endpoint_id: string;

test.before(async () => {
  db = await freshDatabase('moves the clock');
  await allowLoopback(db.admin);
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  ({ endpoint_id } = await createEndpoint(db, shop, 'https://hooks.example.com/', ['order.created', 'order.updated']));
});
test.after.always(() => db?.drop());

const setStatus = (status: 'active' | 'disabled') =>
  callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, status });
const recover = (since = new Date(0)) => callStaff<number>(db, shop, 'recover_webhooks', { endpoint_id, since });
const missed = () => callStaff<number>(db, shop, 'count_missed_events', { endpoint_id });
const statuses = async () =>
  (await db.admin.query('select status from app.webhook_deliveries where endpoint_id = $1 order by id', [endpoint_id]))
    .rows;
/** What a worker would send now, in its order. */
const sent = async (most: number): Promise<string[]> =>
  (
    await db.as('haat_worker').query(`select event_id from internal.claim_deliveries($1, 'w', $2)`, [endpoint_id, most])
  ).rows.map((row) => row.event_id);

test.serial(
  '1,000 events add no delivery to a disabled endpoint; recovery sends those of its types, in order',
  async (t) => {
    await setStatus('disabled');
    await asCompany(db.admin, shop.companyId, (client) =>
      client.query(
        `select internal.emit_event($1, case n % 4 when 0 then 'brand.created' when 1 then 'order.created'
         else 'order.updated' end, uuidv7(), '{}') from generate_series(1, 1000) n`,
        [shop.stores[0].id],
      ),
    );
    t.deepEqual(await statuses(), []);
    t.is(await missed(), 750);
    await setStatus('active');
    t.is(await recover(), 750);
    t.is(await missed(), 0);
    t.is(await recover(), 0, 'what was recovered is not recovered again');
    const { rows } = await db.admin.query(
      `select (array_agg(d.event_id order by d.next_attempt_at, d.id) = array_agg(d.event_id order by e.sequence)) as in_order,
       count(*)::int, count(distinct e.id) filter (where e.type in ('order.created', 'order.updated'))::int as of_types
     from app.webhook_deliveries d join app.events e on e.id = d.event_id where d.endpoint_id = $1`,
      [endpoint_id],
    );
    t.deepEqual(rows, [{ in_order: true, count: 750, of_types: 750 }]);
    t.deepEqual(
      (await sent(3)).sort(),
      (
        await db.admin.query(
          `select id from app.events where store_id = $1 and type <> 'brand.created' order by sequence limit 3`,
          [shop.stores[0].id],
        )
      ).rows
        .map((row) => row.id)
        .sort(),
    );
  },
);

test.serial('what was missed in two absences and not between them is recovered, since a moment or whole', async (t) => {
  await setStatus('disabled');
  const first = await emit(db, shop);
  await setStatus('active');
  const between = await emit(db, shop);
  t.deepEqual(await sent(10), [between]);
  await setStatus('disabled');
  await setStatus('disabled');
  const second = await emit(db, shop);
  await setStatus('active');
  await emit(db, shop, { type: 'brand.created' });
  t.is(await missed(), 2);
  const { rows } = await db.admin.query('select created_at from app.events where id = $1', [second]);
  t.is(await recover(rows[0].created_at), 1);
  t.deepEqual(await sent(10), [second]);
  t.is(await recover(), 1);
  t.deepEqual(await sent(10), [first]);
});

test.serial('what a disabled endpoint missed is what it wanted at that time', async (t) => {
  await setStatus('disabled');
  const before = await emit(db, shop);
  await emit(db, shop, { type: 'brand.created' });
  await callStaff(db, shop, 'update_webhook_endpoint', { endpoint_id, event_types: ['brand.created'] });
  await emit(db, shop);
  const after = await emit(db, shop, { type: 'brand.created' });
  await setStatus('active');
  t.is(await recover(), 2);
  t.deepEqual(await sent(10), [before, after]);
});

test.serial('after 30 days what was missed is gone', async (t) => {
  await setStatus('disabled');
  await emit(db, shop);
  await setStatus('active');
  t.is(await missed(), 1);
  await moveClock(db, '721 hours');
  try {
    const later = db.as('haat_owner', { application_name: 'later' });
    const { rows } = await later.query(
      `select count(*)::int from app.webhook_endpoints e, internal.missed_events(e, '-infinity') where e.id = $1`,
      [endpoint_id],
    );
    t.deepEqual(rows, [{ count: 0 }]);
    await db.as('haat_worker', { application_name: 'later' }).query('select internal.clean_up_webhooks()');
    t.deepEqual((await db.admin.query('select from app.webhook_gaps where ended_at is not null')).rows, []);
  } finally {
    await moveClock(db, '0');
  }
});

test.serial("another company's endpoint has no number of missed events", async (t) => {
  const rival = await createShop(db.admin);
  await t.throwsAsync(callStaff(db, rival, 'count_missed_events', { endpoint_id }), { code: 'HT100' });
});

test.serial(
  'enabling waits for an event that found the endpoint disabled, and lets no event between pass',
  async (t) => {
    await setStatus('disabled');
    const waiting = `exists (select from pg_locks l where l.locktype = 'advisory' and not l.granted
    and l.database = (select oid from pg_database where datname = current_database()))`;
    let enabled: Promise<unknown> | undefined;
    let later: Promise<string> | undefined;
    await asCompany(db.admin, shop.companyId, async (client) => {
      await client.query(`select internal.emit_event($1, 'order.updated', uuidv7(), '{}')`, [shop.stores[0].id]);
      enabled = setStatus('active');
      await until(db, waiting);
      later = emit(db, shop);
      await until(db, waiting.replace('exists (select from', '2 = (select count(*) from'));
    });
    await enabled;
    const event = await later!;
    t.deepEqual(await sent(10), [event], 'it came while the endpoint was being enabled');
    t.is(await recover(), 1, 'it had found the endpoint disabled');
  },
);

test.serial(
  'however disabling, enabling and events fall together, each event gets one delivery in the end',
  async (t) => {
    const own = await freshDatabase('moves the clock');
    t.teardown(() => own.drop());
    const there = await createShop(own.admin);
    const { endpoint_id: id } = await createEndpoint(own, there, 'https://hooks.example.com/');
    await pauseAtRandom(own.admin, 3);
    const toggle = async () => {
      for (let i = 0; i < 15; i++) {
        for (const status of ['disabled', 'active']) {
          await callStaff(own, there, 'update_webhook_endpoint', { endpoint_id: id, status });
          if (i % 5 === 0 && status === 'active') {
            await callStaff(own, there, 'recover_webhooks', { endpoint_id: id, since: new Date(0) });
          }
        }
      }
    };
    const events = async () => {
      for (let i = 0; i < 40; i++) await emit(own, there);
    };
    await Promise.all([toggle(), events(), events(), events()]);
    await callStaff(own, there, 'recover_webhooks', { endpoint_id: id, since: new Date(0) });
    const { rows } = await own.admin.query(
      `select d.status, count(*)::int from app.events e
     left join app.webhook_deliveries d on d.event_id = e.id and d.endpoint_id = $1 group by 1`,
      [id],
    );
    t.deepEqual(rows, [{ status: 'pending', count: 120 }]);
  },
);
