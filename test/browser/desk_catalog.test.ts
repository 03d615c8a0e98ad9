// Products, taxonomy, customers and coupons on the pages of staff: the work itself, by clicks and keys, on a phone and at a desk.
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import { type CatalogDesk, openCatalogDesk } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { follow, hears, holdAnswer, type Screen, visit } from '../helpers/pages.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { insert, stockVariant } from '../helpers/shop.ts';
import { sample } from '../helpers/videos/samples.ts';

let db: TestDatabase;
let desk: CatalogDesk;
let orders: Desk;
let browser: Browser | undefined;
test.before(async (t) => {
  t.timeout(120_000);
  if (!executablePath) return;
  db = await borrowDatabase();
  desk = await openCatalogDesk(db);
  orders = await openDesk(db, desk.shop);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: desk.shop.companyId });
// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
const rowsOf = async (sql: string, values: unknown[] = []): Promise<any[]> => (await db.admin.query(sql, values)).rows;
const picture = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await drawn('png', { colour }),
});
/** A name or a text that the page shows somewhere. */
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

browserTest('a product with three variants and two pictures is added from a phone', async (t) => {
  t.timeout(180_000);
  const { page, problems, faults, close } = await visit(house(), '/products/new', { screen: 'phone', media: true });
  await beginTask(page);
  await page.getByLabel('Name', { exact: true }).first().fill('Cotton Panjabi');
  await page
    .getByLabel('Choose pictures')
    .setInputFiles([await picture('front.png', '#b03030'), await picture('back.png', '#3030b0')]);
  await page.getByRole('button', { name: 'Sizes, colours' }).click();
  await page.getByLabel('New attribute, such as Size').fill('Size');
  await page.getByLabel('New attribute, such as Size').press('Enter');
  await page.getByLabel('Size: new values').fill('S, M, L');
  await page.getByLabel('Size: new values').press('Enter');
  await page.getByRole('button', { name: 'Make 3 variants' }).click();
  await page.getByLabel('Price of the chosen variants', { exact: true }).fill('1250');
  await page.getByRole('button', { name: 'Put into 3 rows' }).click();
  t.deepEqual(await faults('product new'), []);
  await page.getByRole('button', { name: 'Create the product' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cotton Panjabi' }).waitFor();
  await taskIsDone(t, page, 'add a product with three variants and two pictures on a phone', 12);
  const [product] = await rowsOf(
    `select p.id, p.status,
       (select array_agg(v.sku || ' ' || v.price || ' ' || v.name order by v.position) from app.variants v where v.product_id = p.id) as variants,
       (select count(*)::int from app.product_images i where i.product_id = p.id) as pictures
     from app.products p where p.name = 'Cotton Panjabi'`,
  );
  t.deepEqual(product.variants, ['COTTON-PANJA-S 1250.00 S', 'COTTON-PANJA-M 1250.00 M', 'COTTON-PANJA-L 1250.00 L']);
  t.is(product.pictures, 2);
  t.is(product.status, 'active');
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('a SKU is suggested anew with the name, but for one that was typed', async (t) => {
  t.timeout(120_000);
  const { page, close } = await visit(house(), '/products/new');
  const name = page.getByLabel('Name', { exact: true }).first();
  const sku = page.getByLabel('SKU', { exact: true });
  await name.fill('Muslin');
  t.is(await sku.inputValue(), 'MUSLIN');
  await sku.fill('MUSLIN-42');
  await name.fill('Muslin shawl');
  t.is(await sku.inputValue(), 'MUSLIN-42');
  await sku.fill('');
  await name.fill('Muslin stole');
  t.is(await sku.inputValue(), 'MUSLIN-STOLE');
  // What is refused at its fields is named at the button as well.
  await name.fill('  ');
  await page.getByLabel('Price', { exact: true }).fill('900');
  await page.getByRole('button', { name: 'Create the product' }).click();
  await page.getByRole('alert').getByText('Put these right: Name, Name (line 1).').waitFor();
  // What is on the shelf already is written down with it.
  await name.fill('Muslin stole');
  await page.getByLabel('In stock', { exact: true }).fill('৭');
  await page.getByRole('button', { name: 'Create the product' }).click();
  await page.getByRole('heading', { level: 1, name: 'Muslin stole' }).waitFor();
  const levels = await rowsOf(
    `select l.on_hand from app.inventory_levels l join app.variants v on v.id = l.variant_id
     where v.sku = 'MUSLIN-STOLE' and v.company_id = $1`,
    [desk.shop.companyId],
  );
  t.deepEqual(levels, [{ on_hand: 7 }]);
  // A copy begins as a draft with SKUs of its own.
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
  t.is(await name.inputValue(), 'Muslin stole (copy)');
  t.is(await page.getByLabel('Price', { exact: true }).inputValue(), '900.00');
  // That the SKU of the first is taken is known when the server has said so.
  while ((await sku.inputValue()) !== 'MUSLIN-STOLE-2') await page.evaluate('new Promise(requestAnimationFrame)');
  await page.getByRole('button', { name: 'Create the product' }).click();
  await page.getByRole('heading', { level: 1, name: 'Muslin stole (copy)' }).waitFor();
  t.like((await rowsOf(`select status from app.products where name = 'Muslin stole (copy)'`))[0], { status: 'draft' });
  await close();
});

longBrowserTest('pictures are added, described, put in order and removed', async (t) => {
  t.timeout(180_000);
  const { productId } = await stockVariant(db.admin, desk.shop, { sku: 'GALLERY', price: 300 });
  const { page, problems, faults, close } = await visit(house(), `/products/${productId}`, { media: true });
  const gallery = async () =>
    rowsOf('select alt_text, is_thumbnail from app.product_images where product_id = $1 order by position', [
      productId,
    ]);
  await page
    .getByLabel('Choose pictures')
    .setInputFiles([await picture('a.png', 'red'), await picture('b.png', 'blue')]);
  await page.getByRole('button', { name: 'Picture 2 of 2: not described' }).waitFor();
  await page.getByRole('button', { name: /^Picture 2 of 2: not/ }).click();
  await page.getByLabel('What it shows').fill('From behind');
  await page.getByLabel('Show this one in lists').check();
  t.deepEqual(await faults('picture dialog'), []);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Picture 2 of 2: From behind' }).waitFor();
  await page.getByRole('button', { name: 'Picture 2 of 2: move forward' }).click();
  await page.getByRole('button', { name: 'Picture 1 of 2: From behind' }).waitFor();
  t.deepEqual(await gallery(), [
    { alt_text: 'From behind', is_thumbnail: true },
    { alt_text: null, is_thumbnail: false },
  ]);
  await page
    .getByRole('button', { name: 'Picture 1 of 2: From behind' })
    .dragTo(page.getByRole('button', { name: /^Picture 2 of 2: not/ }));
  await page.getByRole('button', { name: 'Picture 2 of 2: From behind' }).waitFor();
  // A picture from the clipboard of the computer.
  const pasted = [...(await drawn('png', { colour: 'green' }))];
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(${JSON.stringify(pasted)})], 'pasted.png', { type: 'image/png' }));
    dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  }`);
  await page.getByRole('button', { name: 'Picture 3 of 3: not described' }).click();
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await page.getByRole('button', { name: 'Picture 2 of 2: From behind' }).waitFor();
  t.is((await gallery()).length, 2);
  const wrong = { name: 'c.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByLabel('Choose pictures').setInputFiles([wrong]);
  await page.getByText('Choose a PNG, JPEG, WebP or GIF picture.').waitFor();
  await page.getByRole('button', { name: 'Cancel c.png' }).click();
  t.deepEqual(await faults('product'), []);
  t.deepEqual(
    problems.filter((problem) => !/status of 422/.test(problem)),
    [],
  );
  await close();
});

longBrowserTest('a change by another person is noticed, and nothing is overwritten silently', async (t) => {
  t.timeout(180_000);
  const { productId, variantId } = await stockVariant(db.admin, desk.shop, { sku: 'TWO', price: 500 });
  const { page, problems, close } = await visit(house(), `/products/${productId}`);
  const price = page.getByLabel('Price', { exact: true });
  await price.fill('450');
  await page.getByLabel('Short description').fill('Woven in Tangail');
  await desk.change('updateVariant', 'variant', 'id', { id: variantId, price: '600.00' });
  await desk.change('updateProduct', 'product', 'id', { id: productId, name: 'Renamed by Rina' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sees(page, 'Price of TWO: somebody else made it “600.00”, you typed “450”.');
  await page.getByRole('heading', { level: 1, name: 'Renamed by Rina' }).waitFor();
  t.is((await rowsOf('select price from app.variants where id = $1', [variantId]))[0].price, '600.00');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await hears(page, 'The product was saved.');
  const [saved] = await rowsOf(
    'select p.name, p.short_description, v.price from app.products p join app.variants v on v.product_id = p.id where p.id = $1',
    [productId],
  );
  t.deepEqual(saved, { name: 'Renamed by Rina', short_description: 'Woven in Tangail', price: '450.00' });
  // What the server refuses stands at its field.
  await page.getByLabel('Sale price').fill('900');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('input[aria-invalid=true]').waitFor();
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('who may not change the catalog sees it, and neither costs nor buttons', async (t) => {
  t.timeout(180_000);
  const { productId } = await stockVariant(db.admin, desk.shop, { sku: 'READ', price: 500 });
  const { page, problems, faults, close } = await visit(house(), `/products/${productId}`, {
    screen: 'dark',
    language: 'bn',
    row: { permissions: ['orders.manage'] },
  });
  await page.locator('.variants').waitFor();
  t.true(await page.getByLabel('দাম', { exact: true }).isDisabled());
  t.is(await page.getByText('ক্রয়মূল্য').count(), 0);
  t.is(await page.getByText('ছবি তুলুন').count(), 0);
  t.deepEqual(await faults('product read'), []);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('products are found by what they lack, and their prices are set at once', async (t) => {
  t.timeout(180_000);
  for (const sku of ['LIST-1', 'LIST-2']) await stockVariant(db.admin, desk.shop, { sku, price: 100 });
  const { page, problems, faults, close } = await visit(house(), '/products', { media: true });
  await page.locator('.list > li').first().waitFor();
  t.deepEqual(await faults('products'), []);
  await page.getByRole('combobox', { name: 'Something is missing' }).selectOption('picture');
  await sees(page, 'Product LIST-1');
  t.true(page.url().endsWith('?only=picture'));
  await page.getByRole('searchbox').fill('list-');
  await page.waitForURL(/search=list-/);
  await page.getByRole('checkbox', { name: 'Choose Product LIST-1' }).check();
  // The newest stands first: by keys, as at a desk.
  await page.locator('main h1').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  t.true(await page.getByRole('checkbox', { name: 'Choose Product LIST-2' }).isChecked());
  await page.getByRole('button', { name: 'Set prices' }).click();
  await page.getByRole('textbox', { name: 'Sale price' }).fill('80');
  await page.getByRole('dialog').getByText('LIST-2').first().waitFor();
  t.deepEqual(await faults('prices'), []);
  await page.getByRole('button', { name: 'Set the prices of 2 variants' }).click();
  await hears(page, 'Prices of 2 products are set.');
  const prices = await rowsOf(`select discount_price from app.variants where sku like 'LIST-%'`);
  t.deepEqual(prices, [{ discount_price: '80.00' }, { discount_price: '80.00' }]);
  // Up by a percentage, rounded, and seen before it is done; the sale price goes with it.
  await page.getByRole('checkbox', { name: 'Choose Product LIST-1' }).check();
  await page.getByRole('button', { name: 'Set prices' }).click();
  await page.getByLabel('What to do').selectOption('up');
  await page.getByLabel('By how much').fill('12.5');
  await page.getByLabel('Rounded to').selectOption('500');
  await page.getByRole('dialog').getByText('→ ৳90').waitFor();
  await page.getByRole('button', { name: 'Set the price of 1 variant' }).click();
  await hears(page, 'Prices of 1 product are set.');
  const ofFirst = `select price, discount_price from app.variants where sku = 'LIST-1' and company_id = $1`;
  t.deepEqual(await rowsOf(ofFirst, [desk.shop.companyId]), [{ price: '115.00', discount_price: '90.00' }]);
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('many products change at once, a sheet fills variants, and goods have their shelf', async (t) => {
  t.timeout(60_000);
  for (const sku of ['BULK-1', 'BULK-2']) await stockVariant(db.admin, desk.shop, { sku, price: 100, quantity: 3 });
  const { page, problems, close } = await visit(house(), '/products?search=bulk-');
  const dialog = page.getByRole('dialog');
  await page.getByRole('checkbox', { name: 'Choose Product BULK-1' }).check();
  await page.getByRole('button', { name: 'Choose all found' }).click();
  await page.getByText('2 products chosen').waitFor();
  await page.getByRole('button', { name: 'Status, category, tags' }).click();
  await dialog.getByLabel('Status').selectOption('draft');
  await dialog.getByLabel('Add tags').fill('Eid, new');
  await dialog.getByText('2 of 2 products change.').waitFor();
  await dialog.getByRole('button', { name: 'Change 2 products' }).click();
  await hears(page, '2 products changed');
  const changed = await rowsOf(
    `select p.status, p.tags, v.id, v.product_id from app.variants v join app.products p on p.id = v.product_id
     where v.sku like 'BULK-%' and v.company_id = $1 order by v.sku`,
    [desk.shop.companyId],
  );
  for (const row of changed) t.like(row, { status: 'draft', tags: ['Eid', 'new'] });

  await page.goto(new URL(`/admin/products/${changed[0].product_id}`, page.url()).href);
  await page.getByRole('textbox', { name: 'Price', exact: true }).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'SKU\\tPrice\\tSale price\\nbulk-1\\t1,250\\t৯০০\\n');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);
  await hears(page, '2 cells filled in');
  await page.getByRole('button', { name: 'Save' }).click();
  await hears(page, 'The product was saved.');
  const prices = await rowsOf('select price, discount_price from app.variants where id = $1', [changed[0].id]);
  t.deepEqual(prices, [{ price: '1250.00', discount_price: '900.00' }]);

  await page.goto(new URL(`/admin/stock/${changed[0].id}`, page.url()).href);
  await page.getByRole('button', { name: /^Shelf at/ }).click();
  await dialog.getByLabel('Shelf').fill('A-03');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'A-03' }).waitFor();
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('a video is sent in parts, goes on after the page was closed, and is placed', async (t) => {
  t.timeout(180_000);
  const { productId } = await stockVariant(db.admin, desk.shop, { sku: 'FILM', price: 500 });
  const { page, problems, faults, close } = await visit(house(), `/products/${productId}`, { media: true });
  const file = { name: 'saree.mp4', mimeType: 'video/mp4', buffer: sample('ok') };
  // The connection goes before the last part has arrived.
  const isMedia = (url: URL) => url.pathname.startsWith('/media/');
  await page.route(isMedia, (route) => route.abort());
  await page.getByLabel('Choose a video').setInputFiles(file);
  await sees(page, 'saree.mp4');
  await page.getByRole('button', { name: 'Stop for now' }).click();
  await page.unroute(isMedia);
  await page.reload();
  await page.getByRole('button', { name: 'Choose the same file to go on' }).waitFor();
  await page.getByLabel('Choose a video').setInputFiles(file);
  await hears(page, 'The video has arrived');
  const videos = await rowsOf(
    'select v.status, v.file_name from app.videos v join app.video_placements p on p.video_id = v.id where p.product_id = $1',
    [productId],
  );
  t.deepEqual(videos, [{ status: 'verifying', file_name: 'saree.mp4' }]);
  t.deepEqual(await faults('product video'), []);
  t.deepEqual(
    problems.filter((problem) => !/ERR_FAILED/.test(problem)),
    [],
  );
  await close();
});

browserTest('categories stand as a tree, brands have logos, attributes have values', async (t) => {
  t.timeout(180_000);
  const { page, problems, faults, close } = await visit(house(), '/products/categories', {
    screen: 'darkPhone',
    language: 'bn',
    media: true,
  });
  const add = async (name: string) => {
    await page.getByRole('textbox', { name: 'নাম' }).fill(name);
    await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.locator('.empty').waitFor();
  // The first is read anew so slowly that its answer comes after that of the second.
  const older = await holdAnswer(page, 'Categories');
  for (const name of ['শাড়ি', 'পাঞ্জাবি']) {
    await page.getByRole('button', { name: 'নতুন ক্যাটাগরি', exact: true }).click();
    await add(name);
    await older.isHeld;
  }
  await page.locator('.list > li').nth(1).waitFor();
  await older.letGo();
  t.is(await page.locator('.list > li').count(), 2);
  await page.getByRole('button', { name: 'শাড়ি-এর নিচে নতুন ক্যাটাগরি' }).click();
  await add('জামদানি');
  await page.getByRole('button', { name: 'শাড়ি ওপরে নিন' }).click();
  await page.locator('.list > li').first().getByText('শাড়ি').waitFor();
  t.deepEqual(
    await rowsOf(
      `select c.name, p.name as parent from app.categories c left join app.categories p on p.id = c.parent_id
       order by c.parent_id nulls first, c.position`,
    ),
    [
      { name: 'শাড়ি', parent: null },
      { name: 'পাঞ্জাবি', parent: null },
      { name: 'জামদানি', parent: 'শাড়ি' },
    ],
  );
  t.deepEqual(await faults('categories'), []);
  await page.getByRole('button', { name: 'জামদানি বদলান' }).click();
  await page.getByLabel('যার নিচে থাকবে').selectOption('');
  t.deepEqual(await faults('category dialog'), []);
  await add('জামদানি শাড়ি');
  t.deepEqual(await rowsOf(`select parent_id from app.categories where name = 'জামদানি শাড়ি'`), [{ parent_id: null }]);

  await page.getByRole('link', { name: 'ব্র্যান্ড' }).click();
  await page.getByRole('button', { name: 'নতুন ব্র্যান্ড' }).click();
  await page.getByLabel('ছবি বাছুন').setInputFiles([await picture('logo.png', 'orange')]);
  await sees(page, 'সংরক্ষণ করলেই এটি থাকবে।');
  await add('আড়ং');
  t.is((await rowsOf(`select from app.brands where name = 'আড়ং' and logo is not null`)).length, 1);
  t.deepEqual(await faults('brands'), []);

  await page.getByRole('link', { name: 'অ্যাট্রিবিউট' }).click();
  await page.getByRole('button', { name: 'নতুন অ্যাট্রিবিউট' }).click();
  await page.getByLabel('দোকানে যেভাবে দেখাবে').selectOption('color');
  await page.getByLabel('মান', { exact: true }).fill('লাল, নীল');
  await add('রং');
  await page.getByRole('button', { name: 'লাল মানটি বদলান' }).click();
  await page.getByRole('textbox', { name: 'রং' }).fill('#c01010');
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.deepEqual(
    await rowsOf(`select value, swatch_hex from app.attribute_values where value in ('লাল', 'নীল') order by position`),
    [
      { value: 'লাল', swatch_hex: '#C01010' },
      { value: 'নীল', swatch_hex: null },
    ],
  );
  t.deepEqual(await faults('attributes'), []);
  if (isLong) {
    // What was typed for one attribute is kept for it, and not offered for another.
    await page.getByRole('button', { name: 'নতুন অ্যাট্রিবিউট' }).click();
    await page.getByLabel('দোকানে যেভাবে দেখাবে').selectOption('color');
    await add('সুতা');
    const value = page.getByRole('dialog').getByLabel('মান', { exact: true });
    const begin = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'নতুন মান' }).click();
    await begin('রং');
    await value.fill('সবুজ');
    await page.reload();
    await begin('সুতা');
    await page.getByRole('dialog').waitFor();
    t.is(await value.inputValue(), '');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await begin('রং');
    t.is(await value.inputValue(), 'সবুজ');
  }
  t.deepEqual(problems, []);
  await close();
});

browserTest(
  'a customer is found by phone in any spelling, keeps addresses, and is erased after the name was typed',
  async (t) => {
    t.timeout(180_000);
    await stockVariant(db.admin, desk.shop, { sku: 'CARE', price: 900 });
    const phone = '01712345678';
    await orders.place([{ sku: 'CARE', quantity: 1 }], {
      customer: { full_name: 'Salma Begum', phone },
      shipping_charge: 60,
    });
    await orders.place([{ sku: 'CARE', quantity: 1 }], { customer: { full_name: 'Nila Das', phone: '01811111111' } });
    const [{ id }] = await rowsOf('select id from app.customers where phone = $1', [phone]);
    const { page, problems, faults, close } = await visit(house(), '/customers', { screen: 'phone' });
    await page.getByRole('searchbox').fill('+880 1712-345678');
    await page.waitForURL(/search=/);
    await page.getByText('Nila Das').waitFor({ state: 'detached' });
    await page.getByText('Salma Begum').waitFor();
    t.deepEqual(await faults('customers'), []);
    await page.getByRole('link', { name: 'Salma Begum' }).click();
    await page.getByRole('heading', { level: 1, name: 'Salma Begum' }).waitFor();
    t.is(
      await page.getByRole('link', { name: 'New order' }).last().getAttribute('href'),
      `/admin/orders/new?customer=${id}`,
    );
    await page.getByRole('button', { name: 'New address' }).click();
    await page.getByLabel('Street and house').fill('House 7, Road 3');
    await page.getByLabel('City or district').fill('Dhaka');
    t.deepEqual(await faults('address'), []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page, 'House 7, Road 3, Dhaka');
    await page.getByLabel('Note for the team').fill('Calls back after six');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.history .note').getByText('Calls back after six').waitFor();
    t.deepEqual(await faults('customer'), []);
    await page.getByRole('button', { name: 'Remove House 7, Road 3' }).click();
    await hears(page, 'The address was removed.');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Salma Khatun');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Salma Khatun' }).waitFor();
    t.like((await rowsOf('select full_name, phone from app.customers where id = $1', [id]))[0], {
      full_name: 'Salma Khatun',
      phone,
    });

    await orders.move((await rowsOf('select id from app.orders where customer_id = $1', [id]))[0].id, 'cancelled');
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    const forGood = page.getByRole('button', { name: 'Erase for good' });
    t.true(await forGood.isDisabled());
    await page.getByLabel('Type the name to confirm').fill('Salma Khatun');
    await forGood.click();
    await page.getByRole('heading', { level: 1, name: 'Erased customer' }).waitFor();
    t.not((await rowsOf('select erased_at from app.customers where id = $1', [id]))[0].erased_at, null);

    // A long list is walked to its end; what is far from the screen does not stand in the page, and is back on the way up.
    await db.admin.query(
      `insert into app.customers (company_id, store_id, full_name, created_at, updated_at)
       select company_id, store_id, 'Walker ' || n, now() - n * interval '1 day', now() from app.customers, generate_series(1, 300) n
       where id = $1`,
      [id],
    );
    await follow(page, '/customers');
    await page.locator('.list .row-name').first().waitFor();
    const walkTo = (name: string, by: number) =>
      page.evaluate(`(async () => {
        const isThere = () => [...document.querySelectorAll('.row-name')].some((one) => one.textContent === '${name}');
        for (const end = Date.now() + 60_000; !isThere(); await new Promise(requestAnimationFrame)) {
          if (Date.now() > end) throw new Error('${name} did not come');
          scrollBy(0, ${by});
        }
      })()`);
    await walkTo('Walker 300', 600);
    t.true((await page.locator('.list > li').count()) < 150);
    t.is(await page.getByText('Walker 1', { exact: true }).count(), 0);
    await walkTo('Walker 1', -600);
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest('a coupon is made, changed, used and switched off', async (t) => {
  t.timeout(180_000);
  const { page, problems, faults, close } = await visit(house(), '/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  await page.getByLabel('Code').fill('eid25');
  await page.getByRole('dialog').getByLabel('Percent').last().fill('25');
  await page.getByLabel('Uses in all').fill('100');
  t.deepEqual(await faults('coupon dialog'), []);
  // What was typed is there after the page was left or loaded anew, until it is saved or put away.
  await page.reload();
  await page.getByRole('button', { name: 'New coupon' }).click();
  await page.locator('dialog:has(form)').waitFor();
  while ((await page.getByLabel('Uses in all').inputValue()) !== '100')
    await page.evaluate('new Promise(requestAnimationFrame)');
  t.is(await page.getByLabel('Code').inputValue(), 'eid25');
  t.is(await page.getByRole('dialog').getByLabel('Percent').last().inputValue(), '25');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'EID25' }).waitFor();
  const [coupon] = await rowsOf(`select id, type, value, usage_limit from app.coupons where code = 'EID25'`);
  t.like(coupon, { type: 'percent', value: '25.00', usage_limit: 100 });
  await stockVariant(db.admin, desk.shop, { sku: 'EID', price: 1000 });
  const order = await orders.place([{ sku: 'EID', quantity: 1 }], { coupon_code: 'EID25' });
  await page.reload();
  await page.getByRole('link', { name: order.order_number ?? order.number }).waitFor();
  t.deepEqual(await faults('coupon'), []);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Uses in all').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  t.like((await rowsOf('select status, usage_limit from app.coupons where id = $1', [coupon.id]))[0], {
    status: 'inactive',
    usage_limit: null,
  });
  await page.getByRole('link', { name: 'Coupons' }).last().click();
  await page.getByRole('link', { name: 'EID25' }).waitFor();
  t.deepEqual(await faults('coupons'), []);
  await page.getByRole('button', { name: 'New coupon' }).click();
  t.is(await page.getByLabel('Code').inputValue(), '');
  await page.getByLabel('Code').fill('puja');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New coupon' }).click();
  // A key that comes before the dialog is shown is not for it.
  await page.getByRole('dialog').waitFor();
  t.is(await page.getByLabel('Code').inputValue(), '');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.waitForURL(/sort=CODE_ASC/);
  await page.getByRole('link', { name: 'EID25' }).waitFor();
  // Opened with what this tab saw last, when the company had one store: the column of stores comes, and none goes for it.
  await page.evaluate(`for (const [name, text] of Object.entries(sessionStorage)) {
    if (!text.startsWith('{"of":"query Enter')) continue;
    const kept = JSON.parse(text);
    kept.data.stores.nodes.length = 1;
    sessionStorage.setItem(name, JSON.stringify(kept));
  }`);
  const late = await holdAnswer(page, 'Enter');
  await page.reload();
  const heads = page.locator('.list-head > :not(.button)');
  await heads.first().waitFor();
  t.is(await heads.filter({ visible: true }).count(), 5);
  await late.letGo();
  await heads.nth(5).waitFor();
  t.deepEqual(problems, []);
  await close();
});

for (const [screen, language] of [['desk', 'en'], ...(isLong ? [['darkPhone', 'bn']] : [])] as [
  Screen,
  'en' | 'bn',
][]) {
  browserTest(`every page of the catalog, customers and coupons: ${screen}, ${language}`, async (t) => {
    t.timeout(180_000);
    const own = desk.shop.companyId;
    const [store] = desk.shop.stores;
    await insert(db.admin, 'customers', { company_id: own, store_id: store!.id, full_name: 'Rahim Sheikh' });
    await insert(db.admin, 'coupons', {
      company_id: own,
      store_id: store!.id,
      code: screen.toUpperCase(),
      type: 'percent',
      value: 5,
    });
    const [[product], [customer], [coupon]] = [
      await rowsOf(`select id from app.products where company_id = $1 and name = 'Cotton Panjabi'`, [own]),
      await rowsOf('select id from app.customers where company_id = $1 order by created_at limit 1', [own]),
      await rowsOf('select id from app.coupons where company_id = $1 limit 1', [own]),
    ];
    const { page, problems, faults, close } = await visit(house(), '/products', { screen, language, media: true });
    for (const [address, shows] of Object.entries({
      '/products': '.list > li',
      '/products/new': '.variants',
      [`/products/${product.id}`]: '.history > li',
      '/products/categories': '.list > li',
      '/products/brands': '.list > li',
      '/products/attributes': '.chips',
      '/customers': '.list > li',
      [`/customers/${customer.id}`]: '.tally',
      '/coupons': '.list > li',
      [`/coupons/${coupon.id}`]: '.tally',
    })) {
      await follow(page, address);
      await page.locator(shows).first().waitFor();
      const name = address
        .replace(/[0-9a-f-]{36}/, 'one')
        .replaceAll('/', ' ')
        .trim();
      t.deepEqual(await faults(`catalog ${name}`), [], name);
      if (address !== '/products') continue;
      // Fourteen on a computer, five above the menu of a phone.
      const { y, height } = (await page.locator(shows).first().boundingBox())!;
      const [most, end] = screen === 'desk' ? [14, 800] : [5, 680];
      t.true(y + most * height <= end, `${y} + ${most} x ${height}`);
    }
    t.deepEqual(problems, []);
    await close();
  });
}
