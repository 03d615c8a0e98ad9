// The programs of the guide "Recipes", as they stand in it, against the service.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { promisify } from 'node:util';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { hasProgram } from '../helpers/processes/has-program.ts';
import { asCompany, stockVariant } from '../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const guide = fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/recipes.md'), 'utf8');
// One after the other: events wait for what is written at the same time in their store.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-recipes-'));
test.after.always(() => fs.rmSync(folder, { recursive: true }));

/** The sample of a section, written into a file. */
function programOf(section: string, language = 'js'): string {
  const text = guide.split(/^## /m).find((part) => part.startsWith(section))!;
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)!;
  const file = path.join(folder, `${section.replaceAll(' ', '-')}.mjs`);
  fs.writeFileSync(file, code!);
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
