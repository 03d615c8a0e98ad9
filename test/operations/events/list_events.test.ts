import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { pulledTypes } from '../../../server/operations/events.ts';
import { operations } from '../../../server/operations/index.ts';
import { type Answer, startApi } from '../../helpers/api.ts';
import { answersAs } from '../../helpers/documents.ts';
import { runJobs } from '../../helpers/jobs.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCustomer } from '../../helpers/operations/makers.ts';
import { ALL_SCOPES, asCompany, createKey, createShop, holdMinute, type TestShop } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';
import { emit, moveClock } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_events', house, {
  async sound(maker) {
    await makeCustomer(maker);
    return {};
  },
  wrong: [
    [{ limit: 101 }, 'limit'],
    [{ wait: 26 }, 'wait'],
    [{ types: 'order.created,order.moved' }, 'types'],
    [{ types: 'service.ping' }, 'types'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ created_after: 'yesterday' }, 'created_after'],
  ],
});

/** A shop of the test's own, for what it has in all is compared. */
async function ownShop() {
  const shop = await createShop(db.admin);
  const get = (query: string, key = shop.storeKey.key) => send('GET', `/events?${query}`, undefined, { key });
  return { shop, get };
}
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

test('events come oldest first, as webhooks carry them, page by page, of the types that are asked for', async (t) => {
  const { shop, get } = await ownShop();
  const types = ['order.created', 'brand.created', 'order.updated', 'order.created', 'inventory.updated'];
  const ids: string[] = [];
  for (const type of types) ids.push(await emit(db, shop, { type, previous: { status: 'pending' } }));
  await emit(db, shop, { type: 'service.ping' });
  const elsewhere = await emit(db, shop, { storeId: shop.stores[1].id });

  const all = await get('');
  answersAs(t, 'list_events', all.body);
  t.deepEqual(idsOf(all), ids);
  t.deepEqual(all.body.meta, { has_more: false, next_cursor: null });
  const { rows } = await db.admin.query(
    'select internal.event_envelope(e, internal.api_version())::json as body from app.events e where id = any ($1) order by sequence',
    [ids],
  );
  t.deepEqual(
    all.body.data,
    rows.map(({ body }) => body),
  );

  const first = await get('limit=2');
  t.deepEqual([idsOf(first), first.body.meta], [ids.slice(0, 2), { has_more: true, next_cursor: ids[1] }]);
  t.deepEqual(idsOf(await get(`limit=3&starting_after=${ids[1]}`)), ids.slice(2));
  t.deepEqual(idsOf(await get(`starting_after=${ids[4]}`)), []);
  t.deepEqual(idsOf(await get('types=order.created')), [ids[0], ids[3]]);
  t.deepEqual(idsOf(await get(`types=order.created,inventory.updated&starting_after=${ids[0]}`)), [ids[3], ids[4]]);
  t.deepEqual(idsOf(await get(`created_after=${all.body.data[3].created_at}&limit=1`)), [ids[3]]);
  t.deepEqual(idsOf(await get('created_after=2999-01-01T00:00:00Z')), []);
  t.deepEqual(idsOf(await get('', shop.companyKey.key)), [...ids, elsewhere], 'a company key: of all stores');
  t.deepEqual(idsOf(await get(`store_id=${shop.stores[1].id}`, shop.companyKey.key)), [elsewhere]);
});

test('a key gets the events whose objects it may read, and is told what it lacks for the others', async (t) => {
  const { shop, get } = await ownShop();
  const order = await emit(db, shop, { type: 'order.created' });
  const brand = await emit(db, shop, { type: 'brand.created' });
  const keyOf = async (...scopes: string[]) =>
    (await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes })).key;
  const orders = await keyOf('orders:read');
  t.deepEqual(idsOf(await get('', orders)), [order]);
  t.deepEqual(idsOf(await get('', await keyOf('orders:write'))), [order], 'who may write it may read it');
  t.deepEqual(idsOf(await get('', await keyOf('products:read'))), [brand]);
  const refused = await get('types=order.created,brand.created', orders);
  t.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN_SCOPE']);
  t.regex(refused.body.error.message, /products:read, which events brand\.created need/);
  t.deepEqual(idsOf(await get('', await keyOf('reports:read'))), []);
  t.is((await get(`starting_after=${brand}`, orders)).status, 404, 'what it may not read is no cursor of its own');
});

