// Goods on the pages of staff: what comes back, the stock, counts and purchases, and the reports. Each task by clicks and
// keys, as people do it; what came of it is read in the database.
import fs from 'node:fs';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import { follow, hears, holdAnswer, visit } from '../helpers/pages.ts';
import { stockVariant } from '../helpers/shop.ts';
import { db, line, openParcelShop, desk as orders, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  await openParcelShop();
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: orders.shop.companyId });
const row = async (sql: string, ...values: unknown[]) => (await db.admin.query(sql, values)).rows[0];
const goods = (sku: string, more = {}) => stockVariant(db.admin, orders.shop, { sku, quantity: 10, ...more });
const stockAt = async (sku: string, location: string) =>
  (
    await row(
      `select l.on_hand from app.inventory_levels l join app.variants v on v.id = l.variant_id
       join app.locations a on a.id = l.location_id where v.sku = $1 and a.name = $2 and l.company_id = $3`,
      sku,
      location,
      orders.shop.companyId,
    )
  )?.on_hand;
/** As a scanner does: the code and Enter, into the field that has the label. */
async function scan(page: Page, label: string, ...codes: string[]) {
  for (const code of codes) {
    await page.getByLabel(label).fill(code);
    await page.keyboard.press('Enter');
  }
}

/** A delivered order of 2 and 1 units of which all is to come back, and its return. */
async function expectReturn() {
  const order = await send();
  await orders.staff('record_parcel_delivered', { parcel_id: order.parcel });
  const lines = [line(order.items[0], 2), line(order.items[1], 1)];
  return { ...order, ...(await orders.staff('create_return', { order_id: order.id, lines, reason: 'Too small' })) };
}
/** A parcel that the courier brings back. */
async function comeBack() {
  const order = await send();
  await orders.staff('record_delivery_failure', { parcel_id: order.parcel, reason: 'Nobody at home' });
  await orders.staff('request_parcel_return', { parcel_id: order.parcel });
  return order;
}

