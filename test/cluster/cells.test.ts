// One process over two databases, each with companies of its own.

import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { createStaff, type Staff } from '../../server/staff/index.ts';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import { forTests, freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { Passkey } from '../helpers/passkeys.ts';
import { freePort, startService } from '../helpers/processes/service.ts';
import { testKey } from '../helpers/secrets.ts';
import { startNetwork } from '../helpers/servers/network.ts';
import { Receiver } from '../helpers/servers/receiver.ts';
import { createKey, createShop, insert, type TestKey, type TestShop } from '../helpers/shop.ts';
import { hire, password, signIn, signInAs } from '../helpers/staff.ts';
import { staffDefaults } from '../helpers/staff-engine.ts';
import { callTool } from '../helpers/tools.ts';
import { allowLoopback, createEndpoint, emit } from '../helpers/webhooks.ts';

let a: TestDatabase;
let b: TestDatabase;
let inA: TestShop;
let inB: TestShop;
let api: TestApi;
let desk: Staff;
/** How staff reach the second database: for a while a test cuts it off. */
let staffOfB: pg.Pool;
/** Resolve when a process looks for the events that calls wait for. */
const looksIn: Record<string, Promise<void>> = {};

test.before(async () => {
  [a, b] = await Promise.all([freshDatabase('changes the schema'), freshDatabase('changes the schema')]);
  [inA, inB] = await Promise.all([createShop(a.admin), createShop(b.admin)]);
  staffOfB = b.as('haat_staff_gateway', forTests);
  const reached: pg.Pool = Object.create(staffOfB, {
    query: { value: (query: pg.QueryConfig) => staffOfB.query(query) },
    connect: { value: () => staffOfB.connect() },
  });
  // One for all: to build the schema takes seconds.
  desk = createStaff({ ...staffDefaults, cells: [staffOf('a', a), { ...staffOf('b', b), pool: reached }] });
  api = await startApi({ pool: a.as('haat_gateway'), cells: [watched('a', a), watched('b', b)], staff: desk });
});
test.after.always(async () => {
  await api?.stop();
  await desk?.release();
  await Promise.all([a?.drop(), b?.drop()]);
});

const cellOf = (name: string, db: TestDatabase, pool = db.as('haat_gateway')) => ({ name, isOpen: () => true, pool });

const staffOf = (name: string, db: TestDatabase) => ({
  name,
  isOpen: () => true,
  pool: db.as('haat_staff_gateway', forTests),
});

function watched(name: string, db: TestDatabase) {
  const shared = db.as('haat_gateway');
  let isLooking = () => {};
  looksIn[name] = new Promise((resolve) => {
    isLooking = resolve;
  });
  const pool: pg.Pool = Object.create(shared, {
    query: {
      value(statement: string | pg.QueryConfig) {
        if (Object(statement).text?.includes('gate.awaited_events')) isLooking();
        return shared.query(statement as pg.QueryConfig);
      },
    },
  });
  return cellOf(name, db, pool);
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const makeBrand = (at: TestApi, { key }: TestKey, name: string) =>
  at.request('POST', '/brands', { key, body: { name }, idempotencyKey: name });
const errorOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`;

test('keys of two databases are served by one process, each in its own', async (t) => {
  for (const [db, shop, name] of [
    [a, inA, 'Aarong'],
    [b, inB, 'Bata'],
  ] as const) {
    const { key } = shop.storeKey;
    t.is((await api.request('GET', '/me', { key })).body.company.id, shop.companyId);
    const made = await makeBrand(api, shop.storeKey, name);
    t.is(made.status, 201);
    const again = await makeBrand(api, shop.storeKey, name);
    t.is(again.headers.get('idempotent-replayed'), 'true');
    t.is(again.body.id, made.body.id);
    const { rows } = await db.admin.query('select company_id from app.brands where name = $1', [name]);
    t.deepEqual(rows, [{ company_id: shop.companyId }]);
    const told = await callTool(api, shop.storeKey, 'list_brands');
    t.deepEqual(
      told.body.result.structuredContent.data.map((brand: { name: string }) => brand.name),
      [name],
    );
  }
});

test('what a key is refused for is told by its database; what no database knows is refused by one', async (t) => {
  const revoked = await createKey(b.admin, inB.companyId, { row: { revoked_at: new Date() } });
  t.is(errorOf(await api.request('GET', '/me', { key: revoked.key })), '401 KEY_REVOKED');
  const unknown = { key: `service_sk_${'x'.repeat(40)}` };
  t.is(errorOf(await api.request('GET', '/me', unknown)), '401 UNAUTHORIZED');
  t.is(errorOf(await api.request('POST', '/brands', { ...unknown, body: { name: 'x' } })), '401 UNAUTHORIZED');
  t.is((await callTool(api, { ...revoked, ...unknown }, 'list_brands')).status, 401);
  const none = await createKey(b.admin, inB.companyId, { scopes: [] });
  t.is(errorOf(await api.request('GET', '/brands', { key: none.key })), '403 FORBIDDEN_SCOPE');
});

test('a call waits for events in its own database', async (t) => {
  const wait = async (db: TestDatabase, cell: string, name: string) => {
    const shop = await createShop(db.admin);
    const first = await api.request('POST', '/brands', { key: shop.storeKey.key, body: { name: `${name} 1` } });
    t.is(first.status, 201);
    const { body } = await api.request('GET', '/events?limit=1', { key: shop.storeKey.key });
    const waiting = api.request('GET', `/events?starting_after=${body.data[0].id}&wait=25`, {
      key: shop.storeKey.key,
    });
    await looksIn[cell];
    const second = await api.request('POST', '/brands', { key: shop.storeKey.key, body: { name: `${name} 2` } });
    const found = (await waiting).body.data;
    t.deepEqual(
      found.map((event: { type: string; data: { object: { id: string } } }) => [event.type, event.data.object.id]),
      [['brand.created', second.body.id]],
    );
  };
  await Promise.all([wait(a, 'a', 'Anjan'), wait(b, 'b', 'Bishwo')]);
});

test('a database that is down refuses its own companies and what may be one of them, and nobody else', async (t) => {
  const down = openPool(`postgres://haat_gateway@127.0.0.1:${await closedPort()}/haat`);
  t.teardown(() => down.end());
  let pool = b.as('haat_gateway');
  const either: pg.Pool = Object.create(pool, { query: { value: (query: pg.QueryConfig) => pool.query(query) } });
  const other = await startApi({ pool, cells: [cellOf('a', a), cellOf('b', b, either)] });
  t.teardown(() => other.stop());
  t.is((await other.request('GET', '/me', { key: inB.storeKey.key })).status, 200);
  pool = down;
  const refused = await other.request('GET', '/me', { key: inB.storeKey.key });
  t.is(errorOf(refused), '503 UNAVAILABLE');
  t.true(Number(refused.headers.get('retry-after')) > 0);
  t.is(errorOf(await other.request('GET', '/me', { key: inB.companyKey.key })), '503 UNAVAILABLE');
  t.is(errorOf(await other.request('GET', '/me', { key: `service_sk_${'y'.repeat(40)}` })), '503 UNAVAILABLE');
  t.is((await other.request('GET', '/me', { key: inA.storeKey.key })).status, 200);
  t.is((await other.request('GET', '/me', { key: inA.companyKey.key })).status, 200);
  pool = b.as('haat_gateway');
  t.is((await other.request('GET', '/me', { key: inB.storeKey.key })).status, 200, 'it is back');
});

