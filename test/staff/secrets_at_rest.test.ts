// Secrets in the database are encrypted, so that a dump alone signs nothing; and what happens with keys: none, a wrong one, a
// new one, and processes of the release before.
import { createHmac, randomBytes } from 'node:crypto';
import test from 'ava';
import { createLog } from '../../server/process/log.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { isEncrypted, keyId, keyIdOf, SecretBox } from '../../server/secrets/secret-box.ts';
import { startWorkers } from '../../workers/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { dump, leaksIn } from '../helpers/leaks.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { testKey, testSecrets } from '../helpers/secrets.ts';
import { type Received, Receiver, verify } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, password, type StaffDesk, signIn, startStaff } from '../helpers/staff.ts';
import { allowLoopback, createEndpoint, emit, until } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let session: string;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
  await allowLoopback(db.admin);
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: '127.0.0.0/8' });
  desk = await startStaff(db, { outboundAllow });
  const { email } = await hire(db, shop.companyId, { role: 'owner' });
  const { data } = await desk.send(null, signIn, { email, password });
  session = data.signIn.session.token;
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const shown = 'webhookSecret { secret webhookEndpoint { id createdAt updatedAt } }';
const createTwo = `mutation ($store: UUID!, $url: String!) {
  one: createWebhookEndpoint(input: { storeId: $store, url: $url }) { ${shown} }
  two: createWebhookEndpoint(input: { storeId: $store, url: $url, description: "two" }) { ${shown} }
}`;
const rotate = `mutation ($id: UUID!) { rotateWebhookSecret(input: { endpointId: $id }) { ${shown} } }`;

async function create(url = 'http://127.0.0.1:9/'): Promise<{ id: string; secret: string }> {
  const { one } = await desk.ask(session, createTwo, { store: shop.stores[0].id, url });
  // The other one would get the same events.
  await db.admin.query(`delete from app.webhook_endpoints where description = 'two'`);
  return { id: one.webhookSecret.webhookEndpoint.id, secret: one.webhookSecret.secret };
}

const stored = async (id: string) =>
  (await db.admin.query('select secret, previous_secret from app.webhook_endpoints where id = $1', [id])).rows[0];

const deliver = (secrets: SecretBox) =>
  startWorkers({
    settings: loadSettings({ OUTBOUND_ALLOW: '127.0.0.0/8' }),
    pool: db.as('haat_worker', { max: 10 }),
    log: createLog('silent'),
    secrets,
  });

/** What in a text could be a key: every word of it, as it is and decoded. */
function* possibleKeys(text: string): Generator<Buffer> {
  for (const word of new Set(text.match(/[A-Za-z0-9+/_=-]{16,}/g) ?? [])) {
    for (const part of [word, word.replace(/^whsec_/, '')]) {
      yield Buffer.from(part);
      yield Buffer.from(part, 'base64');
      yield Buffer.from(part, 'hex');
    }
  }
}

const signs = (key: Buffer, { headers, body }: Received) =>
  headers['webhook-signature']!.split(' ').includes(
    `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`,
  );

