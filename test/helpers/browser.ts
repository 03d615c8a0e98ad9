// Tests in a browser: without one here they are skipped, and say so.
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { executablePath } from './chromium.ts';

export { executablePath, launch } from './chromium.ts';

export const browserTest = (name: string, run: (t: ExecutionContext) => Promise<void>) =>
  executablePath ? test.serial(name, run) : test.skip(`${name} (no Chromium here)`, run);

/** A phone zooms out until all of a page that is too wide fits, hence the width of the screen itself. */
export const noSideways = async (page: Page) =>
  ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= page.viewportSize()!.width;
