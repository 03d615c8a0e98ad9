// The browser that is installed here, if any.
import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  process.env.CHROMIUM,
]
  .filter((file) => file !== undefined)
  .find((file) => fs.existsSync(file));

export const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });
