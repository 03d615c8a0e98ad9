// Keeps the files of the pages in the browser, so that the desk opens without a connection. It keeps no answers of the
// server: what was read is the tab's, and goes with it (seen.ts).

type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Later & { request: Request; respondWith(answer: Promise<Response>): void };
type Told = Later & { data: { loaded: string[] } };
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: Later) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(name: 'message', listener: (event: Told) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const scope = self as unknown as Scope;

/** Where the files of this release are: put in by the server, so that each release has a worker of its own. */
const files = '{files}';
/** A page of any address opens all others: one is kept. */
const anyPage = '/admin';
const opened = () => caches.open('haat-desk');

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

/** Files of the releases before are deleted: a page that is still open gets from the server what is there now. */
async function clean(): Promise<void> {
  const cache = await opened();
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== anyPage && !pathname.startsWith(files)) await cache.delete(request);
  }
  await scope.clients.claim();
}
scope.addEventListener('activate', (event) => event.waitUntil(clean()));

/** What a page had loaded before the worker was there. The browser has it: nothing comes over the network. */
async function take(loaded: string[]): Promise<void> {
  const cache = await opened();
  for (const address of loaded)
    if (address.startsWith(files) && !(await cache.match(address))) await cache.add(address).catch(() => {});
  if (!(await cache.match(anyPage))) await cache.add(anyPage).catch(() => {});
}
scope.addEventListener('message', (event) => event.waitUntil(take(event.data.loaded)));

async function fileOf(request: Request): Promise<Response> {
  const cache = await opened();
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function pageOf(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isDesk = answer.ok && answer.headers.get('Content-Type')?.startsWith('text/html');
    if (isDesk) await (await opened()).put(anyPage, answer.clone());
    return answer;
  } catch (error) {
    const known = await (await opened()).match(anyPage);
    if (known) return known;
    throw error;
  }
}

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(files)) event.respondWith(fileOf(event.request));
  // The explorer is a page of its own.
  else if (mode === 'navigate' && pathname !== '/admin/explorer') event.respondWith(pageOf(event.request));
});