test('the scope of an event is that of the operation that reads its object', async (t) => {
  const readers = {
    product: 'get_product',
    category: 'get_category',
    brand: 'get_brand',
    order: 'get_order',
    payment: 'list_order_payments',
    parcel: 'get_parcel',
    payout: 'get_payout',
    return: 'get_return',
    customer: 'get_customer',
    inventory: 'list_inventory_levels',
    video: 'get_video',
  };
  const { rows } = await db.admin.query(
    `select distinct split_part(type, '.', 1) as kind, internal.event_scope(type) as scope
     from unnest(internal.event_types()) as u (type) where internal.event_scope(type) is not null`,
  );
  t.deepEqual(
    Object.fromEntries(rows.map(({ kind, scope }) => [kind, [scope]])),
    Object.fromEntries(Object.entries(readers).map(([kind, name]) => [kind, operations[name]!.scopes])),
  );
  const { shop } = await ownShop();
  const types = await asCompany(db.admin, shop.companyId, async (client: pg.ClientBase) => {
    await client.query(`select set_config('haat.scopes', $1, true)`, [ALL_SCOPES]);
    return (await client.query('select internal.readable_event_types() as types')).rows[0].types;
  });
  t.deepEqual(types, pulledTypes, 'a key with every scope may read what the document names');
});

test('the events of a job come to who may call its operation or sent it, those of an export to who asked for it', async (t) => {
  const { shop, get } = await ownShop();
  const keyOf = (...scopes: string[]) =>
    createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes: ['orders:read', ...scopes] });
  const sender = await keyOf('products:read', 'catalog:write');
  const [other, colleague] = [await keyOf(), await keyOf('products:read', 'catalog:write')];
  const start = (path: string, body: object) =>
    send('POST', path, body, { key: sender.key, idempotencyKey: randomUUID() });
  const job = (await start('/jobs', { operation: 'create_brand', lines: [{ name: 'Aarong' }] })).body.id;
  const wanted = (await start('/exports', { operation: 'list_orders' })).body.id;
  const last = await emit(db, shop);
  const waiting = get(`starting_after=${last}&types=job.finished,export.finished&wait=25`, other.key);
  await runJobs(db, shop.companyId);
  await asCompany(db.admin, shop.companyId, (client: pg.ClientBase) =>
    client.query('select internal.cancel_export($1)', [wanted]),
  );
  const about = async (key: string) =>
    (await get(`starting_after=${last}&types=job.finished,export.finished`, key)).body.data.map(
      ({ data }: { data: { object: { id: string } } }) => data.object.id,
    );
  t.deepEqual(await about(sender.key), [job, wanted]);
  t.deepEqual(await about(colleague.key), [job], 'an export is for the key that asked');
  t.deepEqual(await about(other.key), []);
  const [told] = (await get('types=export.finished', sender.key)).body.data;
  t.like(told.data.object, { id: wanted, key_id: sender.id, status: 'failed', failure: { code: 'CANCELLED' } });
  t.is((await send('GET', `/events/${told.id}`, undefined, { key: sender.key })).status, 200);
  t.is((await send('GET', `/events/${told.id}`, undefined, { key: other.key })).status, 404);
  // Nor does it wake a key that may not read it.
  const own = (await start('/jobs', { operation: 'create_brand', lines: [{ name: 'Kay Kraft' }] })).body.id;
  await db.admin.query('update app.jobs set key_id = $2 where id = $1', [own, other.id]);
  await db.admin.query(`update app.api_keys set scopes = '{orders:read}' where id = $1`, [other.id]);
  await runJobs(db, shop.companyId);
  t.deepEqual(
    (await waiting).body.data.map(({ data }: { data: { object: object } }) => data.object),
    [
      (await db.admin.query('select d.document from internal.job_documents(array[$1::uuid]) d', [own])).rows[0]
        .document,
    ],
    'its own, which failed for want of the scope',
  );
});

