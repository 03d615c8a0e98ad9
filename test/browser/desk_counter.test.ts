// Selling on the phone, packing, handing over and reconciling, as people do it: by keys, a scanner, clicks and taps.
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns, isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { follow, hears, holdAnswer, openPage, screens, visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, insert, stockVariant } from '../helpers/shop.ts';
import { hire, password, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let admin: StaffDesk;
let desk: Desk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  admin = await startStaff(db);
  browser = await launch();
  await stockVariant(db.admin, desk.shop, { sku: 'SAREE-RED', price: 1850, quantity: 10 });
  await stockVariant(db.admin, desk.shop, { sku: 'PANJABI-M', price: 1200, quantity: 2 });
  await stockVariant(db.admin, desk.shop, { sku: 'LUNGI', price: 450, quantity: 50 });
  await db.admin.query(
    `update app.variants set barcode = '8901234567890' where company_id = $1 and sku = 'SAREE-RED'`,
    [desk.shop.companyId],
  );
  await insert(db.admin, 'coupons', {
    ...inStore(),
    code: 'EID10',
    type: 'percent',
    value: 10,
    minimum_subtotal: 3000,
  });
});
test.after.always(async () => {
  await browser?.close();
  await admin?.stop();
  await db?.drop();
});

/** The sizes of the pages that come out of the printer. */
async function papersOf(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes: Record<string, string> = { '595x842': 'A4', '298x420': 'A6', '227x567': '80 mm' };
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => {
    const size = `${Math.round(Number(width))}x${Math.round(Number(height))}`;
    return sizes[size] ?? size;
  });
}

const inStore = () => ({ company_id: desk.shop.companyId, store_id: desk.shop.stores[0].id });
const house = () => ({ browser: browser!, desk: admin, db, companyId: desk.shop.companyId });
const one = async (sql: string, values: unknown[] = []) => (await db.admin.query(sql, values)).rows[0];
const newest = () => one('select * from app.orders order by created_at desc, id desc limit 1');
const address = { recipient_name: 'Karim Uddin', address_line: 'House 7, Road 3', area: 'Dhanmondi', city: 'Dhaka' };
const place = (status: 'confirmed' | 'ready_to_ship' = 'confirmed', sku = 'SAREE-RED', quantity = 1) =>
  desk.place([{ sku, quantity }], { shipping_charge: 60, shipping_address: address }).then(async (order) => {
    const way = ['confirmed', 'processing', 'ready_to_ship'];
    await desk.move(order.id, ...way.slice(0, way.indexOf(status) + 1));
    return order as { id: string; number: string };
  });
const book = (orderId: string, courier: string, code: string) =>
  desk.staff('book_parcel', { order_id: orderId, courier_id: courier, tracking_code: code });
