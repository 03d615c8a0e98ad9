// The pages of /docs on a phone: nothing jumps while they load, and the menu is there for everyone.
import test from 'ava';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startApi, type TestApi } from '../helpers/api.ts';
import { browserTest, executablePath, launch, noSideways } from '../helpers/browser.ts';
import { disturb } from '../helpers/disturbance.ts';
import { fakePool } from '../helpers/fake-pool.ts';
import { inTurns } from '../helpers/long.ts';

let api: TestApi;
let browser: Browser | undefined;
test.before(async (t) => {
  if (!executablePath) return t.log('skipped: no Chromium here');
  api = await startApi({ pool: fakePool() });
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await api?.stop();
});

const phone: BrowserContextOptions = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

browserTest('on a phone nothing jumps while a page loads', async (t) => {
  t.timeout(180_000);
  const context = await browser!.newContext(phone);
  await disturb(context, api.url);
  const page = await context.newPage();
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shift += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });`);
  // The script comes late, as it does over a slow network: only after the page was painted without it.
  await page.route('**/docs/docs.js', async (route) => {
    await page.evaluate(
      `new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }))`,
    );
    await route.continue();
  });
  for (const path of inTurns(['/docs', '/docs/limits', '/docs/production', '/docs/reference/products'], 2, 0)) {
    await page.goto(api.url + path);
    // Two frames after the script has run whatever it moved is drawn and measured.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const shift = (await page.evaluate('globalThis.shift')) as number;
    t.true(shift < 0.1, `${path}: ${shift}`);
    t.true(await noSideways(page), path);
  }
  await context.close();
});

browserTest('on a phone the menu is folded until it is asked for', async (t) => {
  t.timeout(120_000);
  const context = await browser!.newContext(phone);
  await disturb(context, api.url);
  const page = await context.newPage();
  await page.goto(`${api.url}/docs/errors`);
  const menu = page.getByRole('navigation');
  t.false(await menu.isVisible());
  await page.getByRole('button', { name: 'Menu' }).tap();
  await menu.getByRole('link', { name: 'Limits' }).tap();
  await page.waitForURL('**/docs/limits');
  t.false(await menu.isVisible());
  await context.close();
});

const seenLanguages = (all: { dataset: { language?: string }; checkVisibility(): boolean }[]) =>
  all.filter((one) => one.checkVisibility()).map((one) => one.dataset.language);

browserTest('a search finds a section from the keyboard, a sample is copied, and its language chosen', async (t) => {
  t.timeout(120_000);
  const context = await browser!.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  await disturb(context, api.url);
  const page = await context.newPage();
  await page.goto(`${api.url}/docs/first-order`);
  await page.keyboard.press('/');
  await page.keyboard.type('verfy signature');
  const found = page.locator('#found');
  await found.getByRole('link').first().waitFor();
  t.false(await page.locator('#lists').isVisible());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/webhooks#/);
  const sample = page.locator('.sample').first();
  await sample.hover();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  t.is(await page.evaluate('navigator.clipboard.readText()'), await sample.locator('code').textContent());
  // The language of one sample becomes that of all, on the next page too.
  await page.goto(`${api.url}/docs/first-order`);
  const shown = () => page.locator('.tabs pre').evaluateAll(seenLanguages);
  t.deepEqual(await shown(), ['sh', 'sh', 'sh', 'sh', 'sh']);
  await page.locator('.tabs label', { hasText: 'Python' }).nth(3).click();
  t.deepEqual(await shown(), ['python', 'python', 'python', 'python', 'python']);
  await page.goto(`${api.url}/docs/idempotency`);
  t.deepEqual(await shown(), ['python']);
  await context.close();
});

browserTest('without scripts the menu is there, and no button that does nothing', async (t) => {
  t.timeout(120_000);
  const context = await browser!.newContext({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${api.url}/docs/errors`);
  t.true(await page.getByRole('link', { name: 'Limits' }).first().isVisible());
  t.false(await page.locator('#menu-button').isVisible());
  await page.goto(`${api.url}/docs/idempotency`);
  await page.locator('.tabs label', { hasText: 'PHP' }).tap();
  t.true(await page.locator('.tabs [data-language="php"]').isVisible());
  t.false(await page.locator('.tabs [data-language="sh"]').isVisible());
  await context.close();
});
