// An order is edited on its page while the customer is on the phone, and one that was called off is ordered again.
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { follow, visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SAREE', price: 1500, quantity: 500 });
  await stockVariant(db.admin, shop, { sku: 'MUG', price: 250, quantity: 5 });
  orders = await openDesk(db, shop);
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: shop.companyId });
const place = () =>
  orders.place(
    [
      { sku: 'SAREE', quantity: 2 },
      { sku: 'MUG', quantity: 1 },
    ],
    {
      shipping_charge: 60,
      custom_fields: { gift: true, floor: 3, invoice: 8801711234567 },
      shipping_address: '{"address_line": "House 7", "city": "Dhaka", "postal_code": 1207, "floor": 3}',
    },
  );
const form = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const total = (page: Page, name: string) => form(page, name).locator('.totals .grand dd');

for (const [screen, language, words] of [
  [
    'desk',
    'en',
    {
      edit: 'Edit order',
      save: 'Save the changes',
      city: 'District',
      name: 'Name',
      value: 'Value',
      add: 'Add a field',
      again: 'Order again',
      withoutCoupon: 'Order again without the coupon',
    },
  ],
  [
    'phone',
    'bn',
    {
      edit: 'অর্ডার বদলান',
      save: 'বদল সংরক্ষণ করুন',
      city: 'জেলা',
      name: 'নাম',
      value: 'মান',
      add: 'ফিল্ড যোগ করুন',
      again: 'আবার অর্ডার করুন',
      withoutCoupon: 'কুপন ছাড়া আবার অর্ডার করুন',
    },
  ],
] as const)
  (screen === 'desk' ? browserTest : longBrowserTest)(
    `an order is edited with its new total in sight, and ordered again: ${screen}, ${language}`,
    async (t) => {
      t.timeout(120_000);
      const order = await place();
      const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`, { screen, language });
      await page.getByRole('button', { name: words.edit }).click();
      const edit = form(page, words.edit);
      const line = (sku: string) => edit.locator('.order-lines li').filter({ hasText: sku });
      const input = (sku: string, nth: number) => line(sku).getByRole('textbox').nth(nth);
      await input('SAREE', 0).fill('3');
      await total(page, words.edit).filter({ hasText: '4,810' }).waitFor();
      await input('SAREE', 1).fill('1400');
      await input('SAREE', 0).fill('2.5');
      t.is(await input('SAREE', 0).getAttribute('aria-invalid'), 'true');
      t.true(
        await edit.getByRole('button', { name: words.save }).isDisabled(),
        'what is no quantity is not passed over',
      );
      await input('SAREE', 0).fill('3');
      await total(page, words.edit).filter({ hasText: '4,510' }).waitFor();
      await input('MUG', 0).fill('9');
      await edit.getByRole('alert').waitFor();
      await line('MUG').getByRole('button').click();
      await total(page, words.edit).filter({ hasText: '4,260' }).waitFor();
      await edit.getByRole('combobox').first().fill('MUG');
      await edit.getByRole('combobox').first().press('Enter');
      await total(page, words.edit).filter({ hasText: '4,510' }).waitFor();
      await edit.getByRole('textbox', { name: words.city, exact: true }).fill('Sylhet');
      // A number stays one, and a new field is a text.
      // What is wrong where it is folded away is shown.
      await edit.getByRole('textbox', { name: words.value }).first().fill('2x');
      await edit.locator('summary').first().click();
      await edit.getByRole('button', { name: words.save }).click();
      await edit.locator('input[aria-invalid]:focus').waitFor();
      await edit.getByRole('textbox', { name: words.value }).first().fill('২.৫');
      await edit.getByRole('button', { name: words.add }).click();
      await edit.getByRole('textbox', { name: words.name }).nth(3).fill('Wrap');
      await edit.getByRole('textbox', { name: words.value }).nth(2).fill('7');
      t.deepEqual(await faults(`edit ${language}`), []);
      t.is((await orders.order(order.id)).total_amount, '3310.00', 'nothing is written before it is saved');
      await edit.getByRole('button', { name: words.save }).click();
      await edit.waitFor({ state: 'detached' });
      t.like(await orders.order(order.id), {
        total_amount: '4510.00',
        custom_fields: { gift: true, floor: 2.5, invoice: 8801711234567, Wrap: '7' },
        shipping_address: { address_line: 'House 7', city: 'Sylhet', postal_code: '1207', floor: 3 },
      });

      await orders.move(order.id, 'cancelled');
      await page.reload();
      t.is(await page.getByRole('button', { name: words.edit }).count(), 0);
      await page.getByRole('button', { name: words.again }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(order.id));
      const { rows } = await db.admin.query('select total_amount from app.orders where reorder_of_id = $1', [order.id]);
      t.deepEqual(rows, [{ total_amount: '4510.00' }]);

      if (isLong) {
        const code = `GONE-${language}`.toUpperCase();
        const store = { company_id: shop.companyId, store_id: shop.stores[0].id };
        const coupon = await insert(db.admin, 'coupons', { ...store, code, type: 'fixed', value: 10 });
        const { id } = await orders.place([{ sku: 'SAREE', quantity: 1 }], { coupon_code: code });
        await orders.move(id, 'cancelled');
        await db.admin.query(`update app.coupons set status = 'inactive' where id = $1`, [coupon]);
        await follow(page, `/orders/${id}`);
        await page.getByRole('button', { name: words.again, exact: true }).click();
        await page.getByRole('button', { name: words.withoutCoupon }).click();
        await page.waitForURL((url) => !url.pathname.endsWith(id));
        t.like(await orders.order((await orders.order(id)).reordered_as_id), { total_amount: '1500.00', coupon: null });
      }
      t.deepEqual(problems, []);
      await close();
      await orders.move((await orders.order(order.id)).reordered_as_id, 'cancelled');
    },
  );