test('a key that has gone to the other database is served there by the same call', async (t) => {
  const [from, to] = [await createShop(a.admin), await createShop(b.admin)];
  const { key, hash, id } = from.storeKey;
  t.is((await api.request('GET', '/me', { key })).body.company.id, from.companyId);
  await a.admin.query('delete from app.api_keys where id = $1', [id]);
  t.is((await api.request('GET', '/me', { key })).status, 401, 'it is nowhere');
  const row = {
    company_id: to.companyId,
    name: 'Moved',
    type: 'company',
    prefix: 'service_sk_',
    sample: 'service_sk_xxxx',
  };
  await insert(b.admin, 'api_keys', {
    ...row,
    lineage_id: id,
    id,
    last4: 'xxxx',
    key_hash: hash,
    scopes: ['catalog:write', 'products:read'],
  });
  t.is((await api.request('GET', '/me', { key })).body.company.id, to.companyId);
});

test('where a company was taken in elsewhere, the suspended one that it came from answers for nobody', async (t) => {
  const [from, to] = [await createShop(a.admin), await createShop(b.admin)];
  await a.admin.query(`update app.companies set status = 'suspended' where id = $1`, [from.companyId]);
  const { key, hash, id } = from.companyKey;
  t.is(errorOf(await api.request('GET', '/me', { key })), '401 UNAUTHORIZED');
  const row = { company_id: to.companyId, name: 'Taken in', type: 'company', prefix: 'service_sk_' };
  const rest = { lineage_id: id, id, sample: 'service_sk_xxxx', last4: 'xxxx', key_hash: hash, scopes: [] };
  await insert(b.admin, 'api_keys', { ...row, ...rest });
  const { email } = await hire(a, from.companyId);
  await hire(b, to.companyId, { email });
  t.is((await api.request('GET', '/me', { key })).body.company.id, to.companyId);
  t.truthy((await send(api, null, signIn, { email, password })).data.signIn.session.token);
});