test.serial('a cursor that is unknown, of another store or older than 30 days is refused by name', async (t) => {
  const { shop, get } = await ownShop();
  const elsewhere = await emit(db, shop, { storeId: shop.stores[1].id });
  const mine = await emit(db, shop);
  for (const cursor of [randomUUID(), elsewhere]) {
    const { status, body } = await get(`starting_after=${cursor}`);
    t.deepEqual([status, body.error.code, Object.keys(body.error.fields)], [404, 'NOT_FOUND', ['starting_after']]);
    t.regex(body.error.message, /read on without starting_after/);
  }
  t.is((await get(`starting_after=${mine}&store_id=${shop.stores[1].id}`, shop.companyKey.key)).status, 404);
  await moveClock(db, '721 hours');
  const later = db.as('haat_gateway', { application_name: 'a month later' });
  const run = async (input: object) =>
    (
      await later.query(`select outcome, result from gate.run($1, 'list_events', $2, null, null, 'test')`, [
        shop.storeKey.hash,
        input,
      ])
    ).rows[0];
  t.is((await run({ starting_after: mine })).outcome.sqlstate, 'HT100');
  t.deepEqual(JSON.parse((await run({})).result).data, []);
  await moveClock(db, '0');
});

/** A transaction that writes events of a store and stays open. */
async function opened(shop: TestShop, storeId = shop.stores[0].id) {
  let id!: string;
  let end!: (how: 'commit' | 'rollback') => void;
  const ending = new Promise<'commit' | 'rollback'>((resolve) => (end = resolve));
  let written!: () => void;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const ended = asCompany(db.admin, shop.companyId, async (client: pg.ClientBase) => {
    await client.query(`select internal.emit_event($1, 'order.created', uuidv7(), '{}')`, [storeId]);
    id = (await client.query('select id from app.events where store_id = $1 order by sequence desc', [storeId])).rows[0]
      .id;
    written();
    if ((await ending) === 'rollback') throw new Error('undone');
  });
  await isWritten;
  return {
    id,
    async end(how: 'commit' | 'rollback') {
      end(how);
      await ended.catch((error: Error) => error.message === 'undone' || Promise.reject(error));
    },
  };
}

test('what is committed behind one that is still being written waits for it; other stores do not', async (t) => {
  const { shop, get } = await ownShop();
  const last = await emit(db, shop);
  const slow = await opened(shop);
  const quick = await emit(db, shop);
  const awake = async () => {
    const gateway = db.as('haat_gateway');
    const input = { store_id: shop.stores[0].id, starting_after: last };
    const wait = await gateway.query(`select gate.event_wait($1, $2, 'test') as wait`, [shop.storeKey.hash, input]);
    const woken = await gateway.query('select awake from gate.awaited_events(jsonb_build_array($1::jsonb), null)', [
      wait.rows[0].wait,
    ]);
    return woken.rows[0].awake;
  };
  t.deepEqual(await awake(), [], 'nor does it wake who waits');
  const elsewhere = await emit(db, shop, { storeId: shop.stores[1].id });
  t.deepEqual(idsOf(await get('')), [last]);
  t.deepEqual(idsOf(await get(`store_id=${shop.stores[1].id}`, shop.companyKey.key)), [elsewhere]);
  await slow.end('commit');
  t.deepEqual(idsOf(await get('')), [last, slow.id, quick]);
  t.deepEqual(await awake(), [0]);

  const undone = await opened(shop);
  const kept = await emit(db, shop);
  t.deepEqual(idsOf(await get(`starting_after=${quick}`)), []);
  await undone.end('rollback');
  t.deepEqual(idsOf(await get(`starting_after=${quick}`)), [kept]);
});

