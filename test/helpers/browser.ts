// The browser that is installed here, if any: without one its tests are skipped, and say so.
import fs from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { type Browser, chromium, type Page } from 'playwright-core';

export const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  process.env.CHROMIUM,
]
  .filter((file) => file !== undefined)
  .find((file) => fs.existsSync(file));

export const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

export const browserTest = (name: string, run: (t: ExecutionContext) => Promise<void>) =>
  executablePath ? test.serial(name, run) : test.skip(`${name} (no Chromium here)`, run);

/** A phone zooms out until all of a page that is too wide fits, hence the width of the screen itself. */
export const noSideways = async (page: Page) =>
  ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= page.viewportSize()!.width;