test('metrics of databases and pools have the cell as a label, and those of requests have none', async (t) => {
  // On a busy machine a database may answer too late for the first.
  const isWhole = (text: string) =>
    ['a', 'b'].every((cell) => text.includes(`haat_database_size_bytes{cell="${cell}"}`));
  let text = '';
  while (!isWhole(text)) ({ text } = await api.request('GET', '//metrics'));
  for (const cell of ['a', 'b']) {
    t.regex(text, new RegExp(`^haat_pool_connections\\{pool="api",state="open",cell="${cell}"\\} \\d`, 'm'));
    t.regex(text, new RegExp(`^haat_database_size_bytes\\{cell="${cell}"\\} \\d`, 'm'));
  }
  t.regex(text, /^haat_requests_total\{operation="get_me",status="200"\} \d+$/m);
});

const send = async (at: TestApi, token: string | null, query: string, variables?: object) => {
  const key = token ?? undefined;
  const { status, body, headers } = await at.request('POST', '//admin/graphql', { key, body: { query, variables } });
  const codes = body?.errors?.map((error: { extensions: { code: string } }) => error.extensions.code);
  return { status, data: body?.data, codes, headers, errors: body?.errors };
};
const stores = '{ stores { nodes { id } } }';
const ids = (data: { stores: { nodes: { id: string }[] } }) => data.stores.nodes.map(({ id }) => id).sort();

test('staff of both databases sign in by their email, and work in their own', async (t) => {
  for (const [db, shop] of [
    [a, inA],
    [b, inB],
  ] as const) {
    const { email } = await hire(db, shop.companyId, { role: 'owner' });
    const wrong = await send(api, null, signIn, { email, password: 'of another' });
    t.deepEqual(wrong.codes, ['UNAUTHENTICATED']);
    const { data } = await send(api, null, signIn, { email: ` ${email.toUpperCase()}`, password });
    const { token } = data.signIn.session;
    t.deepEqual(ids((await send(api, token, stores)).data), shop.stores.map(({ id }) => id).sort());
    const made = await api.request('GET', `//admin/imports?store_id=${shop.stores[0].id}`, { key: token });
    t.deepEqual(made.body.imports, []);
    const uploaded = await api.request('POST', '//admin/uploads', {
      key: token,
      body: { source_url: 'https://127.0.0.1/x' },
    });
    t.is(uploaded.status, 422, 'it came to the check of the link');
  }
  t.deepEqual((await send(api, null, signIn, { email: 'nowhere@example.com', password })).codes, ['UNAUTHENTICATED']);
  t.is((await send(api, `staff_${'0'.repeat(64)}`, stores)).status, 401);
});

test('a sign-in finds its email wherever the request has it, and with a session of another database too', async (t) => {
  const { email } = await hire(b, inB.companyId);
  const token = await signInAs(a, inA.companyId, []);
  const literal = `mutation { signIn(input: { email: "${email}", password: "${password}" }) { session { token } } }`;
  t.truthy((await send(api, token, literal)).data.signIn.session.token);
  const given = `mutation ($input: SignInInput!) { ...s } fragment s on Mutation { signIn(input: $input) { session { token } } }`;
  t.truthy((await send(api, null, given, { input: { email, password } })).data.signIn.session.token);
});

test('an email that has an account in another database is refused to a new one', async (t) => {
  const { email } = await hire(b, inB.companyId);
  const owner = await signInAs(a, inA.companyId, 'owner');
  const invite = `mutation ($email: String!) { inviteStaff(input: { email: $email, fullName: "Tuli" }) {
    invitation { validUntil } } }`;
  const refused = await send(api, owner, invite, { email });
  t.deepEqual(refused.codes, ['CONFLICT']);
  t.deepEqual(Object.keys(refused.errors[0].extensions.fields), ['email']);
  const agent = await signInAs(a, inA.companyId, []);
  t.deepEqual((await send(api, agent, invite, { email })).codes, ['FORBIDDEN']);
  t.is((await send(api, owner, invite, { email: `new-${email}` })).codes, undefined);
});

const beginSignIn = 'mutation { beginPasskeySignIn(input: {}) { result } }';
const enter = `mutation ($credentialId: String!, $clientData: String!, $authenticatorData: String!, $signature: String!) {
  signInWithPasskey(input: { credentialId: $credentialId, clientData: $clientData, authenticatorData: $authenticatorData,
    signature: $signature }) { session { token } } }`;
const challengeOf = async (by: string | null = null) =>
  (await send(api, by, beginSignIn)).data.beginPasskeySignIn.result;

async function addPasskey(db: TestDatabase, companyId: string): Promise<{ passkey: Passkey; token: string }> {
  const token = await signInAs(db, companyId, []);
  const passkey = new Passkey();
  const asked = (await send(api, token, 'mutation { beginPasskey(input: {}) { result } }')).data.beginPasskey.result;
  const add = `mutation ($clientData: String!, $attestation: String!) {
    addPasskey(input: { name: "Phone", clientData: $clientData, attestation: $attestation }) { passkey { id } } }`;
  requireNone((await send(api, token, add, passkey.create(asked))).codes);
  return { passkey, token };
}
const requireNone = (codes: unknown) => {
  if (codes !== undefined) throw new Error(`refused: ${JSON.stringify(codes)}`);
};

