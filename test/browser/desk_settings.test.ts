// What a company sets up, by clicks: stores, people, keys and webhooks, on a desk and on a phone, in both languages.
import { text } from 'node:stream/consumers';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { testStoreDemo } from '../../db/demo/test-store.ts';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openJob, runJobs } from '../helpers/jobs.ts';
import { follow, hears, visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: shop.companyId });
const one = async (text: string, values: unknown[] = []) => (await db.admin.query(text, values)).rows[0];
const phone = { screen: 'darkPhone', language: 'bn' } as const;

browserTest('an agent without the permission sees the settings and no button that would change them', async (t) => {
  t.timeout(120_000);
  const { page, problems, close } = await visit(house(), '/settings', { row: { role: 'agent', permissions: [] } });
  const links = await page.locator('.sections a').allInnerTexts();
  t.false(links.some((text) => /API keys|Webhooks|Activity/.test(text)));
  for (const path of ['stores', 'locations', 'couriers', 'people', 'roles']) {
    await follow(page, `/settings/${path}`);
    await page.locator('main .list').first().or(page.locator('main .empty')).waitFor();
    t.is(await page.locator('main .page-head button, main .list button').count(), 0, path);
  }
  await follow(page, '/settings/changes');
  await page.getByText('This page needs the permission “Activity log”').waitFor();
  await page.goto(`${desk.url}/admin/settings/reads`);
  await page.getByText('This page needs the permission “Activity log”').waitFor();
  await page.goto(`${desk.url}/admin/stock/transfers`);
  await page.locator('main .list').first().or(page.locator('main .empty')).waitFor();
  t.is(await page.locator('main form').count(), 0);
  t.deepEqual(problems, []);
  await close();
});

