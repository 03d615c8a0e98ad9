// What staff with developer.manage see to: where a webhook endpoint may lead, told when it is made or moved; the jobs and exports
// of keys.
import test from 'ava';
import { loadSettings } from '../../server/process/settings.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openJob, runJobs } from '../helpers/jobs.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { allowLoopback } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let developer: string;
test.before(async () => {
  db = await freshDatabase('leaves damage');
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  developer = await signInAs(db, shop.companyId, ['developer.manage']);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const create = (url: string, { token = developer } = {}) =>
  desk.send(
    token,
    `mutation ($storeId: UUID!, $url: String!) {
      createWebhookEndpoint(input: { storeId: $storeId, url: $url }) { webhookSecret { webhookEndpoint { id url } } }
    }`,
    { storeId: shop.stores[0].id, url },
  );
const move = (endpointId: string, url: string | null) =>
  desk.send(
    developer,
    `mutation ($endpointId: UUID!, $url: String) {
      updateWebhookEndpoint(input: { endpointId: $endpointId, url: $url }) { webhookEndpoint { url } }
    }`,
    { endpointId, url },
  );
const endpoints = async () => (await db.admin.query('select id, url from app.webhook_endpoints order by id')).rows;

const inside = [
  'https://10.0.0.1/hook',
  'https://127.0.0.1:8443/',
  'https://169.254.169.254/latest',
  'https://192.168.1.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://LOCALHOST:8443/hook',
];
const problem = { code: 'VALIDATION_ERROR', fields: { url: ['points to an address that is not public'] } };

test.serial('an endpoint at a private address, or at a name that has one, is not made', async (t) => {
  for (const url of inside) t.like((await create(url)).errors[0]?.extensions, problem, url);
  t.deepEqual(await endpoints(), []);
});

test.serial('nor is one moved there', async (t) => {
  const made = await create('https://8.8.8.8/hook');
  const { id } = made.data.createWebhookEndpoint.webhookSecret.webhookEndpoint;
  for (const url of inside) t.like((await move(id, url)).errors[0]?.extensions, problem, url);
  t.deepEqual(await endpoints(), [{ id, url: 'https://8.8.8.8/hook' }]);
  t.deepEqual((await move(id, null)).errors, []);
  t.is(
    (await move(id, 'https://[2606:4700::1]/')).data.updateWebhookEndpoint.webhookEndpoint.url,
    'https://[2606:4700::1]/',
  );
});

test.serial('one bad URL in an operation stops its own mutation only', async (t) => {
  const before = await endpoints();
  const { data, errors } = await desk.send(
    developer,
    `mutation ($storeId: UUID!) {
      bad: createWebhookEndpoint(input: { storeId: $storeId, url: "https://10.0.0.1/" }) { clientMutationId }
      good: createWebhookEndpoint(input: { storeId: $storeId, url: "https://8.8.4.4/" }) { clientMutationId }
    }`,
    { storeId: shop.stores[0].id },
  );
  t.deepEqual(
    errors.map(({ path }) => path),
    [['bad']],
  );
  t.truthy(data.good);
  t.is((await endpoints()).length, before.length + 1);
});

test.serial('a name that does not resolve is taken: its receiver may not be up yet', async (t) => {
  t.deepEqual((await create('https://not-yet.invalid/hook')).errors, []);
});

test.serial('the shape of a URL is judged as before', async (t) => {
  for (const url of ['example.com', 'https://', 'https://user:pass@example.com/', 'http://8.8.8.8/']) {
    const { errors } = await create(url);
    t.is(errors[0]?.extensions.code, 'VALIDATION_ERROR', url);
    t.deepEqual(Object.keys(errors[0]!.extensions.fields!), ['url'], url);
  }
});

test.serial('people who may not make endpoints do not learn which addresses are private', async (t) => {
  const stranger = await signInAs(db, shop.companyId, ['orders.manage']);
  for (const url of ['https://10.0.0.1/', 'https://8.8.8.8/']) {
    t.is((await create(url, { token: stranger })).errors[0]?.extensions.code, 'FORBIDDEN', url);
  }
});

test.serial('what OUTBOUND_ALLOW names may be private', async (t) => {
  await allowLoopback(db.admin);
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: '127.0.0.0/8, ::1, 10.1.0.0/16' });
  // The door of the process is lent to one at a time.
  await desk.stop();
  desk = await startStaff(db, { outboundAllow });
  for (const url of ['http://127.0.0.1:8080/x', 'https://localhost/', 'https://10.1.2.3/']) {
    t.deepEqual((await create(url)).errors, [], url);
  }
  t.like((await create('https://10.2.0.1/')).errors[0]?.extensions, problem);
  await desk.stop();
  desk = await startStaff(db);
});