test.serial('a secret is shown once in clear, and stored encrypted for its own endpoint', async (t) => {
  const { one, two } = await desk.ask(session, createTwo, { store: shop.stores[0].id, url: 'http://127.0.0.1:9/' });
  for (const { webhookSecret } of [one, two]) {
    t.regex(webhookSecret.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret } = await stored(webhookSecret.webhookEndpoint.id);
    t.is(keyIdOf(secret), keyId(testKey));
    t.is(testSecrets.decrypt(secret, `webhook_endpoint:${webhookSecret.webhookEndpoint.id}`), webhookSecret.secret);
  }
  t.not(one.webhookSecret.secret, two.webhookSecret.secret);
  t.not(one.webhookSecret.webhookEndpoint.id, two.webhookSecret.webhookEndpoint.id);

  // The same document again is another request, with a secret of its own.
  const { id } = one.webhookSecret.webhookEndpoint;
  const [first, second] = [await desk.ask(session, rotate, { id }), await desk.ask(session, rotate, { id })];
  t.is(
    new Set([one, first.rotateWebhookSecret, second.rotateWebhookSecret].map((r) => r.webhookSecret.secret)).size,
    3,
  );
  const now = await stored(id);
  t.true(isEncrypted(now.secret) && isEncrypted(now.previous_secret));
  t.is(
    testSecrets.decrypt(now.previous_secret, `webhook_endpoint:${id}`),
    first.rotateWebhookSecret.webhookSecret.secret,
  );
  const { createdAt, updatedAt } = second.rotateWebhookSecret.webhookSecret.webhookEndpoint;
  t.true(updatedAt > createdAt);

  // Only the server hands the procedures an encrypted text.
  const foreign = `mutation { rotateWebhookSecret(input: { endpointId: "${id}", encryptedSecret: "x" }) { clientMutationId } }`;
  t.is((await desk.send(session, foreign)).status, 400);
});

test.serial('of all rows of all tables nothing signs a webhook, opens a session or is a key', async (t) => {
  const receiver = await new Receiver().listen();
  t.teardown(() => receiver.close());
  const endpoint = await create(receiver.url);
  const key = await desk.ask(
    session,
    `mutation { createApiKey(input: { name: "K", type: company, scopes: [orders_read] }) { issuedApiKey { plaintext } } }`,
  );
  const invited = await desk.ask(
    session,
    `mutation { inviteStaff(input: { email: "new@example.com", fullName: "N" }) { invitation { oneTimePassword } } }`,
  );
  const workers = await deliver(testSecrets);
  await emit(db, shop);
  await receiver.has(1);
  const { rotateWebhookSecret } = await desk.ask(session, rotate, { id: endpoint.id });
  await emit(db, shop);
  await receiver.has(2);
  await workers.stop();
  const [before, after] = receiver.got as [Received, Received];
  t.notThrows(() => verify(endpoint.secret, before));
  t.notThrows(() => verify(endpoint.secret, after));
  t.notThrows(() => verify(rotateWebhookSecret.webhookSecret.secret, after));

  const text = await dump(db.admin);
  // The search finds what is there.
  t.true(text.includes(endpoint.id));
  t.true([...possibleKeys(endpoint.secret)].some((bytes) => signs(bytes, before)));
  const signing: Buffer[] = [];
  let tried = 0;
  for (const bytes of possibleKeys(text)) {
    if (signs(bytes, before) || signs(bytes, after)) signing.push(bytes);
    // The server of this process has connections to look after.
    if (++tried % 1000 === 0) await new Promise(setImmediate);
  }
  t.deepEqual(signing, []);
  t.true(tried > 1000);
  const secrets = {
    secret: endpoint.secret,
    'rotated secret': rotateWebhookSecret.webhookSecret.secret,
    session,
    key: key.createApiKey.issuedApiKey.plaintext,
    'one-time password': invited.inviteStaff.invitation.oneTimePassword,
    password,
    'key of the settings': testKey.toString('latin1'),
    'key of the settings in hex': testKey.toString('hex'),
  };
  t.deepEqual(leaksIn(text, Object.entries(secrets)), []);
});

