// Notices of staff: who may turn them on and for what, what ends them, and whom a new order or a call-back is told to.
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { isEncrypted } from '../../server/secrets/secret-box.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { Browser, inSession, turnOn } from '../helpers/push.ts';
import { testSecrets } from '../helpers/secrets.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, startStaff } from '../helpers/staff.ts';
import { until } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let desk: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  desk = await startStaff(db);
});
// A new order is told to all of its company.
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  orders = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'RICE', quantity: 1000 });
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const begin = 'mutation { beginPush(input: {}) { result } }';
const save = `mutation ($endpoint: String!, $publicKey: String!, $auth: String!, $language: String = "en", $digits: String, $newOrders: Boolean, $callBacks: Boolean, $storeId: UUID) {
  savePushDevice(input: { endpoint: $endpoint, publicKey: $publicKey, auth: $auth, language: $language, digits: $digits, newOrders: $newOrders, callBacks: $callBacks, storeId: $storeId }) {
    pushDevice { id isHere newOrders callBacks storeId isFailing } } }`;
const remove = 'mutation ($id: UUID!) { removePushDevice(input: { pushDeviceId: $id }) { result } }';
const testIt = 'mutation ($id: UUID!) { sendTestPush(input: { pushDeviceId: $id }) { result } }';
const list = 'query ($endpoint: String) { pushDevices(endpoint: $endpoint) { nodes { id isHere storeId } } }';

async function person(row: Record<string, unknown> = {}, companyId = shop.companyId) {
  const { id } = await hire(db, companyId, row);
  return { id, token: await openSession(db, id) };
}
/** A person with a browser that gets notices. */
async function told(choice: Parameters<typeof turnOn>[3] = {}) {
  const who = await person();
  const browser = new Browser();
  return { ...who, browser, deviceId: (await turnOn(db, who.token, browser, choice)).id };
}
const devicesOf = async (staffId: string) =>
  (await db.admin.query('select id from app.staff_push_devices where staff_id = $1', [staffId])).rows.length;
const noticesOf = async (deviceId: string) =>
  (await db.admin.query('select kind, order_id from app.push_notices where device_id = $1 order by id', [deviceId]))
    .rows;
const place = () => orders.place([{ sku: 'RICE', quantity: 1 }]);
const callBacks = () => db.as('haat_worker').query('select internal.tell_of_call_backs() as n');

const wrong: [string, (given: Browser['given']) => Record<string, unknown>, string][] = [
  ['that is not https', () => ({ endpoint: 'http://push.example.com/1' }), 'endpoint'],
  ['at a private address', () => ({ endpoint: 'https://10.0.0.7/push' }), 'endpoint'],
  ['with a password', () => ({ endpoint: 'https://a:b@push.example.com/1' }), 'endpoint'],
  ['longer than any', () => ({ endpoint: `https://push.example.com/${'x'.repeat(1000)}` }), 'endpoint'],
  ['with a key that is no point', () => ({ publicKey: randomBytes(32).toString('base64url') }), 'publicKey'],
  ['with a secret that is too short', () => ({ auth: 'AAAA' }), 'auth'],
  ['in a language that there is not', () => ({ language: 'fr' }), 'language'],
  ['in digits that there are not', () => ({ digits: 'roman' }), 'digits'],
  ['that is to be told of nothing', () => ({ newOrders: false, callBacks: false }), 'newOrders'],
  ['of a store that is not theirs', () => ({ storeId: '01900000-0000-7000-8000-000000000000' }), 'storeId'],
];
test.serial('a device that cannot be good is refused, field by field, and nothing is kept', async (t) => {
  const { id, token } = await person();
  const { given } = new Browser();
  t.is(await desk.refusal(token, save, given), 'CONFLICT', 'before the key was asked for');
  await desk.ask(token, begin);
  for (const [what, twist, field] of wrong) {
    const { errors } = await desk.send(token, save, { ...given, ...twist(given) });
    t.truthy(errors[0]?.extensions.fields?.[field], `${what}: ${JSON.stringify(errors)}`);
  }
  const { rows } = await db.admin.query(
    `insert into app.stores (company_id, name, slug, is_test, created_at, updated_at)
     values ($1, 'Test', 'push-test', true, now(), now()) returning id`,
    [shop.companyId],
  );
  const { errors } = await desk.send(token, save, { ...given, storeId: rows[0].id });
  t.truthy(errors[0]?.extensions.fields?.storeId, 'a test store sends none');
  t.is(await devicesOf(id), 0);
});

