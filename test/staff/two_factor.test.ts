// Two-factor sign-in, from set-up to loss; and sessions that say where they are.
import test from 'ava';
import { Secret, TOTP } from 'otpauth';
import { encryptOutdated } from '../../server/secrets/encrypt-outdated.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/secrets.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import {
  type Account,
  hire,
  openSession,
  password,
  type StaffAnswer,
  type StaffDesk,
  signInAs,
  startStaff,
  withinTheWait,
} from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const signIn = `mutation ($email: String!, $password: String!, $code: String) {
  signIn(input: { email: $email, password: $password, code: $code }) { session { token mustSetUpTwoFactor } }
}`;
const setUp = (given: string) =>
  [
    `mutation ($given: String!) { setUpTwoFactor(input: { currentPassword: $given }) { twoFactorSetup { secret uri } } }`,
    { given },
  ] as const;
const withCode = (mutation: string, code: string) => {
  const answer = mutation === 'removeTwoFactor' ? 'result' : 'recoverySheet { codes }';
  return [`mutation ($code: String!) { ${mutation}(input: { code: $code }) { ${answer} } }`, { code }] as const;
};
const status = '{ twoFactor { isOn isRequired mustSetUp recoveryCodesLeft } }';
const require = (required: boolean) =>
  `mutation { requireTwoFactor(input: { required: ${required} }) { company { requiresTwoFactor } } }`;
const logged = async (id: string) =>
  (
    await db.admin.query('select action from internal.readable_activity_log where object_id = $1 order by id', [id])
  ).rows.map(({ action }) => action.replace('staff.', ''));
/** The clock of a code is the wall clock; the code before the present one is good too, and each only once. */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });
/** Lets the last code be used again, as if half a minute had gone by. */
const nextStep = (id: string) =>
  db.admin.query('update app.staff_authenticators set last_step = null where staff_id = $1', [id]);

/** Done again where half a minute ended meanwhile: a code of the one before is of the one before that then. */
async function inOneStep<T>(work: () => Promise<T>): Promise<T> {
  const step = () => Math.floor(Date.now() / 30_000);
  for (;;) {
    const began = step();
    const done = await work();
    if (step() === began) return done;
  }
}

type Protected = Account & { token: string; app: TOTP; codes: string[] };
/** A staff member with an authenticator app. */
async function protect(row: Record<string, unknown> = {}, companyId = shop.companyId): Promise<Protected> {
  const account = await hire(db, companyId, row);
  const token = await openSession(db, account.id);
  const { secret } = (await desk.ask(token, ...setUp(password))).setUpTwoFactor.twoFactorSetup;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const { codes } = (await desk.ask(token, ...withCode('confirmTwoFactor', codeOf(app)))).confirmTwoFactor
    .recoverySheet;
  await nextStep(account.id);
  // So that the wrong attempts of one test do not slow the others.
  await db.admin.query(
    `insert into app.staff_places (staff_id, company_id, kind, place_hash, created_at, last_used_at)
     values ($1, $2, 'address', sha256('127.0.0.1'), now(), now())`,
    [account.id, companyId],
  );
  return { ...account, token, app, codes };
}
const enter = (email: string, code?: string, given = password) =>
  desk.send(null, signIn, { email, password: given, code });

test('codes, Base32 and addresses are those of the RFCs and of the library that apps are built with', async (t) => {
  // RFC 6238, appendix B, the last six digits.
  const seed = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    const { rows } = await db.admin.query('select internal.totp_code($1, $2) as code', [
      seed,
      Math.floor(seconds / 30),
    ]);
    t.is(rows[0].code, code);
  }
  const { rows } = await db.admin.query(
    `select s.seed, internal.base32(s.seed) as base32, array(select internal.totp_code(s.seed, n) from generate_series(1, 20) n) as codes
     from (select extensions.gen_random_bytes(20 + 0 * g) as seed from generate_series(1, 30) g) s`,
  );
  for (const row of rows) {
    const secret = Secret.fromBase32(row.base32);
    t.deepEqual(Buffer.from(secret.bytes), row.seed);
    const app = new TOTP({ secret });
    t.deepEqual(
      row.codes,
      row.codes.map((_: string, n: number) => app.generate({ timestamp: (n + 1) * 30_000 })),
    );
  }
  const email = 'rina+admin@ঢাকা.example';
  const [{ uri }] = (await db.admin.query('select internal.uri_part($1) as uri', [email])).rows;
  t.is(uri, encodeURIComponent(email));
});

