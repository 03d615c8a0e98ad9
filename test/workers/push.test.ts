// Notices as a browser and its push service get them: encrypted, signed, few, and with nothing of a customer.
import test from 'ava';
import { shownOf } from '../../workers/push/words.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { Browser, claimsOf, inSession, PushService, turnOn } from '../helpers/push.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, openSession } from '../helpers/staff.ts';
import { allowLoopback, until, workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let running: Awaited<ReturnType<typeof workers>>;
const services: PushService[] = [];

test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  running = await workers(db, { PUBLIC_URL: 'https://haat.example' });
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
  orders = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 1250, quantity: 100 });
});
test.after.always(async () => {
  await running?.stop();
  for (const service of services) service.close();
  await db?.drop();
});

async function told(choice: Parameters<typeof turnOn>[3] = {}) {
  const service = await new PushService().listen();
  services.push(service);
  const { id: staffId } = await hire(db, shop.companyId);
  const token = await openSession(db, staffId);
  const browser = new Browser(service.url);
  return { service, token, staffId, browser, ...(await turnOn(db, token, browser, choice)) };
}
const place = () =>
  orders.place([{ sku: 'RICE', quantity: 1 }], { customer: { phone: '01712345678', full_name: 'Nasrin Akter' } });
const nothingWaits = (id: string) =>
  until(db, 'select not exists (select from app.push_notices where device_id = $1)', [id]);
const isGone = (id: string) => until(db, 'select not exists (select from app.staff_push_devices where id = $1)', [id]);
const now = async (id: string) => {
  await db.admin.query('update app.staff_push_devices set not_before = internal.now() where id = $1', [id]);
  await db.admin.query('select internal.enqueue_push($1, internal.now())', [id]);
};

test.serial(
  'a new order reaches the browser, which alone can read it; the push service learns who sends it',
  async (t) => {
    const { service, browser, id, key } = await told();
    const order = await place();
    await nothingWaits(id);
    const [got] = service.got;
    t.is(service.got.length, 1);
    t.is(got!.path, browser.path);
    t.deepEqual(browser.read(got!), {
      title: `New order ${order.number}`,
      body: `৳1,250 · ${(await db.admin.query('select name from app.stores where id = $1', [shop.stores[0].id])).rows[0].name}`,
      tag: `new_order ${order.id}`,
      path: `/admin/orders/${order.id}`,
    });
    t.throws(() => new Browser().read(got!), undefined, 'another browser');
    for (const secret of ['Nasrin', '01712345678', order.number]) t.false(got!.body.includes(secret), secret);
    t.false(JSON.stringify(browser.read(got!)).includes('Nasrin'));
    t.like(got!.headers, { 'content-encoding': 'aes128gcm', ttl: '14400' });
    const claims = claimsOf(got!, key)!;
    t.is(claims.aud, service.url);
    t.is(claims.sub, 'https://haat.example');
    t.true(claims.exp * 1000 > Date.now() && claims.exp * 1000 < Date.now() + 24 * 3_600_000);
    await until(db, 'select last_sent_at is not null and failures = 0 from app.staff_push_devices where id = $1', [id]);
  },
);

test.serial(
  'what comes within ten seconds of a message is told together, in the language that was chosen',
  async (t) => {
    const { service, browser, id } = await told({ language: 'bn', digits: 'beng' });
    await db.admin.query(
      `update app.staff_push_devices set not_before = internal.now() + interval '1 hour' where id = $1`,
      [id],
    );
    await place();
    await place();
    await place();
    t.is(service.got.length, 0);
    await now(id);
    await nothingWaits(id);
    t.is(service.got.length, 1);
    t.like(browser.read(service.got[0]!), { title: 'নতুন অর্ডার: ৩টি', path: '/admin/orders', tag: 'new_order' });
    t.regex(browser.read(service.got[0]!).body, /^৳৩,৭৫০ · /);
  },
);

test.serial(
  'a browser that ended it is removed; so is one at an address or with a key that can never be good',
  async (t) => {
    for (const status of [404, 410]) {
      const { service, id } = await told();
      service.status = status;
      await place();
      await isGone(id);
      t.is(service.got.length, 1);
    }
    const local = await told();
    await db.admin.query(`update app.staff_push_devices set endpoint = 'https://192.168.0.1/push' where id = $1`, [
      local.id,
    ]);
    const broken = await told();
    await db.admin.query('update app.staff_push_devices set p256dh = $2 where id = $1', [
      broken.id,
      `B${'A'.repeat(86)}`,
    ]);
    await place();
    await isGone(local.id);
    await isGone(broken.id);
    t.is(local.service.got.length + broken.service.got.length, 0);
  },
);

test.serial('a push service that fails is asked again, and gets the same', async (t) => {
  const { service, browser, id } = await told();
  service.status = 500;
  const order = await place();
  await until(db, 'select failures = 1 from app.staff_push_devices where id = $1', [id]);
  service.status = 201;
  await now(id);
  await nothingWaits(id);
  t.is(service.got.length, 2);
  for (const got of service.got) t.is(browser.read(got).tag, `new_order ${order.id}`);
});

test.serial('a test arrives, a due call-back does, and who may not sign in any more gets nothing', async (t) => {
  const { service, browser, id, token, staffId } = await told({ newOrders: false });
  await inSession(db, token, 'select staff.send_test_push($1)', [id]);
  await nothingWaits(id);
  t.is(browser.read(service.got[0]!).title, 'Haat reaches this device');
  const order = await place();
  const makeDue = () =>
    db.admin.query(`update app.orders set status = 'follow_up', follow_up_at = internal.now() where id = $1`, [
      order.id,
    ]);
  await makeDue();
  await db.as('haat_worker').query('select internal.tell_of_call_backs()');
  await now(id);
  await nothingWaits(id);
  t.is(browser.read(service.got[1]!).title, `Call back: ${order.number}`);
  t.regex(browser.read(service.got[1]!).body, /^\d\d:\d\d · ৳1,250 · /);
  await db.admin.query(`update app.staff set status = 'disabled' where id = $1`, [staffId]);
  await makeDue();
  await db.as('haat_worker').query('select internal.tell_of_call_backs()');
  await now(id);
  await nothingWaits(id);
  t.is(service.got.length, 2);
});

test('words are as the desk has them: several, of several stores, with poisha, with the symbol behind', (t) => {
  const document = { count: 2, orders: [], stores: ['A', 'B'], total: null, symbol: '৳', symbol_after: false };
  const notice = { kind: 'call_back', language: 'en', digits: 'latn', document } as const;
  t.like(shownOf(notice), { title: '2 call-backs are due', body: 'A, B', path: '/admin/orders?stage=call_back' });
  const one = { ...document, stores: ['A'], total: '125000.50', symbol: 'Kč', symbol_after: true };
  t.is(shownOf({ ...notice, kind: 'new_order', document: one }).body, '1,25,000.50\u00a0Kč · A');
  t.is(shownOf({ ...notice, language: 'bn', kind: 'new_order', document: one }).title, 'নতুন অর্ডার: 2টি');
});