test.serial('strangers turn nothing on, and nobody sees, tries or ends the notices of another', async (t) => {
  const who = await told();
  const colleague = await person({ role: 'owner' });
  for (const [query, variables] of [
    [begin, {}],
    [save, new Browser().given],
    [remove, { id: who.deviceId }],
    [testIt, { id: who.deviceId }],
  ] as const)
    t.not((await desk.send(null, query, variables)).errors[0], undefined);
  t.is(await desk.refusal(colleague.token, remove, { id: who.deviceId }), 'NOT_FOUND');
  t.is(await desk.refusal(colleague.token, testIt, { id: who.deviceId }), 'NOT_FOUND');
  t.deepEqual((await desk.ask(colleague.token, list)).pushDevices.nodes, []);
  t.is(await devicesOf(who.id), 1);
  t.deepEqual(await noticesOf(who.deviceId), []);
});

test.serial('an eleventh device is refused, and one that is there may change', async (t) => {
  const { id, token } = await person();
  const browsers = Array.from({ length: 10 }, () => new Browser());
  for (const browser of browsers) await turnOn(db, token, browser);
  t.is(await desk.refusal(token, save, new Browser().given), 'CONFLICT');
  const { savePushDevice } = await desk.ask(token, save, { ...browsers[3]!.given, callBacks: false });
  t.like(savePushDevice.pushDevice, {
    isHere: true,
    newOrders: true,
    callBacks: false,
    storeId: null,
    isFailing: false,
  });
  t.is(await devicesOf(id), 10);
  const { nodes } = (await desk.ask(token, list, { endpoint: browsers[3]!.endpoint })).pushDevices;
  t.deepEqual(
    nodes.filter(({ isHere }: { isHere: boolean }) => isHere).map(({ id: one }: { id: string }) => one),
    [savePushDevice.pushDevice.id],
  );
});

test.serial('a company has one key, kept encrypted; another company has another', async (t) => {
  const [one, two] = [await person(), await person()];
  const other = await createShop(db.admin);
  const elsewhere = await person({}, other.companyId);
  const keyOf = async ({ token }: { token: string }) => (await desk.ask(token, begin)).beginPush.result;
  const key = await keyOf(one);
  t.regex(key, /^B[\w-]{86}$/);
  t.is(await keyOf(two), key);
  t.not(await keyOf(elsewhere), key);
  const { rows } = await db.admin.query('select sealed_key from app.push_keys where company_id = $1', [shop.companyId]);
  t.true(isEncrypted(rows[0].sealed_key));
  t.notThrows(() => testSecrets.decrypt(rows[0].sealed_key, `push_key:${shop.companyId}`));
  t.throws(() => testSecrets.decrypt(rows[0].sealed_key, `push_key:${other.companyId}`));
});

const ends: [string, (who: Awaited<ReturnType<typeof told>>) => Promise<unknown>][] = [
  ['signs out', ({ token }) => desk.ask(token, 'mutation { signOut(input: {}) { result } }')],
  [
    'signs out everywhere, long after the session ran out',
    async ({ id, token }) => {
      await db.admin.query(`update app.staff_sessions set expires_at = now() - interval '1 day' where staff_id = $1`, [
        id,
      ]);
      await desk.refusal(token, list);
      await desk.ask(await openSession(db, id), 'mutation { signOutEverywhere(input: {}) { result } }');
    },
  ],
  [
    'gets a one-time password from the owner',
    async ({ id }) =>
      desk.ask(
        (await person({ role: 'owner' })).token,
        'mutation ($id: UUID!) { resetStaffPassword(input: { staffId: $id }) { clientMutationId } }',
        { id },
      ),
  ],
  [
    'may not sign in any more',
    async ({ id }) =>
      desk.ask(
        (await person({ role: 'owner' })).token,
        'mutation ($id: UUID!) { setStaffStatus(input: { staffId: $id, status: disabled }) { clientMutationId } }',
        { id },
      ),
  ],
  ['turns them off', ({ token, deviceId }) => desk.ask(token, remove, { id: deviceId })],
  [
    'left the device to a colleague, who turns them on there',
    async ({ browser }) => turnOn(db, (await person()).token, browser),
  ],
];
for (const [what, end] of ends)
  test.serial(`notices of a device end when its owner ${what}`, async (t) => {
    const who = await told();
    await end(who);
    t.is(await devicesOf(who.id), 0);
  });