const cancel = (what: 'Job' | 'Export', id: string, token = developer) =>
  desk.send(
    token,
    `mutation ($id: UUID!) {
      cancel${what}(input: { ${what.toLowerCase()}Id: $id }) { ${what.toLowerCase()} { status failureMessage } }
    }`,
    { id },
  );

test.serial('jobs of keys are seen and cancelled with developer.manage, those of the own company alone', async (t) => {
  const job = (own: TestShop, lines: object[], queue = true) =>
    openJob(db.admin, own.storeKey, {
      storeId: own.stores[0]!.id,
      operation: 'create_brand',
      scope: 'catalog:write',
      lines,
      queue,
    });
  const list = async (token: string) =>
    (
      await desk.ask(
        token,
        `{ jobs(orderBy: [CREATED_AT_ASC]) { nodes {
          id status actorName key { id } lineCount succeededCount failedCount progress secondsLeft
          refusedLines { nodes { line message fields } } later: refusedLines(afterLine: 2) { nodes { line } } } } }`,
      )
    ).jobs.nodes;
  const rival = await createShop(db.admin);
  const elsewhere = await job(rival, [{ name: 'Theirs' }]);
  const done = await job(shop, [{ name: 'Aarong' }, { nmae: 'Dorji' }]);
  await runJobs(db, shop.companyId);
  const waiting = await job(shop, [{ name: 'Kay Kraft' }]);
  await job(shop, [{ name: 'Still arriving' }], false);
  const agent = await signInAs(db, shop.companyId, ['orders.manage', 'catalog.manage']);
  t.deepEqual(await list(agent), []);
  t.is((await cancel('Job', waiting, agent)).errors[0]?.extensions.code, 'FORBIDDEN');
  t.is((await cancel('Job', elsewhere)).errors[0]?.extensions.code, 'NOT_FOUND');

  const [first, second, ...others] = await list(developer);
  t.deepEqual(others, []);
  t.like(first, { id: done, status: 'finished', key: { id: shop.storeKey.id }, lineCount: 2, progress: 100 });
  t.like(first, { succeededCount: 1, failedCount: 1, secondsLeft: null, later: { nodes: [] } });
  const [refused] = first.refusedLines.nodes;
  t.is(refused.line, 2);
  t.truthy(refused.message);
  t.like(second, { id: waiting, status: 'queued', progress: 0, refusedLines: { nodes: [] } });

  t.is((await cancel('Job', waiting)).data.cancelJob.job.status, 'cancelled');
  t.is((await cancel('Job', done)).data.cancelJob.job.status, 'finished');
  const { rows } = await db.admin.query(
    `select object_id, (select count(*)::int from app.events e where e.object_id = a.object_id) as events
     from internal.readable_activity_log a where action = 'job.cancelled'`,
  );
  t.deepEqual(rows, [{ object_id: waiting, events: 1 }]);
});

test.serial('exports of keys are seen and cancelled with developer.manage; no worker goes on with them', async (t) => {
  const start = async (own: TestShop) => {
    const { result } = await callGate(db.as('haat_gateway'), own.storeKey, 'create_export', {
      operation: 'list_orders',
    });
    return result.id as string;
  };
  const list = async (token: string) =>
    (await desk.ask(token, '{ exports { nodes { id operation status recordCount key { id } } } }')).exports.nodes;
  const rival = await createShop(db.admin);
  const [id, elsewhere] = [await start(shop), await start(rival)];
  const agent = await signInAs(db, shop.companyId, ['orders.manage']);
  t.deepEqual(await list(agent), []);
  t.is((await cancel('Export', id, agent)).errors[0]?.extensions.code, 'FORBIDDEN');
  t.is((await cancel('Export', elsewhere)).errors[0]?.extensions.code, 'NOT_FOUND');
  const key = { id: shop.storeKey.id };
  t.deepEqual(await list(developer), [{ id, operation: 'list_orders', status: 'pending', recordCount: '0', key }]);

  const worker = db.as('haat_worker');
  const claimed = (await worker.query('select * from internal.claim_export(60)')).rows[0];
  t.is(claimed.id, id);
  const { data } = await cancel('Export', id);
  t.deepEqual(data.cancelExport.export, { status: 'failed', failureMessage: 'It was cancelled by staff.' });
  const held = 'select internal.finish_export($1, $2, 1, 1) as held';
  t.false((await worker.query(held, [id, claimed.lease_id])).rows[0].held);
  const { rows } = await db.admin.query('select media_key from internal.media_deletions where company_id = $1', [
    shop.companyId,
  ]);
  t.deepEqual(rows, [{ media_key: claimed.storage_key }]);
  const again = await cancel('Export', id);
  t.is(again.data.cancelExport.export.status, 'failed');
  const told = await db.admin.query('select type from app.events where object_id = $1', [id]);
  t.deepEqual(told.rows, [{ type: 'export.finished' }], 'once');
});
