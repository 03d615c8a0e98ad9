// Passkeys of staff: who may add one, what opens a session and what does not, and that no word of the staff server does.
import { constants, createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import test from 'ava';
import { passkeySiteOf } from '../../server/staff/secrets/passkey-site.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import { flags, Passkey, type Twist } from '../helpers/passkeys.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import {
  hire,
  openSession,
  password,
  type StaffDesk,
  signIn,
  signInAs,
  startStaff,
  withinTheWait,
} from '../helpers/staff.ts';
import { until } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
test.before(async () => {
  db = await freshDatabase('guesses at sign-ins');
  shop = await createShop(db.admin);
  desk = await startStaff(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const begin =
  'mutation ($currentPassword: String) { beginPasskey(input: { currentPassword: $currentPassword }) { result } }';
const add = `mutation ($name: String!, $clientData: String!, $attestation: String!) {
  addPasskey(input: { name: $name, clientData: $clientData, attestation: $attestation }) { passkey { id name domain lastUsedAt } } }`;
const beginSignIn = 'mutation { beginPasskeySignIn(input: {}) { result } }';
const enter = `mutation ($credentialId: String!, $clientData: String!, $authenticatorData: String!, $signature: String!) {
  signInWithPasskey(input: { credentialId: $credentialId, clientData: $clientData, authenticatorData: $authenticatorData, signature: $signature }) {
    session { token expiresAt mustChangePassword mustSetUpTwoFactor deviceToken } } }`;
const remove = `mutation ($id: UUID!, $currentPassword: String) {
  removePasskey(input: { passkeyId: $id, currentPassword: $currentPassword }) { result } }`;
const list = '{ passkeys { nodes { id name domain createdAt lastUsedAt } } }';

const asked = async (token: string) => (await desk.ask(token, begin)).beginPasskey.result;
const challenge = async () => (await desk.ask(null as never, beginSignIn)).beginPasskeySignIn.result;

async function addTo(
  token: string,
  passkey = new Passkey(),
  name = 'Phone',
): Promise<{ passkey: Passkey; passkeyId: string }> {
  const given = passkey.create(await asked(token));
  return { passkey, passkeyId: (await desk.ask(token, add, { name, ...given })).addPasskey.passkey.id };
}
/** A colleague with a passkey. */
async function person(row: Record<string, unknown> = {}, companyId = shop.companyId, algorithm?: -7 | -257) {
  const who = await hire(db, companyId, row);
  const token = await openSession(db, who.id);
  return { ...who, token, ...(await addTo(token, new Passkey(algorithm))) };
}
const tryWith = async (passkey: Passkey, twist: Twist = {}) =>
  desk.send(null, enter, passkey.get(await challenge(), twist));
const codeOf = ({ errors }: Awaited<ReturnType<StaffDesk['send']>>) => errors[0]?.extensions.code;
const sessionsOf = async (id: string) =>
  (await db.admin.query('select count(*)::int as n from app.staff_sessions where staff_id = $1', [id])).rows[0].n;

const twists: [string, (who: Awaited<ReturnType<typeof person>>) => Twist | Promise<Twist>][] = [
  ['of a page elsewhere', () => ({ origin: 'https://haat.example.evil.example' })],
  ['for another host name', () => ({ domain: 'evil.example' })],
  ['of a device that did not verify the person', () => ({ flags: flags.unverified })],
  ['without a person there', () => ({ flags: 4 })],
  ['that was signed to add a passkey', () => ({ type: 'webauthn.create' })],
  ['that another passkey signed', () => ({ key: new Passkey().key })],
  ["that a colleague's passkey signed", async () => ({ key: (await person()).passkey.key })],
];
for (const [what, make] of twists)
  test(`an answer ${what} opens no session`, async (t) => {
    const who = await person();
    const before = await sessionsOf(who.id);
    const code = codeOf(await tryWith(who.passkey, await make(who)));
    t.true(['UNAUTHENTICATED', 'CONFLICT'].includes(code!), code);
    t.is(await sessionsOf(who.id), before);
    t.truthy((await tryWith(who.passkey)).data.signInWithPasskey.session.token, 'the right one does');
  });

test('an answer is good once, and for a challenge of ours only', async (t) => {
  const who = await person();
  const options = await challenge();
  const given = who.passkey.get(options);
  t.truthy((await desk.send(null, enter, given)).data.signInWithPasskey.session.token);
  t.is(await desk.refusal(null, enter, given), 'CONFLICT', 'a second time');
  t.is(codeOf(await tryWith(who.passkey, { challenge: randomBytes(32).toString('base64url') })), 'CONFLICT');
  const forAdding = await asked(who.token);
  t.is(await desk.refusal(null, enter, who.passkey.get(forAdding)), 'CONFLICT', 'a challenge of another ceremony');
  const deep = Buffer.from('['.repeat(70_000)).toString('base64url');
  t.is(await desk.refusal(null, enter, { ...given, clientData: deep }), 'CONFLICT', 'deeper than a parser goes');
  const late = await challenge();
  await db.admin.query(
    `update internal.passkey_challenges set expires_at = internal.now() - interval '1 second' where challenge_hash = $1`,
    [createHash('sha256').update(Buffer.from(late.challenge, 'base64url')).digest()],
  );
  t.is(await desk.refusal(null, enter, who.passkey.get(late)), 'CONFLICT', 'after five minutes');
  const answers = who.passkey.get(await challenge());
  const all = await Promise.all(Array.from({ length: 5 }, () => desk.send(null, enter, answers)));
  t.is(all.filter(({ data }) => data?.signInWithPasskey?.session.token).length, 1, 'five at once');
});

test('a counter that does not rise is that of a copy; one that never counts is none', async (t) => {
  const who = await person();
  for (const [count, opens] of [
    [0, true],
    [7, true],
    [7, false],
    [6, false],
    [0, false],
    [8, true],
    [0xffffffff, true],
  ] as const)
    t.is(Boolean((await tryWith(who.passkey, { count })).data?.signInWithPasskey), opens, String(count));
});

test('the passkey of a disabled person or of a suspended company opens nothing', async (t) => {
  const { companyId } = await createShop(db.admin);
  const who = await person({}, companyId);
  await db.admin.query(`update app.staff set status = 'disabled' where id = $1`, [who.id]);
  t.is(codeOf(await tryWith(who.passkey)), 'UNAUTHENTICATED');
  await db.admin.query(`update app.staff set status = 'active' where id = $1`, [who.id]);
  t.truthy((await tryWith(who.passkey)).data.signInWithPasskey);
  await db.admin.query(`update app.companies set status = 'suspended' where id = $1`, [companyId]);
  t.is(codeOf(await tryWith(who.passkey)), 'UNAUTHENTICATED');
});

test('a stolen login of the staff server opens no session by a passkey, whatever it says that it checked', async (t) => {
  const who = await person();
  const client = await db.as('haat_staff_gateway').connect();
  t.teardown(() => client.release());
  const forge = async (twist: Twist, settings: Record<string, string> = {}) => {
    await client.query('begin');
    await client.query('set local role haat_anonymous');
    await client.query(`select set_config(key, value, true) from json_each_text($1)`, [
      JSON.stringify({ 'haat.passkey_checked': 'true', 'haat.passkey_domain': 'haat.example', ...settings }),
    ]);
    const { rows } = await client.query('select staff.begin_passkey_sign_in() as options');
    const { credentialId, clientData, authenticatorData, signature } = who.passkey.get(rows[0].options, twist);
    const found = await client.query('select (staff.sign_in_with_passkey($1, $2, $3, $4)).token', [
      credentialId,
      clientData,
      authenticatorData,
      signature,
    ]);
    await client.query('commit');
    return found.rows[0].token as string | null;
  };
  t.is(await forge({ key: new Passkey().key }), null);
  t.is(await forge({ flags: flags.unverified }), null);
  t.is(await forge({ domain: 'evil.example' }, { 'haat.passkey_domain': 'evil.example' }), null);
  // What it says counts against an answer only.
  t.is(await forge({}, { 'haat.passkey_checked': 'false' }), null);
  t.regex((await forge({}))!, /^staff_/);
  for (const denied of [
    `select internal.new_passkey_challenge('sign_in')`,
    `select internal.open_staff_session('${who.id}', null)`,
    'select * from internal.passkey_challenges',
    'select * from app.staff_passkeys',
    `select * from internal.check_passkey('', '', '', '', '')`,
  ])
    await t.throwsAsync(client.query(denied), { code: '42501' }, denied);
});

test('a person adds a passkey right after the sign-in, later with the password, ten in all', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  const token = await openSession(db, id);
  const { passkey } = await addTo(token, undefined, '  Phone  ');
  const options = await asked(token);
  t.deepEqual(
    [options.rp, options.attestation, options.authenticatorSelection.userVerification, options.user.name],
    [{ id: 'haat.example', name: 'Haat' }, 'none', 'required', email],
  );
  t.deepEqual(options.excludeCredentials, [{ type: 'public-key', id: passkey.credentialId }]);
  t.is(await desk.refusal(token, add, { name: 'Again', ...passkey.create(options) }), 'CONFLICT', 'the same twice');
  await db.admin.query(
    `update app.staff_sessions set created_at = created_at - interval '11 minutes' where staff_id = $1`,
    [id],
  );
  const late = (await desk.send(token, begin)).errors[0]!.extensions;
  t.deepEqual([late.code, Object.keys(late.fields!)], ['VALIDATION_ERROR', ['currentPassword']]);
  t.is(await desk.refusal(token, begin, { currentPassword: 'wrong password' }), 'UNAUTHENTICATED');
  t.truthy((await desk.ask(token, begin, { currentPassword: password })).beginPasskey.result.challenge);
  await db.admin.query(
    `insert into app.staff_passkeys (company_id, staff_id, name, domain, credential_id, public_key, sign_count, created_at)
     select company_id, staff_id, 'More', domain, sha256(n::text::bytea || credential_id), public_key, 0, internal.now()
     from app.staff_passkeys, generate_series(1, 9) n where staff_id = $1`,
    [id],
  );
  t.is(await desk.refusal(token, begin, { currentPassword: password }), 'CONFLICT', 'an eleventh');
  t.is((await desk.ask(token, list)).passkeys.nodes.length, 10);
});

test('no passkey is added of another page, host, session or kind, unverified, or before a password of one’s own', async (t) => {
  const { id } = await hire(db, shop.companyId);
  const [token, elsewhere] = [await openSession(db, id), await openSession(db, id)];
  const twisted: Twist[] = [
    { origin: 'https://evil.example' },
    { domain: 'evil.example' },
    { flags: flags.unverified },
    { type: 'webauthn.get' },
    { isOutOfOrder: true },
    { challenge: randomBytes(32).toString('base64url') },
  ];
  for (const twist of twisted)
    t.is(
      await desk.refusal(token, add, { name: 'Phone', ...new Passkey().create(await asked(token), twist) }),
      'CONFLICT',
      JSON.stringify(twist),
    );
  const options = await asked(token);
  t.is(
    await desk.refusal(elsewhere, add, { name: 'Phone', ...new Passkey().create(options) }),
    'CONFLICT',
    'another session',
  );
  const good = new Passkey().create(options);
  for (const wrong of [
    { attestation: 'oA' },
    { attestation: 'x'.repeat(50_000) },
    { clientData: 'eyJ9' },
    { clientData: '!' },
  ])
    t.is(
      await desk.refusal(token, add, { name: 'Phone', ...good, ...wrong }),
      'CONFLICT',
      JSON.stringify(wrong).slice(0, 40),
    );
  t.is(await desk.refusal(token, add, { name: ' ', ...good }), 'VALIDATION_ERROR');
  t.is(await desk.refusal(token, add, { name: 'x'.repeat(101), ...good }), 'VALIDATION_ERROR');
  t.is((await desk.ask(token, list)).passkeys.nodes.length, 0);
  await db.admin.query(`update app.staff set password_expires_at = internal.now() + interval '1 hour' where id = $1`, [
    id,
  ]);
  t.is(await desk.refusal(token, begin), 'CONFLICT');
  t.is(await desk.refusal(null, begin), 'UNAUTHENTICATED');
});

test('it opens the same session as a password, noted in the same places, by both kinds of keys', async (t) => {
  for (const algorithm of [-7, -257] as const) {
    const who = await person({ permissions: ['orders.manage'] }, shop.companyId, algorithm);
    const { session } = (await tryWith(who.passkey)).data.signInWithPasskey;
    t.regex(session.deviceToken, /^device_/);
    t.deepEqual([session.mustChangePassword, session.mustSetUpTwoFactor], [false, false]);
    const seen = await desk.ask(
      session.token,
      `{ viewer { id permissions } openSessions { nodes { userAgent isCurrent } } ${list.slice(1)}`,
    );
    t.deepEqual(seen.viewer, { id: who.id, permissions: ['orders_manage'] });
    t.is(seen.openSessions.nodes.length, 2);
    t.truthy(seen.openSessions.nodes[0].isCurrent && seen.openSessions.nodes[0].userAgent);
    t.truthy(seen.passkeys.nodes[0].lastUsedAt);
    const { rows } = await db.admin.query(
      `select action, after from app.activity_log where object_id = $1 order by id`,
      [who.id],
    );
    t.deepEqual(
      rows.map(({ action }) => action),
      ['staff.passkey_added', 'staff.signed_in'],
    );
    t.is(rows[1].after.passkey, 'Phone');
  }
});

test('where two factors are required it is both; a password alone still is not', async (t) => {
  const { companyId } = await createShop(db.admin);
  const owner = await person({ role: 'owner' }, companyId);
  const require = 'mutation { requireTwoFactor(input: { required: true }) { company { requiresTwoFactor } } }';
  t.is(await desk.refusal(await signInAs(db, companyId, 'owner'), require), 'CONFLICT');
  await desk.ask(owner.token, require);
  const limited = (await desk.send(null, signIn, { email: owner.email, password })).data.signIn.session.token;
  const looks = '{ stores { totalCount } twoFactor { mustSetUp } }';
  t.deepEqual(await desk.ask(limited, looks), { stores: { totalCount: 0 }, twoFactor: { mustSetUp: true } });
  const { session } = (await tryWith(owner.passkey)).data.signInWithPasskey;
  t.false(session.mustSetUpTwoFactor);
  const whole = { stores: { totalCount: 2 }, twoFactor: { mustSetUp: false } };
  t.deepEqual(await desk.ask(session.token, looks), whole);
  await addTo(limited);
  t.deepEqual(await desk.ask(limited, looks), whole, 'who adds one after the password has shown both');
});

test('it is renamed and removed by its owner alone; sessions that it opened end', async (t) => {
  const who = await person();
  const opened = (await tryWith(who.passkey)).data.signInWithPasskey.session.token;
  const colleague = await signInAs(db, shop.companyId, 'owner');
  const renameOwn = `mutation { renamePasskey(input: { passkeyId: "${who.passkeyId}", name: "Laptop" }) { passkey { name } } }`;
  t.is(await desk.refusal(colleague, renameOwn), 'NOT_FOUND');
  t.is((await desk.ask(who.token, renameOwn)).renamePasskey.passkey.name, 'Laptop');
  const id = who.passkeyId;
  t.is(await desk.refusal(colleague, remove, { id }), 'NOT_FOUND');
  t.is(await desk.refusal(who.token, remove, { id, currentPassword: 'wrong password' }), 'UNAUTHENTICATED');
  t.true((await desk.ask(who.token, remove, { id })).removePasskey.result);
  t.is(await desk.refusal(opened, list), 'UNAUTHENTICATED');
  t.is((await desk.ask(who.token, list)).passkeys.nodes.length, 0);
  t.is(codeOf(await tryWith(who.passkey)), 'UNAUTHENTICATED');
});

test('who is reset, second factor or password, has no passkey any more', async (t) => {
  const owner = await signInAs(db, shop.companyId, 'owner');
  for (const reset of ['resetTwoFactor', 'resetStaffPassword']) {
    const who = await person();
    await desk.ask(owner, `mutation { ${reset}(input: { staffId: "${who.id}" }) { clientMutationId } }`);
    t.is(codeOf(await tryWith(who.passkey)), 'UNAUTHENTICATED', reset);
  }
});

test('a session that a reset ends while it adds a passkey adds none', async (t) => {
  const { id } = await hire(db, shop.companyId);
  const token = await openSession(db, id);
  const given = new Passkey().create(await asked(token));
  const holder = await db.admin.connect();
  await holder.query('begin');
  await holder.query('select from app.staff where id = $1 for update', [id]);
  const adding = desk.refusal(token, add, { name: 'Phone', ...given });
  await until(
    db,
    `exists (select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%add_passkey%')`,
  );
  await holder.query('update app.staff_sessions set revoked_at = internal.now() where staff_id = $1', [id]);
  await holder.query('commit');
  holder.release();
  t.is(await adding, 'UNAUTHENTICATED');
  t.is((await db.admin.query('select from app.staff_passkeys where staff_id = $1', [id])).rowCount, 0);
});

test('wrong answers are slowed as wrong passwords are, and one request tries one', async (t) => {
  const codes = await withinTheWait(db, async () => {
    const who = await person();
    const found: (string | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) found.push(codeOf(await tryWith(who.passkey, { key: new Passkey().key })));
    return [...found, codeOf(await tryWith(who.passkey))];
  });
  t.deepEqual(codes, [...Array(5).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  const one =
    'signInWithPasskey(input: { credentialId: "AA", clientData: "AA", authenticatorData: "AA", signature: "AA" }) { clientMutationId }';
  t.is((await desk.send(null, `mutation { a: ${one} b: ${one} }`)).status, 401);
  t.is(await desk.refusal(null, `mutation { ${one} }`), 'CONFLICT');
});

test('signatures are told apart as OpenSSL tells them, whatever is wrong with them', async (t) => {
  const good = async (key: Buffer, digest: Buffer, signature: Buffer) =>
    (
      await db.admin.query(
        `select internal.is_es256_signature(('0x' || encode(substr($1::bytea, 1, 32), 'hex'))::numeric,
           ('0x' || encode(substr($1::bytea, 33, 32), 'hex'))::numeric, $2, $3) as good`,
        [key, digest, signature],
      )
    ).rows[0].good as boolean;
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const integer = (n: bigint) => {
    let hex = n.toString(16);
    if (hex.length % 2) hex = `0${hex}`;
    if (hex >= '8') hex = `00${hex}`;
    return Buffer.from([2, hex.length / 2, ...Buffer.from(hex, 'hex')]);
  };
  const der = (r: bigint, s: bigint) => {
    const both = Buffer.concat([integer(r), integer(s)]);
    return Buffer.from([0x30, both.length, ...both]);
  };
  for (let n = 0; n < runs(8); n += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
    const text = randomBytes(40);
    const digest = createHash('sha256').update(text).digest();
    const signature = sign('sha256', text, privateKey);
    const raw = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const [r, s] = [0, 32].map((at) => BigInt(`0x${raw.subarray(at, at + 32).toString('hex')}`)) as [bigint, bigint];
    const flipped = Buffer.from(signature);
    flipped[10 + n]! ^= 1 << n;
    for (const one of [
      signature,
      der(r, order - s),
      der(r, s + order),
      der(r + order, s),
      der(0n, s),
      der(r, 0n),
      der(1n, 1n),
      der(order, order),
      der(s, r),
      Buffer.concat([signature, Buffer.from([0])]),
      flipped,
    ])
      t.is(await good(key, digest, one), verify('sha256', text, publicKey, one), one.toString('hex'));
    t.false(
      await good(Buffer.concat([key.subarray(32), key.subarray(0, 32)]), digest, signature),
      'no point of the curve',
    );
    t.false(await good(key, createHash('sha256').update(digest).digest(), signature));
    for (const broken of ['', '30', '3006020101', '308006020101020101', `3044${'00'.repeat(68)}`, 'ff'.repeat(72)])
      t.false(await good(key, digest, Buffer.from(broken, 'hex')), broken);
  }
  // The point at infinity comes of a key that is the base point, and numbers that cancel out.
  const base = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: Buffer.from('6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296', 'hex').toString('base64url'),
      y: Buffer.from('4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5', 'hex').toString('base64url'),
    },
    format: 'jwk',
  });
  const { x, y } = base.export({ format: 'jwk' });
  const digest = createHash('sha256').update('x').digest();
  const cancels = order - (BigInt(`0x${digest.toString('hex')}`) % order);
  const key = Buffer.concat([Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  t.false(await good(key, digest, der(cancels, 1n)));
});

test('RSA signatures too, of whatever length and with whatever padding', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n!, 'base64url');
  const text = randomBytes(40);
  const digest = createHash('sha256').update(text).digest();
  const signature = sign('sha256', text, privateKey);
  const power = (base: bigint) => {
    let found = 1n;
    for (let n = 0; n < 3; n += 1) found = (found * base) % number(modulus);
    return found;
  };
  const number = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
  const bytes = (one: bigint) => Buffer.from(one.toString(16).padStart(512, '0'), 'hex');
  const flipped = Buffer.from(signature);
  flipped[200]! ^= 1;
  for (const one of [
    signature,
    flipped,
    sign('sha512', text, privateKey),
    sign('sha256', text, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    bytes(power(number(signature))),
    bytes(number(modulus) - number(signature)),
    bytes(0n),
    bytes(1n),
    modulus,
    Buffer.concat([Buffer.from([0]), signature]),
    signature.subarray(1),
  ]) {
    const { rows } = await db.admin.query('select internal.is_rs256_signature($1, $2, $3) as good', [
      modulus,
      digest,
      one,
    ]);
    t.is(rows[0].good, verify('sha256', text, publicKey, one), one.toString('hex'));
  }
});

test('passkeys are bound to the host of PUBLIC_URL, to localhost on this computer, and to no number', (t) => {
  t.deepEqual(passkeySiteOf('https://shop.example:8443'), {
    domain: 'shop.example',
    origins: ['https://shop.example:8443'],
  });
  const here = { domain: 'localhost', origins: ['http://localhost:4000'] };
  for (const host of ['localhost', '127.0.0.1', '[::1]']) t.deepEqual(passkeySiteOf(`http://${host}:4000`), here);
  for (const url of ['http://shop.example', 'https://192.0.2.7', 'https://[2001:db8::1]'])
    t.is(passkeySiteOf(url), null);
});
