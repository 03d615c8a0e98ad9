// Who gets in, and for how long.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
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

const enter = (email: string, attempt = password) => desk.send(null, signIn, { email, password: attempt });
const me = '{ viewer { id fullName role permissions mustChangePassword } }';

/** Wrong attempts that count against an email, by what they count: a pair is the email from one address. */
const failures = async (email: string) => {
  const { rows } = await db.admin.query(
    `select split_part(key, ':', 1) as kind, round(failures) as failures from internal.sign_in_waits
     where account = sha256(convert_to($1, 'UTF8')) and key not like 'address:%'`,
    [email],
  );
  return Object.fromEntries(rows.map(({ kind, failures: count }) => [kind, count])) as Record<string, number>;
};

test('a stranger sees and runs what signs in, and nothing else', async (t) => {
  const { data } = await desk.send(
    null,
    '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }',
  );
  t.deepEqual(
    data.__schema.mutationType.fields.map(({ name }: { name: string }) => name),
    ['beginPasskeySignIn', 'signIn', 'signInWithPasskey'],
  );
  t.deepEqual(data.__schema.queryType.fields, [{ name: 'query' }]);
  for (const query of ['{ orders { nodes { id } } }', me, 'mutation { signOut(input: {}) { result } }']) {
    const answer = await desk.send(null, query);
    t.is(answer.status, 401, query);
    t.is(answer.errors[0]?.extensions.code, 'UNAUTHENTICATED');
    t.falsy(answer.data);
  }
});

test("a stranger's role may run sign_in only, and the login of the door may do nothing by itself", async (t) => {
  const anonymous = db.as('haat_anonymous');
  for (const sql of [
    'select * from app.orders',
    'select staff.viewer()',
    'select * from staff.overview()',
    `select internal.find_staff_context('\\x00', '')`,
  ]) {
    await t.throwsAsync(anonymous.query(sql), { message: /permission denied/ }, sql);
  }
  const login = db.as('haat_staff_gateway');
  for (const sql of ['select * from app.orders', 'select staff.viewer()', `select staff.sign_in('a', 'b')`]) {
    await t.throwsAsync(login.query(sql), { message: /permission denied/ }, sql);
  }
  await t.throwsAsync(db.as('haat_staff').query('select password_hash from app.staff'), {
    message: /permission denied/,
  });
  await t.throwsAsync(db.as('haat_staff').query('select * from app.staff_sessions'), { message: /permission denied/ });
  // In no session, staff see nothing.
  t.deepEqual(
    (await db.as('haat_staff').query('select id from app.orders union all select id from app.companies')).rows,
    [],
  );
});

test('wrong tokens, API keys and strange headers are no session', async (t) => {
  for (const token of ['staff_0000', `staff_${'0'.repeat(64)}`, shop.companyKey.key, 'x']) {
    const answer = await desk.send(token, me);
    t.is(answer.status, 401, token);
    t.is(answer.errors[0]?.extensions.code, 'UNAUTHENTICATED');
  }
  const basic = await desk.request('POST', '//admin/graphql', {
    body: { query: me },
    headers: { authorization: 'Basic x' },
  });
  t.is(basic.status, 401);
  const token = await signInAs(db, shop.companyId, 'owner');
  t.is((await desk.request('GET', '/me', { key: token })).status, 401, 'a session is no API key');
});

test('signing in gives a token once, which is kept as a hash only and ends after 12 hours', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  const { data } = await enter(`  ${email.toUpperCase()} `);
  const { token, mustChangePassword } = data.signIn.session;
  t.regex(token, /^staff_[0-9a-f]{64}$/);
  t.false(mustChangePassword);
  t.is((await desk.ask(token, me)).viewer.id, id);
  const { rows } = await db.admin.query(
    `select s.*, s.expires_at - s.created_at as lifetime, to_jsonb(s)::text like '%' || $2 || '%' as leaks from app.staff_sessions s where staff_id = $1`,
    [id, token.slice(6)],
  );
  t.is(rows.length, 1);
  t.false(rows[0].leaks);
  t.is(rows[0].lifetime.hours, 12);
  await db.admin.query(`update app.staff_sessions set expires_at = now() where staff_id = $1`, [id]);
  t.is(await desk.refusal(token, me), 'UNAUTHENTICATED');
});

test('a wrong password is refused and counted, although the request fails', async (t) => {
  const { email } = await hire(db, shop.companyId);
  const wrong = await enter(email, 'wrong password');
  t.is(wrong.errors[0]?.extensions.code, 'UNAUTHENTICATED');
  t.is(wrong.data.signIn, null);
  t.deepEqual(await failures(email), { account: 1, pair: 1 });
  const unknown = await enter('nobody@example.com', 'wrong password');
  t.is(unknown.errors[0]?.message, wrong.errors[0]?.message, 'guesses do not tell which emails exist');
  t.truthy((await enter(email)).data.signIn.session.token);
  t.deepEqual(await failures(email), { account: 1 });
});