/** As a scanner does: fast, and Enter at the end. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
};

browserTest(
  'an order by phone without a mouse: a known customer, a scanned and a typed product, a coupon',
  async (t) => {
    t.timeout(120_000);
    await place();
    const { page, problems, faults, close } = await visit(house(), '/orders/new');
    await beginTask(page);
    await page.getByLabel('Phone number').pressSequentially('+880 1711-111111');
    await page.getByText('1 order: 0 delivered, 0 came back.').waitFor();
    t.is(await page.getByLabel('House, road, village').inputValue(), 'House 7, Road 3');
    await page.keyboard.press('Enter');
    await scan(page, '8901234567890');
    await page.getByLabel('Quantity of Product SAREE-RED').waitFor();
    await page.keyboard.type('panjabi');
    await page.getByRole('option', { name: /PANJABI-M.*2 in stock/ }).waitFor();
    t.deepEqual(await faults('new order, searching'), []);
    await page.keyboard.press('Enter');
    await page.getByLabel('Quantity of Product PANJABI-M').waitFor();

    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.getByText('Only 2 in stock').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByText('Only 2 in stock').waitFor({ state: 'detached' });
    await page.getByLabel('Coupon').fill('eid10');
    await page.getByLabel('Delivery charge').fill('৮০');
    await page.locator('.totals').getByText('৳3,905').waitFor();
    t.deepEqual(await faults('new order'), []);

    await page.reload();
    await page.locator('.totals').getByText('৳3,905').waitFor();
    t.is(await page.getByLabel('Quantity of Product PANJABI-M').inputValue(), '2');
    const confirmed = page.waitForResponse((answer) => /changeOrderStatus/.test(answer.request().postData() ?? ''));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /^Order ORD-.* is placed$/ }).waitFor();
    await taskIsDone(t, page, 'take a phone order of two products, with a coupon', 12);
    const order = await newest();
    t.like(order, {
      subtotal: '4250.00',
      discount_amount: '425.00',
      shipping_charge: '80.00',
      total_amount: '3905.00',
    });
    t.is((await one('select phone from app.customers where id = $1', [order.customer_id])).phone, '01711111111');
    await page.getByRole('button', { name: 'Next order' }).waitFor();
    await confirmed;
    // While the order is being confirmed, the button does nothing yet.
    await page.locator('button:focus:not([aria-disabled])', { hasText: 'Next order' }).waitFor();
    t.is((await desk.order(order.id)).status, 'confirmed');
    await page.keyboard.press('Enter');
    await page.getByLabel('Phone number').waitFor();
    t.is(await page.getByLabel('Phone number').inputValue(), '');
    // What the record of the customer says comes late: it does not write over what was typed meanwhile.
    const record = await holdAnswer(page, 'FindCustomers');
    await page.getByLabel('Phone number').fill('01711111111');
    await record.isHeld;
    await page.getByLabel('House, road, village').fill('House 9, Road 1');
    await record.letGo();
    await page.getByText('2 orders: 0 delivered, 0 came back.').waitFor();
    // A line whose quantity is none is not left out of the order: nothing is placed, and the focus goes there.
    await page.getByLabel('Find or scan a product').focus();
    await scan(page, 'SAREE-RED');
    await page.getByLabel('Quantity of Product SAREE-RED').fill('1.5');
    await page.getByText('A whole number.').waitFor();
    await page.getByLabel('House, road, village').focus();
    await page.keyboard.press('Control+Enter');
    await page.locator('input.quantity:focus[aria-invalid]').waitFor();
    t.is((await newest()).id, order.id);
    t.is(await page.getByLabel('House, road, village').inputValue(), 'House 9, Road 1');
    t.is(await page.getByLabel('Name', { exact: true }).inputValue(), order.shipping_address.recipient_name);
    // The order again: what is typed here gives way only when that is asked for. What is no longer sold is left out.
    await db.admin.query(
      `update app.variants set status = 'inactive' where id = (
      select variant_id from app.order_items where order_id = $1 and sku = 'PANJABI-M')`,
      [order.id],
    );
    await follow(page, `/orders/${order.id}`);
    await page.getByRole('link', { name: 'Order again' }).click();
    await page.getByText('Another order is being typed here.').waitFor();
    t.is(await page.getByLabel('House, road, village').inputValue(), 'House 9, Road 1');
    t.deepEqual(await faults('begun'), []);
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await hears(page, '1 product is no longer sold and was left out.');
    t.is(await page.getByLabel('Quantity of Product SAREE-RED').inputValue(), '1');
    t.is(await page.getByLabel('House, road, village').inputValue(), 'House 7, Road 3');
    t.is(await page.getByLabel('Phone number').inputValue(), order.shipping_address.recipient_phone);
    await db.admin.query(`update app.variants set status = 'active' where company_id = $1 and sku = 'PANJABI-M'`, [
      order.company_id,
    ]);
    if (isLong) {
      // A product that was archived is not sold either.
      const setProduct = (status: string) =>
        db.admin.query(
          `update app.products set status = $2 where id = (
          select product_id from app.order_items where order_id = $1 and sku = 'PANJABI-M')`,
          [order.id, status],
        );
      await setProduct('archived');
      await follow(page, `/orders/new?again=${order.id}`);
      await page.getByRole('button', { name: 'Begin anew' }).click();
      await hears(page, '1 product is no longer sold and was left out.');
      await setProduct('active');
    }
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest(
  'what is refused stands at its field, and a lost connection loses nothing and sends once',
  async (t) => {
    t.timeout(120_000);
    const before = (await one('select count(*)::int as n from app.orders')).n;
    const { page, faults, close } = await visit(house(), '/orders/new', { screen: 'darkPhone', language: 'bn' });
    await page.getByLabel('ফোন নম্বর').fill('12');
    await page.getByLabel('নাম', { exact: true }).fill('Rahima Begum');
    await page.getByLabel('পণ্য খুঁজুন বা স্ক্যান করুন').focus();
    await scan(page, 'SAREE-RED');
    await page.getByLabel(/SAREE-RED: পরিমাণ/).waitFor();
    await page.getByLabel('কুপন').fill('EID10');
    await page.getByText('এই কুপনের জন্য অন্তত 3,000').waitFor();
    await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
    await page.locator('input[type=tel][aria-invalid]').waitFor();
    t.deepEqual(await faults('new order refused'), []);

    await page.getByLabel('ফোন নম্বর').fill('01911-222333');
    await page.getByLabel('কুপন').fill('');
    await page.getByText('এই কুপনের জন্য অন্তত 3,000').waitFor({ state: 'detached' });
    // The server works, and its answer is lost on the way.
    let lost = 0;
    await page.route('**/admin/graphql', async (route) => {
      if (!route.request().postData()?.includes('PlaceOrder')) return route.continue();
      await route.fetch();
      lost += 1;
      return route.abort();
    });
    await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
    await page.getByText('সংযোগ নেই').waitFor();
    await page.reload();
    await page.getByLabel(/SAREE-RED: পরিমাণ/).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('heading', { name: /^অর্ডার ORD-/ }).waitFor();
    t.true(lost > 0);
    t.is((await one('select count(*)::int as n from app.orders')).n, before + 1);
    t.deepEqual(await faults('new order placed'), []);
    await close();
  },
);

