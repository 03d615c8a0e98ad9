// JSON passes by the admin to the letter, in both directions.
import http from 'node:http';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let agent: string;

test.before(async () => {
  db = await freshDatabase('changes the schema');
  shop = await createShop(db.admin);
  await db.admin.query(`
    create function staff.keep_document(document json) returns json language sql volatile return document;
    grant execute on function staff.keep_document(json) to haat_staff`);
  desk = await startStaff(db, { own: true });
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

const placeOrder = `mutation ($storeId: UUID!) { createOrder(input: { storeId: $storeId,
  customer: { phone: "01712345678", fullName: "Karim" }, items: [{ sku: "RICE", quantity: 1 }] }) { order { id } } }`;

test('a shipping address is shown as the shopper wrote it', async (t) => {
  const { createOrder } = await desk.ask(agent, placeOrder, { storeId: shop.stores[0].id });
  const { id } = createOrder.order;
  await db.admin.query('update app.orders set shipping_address = $2::json where id = $1', [id, address]);
  const read = await send(`{ order(id: "${id}") { shippingAddress } }`);
  t.true(read.text.includes(`"shippingAddress":${address}`), read.text);
});

test('JSON in a variable arrives as it was written, also from within an object of the document', async (t) => {
  const keep = (value: string, variable: string) =>
    `mutation ${variable} { keepDocument(input: { document: ${value} }) { result } }`;
  const input = await send(
    'mutation ($input: KeepDocumentInput!) { keepDocument(input: $input) { result } }',
    `{"input":{"document":${address}}}`,
  );
  t.true(input.text.includes(`"result":${address}`), input.text);
  const own = await send(keep('$document', '($document: JSON!)'), `{"document":${address}}`);
  t.true(own.text.includes(`"result":${address}`), own.text);
  const mixed = await send(keep('{ whole: $part }', '($part: JSON)'), `{"part":${address}}`);
  t.true(mixed.text.includes(`"result":{"whole":${address}}`), mixed.text);
});

test('a name that stands twice is refused where it stands, but for free JSON', async (t) => {
  const query = 'mutation ($input: UpdateOrderInput!) { updateOrder(input: $input) { order { id } } }';
  for (const [variables, field] of [
    ['{"input": {"note": "a", "note": "b"}}', 'variables.input.note'],
    ['{"input": {}, "input": {}}', 'variables.input'],
    ['{"input": {"items": [{"sku": "a", "sku": "b"}]}}', 'variables.input.items.0.sku'],
  ] as const) {
    const { status, body } = await send(query, variables);
    t.is(status, 422, variables);
    t.deepEqual(body.errors[0].extensions.fields, { [field]: ['must be given once'] });
  }
});

test('two sessions in one request are refused, whichever of them counts elsewhere', async (t) => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { host, origin } = new URL(desk.url);
  // fetch would join the two.
  const headers = ['Host', host, ...Array.from({ length: 2 }, () => ['Authorization', `Bearer ${agent}`]).flat()];
  http
    .request(new URL('/admin/graphql', origin), { method: 'POST', headers: headers as never }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
    .on('error', reject)
    .end();
  t.is(await promise, 400);
});