test('twenty guesses at once: five are looked at, then this place has to wait, with the right password too', async (t) => {
  // The first one waits for the schema of strangers.
  await enter('nobody@example.com', 'wrong password');
  const { id, email, answers, waiting } = await withinTheWait(db, async () => {
    const account = await hire(db, shop.companyId);
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(account.email, `guess number ${n}`)));
    const variables = { email: account.email, password };
    const last = await desk.request('POST', '//admin/graphql', { body: { query: signIn, variables } });
    return { ...account, answers: guesses, waiting: last };
  });
  const codes = answers.map(({ errors }) => errors[0]?.extensions.code).sort();
  t.deepEqual(codes, [...Array(15).fill('RATE_LIMITED'), ...Array(5).fill('UNAUTHENTICATED')]);
  t.deepEqual(await failures(email), { account: 5, pair: 5 });
  const { rows } = await db.admin.query(
    `select actor_name from internal.readable_activity_log where action = 'staff.slowed' and object_id = $1`,
    [id],
  );
  t.is(rows.length, 1);
  t.is(waiting.status, 429);
  const seconds = Number(waiting.headers.get('retry-after'));
  t.true(seconds > 0 && seconds <= 15);
  t.is(waiting.body.errors[0].extensions.retry_after, seconds);
  t.regex(waiting.body.errors[0].message, new RegExp(`again in ${seconds} second`));
  await db.admin.query(`update internal.sign_in_waits set wait_until = now() - interval '1 second'`);
  t.truthy((await enter(email)).data.signIn.session.token);
});

test('one request tries one password, of strangers and of staff', async (t) => {
  const attempt = (name: string) => `${name}: signIn(input: {email: "a", password: "b"}) { clientMutationId }`;
  const other = 'other: signOut(input: {}) { result }';
  const stranger = await desk.send(null, `mutation { ${attempt('a')} ${attempt('b')} }`);
  t.is(stranger.status, 401);
  t.regex(stranger.errors[0]!.message, /at most 1 mutation/);
  const token = await signInAs(db, shop.companyId, 'owner');
  for (const pair of [
    [attempt('a'), attempt('b')],
    [attempt('a'), other],
    [other, attempt('a')],
    [attempt('a'), `...more } fragment more on Mutation { ${attempt('b')}`],
  ]) {
    const answer = await desk.send(token, `mutation { ${pair.join(' ')} }`);
    t.is(answer.status, 400);
    t.regex(answer.errors[0]!.message, /at most 1 mutation/);
  }
  t.truthy((await desk.ask(token, me)).viewer.id, 'the session is what it was');
});

test('who is signed in already can sign in, as oneself or another, and both sessions are good', async (t) => {
  const first = await hire(db, shop.companyId, { role: 'owner' });
  const elsewhere = await createShop(db.admin);
  const second = await hire(db, elsewhere.companyId);
  const token = await openSession(db, first.id);
  for (const { id, email } of [first, second]) {
    const { session } = (await desk.ask(token, signIn, { email, password })).signIn;
    t.is((await desk.ask(session.token, me)).viewer.id, id);
  }
  t.is((await desk.ask(token, me)).viewer.id, first.id);
  const wrong = await desk.send(token, signIn, { email: second.email, password: 'wrong password' });
  t.is(wrong.errors[0]?.extensions.code, 'UNAUTHENTICATED');
  t.is((await failures(second.email)).pair, 1);
});

test('signing out, being signed out, being disabled and a closed company end sessions at once', async (t) => {
  const own = await signInAs(db, shop.companyId, []);
  t.true((await desk.ask(own, 'mutation { signOut(input: {}) { result } }')).signOut.result);
  t.is(await desk.refusal(own, me), 'UNAUTHENTICATED');

  const boss = await signInAs(db, shop.companyId, 'owner');
  const { id } = await hire(db, shop.companyId);
  const first = await openSession(db, id);
  await desk.ask(boss, 'mutation ($id: UUID!) { revokeStaffSessions(input: {staffId: $id}) { staffMember { id } } }', {
    id,
  });
  t.is(await desk.refusal(first, me), 'UNAUTHENTICATED');

  const second = await openSession(db, id);
  const setStatus =
    'mutation ($id: UUID!, $status: StaffStatus!) { setStaffStatus(input: {staffId: $id, status: $status}) { staffMember { status } } }';
  await desk.ask(boss, setStatus, { id, status: 'disabled' });
  t.is(await desk.refusal(second, me), 'UNAUTHENTICATED');
  await desk.ask(boss, setStatus, { id, status: 'active' });
  t.is(await desk.refusal(second, me), 'UNAUTHENTICATED', 'an ended session stays ended');

  const other = await createShop(db.admin);
  const token = await signInAs(db, other.companyId, 'owner');
  await db.admin.query(`update app.companies set status = 'closed' where id = $1`, [other.companyId]);
  t.is(await desk.refusal(token, me), 'UNAUTHENTICATED');
});

