// What runs for long in one store takes no lock that a single call of another store of the company would wait for. Each long work is held
// in an open transaction, with all that it has locked, while every operation is called.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { testStoreDemo } from '../../db/demo/test-store.ts';
import { operations } from '../../server/operations/index.ts';
import { startApi } from '../helpers/api.ts';
import { playStory } from '../helpers/demo-story.ts';
import { openJob } from '../helpers/jobs.ts';
import { authority, drawn, startImageServer } from '../helpers/servers/image-server.ts';
import { createKey, stockVariant, type TestShop } from '../helpers/shop.ts';
import { demoDay, openDemoShop } from '../helpers/shops/demo-shop.ts';
import { signInAs, startStaff } from '../helpers/staff.ts';
import { moveClock } from '../helpers/webhooks.ts';

test('no operation of a live store waits for a test store, an import, an export or a job of another store', async (t) => {
  t.timeout(180_000);
  const { db, directory, close } = await openDemoShop();
  t.teardown(close);
  await moveClock(db, `${demoDay.getTime() - Date.now()} milliseconds`);
  const demo = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'));
  const [company] = demo.companies;
  const [live, other] = company.stores;
  const staff = await startStaff(db);
  const owner = await signInAs(db, company.id, 'owner');
  const {
    rows: [{ id: ownerId }],
  } = await db.admin.query(`select id from app.staff where company_id = $1 and role = 'owner' limit 1`, [company.id]);
  const worker = db.as('haat_worker', { max: 8 });
  const jpeg = await drawn('jpeg', { width: 640, height: 640 });
  const pictures = await startImageServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
  });
  const pool = db.as('haat_gateway');
  const api = await startApi({ pool, outboundAllow: [{ host: 'localhost', port: undefined }], outboundCa: authority });
  t.teardown(async () => {
    await staff.stop();
    await api.stop();
    await pictures.stop();
  });

  const make = async (mutation: string, input: object) =>
    (
      await staff.ask(
        owner,
        `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { store { id } } }`,
        { input },
      )
    )[mutation].store.id as string;
  const fill = (client: pg.Client, id: string) =>
    client.query('select internal.reset_test_store($1, $2)', [id, testStoreDemo()]);
  // An empty one is filled as it is. A reset fills another one in the same way, and then hands over in a moment.
  const empty = await make('createTestStore', { name: 'Try here' });
  const key = await createKey(db.admin, company.id, { storeId: other.id });
  const works: Record<string, (client: pg.Client) => Promise<unknown>> = {};
  works.test_store = (client) => fill(client, empty);

  const lines = {
    create_product: ['products:write', { name: 'Of a job', variants: [{ sku: 'JOB-1', name: 'One', price: 100 }] }],
    create_category: ['catalog:write', { name: 'Of a job' }],
    create_brand: ['catalog:write', { name: 'Of a job' }],
    create_customer: ['customers:write', { full_name: 'Of a job', phone: '01799999991' }],
    create_order: [
      'orders:write',
      { customer: { full_name: 'Of a job', phone: '01799999992' }, items: [{ sku: 'JOB-0', quantity: 1 }] },
    ],
    create_inventory_adjustment: [
      'inventory:write',
      {
        sku: 'JOB-0',
        location_id: company.locations[0].id,
        type: 'purchase',
        quantity_change: 1,
        unit_cost: 50,
        reason: 'Of a job',
      },
    ],
  } as const;
  const shop = { companyId: company.id, locationId: company.locations[0].id } as TestShop;
  await stockVariant(db.admin, shop, { sku: 'JOB-0', storeId: other.id });
  const jobs: string[] = [];
  for (const [operation, [scope, line]] of Object.entries(lines)) {
    jobs.push(await openJob(db.admin, key, { storeId: other.id, operation, scope, lines: [line], queue: true }));
    await worker.query('select internal.take_job($1)', [company.id]);
  }
  works.jobs = async (client) => {
    for (const id of jobs) await client.query('select internal.run_job_line($1)', [id]);
    const { rows } = await client.query(
      'select operation, message from app.job_lines l join app.jobs j on j.id = l.job_id where l.sqlstate is not null',
    );
    t.deepEqual(rows, []);
  };
  const third = await make('createStore', { name: 'Third' });
  const ofImport = { store_id: third, location_id: company.locations[0].id, reason: 'Moved in' };
  works.import = async (client) => {
    await client.query('set local role haat_owner');
    await client.query(`select internal.act_as($1, 'Owner', 'staff', $2, internal.all_permissions())`, [
      company.id,
      ownerId,
    ]);
    const product = {
      ...ofImport,
      ...{ handle: 'of-an-import', name: 'Of an import', brand: 'Of an import', category_paths: [['Of', 'An import']] },
      variants: [{ sku: 'IMPORT-1', name: 'One', price: 100, stock: 5 }],
      image_links: [{ source_url: 'https://cdn.example/one.jpg', skus: ['IMPORT-1'] }],
    };
    const customer = {
      store_id: third,
      full_name: 'Of an import',
      phone: '01799999993',
      address: { address_line: 'House 1' },
    };
    const order = {
      store_id: third,
      reference: 'W-1',
      customer,
      items: [{ sku: 'IMPORT-1', quantity: 1, unit_price: 100 }],
      cod_amount: 100,
    };
    await client.query('select internal.import_product($1)', [product]);
    await client.query('select internal.import_customer($1)', [customer]);
    await client.query('select internal.import_order($1)', [order]);
  };
  const asked = await api.request('POST', '/exports', {
    key: key.key,
    body: { operation: 'list_orders' },
    idempotencyKey: 'export',
  });
  t.is(asked.status, 202, asked.text);
  const { rows: claimed } = await worker.query('select * from internal.claim_export(600)');
  const [{ id: exportId, lease_id }] = claimed;
  works.export = async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    const { rows } = await client.query('select * from internal.read_export($1, $2, null, 5)', [exportId, lease_id]);
    t.is(rows.length, 5);
  };
  for (const [name, work] of Object.entries(works)) {
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    t.teardown(() => client.end());
    await client.query('begin');
    await client.query(`set local lock_timeout = '3s'`);
    await work(client);
    t.log(name);
  }
  const { rows: waitingWorks } = await db.admin.query(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  t.deepEqual(waitingWorks, [{ open: Object.keys(works).length }]);
  const waited: string[] = [];
  await playStory(
    {
      api,
      db,
      link: (name) => pictures.url(`/${name}`),
      key: company.keys.store_full.key,
      methods: live.payment_methods,
    },
    ({ operation }, answer) => {
      if (answer.status !== operations[operation]!.status) waited.push(`${operation}: ${answer.text}`);
      if (answer.status === 503) t.log(operation, answer.text);
    },
  ).catch((error) => t.log(error));
  t.deepEqual(waited, []);
});

