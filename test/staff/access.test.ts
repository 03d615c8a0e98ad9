// What staff may do to each other's access and to keys: forbidden first.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
let developer: string;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  developer = await signInAs(db, shop.companyId, ['developer.manage']);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const createKey = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { issuedApiKey { plaintext apiKey { id type scopes last4 lineageId graceEndsAt store { id } } } }
}`;
const rotateKey = `mutation ($id: UUID!, $hours: Int) {
  rotateApiKey(input: { id: $id, graceHours: $hours }) { issuedApiKey { plaintext apiKey { id lineageId scopes } } }
}`;
const revokeKey = 'mutation ($id: UUID!) { revokeApiKey(input: { id: $id }) { apiKey { revokedAt } } }';
const storeKey = (more = {}) => ({
  name: 'Shop front',
  type: 'store',
  storeId: shop.stores[0].id,
  scopes: ['products:read'],
  ...more,
});
const issue = async (input: object, token = owner) =>
  (await desk.ask(token, createKey, { input })).createApiKey.issuedApiKey;
const knock = async (key: string) => (await desk.request('GET', '/me', { key })).body;

test('keys need developer.manage, and company keys an owner', async (t) => {
  const agent = await signInAs(db, shop.companyId, ['orders.manage', 'settings.manage']);
  t.is(await desk.refusal(agent, createKey, { input: storeKey() }), 'FORBIDDEN');
  t.is(await desk.refusal(agent, rotateKey, { id: shop.storeKey.id }), 'FORBIDDEN');
  t.is(await desk.refusal(agent, revokeKey, { id: shop.storeKey.id }), 'FORBIDDEN');
  const company = { name: 'ERP', type: 'company', scopes: ['orders:read'] };
  t.is(await desk.refusal(developer, createKey, { input: company }), 'FORBIDDEN');
  t.is(await desk.refusal(developer, rotateKey, { id: shop.companyKey.id }), 'FORBIDDEN');
  const { apiKey } = await issue(company);
  t.is(apiKey.store, null);
});

test('a key is refused when its type, store, scopes or expiry make no sense', async (t) => {
  const rival = await createShop(db.admin);
  const cases: [object, string, string][] = [
    [storeKey({ storeId: null }), 'VALIDATION_ERROR', 'storeId'],
    [storeKey({ storeId: rival.stores[0].id }), 'NOT_FOUND', 'storeId'],
    [storeKey({ type: 'company' }), 'VALIDATION_ERROR', 'storeId'],
    [storeKey({ type: 'root' }), 'VALIDATION_ERROR', 'type'],
    [storeKey({ scopes: ['everything:write'] }), 'VALIDATION_ERROR', 'scopes.0'],
    [storeKey({ scopes: ['catalog:write'] }), 'VALIDATION_ERROR', 'scopes'],
    [storeKey({ expiresAt: '2020-01-01T00:00:00Z' }), 'VALIDATION_ERROR', 'expiresAt'],
    [storeKey({ name: ' ' }), 'VALIDATION_ERROR', 'name'],
  ];
  for (const [input, code, field] of cases) {
    const { errors } = await desk.send(owner, createKey, { input });
    t.is(errors[0]?.extensions.code, code, JSON.stringify(input));
    t.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), [field]);
  }
});

test('the plaintext is shown once, works at once, and is nowhere in the database or the log', async (t) => {
  const { plaintext, apiKey } = await issue(storeKey({ scopes: ['catalog:write', 'products:read'] }), developer);
  t.regex(plaintext, /^service_sk_[0-9A-Za-z]{40}$/);
  t.is(apiKey.last4, plaintext.slice(-4));
  const { key, stores } = await knock(plaintext);
  t.deepEqual(key.scopes, ['catalog:write', 'products:read']);
  t.is(stores.length, 1);
  const { rows } = await db.admin.query(
    `select exists (select from app.api_keys k where to_jsonb(k)::text like $1) or exists (select from internal.readable_activity_log a where to_jsonb(a)::text like $1) as leaks`,
    [`%${plaintext.slice(15)}%`],
  );
  t.false(rows[0].leaks);
});

test('two hundred keys share no letter pattern: each of the 62 letters appears', async (t) => {
  const { rows } = await db.admin.query(
    `select count(distinct l) as letters, min(n) as least, max(n) as most from (
       select l, count(*) as n from generate_series(1, 200) i, lateral regexp_split_to_table(internal.random_base62(40 + 0 * i), '') as l group by l) x`,
  );
  t.is(Number(rows[0].letters), 62);
  t.true(Number(rows[0].most) < 2.5 * Number(rows[0].least));
});

test('rotation: both keys work in the grace window, then only the new one; one window a chain', async (t) => {
  const first = await issue(storeKey());
  const id = first.apiKey.id;
  for (const hours of [-1, 169]) t.is(await desk.refusal(owner, rotateKey, { id, hours }), 'VALIDATION_ERROR');
  const second = (await desk.ask(owner, rotateKey, { id })).rotateApiKey.issuedApiKey;
  t.is(second.apiKey.lineageId, id);
  t.deepEqual(second.apiKey.scopes, ['products_read']);
  t.truthy((await knock(first.plaintext)).key);
  t.truthy((await knock(second.plaintext)).key);
  const { rows } = await db.admin.query(
    `select grace_ends_at - now() between interval '23 hours 59 minutes' and interval '24 hours' as day from app.api_keys where id = $1`,
    [id],
  );
  t.true(rows[0].day);
  t.is(await desk.refusal(owner, rotateKey, { id }), 'CONFLICT', 'a rotated key is not rotated again');

  const third = (await desk.ask(owner, rotateKey, { id: second.apiKey.id, hours: 0 })).rotateApiKey.issuedApiKey;
  t.is((await knock(first.plaintext)).error.code, 'KEY_EXPIRED', 'its window closed early');
  t.is((await knock(second.plaintext)).error.code, 'KEY_EXPIRED', 'no grace, no second chance');
  t.truthy((await knock(third.plaintext)).key);
});

test('two rotations of one key at once: one new key', async (t) => {
  const { apiKey } = await issue(storeKey());
  const answers = await Promise.all([1, 2, 3, 4].map(() => desk.send(owner, rotateKey, { id: apiKey.id })));
  t.is(answers.filter(({ errors }) => errors.length === 0).length, 1);
  t.true(answers.every(({ errors }) => errors.length === 0 || errors[0]?.extensions.code === 'CONFLICT'));
});

test('revoking is effective at the next request, and twice is once', async (t) => {
  const { plaintext, apiKey } = await issue(storeKey());
  const { revokedAt } = (await desk.ask(developer, revokeKey, { id: apiKey.id })).revokeApiKey.apiKey;
  t.is((await knock(plaintext)).error.code, 'KEY_REVOKED');
  t.is((await desk.ask(developer, revokeKey, { id: apiKey.id })).revokeApiKey.apiKey.revokedAt, revokedAt);
  t.is(await desk.refusal(owner, rotateKey, { id: apiKey.id }), 'CONFLICT');
  const { rows } = await db.admin.query(
    `select count(*)::int as n from internal.readable_activity_log where action = 'api_key.revoked' and object_id = $1`,
    [apiKey.id],
  );
  t.is(rows[0].n, 1);
});

const setPermissions = `mutation ($id: UUID!, $permissions: [StaffPermission]!, $role: StaffRoleName) {
  setStaffPermissions(input: { staffId: $id, permissions: $permissions, role: $role }) { staffMember { role permissions } }
}`;
const invite = `mutation ($email: String!, $permissions: [StaffPermission], $role: StaffRoleName) {
  inviteStaff(input: { email: $email, fullName: "New", permissions: $permissions, role: $role }) { invitation { staffMember { id } } }
}`;

test('people give no more than they hold, and touch neither an owner nor their own access', async (t) => {
  const manager = await hire(db, shop.companyId, { permissions: ['staff.manage', 'orders.manage'] });
  const token = await openSession(db, manager.id);
  const boss = await hire(db, shop.companyId, { role: 'owner' });
  const agent = await hire(db, shop.companyId, { permissions: ['payments.manage'] });
  const plain = await signInAs(db, shop.companyId, ['orders.manage']);

  t.is(await desk.refusal(plain, setPermissions, { id: agent.id, permissions: [] }), 'FORBIDDEN');
  t.is(await desk.refusal(token, setPermissions, { id: agent.id, permissions: ['settings.manage'] }), 'FORBIDDEN');
  t.is(await desk.refusal(token, setPermissions, { id: agent.id, permissions: [], role: 'owner' }), 'FORBIDDEN');
  t.is(await desk.refusal(token, setPermissions, { id: boss.id, permissions: [] }), 'FORBIDDEN');
  t.is(await desk.refusal(token, setPermissions, { id: manager.id, permissions: ['orders.manage'] }), 'FORBIDDEN');
  t.is(await desk.refusal(token, setPermissions, { id: agent.id, permissions: ['world.manage'] }), 'VALIDATION_ERROR');
  t.is(await desk.refusal(token, invite, { email: 'x@example.com', permissions: ['developer.manage'] }), 'FORBIDDEN');
  t.is(await desk.refusal(token, invite, { email: 'x@example.com', role: 'owner' }), 'FORBIDDEN');
  t.is(await desk.refusal(token, invite, { email: agent.email }), 'CONFLICT');
  const reset = 'mutation ($id: UUID!) { resetStaffPassword(input: {staffId: $id}) { invitation { validUntil } } }';
  t.is(await desk.refusal(token, reset, { id: agent.id }), 'FORBIDDEN', 'a person who resets could sign in as them');
  t.is(await desk.refusal(token, reset, { id: boss.id }), 'FORBIDDEN');

  const kept = await desk.ask(token, setPermissions, {
    id: agent.id,
    permissions: ['payments.manage', 'orders.manage'],
  });
  t.deepEqual(kept.setStaffPermissions.staffMember.permissions, ['orders_manage', 'payments_manage']);
  const raised = await desk.ask(owner, setPermissions, { id: agent.id, permissions: [], role: 'owner' });
  t.is(raised.setStaffPermissions.staffMember.role, 'owner');
  const { rows } = await db.admin.query(
    `select actor_name, before, after from internal.readable_activity_log where action = 'staff.permissions_set' and object_id = $1 order by id`,
    [agent.id],
  );
  t.deepEqual(
    rows.map(({ before, after }) => [before.role, after.role, after.permissions.length]),
    [
      // The role stayed as it was.
      [undefined, undefined, 2],
      ['agent', 'owner', 0],
    ],
  );
});

test('two owners who unmake each other at once leave one', async (t) => {
  const other = await createShop(db.admin);
  const people = await Promise.all([1, 2].map(() => hire(db, other.companyId, { role: 'owner' })));
  const tokens = await Promise.all(people.map(({ id }) => openSession(db, id)));
  const answers = await Promise.all(
    [0, 1].map((n) => desk.send(tokens[n]!, setPermissions, { id: people[1 - n]!.id, permissions: [], role: 'agent' })),
  );
  t.is(answers.filter(({ errors }) => errors.length === 0).length, 1);
  const { rows } = await db.admin.query(
    `select count(*)::int as owners from app.staff where company_id = $1 and role = 'owner'`,
    [other.companyId],
  );
  t.is(rows[0].owners, 1);
});

test('a permission that was taken away is gone with the next request', async (t) => {
  const { id } = await hire(db, shop.companyId, { permissions: ['developer.manage'] });
  const token = await openSession(db, id);
  await desk.ask(token, createKey, { input: storeKey() });
  await desk.ask(owner, setPermissions, { id, permissions: [] });
  t.is(await desk.refusal(token, createKey, { input: storeKey() }), 'FORBIDDEN');
});
