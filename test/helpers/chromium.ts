// The browser that is installed here, if any.
import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The shell draws the same pages without the windows of a desktop: about a third less of the processor's time.
export const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  process.env.CHROMIUM,
]
  .filter((file) => file !== undefined)
  .find((file) => fs.existsSync(file));

/**
 * Of two lists Chromium takes the last, so those that Playwright switches off are here too. Without the first two each
 * window loads two pages for its address bar, which are not shown: more than half of what a new window costs.
 */
const switchedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const args = [
  '--no-sandbox',
  // All pages are of one server, and are drawn without a graphics card: fewer processes do it.
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-site-isolation-trials',
  `--disable-features=${switchedOff.join(',')}`,
];

export const launch = (slowMo = 0): Promise<Browser> => chromium.launch({ executablePath, slowMo, args });
