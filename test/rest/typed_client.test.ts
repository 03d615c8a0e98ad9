// The client of the guide: made from the document, checked by the compiler, then used.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { check } from '../helpers/type-check.ts';

const root = path.join(import.meta.dirname, '../..');

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SAR-BTK-IND', quantity: 10, price: 450 });
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const order = `
  const { data: order, error } = await haat.POST('/orders', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: {
      customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
      items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
      shipping_charge: 60,
    },
  });
  if (error) throw new Error(error.error.code);
  return { number: order.number, total: order.total_amount, items: order.items?.length };
`;

const program = (body: string) => `
import createClient from 'openapi-fetch';
import type { paths } from './haat.ts';
const haat = createClient<paths>({ baseUrl: '' });
export async function run(idempotencyKey: string) { ${body} }
`;

const receiver = `
import type { webhooks } from './haat.ts';

type Event = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

function handle(event: Event) {
  switch (event.type) {
    case 'order.updated':
      return \`\${event.data.object.number} was \${event.previous?.status}\`;
    case 'inventory.updated':
      return \`\${event.data.object.sku}: \${event.data.object.available} left\`;
    default:
      // New types may be added.
      return null;
  }
}
`;

test('types made from the document compile, refuse mistakes, and the client places an order', async (t) => {
  t.timeout(120_000);
  const { body: document } = await api.request('GET', '//ext/v1/openapi.json');
  // The very text that the compiler reads below. First, because the compiler holds this process, and a connection that
  // waits for it is closed.
  const haat = createClient({
    baseUrl: `${api.url}/ext/v1`,
    headers: { Authorization: `Bearer ${shop.storeKey.key}` },
  });
  const run = new Function('haat', 'idempotencyKey', `return (async () => { ${order} })()`);
  const placed = await run(haat, randomUUID());
  t.regex(placed.number, /^ORD-/);
  t.like(placed, { total: '510.00', items: 1 });

  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  const problems = check(types, {
    sound: program(order),
    without_key: program(order.replace("params: { header: { 'Idempotency-Key': idempotencyKey } },", '')),
    misspelt: program(order.replace('quantity: 1', 'quantitty: 1')),
    amount_as_text: program(order.replace('shipping_charge: 60', "shipping_charge: '60.00'")),
    unknown_path: program(order.replace("'/orders'", "'/order'")),
    receiver,
    unknown_event: receiver.replace("'order.updated'", "'order.moved'"),
    field_of_another: receiver.replace('object.available', 'object.number'),
  });
  t.deepEqual(problems.haat, []);
  t.deepEqual(problems.sound, []);
  t.deepEqual(problems.receiver, []);
  for (const name of ['without_key', 'misspelt', 'amount_as_text', 'unknown_path', 'unknown_event', 'field_of_another'])
    t.true(problems[name]!.length > 0, name);
});

test('the guide shows the programs that are tested', (t) => {
  const guide = fs.readFileSync(path.join(root, 'server/docs/guides/typed-client.md'), 'utf8');
  const shown = guide.replace('crypto.randomUUID()', 'idempotencyKey').replaceAll(/\s+/g, ' ');
  const [call] = order.split('if (error)');
  t.true(shown.includes(call!.trim().replaceAll(/\s+/g, ' ')));
  t.true(shown.includes(receiver.trim().replaceAll(/\s+/g, ' ')));
});