browserTest('a new company is led through its first steps until they are done', async (t) => {
  t.timeout(120_000);
  const empty = await createShop(db.admin);
  const { page, problems, faults, close } = await visit({ ...house(), companyId: empty.companyId }, '', phone);
  await page.locator('.first-steps li').nth(4).waitFor();
  t.deepEqual(await faults('first-steps'), []);
  await page.locator('.first-steps a', { hasText: 'কুরিয়ার যোগ করুন' }).click();
  await page.getByRole('button', { name: 'কুরিয়ার যোগ করুন' }).click();
  await page.getByLabel('নাম', { exact: true }).fill('পদ্মা এক্সপ্রেস');
  await page.getByLabel('পিকআপ জানায়').check();
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.locator('.list li', { hasText: 'পদ্মা এক্সপ্রেস' }).waitFor();
  t.like(await one(`select reports_pickups, is_own_rider from app.couriers where name = 'পদ্মা এক্সপ্রেস'`), {
    reports_pickups: true,
    is_own_rider: false,
  });
  t.deepEqual(await faults('couriers'), []);
  await page.getByRole('button', { name: 'পদ্মা এক্সপ্রেস-এর চুক্তির চার্জ' }).click();
  await page.getByLabel('জোন', { exact: true }).fill('সারা দেশ');
  await page.getByLabel('ডেলিভারির জন্য').fill('১২০');
  await page.getByLabel('আদায়ের শতাংশ').fill('1.5');
  t.deepEqual(await faults('rates'), []);
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.locator('.list li', { hasText: 'চার্জের চুক্তি আছে' }).waitFor();
  const { rates } = await one('select rates from app.courier_rates where company_id = $1', [empty.companyId]);
  t.like(rates[0], { name: 'সারা দেশ', delivery_charge: '120.00', included_grams: 1000, cod_percent: '1.50' });
  await follow(page, '');
  await page.locator('.first-steps li').nth(2).getByLabel('হয়েছে').waitFor();
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest(
  'a store, its channels and ways to pay, and a location are set up; only what was changed is sent',
  async (t) => {
    t.timeout(120_000);
    const { page, problems, faults, close } = await visit(house(), '/settings');
    t.deepEqual(await faults('settings'), []);
    await page.locator('.sections a', { hasText: 'Stores' }).click();
    await page.locator('.links a').first().waitFor();
    t.deepEqual(await faults('stores'), []);
    await page.locator('.links a').first().click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    t.deepEqual(await faults('store-form'), []);
    // Meanwhile a colleague changes another field, which stays as they left it.
    await db.admin.query(`update app.stores set contact_email = 'hello@example.com' where id = $1`, [
      shop.stores[0].id,
    ]);
    await page.getByLabel('Phone').fill('01712345678');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('hello@example.com').waitFor();
    t.like(await one('select contact_phone, contact_email from app.stores where id = $1', [shop.stores[0].id]), {
      contact_email: 'hello@example.com',
    });

    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Facebook page');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.list li', { hasText: 'Facebook page' }).waitFor();
    await page.getByRole('button', { name: 'Add a way to pay' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nagad');
    await page.getByLabel('Every payment needs a transaction number').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change Nagad' }).click();
    await page.getByLabel('Status').selectOption('inactive');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.list li', { hasText: 'Nagad' }).locator('.badge').waitFor();
    t.like(
      await one(
        `select p.type, p.status, p.requires_transaction_id, c.type as channel from app.payment_methods p, app.channels c
       where p.name = 'Nagad' and c.name = 'Facebook page'`,
      ),
      { type: 'wallet', status: 'inactive', requires_transaction_id: true, channel: 'social' },
    );
    t.deepEqual(await faults('store'), []);

    await follow(page, '/settings/locations');
    await page.getByRole('button', { name: 'Add a location' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mirpur');
    await page.getByLabel('Code').fill('MIR');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.list li', { hasText: 'MIR' }).waitFor();
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest('a role is made, a colleague invited with it, helped with a password, and disabled', async (t) => {
  t.timeout(120_000);
  const { page, problems, faults, close } = await visit(house(), '/settings/roles', phone);
  await page.getByRole('button', { name: 'ভূমিকা যোগ করুন' }).click();
  await page.getByLabel('নাম', { exact: true }).fill('রাতের প্যাকার');
  await page.getByLabel('অর্ডার ও পার্সেল').check();
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.locator('.list li', { hasText: 'রাতের প্যাকার' }).waitFor();
  t.deepEqual(await faults('roles'), []);

  await follow(page, '/settings/people');
  await page.getByRole('button', { name: 'সহকর্মীকে আমন্ত্রণ' }).click();
  await page.getByLabel('পুরো নাম').fill('শিউলি');
  await page.getByLabel('ইমেইল').fill('shiuli@example.com');
  await page.getByLabel('ভূমিকা').selectOption({ label: 'রাতের প্যাকার' });
  t.deepEqual(await faults('invite'), []);
  await page.locator('dialog form button[type=submit]').click();
  const secret = page.locator('input.secret');
  await secret.waitFor();
  t.deepEqual(await faults('one-time-password'), []);
  const oneTime = await secret.inputValue();
  t.is(
    (
      await desk.ask(
        null as never,
        `mutation ($p: String!) { signIn(input: { email: "shiuli@example.com", password: $p }) { session { mustChangePassword } } }`,
        { p: oneTime },
      )
    ).signIn.session.mustChangePassword,
    true,
  );
  t.like(
    await one(
      `select r.name, s.permissions from app.staff s join app.staff_roles r on r.id = s.staff_role_id where s.email = 'shiuli@example.com'`,
    ),
    { name: 'রাতের প্যাকার', permissions: [] },
  );
  await page.getByRole('button', { name: 'আমি কপি করেছি' }).click();
  t.deepEqual(await faults('people'), []);

  await page.locator('.links a', { hasText: 'শিউলি' }).click();
  await page.getByLabel('পেমেন্ট ও রিফান্ড').check();
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await hears(page, 'সংরক্ষণ হয়েছে: শিউলি');
  t.deepEqual((await one(`select permissions from app.staff where email = 'shiuli@example.com'`)).permissions, [
    'payments.manage',
  ]);
  t.deepEqual(await faults('person'), []);
  await page.getByRole('button', { name: 'একবারের পাসওয়ার্ড দিন' }).click();
  await page.locator('dialog').getByRole('button', { name: 'একবারের পাসওয়ার্ড দিন' }).click();
  await secret.waitFor();
  t.not(await secret.inputValue(), oneTime);
  await page.getByRole('button', { name: 'আমি কপি করেছি' }).click();
  await page.getByRole('button', { name: 'বন্ধ করুন', exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: 'বন্ধ করুন', exact: true }).last().click();
  await page.getByRole('button', { name: 'চালু করুন' }).waitFor();
  t.is((await one(`select status from app.staff where email = 'shiuli@example.com'`)).status, 'disabled');
  t.deepEqual(problems, []);
  await close();
});

browserTest('a key is made, shown once, works, is replaced with time for both, and revoked', async (t) => {
  t.timeout(120_000);
  const { page, problems, faults, close } = await visit(house(), '/settings/keys');
  await beginTask(page);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Website');
  await page.getByLabel('orders:read').check();
  t.deepEqual(await faults('new-key'), []);
  await page.getByRole('button', { name: 'Make the key' }).click();
  const secret = page.locator('input.secret');
  await secret.waitFor();
  t.deepEqual(await faults('key-shown'), []);
  const first = await secret.inputValue();
  t.is((await desk.request('GET', '/orders', { key: first })).status, 200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await taskIsDone(t, page, 'make an API key', 5);
  await secret.waitFor({ state: 'detached' });
  t.false((await page.content()).includes(first), 'it is nowhere any more');

  await page.getByRole('button', { name: 'Replace Website' }).click();
  await page.getByLabel('The old one works for').selectOption('1');
  await page.locator('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  await secret.waitFor();
  const second = await secret.inputValue();
  t.not(second, first);
  for (const key of [first, second]) t.is((await desk.request('GET', '/orders', { key })).status, 200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.locator('.list li', { hasText: 'Replaced; works until' }).waitFor();
  t.deepEqual(await faults('keys'), []);
  await page.locator('.list li', { hasText: 'Good' }).getByRole('button', { name: 'Revoke Website' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await hears(page, 'Website is revoked');
  t.is((await desk.request('GET', '/orders', { key: second })).status, 401);

  await follow(page, '/settings/activity?what=api_key');
  await page.locator('.list summary').nth(2).waitFor();
  t.is(await page.locator('.list summary').count(), 3);
  await page.locator('.list summary').first().click();
  await page.locator('.list details[open] td').first().waitFor();
  await page.getByText('Rina Akter revoked the API key').waitFor();
  t.deepEqual(await faults('activity'), []);
  await page.getByLabel('From').fill('2100-01-01');
  await page.locator('.empty').waitFor();

  await follow(page, '/settings/keys');
  await page
    .locator('.list li', { hasText: 'Revoked' })
    .getByRole('link', { name: 'History of changes' })
    .first()
    .click();
  await page.getByText(/^Rina Akter changed API key “Website”: Revoked from – to /).click();
  await page.locator('.list details[open] td').first().waitFor();
  t.deepEqual(await faults('changes'), []);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await text(await (await saved).createReadStream());
  t.regex(file, /,Rina Akter,revoke_api_key,API key,Website,Revoked,–,/);
  await page.getByRole('button', { name: 'Show all' }).click();

  await one(
    `insert into app.personal_data_reads (company_id, actor_type, actor_id, actor_name, kind, hour, record_count, read_count,
       last_read_at)
     select company_id, 'staff', id, full_name, 'customers.opened', date_trunc('hour', now()), 12, 1, now()
     from app.staff where company_id = $1 and full_name = 'Rina Akter' limit 1`,
    [shop.companyId],
  );
  await follow(page, '/settings/reads');
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Customers opened' });
  await page.getByText(/^Rina Akter: Customers opened, 12 records/).waitFor();
  t.deepEqual(await faults('reads'), []);
  const kept = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  t.regex(await text(await (await kept).createReadStream()), /Z?,Rina Akter,Customers opened,12,1\r?\n/);
  await page.getByLabel('Who').selectOption({ label: 'Key “Website”' });
  await page.locator('.empty').waitFor();
  await page.getByLabel('From').fill('2100-01-02');
  await page.getByLabel('Until').fill('2100-01-01');
  await page.getByText('This day is before the first one.').waitFor();

  await follow(page, '/settings/plan');
  await page.locator('.use').first().waitFor();
  t.deepEqual(await faults('plan'), []);
  await follow(page, '/settings/webhooks');
  await page.locator('main .list, main .empty').first().waitFor();
  t.deepEqual(await faults('webhooks'), []);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest(
  'an endpoint is added, tried, looked into, sent to again, given a new secret and switched off',
  async (t) => {
    t.timeout(120_000);
    const { page, problems, faults, close } = await visit(house(), '/settings/webhooks', phone);
    await page.getByRole('button', { name: 'এন্ডপয়েন্ট যোগ করুন' }).click();
    await page.getByLabel('ঠিকানা', { exact: true }).fill('https://hooks.example.com/haat');
    t.deepEqual(await faults('new-webhook'), []);
    await page.locator('dialog form button[type=submit]').click();
    const secret = page.locator('input.secret');
    await secret.waitFor();
    t.regex(await secret.inputValue(), /^whsec_/);
    await page.getByRole('button', { name: 'আমি কপি করেছি' }).click();
    t.deepEqual(await faults('webhooks'), []);
    await page.locator('.links a').click();
    await page.getByRole('button', { name: 'পরীক্ষা পাঠান' }).click();
    const delivery = page.locator('.list a', { hasText: 'service.ping' });
    await delivery.waitFor();
    t.deepEqual(await faults('webhook'), []);
    // As a worker would have left it.
    const { id, company_id, store_id, endpoint_id } = await one('select * from app.webhook_deliveries');
    await db.admin.query(
      `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, response_status, response_body, duration_ms, created_at)
     values ($1, $2, $3, $4, 1, 'rejected', 500, 'out of paper', 31, internal.now())`,
      [company_id, store_id, endpoint_id, id],
    );
    await db.admin.query(
      `update app.webhook_deliveries set status = 'failed', attempts = 1, finished_at = internal.now(), next_attempt_at = null`,
    );
    await delivery.click();
    await page.getByText('out of paper').waitFor();
    t.deepEqual(await faults('delivery'), []);
    await page.getByRole('button', { name: 'আবার পাঠান' }).click();
    await hears(page, 'আবার পাঠানো হচ্ছে');
    t.is((await one('select status from app.webhook_deliveries')).status, 'pending');

    await page.locator('.back').click();
    await page.getByRole('button', { name: 'নতুন গোপন চাবি' }).click();
    await page.locator('dialog').getByRole('button', { name: 'নতুন গোপন চাবি' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'আমি কপি করেছি' }).click();
    await page.getByRole('button', { name: 'যা বাদ পড়েছে পাঠান' }).click();
    await page.locator('dialog form button[type=submit]').click();
    await hears(page, 'ইভেন্ট পাঠানো হচ্ছে');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'বন্ধ করুন', exact: true }).click();
    await page.getByRole('button', { name: 'চালু করুন' }).waitFor();
    t.like(await one('select status, disabled_reason from app.webhook_endpoints'), {
      status: 'disabled',
      disabled_reason: 'staff',
    });
    await page.getByRole('link', { name: 'পরিবর্তনের ইতিহাস' }).click();
    await page.getByText(/যোগ করেছেন: ওয়েবহুক “https/).waitFor();
    t.deepEqual(await faults('changes'), []);
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest(
  'jobs and exports of programs are seen with what was refused, and one that waits is stopped',
  async (t) => {
    t.timeout(120_000);
    const own = await createShop(db.admin);
    const lines = [{ name: 'Aarong' }, { nmae: 'Dorji' }];
    const job = { storeId: own.stores[0]!.id, operation: 'create_brand', scope: 'catalog:write', lines, queue: true };
    await openJob(db.admin, own.storeKey, job);
    await runJobs(db, own.companyId);
    await openJob(db.admin, own.storeKey, job);
    await callGate(db.as('haat_gateway'), own.storeKey, 'create_export', { operation: 'list_orders' });
    const { page, problems, faults, close } = await visit({ ...house(), companyId: own.companyId }, '/settings');
    await page.locator('.sections a', { hasText: 'Jobs and exports' }).click();
    const row = (text: string) => page.locator('.list li', { hasText: text });
    await row('Finished').getByText('2 of 2 lines').waitFor();
    await row('Finished').getByText('The first of them').click();
    await row('Finished').getByText('Line 2:').waitFor();
    await row('list_orders').getByRole('button', { name: 'Stop list_orders' }).waitFor();
    t.deepEqual(await faults('jobs'), []);
    await row('0 of 2 lines').getByRole('button', { name: 'Stop create_brand' }).click();
    await row('0 of 2 lines').getByText('Stopped').waitFor();
    t.is(
      (
        await one(
          `select status from app.jobs where company_id = $1 and ended_at is not null
    order by created_at desc limit 1`,
          [own.companyId],
        )
      ).status,
      'cancelled',
    );
    t.deepEqual(problems, []);
    await close();
    const bn = await visit({ ...house(), companyId: own.companyId }, '/settings/jobs', phone);
    await bn.page.getByRole('button', { name: 'list_orders থামান' }).waitFor();
    t.deepEqual(await bn.faults('jobs'), []);
    t.deepEqual(bn.problems, []);
    await bn.close();
  },
);

longBrowserTest(
  'an owner who has a second factor requires it of all, who can then do nothing but set it up',
  async (t) => {
    t.timeout(120_000);
    const { companyId } = await createShop(db.admin);
    const { page, problems, close } = await visit({ ...house(), companyId }, '/settings/people');
    const required = page.getByLabel('Everybody needs two-factor sign-in');
    await required.click();
    await page.getByText('Set up two-factor sign-in for yourself first.').waitFor();
    t.false(await required.isChecked());
    await db.admin.query(
      `insert into app.staff_authenticators (id, company_id, staff_id, sealed_seed, seed_hash, confirmed_at, created_at)
     select uuidv7(), company_id, id, 'sealed', extensions.digest('seed', 'sha256'), internal.now(), internal.now()
     from app.staff where company_id = $1 and role = 'owner'`,
      [companyId],
    );
    await required.click();
    await hears(page, 'Saved: ');
    t.true((await one('select requires_two_factor from app.companies where id = $1', [companyId])).requires_two_factor);
    const agent = await visit({ ...house(), companyId }, '/orders', {
      ...phone,
      row: { permissions: ['orders.manage'] },
    });
    await agent.page.getByText('আপনার কোম্পানিতে এটি আবশ্যক').waitFor();
    t.is(await agent.page.locator('.shell').filter({ visible: true }).count(), 0);
    t.deepEqual(await agent.faults('set-up-required'), []);
    t.deepEqual([...problems, ...agent.problems], []);
    await agent.close();
    await close();
  },
);

longBrowserTest('a test store is made, says so on every page and on paper, lets time pass, and is reset', async (t) => {
  t.timeout(120_000);
  const company = await createShop(db.admin);
  const own = { ...house(), companyId: company.companyId };
  const fill = async () => {
    const waiting = await one('select id from app.stores where company_id = $1 and reset_asked_at is not null', [
      company.companyId,
    ]);
    await db.as('haat_worker').query('select internal.reset_test_store($1, $2)', [waiting.id, testStoreDemo()]);
  };
  const { page, problems, faults, close } = await visit(own, '/settings/stores');
  await page.getByRole('button', { name: 'Add a test store' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Try me');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Being filled with the demo').waitFor();
  t.deepEqual(await faults('test-store-list'), []);
  await fill();
  await page.getByText('Being filled with the demo').waitFor({ state: 'detached' });
  await page.locator('.links li', { hasText: 'Try me' }).locator('.badge', { hasText: 'Test' }).waitFor();
  const store = await one(`select id from app.stores where company_id = $1 and is_test`, [company.companyId]);

  const banner = page.getByText('a test store. Nothing here is real.');
  await db.admin.query(`update app.stores set symbol_position = 'after' where id = $1`, [store.id]);
  await page.goto(`${desk.url}/admin/orders`);
  await page.getByLabel('Store').waitFor();
  await page.locator('main .empty').waitFor();
  t.is(await banner.count(), 0, 'a list of the company shows no test store');
  await page.getByLabel('Store').selectOption({ label: 'Try me (test)' });
  await banner.waitFor();
  await page.locator('.order-row .badge[data-code=test]').first().waitFor();
  t.regex((await page.locator('.order-sum').first().textContent())!, /^[\d,.]+\u00a0৳$/);
  const { id } = await one(
    `select id from app.orders where store_id = $1 and source = 'storefront' and status = 'pending' limit 1`,
    [store.id],
  );
  for (const path of [
    `orders/${id}`,
    `customers?store=${store.id}`,
    `products?store=${store.id}`,
    `reports?store=${store.id}`,
  ]) {
    await page.goto(`${desk.url}/admin/${path}`);
    await banner.waitFor();
  }
  await page.goto(`${desk.url}/admin/orders/print?ids=${id}`);
  await page.locator('.test-print', { hasText: 'TEST' }).first().waitFor();
  await page.goto(`${desk.url}/admin/customers`);
  await page.locator('main .empty').waitFor();
  t.is(await banner.count(), 0);

  await page.goto(`${desk.url}/admin/settings/stores/${store.id}`);
  await page.getByRole('button', { name: '24 hours' }).click();
  await hears(page, 'The time has passed.');
  await db.as('haat_worker').query('select internal.cancel_unpaid_orders()');
  t.is((await one('select status from app.orders where id = $1', [id])).status, 'cancelled');
  t.deepEqual(await faults('test-store'), []);

  await page.getByRole('button', { name: 'Reset to the demo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to the demo' }).click();
  await page.getByText('Being filled with the demo').waitFor();
  await fill();
  await page.getByText('Being filled with the demo').waitFor({ state: 'detached' });
  const next = await one(`select id from app.stores where company_id = $1 and is_test and status = 'active'`, [
    company.companyId,
  ]);
  t.not(next.id, store.id);
  t.deepEqual(problems, []);
  await close();

  const bn = await visit(own, `/orders?store=${next.id}`, phone);
  await bn.page.getByText('একটি টেস্ট দোকান').waitFor();
  t.deepEqual(await bn.faults('test-orders'), []);
  await bn.page.goto(`${desk.url}/admin/settings/stores/${next.id}`);
  await bn.page.getByRole('button', { name: '24 ঘণ্টা' }).waitFor();
  t.deepEqual(await bn.faults('test-store'), []);
  t.deepEqual(bn.problems, []);
  await bn.close();
});
