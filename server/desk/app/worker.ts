// Keeps the files of the pages in the browser, so that the desk opens without a connection. It keeps no answers of the
// server: what was read is the tab's, and goes with it (seen.ts). It shows the notices that come while no page is open, too.

import { bundleAt } from '../bundles.ts';

type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Later & { request: Request; respondWith(answer: Promise<Response>): void };
type Told = Later & { data: { page: string; loaded: string[] } };
/** As workers/push/words.ts makes it. */
type Notice = { title: string; body: string; tag: string; path: string };
type Pushed = Later & { data: { json(): Notice } | null };
type Shown = { close(): void; data: { path: string } };
type Pressed = Later & { notification: Shown };
type Page = { url: string; focus(): Promise<Page>; postMessage(message: object): void };
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: Later) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(name: 'message', listener: (event: Told) => void): void;
  addEventListener(name: 'push', listener: (event: Pushed) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: Pressed) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window' }): Promise<Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: object): Promise<void> };
}
const scope = self as unknown as Scope;

/** Where the files of this release are: put in by the server, so that each release has a worker of its own. */
const files = '{files}';
const anyPage = '/admin';
/** A page opens all others of its bundle, and for want of those every other: one of each bundle is kept. */
const keptAs = (pathname: string) => `${anyPage}?${bundleAt(pathname.slice(anyPage.length) || '/') ?? ''}`;
const opened = () => caches.open('haat-desk');

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

/** Those of the releases before are deleted: a page that is still open gets from the server what is there now. */
async function clean(): Promise<void> {
  const cache = await opened();
  for (const request of await cache.keys())
    if (!new URL(request.url).pathname.startsWith(files)) await cache.delete(request);
  await scope.clients.claim();
}
scope.addEventListener('activate', (event) => event.waitUntil(clean()));

/** What a page had loaded before the worker was there. The browser has it: nothing comes over the network. */
async function take({ page, loaded }: Told['data']): Promise<void> {
  const cache = await opened();
  for (const address of loaded)
    if (address.startsWith(files) && !(await cache.match(address))) await cache.add(address).catch(() => {});
  if (!(await cache.match(keptAs(page)))) await pageNow(new Request(page)).catch(() => {});
}
scope.addEventListener('message', (event) => event.waitUntil(take(event.data)));

async function fileOf(request: Request): Promise<Response> {
  const cache = await opened();
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function pageNow(request: Request): Promise<Response> {
  const answer = await fetch(request);
  const isDesk = answer.ok && answer.headers.get('Content-Type')?.startsWith('text/html');
  if (isDesk) await (await opened()).put(keptAs(new URL(request.url).pathname), answer.clone());
  return answer;
}

/** What is kept comes at once, and what there is now the next time: nothing of a person is in a page. */
async function pageOf(event: Asked): Promise<Response> {
  const now = pageNow(event.request);
  event.waitUntil(now.catch(() => {}));
  const cache = await opened();
  const known = await cache.match(keptAs(new URL(event.request.url).pathname));
  if (known) return known;
  try {
    return await now;
  } catch (error) {
    const other = await cache.match(anyPage, { ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(files)) event.respondWith(fileOf(event.request));
  // The explorer is a page of its own.
  else if (mode === 'navigate' && pathname !== '/admin/explorer') event.respondWith(pageOf(event));
});

scope.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, tag, path } = event.data.json();
  const icon = '/admin/icon-512.png';
  event.waitUntil(scope.registration.showNotification(title, { body, tag, icon, data: { path } }));
});

/** A page that is open goes there itself, and keeps what was typed in it; else one is opened. */
async function openPage(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith(anyPage));
  if (!page) return void (await scope.clients.openWindow(path));
  await page.focus();
  page.postMessage({ opened: path.slice(anyPage.length) || '/' });
}
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});
