// The one-click sign-in of the demo's owner: for a person at this machine only. And the explorer, whose pages are made here anyway.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { parseTrustedProxies } from '../../server/process/address-ranges.ts';
import { DemoOwner, type DemoSettings } from '../../server/staff/pages/demo-owner.ts';
import { executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { openPage } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { hire, password, type StaffDesk, startStaff } from '../helpers/staff.ts';

const email = 'owner@demo.example';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-demo-'));
const settings: DemoSettings = {
  host: '127.0.0.1',
  publicUrl: 'http://127.0.0.1:4000',
  databaseUrl: undefined,
  cells: [],
  dataDir: folder,
  trustedProxies: [],
};

let db: TestDatabase;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  db = await borrowDatabase();
  const shop = await createShop(db.admin);
  await hire(db, shop.companyId, { role: 'owner', email });
  const staff = [
    { email: 'agent@demo.example', password: 'another', role: 'agent' },
    { email, password, role: 'owner' },
  ];
  fs.writeFileSync(path.join(folder, 'demo.json'), JSON.stringify({ staff }));
  desk = await startStaff(db, { demo: new DemoOwner(settings, undefined) });
  if (isLong && executablePath) browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
  fs.rmSync(folder, { recursive: true });
});

type Asked = { url?: string; method?: string; path?: string; headers?: Record<string, string>; body?: string };

/** As any program can ask: with a host and an origin of its choice. */
function ask({ url = desk.url, method = 'POST', path: at = '/admin/demo', headers = {}, body = '{}' }: Asked) {
  const { port, host } = new URL(url);
  const ours = { host, origin: `http://${host}`, 'content-type': 'application/json' };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path: at, headers: { ...ours, ...headers } });
    request.on('error', reject);
    request.on('response', async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode!, text });
    });
    request.end(method === 'POST' ? body : undefined);
  });
}

const strangers: [string, Record<string, string>][] = [
  ['a proxy that says whom it asks for', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that says for which host', { 'x-forwarded-host': 'shop.example' }],
  ['a proxy with the standard header', { forwarded: 'for=203.0.113.7' }],
  ['a proxy that names itself', { via: '1.1 cache' }],
  ['a proxy that tells the address its own way', { 'x-real-ip': '203.0.113.7' }],
  ['a foreign name that resolves to this machine', { host: 'evil.example', origin: 'http://evil.example' }],
];
for (const [who, headers] of strangers) {
  test(`${who} is neither offered nor given the owner`, async (t) => {
    const asked = await ask({ headers });
    t.is(asked.status, 404);
    t.false(asked.text.includes(password));
    const page = await ask({ method: 'GET', path: '/admin', headers });
    t.is(page.status, 200);
    t.false(page.text.includes(email));
  });
}

test('a foreign page in the browser of the person here is not given the owner', async (t) => {
  const { host } = new URL(desk.url);
  const foreign: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
    { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    // What a form of any page may send without being asked.
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ];
  for (const headers of foreign) {
    const { status, text } = await ask({ headers });
    t.is(status, 404, JSON.stringify(headers));
    t.false(text.includes(password));
  }
  t.false((await ask({ method: 'GET' })).text.includes(password), 'nor by a link or a picture');
});

test('the explorer is served with all that it loads', async (t) => {
  const page = await desk.request('GET', '//admin/explorer');
  t.regex(page.headers.get('content-security-policy')!, /script-src 'self'/);
  const named = [...page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, address]) => address!);
  const source = fs.readFileSync('server/desk/explorer.ts', 'utf8');
  const loaded = [...source.matchAll(/\w+\.js\b/g)].map(([name]) => `/admin/explorer/${name}`);
  t.deepEqual([named.length, loaded.length], [3, 4]);
  for (const address of [...named, ...loaded]) {
    const { status, headers } = await desk.request('HEAD', `/${address}`);
    t.is(status, 200, address);
    t.regex(headers.get('content-type')!, address.endsWith('.css') ? /^text\/css/ : /javascript/, address);
  }
});

const elsewhere: [string, Partial<DemoSettings>, string?][] = [
  ['in production', {}, 'production'],
  ['with a database of its own', { databaseUrl: 'postgres://db.example/haat' }],
  [
    'with several databases',
    { cells: [{ name: 'a', url: 'postgres://db.example/haat', staffUrl: undefined, replicaUrl: undefined }] },
  ],
  ['on all addresses', { host: '0.0.0.0' }],
  ['on an address of the network', { host: '192.168.1.5' }],
  ['under a public name', { publicUrl: 'https://shop.example' }],
  ['behind a trusted proxy', { trustedProxies: parseTrustedProxies('127.0.0.1') }],
  ['where no demo was loaded', { dataDir: path.join(folder, 'nothing') }],
];
for (const [where, changed, environment] of elsewhere) {
  test(`the owner is not offered ${where}`, async (t) => {
    const server = await startStaff(db, { demo: new DemoOwner({ ...settings, ...changed }, environment) });
    t.teardown(() => server.stop());
    t.is((await ask({ url: server.url })).status, 404);
    t.false((await ask({ url: server.url, method: 'GET', path: '/admin' })).text.includes('haat-demo'));
  });
}

test('a server without a demo answers as to any unknown address', async (t) => {
  const server = await startStaff(db);
  t.teardown(() => server.stop());
  t.is((await ask({ url: server.url })).status, 404);
});

test('a page of ours on this machine is given the owner, whose password no cache keeps', async (t) => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const named = `${host}:${new URL(desk.url).port}`;
    const { status, text } = await ask({ headers: { host: named, origin: `http://${named}` } });
    t.is(status, 200, host);
    t.deepEqual(JSON.parse(text), { email, password });
  }
  const answer = await desk.request('POST', '//admin/demo', { body: {}, headers: { origin: desk.url } });
  t.is(answer.headers.get('cache-control'), 'no-store');
});

longBrowserTest('the owner of the demo signs in by one click', async (t) => {
  t.timeout(120_000);
  const context = await browser!.newContext();
  const { page, problems } = await openPage(context, desk.url);
  await page.goto(`${desk.url}/admin`);
  await page.getByRole('button', { name: `Open the demo as ${email}` }).click();
  await page.locator('.tile, .calm').first().waitFor();
  t.deepEqual(problems, []);
  await context.close();
});