browserTest('the delivery charge of the last order is proposed in its own store only', async (t) => {
  t.timeout(120_000);
  const { page, close } = await visit(house(), '/orders/new');
  const store = page.getByRole('combobox', { name: 'Store' });
  const charge = page.getByLabel('Delivery charge');
  const first = await store.inputValue();
  const other = desk.shop.stores.find(({ id }) => id !== first)!.id;
  await page.evaluate(`localStorage.setItem('haat.shipping.${first}', '60')`);
  await page.reload();
  await store.waitFor();
  t.is(await charge.inputValue(), '60');
  await store.selectOption(other);
  t.is(await charge.inputValue(), '', 'where nothing was sold yet, or a table says it, none is sent');
  await charge.fill('75');
  await store.selectOption(first);
  t.is(await charge.inputValue(), '75', 'what was typed stays');
  // An address alone is an order that is being typed: that of another customer takes its place only when asked for.
  await page.getByLabel('House, road, village').fill('House 5');
  const { id } = await one('select customer_id as id from app.orders where store_id = $1 limit 1', [first]);
  await page.goto(`${admin.url}/admin/orders/new?customer=${id}`);
  await page.getByRole('button', { name: 'Go on with it' }).click();
  t.is(await page.getByLabel('House, road, village').inputValue(), 'House 5');
  await close();
});

