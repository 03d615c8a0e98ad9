// The admin in a real browser: by keyboard, on a desk and on a phone, in light and dark, with nothing from elsewhere.
// Screenshots are kept where HAAT_SCREENSHOTS says, for people to look at.
import path from 'node:path';
import test from 'ava';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { browserTest, executablePath, launch, noSideways } from '../helpers/browser.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, password, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async (t) => {
  if (!executablePath) {
    t.log('skipped: no Chromium here; install one (Debian: apt-get install chromium) or name it in CHROMIUM');
    return;
  }
  db = await freshDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'RICE', quantity: 20, price: 350 });
  const work = await openDesk(db, shop);
  const sold = await work.place([{ sku: 'RICE', quantity: 3 }]);
  await work.move(sold.id, 'confirmed');
  const parcel = await work.staff('book_parcel', { order_id: sold.id });
  await work.staff('record_parcel_delivered', { parcel_id: parcel.id });
  const due = await work.place([{ sku: 'RICE', quantity: 1 }]);
  await work.move(due.id, 'follow_up');
  await work.ask('update_order', { id: due.id, follow_up_at: '2020-01-01T00:00:00Z' });
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

type Visit = { page: Page; problems: string[]; close(): Promise<void> };

/** A page of its own, which notes whatever it complains of and every call that leaves our server. */
async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser!.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!new RegExp(`^(${desk.url}/|data:|blob:)`).test(request.url())) problems.push(`foreign: ${request.url()}`);
  });
  await page.goto(`${desk.url}/admin`);
  await page.locator('#sign-in form').waitFor();
  return { page, problems, close: () => context.close() };
}

async function signIn(page: Page, email: string): Promise<void> {
  // By keyboard alone: the first field has the focus.
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.locator('#explorer iframe').waitFor();
}

async function keep(page: Page, name: string): Promise<void> {
  const directory = process.env.HAAT_SCREENSHOTS;
  if (directory) await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage: true });
}

const sizes: [string, BrowserContextOptions][] = [
  ['desk, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['desk, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'light' }],
];

for (const [size, options] of sizes) {
  browserTest(`sign in, run an operation, find one in the library, look at the overview: ${size}`, async (t) => {
    t.timeout(180_000);
    const { email } = await hire(db, shop.companyId, { role: 'owner' });
    const { page, problems, close } = await visit(options);
    page.setDefaultTimeout(90_000);
    await keep(page, `${size} sign-in`);
    await signIn(page, email);

    // Every view says what it is, to those who hear it too.
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Explorer');
    const explorer = page.frameLocator('#explorer iframe');
    await explorer.locator('.graphiql-execute-button').click();
    await explorer.getByText('"totalCount"').waitFor();
    await keep(page, `${size} explorer`);

    await page.locator('nav a', { hasText: 'Operations' }).click();
    await page.getByLabel('Find').fill('createApiKey');
    t.is(await page.locator('#operations .list button').count(), 1);
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Operations');
    await keep(page, `${size} operations`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await explorer.getByText('createApiKey').first().waitFor();
    await explorer.getByText('"input"').first().waitFor();
    t.true(await noSideways(page));

    await page.locator('nav a', { hasText: 'Overview' }).click();
    await page.locator('.tile').first().waitFor();
    const figures = await page.locator('.tile').allInnerTexts();
    t.regex(figures[0]!, /Call-backs due\s+1\s/);
    t.is(await page.locator('.chart .day').count(), 30);
    t.is(await page.locator('.bars li').count(), 2);
    t.regex((await page.locator('.chart').getAttribute('aria-label'))!, /from 1 order delivered/);
    t.true(await noSideways(page));
    await keep(page, `${size} overview`);
    await page.evaluate(`document.querySelectorAll('.tile strong').forEach((one) => one.textContent = '৳12,345,678')`);
    t.true(await noSideways(page), 'with the sums of a large shop too');

    const [card, ink] = (await page.evaluate(
      `['backgroundColor', 'color'].map((name) => getComputedStyle(document.querySelector('.tile'))[name])`,
    )) as string[];
    t.true(contrast(card!, ink!) > 7, `${card} on ${ink}`);
    t.deepEqual(problems, []);
    await close();
  });
}

browserTest('a wrong password says so; signing out and an ended session lead back to the form', async (t) => {
  t.timeout(120_000);
  const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
  const { page, close } = await visit();
  page.setDefaultTimeout(60_000);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The email or the password is wrong' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.locator('#sign-in form').waitFor();
  t.is(await page.evaluate('sessionStorage.length'), 0);
  t.is(await page.getByLabel('Password', { exact: true }).inputValue(), '');
  const { rows } = await db.admin.query('select revoked_at from app.staff_sessions where staff_id = $1', [id]);
  t.true(rows.every(({ revoked_at }) => revoked_at !== null));

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('#explorer iframe').waitFor();
  await db.admin.query('update app.staff_sessions set revoked_at = now() where staff_id = $1', [id]);
  // A request of the explorer may have found it out already; then the menu is gone.
  await page.evaluate('location.hash = "overview"');
  await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
  await close();
});

browserTest('a one-time password is changed before anything else', async (t) => {
  t.timeout(120_000);
  const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
  await db.admin.query(`update app.staff set password_expires_at = now() + interval '1 hour' where id = $1`, [id]);
  const { page, close } = await visit();
  page.setDefaultTimeout(60_000);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time password').fill(password);
  await page.getByLabel('New password').fill('my very own password');
  await page.keyboard.press('Enter');
  await page.locator('#explorer iframe').waitFor();
  const { rows } = await db.admin.query('select password_expires_at from app.staff where id = $1', [id]);
  t.is(rows[0].password_expires_at, null);
  await close();
});

browserTest(
  'two-factor sign-in is set up in the account, asked for at the next sign-in, and sessions are ended',
  async (t) => {
    t.timeout(120_000);
    const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
    const { page, problems, close } = await visit({ viewport: { width: 360, height: 740 } });
    page.setDefaultTimeout(60_000);
    await signIn(page, email);
    const elsewhere = await openSession(db, id);
    await page.locator('nav a', { hasText: 'Account' }).click();
    await page.locator('.sessions li').nth(1).waitFor();
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Account');
    await keep(page, 'account');
    t.true(await noSideways(page));
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await page.locator('.sessions li').nth(1).waitFor({ state: 'detached' });
    t.is(await desk.refusal(elsewhere, '{ viewer { id } }'), 'UNAUTHENTICATED');

    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('#set-up-code .key').waitFor();
    const key = (await page.locator('#set-up-code .key').textContent())!;
    t.regex(key, /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    t.regex((await page.locator('.uri').getAttribute('href'))!, /^otpauth:\/\/totp\//);
    await keep(page, 'set up');
    await page.getByLabel('Code that the app shows').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await page.getByLabel('Code that the app shows').fill(app.generate());
    await page.keyboard.press('Enter');
    await page.locator('.codes li').nth(9).waitFor();
    const codes = await page.locator('.codes li').allInnerTexts();
    t.true(await noSideways(page));
    await keep(page, 'recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('On. You have 10 recovery codes left.').waitFor();

    await page.locator('#sign-out').click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await keep(page, 'second step');
    await page.keyboard.type(codes[0]!);
    await page.keyboard.press('Enter');
    await page.locator('#app').waitFor();
    t.regex((await page.evaluate(`localStorage.getItem('haat.device')`)) as string, /^device_/);
    t.deepEqual(problems, []);
    await close();
  },
);

/** The ratio of WCAG for two colours written as rgb(r, g, b). */
function contrast(first: string, second: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
