// npm run haat, as an operator types it.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { commands } from '../../db/cli/haat-commands.ts';
import { withClient, withLogin } from '../../db/connect/connection.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { permissions } from '../../db/permissions.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runHaat, runHaatHere } from '../helpers/processes/haat.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';
import { openMigratedAt } from '../template.ts';

let db: TestDatabase;
let shop: TestShop;
let api: TestApi;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});

test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

/** Beside an embedded Postgres in a process of its own, as other users of the same folder are found by processes. */
const haat = (args: string[], env: Record<string, string> = { DATABASE_URL: db.url }) =>
  env.DATA_DIR ? runHaat(args, env) : runHaatHere(args, env);

/** The answer of a command that must succeed. */
async function done(...args: string[]) {
  const { code, out, err } = await haat([...args, '--json']);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

const wrong: [string, string[], number, RegExp][] = [
  ['nothing at all shows what there is', [], 2, /^$/],
  [
    'an unknown command',
    ['key', 'destroy'],
    2,
    /^haat: there is no command "key destroy"; "--help" lists the commands\n$/,
  ],
  ['an option of Object.prototype', ['constructor'], 2, /^haat: there is no command "constructor"/],
  [
    'an unknown option names those there are',
    ['key', 'revoke', '--id', 'x'],
    2,
    /^haat: Unknown option '--id'; there are --json, --key\n$/,
  ],
  [
    'what is required is named',
    ['staff', 'invite', '--email', 'a@b'],
    2,
    /^haat: --company, --full-name: is required\n$/,
  ],
  ['an option without its value', ['key', 'revoke', '--key'], 2, /^haat: Option '--key <value>' argument missing\n$/],
  ['a word too many', ['company', 'list', 'all'], 2, /^haat: Unexpected argument 'all'/],
  ['a word too many after those it takes', ['company', 'close', 'x', 'y'], 2, /^haat: Unexpected argument 'y'/],
  ['a word and its option', ['company', 'close', 'x', '--company', 'y'], 2, /^haat: --company is given twice/],
  [
    'a number that begins with a hyphen',
    ['plan', 'create', '--code', 'x', '--name', 'x', '--reads-per-minute', '-5'],
    1,
    /^haat: --reads-per-minute: must be a whole number\n$/,
  ],
  [
    'a wrong value says what is allowed',
    ['staff', 'invite', '--company', 'x', '--email', 'a@b', '--full-name', 'A', '--role', 'boss'],
    1,
    /^haat: --role: must be agent or owner\n$/,
  ],
  [
    'an unknown scope',
    ['key', 'create', '--name', 'x', '--store', 'x', '--scopes', 'orders:eat'],
    1,
    /^haat: --scopes: must be one of products:read, .*changes:read\n$/,
  ],
  [
    'a key of both kinds',
    ['key', 'create', '--name', 'x', '--scopes', 'orders:read', '--store', 'x', '--company', 'x'],
    1,
    /^haat: give --store, or --company for a company key\n$/,
  ],
  ['an id that is none', ['webhook', 'ping', '--endpoint', 'x'], 1, /^haat: --endpoint: must be an id/],
  [
    'an endpoint without an owner',
    ['webhook', 'ping', '--endpoint', '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02'],
    1,
    /^haat: --endpoint: no such webhook endpoint/,
  ],
  [
    'a company that is none',
    ['store', 'create', '--company', 'None', '--name', 'x'],
    1,
    /^haat: --company: no such company/,
  ],
  [
    'a plan that is none',
    ['company', 'create', '--name', 'x', '--plan', 'gold', '--owner-email', 'a@b', '--owner-full-name', 'A'],
    1,
    /^haat: --plan: must be one of .*plan_/,
  ],
];

for (const [title, args, code, message] of wrong) {
  test(`refused: ${title}`, async (t) => {
    const ended = await haat(args);
    t.is(ended.code, code, ended.err);
    t.regex(ended.err, message);
    if (args.length > 0) t.is(ended.out, '');
  });
}

test('refused: a login that is no administrator’s, a database that is not migrated, none at all', async (t) => {
  const gateway = await haat(['company', 'list'], { DATABASE_URL: withLogin(db.url, 'haat_gateway') });
  t.is(gateway.code, 1);
  t.regex(gateway.err, /^haat: haat_gateway may not act for others: give the DATABASE_URL of the administrator/);
  const empty = await haat(['company', 'list'], { DATABASE_URL: db.url.replace(/haat_[0-9a-f]{32}/, 'postgres') });
  t.is(empty.code, 1);
  t.regex(empty.err, /^haat: the database is not migrated; run "npm run migrate"\n$/);
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  const none = await haat(['company', 'list'], { DATA_DIR: directory });
  t.is(none.code, 1);
  t.regex(none.err, /^haat: there is no database in /);
  const setting = await haat(['company', 'list'], { DATABASE_URL: 'mysql://u:hunter2@h/d' });
  t.is(setting.code, 1);
  t.is(setting.err, 'haat: DATABASE_URL: must begin with postgres://\n');
});

test('what the procedures refuse is told by the name of the option, and nothing is left of it', async (t) => {
  const [{ slug }] = await done('store', 'list', '--company', shop.companyId);
  const taken = await haat(['store', 'create', '--company', shop.companyId, '--name', 'One', '--slug', slug]);
  t.is(taken.code, 1);
  t.is(taken.err, 'haat: --slug: is already taken\n');
  const nowhere = await haat(['store', 'create', '--company', shop.companyId, '--name', 'X', '--timezone', 'BST']);
  t.is(nowhere.err, 'haat: --timezone: must be a time zone such as Asia/Dhaka\n');
  const past = ['--scopes', 'orders:read', '--expires-at', '2020-01-01T00:00:00Z'];
  const late = await haat(['key', 'create', '--name', 'Late', '--store', slug, ...past]);
  t.is(late.err, 'haat: --expires-at: must be a moment in the future\n');
  // This company was made without an owner: what only owners may do needs an owner.
  const forbidden = await haat([
    'key',
    'create',
    '--name',
    'K',
    '--company',
    shop.companyId,
    '--scopes',
    'orders:read',
  ]);
  t.is(forbidden.code, 1);
  t.is(forbidden.err, 'haat: Only an owner of the company may create a company key.\n');
  const keys = await done('key', 'list', '--company', shop.companyId);
  t.false(keys.some(({ name }: { name: string }) => ['Late', 'K'].includes(name)));
  const accounts = await db.admin.query('select from app.staff where company_id = $1', [shop.companyId]);
  t.is(accounts.rowCount, 0);
});

test('a company that cannot be made whole is not made', async (t) => {
  await done('plan', 'create', '--code', 'broken', '--name', 'Broken');
  const person = ['--plan', 'broken', '--owner-email', 'twice@shop.example', '--owner-full-name', 'Twice'];
  await done('company', 'create', '--name', 'First of two', ...person);
  const second = await haat(['company', 'create', '--name', 'Second of two', ...person]);
  t.is(second.code, 1);
  t.is(second.err, 'haat: --owner-email: is already taken\n');
  const { rows } = await db.admin.query(`select name from app.companies where name like '%of two'`);
  t.deepEqual(rows, [{ name: 'First of two' }]);
});

test('from nothing to a key that works: plan, company, store, key; then rotated, then revoked', async (t) => {
  const plan = await done(
    'plan',
    'create',
    '--code',
    'start',
    '--name',
    'Start',
    '--advanced-reports',
    '--max-products',
    '50',
  );
  t.like(plan, {
    code: 'start',
    advanced_reports: true,
    product_videos: false,
    reads_per_minute: 120,
    max_products: 50,
  });
  t.true((await done('plan', 'list')).some(({ code }: { code: string }) => code === 'start'));

  const owner = ['--owner-email', 'Rina@Shop.Example', '--owner-full-name', 'Rina Akter'];
  const company = await done('company', 'create', '--name', 'Rina’s', '--plan', 'start', ...owner);
  t.like(company, { name: 'Rina’s', plan: 'start', owner_email: 'rina@shop.example' });
  t.regex(company.one_time_password, /^[0-9A-Za-z]{16}$/);
  const signIn = `select staff.sign_in('rina@shop.example', $1) is not null as signed_in`;
  t.true((await db.as('haat_anonymous').query(signIn, [company.one_time_password])).rows[0].signed_in);
  t.true((await done('company', 'list')).some(({ id }: { id: string }) => id === company.id));

  const store = await done('store', 'create', '--company', 'Rina’s', '--name', 'Rina’s Sarees');
  t.like(store, { company_id: company.id, slug: 'rina-s-sarees', timezone: 'Asia/Dhaka', currency_code: 'BDT' });
  const scopes = ['--scopes', 'orders:write,products:write,inventory:write'];
  const key = await done('key', 'create', '--name', 'Website', '--store', store.slug, ...scopes);
  t.regex(key.key, /^service_sk_[0-9A-Za-z]{40}$/);
  t.like(key, { type: 'store', store_id: store.id, expires_at: null });

  // The warehouse is there too: goods can be stocked and sold.
  const product = await api.request('POST', '/products', {
    key: key.key,
    body: { name: 'Saree', status: 'active', variants: [{ sku: 'S-1', name: 'Red', price: 100 }] },
    idempotencyKey: 'product',
  });
  t.is(product.status, 201, product.text);
  const stocked = await api.request('POST', '/inventory/adjustments', {
    key: key.key,
    idempotencyKey: 'stock',
    body: {
      location_id: company.location_id,
      variant_id: product.body.variants[0].id,
      quantity_change: 5,
      type: 'purchase',
      unit_cost: 60,
      reason: 'first',
    },
  });
  t.is(stocked.status, 201, stocked.text);
  const order = await api.request('POST', '/orders', {
    key: key.key,
    idempotencyKey: 'order',
    body: { customer: { phone: '01712345678', full_name: 'Nasrin Akter' }, items: [{ sku: 'S-1', quantity: 1 }] },
  });
  t.is(order.status, 201, order.text);

  const everywhere = await done('key', 'create', '--name', 'All', '--company', company.id, '--scopes', 'orders:read');
  t.is((await api.request('GET', '/orders', { key: everywhere.key })).body.data.length, 1);
  const { rows: log } = await db.admin.query(
    `select actor_type, actor_name, actor_id from internal.readable_activity_log where company_id = $1 and action = 'api_key.created'`,
    [company.id],
  );
  for (const row of log)
    t.deepEqual(row, { actor_type: 'system', actor_name: 'Command line', actor_id: company.owner_id });

  const rotated = await done('key', 'rotate', '--key', key.id, '--grace-hours', '0');
  t.not(rotated.key, key.key);
  t.is((await api.request('GET', '/me', { key: key.key })).status, 401);
  t.is((await api.request('GET', '/me', { key: rotated.key })).status, 200);
  t.truthy((await done('key', 'revoke', '--key', rotated.id)).revoked_at);
  t.is((await api.request('GET', '/me', { key: rotated.key })).status, 401);

  const listed = await haat(['key', 'list', '--company', company.id, '--json']);
  for (const secret of [key.key, rotated.key, everywhere.key]) t.false(listed.out.includes(secret));
  t.is(JSON.parse(listed.out).length, 3);
});

test('an invitation lets in once, with the permissions it names', async (t) => {
  await done('plan', 'create', '--code', 'invite', '--name', 'Invite');
  const owner = ['--owner-email', 'owner@invite.example', '--owner-full-name', 'Owner'];
  const company = await done('company', 'create', '--name', 'Inviting', '--plan', 'invite', ...owner);
  const place = ['staff', 'invite', '--company', company.id];
  const unknown = await haat([...place, '--email', 'x@y.z', '--full-name', 'X', '--permissions', 'orders.eat']);
  t.is(unknown.code, 1);
  t.regex(unknown.err, /^haat: --permissions: must be one of developer\.manage, /);
  const agent = await done(
    ...place,
    '--email',
    'tuli@invite.example',
    '--full-name',
    'Tuli',
    '--permissions',
    'orders.manage',
  );
  t.like(agent, { role: 'agent', permissions: ['orders.manage'] });
  const signIn = `select (staff.sign_in($1, $2)).must_change_password as must`;
  const astray = await haat([...place, '--email', 'x@y.z', '--full-name', 'X', '--staff-role', 'Captain']);
  t.is(astray.code, 1);
  t.regex(astray.err, /^haat: --staff-role: must be one of .*Packer/);
  t.like(await done(...place, '--email', 'p@invite.example', '--full-name', 'P', '--staff-role', 'packer'), {
    staff_role: 'Packer',
    permissions: [],
  });
  const session = await db.as('haat_anonymous').query(signIn, ['tuli@invite.example', agent.one_time_password]);
  t.true(session.rows[0].must);
  t.like(await done(...place, '--email', 'second@invite.example', '--full-name', 'Second', '--role', 'owner'), {
    role: 'owner',
  });
});

test('a ping makes a delivery; a disabled endpoint gets none', async (t) => {
  await allowLoopback(db.admin);
  const { endpoint_id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/hooks');
  const [listed] = await done('webhook', 'list', '--company', shop.companyId);
  t.like(listed, { id: endpoint_id, status: 'active' });
  const ping = await done('webhook', 'ping', '--endpoint', endpoint_id);
  t.like(ping, { endpoint_id, status: 'pending' });
  const { rows } = await db.admin.query(
    `select e.type, d.status from app.webhook_deliveries d join app.events e on e.id = d.event_id where d.id = $1`,
    [ping.delivery_id],
  );
  t.deepEqual(rows, [{ type: 'service.ping', status: 'pending' }]);
  await db.admin.query(
    `update app.webhook_endpoints set status = 'disabled', disabled_reason = 'staff', disabled_at = now() where id = $1`,
    [endpoint_id],
  );
  const refused = await haat(['webhook', 'ping', '--endpoint', endpoint_id]);
  t.is(refused.code, 1);
  t.is(refused.err, 'haat: status: the endpoint is disabled\n');
});

test('for people: lines of name and value, a table of a list, help from the same entries', async (t) => {
  const [{ slug }] = await done('store', 'list', '--company', shop.companyId);
  const asked = ['key', 'create', '--name', 'People', '--store', slug, '--scopes', 'orders:read'];
  const made = await runHaat(asked, { DATABASE_URL: db.url });
  t.is(made.code, 0, made.err);
  t.regex(made.out, /^key +service_sk_[0-9A-Za-z]{40}\nid +[0-9a-f-]{36}\nname +People\n/);
  t.is(made.out.match(/service_sk_[0-9A-Za-z]{40}/g)!.length, 1);
  t.is(made.err, 'haat: key is shown this once; keep it now\n');
  t.regex((await haat(['store', 'list'])).out, /^id +company_id +name +slug /);
  const help = await haat(['--help']);
  t.is(help.code, 0);
  for (const [name, { does, options }] of Object.entries(commands)) {
    t.true(help.out.includes(`  ${name} `) && help.out.includes(does), name);
    const own = await haat([...name.split(' '), '--help']);
    t.is(own.code, 0);
    for (const option of Object.keys(options.shape)) t.true(own.out.includes(`\n  --${option} `), `${name} ${option}`);
  }
});

test('the words it allows are those that the tables allow', async (t) => {
  const { rows } = await db.admin.query(`
    select array(select distinct m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z]+[:.][a-z]+)''', 'g') m) as words, conname as name
    from pg_constraint where conname in ('api_keys_scopes_are_known', 'staff_permissions_check', 'staff_roles_permissions_check')`);
  const words = Object.fromEntries(rows.map(({ name, words }) => [name, words.sort()]));
  const { out } = await haat(['key', 'create', '--help']);
  t.deepEqual([...new Set(out.match(/[a-z]+:(read|write)/g))].sort(), words.api_keys_scopes_are_known);
  t.deepEqual([...permissions].sort(), words.staff_permissions_check);
  t.deepEqual([...permissions].sort(), words.staff_roles_permissions_check);
  t.deepEqual((await db.admin.query('select internal.all_permissions() as all')).rows, [{ all: permissions }]);
});

test('it works beside another process on the same DATA_DIR', async (t) => {
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
  const cluster = await openMigratedAt(path.join(directory, 'postgres'));
  t.teardown(async () => {
    await cluster.stop();
    fs.rmSync(directory, { recursive: true });
  });
  await withClient(cluster.url('haat'), async (live) => {
    const made = await haat(['plan', 'create', '--code', 'plain', '--name', 'Plain'], { DATA_DIR: directory });
    t.is(made.code, 0, made.err);
    t.is((await live.query(`select from app.plans where code = 'plain'`)).rowCount, 1);
  });
});
