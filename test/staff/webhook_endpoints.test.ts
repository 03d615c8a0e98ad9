// Where a webhook endpoint may lead, told when it is made or moved.
import test from 'ava';
import { loadSettings } from '../../server/process/settings.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { allowLoopback } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let developer: string;
test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  developer = await signInAs(db, shop.companyId, ['developer.manage']);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const create = (url: string, { token = developer, at = desk } = {}) =>
  at.send(
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

test.serial('whoever may not make endpoints does not learn which addresses are private', async (t) => {
  const stranger = await signInAs(db, shop.companyId, ['orders.manage']);
  for (const url of ['https://10.0.0.1/', 'https://8.8.8.8/']) {
    t.is((await create(url, { token: stranger })).errors[0]?.extensions.code, 'FORBIDDEN', url);
  }
});

test.serial('what OUTBOUND_ALLOW names may be private', async (t) => {
  await allowLoopback(db.admin);
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: '127.0.0.0/8, ::1, 10.1.0.0/16' });
  const lenient = await startStaff(db, { outboundAllow });
  for (const url of ['http://127.0.0.1:8080/x', 'https://localhost/', 'https://10.1.2.3/']) {
    t.deepEqual((await create(url, { at: lenient })).errors, [], url);
  }
  t.like((await create('https://10.2.0.1/', { at: lenient })).errors[0]?.extensions, problem);
  await lenient.stop();
});