longBrowserTest(
  'an order that was sent when the page was left is sent again on the way back, and is one',
  async (t) => {
    t.timeout(120_000);
    const before = (await one('select count(*)::int as n from app.orders')).n;
    const { page, close } = await visit(house(), '/orders/new');
    await page.getByLabel('Phone number').fill('01911-444555');
    await page.getByLabel('Name', { exact: true }).fill('Salma Khatun');
    await page.getByLabel('Find or scan a product').focus();
    await scan(page, 'SAREE-RED');
    await page.getByLabel('Quantity of Product SAREE-RED').waitFor();
    // It arrives, and its answer is lost on the way.
    await page.route('**/admin/graphql', async (route) => {
      const asked = route.request().postData() ?? '';
      if (asked.includes('query ListOrders')) return route.abort();
      if (!asked.includes('PlaceOrder')) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.keyboard.press('Control+Enter');
    await page.getByText('No connection.').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // What could not be read comes by itself once it can.
    await page.locator('.order-row').first().waitFor();
    await page.getByRole('link', { name: 'New order', exact: true }).first().click();
    await page.getByRole('heading', { name: /^Order ORD-.* is placed$/ }).waitFor();
    t.is((await one('select count(*)::int as n from app.orders')).n, before + 1);
    await close();
  },
);

browserTest(
  'a link signs a colleague in, and the desk opens without a connection with what was seen last',
  async (t) => {
    t.timeout(120_000);
    const { number } = await place();
    const { id, email } = await hire(db, desk.shop.companyId, { role: 'owner' });
    await db.admin.query(`update app.staff set password_expires_at = now() + interval '1 hour' where id = $1`, [id]);
    const context = await browser!.newContext(screens.phone);
    const { page, problems } = await openPage(context, admin.url);
    await page.goto(`${admin.url}/admin#${new URLSearchParams({ email, password })}`);
    await page.getByText('Sign in with what is filled in').waitFor();
    t.is(page.url(), `${admin.url}/admin`, 'neither the address nor the history keeps the password');
    t.is(await page.getByLabel('Email').inputValue(), email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    t.is(await page.getByLabel('One-time password').count(), 0);
    await page.getByLabel('New password').fill('my very own password');
    await page.keyboard.press('Enter');
    await page.locator('.tile, .calm').first().waitFor();
    const { rows } = await db.admin.query('select password_expires_at from app.staff where id = $1', [id]);
    t.is(rows[0].password_expires_at, null);

    const manifest = (await (await fetch(`${admin.url}/admin/en.webmanifest`)).json()) as { icons: { src: string }[] };
    for (const { src } of manifest.icons) t.is((await fetch(admin.url + src)).headers.get('content-type'), 'image/png');
    // The worker comes after the first page stands, and has taken its files once it has one.
    await page.evaluate(`(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller || !(await caches.match('/admin', { ignoreSearch: true })))
        await new Promise((again) => setTimeout(again, 50));
    })()`);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: number }).first().waitFor();
    // Loaded anew, the list is asked for once: before the files of the page have come.
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, name] = /^\{"query":"query (\w+)/.exec(request.postData() ?? '') ?? [];
      if (name) asked.push(name);
    });
    await page.reload();
    await page.getByRole('link', { name: number }).first().waitFor();
    t.deepEqual(asked.slice(0, 2), ['Enter', 'ListOrders']);
    for (const name of ['Enter', 'ListOrders']) t.is(asked.filter((one) => one === name).length, 1, name);
    t.deepEqual(problems, []);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('No connection.').waitFor();
    await page.getByRole('link', { name: number }).first().waitFor();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.locator('.tile, .calm').first().waitFor();
    await context.setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'detached' });

    // Of a person who signs out nothing is left: neither what was read nor what the link brought.
    const kept = `Object.keys(sessionStorage).filter((name) => name.startsWith('haat.seen')).length`;
    t.true(((await page.evaluate(kept)) as number) > 0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    t.is(await page.evaluate(kept), 0);
    t.deepEqual(
      [await page.getByLabel('Email').inputValue(), await page.getByLabel('Password', { exact: true }).inputValue()],
      ['', ''],
    );
    await context.close();
  },
);