test('who sets it up gives the password, gets a secret for the app and ten codes, and is asked from then on', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  const token = await openSession(db, id);
  const elsewhere = await openSession(db, id);
  t.is(await desk.refusal(token, ...setUp('wrong password')), 'UNAUTHENTICATED');
  t.is(await desk.refusal(token, ...withCode('confirmTwoFactor', '123456')), 'CONFLICT');
  const { secret, uri } = (await desk.ask(token, ...setUp(password))).setUpTwoFactor.twoFactorSetup;
  t.regex(secret, /^[A-Z2-7]{32}$/);
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  t.regex(uri, new RegExp(`^otpauth://totp/Haat:${encodeURIComponent(email)}\\?secret=${secret}&issuer=Haat&`));
  t.truthy((await enter(email)).data.signIn.session.token, 'nothing is asked before the first right code');

  t.is(await desk.refusal(token, ...withCode('confirmTwoFactor', '000000')), 'UNAUTHENTICATED');
  const { codes } = (await desk.ask(token, ...withCode('confirmTwoFactor', codeOf(app)))).confirmTwoFactor
    .recoverySheet;
  t.is(new Set(codes).size, 10);
  t.deepEqual((await desk.ask(token, status)).twoFactor, {
    isOn: true,
    isRequired: false,
    mustSetUp: false,
    recoveryCodesLeft: 10,
  });
  t.is(await desk.refusal(elsewhere, status), 'UNAUTHENTICATED', 'other sessions end');
  t.is(await desk.refusal(token, ...setUp(password)), 'CONFLICT');
  t.deepEqual(await logged(id), ['two_factor_begun', 'signed_in', 'two_factor_set_up']);

  const { rows } = await db.admin.query(
    'select to_jsonb(a)::text as row from app.staff_authenticators a where staff_id = $1',
    [id],
  );
  const seed = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
  for (const text of [secret, seed, ...codes, ...codes.map((code: string) => code.replaceAll('-', ''))])
    t.false(rows[0].row.includes(text), 'a dump holds no seed and no code');
});

const attempts: [string, (who: Protected) => Promise<string | undefined>, 'in' | 'asked' | 'wrong'][] = [
  ['no code', async () => undefined, 'asked'],
  ['an empty code', async () => ' ', 'asked'],
  ['the code of now', async ({ app }) => codeOf(app), 'in'],
  ['the code of now, in two groups', async ({ app }) => codeOf(app).replace(/(...)/, '$1 '), 'in'],
  ['the code of half a minute ago', async ({ app }) => codeOf(app, -1), 'in'],
  ['the code of an app whose clock is ahead', async ({ app }) => codeOf(app, 1), 'in'],
  ['the code of two minutes ago', async ({ app }) => codeOf(app, -4), 'wrong'],
  ['a code of another account', async () => codeOf((await protect()).app), 'wrong'],
  ['a recovery code', async ({ codes }) => codes[3], 'in'],
  [
    'a recovery code in capitals, without dashes',
    async ({ codes }) => codes[3]!.replaceAll('-', '').toUpperCase(),
    'in',
  ],
  ['a recovery code of another account', async () => (await protect()).codes[0], 'wrong'],
  ['part of a recovery code', async ({ codes }) => codes[0]!.slice(0, 11), 'wrong'],
  ['a code of five digits', async ({ app }) => codeOf(app).slice(0, 5), 'wrong'],
  ['a long text', async () => '1'.repeat(50_000), 'wrong'],
];
for (const [what, make, expected] of attempts) {
  test(`signing in with ${what}: ${expected}`, async (t) => {
    const { who, code, data, errors } = await inOneStep(async () => {
      const who = await protect();
      const code = await make(who);
      return { who, code, ...(await enter(who.email, code)) };
    });
    if (expected === 'in') {
      t.regex(data.signIn.session.token, /^staff_/);
      t.is((await enter(who.email, code)).errors[0]?.extensions.code, 'UNAUTHENTICATED', 'no code is good twice');
      return;
    }
    t.falsy(data.signIn);
    t.is(errors[0]?.extensions.code, 'UNAUTHENTICATED');
    t.is('code' in (errors[0]?.extensions.fields ?? {}), expected === 'asked');
    const wrong = await enter(who.email, code, 'wrong password');
    t.is(wrong.errors[0]?.extensions.fields, undefined, 'a wrong password is told nothing of codes');
  });
}

test('one code, shown ten times at once, opens one session', async (t) => {
  const who = await protect();
  const code = codeOf(who.app);
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(who.email, code)));
  t.is(answers.filter(({ data }) => data?.signIn?.session.token).length, 1);
});

