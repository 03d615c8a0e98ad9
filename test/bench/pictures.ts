// Pictures of every page of the desk, for people to look at: in both languages, light and dark, on two computers and a phone. It
// walks from Today along all links, and looks at one page of each kind. With `npm start` in another terminal and its demo:
// npm run bench -- pictures --to=FOLDER [--at=http://127.0.0.1:4000] [--only=PATTERN, of names such as 'orders.*phone bn dark']
import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { launch } from '../helpers/chromium.ts';
import { progress, type Scenario } from './scenario.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const at = flag('at') ?? 'http://127.0.0.1:4000';
const only = new RegExp(flag('only') ?? '');

const screens = {
  1280: { viewport: { width: 1280, height: 800 } },
  1440: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
const looks = Object.entries(screens).flatMap(([screen, options]) =>
  (['en', 'bn'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ screen, language, options: { ...options, colorScheme } })),
  ),
);

/** It measures nothing, and looks at the service that runs. */
export const openCluster = async () => ({ stop: async () => {} }) as Cluster;

export const run: Scenario = async (_, print) => {
  const to = flag('to');
  if (!to) throw new Error('pictures: --to=FOLDER says where they are put');
  fs.mkdirSync(to, { recursive: true });
  const browser = await launch();
  try {
    const entrance = await browser.newPage();
    entrance.setDefaultTimeout(120_000);
    await entrance.goto(`${at}/admin`);
    await entrance.getByRole('button', { name: 'Open the demo' }).click();
    await entrance.locator('.places').waitFor();
    const token = (await entrance.evaluate(`sessionStorage.getItem('haat.session')`)) as string;
    const addresses = await walk(entrance);
    let taken = 0;
    for (const { screen, language, options } of looks) {
      const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
      await context.addInitScript(`sessionStorage.setItem('haat.session', ${JSON.stringify(token)});
        localStorage.setItem('haat.language', '${language} ${language === 'bn' ? 'beng' : 'latn'}')`);
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      for (const [name, address] of addresses) {
        const file = `${name} ${screen} ${language} ${options.colorScheme}`;
        if (!only.test(file)) continue;
        progress.at(`taking pictures, ${file}`, taken, addresses.size * looks.length);
        await open(page, address);
        await page.screenshot({ path: path.join(to, `${file}.png`) });
        taken += 1;
      }
      await context.close();
    }
    print(`${taken} pictures of ${addresses.size} pages`);
  } finally {
    await browser.close();
  }
};

async function open(page: Page, address: string): Promise<void> {
  await page.goto(at + address);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** The first address of each kind of page, by a name such as 'orders one'. */
async function walk(page: Page): Promise<Map<string, string>> {
  const found = new Map([['today', '/admin']]);
  // A map gives also what is added while one goes through it. The design page stands in no menu.
  found.set('design', '/admin/design');
  for (const address of found.values()) {
    progress.at(`finding pages, ${address}`);
    await open(page, address);
    const links = (await page.evaluate(
      `[...document.querySelectorAll('a[href^="/admin/"]:not([target])')].map(({ pathname }) => pathname)`,
    )) as string[];
    for (const link of links) {
      const name = link
        .slice('/admin/'.length)
        .replaceAll(/[0-9a-f-]{36}/g, 'one')
        .replaceAll('/', ' ');
      if (!found.has(name)) found.set(name, link);
    }
  }
  return found;
}
