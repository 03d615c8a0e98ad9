// Lists that stay short for one shop lie in tables that all companies share: each finds its rows by the store or the
// company, by every filter, however many rows the others have. The long lists are in rows_read.test.ts.
import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { operations } from '../../server/operations/index.ts';
import { fieldsOf, isList, longLists, paging } from '../bench/list-cases.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openJob } from '../helpers/jobs.ts';
import { isLong } from '../helpers/long.ts';
import { createShop, type TestKey, type TestShop } from '../helpers/shop.ts';

/** What each list shows is in this table. */
const tables: Record<string, string> = {
  list_videos: 'videos',
  list_exports: 'exports',
  list_jobs: 'jobs',
  list_job_results: 'job_lines',
  list_events: 'events',
  list_webhook_endpoints: 'webhook_endpoints',
  list_webhook_deliveries: 'webhook_deliveries',
  // Long, but the large shop of the long ones is copied past the journal.
  list_changes: 'changes',
};

const own = 60;
const foreign = isLong ? 4000 : 1500;

/** A list may look at all of its own shop, and a page is granted beside. */
const mostRows = 2 * own + 25;

let db: TestDatabase;
let shop: TestShop;
let jobId: string;
let endpointId: string;

test.before(async (t) => {
  t.timeout(60_000);
  db = await freshDatabase('holds a large shop');
  shop = await createShop(db.admin);
  const other = await createShop(db.admin);
  const call = (operation: string, input: object) => ask(shop.storeKey, operation, input);
  await call('create_video', { file_name: 'saree.mp4', size_bytes: 1000 });
  await call('create_export', { operation: 'list_orders' });
  await call('create_webhook_endpoint', { url: 'https://8.8.8.8/hook' });
  await call('create_brand', { name: 'Aarong' });
  const line = { location_id: shop.locationId, variant_id: randomUUID(), quantity_change: 1, reason: 'found' };
  const job = { storeId: shop.stores[0].id, operation: 'create_inventory_adjustment', scope: 'inventory:write' };
  endpointId = (await db.admin.query('select id from app.webhook_endpoints')).rows[0].id;
  jobId = await openJob(db.admin, shop.storeKey, { ...job, lines: [line], queue: true });
  await db.admin.query(
    `update app.job_lines set ended_at = now(), input = null, sqlstate = 'HT100', message = 'No such variant.' where job_id = $1`,
    [jobId],
  );
  await copyRows(shop.companyId, shop.stores[0].id, own);
  await copyRows(other.companyId, other.stores[0].id, foreign);
  await db.admin.query(
    `vacuum (analyze) ${Object.values(tables)
      .map((table) => `app.${table}`)
      .join(', ')}`,
  );
});
test.after.always(() => db?.drop());

/** Copies the one row of each table; lines go to one job of that company. */
async function copyRows(companyId: string, storeId: string, count: number): Promise<void> {
  const job = companyId === shop.companyId ? jobId : randomUUID();
  const client = await db.admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const table of Object.values(tables)) {
      const { rows } = await client.query(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = ('app.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
        [table],
      );
      const changed = `jsonb_build_object('id', md5($1 || ' ' || n)::uuid, 'company_id', $1::uuid, 'store_id', $2::uuid, 'job_id', $3::uuid, 'line', n,
        'event_id', md5($1 || ' ' || n)::uuid,
        'storage_key', (to_jsonb(r.v) ->> 'storage_key') || uuidv7())`;
      await client.query(
        `insert into app.${table} (${rows[0].names}) select ${rows[0].names}
         from (select v from app.${table} v ${table === 'changes' ? `where record_type = 'brand'` : ''} limit 1) r, generate_series(2, $4) n,
           jsonb_populate_record(r.v, ${changed}) p`,
        [companyId, storeId, job, count],
      );
    }
  } finally {
    client.release(true);
  }
}

const countedTables = `
  select coalesce(json_object_agg(relname, seq_tup_read + idx_tup_fetch), '{}') as tables
  from pg_stat_xact_user_tables where schemaname = 'app' and relname = any ($1)`;

type Answer = { read: Record<string, number>; returned: number };
const zero = Object.fromEntries(Object.values(tables).map((table) => [table, 0]));