test('a person who knows the password is slowed at codes, at sign-in and in a session', async (t) => {
  const attempts = (send: (who: Protected, code?: string) => Promise<StaffAnswer>) =>
    withinTheWait(db, async () => {
      const who = await protect();
      const found: (string | undefined)[] = [];
      for (let n = 0; n < 6; n += 1) found.push((await send(who, '000000')).errors[0]?.extensions.code);
      return [...found, (await send(who)).errors[0]?.extensions.code];
    });
  const slowed = [...Array(5).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED'];
  t.deepEqual(
    await attempts(({ token, app }, code) =>
      code
        ? desk.send(token, ...withCode('removeTwoFactor', code))
        : desk.send(token, ...withCode('renewRecoveryCodes', codeOf(app))),
    ),
    slowed,
  );
  t.deepEqual(await attempts(({ email, app }, code) => enter(email, code ?? codeOf(app))), slowed);
});

test('a clock that was two hours ahead when a code was used does not keep its owner out', async (t) => {
  const who = await protect();
  await db.admin.query(
    `update app.staff_authenticators set last_step = floor(extract(epoch from now()) / 30) + 240 where staff_id = $1`,
    [who.id],
  );
  t.truthy((await enter(who.email, codeOf(who.app))).data.signIn.session.token);
});

test('it is removed and its recovery codes are renewed with a code only', async (t) => {
  const who = await protect();
  t.is(await desk.refusal(who.token, ...withCode('removeTwoFactor', '')), 'UNAUTHENTICATED');
  const renewed = (await desk.ask(who.token, ...withCode('renewRecoveryCodes', who.codes[0]!))).renewRecoveryCodes;
  t.is(await desk.refusal(who.token, ...withCode('removeTwoFactor', who.codes[1]!)), 'UNAUTHENTICATED');
  await desk.ask(who.token, ...withCode('removeTwoFactor', renewed.recoverySheet.codes[0]));
  t.truthy((await enter(who.email)).data.signIn.session.token);
  t.is(await desk.refusal(who.token, ...withCode('removeTwoFactor', codeOf(who.app))), 'CONFLICT');
});

test('where an owner requires it, people without it see and do nothing but set it up, in open sessions too', async (t) => {
  const { companyId } = await createShop(db.admin);
  const agent = await hire(db, companyId, { permissions: ['staff.manage', 'settings.manage', 'orders.manage'] });
  const token = await openSession(db, agent.id);
  t.is(await desk.refusal(token, require(true)), 'FORBIDDEN', 'an agent cannot require it');
  const careless = await signInAs(db, companyId, 'owner');
  t.is(await desk.refusal(careless, require(true)), 'CONFLICT', 'an owner without it would lock the door from outside');
  const owner = await protect({ role: 'owner' }, companyId);
  t.true((await desk.ask(owner.token, require(true))).requireTwoFactor.company.requiresTwoFactor);

  const everything =
    '{ stores { totalCount } staffMembers { totalCount } apiKeys { totalCount } activityEntries { totalCount } companies { totalCount } searchOrders(search: "") { totalCount } }';
  const closed = [
    'setStaffStatus(input: { staffId: "00000000-0000-0000-0000-000000000000", status: active })',
    'requireTwoFactor(input: { required: false })',
  ];
  for (const limited of [token, careless, (await enter(agent.email)).data.signIn.session.token]) {
    const seen = await desk.ask(limited, everything);
    t.deepEqual([...new Set(Object.values(seen).map((one) => (one as { totalCount: number }).totalCount))], [0]);
    for (const mutation of closed)
      t.is(await desk.refusal(limited, `mutation { ${mutation} { clientMutationId } }`), 'FORBIDDEN', mutation);
    t.like(await desk.ask(limited, `{ viewer { permissions } twoFactor { mustSetUp } }`), {
      viewer: { permissions: [] },
      twoFactor: { mustSetUp: true },
    });
  }
  t.true((await enter(agent.email)).data.signIn.session.mustSetUpTwoFactor);
  const { secret } = (await desk.ask(token, ...setUp(password))).setUpTwoFactor.twoFactorSetup;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await desk.ask(token, ...withCode('confirmTwoFactor', codeOf(app)));
  t.is((await desk.ask(token, '{ stores { totalCount } }')).stores.totalCount, 2);
  t.is((await desk.ask(owner.token, '{ staffMembers { totalCount } }')).staffMembers.totalCount, 3);
});

test('who lost phone and codes is let in by an owner: reset, signed out, and slowed no longer', async (t) => {
  const who = await protect({ permissions: ['orders.manage'] });
  const reset = `mutation { resetTwoFactor(input: { staffId: "${who.id}" }) { staffMember { id } } }`;
  t.is(await desk.refusal(await signInAs(db, shop.companyId, []), reset), 'FORBIDDEN');
  t.is(await desk.refusal(await signInAs(db, shop.companyId, ['staff.manage']), reset), 'FORBIDDEN', 'who holds less');
  t.is(await desk.refusal(await signInAs(db, (await createShop(db.admin)).companyId, 'owner'), reset), 'NOT_FOUND');
  for (let n = 0; n < 6; n += 1) await enter(who.email, '000000');
  await desk.ask(await signInAs(db, shop.companyId, 'owner'), reset);
  t.is(await desk.refusal(who.token, status), 'UNAUTHENTICATED');
  t.truthy((await enter(who.email)).data.signIn.session.token);
  t.true((await logged(who.id)).includes('two_factor_reset'));
});

test('a stolen login of the staff server passes no second factor, whatever seed it hands in', async (t) => {
  const who = await protect();
  const mine = Buffer.alloc(20, 7);
  const client = await db.as('haat_staff_gateway').connect();
  t.teardown(() => client.release());
  const forge = async (seed: string) => {
    const code = new TOTP({ secret: new Secret({ buffer: new Uint8Array(mine).buffer }) }).generate();
    await client.query('begin');
    await client.query('set local role haat_anonymous');
    await client.query(`select set_config('haat.totp_seed', $1, true)`, [seed]);
    await t.throwsAsync(client.query('select staff.sign_in($1, $2, $3)', [who.email, password, code]), {
      code: 'HT101',
    });
    await client.query('rollback');
  };
  for (const seed of [mine.toString('hex'), '', 'x'.repeat(40)]) await forge(seed);
  // What it may read is encrypted.
  const { rows } = await client.query('select internal.find_sealed_seed($1, null) as found', [who.email]);
  t.regex(rows[0].found.sealed, /^enc1:/);
});

test('a seed that was kept before there was a key is encrypted, and its codes stay good', async (t) => {
  const who = await protect();
  const seed = Buffer.from(who.app.secret.bytes).toString('hex');
  await db.admin.query('update app.staff_authenticators set sealed_seed = $2 where staff_id = $1', [who.id, seed]);
  const worker = db.as('haat_worker');
  t.true(
    (await encryptOutdated(
      (sql, values) => worker.query(sql, values),
      testSecrets,
      // Other tests have seeds that cannot be read.
      () => undefined,
    )) >= 1,
  );
  const { rows } = await db.admin.query('select sealed_seed from app.staff_authenticators where staff_id = $1', [
    who.id,
  ]);
  t.regex(rows[0].sealed_seed, /^enc1:/);
  t.truthy((await enter(who.email, codeOf(who.app))).data.signIn.session.token);
});

test('without the key, recovery codes still open the account, and the app is said not to be of use', async (t) => {
  const who = await protect();
  await db.admin.query(
    `update app.staff_authenticators set sealed_seed = 'enc1:00000000:' || repeat('A', 60) where staff_id = $1`,
    [who.id],
  );
  const { errors } = await enter(who.email, codeOf(who.app));
  t.is(errors[0]?.extensions.code, 'CONFLICT');
  t.regex(errors[0]!.message, /recovery code/);
  t.truthy((await enter(who.email, who.codes[0])).data.signIn.session.token);
});

test('sessions are listed with place and time; one is ended, or all', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  const open = async () => (await enter(email)).data.signIn.session.token as string;
  const [first, second, third] = [await open(), await open(), await open()];
  const list = '{ openSessions { nodes { id address userAgent createdAt lastSeenAt expiresAt isCurrent } } }';
  const { nodes } = (await desk.ask(second, list)).openSessions;
  t.deepEqual(
    nodes.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
    [false, true, false],
  );
  t.is(nodes[0].address, '127.0.0.1');
  t.truthy(nodes[0].userAgent && nodes[0].lastSeenAt && nodes[0].createdAt && nodes[0].expiresAt);
  const end = (which: string) => `mutation { endSession(input: { sessionId: "${which}" }) { result } }`;
  t.is(await desk.refusal(await signInAs(db, shop.companyId, []), end(nodes[0].id)), 'FORBIDDEN');
  t.true((await desk.ask(second, end(nodes[0].id))).endSession.result);
  t.false((await desk.ask(second, end(nodes[0].id))).endSession.result);
  t.is(await desk.refusal(third, list), 'UNAUTHENTICATED');
  const of = `{ openSessions(staffId: "${id}") { totalCount } }`;
  t.is(await desk.refusal(await signInAs(db, shop.companyId, []), of), 'FORBIDDEN');
  t.is((await desk.ask(await signInAs(db, shop.companyId, ['staff.manage']), of)).openSessions.totalCount, 2);
  t.is((await desk.ask(second, 'mutation { signOutEverywhere(input: {}) { result } }')).signOutEverywhere.result, 2);
  for (const token of [first, second]) t.is(await desk.refusal(token, list), 'UNAUTHENTICATED');
});