test.serial(
  'passkeys sign in where they were added; each database takes only what it has asked for itself, once',
  async (t) => {
    for (const [db, shop] of [
      [a, inA],
      [b, inB],
    ] as const) {
      const { passkey } = await addPasskey(db, shop.companyId);
      const given = await challengeOf();
      t.is(Buffer.from(given.challenge, 'base64url').length, 64, 'one of each');
      const answer = passkey.get(given);
      const { data } = await send(api, null, enter, answer);
      t.deepEqual(
        ids((await send(api, data.signInWithPasskey.session.token, stores)).data),
        shop.stores.map(({ id }) => id).sort(),
      );
      t.deepEqual((await send(api, null, enter, answer)).codes, ['CONFLICT'], 'used up');
      const other = await signInAs(db === a ? b : a, (db === a ? inB : inA).companyId, []);
      const again = await send(api, other, enter, passkey.get(await challengeOf(other)));
      t.truthy(again.data.signInWithPasskey.session.token, 'with a session of the other database too');
      // What only the other database has asked for opens nothing here, nor do bytes that hold no challenge of ours.
      const parts = Buffer.from((await challengeOf()).challenge, 'base64url');
      const owns = async (part: Buffer) =>
        (await db.admin.query('select from internal.passkey_challenges where challenge_hash = sha256($1)', [part]))
          .rowCount === 1;
      const [first, second] = [parts.subarray(0, 32), parts.subarray(32)];
      const [ours, theirs] = (await owns(first)) ? [first, second] : [second, first];
      const tryWith = (bytes: Buffer) =>
        send(api, null, enter, passkey.get({ challenge: bytes.toString('base64url') } as never));
      t.deepEqual((await tryWith(theirs)).codes, ['CONFLICT']);
      t.deepEqual((await tryWith(Buffer.concat([Buffer.from('x'), ours]))).codes, ['CONFLICT']);
      t.deepEqual((await tryWith(Buffer.concat(Array(300).fill(theirs)))).codes?.length, 1);
      t.truthy((await tryWith(ours)).data.signInWithPasskey.session.token);
    }
    const stranger = new Passkey();
    t.deepEqual((await send(api, null, enter, stranger.get(await challengeOf()))).codes, ['UNAUTHENTICATED']);
  },
);

test.serial(
  'while a database is down its staff are told to wait, and a wrong sign-in tells nothing of it',
  async (t) => {
    const [here, there] = [await hire(a, inA.companyId), await hire(b, inB.companyId)];
    const attempt = (email: string, secret: string) => send(api, null, signIn, { email, password: secret });
    const token = await signInAs(b, inB.companyId, []);
    const up = staffOfB;
    const down = openPool(`postgres://haat_staff_gateway@127.0.0.1:${await closedPort()}/haat`);
    t.teardown(() => {
      staffOfB = up;
      return down.end();
    });
    staffOfB = down;
    t.is((await attempt(there.email, password)).status, 503);
    t.is((await attempt(here.email, 'wrong')).status, 503);
    t.is((await attempt('nowhere@example.com', 'wrong')).status, 503);
    const { data } = await attempt(here.email, password);
    t.is((await send(api, data.signIn.session.token, stores)).status, 200);
    t.is((await send(api, token, stores)).status, 503);
    const owner = await signInAs(a, inA.companyId, 'owner');
    const invite = `mutation { inviteStaff(input: { email: "x@y.example", fullName: "T" }) { invitation { validUntil } } }`;
    t.deepEqual((await send(api, owner, invite)).codes, ['UNAVAILABLE'], 'the email may be there');
    // After a second it is asked again.
    staffOfB = up;
    const asks = [() => attempt(there.email, password), () => send(api, token, stores), () => send(api, owner, invite)];
    for (const ask of asks) while ((await ask()).codes) await sleep(50);
  },
);