browserTest('packing: a wrong item shouts, a full parcel is booked, its papers are printed', async (t) => {
  t.timeout(120_000);
  const order = await place('confirmed', 'SAREE-RED', 2);
  const other = await place();
  const { page, problems, faults, close } = await visit(house(), '/packing');
  const row = page.locator('.pack-row', { hasText: order.number });
  await row.getByRole('button', { name: `Pack ${order.number}` }).waitFor();
  for (const text of ['2 × Product SAREE-RED', 'Dhanmondi, Dhaka', '৳3,760']) await row.getByText(text).waitFor();
  t.deepEqual(await faults('packing'), []);
  await beginTask(page);
  await page.getByLabel('Scan or type an order number').focus();
  await scan(page, order.number);
  await page.getByRole('heading', { name: `Pack ${order.number}` }).waitFor();
  await page.getByLabel('Scan an item, or tap it below').focus();
  await scan(page, 'PANJABI-M');
  await page.getByText('STOP: PANJABI-M is not in this order!').waitFor();
  t.deepEqual(await faults('packing, wrong item'), []);
  t.true(await page.getByRole('button', { name: 'Book the parcel' }).isDisabled());
  await scan(page, '8901234567890');
  await page.getByText('Product SAREE-RED: 1 of 2').waitFor();
  await page.getByRole('button', { name: /Product SAREE-RED.*1 of 2/ }).click();
  await page.getByText('Product SAREE-RED: 2 of 2').waitFor();
  // The wrong button, and the way back from it.
  await page.getByRole('button', { name: 'Being packed', exact: true }).click();
  await page.locator('.toasts').getByRole('button', { name: 'Take it back to “Confirmed”' }).click();
  await page.locator('.toasts').getByText('Taken back: Confirmed').waitFor();
  t.is((await desk.order(order.id)).status, 'confirmed');
  await page.getByLabel('Courier', { exact: true }).selectOption({ label: 'Padma Express' });
  await page.getByLabel('Tracking code').fill('PDM-77');
  t.deepEqual(await faults('packing, complete'), []);
  await page.getByRole('button', { name: 'Book the parcel' }).click();
  await page.getByText('Parcel: Padma Express').waitFor();
  t.like(await desk.parcel(order.id), { tracking_code: 'PDM-77', status: 'booked' });
  t.is((await desk.order(order.id)).status, 'ready_to_ship');

  await page.goBack();
  await page.getByRole('link', { name: 'To ship' }).click();
  await page.getByText('Padma Express').waitFor();
  t.deepEqual(await faults('packing, packed'), []);
  await page.getByRole('button', { name: `Finish ${order.number}` }).click();
  await page.getByRole('link', { name: 'Label' }).click();
  await page.getByRole('article', { name: `Label of ${order.number}` }).waitFor();
  await taskIsDone(t, page, 'pack and print, with one wrong scan and one wrong button', 15);
  t.deepEqual(await faults('print label'), []);
  await page.getByRole('link', { name: 'Packing slip' }).click();
  await page.getByRole('article', { name: `Packing slip of ${order.number}` }).waitFor();
  t.deepEqual(await faults('print slip'), []);
  await page.getByRole('link', { name: 'Invoice' }).click();
  await page.getByRole('article', { name: `Invoice of ${order.number}` }).waitFor();
  t.deepEqual(await faults('print invoice'), []);
  await follow(page, `/orders/print?form=pick&ids=${order.id},${other.id}`);
  await page
    .getByRole('row', { name: /Product SAREE-RED/ })
    .getByText(other.number)
    .waitFor();
  t.deepEqual(await faults('pick list'), []);
  t.deepEqual(await papersOf(page), ['A4']);
  await follow(page, `/orders/print?form=invoice&ids=${order.id},${other.id}`);
  const forms = [
    ['Invoice', 'A4'],
    ['Label', 'A6'],
    ['Packing slip', '80 mm'],
  ] as const;
  for (const [form, paper] of inTurns(forms, 3, 0)) {
    await page.getByRole('link', { name: form }).click();
    await page.getByRole('article', { name: `${form} of ${other.number}` }).waitFor();
    t.deepEqual(await papersOf(page), [paper, paper], form);
  }

  // By scanner alone: the next order's slip, its goods, the courier's label, and the slip again, which books it.
  await follow(page, `/packing?order=${order.id}`);
  await page.getByLabel('Scan an item, or tap it below').focus();
  await scan(page, other.number);
  await page.getByRole('heading', { name: `Pack ${other.number}` }).waitFor();
  await page.getByLabel('Scan an item, or tap it below').focus();
  await scan(page, other.number);
  await page.getByRole('alert').getByText('Put every item in first.').waitFor();
  await scan(page, 'SAREE-RED');
  await page.getByText('Product SAREE-RED: 1 of 1').waitFor();
  // A weight that is none is not left out: nothing is booked.
  await page.getByLabel('Weight in grams, if known').fill('850 kg');
  await page.getByLabel('Scan an item, or tap it below').focus();
  await scan(page, other.number);
  await page.getByRole('alert').getByText('It was refused: see what is said beside it.').waitFor();
  t.is(await desk.parcel(other.id), undefined);
  await page.getByLabel('Weight in grams, if known').fill('৮৫০');
  await page.getByLabel('Scan an item, or tap it below').focus();
  await scan(page, 'PDM-78');
  await page.getByText('Tracking code PDM-78').waitFor();
  // What was scanned and typed is there after the page was loaded anew, as are the goods.
  await page.reload();
  await page.locator('.pack-items [data-in="true"]').waitFor();
  t.is(await page.getByLabel('Tracking code').inputValue(), 'PDM-78');
  t.is(await page.getByLabel('Weight in grams, if known').inputValue(), '৮৫০');
  await page.getByLabel('Scan an item, or tap it below').focus();
  // Other goods shout on a full parcel too, and part of an order's number is no slip.
  await scan(page, 'PANJABI-M');
  await page.getByText('STOP: PANJABI-M is not in this order!').waitFor();
  await scan(page, order.number.slice(4));
  await page.getByText(`Tracking code ${order.number.slice(4)}`).waitFor();
  // The slip does not overtake the label that is still looked up.
  const slip = Promise.withResolvers<void>();
  await page.route('**/admin/graphql', async (route) => {
    if (route.request().postData()?.includes('FindScannedOrder')) await slip.promise;
    await route.continue();
  });
  await scan(page, 'PDM-78');
  await scan(page, other.number);
  slip.resolve();
  await page.getByText('Parcel: Padma Express').waitFor();
  await page.getByText('850 g').waitFor();
  t.like(await desk.parcel(other.id), { tracking_code: 'PDM-78', status: 'booked', weight_grams: 850 });

  // Anything is found from anywhere: by number, by a phone in any spelling, by a misspelled name.
  await page.keyboard.press('Control+k');
  const finder = page.getByLabel('Number, phone, name, SKU or page');
  await finder.fill('০১৭১১-১১১ ১১১');
  await page.getByRole('link', { name: other.number }).waitFor();
  await finder.fill('Prodact');
  await page.getByRole('link', { name: 'Product SAREE-RED' }).waitFor();
  t.deepEqual(await faults('find'), []);
  await finder.fill(other.number.toLowerCase());
  await page.getByRole('link', { name: other.number }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: other.number }).waitFor();
  t.deepEqual(problems, []);
  // What was opened so is kept with the session, and goes with it.
  const found = `Object.keys(sessionStorage).filter((name) => name.includes('found')).length`;
  t.is(await page.evaluate(found), 1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  t.is(await page.evaluate(found), 0);
  await close();
});

longBrowserTest('handing over many at once on a phone, with the sheet that the rider signs', async (t) => {
  t.timeout(120_000);
  const orders = [];
  for (const code of ['PDM-1', 'PDM-2', 'PDM-3']) {
    const order = await place('ready_to_ship', 'LUNGI');
    await book(order.id, desk.couriers.reporting, code);
    orders.push(order);
  }
  const { page, faults, close } = await visit(house(), `/packing/hand-over?courier=${desk.couriers.reporting}`, {
    screen: 'phone',
    language: 'bn',
  });
  await page.getByText('PDM-3').waitFor();
  await page.getByLabel('ট্র্যাকিং কোড বা অর্ডার নম্বর স্ক্যান করুন').focus();
  await scan(page, 'XYZ');
  await page.getByText('থামুন: XYZ').waitFor();
  for (const code of ['PDM-1', 'pdm-2', orders[2]!.number]) await scan(page, code);
  await page.getByRole('button', { name: '3টি পার্সেল দিন' }).waitFor();
  // Cancelled while the list is open: refused, with the reason, and the others go on.
  const parcel = await desk.parcel(orders[1]!.id);
  await desk.staff('cancel_parcel', { parcel_id: parcel.id });
  await page.getByRole('button', { name: '3টি পার্সেল দিন' }).click();
  await page.getByRole('link', { name: 'পার্সেল হস্তান্তরের তালিকা' }).waitFor();
  await page.getByRole('alert').getByText('PDM-2: ').waitFor();
  t.deepEqual(await faults('hand over'), []);
  for (const n of [0, 2]) {
    t.is((await desk.parcel(orders[n]!.id)).status, 'picked_up');
    t.is((await desk.order(orders[n]!.id)).status, 'in_transit');
  }
  t.is((await desk.parcel(orders[1]!.id)).status, 'cancelled');
  await page.getByRole('link', { name: 'পার্সেল হস্তান্তরের তালিকা' }).click();
  await page.getByRole('article').getByText('PDM-1').waitFor();
  await page.getByRole('article').getByText('৳1,020').waitFor();
  t.deepEqual(await faults('hand-over sheet'), []);
  await close();
});

browserTest('a payout sheet: differences first, then what is ticked is booked as one payout', async (t) => {
  t.timeout(120_000);
  const deliver = async (code: string) => {
    const order = await place('confirmed', 'LUNGI');
    const parcel = await book(order.id, desk.couriers.silent, code);
    await desk.staff('record_parcel_delivered', { parcel_id: parcel.id });
    return { ...order, parcelId: parcel.id as string };
  };
  const [exact, short, paid] = [await deliver('DL-1'), await deliver('DL-2'), await deliver('DL-3')];
  await desk.staff('record_parcel_payout', { parcel_id: paid.parcelId });
  const rates = { name: 'All', places: [], delivery_charge: '60.00', included_grams: 0, per_kg_charge: '0.00' };
  await db.admin.query('insert into app.courier_rates (courier_id, company_id, rates) values ($1, $2, $3)', [
    ...[desk.couriers.silent, house().companyId],
    JSON.stringify([{ ...rates, cod_percent: '0.00', return_charge: '0.00' }]),
  ]);
  const held = async (parcelId: string) =>
    Number((await one('select held_amount from app.parcels where id = $1', [parcelId])).held_amount);
  const { page, problems, faults, close } = await visit(house(), '/couriers');
  await page.getByRole('link', { name: 'Doel Delivery' }).waitFor();
  t.deepEqual(await faults('couriers'), []);
  await beginTask(page);
  await page.getByRole('link', { name: 'Doel Delivery' }).click();
  await page.getByText('DL-2').waitFor();
  t.deepEqual(await faults('courier'), []);
  await page.getByRole('link', { name: 'Reconcile a payout' }).click();
  // As Excel saves "Unicode text": UTF-16 with its mark, tabs, CRLF.
  const text = [
    'Consignment ID\tInvoice\tCollected Amount\tDelivery Charge',
    'dl-1\t\t"৳510.00"\t75',
    '',
    `DL-2\t\t400\t`,
    'DL-3\t\t510\t60',
    'NOBODY\t\t99\t60',
    'DL-2\t\t4oo\t60',
    '',
  ].join('\r\n');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'payout.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  });
  await page.getByText('5 rows: which column is what?').waitFor();
  t.deepEqual(
    await Promise.all(
      ['Amount', 'What the courier charged'].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
    ),
    ['2', '3'],
  );
  t.deepEqual(await faults('payout columns'), []);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Book 1 parcel' }).waitFor();
  for (const finding of ['Already paid', 'Unknown', 'Less than held'])
    await page.locator('.list').getByText(finding).waitFor();
  // What cannot be read is told by its row on the sheet, and the others are booked without it.
  await page.locator('li', { hasText: 'row 7' }).getByText('This is no amount: 4oo').waitFor();
  await page.locator('li', { hasText: 'row 2' }).getByText('agreed ৳60').waitFor();
  t.deepEqual(await faults('payout differences'), []);
  await page.getByRole('checkbox', { name: /DL-2/ }).click();
  await page.getByLabel('Number of the payout').fill('PAY-2026-11');
  // 510 less 75 as it is stated, 400 less 60 as agreed.
  await page.getByText('What is ticked comes to ৳775').waitFor();
  await page.getByRole('button', { name: 'Book 2 parcels' }).click();
  await page.getByText('2 parcels are booked.').waitFor();
  await taskIsDone(t, page, 'reconcile a payout sheet', 7);
  t.deepEqual([await held(exact.parcelId), await held(short.parcelId)], [0, 110]);
  const payout = 'select count(*)::int as payouts, max(amount) as amount from app.payouts where reference = $1';
  t.deepEqual(await one(payout, ['PAY-2026-11']), { payouts: 1, amount: '775.00' });
  await page.getByRole('link', { name: 'Doel Delivery' }).click();
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await page.getByRole('link', { name: 'PAY-2026-11' }).first().click();
  await page.getByRole('cell', { name: 'DL-1' }).waitFor();
  await page.getByText('Above what was agreed').waitFor();
  t.deepEqual(await faults('payout as recorded'), []);
  t.deepEqual(problems, []);
  await close();

  if (isLong) {
    const phone = await visit(house(), `/couriers/${desk.couriers.silent}/payout`, {
      screen: 'darkPhone',
      language: 'bn',
    });
    const late = await deliver('DL-4');
    await phone.page.getByLabel('অথবা সারিগুলো পেস্ট করুন').fill('Tracking;Collected\nDL-4;510\nDL-2;110');
    await phone.page.getByRole('button', { name: 'পড়ুন' }).click();
    const compare = async () => {
      await phone.page.getByRole('button', { name: 'মিলিয়ে দেখুন' }).click();
      await phone.page.getByRole('button', { name: '2টি পার্সেল লিখুন' }).waitFor();
    };
    await compare();
    await phone.page.getByLabel('পেআউটের নম্বর').fill('PAY-2026-12');
    await phone.page.reload();
    await compare();
    t.is(await phone.page.getByLabel('পেআউটের নম্বর').inputValue(), 'PAY-2026-12');
    // While the sheet is open, another person books one: nothing is booked here, the row is told, and the other is booked then.
    await desk.staff('record_parcel_payout', { parcel_id: late.parcelId });
    await phone.page.getByRole('button', { name: '2টি পার্সেল লিখুন' }).click();
    await phone.page.getByText('কিছুই লেখা হয়নি: 1টি সারি নেওয়া যায়নি').waitFor();
    await phone.page.locator('li', { hasText: 'সারি 2' }).getByText('বুক হয়নি').waitFor();
    t.is(await held(short.parcelId), 110);
    t.deepEqual(await phone.faults('payout refused'), []);
    // Nor is anything booked but what is shown, where the rates have changed since.
    await db.admin.query(
      `update app.courier_rates set rates = jsonb_set(rates, '{0,cod_percent}', '"10.00"') where courier_id = $1`,
      [desk.couriers.silent],
    );
    await phone.page.getByRole('button', { name: '1টি পার্সেল লিখুন' }).click();
    await phone.page.getByText('এর মধ্যে চুক্তির চার্জ বদলেছে').waitFor();
    t.is(await held(short.parcelId), 110);
    await phone.page.locator('li', { hasText: 'DL-2' }).getByText('চার্জ ৳11').waitFor();
    await phone.page.getByRole('button', { name: '1টি পার্সেল লিখুন' }).click();
    await phone.page.getByText('1টি পার্সেল লেখা হয়েছে').waitFor();
    t.is(await held(short.parcelId), 0);
    t.deepEqual(await one(payout, ['PAY-2026-12']), { payouts: 1, amount: '99.00' });
    await phone.page.reload();
    await phone.page.getByLabel('অথবা সারিগুলো পেস্ট করুন').waitFor();
    const kept = `Object.keys(sessionStorage).filter((name) => name.includes('payout'))`;
    t.deepEqual(await phone.page.evaluate(kept), [], 'a sheet that is booked is not offered again');
    await phone.close();
  }
});

longBrowserTest(
  'who may not see phones finds no customer by one, and who may not book money is not asked for it',
  async (t) => {
    t.timeout(120_000);
    const { page, close } = await visit(house(), '/orders/new', { row: { permissions: ['orders.manage'] } });
    await page.getByLabel('Phone number').fill('01711111111');
    await page.getByLabel('Name', { exact: true }).fill('Karim Uddin');
    await page.getByLabel('Find or scan a product').focus();
    await scan(page, 'SAREE-RED');
    await page.locator('.totals').getByText('৳1,850').first().waitFor();
    t.is(await page.getByText('came back').count(), 0);
    t.is(await page.getByLabel('Advance received').count(), 0);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /^Order ORD-.* is placed$/ }).waitFor();
    t.is(
      (await one('select phone from app.customers where id = $1', [(await newest()).customer_id])).phone,
      '01711111111',
    );
    await close();
  },
);
