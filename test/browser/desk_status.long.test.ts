// A status that is added by rows alone: the desk shows it at its place, in its colour and in both languages, offers the way to
// it and back, and an order goes through it.
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { browserTest, executablePath, launch } from '../helpers/browser.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { visit } from '../helpers/pages.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

const words = {
  en: { name: 'Awaiting stock', transition: 'Wait for stock', effect: 'It waits for goods of a supplier.' },
  bn: { name: 'স্টকের অপেক্ষায়', transition: 'স্টকের জন্য রাখুন', effect: 'সরবরাহকারীর পণ্যের অপেক্ষায় থাকবে।' },
};
const others = {
  en: { confirmed: 'Confirmed', processing: 'Being packed', pack: 'Start packing', backTo: 'Back to' },
  bn: { confirmed: 'নিশ্চিত', processing: 'প্যাক হচ্ছে', pack: 'প্যাকিং শুরু করুন', backTo: 'আবার' },
};

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await freshDatabase('changes the schema');
  // What a migration would hold.
  await db.admin.query(
    `insert into app.order_statuses (status, position, description, stock, cash_state, parcel, stage, words)
     values ('awaiting_stock', 45, 'Waits for goods.', 'reserved', 'not_shipped', 'kept', 'to_pack', $1)`,
    [words],
  );
  await db.admin.query(`
    insert into app.order_transitions (from_status, to_status)
    values ('confirmed', 'awaiting_stock'), ('awaiting_stock', 'confirmed'), ('awaiting_stock', 'processing')`);
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SAREE', price: 1500, quantity: 500 });
  orders = await openDesk(db, shop);
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const badge = (page: Page, text: string) => page.locator('.order-head .badge', { hasText: text });
const colour = (page: Page) =>
  page.evaluate(`getComputedStyle(document.querySelector('.order-head .badge')).backgroundColor`);

for (const language of ['en', 'bn'] as const) {
  browserTest(`an order goes through a status of rows alone: ${language}`, async (t) => {
    t.timeout(120_000);
    const own = words[language];
    const other = others[language];
    const order = await orders.place([{ sku: 'SAREE', quantity: 1 }]);
    await orders.move(order.id, 'confirmed');
    const { page, problems, close } = await visit(
      { browser: browser!, desk, db, companyId: shop.companyId },
      `/orders/${order.id}`,
      {
        language,
      },
    );
    const first = page.locator('.acts-now button:not([aria-expanded])');
    const rest = page.locator('.moves').first().locator('.move');
    const named = (name: string) =>
      first.filter({ hasText: name }).or(rest.filter({ has: page.locator('strong', { hasText: name }) }));
    const effectOf = async (name: string) =>
      (await named(name).getAttribute('title')) ?? (await named(name).locator('span').textContent());

    await badge(page, other.confirmed).waitFor();
    const colourOfConfirmed = await colour(page);
    await page.locator('.acts-now [aria-expanded="false"]').click();
    t.is(await effectOf(own.transition), own.effect);
    await named(own.transition).click();
    await badge(page, own.name).waitFor();
    t.is((await orders.order(order.id)).status, 'awaiting_stock');
    t.is(await colour(page), colourOfConfirmed);

    // The way on is the first button and the only one in full colour; the way back says so and is plain.
    t.is((await first.first().textContent())?.trim(), other.pack);
    t.notRegex((await first.first().getAttribute('class')) ?? '', /plain|danger/);
    const back = rest.filter({ has: page.locator('strong', { hasText: other.confirmed }) });
    t.regex((await back.locator('strong').textContent()) ?? '', new RegExp(other.backTo));
    t.regex((await back.getAttribute('class')) ?? '', /plain/);

    // It stands at its place in the list of statuses, and the list of orders finds it by that.
    await page.goto(new URL('/admin/orders?status=awaiting_stock', page.url()).href);
    await page.locator(`[data-id="${order.id}"] .badge`, { hasText: own.name }).waitFor();
    const filter = page.locator('select', { has: page.locator('option[value="awaiting_stock"]') });
    const names = await filter.locator('option').allTextContents();
    t.is(names.indexOf(own.name), names.indexOf(other.confirmed) + 1);
    t.is(names.indexOf(own.name), names.indexOf(other.processing) - 1);

    await page.goto(new URL(`/admin/orders/${order.id}`, page.url()).href);
    await named(other.pack).click();
    await badge(page, other.processing).waitFor();
    t.is((await orders.order(order.id)).status, 'processing');
    t.deepEqual(problems, []);
    await close();
  });
}