/** The schema is read from the first database, which ends meanwhile: what is answered there, and to who waited for the other. */
async function endWhileSchemaIsRead(t: ExecutionContext, inSecond: PropertyDescriptorMap) {
  const building = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const poolOf = (db: TestDatabase, more: PropertyDescriptorMap): pg.Pool => {
    const shared = db.as('haat_staff_gateway', forTests);
    return Object.create(shared, { query: { value: (query: pg.QueryConfig) => shared.query(query) }, ...more });
  };
  const ends = async () => {
    building.resolve();
    await looked.promise;
    throw Object.assign(new Error('it goes down'), { code: '57P01' });
  };
  const found = b.as('haat_staff_gateway', forTests);
  const looks = async (query: pg.QueryConfig) => {
    const answer = await found.query(query);
    // The request goes on with it before what follows.
    if (query.name === 'find_staff_context') setImmediate(() => looked.resolve());
    return answer;
  };
  const cells = [
    { ...staffOf('a', a), pool: poolOf(a, { connect: { value: ends } }) },
    { ...staffOf('b', b), pool: poolOf(b, { query: { value: looks }, ...inSecond }) },
  ];
  const staff = createStaff({ ...staffDefaults, cells });
  const other = await startApi({ pool: a.as('haat_gateway'), cells: [cellOf('a', a)], staff });
  t.teardown(async () => {
    await other.stop();
    await staff.release();
  });
  const [tokenA, tokenB] = [await signInAs(a, inA.companyId, 'owner'), await signInAs(b, inB.companyId, 'owner')];
  const first = send(other, tokenA, stores);
  await building.promise;
  const second = send(other, tokenB, stores);
  return Promise.all([first, second]);
}

test('while staff wait for their schema, the end of the database it is read from lets it be read from theirs', async (t) => {
  let asked = 0;
  const ends = async () => {
    asked++;
    throw Object.assign(new Error('it goes down too'), { code: '57P01' });
  };
  const answers = await endWhileSchemaIsRead(t, { connect: { value: ends } });
  t.deepEqual(
    answers.map(({ status }) => status),
    [503, 503],
  );
  t.is(asked, 1);
});

longTest('and it stops only its own', async (t) => {
  const [first, second] = await endWhileSchemaIsRead(t, {});
  t.is(first.status, 503);
  t.deepEqual(ids(second.data), inB.stores.map(({ id }) => id).sort());
});

test('a session that has gone to the other database is served there by the same request', async (t) => {
  const token = await signInAs(a, inA.companyId, 'owner');
  t.deepEqual(ids((await send(api, token, stores)).data), inA.stores.map(({ id }) => id).sort());
  const hash = "sha256(convert_to($1, 'utf8'))";
  await a.admin.query(`delete from app.staff_sessions where token_hash = ${hash}`, [token]);
  const { id } = await hire(b, inB.companyId, { role: 'owner' });
  await b.admin.query(
    `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
     values ($2, $3, ${hash}, internal.now() + interval '1 hour', internal.now())`,
    [token, inB.companyId, id],
  );
  t.deepEqual(ids((await send(api, token, stores)).data), inB.stores.map(({ id }) => id).sort());
});

