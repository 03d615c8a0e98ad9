// What a stranger can do with wrong passwords: slow themselves down, and no other person.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type Account, hire, password } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await freshDatabase('moves the clock');
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

type Attempt = { from: string; password?: string; device?: string | null; after?: number };
/** in, wrong, or the seconds to wait. */
type Outcome = 'in' | 'wrong' | number;

/** One attempt as the staff server makes it, so many seconds after the beginning. */
async function attempt(email: string, given: Attempt): Promise<{ outcome: Outcome; device: string | null }> {
  const client = await db.as('haat_anonymous').connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('haat.client_address', $1, true), set_config('haat.clock_offset', $2, true)`,
      [given.from, `${given.after ?? 0} s`],
    );
    const { rows } = await client.query('select * from staff.sign_in($1, $2, device_token => $3)', [
      email,
      given.password ?? 'wrong password',
      given.device ?? null,
    ]);
    await client.query('commit');
    return { outcome: rows[0].token ? 'in' : 'wrong', device: rows[0].device_token };
  } catch (error) {
    await client.query('rollback');
    const { code, detail } = error as { code: string; detail: string };
    if (code !== 'HT005') throw error;
    return { outcome: JSON.parse(detail).retry_after, device: null };
  } finally {
    client.release();
  }
}

/** Waits are of quarters of a minute; the calls themselves take a moment of them. */
const whole = (outcome: Outcome) => (typeof outcome === 'number' ? 15 * Math.ceil(outcome / 15) : outcome);
const outcomes = async (email: string, attempts: Attempt[]) => {
  const found: Outcome[] = [];
  for (const one of attempts) found.push(whole((await attempt(email, one)).outcome));
  return found;
};
const times = (count: number, attempts: (n: number) => Attempt) => Array.from({ length: count }, (_, n) => attempts(n));
/** Every test has addresses of its own. */
let networks = 0;
const network = () => {
  networks += 1;
  const own = networks;
  return (host: number) => `10.${own}.${Math.floor(host / 250)}.${1 + (host % 250)}`;
};
const owner = (): Promise<Account> => hire(db, shop.companyId, { role: 'owner' });

test('each wrong attempt doubles the wait, up to a quarter of an hour, for a known and an unknown email alike', async (t) => {
  const known = (await owner()).email;
  // An unknown email is compared with a password that costs as much as a real one: a commit's run tries it a few times.
  for (const [email, attempts] of [
    [known, 8],
    ['nobody@example.com', isLong ? 8 : 3],
    ['  ', isLong ? 8 : 1],
  ] as const) {
    const at = network();
    const waits: Outcome[] = [];
    let clock = 0;
    await outcomes(
      email,
      times(4, () => ({ from: at(0) })),
    );
    for (let n = 0; n < attempts; n += 1) {
      t.is((await attempt(email, { from: at(0), after: clock })).outcome, 'wrong', `${email} ${n}`);
      const { outcome } = await attempt(email, { from: at(0), after: clock, password });
      waits.push(outcome);
      clock += (outcome as number) + 1;
    }
    // An hour forgets an attempt.
    t.deepEqual(waits.map(whole), [15, 30, 60, 120, 240, 480, 900, 900].slice(0, attempts), email);
  }
});

const places: [string, { device: boolean; sameAddress: boolean }][] = [
  ['a device that has a token, in another network', { device: true, sameAddress: false }],
  ['a device that has a token, at the address of the guesser', { device: true, sameAddress: true }],
  ['an address of earlier sign-ins', { device: false, sameAddress: false }],
];
for (const [place, { device, sameAddress }] of places) {
  test(`a crowd of guessers does not make the owner wait at ${place}`, async (t) => {
    const { email } = await owner();
    const at = network();
    const home = at(0);
    const first = await attempt(email, { from: home, password });
    t.is(first.outcome, 'in');
    t.regex(first.device!, /^device_[0-9a-f]{64}$/);
    const guesses = await outcomes(
      email,
      times(40, (n) => ({ from: at(1 + (n % 8)) })),
    );
    t.is(guesses.filter((outcome) => outcome === 'wrong').length, 20, 'all strangers together may be wrong 20 times');
    if (sameAddress)
      await outcomes(
        email,
        times(6, () => ({ from: home })),
      );
    const from = device && !sameAddress ? at(100) : home;
    const back = await attempt(email, { from, password, device: device ? first.device : null });
    t.deepEqual(back, { outcome: 'in', device: device ? null : back.device });
    if (!device) t.regex(back.device!, /^device_/, 'the device has a token from now on');
    // From an unknown address, they wait like others.
    t.true(((await attempt(email, { from: at(101), password })).outcome as number) > 0);
  });
}

const abuses: [string, (email: string, at: (host: number) => string) => Attempt[], Outcome][] = [
  [
    'a device token of one’s own making',
    (_email, at) => times(6, () => ({ from: at(0), device: `device_${'0'.repeat(64)}` })),
    15,
  ],
  ['an empty device token', (_email, at) => times(6, () => ({ from: at(0), device: '' })), 15],
  ['addresses of one IPv6 network', () => times(6, (n) => ({ from: `2001:db8:1:1::${n}` })), 15],
  [
    'the same IPv4 address written in two ways',
    () => times(6, (n) => ({ from: n % 2 ? '::ffff:10.250.0.1' : '10.250.0.1' })),
    15,
  ],
  ['an address that is none', () => times(6, () => ({ from: 'unknown' })), 15],
  ['a new address for each guess', (_email, at) => times(21, (n) => ({ from: at(n) })), 15],
];
for (const [abuse, attempts, last] of abuses) {
  test(`${abuse}: the guesser has to wait`, async (t) => {
    const { email } = await owner();
    const found = await outcomes(email, attempts(email, network()));
    t.deepEqual(found.slice(0, -1), Array(found.length - 1).fill('wrong'));
    t.is(found.at(-1), last);
  });
}

test('one address that tries one password at many emails has to wait, and its neighbours do not', async (t) => {
  const at = network();
  const { email } = await owner();
  const { rows } = await db.admin.query(
    `insert into app.staff (company_id, email, full_name, password_hash)
     select company_id, 'guess' || n || '@example.com', full_name, password_hash
     from app.staff cross join generate_series(3, 20) n where email = $1 returning email`,
    [email],
  );
  t.is(rows.length, 18, 'the first three emails are unknown');
  const found: Outcome[] = [];
  for (let n = 0; n < 21; n += 1) found.push(whole((await attempt(`guess${n}@example.com`, { from: at(0) })).outcome));
  t.deepEqual(found, [...Array(20).fill('wrong'), 15]);
  t.true(((await attempt(email, { from: at(0), password })).outcome as number) > 0);
  t.is((await attempt(email, { from: at(1), password })).outcome, 'in');
});

test('one address that guesses at an account for a day keeps no stranger out for long: the others still come in', async (t) => {
  const { email } = await owner();
  const at = network();
  let looked = 0;
  for (let clock = 0; clock < 86_400; clock += 300) {
    if ((await attempt(email, { from: at(0), after: clock })).outcome === 'wrong') looked += 1;
    if (clock % 7_200 === 0)
      t.is((await attempt(email, { from: at(1 + clock / 7_200), after: clock, password })).outcome, 'in', `${clock}`);
  }
  t.true(looked < 110, `${looked} guesses in a day`);
});

test('a clock that is set back lets no sign-in wait longer than a quarter of an hour', async (t) => {
  const { email } = await owner();
  const at = network();
  await outcomes(
    email,
    times(12, () => ({ from: at(0), after: 7_200 })),
  );
  t.is((await attempt(email, { from: at(0), password })).outcome, 'in');
});

test('the longest wait is waited for also by an attempt that read the clock a moment before it was given', async (t) => {
  const { email } = await owner();
  const at = network();
  const wrong = async (after: number) => whole((await attempt(email, { from: at(0), after })).outcome);
  for (let n = 0; n < 4; n += 1) await wrong(0);
  let clock = 0;
  for (const wait of [0, 15, 30, 60, 120, 240, 480]) {
    clock += wait + 20;
    t.is(await wrong(clock), 'wrong');
  }
  t.is(whole((await attempt(email, { from: at(0), after: clock - 14, password })).outcome), 915);
});

test('a password that is reset while the old one is being checked opens no session', async (t) => {
  const { id, email } = await owner();
  const holder = await db.admin.connect();
  await holder.query('begin');
  await holder.query(`update app.staff set password_hash = 'another' where id = $1`, [id]);
  const waiting = attempt(email, { from: network()(0), password });
  for (let waits = 0; waits === 0; ) {
    const { rows } = await db.admin.query(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%staff.sign_in%' and datname = current_database()`,
    );
    waits = rows[0].n;
  }
  await holder.query('commit');
  holder.release();
  t.is((await waiting).outcome, 'wrong');
});

test('the timer removes what is forgotten, and keeps what still counts', async (t) => {
  const { email } = await owner();
  const at = network();
  await attempt(email, { from: at(0), password });
  await outcomes(
    email,
    times(2, () => ({ from: at(1) })),
  );
  const left = async (after: string) => {
    const client = await db.admin.connect();
    await client.query('begin');
    await client.query(`select set_config('haat.clock_offset', $1, true)`, [after]);
    await client.query('select internal.clean_up_sessions()');
    const { rows } = await client.query(
      `select (select count(*)::int from internal.sign_in_waits where account = sha256(convert_to($1, 'UTF8'))) as waits,
              (select count(*)::int from app.staff_places p join app.staff s on s.id = p.staff_id where s.email = $1) as places`,
      [email],
    );
    await client.query('rollback');
    client.release();
    return rows[0];
  };
  t.like(await left('1 hour'), { places: 2 });
  t.true((await left('1 hour')).waits > 0);
  t.deepEqual(await left('181 days'), { waits: 0, places: 0 });
});