test('a location that is made while a test store is filled waits for nothing, and is not forgotten', async (t) => {
  t.timeout(120_000);
  const { db, directory, close } = await openDemoShop();
  t.teardown(close);
  const demo = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'));
  const [company] = demo.companies;
  const staff = await startStaff(db);
  t.teardown(() => staff.stop());
  const owner = await signInAs(db, company.id, 'owner');
  const { createTestStore } = await staff.ask(
    owner,
    'mutation { createTestStore(input: { name: "Try here" }) { store { id } } }',
  );
  const storeId = createTestStore.store.id as string;
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  t.teardown(() => client.end());
  await client.query('begin');
  await client.query('set local role haat_owner');
  await client.query('select internal.act_as($1, permissions => internal.all_permissions())', [company.id]);
  // The steps of internal.load_demo up to its last.
  await client.query(`select set_config('haat.filled_store', $1, true)`, [storeId]);
  const product = { name: 'Of the demo', status: 'active', variants: [{ sku: 'D', name: 'D', price: 1 }], stock: [] };
  await client.query('select internal.load_demo_product($1, $2, $3)', [storeId, company.locations[0].id, product]);
  const { createLocation } = await staff.ask(
    owner,
    'mutation { createLocation(input: { name: "Sylhet", code: "SYL" }) { location { id } } }',
  );
  await client.query('select internal.note_missing_levels($1)', [storeId]);
  await client.query('commit');
  const { rows } = await db.admin.query('select location_id from app.missing_levels where store_id = $1', [storeId]);
  t.deepEqual(
    rows.map(({ location_id }) => location_id).toSorted(),
    [...company.locations.map(({ id }: { id: string }) => id), createLocation.location.id].toSorted(),
  );
  t.deepEqual((await db.as('haat_dba').query('select * from ledger.check_missing_levels')).rows, []);
});