test.serial('a session that ran out keeps its devices until its row goes', async (t) => {
  const who = await told();
  await db.admin.query(`update app.staff_sessions set expires_at = now() - interval '6 days' where staff_id = $1`, [
    who.id,
  ]);
  const cleanUp = () => db.as('haat_worker').query('select internal.clean_up_sessions()');
  await cleanUp();
  t.is(await devicesOf(who.id), 1);
  await db.admin.query(`update app.staff_sessions set expires_at = now() - interval '8 days' where staff_id = $1`, [
    who.id,
  ]);
  await cleanUp();
  t.is(await devicesOf(who.id), 0);
});

test.serial('a new order is told to those who want new orders of its store, and not to who made it', async (t) => {
  const other = await createShop(db.admin);
  const elsewhere = await person({}, other.companyId);
  const devices = {
    all: (await told()).deviceId,
    ofStore: (await told({ storeId: shop.stores[0].id })).deviceId,
    ofAnotherStore: (await told({ storeId: shop.stores[1].id })).deviceId,
    callBacksOnly: (await told({ newOrders: false })).deviceId,
    ofAnotherCompany: (await turnOn(db, elsewhere.token, new Browser())).id,
  };
  const order = await place();
  const found = Object.fromEntries(
    await Promise.all(
      Object.entries(devices).map(async ([name, id]) => [
        name,
        (await noticesOf(id)).filter(({ order_id }) => order_id === order.id).length,
      ]),
    ),
  );
  t.deepEqual(found, { all: 1, ofStore: 1, ofAnotherStore: 0, callBacksOnly: 0, ofAnotherCompany: 0 });
  const clerk = await told();
  const colleague = await told();
  await asCompany(
    db.admin,
    shop.companyId,
    (client) =>
      client.query('select staff.create_order($1)', [
        {
          store_id: shop.stores[0].id,
          customer: { phone: '01712345678', full_name: 'Nasrin Akter' },
          items: [{ sku: 'RICE', quantity: 1 }],
        },
      ]),
    { id: clerk.id, name: 'Clerk', permissions: ['orders.manage'] },
  );
  t.is((await noticesOf(clerk.deviceId)).length, 0);
  t.is((await noticesOf(colleague.deviceId)).length, 1);
});

test.serial('a device that is removed at that moment keeps no order from being placed', async (t) => {
  const [leaving, staying] = [await told(), await told()];
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('delete from app.staff_push_devices where id = $1', [leaving.deviceId]);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const placing = place();
    await until(db, 'select exists (select from pg_stat_activity where $1 = any (pg_blocking_pids(pid)))', [
      rows[0].pid,
    ]);
    await client.query('commit');
    const order = await placing;
    t.deepEqual(await noticesOf(staying.deviceId), [{ kind: 'new_order', order_id: order.id }]);
    t.deepEqual(await noticesOf(leaving.deviceId), []);
  } finally {
    client.release(true);
  }
});

test.serial('a device that is removed at that moment keeps no other from being told of its call-backs', async (t) => {
  const [leaving, staying] = [await told(), await told()];
  const { id } = await place();
  await db.admin.query('delete from app.push_notices where order_id = $1', [id]);
  await db.admin.query(
    `update app.staff_push_devices set call_backs_upto = now() - interval '1 hour' where id = any ($1)`,
    [[leaving.deviceId, staying.deviceId]],
  );
  await db.admin.query(
    `update app.orders set status = 'follow_up', follow_up_at = internal.now() - interval '1 minute' where id = $1`,
    [id],
  );
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('delete from app.staff_push_devices where id = $1', [leaving.deviceId]);
    await callBacks();
    t.deepEqual(await noticesOf(staying.deviceId), [{ kind: 'call_back', order_id: id }]);
    // Were it to stay, it is told at the next turn.
    await client.query('rollback');
    await callBacks();
    t.deepEqual(await noticesOf(leaving.deviceId), [{ kind: 'call_back', order_id: id }]);
    t.is((await noticesOf(staying.deviceId)).length, 1);
  } finally {
    client.release(true);
  }
});

test.serial('a refused order is told to nobody', async (t) => {
  const who = await told();
  const { outcome } = await orders.call('create_order', {
    customer: { phone: '01712345678', full_name: 'Nasrin Akter' },
    items: [{ sku: 'RICE', quantity: 1_000_000 }],
  });
  t.truthy(outcome.sqlstate);
  t.deepEqual(await noticesOf(who.deviceId), []);
});