test('an empty answer waits for its event, of its types alone, and counts as one read', async (t) => {
  const { shop, get } = await ownShop();
  await holdMinute(db.admin, shop.storeKey, 'read');
  const last = await emit(db, shop);
  const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
  const held = await opened(shop);
  const before = await get(`starting_after=${last}`);
  t.deepEqual(idsOf(before), []);
  const waiting = get(`starting_after=${last}&types=order.created&wait=25`);
  await eventually(
    () => get(`starting_after=${last}`),
    (answer) => left(answer) < left(before) - 1,
  );
  await held.end('commit');
  const answer = await waiting;
  t.deepEqual(idsOf(answer), [held.id]);
  const counted = left(await get('limit=1'));
  const other = get(`starting_after=${held.id}&types=brand.created&wait=25`);
  await emit(db, shop);
  const brand = await emit(db, shop, { type: 'brand.created' });
  t.deepEqual(idsOf(await other), [brand]);
  t.is(left(await get('limit=1')), counted - 2, 'the one that waited, and this one');
});

test('a key may have four calls waiting; one that leaves frees its place', async (t) => {
  const { shop, get } = await ownShop();
  const last = await emit(db, shop);
  const calls = Array.from({ length: 5 }, () => {
    const leaving = new AbortController();
    const answer = fetch(`${house().api.url}/ext/v1/events?starting_after=${last}&wait=25`, {
      headers: { authorization: `Bearer ${shop.storeKey.key}` },
      signal: leaving.signal,
    });
    return { leaving, answer };
  });
  const [refused, refusal] = await Promise.race(calls.map(async (call) => [call, await call.answer] as const));
  t.deepEqual([refusal.status, refusal.headers.get('retry-after')], [429, '5']);
  t.is((await get(`starting_after=${last}`)).status, 200, 'without waiting it goes on');
  const [gone, ...stay] = calls.filter((call) => call !== refused);
  gone!.leaving.abort();
  await t.throwsAsync(gone!.answer);
  const next = await eventually(
    async () => {
      const waits = get(`starting_after=${last}&wait=25`);
      return { waits, refused: await Promise.race([waits, get(`starting_after=${last}`).then(() => null)]) };
    },
    ({ refused }) => refused === null,
  );
  const id = await emit(db, shop);
  t.deepEqual(idsOf(await next.waits), [id]);
  for (const { answer } of stay) t.is((await answer).status, 200);
});

test('who waits is answered when the process stops, or when the key is revoked', async (t) => {
  const { shop } = await ownShop();
  let last = await emit(db, shop);
  const stopping = new AbortController();
  const shared = db.as('haat_gateway');
  let isLooking = () => {};
  // Events are looked for only while a call waits for one.
  const isWaiting = new Promise<void>((resolve) => {
    isLooking = resolve;
  });
  const pool: typeof shared = Object.create(shared, {
    query: {
      value(statement: pg.QueryConfig) {
        if (statement.text.includes('gate.awaited_events')) isLooking();
        return shared.query(statement);
      },
    },
  });
  const api = await startApi({ pool, stopping: stopping.signal });
  const ask = (seconds: number) =>
    api.request('GET', `/events?starting_after=${last}&wait=${seconds}`, { key: shop.storeKey.key });
  const setRevoked = (at: Date | null) =>
    db.admin.query('update app.api_keys set revoked_at = $2 where id = $1', [shop.storeKey.id, at]);
  const revoked = ask(25);
  await isWaiting;
  await setRevoked(new Date(0));
  await emit(db, shop);
  t.is((await revoked).status, 401);
  await setRevoked(null);
  last = await emit(db, shop);
  const waiting = [ask(25), ask(25)];
  await ask(0);
  stopping.abort();
  for (const { status, body } of await Promise.all(waiting)) t.deepEqual([status, body.data], [200, []]);
  t.deepEqual((await ask(25)).body.data, [], 'and no caller waits any more');
  await api.stop();
});

async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  // What hangs ends; a busy machine may take its time.
  const end = performance.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (performance.now() > end) throw new Error('it never held');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