function folder(t: ExecutionContext): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-cells-'));
  t.teardown(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

/** What a move leaves behind in the database that the company came from. */
const leave = (companyId: string) =>
  a.admin.query(
    `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at, moved_at)
     values ($1, 'x', 'b', 'moved', clock_timestamp(), clock_timestamp())`,
    [companyId],
  );

test('a company that has moved is served where it is by the same call, written once', async (t) => {
  const [from, to] = [await createShop(a.admin), await createShop(b.admin)];
  const { key, hash, id } = from.companyKey;
  t.is((await api.request('GET', '/me', { key })).body.company.id, from.companyId);
  const { email } = await hire(a, from.companyId, { role: 'owner' });
  const { token } = (await send(api, null, signIn, { email, password })).data.signIn.session;
  await leave(from.companyId);
  const write = () =>
    api.request('POST', '/brands', { key, body: { store_id: to.stores[0].id, name: 'Moved' }, idempotencyKey: 'm' });
  t.is(errorOf(await write()), '503 UNAVAILABLE', 'it is not open there yet');
  t.is((await send(api, token, stores)).status, 503);
  t.deepEqual((await send(api, null, signIn, { email, password })).codes, ['UNAVAILABLE']);
  const row = {
    company_id: to.companyId,
    name: 'Moved',
    type: 'company',
    prefix: 'service_sk_',
    sample: 'service_sk_xxxx',
  };
  const scopes = ['catalog:write', 'products:read'];
  await insert(b.admin, 'api_keys', { ...row, lineage_id: id, id, last4: 'xxxx', key_hash: hash, scopes });
  await hire(b, to.companyId, { email, role: 'owner' });
  t.is((await write()).status, 201);
  t.is((await write()).headers.get('idempotent-replayed'), 'true');
  const { rows } = await b.admin.query('select company_id from app.brands where name = $1', ['Moved']);
  t.deepEqual(rows, [{ company_id: to.companyId }]);
  const again = (await send(api, null, signIn, { email, password })).data.signIn.session;
  t.deepEqual(ids((await send(api, again.token, stores)).data), to.stores.map(({ id }) => id).sort());
});

test.serial(
  'a process starts beside a database that is away, works for the others, and for it when it is back',
  async (t) => {
    const network = await startNetwork(b.url);
    t.teardown(() => network.stop());
    network.cut();
    const cells = (login: string) => `a=${withLogin(a.url, login)},b=${network.through(withLogin(b.url, login))}`;
    const receiver = await new Receiver().listen();
    t.teardown(() => receiver.close());
    const [shopA, shopB] = [await createShop(a.admin), await createShop(b.admin)];
    await Promise.all([a, b].map((db) => allowLoopback(db.admin)));
    await Promise.all([createEndpoint(a, shopA, receiver.url), createEndpoint(b, shopB, receiver.url)]);
    const env = { DATA_DIR: folder(t), OUTBOUND_ALLOW: '127.0.0.0/8', SECRET_KEYS: testKey.toString('hex') };
    const probe = String(await freePort());
    const [served, worker] = await Promise.all([
      startService(t, 'api', { ...env, CELLS: cells('haat_gateway') }),
      startService(t, 'worker', { ...env, CELLS: cells('haat_worker'), WORKER_PORT: probe }),
    ]);
    const get = async (url: string, key = '') => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      return { status: response.status, body: (await response.json()) as { cells: object } };
    };
    const me = `${served.url}/ext/v1/me`;
    const probes = [`${served.url}/readyz`, `http://127.0.0.1:${probe}/readyz`];
    for (const at of probes) t.deepEqual((await get(at)).body.cells, { a: 'ready', b: 'down' });
    t.is((await get(me, shopA.companyKey.key)).status, 200);
    t.is((await get(me, shopB.companyKey.key)).status, 503);
    // A move that was ended between its two commits: b, which is away, may have the company.
    const left = await createShop(a.admin);
    await leave(left.companyId);
    t.is((await get(me, left.companyKey.key)).status, 503);
    const [first, second] = [await emit(a, shopA), await emit(b, shopB)];
    const isDelivered = (id: string) => receiver.got.some(({ event }) => event.id === id);
    while (!isDelivered(first)) await receiver.has(receiver.count + 1);
    t.false(isDelivered(second));
    network.repair();
    while (!isDelivered(second)) await receiver.has(receiver.count + 1);
    for (const at of probes)
      while (JSON.stringify((await get(at)).body.cells) !== '{"a":"ready","b":"ready"}') await sleep(50);
    t.is((await get(me, shopB.companyKey.key)).status, 200);
    while ((await get(me, left.companyKey.key)).status !== 200) await sleep(50);
    t.regex(served.output(), /a cell does not answer; its companies are refused until it does/);
    t.deepEqual(await Promise.all([served.stop(), worker.stop()]), [0, 0]);
  },
);

test.serial('a database of an older release ends the start, by its name', async (t) => {
  const older = await freshDatabase('changes the schema');
  t.teardown(() => older.drop());
  await older.admin.query(
    `create or replace function internal.last_migration() returns text language sql as $$ select '000001.sql' $$`,
  );
  const CELLS = `a=${withLogin(a.url, 'haat_gateway')},old=${withLogin(older.url, 'haat_gateway')}`;
  await t.throwsAsync(startService(t, 'api', { DATA_DIR: folder(t), CELLS }), {
    message: /it ended with 1: .*cell old: the database is older than this version/s,
  });
});
