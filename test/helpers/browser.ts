// Tests in a browser: without one here they are skipped, and say so; in the integration they fail.
import test, { type ExecutionContext } from 'ava';
import type { Browser, Page } from 'playwright-core';
import { executablePath, launch as launchChromium } from './chromium.ts';
import { pauseMs, withTime } from './disturbance.ts';
import { isLong } from './long.ts';

export { executablePath } from './chromium.ts';

// .ci/run says so, lest a commit pass of which no page was seen.
if (!executablePath && process.env.HAAT_CHROMIUM === 'required')
  throw new Error('There is no Chromium here: .ci/run names the Debian packages');

export const launch = (): Promise<Browser> => launchChromium(pauseMs);

/** Pages that a test has open. */
export const openPages = new Set<Page>();

/** A test that fails says what its pages showed: a browser elsewhere cannot be looked into afterwards. */
export const browserTest = (name: string, run: (t: ExecutionContext) => Promise<void>) =>
  executablePath
    ? test.serial(name, async (t) => {
        withTime(t);
        try {
          await run(t);
        } catch (error) {
          for (const page of openPages) t.log(page.url(), await shownOn(page));
          throw error;
        } finally {
          openPages.clear();
        }
      })
    : test.skip(`${name} (no Chromium here)`, run);

/** One that a long run alone runs: a commit's run takes each area of the desk in one journey or two. */
export const longBrowserTest: typeof browserTest = (...given) => {
  if (isLong) browserTest(...given);
};

const shownOn = (page: Page): Promise<string> =>
  (page.evaluate('document.body.innerText') as Promise<string>)
    .then((text) => text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 3000))
    .catch((error: Error) => error.message);

/** A phone zooms out until all of a page that is too wide fits, hence the width of the screen itself. */
export const noSideways = async (page: Page) =>
  ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= page.viewportSize()!.width;