longBrowserTest('a return is found by scanning and received by scanning, one unit of it damaged', async (t) => {
  t.timeout(120_000);
  const { first, second, number, id } = await expectReturn();
  await comeBack();
  const { page, problems, faults, close } = await visit(house(), '/returns');
  await page.getByRole('link', { name: number }).waitFor();
  t.deepEqual(await faults('returns'), []);
  await page.locator('h1').click();
  await page.keyboard.press('j');
  t.is(await page.evaluate('document.activeElement.textContent'), number);
  await scan(page, 'Scan what came in', 'ORD-0000');
  await page.getByText('Nothing of “ORD-0000” can be received now').waitFor();
  await scan(page, 'Scan what came in', number);
  await page.getByRole('heading', { name: number }).waitFor();
  await scan(page, 'Scan the goods', first, 'NOT-THIS');
  await page.getByText('NOT-THIS does not belong to this.').waitFor();
  await page.getByRole('radio', { name: 'Damaged' }).check();
  await scan(page, 'Scan the goods', first, first);
  await page.getByText(`All units of ${first} are counted already.`).waitFor();
  await page.getByRole('button', { name: 'One more: Can be sold' }).last().click();
  t.deepEqual(await faults('return'), []);
  await page.getByRole('button', { name: 'Receive 3 units' }).click();
  await hears(page, `${number} is received.`);
  t.deepEqual(
    (
      await db.admin.query(
        `select i.sku, l.sellable_quantity as good, l.damaged_quantity as bad from app.return_lines l
         join app.order_items i on i.id = l.order_item_id where l.return_id = $1 order by i.sku`,
        [id],
      )
    ).rows,
    [
      { sku: first, good: 1, bad: 1 },
      { sku: second, good: 1, bad: 0 },
    ],
  );
  await follow(page, `/returns/${id}`);
  await page.getByText('2 asked for: 1 sellable, 1 damaged').waitFor();
  t.deepEqual(await faults('return received'), []);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('a parcel that comes back is received on a phone with two taps', async (t) => {
  t.timeout(120_000);
  const { parcel, first } = await comeBack();
  const before = await orders.stock(first);
  const { page, problems, faults, close } = await visit(house(), '/returns?list=parcels', {
    screen: 'darkPhone',
    language: 'bn',
  });
  const { number } = await row(
    'select number from app.orders o join app.parcels p on p.order_id = o.id where p.id = $1',
    parcel,
  );
  await page.getByRole('link', { name: number }).waitFor();
  t.deepEqual(await faults('parcels back'), []);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'সব এসেছে, সব ভালো' }).click();
  t.deepEqual(await faults('parcel back'), []);
  await page.getByRole('button', { name: '3টি গ্রহণ করুন' }).click();
  await hears(page, `${number} গ্রহণ করা হয়েছে।`);
  t.is((await row('select status from app.parcels where id = $1', parcel)).status, 'received');
  t.is(before, '10/2');
  t.is(await orders.stock(first), '10/0');
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('stock is found by its name, adjusted, transferred, and its history tells both', async (t) => {
  t.timeout(120_000);
  await goods('KURTA-M');
  await goods('KURTA-L', { quantity: 0 });
  const { page, problems, faults, close } = await visit(house(), '/stock');
  await page.locator('.list li').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('kurta');
  await page.getByRole('link', { name: 'Product KURTA-L' }).waitFor();
  t.deepEqual(await faults('stock'), []);
  await page.getByRole('link', { name: 'Product KURTA-M' }).click();
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByLabel('What happened?').selectOption('lost');
  await page.getByLabel('How many units?').fill('2');
  await page.getByLabel('Reason').fill('Fell behind the shelf');
  t.deepEqual(await faults('adjust'), []);
  await page.getByRole('button', { name: 'Adjust the stock' }).click();
  await hears(page, 'Dhaka now has 8 units.');
  await page.getByText('Fell behind the shelf').waitFor();
  t.is(await stockAt('KURTA-M', 'Dhaka'), 8);
  // Another person takes one meanwhile: what was counted before is not written over it.
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByLabel('How many are there?').fill('5');
  await orders.staff('adjust_stock', {
    location_id: orders.shop.locationId,
    sku: 'KURTA-M',
    quantity_change: -1,
    reason: 'Sold at the fair',
  });
  await page.getByRole('button', { name: 'Adjust the stock' }).click();
  // It is said beside the number, which gets the focus.
  await page.getByRole('dialog').getByText('there are 7 now').waitFor();
  await page.getByRole('dialog').locator('input[aria-invalid]:focus').waitFor();
  t.is(await stockAt('KURTA-M', 'Dhaka'), 7);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Transfer' }).click();
  await page.getByLabel('Units', { exact: true }).fill('3');
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'Dhaka' });
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Chattogram' });
  t.deepEqual(await faults('transfer'), []);
  await page.getByRole('button', { name: 'Transfer the goods' }).click();
  await page.locator('.list').getByText('KURTA-M × 3').waitFor();
  t.deepEqual([await stockAt('KURTA-M', 'Dhaka'), await stockAt('KURTA-M', 'Chattogram')], [4, 3]);
  await page.goBack();
  await page.locator('.chart svg').waitFor();
  t.deepEqual(await faults('variant'), []);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('an agent who may not change stock and may not see costs is shown neither', async (t) => {
  t.timeout(120_000);
  const { variantId } = await goods('PLAIN');
  const agent = { screen: 'phone', row: { permissions: ['orders.manage'] } } as const;
  const { page, problems, faults, close } = await visit(house(), `/stock/${variantId}`, agent);
  await page.getByText('Received from a supplier').waitFor();
  t.is(await page.getByRole('button', { name: 'Adjust' }).count(), 0);
  t.is(await page.getByText('Average cost').count(), 0);
  t.deepEqual(await faults('variant of an agent'), []);
  await follow(page, '/reports');
  await page.getByRole('heading', { name: 'Cash on delivery now' }).waitFor();
  t.is(await page.getByText('What the stock is worth').count(), 0);
  t.deepEqual(problems, []);
  await close();
});

browserTest(
  'a count on a phone: scanned, typed and seen by the camera, it survives a reload, and its differences are booked',
  async (t) => {
    t.timeout(120_000);
    await goods('LUNGI');
    await goods('GAMCHA');
    const { page, problems, faults, close } = await visit(house(), '/stock/count', {
      screen: 'darkPhone',
      language: 'bn',
    });
    await page.getByRole('button', { name: 'গোনা শুরু করুন' }).waitFor();
    t.deepEqual(await faults('counts'), []);
    await page.getByRole('button', { name: 'গোনা শুরু করুন' }).click();
    const field = 'যা গুনছেন স্ক্যান করুন বা খুঁজুন';
    await page.getByLabel(field).waitFor();
    for (const units of [1, 2, 3]) {
      await scan(page, field, 'LUNGI');
      await page.getByText(`LUNGI: ${units}`).waitFor();
    }
    await scan(page, field, 'GAMCHA');
    const gamcha = page.getByLabel('GAMCHA-এর পরিমাণ', { exact: true });
    await gamcha.fill('10');
    await page.getByText('7টি কম').waitFor();
    await page.getByText('ঠিক আছে').waitFor();
    // From now on the browser has a camera, which sees a code in every frame.
    await page.addInitScript(`
      globalThis.BarcodeDetector = class { detect = async () => [{ rawValue: 'LUNGI' }] };
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        const draw = () => { canvas.getContext('2d').fillRect(0, 0, 9, 9); requestAnimationFrame(draw); };
        draw();
        return canvas.captureStream();
      };
    `);
    await page.reload();
    await page.getByText('7টি কম').waitFor();
    t.is(await gamcha.inputValue(), '10');
    // What is seen after the reload goes on from what the server has, and counts once however long it is seen.
    await page.getByRole('button', { name: 'ক্যামেরা দিয়ে স্ক্যান করুন' }).click();
    await page.getByText('6টি কম').waitFor();
    // While the page has other work it looks at no frame: that is no code that was out of sight.
    await page.evaluate(`(async () => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1500;
      const video = document.querySelector('.camera video');
      for (const _ of [1, 2, 3]) await new Promise((seen) => video.requestVideoFrameCallback(seen));
    })()`);
    t.deepEqual(await faults('count by camera'), []);
    await page.locator('.camera').getByRole('button').click();
    t.deepEqual(await faults('count'), []);
    await page.getByRole('button', { name: 'গণনা বুক করুন' }).click();
    await page.getByText('1টি লাইন মেলেনি').waitFor();
    t.deepEqual(await faults('count booking'), []);
    await page.getByRole('dialog').getByRole('button', { name: 'গণনা বুক করুন' }).click();
    await hears(page, 'গণনা বুক হয়েছে।');
    t.deepEqual([await stockAt('LUNGI', 'Dhaka'), await stockAt('GAMCHA', 'Dhaka')], [4, 10]);
    t.deepEqual(problems, []);
    await close();
  },
);

browserTest('goods of a supplier are written down, come in part, and a wrong receipt is taken back', async (t) => {
  t.timeout(120_000);
  await goods('SAREE', { quantity: 0 });
  await goods('SHAWL', { quantity: 0 });
  const { page, problems, faults, close } = await visit(house(), '/stock/purchases');
  const places = await holdAnswer(page, 'Locations');
  await beginTask(page);
  await page.getByRole('link', { name: 'Receive goods' }).click();
  await scan(page, 'Scan or search goods', 'SAREE');
  await page.getByLabel('Cost of one').fill('400');
  await scan(page, 'Scan or search goods', 'SHAWL');
  await page.getByLabel('Cost of one').nth(1).waitFor();
  await page.getByLabel('Units', { exact: true }).first().fill('5');
  await page.getByLabel('Units', { exact: true }).last().fill('10');
  await page.getByLabel('Supplier', { exact: true }).fill('Narayanganj Textiles');
  await page.getByLabel('Document number').fill('CH-118');
  // Where the goods go is not known yet.
  t.true(await page.getByRole('button', { name: 'Write down as ordered' }).isDisabled());
  await places.letGo();
  await page.getByRole('button', { name: 'Write down as ordered' }).click();
  await page.locator('.work-lines li').first().getByText('Cost of one: fill this in.').waitFor();
  await page.getByLabel('Cost of one').first().fill('250');
  t.deepEqual(await faults('new purchase'), []);
  await page.getByRole('button', { name: 'Write down as ordered' }).click();
  await hears(page, 'The purchase is written down.');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await scan(page, 'Scan the goods', 'SAREE', 'SAREE');
  t.deepEqual(await faults('receive purchase'), []);
  await page.getByRole('button', { name: 'Receive what I counted' }).click();
  await hears(page, 'The goods are in the stock.');
  await taskIsDone(t, page, 'receive goods of a new purchase, with one field forgotten', 19);
  await page.getByText('SAREE × 2').waitFor();
  t.is(await stockAt('SAREE', 'Dhaka'), 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByLabel('Units of SAREE', { exact: true }).fill('1');
  await page.getByLabel('Reason').fill('Counted wrongly');
  t.deepEqual(await faults('take back'), []);
  await page.getByRole('button', { name: 'Take these back' }).click();
  await page.getByText('SAREE × −1').waitFor();
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('button', { name: 'All that was missing came' }).click();
  await page.getByText('SHAWL × 5').waitFor();
  t.deepEqual([await stockAt('SAREE', 'Dhaka'), await stockAt('SHAWL', 'Dhaka')], [10, 5]);
  const { average_cost: cost } = await row(
    `select average_cost from app.variant_costs c join app.variants v on v.id = c.variant_id
     where v.sku = 'SAREE' and v.company_id = $1`,
    orders.shop.companyId,
  );
  t.is(Number(cost), 400);
  t.deepEqual(await faults('purchase'), []);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest(
  'reports show a period and the one before, and save what is shown as CSV without formulas',
  async (t) => {
    t.timeout(120_000);
    await place();
    const { parcel, first } = await send();
    await orders.staff('record_parcel_delivered', { parcel_id: parcel });
    const { product_id } = await row(
      'select product_id from app.variants where sku = $1 and company_id = $2',
      first,
      orders.shop.companyId,
    );
    await orders.staff('update_product', { id: product_id, name: '=HYPERLINK("x")' });
    const { page, problems, faults, close } = await visit(house(), '/reports');
    await page.getByRole('link', { name: '=HYPERLINK' }).waitFor();
    await page.locator('.chart svg').waitFor();
    await page.getByText('Dhaka').waitFor();
    t.deepEqual(await faults('reports'), []);
    const card = page.locator('section.card', { has: page.getByRole('heading', { name: 'Best products' }) });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const text = fs.readFileSync(await file.path(), 'utf8');
    t.true(text.startsWith('\uFEFFProduct,SKU,Sold,Returned,Net sales'));
    t.regex(text, /"'=HYPERLINK\(""x""\) · /);
    const counted = page.getByRole('link', { name: 'Sales with shipping' });
    t.is(await counted.getAttribute('href'), '/docs/desk#figure-sales-with-shipping');
    await page.getByLabel('Period').selectOption('last_7_days');
    await page.getByText('compared with').waitFor();
    // Those of one store or of all.
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'All stores' });
    await page.getByRole('row', { name: /^Together/ }).waitFor();
    await page.getByRole('heading', { name: 'Profit' }).waitFor();
    const became = page.locator('section.card', { has: page.getByRole('heading', { name: 'What became of orders' }) });
    await became.getByLabel('By', { exact: true }).selectOption('hour');
    await page
      .getByRole('row', { name: /^\d\d:00/ })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /^Padma Express/ }).waitFor();
    t.deepEqual(await faults('reports of all stores'), []);
    const statement = page.locator('section.card', {
      has: page.getByRole('heading', { name: 'Statement for the accountant' }),
    });
    const [lines] = await Promise.all([
      page.waitForEvent('download'),
      statement.getByRole('button', { name: 'CSV' }).click(),
    ]);
    t.regex(fs.readFileSync(await lines.path(), 'utf8'), /^\uFEFFDay,What,Store,Order,[\s\S]*,Order,/);
    // Also this month, which the server takes by itself, is named by its days.
    await page.getByLabel('Period').selectOption('this_month');
    const [ofMonth] = await Promise.all([
      page.waitForEvent('download'),
      statement.getByRole('button', { name: 'CSV' }).click(),
    ]);
    t.regex(ofMonth.suggestedFilename(), /^statement 1 .+ – .+\.csv$/);
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest('reports and stock read as well on a phone at night, in Bengali', async (t) => {
  t.timeout(120_000);
  await expectReturn();
  const { variantId } = await goods('DUPATTA');
  await orders.staff('adjust_stock', {
    location_id: orders.shop.locationId,
    sku: 'DUPATTA',
    set_on_hand: 10,
    reason: 'Order more from 20 on',
    low_stock_threshold: 20,
  });
  const { page, problems, faults, close } = await visit(house(), '/reports', { screen: 'darkPhone', language: 'bn' });
  await page.locator('.chart svg').waitFor();
  await page.getByRole('heading', { name: 'স্টকের মূল্য' }).waitFor();
  t.deepEqual(await faults('reports'), []);
  for (const [name, address, ready] of [
    ['stock', '/stock', '.list li'],
    ['low stock', '/stock?low=1', '.list li'],
    ['variant', `/stock/${variantId}`, '.chart svg'],
    ['transfer', '/stock/transfers?sku=DUPATTA', '.work-lines li'],
    ['purchases', '/stock/purchases?all=1', '.list li, .empty'],
    ['new purchase', '/stock/purchases/new', '.picker'],
    ['returns', '/returns', '.list li'],
  ] as const) {
    await follow(page, address);
    await page.locator(ready).first().waitFor();
    t.deepEqual(await faults(name), [], name);
  }
  t.deepEqual(problems, []);
  await close();
});

browserTest(
  'what was typed for goods that came is there after the page was left, and what was cleared is not',
  async (t) => {
    t.timeout(120_000);
    const { page, close } = await visit(house(), '/stock/purchases/new');
    await page.getByLabel('Supplier', { exact: true }).fill('Tangail Weavers');
    await page.getByLabel('Note', { exact: true }).fill('By mistake');
    await page.reload();
    t.is(await page.getByLabel('Note', { exact: true }).inputValue(), 'By mistake');
    await page.getByLabel('Note', { exact: true }).fill('');
    await page.reload();
    t.is(await page.getByLabel('Supplier', { exact: true }).inputValue(), 'Tangail Weavers');
    t.is(await page.getByLabel('Note', { exact: true }).inputValue(), '');
    await close();
  },
);

longBrowserTest('goods, lines of purchases, returns and parcels of a test store say so', async (t) => {
  t.timeout(120_000);
  const { number } = await expectReturn();
  const { parcel } = await comeBack();
  const [store] = orders.shop.stores;
  const purchase = await row('select id from app.purchases where company_id = $1 limit 1', orders.shop.companyId);
  const level = await row('select id from app.variants where store_id = $1 limit 1', store.id);
  const sent = await row(
    'select number from app.orders o join app.parcels p on p.order_id = o.id where p.id = $1',
    parcel,
  );
  // The kind of a store is for ever; here it is turned, behind the triggers, once the other tests are done with it, and back.
  const turn = (isTest: boolean) =>
    db.admin.query(`begin; set local session_replication_role = replica;
      update app.stores set is_test = ${isTest} where id = '${store.id}'; commit`);
  await turn(true);
  t.teardown(() => turn(false));
  const { page, problems, close } = await visit(house(), `/stock?store=${store.id}`);
  const badge = (text = '') => page.locator('main li', { hasText: text }).locator('.badge[data-code=test]').first();
  await badge().waitFor();
  await page.goto(`${desk.url}/admin/stock/${level.id}`);
  await page.locator('.page-head .badge[data-code=test]').waitFor();
  await page.goto(`${desk.url}/admin/stock/purchases/${purchase.id}`);
  await badge('SAREE').waitFor();
  await page.goto(`${desk.url}/admin/returns?store=${store.id}`);
  await badge(number).waitFor();
  await page.goto(`${desk.url}/admin/returns?list=parcels&store=${store.id}`);
  await badge(sent.number).waitFor();
  t.deepEqual(problems, []);
  await close();
});
