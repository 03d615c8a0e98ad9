// JSON passes by the admin to the letter.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let agent: string;

test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  agent = await signInAs(db, shop.companyId, ['orders.manage', 'customers.read']);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const address = `{ "n": 12345678901234567890, "10": 1.10, "2": {"deep": [1e400, {"a":1}]},
  "__proto__": {"line": "\\u09a2াকা"}, "twice": {"x":1}, "twice": {"y": 2}, "none": null }`;

const send = (query: string, variables = '{}') =>
  desk.request('POST', '//admin/graphql', {
    key: agent,
    raw: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    headers: { 'content-type': 'application/json' },
  });
const input = (shippingAddress: string) => `{"storeId":"${shop.stores[0].id}","items":[{"sku":"RICE","quantity":1}],
  "customer":{"phone":"01712345678","fullName":"Karim"},"shippingAddress":${shippingAddress}}`;
const createOrder =
  'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id shippingAddress } } }';

test('a shipping address in a variable is kept and shown as it was written', async (t) => {
  const placed = await send(createOrder, `{"input":${input(address)}}`);
  t.true(placed.text.includes(`"shippingAddress":${address}`), placed.text);
  const read = await send(`{ order(id: "${placed.body.data.createOrder.order.id}") { shippingAddress } }`);
  t.true(read.text.includes(`"shippingAddress":${address}`), read.text);
});

test('so it is in a variable of its own, and in one that stands within an object of the document', async (t) => {
  const order = (value: string, variable = '') => `mutation ${variable} { createOrder(input: {
    storeId: "${shop.stores[0].id}", customer: { phone: "01712345678", fullName: "Karim" },
    items: [{ sku: "RICE", quantity: 1 }], shippingAddress: ${value} }) { order { shippingAddress } } }`;
  const own = await send(order('$address', '($address: JSON)'), `{"address":${address}}`);
  t.true(own.text.includes(`"shippingAddress":${address}`), own.text);
  const mixed = await send(order('{ whole: $part }', '($part: JSON)'), `{"part":${address}}`);
  t.true(mixed.text.includes(`"shippingAddress":{"whole":${address}}`), mixed.text);
});

test('a shipping address that Postgres cannot hold, or that is no object, is refused by its name', async (t) => {
  for (const bad of ['{"a":"\\u0000","a":1}', '{"a":"\\ud800"}', '[]', '5', '"text"']) {
    const { body } = await send(createOrder, `{"input":${input(bad)}}`);
    t.deepEqual(Object.keys(body.errors[0].extensions.fields), ['shippingAddress'], bad);
  }
});
