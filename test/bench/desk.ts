// The pages of staff in a real browser: how long until the first page is of use, here and on a phone (slow 4G, a processor four
// times as slow) with nothing in its cache, what is sent, and how long it takes there once more; then a walk down a long list of
// orders (--walk: only that; --pages: without it). --shop=S (the default), M or L. Targets: 1 s here; on a phone 2.5 s, once more
// 1 s; 160 kB.
import type { Page } from 'playwright-core';
import { launch } from '../helpers/chromium.ts';
import { hire, openSession } from '../helpers/staff.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { startServer } from './service.ts';
import { openShop, openShops, type Size } from './shops/index.ts';

const flag = (name: string) => process.argv.findLast((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);
const rounds = Number(flag('rounds') ?? 5);
const walkedRows = 10_000;
/** As the browser's own tools name it. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const pages: [path: string, useful: string][] = [
  ['', '.tile'],
  ['/orders', '.list li, .empty'],
  ['/products', '.list li, .empty'],
  ['/stock', 'main table, main .list li, .empty'],
];

export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const { url, admin, shop, close } = await openShop(cluster, (flag('shop') ?? 'S') as Size, print);
  const server = await startServer(url, 8);
  const browser = await launch();
  try {
    const token = await openSession(
      { admin } as never,
      (await hire({ admin } as never, shop.companyId, { role: 'owner' })).id,
    );
    /** A visit with an empty cache, and on a phone another one: seconds until the page is of use, and the bytes that came. */
    const visit = async (path: string, useful: string, isPhone = false) => {
      const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
      await context.addInitScript(`sessionStorage.setItem('haat.session', '${token}')`);
      const page = await context.newPage();
      const bytes = await watchBytes(page, isPhone);
      const load = async () => {
        await page.goto(`${server.origin}/admin${path}`);
        await page.locator(useful).first().waitFor({ timeout: 60_000 });
        return ((await page.evaluate('performance.now()')) as number) / 1000;
      };
      const seconds = await load();
      const kilobytes = bytes() / 1000;
      // The worker of the pages keeps them and their files once it runs. It answers from there: what it asks of the server
      // meanwhile is not slowed down, and nothing waits for that.
      if (isPhone)
        await page.evaluate(`(async () => {
          while (!navigator.serviceWorker.controller || !(await caches.match('/admin', { ignoreSearch: true })))
            await new Promise((again) => setTimeout(again, 50));
        })()`);
      const again = isPhone ? await load() : 0;
      await context.close();
      return { seconds, kilobytes, again };
    };
    /** Walks down the list of orders, a page at a time as fast as they come; and what the browser has to bear meanwhile. */
    const walk = async () => {
      const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
      await context.addInitScript(`sessionStorage.setItem('haat.session', '${token}')`);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await page.goto(`${server.origin}/admin/orders`);
      await page.locator('.order-row').first().waitFor();
      await page.evaluate(`
        globalThis.longTasks = [];
        new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
        globalThis.seen = new Set();
        globalThis.note = () => { for (const one of document.querySelectorAll('[data-id]')) seen.add(one.dataset.id); };
        globalThis.step = () => new Promise((done) => requestAnimationFrame(() => { scrollBy(0, 600); note(); done(seen.size); }));`);
      const found: (string | number)[][] = [];
      for (const wanted of [500, walkedRows / 2, walkedRows]) {
        await page.evaluate('longTasks.length = 0');
        const until = performance.now() + 240_000;
        const walked = `(async () => {
          const end = performance.now() + 2000;
          let n = 0;
          while (performance.now() < end && n < ${wanted}) n = await step();
          return n;
        })()`;
        let rowsSeen = 0;
        while (rowsSeen < wanted && performance.now() < until) rowsSeen = (await page.evaluate(walked)) as number;
        await session.send('HeapProfiler.collectGarbage');
        const [inPage, elements, long, longest] = (await page.evaluate(`[
          document.querySelectorAll('.order-row').length, document.querySelectorAll('*').length,
          longTasks.length, Math.max(0, ...longTasks)]`)) as number[];
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        found.push([rowsSeen, inPage!, elements!, (usedSize / 1e6).toFixed(1), long!, longest!.toFixed(0)]);
      }
      await context.close();
      return found;
    };
    const rows: (string | number)[][] = [];
    for (const [n, [path, useful]] of process.argv.includes('--walk') ? [] : pages.entries()) {
      progress.at(`measuring /admin${path}`, n, pages.length);
      await visit(path, useful);
      const here: number[] = [];
      const slow: number[] = [];
      const again: number[] = [];
      let kilobytes = 0;
      for (let round = 0; round < rounds; round++) {
        here.push((await visit(path, useful)).seconds);
        const found = await visit(path, useful, true);
        slow.push(found.seconds);
        again.push(found.again);
        kilobytes = found.kilobytes;
      }
      rows.push([
        ...[`/admin${path}`, median(here).toFixed(2), median(slow).toFixed(2), kilobytes.toFixed(0)],
        median(again).toFixed(2),
      ]);
    }
    if (rows.length > 0)
      print(`\n${table(['page, empty cache', 'seconds here', 'on a phone', 'kB sent', 'once more'], rows)}`);
    if (process.argv.includes('--pages')) return;
    progress.at(`walking ${walkedRows} orders`, pages.length, pages.length);
    print(
      `\n${table(['rows walked', 'rows in the page', 'elements', 'heap, MB', 'frames over 50 ms', 'longest, ms'], await walk())}`,
    );
  } finally {
    await browser.close();
    await server.stop();
    await close();
  }
};

async function watchBytes(page: Page, isPhone: boolean): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (isPhone) {
    await session.send('Network.emulateNetworkConditions', slow4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}