test.serial('a worker without the key sends nothing and loses nothing; with it all arrives', async (t) => {
  const receiver = await new Receiver().listen();
  t.teardown(() => receiver.close());
  const endpoint = await create(receiver.url);
  await emit(db, shop);
  const claim = (keyIds: string[]) =>
    db.as('haat_worker').query(`select * from internal.claim_due_deliveries($1, 'w', 10, $2)`, [endpoint.id, keyIds]);
  await t.throwsAsync(claim([]), {
    message: new RegExp(`key ${keyId(testKey)}, which SECRET_KEYS of this worker lacks`),
  });
  await t.throwsAsync(claim(['00000000']), { message: /SECRET_KEYS of this worker lacks/ });
  // A worker of the release before leaves it, and its job, to those of this one.
  const earlier = await db
    .as('haat_worker')
    .query(`select * from internal.claim_deliveries($1, 'w', 10)`, [endpoint.id]);
  t.deepEqual(earlier.rows, []);
  const { rows } = await db.admin.query('select status, attempts from app.webhook_deliveries where endpoint_id = $1', [
    endpoint.id,
  ]);
  t.deepEqual(rows, [{ status: 'pending', attempts: 0 }]);
  await db.admin.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'webhook__deliver'))`,
  );
  // Where the key of the secret before is lost, the new one signs alone.
  const lost = new SecretBox([randomBytes(32)]).encrypt(endpoint.secret, `webhook_endpoint:${endpoint.id}`);
  await db.admin.query(
    `update app.webhook_endpoints set previous_secret = $2, previous_secret_expires_at = internal.now() + interval '1 h'
     where id = $1`,
    [endpoint.id, lost],
  );
  const workers = await deliver(testSecrets);
  await receiver.has(1);
  await workers.stop();
  t.notThrows(() => verify(endpoint.secret, receiver.got[0]!));
  t.is(receiver.got[0]!.headers['webhook-signature']!.split(' ').length, 1);
  await db.admin.query(
    'update app.webhook_endpoints set previous_secret = null, previous_secret_expires_at = null where id = $1',
    [endpoint.id],
  );
});

test.serial('what was written in clear is encrypted by the next worker, and signs as before', async (t) => {
  const receiver = await new Receiver().listen();
  t.teardown(() => receiver.close());
  const { endpoint_id: id, secret } = await createEndpoint(db, shop, receiver.url);
  t.is((await stored(id)).secret, secret);
  const tag = async () =>
    (await db.admin.query('select updated_at from app.webhook_endpoints where id = $1', [id])).rows[0].updated_at;
  const updatedAt = await tag();

  // A worker without keys leaves it, and delivers.
  const without = await deliver(new SecretBox([]));
  await emit(db, shop);
  await receiver.has(1);
  await without.stop();
  t.is((await stored(id)).secret, secret);
  t.notThrows(() => verify(secret, receiver.got[0]!));

  const workers = await deliver(testSecrets);
  await until(db, `select secret like 'enc1:%' from app.webhook_endpoints where id = $1`, [id]);
  await emit(db, shop);
  await receiver.has(2);
  await workers.stop();
  t.notThrows(() => verify(secret, receiver.got[1]!));
  t.deepEqual(await tag(), updatedAt);
});

test.serial('an encrypted text is not stored over one that was rotated meanwhile', async (t) => {
  const { endpoint_id: id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/');
  const worker = db.as('haat_worker');
  const { rows } = await worker.query(`select * from internal.find_outdated_secrets('00000000', 1000)`);
  const found = rows.filter(({ belongs_to }) => belongs_to === `webhook_endpoint:${id}`);
  t.is(found.length, 1, 'in clear');
  const { secret } = (await desk.ask(session, rotate, { id })).rotateWebhookSecret.webhookSecret;
  const encrypted = testSecrets.encrypt('whsec_old', found[0].belongs_to);
  const replaced = await worker.query('select internal.replace_secrets($1) as count', [
    JSON.stringify([{ ...found[0], encrypted }]),
  ]);
  t.is(replaced.rows[0].count, 0);
  t.is(testSecrets.decrypt((await stored(id)).secret, found[0].belongs_to), secret);
  for (const role of ['haat_gateway', 'haat_staff', 'haat_staff_gateway', 'haat_dba', 'haat_api']) {
    for (const sql of [
      `select * from internal.find_outdated_secrets('', 1)`,
      `select internal.replace_secrets('[]')`,
      'select * from internal.stored_secrets',
    ])
      await t.throwsAsync(db.as(role).query(sql), { code: '42501' }, `${role}: ${sql}`);
  }
});

test.serial('a stolen login of the workers writes over no secret that it cannot read', async (t) => {
  const { id, secret } = await create();
  await desk.ask(session, rotate, { id });
  const { email } = await hire(db, shop.companyId);
  const sealed = testSecrets.encrypt('00', 'staff_authenticator:x');
  const { rows: seeds } = await db.admin.query(
    `insert into app.staff_authenticators (id, company_id, staff_id, sealed_seed, seed_hash, created_at)
     select uuidv7(), company_id, id, $2, sha256(''), now() from app.staff where email = $1 returning id`,
    [email, sealed],
  );
  const all = async () => (await db.admin.query('select * from internal.stored_secrets order by 1, 2')).rows;
  const before = await all();
  t.true(before.some(({ belongs_to }) => belongs_to === `staff_authenticator:${seeds[0].id}`));
  const worker = db.as('haat_worker');
  const { rows } = await worker.query(`select * from internal.find_outdated_secrets('00000000', 1000)`);
  t.deepEqual(
    rows.filter(({ stored }) => isEncrypted(stored)),
    [],
  );
  // What it stores is known to it from elsewhere, as from a dump.
  const { rows: forged } = await db.admin.query(
    `select belongs_to, slot, encode(sha256(convert_to(stored, 'UTF8')), 'hex') as digest, $1 as encrypted
     from internal.stored_secrets where stored like 'enc1:%'`,
    [new SecretBox([randomBytes(32)]).encrypt('whsec_mine', `webhook_endpoint:${id}`)],
  );
  t.true(forged.length >= 3);
  const replace = 'select internal.replace_secrets($1) as count';
  t.is((await worker.query(replace, [JSON.stringify(forged)])).rows[0].count, 0);
  t.deepEqual(await all(), before);
  t.not(testSecrets.decrypt((await stored(id)).secret, `webhook_endpoint:${id}`), secret);
  await db.admin.query('delete from app.staff_authenticators where id = $1', [seeds[0].id]);
});

test.serial(
  'secrets rotate encrypts all with the first key and names the keys that are not needed any more',
  async (t) => {
    const next = randomBytes(32);
    const { id, secret } = await create();
    const { endpoint_id: clear } = await createEndpoint(db, shop, 'http://127.0.0.1:9/');
    const { rows } = await db.admin.query(
      'select count(secret) + count(previous_secret) as count from app.webhook_endpoints',
    );
    const all = Number(rows[0].count);
    const run = (args: string[], ...keys: Buffer[]) =>
      runHaatHere([...args, '--json'], {
        DATABASE_URL: db.url,
        DATA_DIR: '/nowhere',
        SECRET_KEYS: keys.map((key) => key.toString('hex')).join(','),
      });

    const [none, first] = await Promise.all([run(['secrets', 'rotate']), run(['secrets', 'rotate'], next)]);
    t.is(none.code, 1);
    t.regex(none.err, /SECRET_KEYS is not set/);
    // A key that is lost: what needs it is named and stays; the rest is done.
    const lost = JSON.parse(first.out);
    t.like(lost, { key: keyId(next), not_needed_any_more: [] });
    t.true(lost.encrypted >= 1);
    t.true(lost.unreadable.includes(`webhook_endpoint:${id} secret`));
    t.is(keyIdOf((await stored(clear)).secret), keyId(next));

    const done = JSON.parse((await run(['secrets', 'rotate'], next, testKey)).out);
    t.deepEqual(done, {
      encrypted: all - lost.encrypted,
      key: keyId(next),
      not_needed_any_more: [keyId(testKey)],
      unreadable: [],
    });
    t.is(new SecretBox([next]).decrypt((await stored(id)).secret, `webhook_endpoint:${id}`), secret);
    const lists = await Promise.all([testKey, next].map((key) => run(['secrets', 'list'], key)));
    t.deepEqual(
      lists.map(({ out }) => JSON.parse(out)),
      [
        [{ key: keyId(next), secrets: all, state: 'not in SECRET_KEYS: cannot be read' }],
        [{ key: keyId(next), secrets: all, state: 'writes' }],
      ],
    );
  },
);