async function ask(key: TestKey, operation: string, input: object, isUndone = false): Promise<Answer> {
  const client: pg.PoolClient = await db.as('haat_gateway').connect();
  try {
    await client.query('begin');
    // What Postgres has not yet noted of earlier transactions is counted, too.
    const before = { ...zero, ...(await client.query(countedTables, [Object.values(tables)])).rows[0].tables };
    const { rows } = await client.query('select * from gate.run($1, $2, $3, $4, $5, $6)', [
      key.hash,
      operation,
      // As the doors do: with the values of what is left out.
      JSON.stringify(operations[operation]!.input.parse(input)),
      ...(operations[operation]!.method === 'GET' ? [null, null] : [randomUUID(), createHash('sha256').digest()]),
      'test-request',
    ]);
    const { sqlstate, message } = rows[0].outcome;
    if (sqlstate) throw new Error(`${operation} ${JSON.stringify(input)}: ${sqlstate} ${message}`);
    const after = { ...zero, ...(await client.query(countedTables, [Object.values(tables)])).rows[0].tables };
    await client.query(isUndone ? 'rollback' : 'commit');
    const document = JSON.parse(rows[0].result);
    const read = Object.fromEntries(Object.keys(zero).map((table) => [table, after[table] - before[table]]));
    return { read, returned: (document.data ?? document.results ?? []).length };
  } finally {
    client.release();
  }
}

/** Values of filters that are no enumeration. */
const values: Record<string, unknown> = {
  created_after: '2020-01-01T00:00:00Z',
  operation: 'create_inventory_adjustment',
  types: ['brand.created'],
  refused_only: true,
  created_before: '2100-01-01T00:00:00Z',
  record_id: randomUUID(),
  actor_id: randomUUID(),
};

/** Filters that are given together. */
const beside = (name: string): object => {
  if (name === 'record_id') return { record_type: 'brand' };
  if (name === 'actor_id') return { actor_type: 'api_key' };
  return name === 'actor_type' ? { actor_id: values.actor_id } : {};
};

/** Each filter by itself, in each of its values, in every order. */
function inputsOf(operation: string): object[] {
  const base = { list_job_results: { id: jobId }, list_webhook_deliveries: { id: endpointId } }[operation] ?? {};
  const { sort = [undefined], ...fields } = fieldsOf(operation);
  const filters = Object.entries(fields).filter(([name]) => ![...paging, 'id', 'wait'].includes(name));
  const inputs = filters.flatMap(([name, options]) =>
    (options ?? [values[name]]).map((value) => {
      if (value === undefined) throw new Error(`${operation} has a new filter, ${name}: give a value of it here`);
      return { [name]: value, ...beside(name) };
    }),
  );
  return [{}, ...inputs].flatMap((input) =>
    sort.map((order) => ({ ...base, ...input, ...(order ? { sort: order } : {}) })),
  );
}

test('every list of the registry is counted, here or among the long ones', (t) => {
  const lists = Object.keys(operations).filter(isList);
  t.deepEqual(lists.filter((name) => !longLists.includes(name)).sort(), Object.keys(tables).sort());
});

test('a short list reads its own shop, by every filter', async (t) => {
  t.timeout(60_000);
  const found: string[] = [];
  for (const [operation, table] of Object.entries(tables)) {
    let shown = 0;
    // An endpoint is its own key's alone.
    const company = operation === 'list_webhook_deliveries' ? {} : { company: shop.companyKey };
    for (const [who, key] of Object.entries({ store: shop.storeKey, ...company }))
      for (const input of inputsOf(operation)) {
        const { read, returned } = await ask(key, operation, input, true);
        shown += returned;
        const rows = Math.max(0, ...Object.values(read));
        if (rows > mostRows) found.push(`${operation} ${JSON.stringify(input)} as ${who}: ${JSON.stringify(read)}`);
      }
    t.true(shown >= 25, `${operation} showed something of ${table}`);
  }
  t.deepEqual(found, []);
});

test('of the many changes of a company itself a page reads as many as it shows of each type', async (t) => {
  const { companyId, companyKey } = await createShop(db.admin);
  const actor_id = randomUUID();
  const client = await db.admin.connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `insert into app.changes (company_id, actor_type, actor_id, actor_name, record_type, record_id, part, action, before, after, record_digest, created_at)
     select $1, 'staff', $2, 'Rahim', case n % 2 when 0 then 'courier' else 'payout' end, uuidv7(), '', 'update', '{"name": "a"}', '{"name": "b"}', sha256('b'),
       now() - interval '1 minute' * n
     from generate_series(1, 4000) n`,
    [companyId, actor_id],
  );
  await client.query('commit');
  await client.query('vacuum (analyze) app.changes');
  client.release(true);
  const by = { actor_type: 'staff', actor_id };
  for (const input of [
    {},
    { sort: 'created_at' },
    by,
    { ...by, record_type: 'payout' },
    { record_type: 'courier', created_before: new Date(Date.now() - 60_000_000).toISOString() },
  ]) {
    const { read, returned } = await ask(companyKey, 'list_changes', input, true);
    t.is(returned, 25);
    t.true(read.changes! <= mostRows, `${JSON.stringify(input)}: ${JSON.stringify(read)}`);
  }
});
