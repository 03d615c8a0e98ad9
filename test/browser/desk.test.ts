// The pages of staff as a whole: they open, in both languages, at every width, and nothing of them is in anybody's way.
import test from 'ava';
import type { Browser } from 'playwright-core';
import { browserTest, executablePath, launch } from '../helpers/browser.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Screen, visit } from '../helpers/pages.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await freshDatabase();
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

for (const [screen, language] of [
  ['desk', 'en'],
  ['dark', 'bn'],
  ['phone', 'bn'],
  ['darkPhone', 'en'],
] as [Screen, 'en' | 'bn'][]) {
  browserTest(`today: ${screen}, ${language}`, async (t) => {
    t.timeout(120_000);
    const { page, problems, faults, close } = await visit(house(), '', { screen, language });
    await page.locator('.tile').first().waitFor();
    t.deepEqual(await faults('today'), []);
    t.deepEqual(problems, []);
    await close();
  });
}
