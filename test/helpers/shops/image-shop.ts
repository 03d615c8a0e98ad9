// A shop whose pictures come by link from an https server on this machine that one rule allows, or as parts of forms. A
// test file opens it before its first test and closes it after its last; each file has its own process, so its own shop.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { loadSettings } from '../../../server/process/settings.ts';
import { mediaUrl, startApi, type TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { authority, drawn, type ImageServer, startImageServer } from '../servers/image-server.ts';
import { borrowDatabase } from '../shared-database.ts';
import { createShop, type TestShop } from '../shop.ts';

export let db: TestDatabase;
export let api: TestApi;
/** Allows no private address. */
export let strict: TestApi;
/** Waits half a second for a link. */
export let impatient: TestApi;
export let shop: TestShop;
export let server: ImageServer;
/** Answers of /held wait here until a test lets them go. */
export const held: (() => void)[] = [];

export async function openImageShop(): Promise<void> {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  const files: Record<string, Buffer> = {
    '/red.png': await drawn('png'),
    '/blue.jpg': await drawn('jpeg', { colour: '#2980b9', width: 60 }),
    '/green.webp': await drawn('webp', { colour: '#27ae60' }),
    '/still.gif': await drawn('gif'),
    '/drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/wide.png': await drawn('png', { width: 8001, height: 1 }),
  };
  server = await startImageServer((request, response) => {
    const [path] = request.url!.split('?');
    if (path === '/held') held.push(() => response.end(files['/red.png']));
    else if (path === '/endless') response.write(Buffer.alloc(11_000_000));
    else if (files[path!]) response.end(files[path!]);
    else response.writeHead(404).end();
  });
  const pool = db.as('haat_gateway');
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: `localhost:${server.port}` });
  api = await startApi({ pool, outboundAllow, outboundCa: authority });
  impatient = await startApi({
    pool,
    outboundAllow,
    outboundCa: authority,
    imageLimits: { linkMs: 500, callMs: 30_000 },
  });
  strict = await startApi({ pool, outboundCa: authority });
}

export async function closeImageShop(): Promise<void> {
  await api?.stop();
  await strict?.stop();
  await impatient?.stop();
  await server?.stop();
  await db?.drop();
}

type More = { key?: string; idempotencyKey?: string; through?: TestApi };
export const send = (method: string, path: string, body?: unknown, more: More = {}) =>
  (more.through ?? api).request(method, path, { key: shop.storeKey.key, body, ...more });
export const sendForm = (method: string, path: string, form: FormData, more: More = {}) =>
  api.request(method, path, { key: shop.storeKey.key, raw: form, ...more });

export const variants = () => [{ sku: randomUUID(), name: 'x', price: 1 }];
export const links = (...paths: string[]) => paths.map((path) => ({ source_url: server.url(path) }));
export const createProduct = (images: object[], more: object = {}) =>
  send('POST', '/products', { name: 'Pictured', variants: variants(), images, ...more });

export const file = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type });
export const form = (...entries: [string, string | Blob][]) => {
  const data = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, 'picture.png');
  }
  return data;
};

export const storedFiles = () =>
  fs.readdirSync(api.mediaDirectory, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
export const rowsOf = async (table: string) =>
  (await db.admin.query(`select count(*)::int as n from ${table}`)).rows[0].n;
/** Fetches a picture by the address that documents show, from where this test's API listens. */
export const open = (url: string) => fetch(url.replace(mediaUrl, `${api.url}/media`));

/** Calls that change the number of files run one after another. */
