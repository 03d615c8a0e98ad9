// Moving in and out on the pages of staff: a file is shown first, then taken in by a job, and what was refused is told by line.
import fs from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Browser } from 'playwright-core';
import type { Workers } from '../../workers/index.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { shopifyFile, wooFile } from '../helpers/import-files.ts';
import { follow, visit } from '../helpers/pages.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, startStaff } from '../helpers/staff.ts';
import { workers } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
let running: Workers | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await freshDatabase('serves all companies');
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  running = await workers(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await running?.stop();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: shop.companyId });
const csv = (content: string, name = 'products_export.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

browserTest('a catalog is looked at, taken in, and taken out again', async (t) => {
  t.timeout(240_000);
  await atTheDesk(t);
});

longBrowserTest('a catalog is taken in on a phone, in Bengali; what the plan refuses is told by line', async (t) => {
  t.timeout(240_000);
  await onThePhone(t);
});

async function atTheDesk(t: ExecutionContext): Promise<void> {
  const { page, problems, faults, close } = await visit(house(), '/products');
  await page.getByRole('link', { name: 'Move in' }).click();
  await page.getByLabel('Stock goes to').selectOption({ label: 'Dhaka' });
  await page.getByLabel('CSV file').setInputFiles(csv('Handle,Title,Variant SKU,Variant Price\na,"open,1,2\n'));
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await page.getByText('Line 2, column 2: a quotation mark that begins here is never closed').waitFor();

  await page.getByLabel('CSV file').setInputFiles(csv('Preisliste\n\nBezeichnung;Betrag\nMug;5\n'));
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await page.getByText('Which column is which').waitFor();
  await Promise.all([
    page.waitForResponse(/admin\/imports/),
    page.getByLabel('Price *').selectOption({ label: 'Betrag · 5' }),
  ]);
  await page.getByText('1 would be made').waitFor();
  t.deepEqual(await faults('import-columns'), []);

  // What is answered after another choice was made is not shown.
  const held = Promise.withResolvers<void>();
  await page.route(
    /admin\/imports\?.*run=false/,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByLabel('CSV file').setInputFiles(csv(wooFile));
  const asked = page.waitForRequest(/admin\/imports\?.*run=false/);
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await asked;
  await page.getByLabel('What the file holds').selectOption('customers');
  const answered = page.waitForResponse(/admin\/imports\?.*run=false/);
  held.resolve();
  await (await answered).finished();
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await page.getByText('Which column is which').waitFor();
  t.is(await page.locator('.import-counts').count(), 0);
  await page.getByLabel('What the file holds').selectOption('products');

  const alike = '17,simple,pun-m,,Panjabi for boys,1,0,visible,,,,,taxable,1,,,,,,,,900,,,,,0,,,,,\n';
  await page.getByLabel('CSV file').setInputFiles(csv(wooFile + alike));
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await page.getByText('there is nothing in it to sell').waitFor();
  const counts = () => page.locator('.import-counts li').allInnerTexts();
  t.deepEqual(await counts(), ['2 would be made', '3 cannot be taken in', '1 variant waits']);
  await page.getByLabel('1 variant whose SKU stands above already').selectOption('suffix');
  await page.getByText('variant gets a SKU of its own').waitFor();
  t.deepEqual(await counts(), ['3 would be made', '2 cannot be taken in', '1 variant gets a SKU of its own']);
  t.deepEqual(await faults('import-preview'), []);
  t.is((await db.admin.query('select count(*)::integer as n from app.products')).rows[0].n, 0, 'nothing is written');

  await page.getByRole('button', { name: 'Take in 3' }).click();
  await page.getByText('3 of 3 done').waitFor();
  await page.getByText('Finished').waitFor();
  const { rows } = await db.admin.query(
    `select v.sku, l.on_hand from app.variants v join app.inventory_levels l on l.variant_id = v.id order by v.sku`,
  );
  t.deepEqual(rows, [
    { sku: 'PUN-L', on_hand: 5 },
    { sku: 'PUN-M', on_hand: 8 },
    { sku: 'woo-14', on_hand: 3 },
  ]);
  t.deepEqual(await faults('import-done'), []);
  await page.getByRole('button', { name: 'Show what was told' }).click();
  await page.getByText('pun-m stands in line 2 already: it gets pun-m-2.').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Products for Shopify' }).click();
  const text = fs.readFileSync(await (await download).path(), 'utf8');
  t.regex(text, /^\uFEFFHandle,Title,Body \(HTML\),Vendor/);
  t.regex(text, /panjabi-white,"Panjabi, white"/);
  // In the activity the import is one line, which leads to all of it.
  await follow(page, '/settings/activity');
  await page.getByRole('link', { name: 'brought in the file “products_export.csv”' }).click();
  await page.getByText('Only what was done together.').waitFor();
  await page.locator('.list summary').first().waitFor();
  t.deepEqual(
    problems.filter((one) => !/422/.test(one)),
    [],
  );
  await close();
}

/** What is refused when it runs is told by line of the file. */
async function onThePhone(t: ExecutionContext): Promise<void> {
  const { page, problems, faults, close } = await visit(house(), '/products/move-in', {
    screen: 'darkPhone',
    language: 'bn',
  });
  await page.getByLabel('CSV ফাইল').setInputFiles(csv(shopifyFile, 'শাড়ি.csv'));
  await page.getByRole('button', { name: 'কী হবে দেখুন' }).click();
  await page.locator('.import-counts').waitFor();
  await page.getByText('এখানে এর জায়গা নেই: বাদ গেল।').first().waitFor();
  t.deepEqual(await faults('import-preview'), []);
  await db.admin.query('update app.plans set max_products = 4 where id = $1', [shop.planId]);
  await page.getByRole('button', { name: '2টি নিন' }).click();
  await page.getByText('1টি বাদ পড়েছে').waitFor();
  await page.getByRole('button', { name: 'কী বলা হয়েছে দেখুন' }).first().click();
  await page.getByText('আপনার প্ল্যানের 4টি পণ্য শেষ').waitFor();
  t.true((await page.locator('.moves li').first().textContent())!.includes('লাইন 6'));
  t.deepEqual(await faults('import-refused'), []);
  await follow(page, '/settings/activity');
  await page.getByRole('link', { name: 'Rina Akter “শাড়ি.csv” ফাইলটি এনেছেন' }).waitFor();
  t.deepEqual(await faults('activity'), []);
  await page.getByRole('link', { name: 'Rina Akter “শাড়ি.csv” ফাইলটি এনেছেন' }).click();
  await page.getByText('শুধু যা একসঙ্গে করা হয়েছে।').waitFor();
  await page.locator('.list summary').first().waitFor();
  t.deepEqual(problems, []);
  await close();
}

browserTest('who may not, is told so before a file is read', async (t) => {
  const ask = async (method: string, path: string, row: object) => {
    const token = await openSession(db, (await hire(db, shop.companyId, row as Record<string, unknown>)).id);
    const [{ id }] = shop.stores;
    return desk.request(method, `//admin/${path}&store_id=${id}`, {
      key: token,
      ...(method === 'POST' && { body: {} }),
    });
  };
  const agent = { role: 'agent', permissions: ['orders.manage'] };
  t.is((await ask('POST', 'imports?kind=products', agent)).status, 403);
  t.is((await ask('GET', 'exports?kind=products', agent)).status, 403);
  t.is((await ask('GET', 'exports?kind=orders', agent)).status, 403, 'they may not see customers');
  t.is((await ask('POST', 'imports?kind=shoes', { role: 'owner' })).status, 422);
  t.is((await desk.request('GET', '//admin/imports?store_id=x', {})).status, 401);
});