test.serial('a call-back is told once when it is due, to who looks after the order or else to all', async (t) => {
  const [one, two] = [await told({ newOrders: false }), await told({ newOrders: false })];
  const mine = (await place()).id;
  const open = (await place()).id;
  const later = (await place()).id;
  const due = (ids: string[], how: string) =>
    db.admin.query(
      `update app.orders set status = 'follow_up', follow_up_at = internal.now() + interval '${how}' where id = any ($1)`,
      [ids],
    );
  await db.admin.query('update app.orders set assignee_id = $2 where id = $1', [mine, one.id]);
  // They were turned on before it.
  await db.admin.query(
    `update app.staff_push_devices set call_backs_upto = now() - interval '1 hour' where id = any ($1)`,
    [[one.deviceId, two.deviceId]],
  );
  await due([mine, open], '-1 minute');
  await due([later], '1 hour');
  await callBacks();
  await callBacks();
  const ordersOf = async (deviceId: string) => (await noticesOf(deviceId)).map(({ order_id }) => order_id).sort();
  t.deepEqual(await ordersOf(one.deviceId), [mine, open].sort());
  t.deepEqual(await ordersOf(two.deviceId), [open]);
  await db.admin.query('delete from app.push_notices where device_id = any ($1)', [[one.deviceId, two.deviceId]]);
  await callBacks();
  t.deepEqual(await ordersOf(one.deviceId), [], 'told already');
  await due([mine], '1 microsecond');
  await callBacks();
  t.deepEqual(await ordersOf(one.deviceId), [mine], 'put off, and due again');
});

test.serial(
  'a claim says nothing of what is no longer true, and gives a device one message in ten seconds',
  async (t) => {
    const who = await told();
    const claim = async () =>
      (
        await db
          .as('haat_worker')
          .query('select * from internal.claim_push($1, $2)', [who.deviceId, testSecrets.keyIds])
      ).rows;
    const [kept, dropped] = [await place(), await place()];
    await orders.ask('cancel_order', { id: dropped.id });
    const [first] = await claim();
    t.like(first, { kind: 'new_order', language: 'en' });
    t.like(first.document, { count: 1, total: kept.total_amount });
    t.deepEqual(first.document.orders[0].number, kept.number);
    t.deepEqual(await claim(), [], 'while it is being sent');
    await db
      .as('haat_worker')
      .query('select internal.record_push($1, $2, $3, null)', [who.deviceId, first.notice_ids, 'sent']);
    t.deepEqual(await noticesOf(who.deviceId), []);
    await place();
    t.deepEqual(await claim(), [], 'a second after the last');
    t.is((await noticesOf(who.deviceId)).length, 1, 'it waits');
    await db.admin.query(`update app.staff_push_devices set not_before = now() where id = $1`, [who.deviceId]);
    await db.admin.query(`update app.staff set password_expires_at = now() + interval '1 day' where id = $1`, [who.id]);
    t.deepEqual(await claim(), [], 'of who has to choose a password first');
    t.deepEqual(await noticesOf(who.deviceId), []);
  },
);

test.serial('a device that takes nothing is tried later each time, and goes in the end', async (t) => {
  const who = await told();
  const record = (outcome: string) =>
    db.as('haat_worker').query('select internal.record_push($1, $2, $3, null)', [who.deviceId, [], outcome]);
  const waits = async () =>
    (
      await db.admin.query(
        'select failures, extract(epoch from not_before - now())::integer as seconds from app.staff_push_devices where id = $1',
        [who.deviceId],
      )
    ).rows[0];
  await record('failed');
  const first = await waits();
  await record('failed');
  const second = await waits();
  t.is(second.failures, 2);
  t.true(second.seconds > first.seconds && second.seconds >= 200, JSON.stringify(second));
  await record('sent');
  t.is((await waits()).failures, 0);
  await db.admin.query('update app.staff_push_devices set failures = 9 where id = $1', [who.deviceId]);
  await record('failed');
  t.is(await waits(), undefined);
});

test.serial('a test of a device waits once, however often it is asked for', async (t) => {
  const who = await told();
  for (let n = 0; n < 3; n++) t.true((await desk.ask(who.token, testIt, { id: who.deviceId })).sendTestPush.result);
  t.deepEqual(await noticesOf(who.deviceId), [{ kind: 'test', order_id: null }]);
  await inSession(db, who.token, 'select staff.remove_push_device($1)', [who.deviceId]);
  t.deepEqual(await noticesOf(who.deviceId), [], 'what waited goes with the device');
});
