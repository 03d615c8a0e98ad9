// The programs of the guides under "Recipes", as they stand in them, against the service.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { promisify } from 'node:util';
import vm from 'node:vm';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { callIn, type Language, readCall } from '../../server/docs/call-sample.ts';
import { runJobs } from '../helpers/jobs.ts';
import { isLong } from '../helpers/long.ts';
import { openDesk } from '../helpers/orders.ts';
import { hasProgram } from '../helpers/processes/has-program.ts';
import { asCompany, stockVariant } from '../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const guides = path.join(import.meta.dirname, '../../server/docs/guides');
const readGuide = (name: string) => fs.readFileSync(path.join(guides, `${name}.md`), 'utf8');
// One after the other: events wait for what is written at the same time in their store.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-recipes-'));
test.after.always(() => fs.rmSync(folder, { recursive: true }));

const sampleOf = (text: string, language = 'js'): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)![1]!;

/** A program, written into a file: that of a section of "Recipes", or of a guide with one program. */
function programOf(name: string, language = 'js'): string {
  const section = readGuide('recipes')
    .split(/^## /m)
    .find((part) => part.startsWith(name));
  const file = path.join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  fs.writeFileSync(file, sampleOf(section ?? readGuide(name), language));
  return file;
}

const environment = () => ({
  ...process.env,
  HAAT_URL: `${house().api.url}/ext/v1`,
  HAAT_KEY: shop.storeKey.key,
  PORT: '0',
});

/** Starts a server of the guide; gives its address and what it prints after that. */
async function start(t: { teardown(work: () => unknown): void }, section: string, more: object = {}) {
  const child: ChildProcess = spawn(process.execPath, [programOf(section)], { env: { ...environment(), ...more } });
  t.teardown(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  child.stderr!.pipe(process.stderr);
  const lines = readline.createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const { value: first } = await lines.next();
  return { url: `http://127.0.0.1:${/\d+$/.exec(first ?? '')?.[0]}`, lines };
}

test.serial('the storefront shows prices, takes a cart once, and passes on no price of the shopper', async (t) => {
  const sku = `RECIPE-${Date.now()}`;
  await stockVariant(db.admin, shop, { sku, quantity: 5, price: 450 });
  const offered = `${sku}-OFFER`;
  await stockVariant(db.admin, shop, { sku: offered, quantity: 0, price: 450 });
  t.is((await send('PATCH', `/variants/${offered}`, { discount_price: 399 })).status, 200);
  await asCompany(db.admin, shop.companyId, (client) =>
    client.query(
      `select api.create_product(jsonb_build_object('store_id', $1::uuid, 'name', 'Of many ' || n, 'status', 'active',
         'variants', jsonb_build_array(jsonb_build_object('sku', $2 || n, 'name', 'One', 'price', 10))))
       from generate_series(1, 100) n`,
      [shop.stores[0].id, `${sku}-`],
    ),
  );
  const { url } = await start(t, 'A storefront of your own');
  const listed = (await (await fetch(`${url}/products`)).json()) as { variants: { sku: string; price: string }[] }[];
  const priceOf = (one: string) =>
    listed.flatMap(({ variants }) => variants).find((variant) => variant.sku === one)?.price;
  t.is(priceOf(sku), '450.00');
  t.is(priceOf(offered), '399.00', 'what it costs while it is on offer');
  t.true(listed.length > 100, 'also where the catalog has more than a page');
  const buy = async (cart: object) => {
    const answer = await fetch(`${url}/orders`, { method: 'POST', body: JSON.stringify(cart) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const cart = {
    ...{ id: 'cart-0123456789', phone: '01712 345678', name: 'Nasrin Akter', address: 'House 7', city: 'Dhaka' },
    items: [{ sku, quantity: 2, unit_price: 1 }],
  };
  const first = await buy(cart);
  t.is(first.status, 201, JSON.stringify(first.body));
  t.is(first.body.total_amount, '900.00');
  t.deepEqual(await buy(cart), first, 'a second click is not a second order');
  const short = await buy({ ...cart, id: 'cart-9876543210', items: [{ sku, quantity: 4 }] });
  t.deepEqual([short.status, short.body.code], [422, 'INSUFFICIENT_STOCK']);
  t.is((await buy({ ...cart, id: 'short' })).status, 400);
  t.is((await fetch(`${url}/orders`)).status, 404);
});

test.serial('the receiver tells of an order once, and lets in nothing without a signature', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const { url, lines } = await start(t, 'The first webhook', { HAAT_WEBHOOK_SECRET: secret });
  const post = async (id: string, body: string, signed = body) => {
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, signed),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  const event = (id: string, number: string) =>
    JSON.stringify({ id, type: 'order.created', data: { object: { number, note: 'শাড়ি' } } });
  t.is(await post('a', event('a', 'ORD-1'), event('a', 'ORD-2')), 401);
  t.is((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
  const strange = { 'webhook-id': 'd', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  for (const signature of ['v1,', `v1,${'é'.repeat(44)}`, ' '])
    t.is(
      (await fetch(url, { method: 'POST', body: '{}', headers: { ...strange, 'webhook-signature': signature } }))
        .status,
      401,
    );
  t.is(await post('b', event('b', 'ORD-3')), 204);
  t.is(await post('b', event('b', 'ORD-3')), 204);
  t.is(await post('c', event('c', 'ORD-4')), 204);
  t.is((await lines.next()).value, 'new order ORD-3');
  t.is((await lines.next()).value, 'new order ORD-4');
});

test.serial('the books have each payment once, however often the program was stopped', async (t) => {
  const sku = `BOOKS-${Date.now()}`;
  await stockVariant(db.admin, shop, { sku, quantity: 5, price: 300 });
  const order = (
    await send(
      'POST',
      '/orders',
      { customer: { phone: '01812 345678', full_name: 'Rafi' }, items: [{ sku, quantity: 2 }] },
      { idempotencyKey: sku },
    )
  ).body;
  const pay = (amount: number) =>
    send('POST', `/orders/${order.id}/payments`, { payment_method_id: shop.stores[0].paymentMethods.cod!, amount });
  const program = programOf('Payments into the books');
  const file = path.join(folder, 'payments.csv');
  const run = async () => {
    await promisify(execFile)(process.execPath, [program], { env: { ...environment(), ACCOUNTS_FILE: file } });
    return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  };
  const one = await pay(100);
  t.is(one.status, 201, one.text);
  await run();
  // Stopped in the middle of a row.
  await pay(150.5);
  const before = fs.readFileSync(file, 'utf8');
  const rows = await run();
  fs.writeFileSync(file, `${before}${rows.at(-1)!.slice(0, 20)}`);
  const again = await run();
  t.deepEqual(again, rows);
  t.deepEqual(
    again.filter((row) => row.includes(order.id)).map((row) => row.split(',').slice(2)),
    [
      ['payment.recorded', one.body.id, order.id, '100.00'],
      ['payment.recorded', again.at(-1)!.split(',')[3], order.id, '150.50'],
    ],
  );
});

(hasProgram('php') ? test.serial : test.skip)('an order from PHP is placed once for a cart', async (t) => {
  const sku = `PHP-${Date.now()}`;
  await stockVariant(db.admin, shop, { sku, quantity: 5, price: 300 });
  const file = programOf('An order from WordPress', 'php');
  const order = { customer: { phone: '01912 345678', full_name: 'Rina' }, items: [{ sku, quantity: 1 }] };
  const program = `<?php ${fs.readFileSync(file, 'utf8')}
$order = json_decode($argv[3], true);
echo json_encode([haat_order($argv[1], $argv[2], 'one-cart', $order)['number'],
  haat_order($argv[1], $argv[2], 'one-cart', $order)['number'],
  haat_order($argv[1], $argv[2], 'other-cart', ['items' => []])['error']['code']]);`;
  fs.writeFileSync(`${file}.php`, program);
  const { HAAT_URL, HAAT_KEY } = environment();
  const { stdout } = await promisify(execFile)('php', [`${file}.php`, HAAT_URL, HAAT_KEY, JSON.stringify(order)]);
  const [first, second, code] = JSON.parse(stdout);
  t.regex(first, /^ORD-/);
  t.is(second, first);
  t.is(code, 'VALIDATION_ERROR');
});

/** Runs a program of a guide to its end, in the folder of its files. */
async function run(guide: string, words: string[], more: object = {}, input = '') {
  const running = promisify(execFile)(process.execPath, [programOf(guide), ...words], {
    cwd: folder,
    env: { ...environment(), ...more } as NodeJS.ProcessEnv,
  });
  running.child.stdin!.end(input);
  return (await running).stdout;
}

test.serial(
  'a sync of stock that was killed goes on with its job, and tells the lines that were refused',
  async (t) => {
    const skus = ['A', 'B', 'C'].map((name) => `ERP-${name}-${Date.now()}`);
    for (const sku of skus) await stockVariant(db.admin, shop, { sku, quantity: 5 });
    const rows = [`${skus[0]},40,5`, `${skus[1]},12,`, `${skus[2]},9,7`, 'NOT-THERE,1,', `${skus[2]},,`];
    const file = path.join(folder, 'levels.csv');
    fs.writeFileSync(file, ['sku,on_hand,expected', ...rows].join('\n'));
    const killed = spawn(process.execPath, [programOf('stock-sync')], { cwd: folder, env: environment() });
    const lines = readline.createInterface({ input: killed.stdout })[Symbol.asyncIterator]();
    const { value: started } = await lines.next();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await runJobs(db, shop.companyId);
    const said = (await run('stock-sync', [])).split('\n');
    t.deepEqual(said.slice(0, 2), [started, '2 taken, 3 refused']);
    const told = fs.readFileSync(`${file}.refused`, 'utf8').trimEnd().split('\n');
    t.deepEqual(
      told.map((line) => line.split(':')[0]),
      rows.slice(2),
    );
    t.regex(told[0]!, /expected_on_hand/);
    t.false(fs.existsSync(file), 'the next run waits for the next file');
    for (const [n, onHand] of [40, 12, 5].entries())
      t.is((await send('GET', `/inventory/levels?sku=${skus[n]}`)).body.data[0].on_hand, onHand);
  },
);

test.serial('a courier claims what is confirmed, reports in the wrong order, and pays out once', async (t) => {
  const desk = await openDesk(db, shop);
  const sku = `COURIER-${Date.now()}`;
  await stockVariant(db.admin, shop, { sku, quantity: 9, price: 300 });
  const orders = [];
  for (const quantity of [1, 2, 2]) orders.push(await desk.place([{ sku, quantity }], { shipping_charge: 60 }));
  for (const { id } of orders) await desk.move(id, 'confirmed');
  const env = { HAAT_COURIER: desk.couriers.reporting };
  const claimed = (await run('courier-program', ['claim'], env)).trimEnd().split('\n');
  t.deepEqual(
    claimed.sort(),
    orders.map(({ number, due_amount }) => `claimed PX-${number}, to collect ${due_amount}`).sort(),
  );
  t.is(await run('courier-program', ['claim'], env), '');
  const [one, other, part] = orders.map(({ number }) => `PX-${number}`);
  const hear = (...reports: object[]) =>
    fs.appendFileSync(path.join(folder, 'reports.ndjson'), reports.map((each) => `${JSON.stringify(each)}\n`).join(''));
  hear({ code: one, report: 'delivered', collected_amount: 360 }, { code: other, report: 'pickup' });
  await run('courier-program', ['report'], env);
  hear({ code: one, report: 'pickup' }, { code: other, report: 'failed', reason: 'Not at home' });
  hear({ code: other, report: 'returning' }, { code: one, report: 'pickup' });
  const kept = [{ order_item_id: orders[2].items[0].id, quantity: 1 }];
  hear({ code: 'PX-OF-ANOTHER', report: 'pickup' }, { code: part, report: 'pickup' });
  hear({ code: part, report: 'partial-delivery', kept, collected_amount: 360 }, { code: part, report: 'receive' });
  fs.appendFileSync(path.join(folder, 'reports.ndjson'), '{"code": "cut o');
  await run('courier-program', ['report'], env);
  const statusOf = async ({ id }: { id: string }) => (await send('GET', `/orders/${id}`)).body.status;
  t.deepEqual(await Promise.all(orders.map(statusOf)), ['delivered', 'failed_delivery', 'delivered']);
  t.deepEqual(JSON.parse(fs.readFileSync(path.join(folder, 'told.json'), 'utf8')), { count: 10, early: [] });
  t.is((await send('GET', `/parcels?tracking_code=${part}`)).body.data[0].status, 'received');
  t.is(await run('courier-program', ['pay', 'Week 47'], env), 'paid 592.80 for 2 parcels\n');
  t.is(await run('courier-program', ['pay', 'Week 47'], env), '');
  for (const { id } of [orders[0], orders[2]]) t.is((await send('GET', `/orders/${id}`)).body.payment_status, 'paid');
});

/** A sheet as Google has it: an apostrophe before a text is not part of it. */
class Sheet {
  readonly rows: unknown[][] = [];

  getLastRow() {
    return this.rows.length;
  }

  getRange(row: number, column: number, height: number, width: number) {
    return {
      getValues: () => this.rows.slice(row - 1, row - 1 + height).map((cells) => cells.slice(column - 1, width)),
      setValues: (values: unknown[][]) => {
        if (values.length !== height || values.some((cells) => cells.length !== width))
          throw new Error('the range is another');
        for (const [n, cells] of values.entries())
          this.rows[row - 1 + n] = cells.map((cell) => {
            if (typeof cell === 'string' && cell.startsWith('=')) throw new Error(`a formula: ${cell}`);
            return typeof cell === 'string' ? cell.replace(/^'/, '') : cell;
          });
      },
    };
  }
}

test.serial(
  'the sheet has each order once, also when Google stops the script or somebody sorts the rows',
  async (t) => {
    const sku = `SHEET-${Date.now()}`;
    await stockVariant(db.admin, shop, { sku, quantity: 9, price: 300 });
    const create = (name: string, n: number) =>
      send(
        'POST',
        '/orders',
        { customer: { phone: `0171234500${n}`, full_name: name }, items: [{ sku, quantity: 1 }] },
        { idempotencyKey: `${sku}-${n}` },
      );
    for (const [n, name] of ['Nila', '=IMPORTXML("https://example.com")', 'শাপলা'].entries()) await create(name, n);
    const sheet = new Sheet();
    const inAnHour = Date.now() + 3_600_000;
    const kept = new Map<string, { getResponseCode(): number; getContentText(): string }>();
    let missing: { url: string; headers: Record<string, string> } | undefined;
    const script = vm.createContext({
      LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock: () => {} }) },
      SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => shop.storeKey.key }) },
      // Google waits for an answer: what is not there yet stops the script here, and the next run finds it.
      UrlFetchApp: {
        fetch(url: string, { headers }: { headers: Record<string, string> }) {
          if (!kept.has(url)) missing = { url, headers };
          if (!kept.has(url)) throw new Error('stopped');
          return kept.get(url);
        },
      },
    });
    vm.runInContext(
      `Date.now = () => ${inAnHour};\n${sampleOf(readGuide('google-sheet')).replace('{base_url}', house().api.url).replace('limit=100', 'limit=2')}`,
      script,
    );
    const fill = async () => {
      for (;;) {
        missing = undefined;
        try {
          vm.runInContext('addNewOrders()', script);
          return;
        } catch (error) {
          if (!missing) throw error;
          const { url, headers } = missing as { url: string; headers: Record<string, string> };
          const answer = await fetch(url, { headers });
          const text = await answer.text();
          kept.set(url, { getResponseCode: () => answer.status, getContentText: () => text });
        }
      }
    };
    await fill();
    const { data } = (await send('GET', '/orders?sort=created_at&limit=100')).body;
    const ids = () => sheet.rows.slice(1).map(([id]) => id);
    t.deepEqual(
      ids(),
      data.map(({ id }: { id: string }) => id),
    );
    t.deepEqual(sheet.rows[0]!.slice(0, 3), ['id', 'created', 'number']);
    const [, , , name, phone, status, total] = sheet.rows.at(-2)!;
    t.deepEqual([name, status, total], ['=IMPORTXML("https://example.com")', 'pending', 300]);
    t.regex(String(phone), /^(\+880|0)1712345001$/);
    sheet.rows.splice(1, data.length, ...sheet.rows.slice(1).reverse());
    const more = await create('Late', 4);
    kept.clear();
    await fill();
    t.deepEqual(ids(), [...data.map(({ id }: { id: string }) => id).reverse(), more.body.id]);
  },
);

test.serial('an agent says what it costs, orders once after a yes, and nothing after a no', async (t) => {
  const sku = `AGENT-${Date.now()}`;
  const { variantId } = await stockVariant(db.admin, shop, { sku, quantity: 3, price: 450 });
  const env = { HAAT_TOOLS: `${house().api.url}/ext/mcp/v1` };
  const wish = (conversation: string, quantity = 2) =>
    JSON.stringify({
      ...{ conversation, words: sku, quantity, address: { address_line: 'House 7', city: 'Dhaka' } },
      customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
    });
  const talk = (words: string, conversation: string, quantity?: number) =>
    run('order-agent', [wish(conversation, quantity)], env, words);
  const reserved = async () => (await send('GET', `/inventory/levels?variant_id=${variantId}`)).body.data[0].reserved;
  t.regex(
    await talk('no\n', `${sku}-1`),
    /tools: .*create_order.*\n2 × Product AGENT-\d+ at 450.00 is 900.00, .* order it\? $/,
  );
  if (isLong) t.notRegex(await talk('yesterday\n', `${sku}-1`), /ordered/);
  t.is(await reserved(), 0);
  const first = await talk('yes please\n', `${sku}-1`);
  t.regex(first, /ordered ORD-\S+: 900.00 to pay/);
  const error = (await t.throwsAsync(talk('yes\n', `${sku}-2`))) as Error & { stderr: string };
  t.regex(error.stderr, /only 1 of Product AGENT-\d+ are left/);
  t.is(await reserved(), 2);
  if (isLong) t.regex(await talk('হ্যাঁ\n', `${sku}-3`, 1), /ordered ORD-\S+: 450.00 to pay/);
});

/** How a language is run, and gives a name to what the reader puts in. */
const runners: Record<Language, [program: string, words: string[], variable: (name: string, value: string) => string]> =
  {
    curl: ['sh', ['-e', '-c'], (name, value) => `${name.toUpperCase()}='${value}'`],
    JavaScript: [process.execPath, ['--input-type=module', '-e'], (name, value) => `const ${name} = '${value}';`],
    Python: ['python3', ['-W', 'error', '-c'], (name, value) => `${name} = "${value}"`],
    PHP: ['php', ['-r'], (name, value) => `$${name} = '${value}';`],
  };

test.serial('each call of the guides is the same in its four languages, and the service takes it', async (t) => {
  const heard: object[] = [];
  const recorder = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { authorization, 'content-type': type, 'idempotency-key': key, 'if-match': tag } = request.headers;
    const { method, url } = request;
    heard.push({ method, url, headers: { authorization, type, key, tag }, body: body && JSON.parse(body) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  recorder.listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  t.teardown(() => recorder.close());

  const first = await stockVariant(db.admin, shop, { sku: 'SAR-BTK-IND', quantity: 90 });
  for (const sku of ['SAR-BTK-MAR', 'MUG-1', 'MUG-2']) await stockVariant(db.admin, shop, { sku, quantity: 42 });
  const customer = { phone: '01712 345678', full_name: 'Nasrin Akter' };
  const order = await send(
    'POST',
    '/orders',
    { customer, items: [{ sku: 'MUG-2', quantity: 1 }] },
    { idempotencyKey: 'o' },
  );
  const line = { location_id: shop.locationId, sku: 'MUG-1', set_on_hand: 42, reason: 'Count' };
  const operation = { operation: 'create_inventory_adjustment', lines: [line] };
  const known: Record<string, string> = {
    ...{ variant: first.variantId, product: first.productId, cursor: first.productId, order: order.body.id },
    ...{ location: shop.locationId, job: (await send('POST', '/jobs', operation, { idempotencyKey: 'j' })).body.id },
    last: (await send('GET', '/events?limit=1')).body.data[0].id,
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => known[name]!);
  const calls = fs
    .readdirSync(guides)
    .flatMap((name) => [...readGuide(path.parse(name).name).matchAll(/^```call\n([\s\S]*?)\n```$/gm)])
    .map(([, text]) => text!.replace('{base_url}', `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`))
    .map(readCall);
  t.true(calls.length >= 14);
  const expected = calls.map(({ method, url, headers, body }) => {
    const named = (name: string) => headers.find(([one]) => one === name)?.[1];
    const given = { type: named('Content-Type'), key: named('Idempotency-Key'), tag: named('If-Match') };
    const { pathname, search } = new URL(fill(url));
    const authorization = `Bearer ${shop.storeKey.key}`;
    return {
      method,
      url: pathname + search,
      headers: { authorization, ...given },
      body: body && JSON.parse(fill(body)),
    };
  });
  for (const [language, [program, words, variable]] of Object.entries(runners)) {
    if (!hasProgram(program)) continue;
    const samples = calls.map((call) => callIn(language as Language, call));
    const parts = language === 'JavaScript' ? samples.map((sample) => `{\n${sample}\n}`) : samples;
    const text = [...Object.entries(known).map(([name, value]) => variable(name, value)), ...parts].join('\n');
    heard.length = 0;
    await promisify(execFile)(program, [...words, text], { env: environment() });
    t.deepEqual(heard, expected, language);
  }
  for (const { method, url, headers, body } of expected) {
    const more = {
      ...(headers.key && { idempotencyKey: headers.key }),
      ...(headers.tag && { headers: { 'if-match': headers.tag } }),
    };
    const answer = await send(method, url.replace('/ext/v1', ''), body || undefined, more);
    t.true(
      answer.status < 300 || (headers.tag !== undefined && answer.status === 412),
      `${method} ${url} ${answer.text}`,
    );
  }
});
