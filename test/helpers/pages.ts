// The pages of staff in a real browser: a person of a company on a page, at a desk or on a phone, in either language.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { APIResponse, Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { counting } from './acts.ts';
import { mediaUrl } from './api.ts';
import { knownToAxe as known } from './axe-knows.ts';
import { noSideways, openPages } from './browser.ts';
import type { TestDatabase } from './database.ts';
import { disturb, isOfDisturbance } from './disturbance.ts';
import { isLong } from './long.ts';
import { hire, openSession, type StaffDesk } from './staff.ts';

export const screens = {
  desk: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'light' },
  darkPhone: { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const satisfies Record<string, BrowserContextOptions>;
export type Screen = keyof typeof screens;

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export type Visit = {
  page: Page;
  /** What the page complained of, and every call that left our servers. */
  problems: string[];
  /** What a person would stumble over: rules of accessibility, too small to touch, wider than the screen. */
  faults(name: string): Promise<string[]>;
  close(): Promise<void>;
};

type VisitOptions = {
  screen?: Screen;
  language?: 'en' | 'bn';
  /** Pictures and videos are sent or shown: each request of such a page goes through the test. */
  media?: boolean;
  /** Of the person: role and permissions; an owner by default. */
  row?: Record<string, unknown>;
};

/** A signed-in person at an address such as '/orders'. */
export async function visit(
  house: { browser: Browser; desk: StaffDesk; db: TestDatabase; companyId: string },
  address: string,
  { screen = 'desk', language = 'en', media = false, row = { role: 'owner' } }: VisitOptions = {},
): Promise<Visit> {
  const { browser, desk, db, companyId } = house;
  const token = await openSession(db, (await hire(db, companyId, row)).id);
  const context = await browser.newContext({ ...screens[screen], locale: 'en-GB', serviceWorkers: 'block' });
  await context.addInitScript(`
    sessionStorage.setItem('haat.session', ${JSON.stringify(token)});
    if (!localStorage.getItem('haat.language')) localStorage.setItem('haat.language', '${language} latn');
  `);
  if (media) await serveMedia(context, desk.url);
  await context.addInitScript(counting);
  const { page, problems } = await openPage(context, desk.url);
  await page.goto(`${desk.url}/admin${address}`);
  await page.locator('main h1').waitFor();
  return {
    page,
    problems,
    async faults(name) {
      await keep(page, `${name} ${screen} ${language}`);
      return faultsOf(page);
    },
    async close() {
      // The page may be closed before a picture is there.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      openPages.delete(page);
      await context.close();
    },
  };
}

/** Pictures and videos have the address that a new database knows; this test's server listens elsewhere. */
async function serveMedia(context: BrowserContext, url: string): Promise<void> {
  await context.route(`${mediaUrl}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(mediaUrl, `${url}/media`) });
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
}

/** Goes to another page as a link does, and waits until the one before is gone: to load all anew costs three times as much. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`(async () => {
    const left = document.querySelector('main h1');
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(`/admin${address}`)} });
    const isOther = link.pathname !== location.pathname;
    document.body.append(link);
    link.click();
    link.remove();
    while (isOther && left?.isConnected) await new Promise(requestAnimationFrame);
  })()`);
}

/** Runs in the page: what it says at its foot goes by itself after some seconds, and is kept for a test that looks later. */
const keepingSaid = `{
  globalThis.said = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.matches?.('.toasts')) for (const { textContent } of addedNodes) said.push(textContent);
  }).observe(document, { childList: true, subtree: true });
}`;

/** The page says it, or has said it since it was last heard. */
export async function hears(page: Page, text: string): Promise<void> {
  // One script that waits in the page: the policy of the page lets no other be made there.
  await page.evaluate(`new Promise((heard, reject) => {
    const text = ${JSON.stringify(text)};
    const end = Date.now() + 90_000;
    const listen = () => {
      const at = said.findIndex((one) => one.includes(text));
      if (at >= 0) return heard(said.splice(at, 1));
      if (Date.now() > end) return reject(new Error('it did not say ' + text));
      setTimeout(listen, 20);
    };
    listen();
  })`);
}

/** A page that notes what it says, whatever it complains of, and every call that leaves our servers. */
export async function openPage(context: BrowserContext, url: string): Promise<{ page: Page; problems: string[] }> {
  await disturb(context, url);
  await context.addInitScript(keepingSaid);
  const page = await context.newPage();
  openPages.add(page);
  page.setDefaultTimeout(90_000);
  return { page, problems: noteProblems(page, url) };
}

/** The next answer to a query of that name is held until it is let go: whatever is asked after it is answered before it. */
export async function holdAnswer(page: Page, name: string): Promise<{ isHeld: Promise<void>; letGo(): Promise<void> }> {
  const held = Promise.withResolvers<Route>();
  const answer = Promise.withResolvers<APIResponse>();
  const isAsked = new RegExp(`^\\s*query ${name}\\b`);
  let isFirst = true;
  await page.route('**/admin/graphql', async (route) => {
    const { query } = JSON.parse(route.request().postData() ?? '{}') as { query?: string };
    if (!isFirst || !isAsked.test(query ?? '')) return route.fallback();
    isFirst = false;
    answer.resolve(await route.fetch());
    held.resolve(route);
  });
  return {
    isHeld: held.promise.then(() => {}),
    async letGo() {
      const route = await held.promise;
      await route.fulfill({ response: await answer.promise });
      await (await route.request().response())!.finished();
      // The page has it, and has drawn what it makes of it.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    },
  };
}

function noteProblems(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfDisturbance(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!new RegExp(`^(${url}/|${mediaUrl}/|data:|blob:)`).test(request.url()))
      problems.push(`foreign: ${request.url()}`);
  });
  return problems;
}

/** Kept where HAAT_SCREENSHOTS says, for people to look at. */
export async function keep(page: Page, name: string): Promise<void> {
  const directory = process.env.HAAT_SCREENSHOTS;
  if (directory) await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage: true });
}

type AxeResult = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

/**
 * Half of what a page costs is axe: a commit's run asks it once for a page and for each dialog, `test:long` in every state,
 * screen and language that a test sees.
 */
async function isKnown(page: Page): Promise<boolean> {
  if (isLong) return false;
  const place = (await page.evaluate(`location.pathname.replaceAll(/[0-9a-f-]{36}/g, 'one') +
    [...document.querySelectorAll('dialog[open] h2')].map((heading) => ' ' + heading.textContent)`)) as string;
  const isSo = known.has(place);
  known.add(place);
  return isSo;
}

async function violationsOn(page: Page): Promise<AxeResult[]> {
  // Added as the browser's own tools add theirs: the policy of the page holds for the page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(fs.readFileSync(axe, 'utf8'));
  // To see the contrast of each letter is two thirds of its work: a commit's run asks it for the first page of all, and
  // of the colours themselves in colours.test.ts.
  const rules = { 'color-contrast': { enabled: isLong || known.size === 1 } };
  return (await page.evaluate(
    `axe.run({ resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then((result) => result.violations)`,
  )) as AxeResult[];
}

/** What a person would stumble over. */
export async function faultsOf(page: Page): Promise<string[]> {
  const violations = (await isKnown(page)) ? [] : await violationsOn(page);
  const small = (await page.evaluate(`
    [...document.querySelectorAll('button, a[href], input, select, textarea, summary')].flatMap((one) => {
      const box = (one.closest('label') ?? one).getBoundingClientRect();
      const isShown = one.checkVisibility({ visibilityProperty: true }) && box.right > 0 && box.bottom > 0;
      const isInText = one.tagName === 'A' && getComputedStyle(one).display === 'inline';
      // A mouse needs less than a thumb.
      const least = matchMedia('(pointer: fine) and (min-width: 48rem)').matches ? 35.5 : 43.5;
      return isShown && !isInText && box.height < least ? [one.outerHTML.slice(0, 120) + ' is ' + box.height + ' px high'] : [];
    })`)) as string[];
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    ),
    ...small,
    ...((await noSideways(page)) ? [] : ['the page is wider than the screen']),
  ];
}
