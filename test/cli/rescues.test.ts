// What an operator can still do when no person of a company can.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
let api: TestApi;
let nth = 0;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin, { reads_per_minute: 111 });
  rival = await createShop(db.admin, { reads_per_minute: 222 });
  api = await startApi({ pool: db.as('haat_gateway') });
});

test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const haat = (...args: string[]) => runHaatHere(args, { DATABASE_URL: db.url });

/** The answer of a command that must succeed. */
async function done(...args: string[]) {
  const { code, out, err } = await haat(...args, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

const me = async (key: string) => (await api.request('GET', '/me', { key })).status;
const signIn = async (email: string, password: string) =>
  (await db.as('haat_anonymous').query('select (staff.sign_in($1, $2)).token', [email, password])).rows[0].token;
const logged = async (companyId: string, action: string) =>
  (
    await db.admin.query(
      'select action, actor_type, actor_name, before, after from internal.readable_activity_log where company_id = $1 and action = $2 order by id desc limit 1',
      [companyId, action],
    )
  ).rows[0];

/** A company made by the command line, with an only owner who has signed in. */
async function newCompany() {
  const code = `rescue_${++nth}`;
  await done('plan', 'create', '--code', code, '--name', 'Rescue');
  const owner = ['--owner-email', `${code}@rescue.example`, '--owner-full-name', 'Only Owner'];
  const company = await done('company', 'create', '--name', code, '--plan', code, ...owner);
  // So that no sign-in waits for its hash.
  await db.admin.query(
    `update app.staff set password_hash = extensions.crypt($2, extensions.gen_salt('bf', 4)) where email = $1`,
    [company.owner_email, company.one_time_password],
  );
  await signIn(company.owner_email, company.one_time_password);
  return company;
}

test('an operator chooses the plan, which holds at once and is logged', async (t) => {
  const { rows } = await db.admin.query('select code from app.plans where reads_per_minute = 222');
  const changed = await done('company', 'plan', shop.companyId, rows[0].code);
  t.like(changed, { id: shop.companyId, plan: rows[0].code });
  const { body } = await api.request('GET', '/me', { key: shop.companyKey.key });
  t.is(body.rate_limits.reads_per_minute, 222);
  t.like(await logged(shop.companyId, 'company.plan_set'), {
    actor_type: 'system',
    actor_name: 'Command line',
    after: { plan: rows[0].code },
  });
  const unknown = await haat('company', 'plan', shop.companyId, 'gold');
  t.regex(unknown.err, /^haat: --plan: must be one of .*plan_/);
});

test('a suspended company has no keys, no staff and no webhooks, until it is resumed with all its data', async (t) => {
  const company = await newCompany();
  const store = await done('store', 'create', '--company', company.id, '--name', company.name);
  const { key } = await done('key', 'create', '--store', store.slug, '--name', 'K', '--scopes', 'products:read');
  await allowLoopback(db.admin);
  const place = { companyId: company.id, stores: [{ id: store.id }] } as unknown as TestShop;
  const { endpoint_id } = await createEndpoint(db, place, 'http://127.0.0.1:9/');
  const ping = await done('webhook', 'ping', '--endpoint', endpoint_id);
  t.like(await done('company', 'suspend', company.id), { status: 'suspended' });
  t.is(await me(key), 401);
  t.is(await signIn(company.owner_email, company.one_time_password), null);
  t.deepEqual(await done('session', 'list', '--company', company.id), []);
  const claim = `select * from internal.claim_deliveries($1, 'worker', 10)`;
  t.deepEqual((await db.as('haat_worker').query(claim, [endpoint_id])).rows, []);
  t.like((await done('webhook', 'deliveries', '--endpoint', endpoint_id))[0], { id: ping.delivery_id, status: 'held' });
  t.is(await me(rival.companyKey.key), 200, 'others work on');

  t.like(await done('company', 'resume', company.id), { status: 'active' });
  t.is(await me(key), 200);
  t.truthy(await signIn(company.owner_email, company.one_time_password));
  t.deepEqual(await done('webhook', 'recover', '--endpoint', endpoint_id, '--since', '2020-01-01T00:00:00Z'), {
    deliveries: 1,
  });
  t.is((await db.as('haat_worker').query(claim, [endpoint_id])).rows[0].delivery_id, ping.delivery_id);
  t.like(await done('company', 'close', company.id, '--yes'), { status: 'closed' });
  t.is(await me(key), 401);
  t.like(await logged(company.id, 'company.status_set'), { before: { status: 'active' } });
});

test('the list of companies says how large each is', async (t) => {
  const large = await createShop(db.admin);
  const listed = (await done('company', 'list')).find(({ id }: { id: string }) => id === large.companyId);
  t.like(listed, { status: 'active', stores: large.stores.length, orders: 0 });
});

test('an only owner who is locked out is let in again', async (t) => {
  const company = await newCompany();
  const email = company.owner_email;
  for (let guess = 0; guess < 5; guess += 1) await signIn(email, 'wrong');
  await t.throwsAsync(signIn(email, company.one_time_password), { code: 'HT005' });
  // The command takes longer to start than the first wait.
  await db.admin.query(`update internal.sign_in_waits set wait_until = wait_until + interval '10 minutes'`);
  const [locked] = await done('staff', 'list', '--company', company.id);
  t.truthy(locked.slowed_until);
  t.is((await done('staff', 'unlock', email)).slowed_until, null);
  t.truthy(await signIn(email, company.one_time_password));

  const reset = await done('staff', 'reset-password', email);
  t.deepEqual(await done('session', 'list', '--company', company.id), []);
  t.is(await signIn(email, company.one_time_password), null);
  t.truthy(await signIn(email, reset.one_time_password));
  t.is((await done('session', 'list', '--company', company.id)).length, 1);
  t.like((await done('session', 'list', '--company', company.id))[0], { email, user_agent: null });
  await db.admin.query(
    `insert into app.staff_authenticators (id, company_id, staff_id, sealed_seed, seed_hash, confirmed_at, created_at)
     select uuidv7(), company_id, id, 'sealed', sha256('seed'), now(), now() from app.staff where email = $1`,
    [email],
  );
  await db.admin.query(
    `insert into app.staff_passkeys (company_id, staff_id, name, domain, credential_id, public_key, sign_count, created_at)
     select company_id, id, 'Lost phone', 'haat.example', sha256('lost'),
       decode('a5010203262001215820' || repeat('ab', 32) || '225820' || repeat('cd', 32), 'hex'), 0, now()
     from app.staff where email = $1`,
    [email],
  );
  await t.throwsAsync(signIn(email, reset.one_time_password), { code: 'HT015' });
  t.like((await done('staff', 'list', '--company', company.id))[0], { two_factor: true, passkeys: 1 });
  await done('staff', 'reset-two-factor', email);
  t.like(await logged(company.id, 'staff.two_factor_reset'), { actor_name: 'Command line' });
  t.like((await done('staff', 'list', '--company', company.id))[0], { two_factor: false, passkeys: 0 });
  t.truthy(await signIn(email, reset.one_time_password));
  await done('session', 'end', email);
  t.deepEqual(await done('session', 'list', '--company', company.id), []);
});

test('an account that is disabled stays so when it is unlocked, and comes back when it is enabled', async (t) => {
  const company = await newCompany();
  t.like(await done('staff', 'disable', company.owner_email), { status: 'disabled' });
  t.like(await done('staff', 'unlock', company.owner_email), { status: 'disabled' });
  t.is(await signIn(company.owner_email, company.one_time_password), null);
  t.like(await done('staff', 'enable', company.owner_id), { status: 'active' });
  t.truthy(await signIn(company.owner_email, company.one_time_password));
  t.regex((await haat('staff', 'enable', 'nobody@example.com')).err, /^haat: --staff: no such account/);
});

test('no member of staff can be given what the command line takes for itself', async (t) => {
  const { constraint } = await t.throwsAsync<Error & { constraint: string }>(
    db.admin.query(
      `insert into app.staff (company_id, email, full_name, permissions) values ($1, 'x@y.z', 'X', '{operator}')`,
      [shop.companyId],
    ),
  );
  t.is(constraint, 'staff_permissions_check');
});

test('keys and endpoints of all companies are listed, and a key is revoked by its id alone', async (t) => {
  const store = await done('store', 'create', '--company', rival.companyId, '--name', 'Second');
  const made = await done('key', 'create', '--store', store.slug, '--name', 'Lost', '--scopes', 'orders:read');
  const companies = new Set((await done('key', 'list')).map((key: { company_id: string }) => key.company_id));
  t.true(companies.has(shop.companyId) && companies.has(rival.companyId));
  await done('key', 'revoke', '--key', made.id);
  t.is(await me(made.key), 401);
});

test('one delivery is sent again by its id', async (t) => {
  await allowLoopback(db.admin);
  const { endpoint_id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/again');
  const { delivery_id } = await done('webhook', 'ping', '--endpoint', endpoint_id);
  await db.admin.query(
    `update app.webhook_deliveries set status = 'delivered', finished_at = now(), next_attempt_at = null where id = $1`,
    [delivery_id],
  );
  t.like(await done('webhook', 'redeliver', '--delivery', delivery_id), { id: delivery_id, status: 'pending' });
});

test('an export holds every row of the company, none of another, and no secret', async (t) => {
  const own = await createShop(db.admin);
  await allowLoopback(db.admin);
  const { endpoint_id, secret } = await createEndpoint(db, own, 'http://127.0.0.1:9/export');
  await done('webhook', 'ping', '--endpoint', endpoint_id);
  await api.request('POST', '/products', {
    key: own.companyKey.key,
    body: { store_id: own.stores[0].id, name: 'Exported', variants: [{ sku: 'EX-1', name: 'One', price: 10 }] },
    idempotencyKey: 'export',
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-export-'));
  t.teardown(() => fs.rmSync(folder, { recursive: true }));
  await done('company', 'export', own.companyId, '--to', folder);

  const { rows: tables } = await db.admin.query(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and a.attname = 'company_id' order by 1`);
  for (const { name } of tables) {
    const lines = fs
      .readFileSync(path.join(folder, `${name}.ndjson`), 'utf8')
      .split('\n')
      .slice(0, -1);
    // What it did itself is logged after its snapshot was read.
    const { rows } = await db.admin.query(
      `select count(*)::int as n from app.${name} t where company_id = $1 and to_jsonb(t) ->> 'action' is distinct from 'company.exported'`,
      [own.companyId],
    );
    t.is(lines.length, rows[0].n, name);
    for (const line of lines) t.is(JSON.parse(line).company_id, own.companyId, name);
  }
  const all = fs
    .readdirSync(folder)
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .join('');
  t.true(all.includes('EX-1') && all.includes('"reads_per_minute"'));
  for (const kept of [secret, own.companyKey.key, 'key_hash', 'password_hash', 'token_hash', 'request_hash']) {
    t.false(all.includes(kept), kept);
  }
  const again = await haat('company', 'export', own.companyId, '--to', folder);
  t.is(again.err, 'haat: --to: the folder is not empty\n');
});

/** Customers by phone in both stores of a company, each with an order that was cancelled or is open. */
async function newCustomers(own: TestShop, phone: string, isOpen = false) {
  const call = async (operation: string, input: object) =>
    (await callGate(db.as('haat_gateway'), own.companyKey, operation, input)).result;
  const ids: string[] = [];
  for (const store of own.stores) {
    const sku = `S-${++nth}`;
    await stockVariant(db.admin, own, { sku, storeId: store.id });
    const order = {
      store_id: store.id,
      customer: { phone, full_name: 'Nosrin Forget' },
      items: [{ sku, quantity: 1 }],
    };
    const { id, customer_id } = await call('create_order', order);
    if (!isOpen) await call('cancel_order', { id, store_id: store.id });
    ids.push(customer_id);
  }
  return ids;
}
const nameOf = async (id: string) =>
  (await db.admin.query('select full_name from app.customers where id = $1', [id])).rows[0].full_name;

test('a customer is erased in every store of the company by the phone, and an export shows nothing of them', async (t) => {
  const own = await createShop(db.admin);
  const ids = await newCustomers(own, '01712345678');
  const others = await newCustomers(rival, '01712345678');
  const options = ['customer', 'erase', '--yes', '--company', own.companyId, '--phone'];
  t.is((await haat(...options, '123')).err, 'haat: --phone: must be a Bangladeshi mobile number\n');
  t.is((await haat(...options, '01999999999')).err, 'haat: --phone: no customer of this company has it\n');
  t.regex((await haat('customer', 'erase', '--phone', '01712345678')).err, /^haat: give --company and --phone, or/);
  const erased = await done(...options, '+880 1712-345678');
  t.deepEqual(erased.map(({ id }: { id: string }) => id).sort(), [...ids].sort());
  t.deepEqual(await Promise.all([...ids, ...others].map(nameOf)), [
    'Erased customer',
    'Erased customer',
    'Nosrin Forget',
    'Nosrin Forget',
  ]);
  t.like(await logged(own.companyId, 'customer.erased'), { actor_type: 'system', actor_name: 'Command line' });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-export-'));
  t.teardown(() => fs.rmSync(folder, { recursive: true }));
  await done('company', 'export', own.companyId, '--to', folder);
  const exported = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  t.notRegex(exported.join(''), /Nosrin|1712345678/);
});

test('what cannot be undone is shown first, and not done without --yes where there is no terminal', async (t) => {
  const own = await createShop(db.admin);
  const [customer] = await newCustomers(own, '01712345678');
  for (const args of [
    ['customer', 'erase', '--customer', customer!],
    ['company', 'close', own.companyId],
  ]) {
    const { code, out, err } = await haat(...args);
    t.is(code, 1);
    t.is(out, '');
    t.regex(err, /\nhaat: this is not done without a yes: add --yes\n$/);
    t.regex(err, args[0] === 'customer' ? /^Nosrin Forget, 01712345678, customer of .* with \d+ orders/ : /2 API keys/);
  }
  t.is(await nameOf(customer!), 'Nosrin Forget');
  t.is(
    (await db.admin.query('select status from app.companies where id = $1', [own.companyId])).rows[0].status,
    'active',
  );
});

test('a plan without API access stops its keys, and one that is changed counts at once', async (t) => {
  const own = await createShop(db.admin);
  const keyless = ['--code', 'keyless', '--name', 'Keyless', '--api-access', 'no', '--orders-per-month', '5'];
  t.like(await done('plan', 'create', ...keyless), { api_access: false, orders_per_month: 5, reads_per_minute: 120 });
  await done('company', 'plan', own.companyId, 'keyless');
  t.is(await me(own.companyKey.key), 401);
  const changes = [
    '--api-access',
    'yes',
    '--orders-per-month',
    'none',
    '--reads-per-minute',
    '7',
    '--product-videos',
    'yes',
  ];
  t.like(await done('plan', 'update', 'keyless', ...changes), {
    name: 'Keyless',
    api_access: true,
    orders_per_month: null,
    reads_per_minute: 7,
    product_videos: true,
    companies: 1,
  });
  t.is(await me(own.companyKey.key), 200);
  t.regex((await haat('plan', 'update', 'keyless')).err, /^haat: give what is to change/);
  t.regex((await haat('plan', 'update', 'none', '--name', 'x')).err, /^haat: --code: no such plan/);
  t.regex(
    (await haat('plan', 'update', 'keyless', '--api-access', 'maybe')).err,
    /^haat: --api-access: must be yes or no/,
  );
});

test('after a restore the erasures are done again from the list that was kept', async (t) => {
  const own = await createShop(db.admin);
  const [erased, restored] = await newCustomers(own, '01812345678');
  const [open] = await newCustomers(own, '01912345678', true);
  const refused = await haat('customer', 'erase', '--customer', open!, '--yes');
  t.regex(refused.err, /^haat: --customer: still needs the name and address for ORD-/);
  await done('customer', 'erase', '--customer', erased!, '--yes');
  const list = await done('customer', 'erasures', '--company', own.companyId);
  t.like(list, [{ customer_id: erased, actor: 'Command line' }]);
  // In a database from before the erasures, these are customers as all others.
  const absent = { company_id: own.companyId, customer_id: own.companyId };
  const kept = [...list, ...[open, restored].map((customer_id) => ({ ...list[0], customer_id })), absent];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-erasures-'));
  t.teardown(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'erasures.json');
  fs.writeFileSync(file, JSON.stringify(kept));
  const { code, out } = await haat('customer', 'erase', '--again', file, '--json', '--yes');
  t.is(code, 1, 'one could not be erased');
  const results = JSON.parse(out).map(({ result }: { result: string }) => result.replace(/ORD-.*/, 'ORD'));
  t.deepEqual(results, [
    'was erased',
    'refused: customer_id: still needs the name and address for ORD',
    'erased',
    'not in this database',
  ]);
  t.deepEqual(await Promise.all([restored!, open!].map(nameOf)), ['Erased customer', 'Nosrin Forget']);
  t.regex((await haat('customer', 'erase', '--again', folder)).err, /^haat: --again: is not a file that/);
});