test('an invited person signs in with a one-time password and can do nothing before choosing their own', async (t) => {
  const boss = await signInAs(db, shop.companyId, 'owner');
  const invite = `mutation ($email: String!) { inviteStaff(input: {email: $email, fullName: "Nadia", permissions: [orders_manage]}) { invitation { oneTimePassword validUntil staffMember { id } } } }`;
  const { invitation } = (await desk.ask(boss, invite, { email: 'Nadia@example.com' })).inviteStaff;
  const { session } = (await enter('nadia@example.com', invitation.oneTimePassword)).data.signIn;
  t.true(session.mustChangePassword);
  t.deepEqual((await desk.ask(session.token, me)).viewer.permissions, []);
  t.is((await desk.ask(session.token, '{ stores { totalCount } }')).stores.totalCount, 0);

  const change =
    'mutation ($old: String!, $new: String!) { changeOwnPassword(input: {currentPassword: $old, newPassword: $new}) { staffMember { id } } }';
  t.is(await desk.refusal(session.token, change, { old: 'wrong password', new: 'my own password' }), 'UNAUTHENTICATED');
  t.is((await failures('nadia@example.com')).session, 1);
  const short = await desk.send(session.token, change, { old: invitation.oneTimePassword, new: 'short' });
  t.like(short.errors[0]?.extensions, {
    code: 'VALIDATION_ERROR',
    fields: { newPassword: ['must be at least 10 characters long'] },
  });
  await desk.ask(session.token, change, { old: invitation.oneTimePassword, new: 'my own password' });
  const { viewer, stores } = await desk.ask(
    session.token,
    '{ viewer { permissions mustChangePassword } stores { totalCount } }',
  );
  t.deepEqual(viewer, { permissions: ['orders_manage'], mustChangePassword: false });
  t.is(stores.totalCount, 2);
  t.is((await enter('nadia@example.com', invitation.oneTimePassword)).data.signIn, null);
  t.truthy((await enter('nadia@example.com', 'my own password')).data.signIn.session.token);
});

test('a password made of what colleagues know of its owner is refused, and says of what', async (t) => {
  const { id, email } = await hire(db, shop.companyId, { full_name: 'Rina Akter', email: 'rina.of.dhaka@example.com' });
  await db.admin.query(`update app.companies set name = 'Sharee Ghor' where id = $1`, [shop.companyId]);
  const token = await openSession(db, id);
  const change =
    'mutation ($old: String!, $new: String!) { changeOwnPassword(input: {currentPassword: $old, newPassword: $new}) { staffMember { id } } }';
  for (const [made, of] of [
    [email, 'your email address'],
    ['Dhaka-Rina.2026', 'your email address'],
    ['RinaAkter1!', 'your name'],
    ['Rina Akter 123', 'your name'],
    ['shareeghor1', 'the name of the company'],
    ['Sharee  Ghor !!!', 'the name of the company'],
  ] as const) {
    const { errors } = await desk.send(token, change, { old: password, new: made });
    t.regex(String(errors[0]?.extensions.fields?.newPassword), new RegExp(`^must not be made of ${of}: choose`), made);
  }
  const { changeOwnPassword } = await desk.ask(token, change, { old: password, new: 'rina likes seven green mangoes' });
  t.is(changeOwnPassword.staffMember.id, id);
});

test('one of the most common passwords is refused, however it is written', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  const token = await openSession(db, id);
  const change =
    'mutation ($old: String!, $new: String!) { changeOwnPassword(input: {currentPassword: $old, newPassword: $new}) { staffMember { id } } }';
  const problem = 'must not be a common password: choose several words that have nothing to do with each other';
  for (const common of ['1q2w3e4r5t', 'QWERTYUIOP', 'Password123', 'pass-word-123!', 'Sunshine@2026', '(1234567890)']) {
    const { errors } = await desk.send(token, change, { old: password, new: common });
    t.like(errors[0]?.extensions, {
      code: 'VALIDATION_ERROR',
      fields: { newPassword: [problem] },
      meanings: { [problem]: { reason: 'passwordCommon' } },
    });
  }
  t.truthy((await enter(email)).data.signIn, 'the old one is kept');
  await desk.ask(token, change, { old: password, new: 'sunshine on three buses' });
  t.truthy((await enter(email, 'sunshine on three buses')).data.signIn);
});

test('a one-time password runs out', async (t) => {
  const { id, email } = await hire(db, shop.companyId);
  await db.admin.query(`update app.staff set password_expires_at = now() - interval '1 second' where id = $1`, [id]);
  t.is((await enter(email)).data.signIn, null);
});
