// What a browser gets of the pages of staff.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import test from 'ava';
import { parse } from 'graphql';
import ts from 'typescript';
import { bn } from '../../server/desk/messages/bn.ts';
import { en } from '../../server/desk/messages/en.ts';
import { type DeskFile, DeskFiles } from '../../server/staff/pages/desk-files.ts';
import { keyShortener } from '../../server/staff/pages/desk-keys.ts';
import { limitsOf, withLimits } from '../../server/staff/pages/desk-limits.ts';
import { places } from '../../server/staff/pages/desk-texts.ts';

const directory = path.join(import.meta.dirname, '../../server/desk');
/** One page of each bundle. */
const addresses = [
  '/',
  '/orders',
  '/orders/print',
  '/packing',
  '/products',
  '/stock',
  '/reports',
  '/settings',
  '/settings/jobs',
  '/find',
  '/design',
];

let files: Promise<DeskFiles> | undefined;
const made = () => (files ??= DeskFiles.make());

const sizeOf = async (files: Iterable<DeskFile>) => {
  const sizes = await Promise.all([...files].map(async (file) => (await file.compressed()).length));
  return sizes.reduce((one, other) => one + other, 0);
};

const namesIn = (page: DeskFile): string[] => [
  ...new Set(
    [...page.body.toString().matchAll(/["\s][^"\s]*\/desk\/[0-9a-f]{12}\/([^"\s]+)(?=["\s])/g)].map(
      ([, name]) => name!,
    ),
  ),
];

test.serial('the first page is small, each page is, and so is all of them but the explorer', async (t) => {
  t.timeout(60_000);
  const desk = await made();
  for (const [language, other] of [
    ['en', 'bn'],
    ['bn', 'en'],
  ] as const) {
    const at = (address: string) => {
      const page = desk.pageFor(address, language);
      return sizeOf([page, ...namesIn(page).map((name) => desk.all.get(name)!)]);
    };
    const left = new RegExp(`^((words-)?${other}-|explorer\\.)`);
    const own = [...desk.all].filter(([name]) => !left.test(name));
    t.is(own.length, desk.all.size - 3 - places.length, 'without the other language and the explorer');
    const atStart = await at('/');
    const most = Math.max(...(await Promise.all(addresses.map(at))));
    const whole = await sizeOf(own.map(([, file]) => file));
    const shown = [atStart, most, whole].map((size) => (size / 1000).toFixed(0));
    t.log(`${language}: ${shown[0]} kB at the start, ${shown[1]} kB for a page, ${shown[2]} kB in all`);
    t.true(atStart < 48_000, String(atStart));
    t.true(most < 90_000, String(most));
    // A person loads pages, not the sum: it only tells what was forgotten (a sheet's reader, 12.9 kB, comes when one is read).
    t.true(whole < 280_000, String(whole));
  }
});

test.serial('every text of a language is sent once, and is there where a page asks for it', async (t) => {
  t.timeout(60_000);
  const desk = await made();
  const files = [...desk.all].filter(([name]) => name.endsWith('.js'));
  const code = files.filter(([name]) => !/^(en|bn)-/.test(name)).map(([, { body }]) => body.toString());
  const said = new Set(code.flatMap((text) => [...text.matchAll(/["'`](\w{1,3})["'`]/g)].map(([, name]) => name!)));
  const { nameOf, keysAt } = keyShortener(directory);
  for (const [language, texts] of [
    ['en', en],
    ['bn', bn],
  ] as const) {
    const sent: [string, unknown][] = [];
    for (const place of places) {
      const [, { body }] = files.find(([name]) => name.startsWith(`${language}-${place}-`))!;
      const module = await import(`data:text/javascript;base64,${body.toString('base64')}`);
      sent.push(...Object.entries(module.texts));
    }
    t.is(sent.length, Object.keys(texts).length);
    const named = Object.entries(texts).map(([key, text]) => [nameOf(key) ?? key, text]);
    t.deepEqual(Object.fromEntries(sent), Object.fromEntries(named));
    const unasked = sent.filter(([name]) => !name.includes('.') && !said.has(name));
    t.deepEqual(unasked, []);
  }
  for (const status of ['stage.delivered', 'happened.counted', 'newOrder.fullName'])
    t.is(
      nameOf(status) === undefined,
      !status.startsWith('newOrder'),
      `${status} is put together when it is asked for`,
    );
  for (const place of places) {
    // The page of the design loads all.
    const there = new Set((place === 'design' ? places : (['start', place] as const)).flatMap(keysAt));
    const missing = keysSaid(place === 'start' ? 'main.ts' : `bundles/${place}.ts`).filter((key) => !there.has(key));
    t.deepEqual(missing, [], place);
  }
});

/** The keys in a module of the pages and in all that it imports, as the compiler reads them. */
function keysSaid(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !file.endsWith('.ts') || /messages\/|texts\.ts$/.test(file)) return [];
  seen.add(file);
  const text = fs.readFileSync(path.join(directory, file), 'utf8');
  const { importedFiles } = ts.preProcessFile(text);
  const local = importedFiles.map(({ fileName }) => path.join(path.dirname(file), fileName));
  const others = local.filter((name) => fs.existsSync(path.join(directory, name)));
  const wanted = file === 'main.ts' ? others.filter((name) => !/bundles\/(?!common)/.test(name)) : others;
  const own = [...text.matchAll(/'(\w+\.\w+)'/g)].map(([, key]) => key!).filter((key) => key in en);
  return [...own, ...wanted.flatMap((name) => keysSaid(name, seen))];
}

test.serial('the operations come without their lines, and are whole', async (t) => {
  t.timeout(60_000);
  const desk = await made();
  const operations = [...desk.all].flatMap(([name, { body }]) =>
    name.startsWith('explorer')
      ? []
      : [...body.toString().matchAll(/["'`]((?:query|mutation) \w+[({][^"'`]*)["'`]/g)].map(([, text]) => text!),
  );
  t.true(operations.length > 200, String(operations.length));
  for (const text of operations) t.notThrows(() => parse(text), text);
});

test.serial('a page names the files of its bundle and its language, and no others', async (t) => {
  t.timeout(60_000);
  const desk = await made();
  const parts = (address: string, language: 'en' | 'bn') =>
    namesIn(desk.pageFor(address, language)).flatMap(
      (name) => /^((?:en|bn)-\w+|today|work|parcels|goods|stock|office|settings|jobs|print)-/.exec(name)?.[1] ?? [],
    );
  t.deepEqual(parts('/', 'en'), ['en-start', 'today', 'en-today']);
  t.deepEqual(parts('/orders/5', 'bn'), ['bn-start', 'work', 'bn-work']);
  t.deepEqual(parts('/orders/print', 'en'), ['en-start', 'print', 'en-print']);
  t.deepEqual(parts('/constructor', 'en'), ['en-start'], 'an address that leads nowhere');
});

test.serial(
  'the script within a page is the one that its policy names, and asks what the page asks first',
  async (t) => {
    t.timeout(60_000);
    const desk = await made();
    const scriptAt = (address: string) => /<script([^>]*)>([^<]+)</.exec(desk.pageFor(address, 'en').body.toString())!;
    const [, , own] = scriptAt('/settings');
    t.is(desk.earlyHash, `sha256-${createHash('sha256').update(own!).digest('base64')}`);
    for (const [address, operation] of [
      ['/', 'Waiting'],
      ['/orders', 'ListOrders'],
      ['/products', 'ProductList'],
      ['/stock', 'StockLevels'],
    ] as const) {
      const [, attributes, script] = scriptAt(address);
      t.is(script, own);
      t.regex(
        attributes!,
        new RegExp(`data-at="/admin${address === '/' ? '' : address}" data-first="query ${operation}[({]`),
      );
    }
    t.notRegex(scriptAt('/settings')[1]!, /data-first/);
  },
);

test.serial('files made of the same source have the same addresses, and nothing else is served', async (t) => {
  t.timeout(60_000);
  const one = await made();
  const other = await DeskFiles.make();
  t.deepEqual(one.pageFor('/', 'en').body, other.pageFor('/', 'en').body);
  const address = /src="([^"]+main.js)"/.exec(one.pageFor('/', 'en').body.toString())![1]!;
  t.true(one.find(address)!.isKept);
  const former = address.replace(/[0-9a-f]{12}/, '000000000000');
  t.false(one.find(former)!.isKept, 'a page of a former release gets what is there now, and does not keep it');
  for (const wrong of [
    `${address}.map`,
    address.replace('main.js', 'main.ts'),
    address.replace('main.js', '../site.ts'),
  ])
    t.is(one.find(wrong), undefined, wrong);
});

test.serial('limits of fields are those of the registry, and no page has numbers of its own for them', async (t) => {
  t.timeout(60_000);
  t.deepEqual(limitsOf('create_coupon.code'), { maxlength: 50 });
  t.deepEqual(limitsOf('update_store.unpaid_order_hours'), { min: 1, max: 720, step: 1 });
  t.deepEqual(limitsOf('update_store.advance_payment_plans'), { max: 20 });
  t.deepEqual(limitsOf('update_store.advance_payment_plans.percent'), { min: 0.01, max: 100, step: 'any' });
  t.is(withLimits("a(limitsOf('create_store.name'))"), 'a(({"maxlength":200}))');
  t.throws(() => limitsOf('create_store.nothing'), { message: /no such input/ });
  t.throws(() => limitsOf('update_order.order_id'), { message: /no limits/ });
  const folder = path.join(import.meta.dirname, '../../server/desk/pages');
  // What is typed as a number is typed into the one field for numbers.
  const own = fs.globSync('**/*.ts', { cwd: folder }).filter((file) => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    const lines = text.split('\n').filter((line) => !/postalCode|one-time-code/.test(line));
    return lines.some((line) => /maxlength: \d|inputmode: '(decimal|numeric)'|type: 'number'|type="number"/.test(line));
  });
  t.deepEqual(own, []);
  for (const [name, { body }] of (await made()).all)
    if (name.endsWith('.js') && !name.startsWith('explorer')) t.false(body.includes("limitsOf('"), name);
});

test.serial('the worker shows a notice, and a press opens its page where the desk is open, or anew', async (t) => {
  t.timeout(60_000);
  const listeners = new Map<string, (event: object) => void>();
  const shown: [string, Record<string, unknown>][] = [];
  const opened: string[] = [];
  let pages: object[] = [];
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (title: string, options: never) => void shown.push([title, options]) },
    clients: { matchAll: async () => pages, openWindow: async (path: string) => void opened.push(path) },
  };
  vm.runInNewContext((await made()).app.get('worker.js')!.body.toString(), { self: scope, URL });
  const happens = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  const notice = { title: 'New order ORD-1', body: '৳5', tag: 'new_order 1', path: '/admin/orders/1' };
  await happens('push', { data: null });
  await happens('push', { data: { json: () => notice } });
  t.is(shown.length, 1);
  t.like(shown[0], ['New order ORD-1', { body: '৳5', tag: 'new_order 1', data: { path: '/admin/orders/1' } }]);
  let closed = 0;
  const press = () =>
    happens('notificationclick', { notification: { close: () => closed++, data: { path: notice.path } } });
  await press();
  t.deepEqual(opened, ['/admin/orders/1']);
  const said: object[] = [];
  let focused = 0;
  pages = [
    { url: 'https://haat.example/docs' },
    {
      url: 'https://haat.example/admin/stock',
      focus: async () => focused++,
      postMessage: (what: object) => said.push(what),
    },
  ];
  await press();
  t.is(closed, 2);
  t.is(opened.length, 1, 'what is typed in the open page stays');
  t.is(focused, 1);
  t.deepEqual(JSON.parse(JSON.stringify(said)), [{ opened: '/orders/1' }]);
});
